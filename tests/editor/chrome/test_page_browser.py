"""A page of text follows the theme and stays as it was read."""

from __future__ import annotations

from editor.theme.theme_manager import current_theme, set_theme
from editor.widgets.page_browser import PageBrowser

PAGE = "# Cooldown\n\nRefuse the child until a time after its last end.\n\n- one\n- two\n"


def test_what_a_search_marked_stays_marked_in_another_theme(qtbot) -> None:
    set_theme("light")
    page = PageBrowser()
    qtbot.addWidget(page)
    page.show_markdown(PAGE)
    assert page.find("last end")
    before = page.textCursor().charFormat().foreground().color()
    set_theme("dark")
    assert page.textCursor().selectedText() == "last end"
    after = page.textCursor().charFormat().foreground().color()
    assert after != before
    assert after == current_theme().color("text.secondary")


def test_another_page_has_nothing_marked(qtbot) -> None:
    page = PageBrowser()
    qtbot.addWidget(page)
    page.show_markdown(PAGE)
    assert page.find("last end")
    page.show_markdown(PAGE + "Another line, which makes the page longer.\n")
    assert not page.textCursor().hasSelection()
