"""F1 shows the page of what is selected or pointed at, and pages lead to each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument, QTextTable
from PySide6.QtWidgets import QWidget

from editor.documents.open.sample_files import samples_folder
from editor.help.help_browser import HelpBrowser
from editor.help.help_library import PANEL_PAGES, page_of_choice, page_of_panel, page_of_selection, page_text
from editor.help.help_window import HelpWindow, show_help_page
from editor.theme.theme_manager import current_theme, set_theme
from editor.window.application import make_application
from editor.window.parts.help import WindowHelp
from editor.window.parts.panels import palette_panel
from editor.window.parts.shown_document import problems_panel
from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.kinds.declarations.action_declarations import ConditionDeclaration
from graphs.kinds.help_pages import INDEX_PAGE, TRANSITION_PAGE
from graphs.model.document import empty_document
from tests.editor.help.page_parts import heading_slugs
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree

TANK = samples_folder() / "tank.mind.json"


def help_window(window) -> HelpWindow:
    (found,) = [each for each in window.findChildren(HelpWindow) if each.isVisible()]
    return found


@pytest.fixture
def pages(qtbot):
    make_application()
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    opened = show_help_page(parent, REGISTRY, "behavior_tree.sequence")
    qtbot.waitExposed(opened)
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    yield opened
    set_theme("dark")


def test_the_page_of_a_state_a_transition_and_several(window):
    document, graph_id, idle, go, edge = two_state_machine()
    graph = document.graphs[graph_id]
    assert page_of_selection(graph, [idle], REGISTRY) == "state_machine.state"
    assert page_of_selection(graph, [idle, go], REGISTRY) == "state_machine.state"
    assert page_of_selection(graph, [edge], REGISTRY) == TRANSITION_PAGE
    assert page_of_selection(graph, [idle, edge], REGISTRY) == INDEX_PAGE
    assert page_of_selection(graph, [], REGISTRY) == INDEX_PAGE
    assert page_of_selection(None, [], REGISTRY) == INDEX_PAGE


def test_the_page_of_a_node_is_that_of_its_action_if_it_is_known():
    document, graph_id, sequence, _ = waiting_tree()
    document, known = add_node(
        document, graph_id, "action", REGISTRY, parent=sequence, fields={"action": "arrive"}
    )
    document, unknown = add_node(
        document, graph_id, "action", REGISTRY, parent=sequence, fields={"action": "juggle"}
    )
    graph = document.graphs[graph_id]
    assert page_of_selection(graph, [known], REGISTRY) == "action.arrive"
    assert page_of_selection(graph, [unknown], REGISTRY) == "behavior_tree.action"


def test_the_page_of_what_can_be_added():
    from editor.canvas.commands.node_choices import node_choices

    registry = REGISTRY.extended(conditions=[ConditionDeclaration("can_sniff", "Can see", "See.")])
    document, graph_id = add_graph(empty_document(), "behavior_tree", "Walk")
    document, _ = add_graph(document, "state_machine", "Guard")
    by_key = {each.key: each for each in node_choices(document, graph_id, registry)}
    called = next(item for key, item in by_key.items() if key.startswith("graph:"))

    def page(choice) -> str:
        return page_of_choice(choice, "behavior_tree", registry)

    assert page(by_key["kind:wait"]) == "behavior_tree.wait"
    assert page(by_key["action:arrive"]) == "action.arrive"
    assert page(by_key["condition:can_sniff"]) == "condition.can_sniff"
    assert page(called) == "behavior_tree.run_machine"


def test_f1_shows_the_selected_state_and_then_the_index_in_the_same_window(window, qtbot):
    window.open_file(TANK)
    graph = window.session.graph
    window.session.select([next(key for key, node in graph.nodes.items() if node.kind == "state")])
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_F1)
    first = help_window(window)
    assert first.browser.page == "state_machine.state"
    assert first.windowTitle() == "State — Mindloom help"
    window.session.select(())
    window.commands.run("help.kind")
    assert help_window(window) is first
    assert first.browser.page == INDEX_PAGE


def test_f1_in_the_palette_shows_the_entry_it_is_at(window, qtbot):
    window.open_file(TANK)
    window.panels.show_panel("palette", focus=True)
    qtbot.keyClicks(window.part(palette_panel).search, "evade")
    window.commands.run("help.kind")
    shown = help_window(window)
    assert shown.browser.page == "action.evade"
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.part(palette_panel).search.clear()
    window.part(palette_panel).search.setFocus()
    qtbot.keyClick(window.part(palette_panel).search, Qt.Key.Key_Down)
    window.commands.run("help.kind")
    assert shown.browser.page == "state_machine.state"


def test_f1_in_the_add_search_shows_the_match_and_keeps_the_search_open(window, qtbot):
    window.open_file(TANK)
    window.view.adding.open_add_search()
    search = window.view.search.popup
    qtbot.keyClicks(search.field, "history")
    qtbot.keyClick(search.field, Qt.Key.Key_F1)
    assert help_window(window).browser.page == "state_machine.history"
    assert search.isVisible()
    assert search.field.text() == "history"


def test_links_lead_on_and_back_returns(pages, qtbot):
    browser = pages.browser
    assert not pages.back.isEnabled()
    browser.setSource(QUrl("behavior_tree.selector.md"))
    assert browser.page == "behavior_tree.selector"
    assert browser.document().begin().text() == "Selector"
    pages.back.click()
    assert browser.page == "behavior_tree.sequence"
    assert browser.document().begin().text() == "Sequence"
    assert pages.forward.isEnabled()
    pages.index.click()
    assert browser.page == INDEX_PAGE


def test_a_click_on_a_link_follows_it(pages, qtbot):
    browser = pages.browser
    browser.moveCursor(browser.textCursor().MoveOperation.End)
    cursor = browser.document().find(
        "Selector", browser.textCursor(), browser.document().FindFlag.FindBackward
    )
    assert cursor.charFormat().isAnchor()
    browser.setTextCursor(cursor)
    browser.ensureCursorVisible()
    place = browser.cursorRect(cursor).center()
    qtbot.mouseClick(browser.viewport(), Qt.MouseButton.LeftButton, pos=place - type(place)(8, 0))
    assert browser.page == "behavior_tree.selector"


def test_a_rule_opens_the_semantics_at_its_paragraph(pages):
    browser = pages.browser
    browser.setSource(QUrl("../semantics.md#3.9"))
    assert browser.page == "semantics"
    top = browser.cursorForPosition(browser.viewport().rect().topLeft() + type(browser.pos())(30, 20))
    assert top.block().text().startswith("3.9 ")


def test_a_picture_is_shown_in_the_theme_in_use(pages):
    browser = pages.browser

    def picture() -> QImage:
        return browser.document().resource(
            QTextDocument.ResourceType.ImageResource, QUrl("behavior_tree.sequence.png")
        )

    dark = picture()
    set_theme("light")
    light = picture()
    assert dark.width() > 100
    assert light.size() == dark.size()
    assert light != dark


def test_tables_and_words_take_the_colors_of_the_theme(pages):
    browser = pages.browser
    for theme in ("dark", "light"):
        set_theme(theme)
        tables = [
            frame for frame in browser.document().rootFrame().childFrames() if isinstance(frame, QTextTable)
        ]
        assert len(tables) == 2
        head = tables[0].cellAt(0, 0)
        assert head.format().background().color() == current_theme().color("surface.region")
        word = head.firstCursorPosition()
        word.movePosition(word.MoveOperation.Right)
        assert word.charFormat().foreground().color() == current_theme().color("text.primary")


def test_an_address_of_nothing_says_so(pages):
    pages.browser.open_page("behavior_tree.juggle")
    assert "No such page" in pages.browser.toPlainText()


def test_the_contents_follow_the_page_and_lead_to_others(pages):
    assert pages.contents.currentItem().text(0) == "Sequence"
    pages.browser.open_file("samples/tank")
    assert pages.contents.currentItem().text(0) == "Tank with dead zones"
    worlds = pages.contents.findItems("Worlds", Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)[0]
    pages.contents.setCurrentItem(worlds)
    assert pages.browser.address == "worlds"
    pages.back.click()
    assert pages.browser.address == "samples/tank"
    assert pages.contents.currentItem().text(0) == "Tank with dead zones"


def test_a_search_lists_pages_and_enter_opens_the_best_at_the_word(pages, qtbot):
    qtbot.keyClick(pages, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(pages.search, "detection meter")
    assert pages.left.currentWidget() is pages.found
    qtbot.keyClick(pages.search, Qt.Key.Key_Return)
    assert "detection meter" in pages.browser.toPlainText().lower()
    assert pages.browser.textCursor().selectedText().lower() == "detection meter"
    qtbot.keyClick(pages.search, Qt.Key.Key_Escape)
    assert pages.left.currentWidget() is pages.contents
    assert pages.isVisible()


def test_the_help_opens_with_the_cursor_in_its_search_and_page_keys_read_on(pages, qtbot):
    assert pages.search.hasFocus()
    bar = pages.browser.verticalScrollBar()
    pages.browser.open_file("semantics")
    qtbot.keyClick(pages.search, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    qtbot.keyClick(pages.search, Qt.Key.Key_PageUp)
    assert bar.value() == 0


def test_the_help_is_a_window_of_its_own_that_the_editor_may_cover(window, qtbot):
    window.commands.run("help.contents")
    opened = help_window(window)
    assert opened.windowType() is Qt.WindowType.Window
    assert opened.windowHandle().transientParent() is None
    assert not opened.isModal()
    qtbot.waitUntil(opened.search.hasFocus)
    opened.browser.setFocus()
    window.activateWindow()
    window.commands.run("help.contents")
    assert help_window(window) is opened
    assert opened.browser.address == "index"
    qtbot.waitUntil(opened.search.hasFocus)


def test_all_help_pages_begin_with_the_list_of_them(window):
    window.commands.run("help.contents")
    assert help_window(window).browser.address == "index"


def test_the_help_goes_with_the_editor(window):
    window.commands.run("help.contents")
    opened = help_window(window)
    window.close()
    assert not opened.isVisible()


def test_a_search_for_nothing_says_so(pages, qtbot):
    qtbot.keyClicks(pages.search, "zzxq")
    assert pages.left.currentWidget() is pages.nothing
    qtbot.keyClick(pages.search, Qt.Key.Key_Return)
    assert pages.browser.page == "behavior_tree.sequence"


def test_arrows_in_the_search_choose_among_the_pages_found(pages, qtbot):
    qtbot.keyClicks(pages.search, "cooldown")
    qtbot.keyClick(pages.search, Qt.Key.Key_Down)
    second = pages.found.item(1).text()
    qtbot.keyClick(pages.search, Qt.Key.Key_Return)
    assert pages.browser.document().begin().text() == second


def test_a_link_to_a_command_runs_it_in_the_window(window):
    window.open_file(TANK)
    window.commands.run("help.sample")
    opened = help_window(window)
    assert opened.browser.address == "samples/tank"
    opened.browser.follow(QUrl("command:panel.problems"))
    assert window.panels.is_shown("problems")
    assert opened.browser.address == "samples/tank"
    opened.browser.follow(QUrl("command:sample.wolf"))
    assert window.session.path.name == "wolf.mind.json"
    window.run.pause()


def test_a_link_to_a_heading_shows_it_at_the_top_even_on_the_same_page(pages):
    browser = pages.browser
    browser.setSource(QUrl("../tests.md#what-must-hold"))
    for heading, slug in (("What must hold", ""), ("What happens", "#what-happens")):
        if slug:
            browser.follow(QUrl(slug))
        top = browser.cursorForPosition(browser.viewport().rect().topLeft() + type(browser.pos())(30, 20))
        assert top.block().text() == heading


def test_pictures_of_pages_are_never_wider_than_the_page(pages):
    pages.browser.open_file("samples/tank")
    pages.resize(700, 600)
    picture = pages.browser.document().resource(QTextDocument.ResourceType.ImageResource, QUrl("tank.png"))
    assert 100 < picture.deviceIndependentSize().width() <= pages.browser.viewport().width()


def test_about_this_sample_is_for_samples_only(window):
    window.commands.run("file.new")
    assert not window.commands["help.sample"].enabled()
    window.open_file(TANK)
    assert window.commands["help.sample"].enabled()


def test_lines_of_code_stand_close_on_a_ground_of_their_own_and_wrap(pages):
    pages.browser.open_file("command-line")
    block = pages.browser.document().find("$ mindloom check tank.mind.json").block()
    form = block.blockFormat()
    assert form.background().color() == current_theme().color("surface.region")
    assert form.topMargin() == form.bottomMargin() == 0
    assert not form.nonBreakableLines()
    assert pages.browser.document().idealWidth() <= pages.browser.viewport().width()


def test_steps_after_a_picture_go_on_counting(pages):
    pages.browser.open_file("tutorial")
    block = pages.browser.document().find("Double-click the empty canvas").block()
    assert block.textList().itemText(block) == "4."


def test_f1_in_a_panel_shows_the_page_about_it(window, qtbot):
    window.open_file(TANK)
    window.run.advance(30)
    window.panels.show_panel("timeline")
    qtbot.waitUntil(window.timeline.view.isVisible)
    window.panels.show_panel("timeline", focus=True)
    qtbot.keyClick(window.timeline.view, Qt.Key.Key_F1)
    opened = help_window(window)
    assert opened.browser.address == "debugging"
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.panels.show_panel("tests", focus=True)
    window.commands.run("help.kind")
    assert opened.browser.address == "tests"


def test_every_panel_has_a_page_or_is_about_the_selection(window):
    about_the_selection = {"inspector", "outline", "palette"}
    assert set(window.panels.panel_ids()) - set(PANEL_PAGES) <= about_the_selection
    for address in PANEL_PAGES.values():
        page, _, heading = address.partition("#")
        text = page_text(page, REGISTRY)
        assert text is not None, page
        assert not heading or heading in heading_slugs(text), address


def row_under(browser: HelpBrowser) -> tuple[str, str, list[str]]:
    """Return the first two cells of the row at the cursor, and the colors behind all its cells."""
    cursor = browser.textCursor()
    table = cursor.currentTable()
    assert table is not None
    row = table.cellAt(cursor).row()
    cells = [table.cellAt(row, column) for column in range(table.columns())]
    texts = [cell.firstCursorPosition().block().text() for cell in cells]
    return texts[0], texts[1], [cell.format().background().color().name() for cell in cells]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_f1_on_a_problem_shows_the_row_of_its_code(qtbot, window, theme):
    set_theme(theme)
    window.open_file(TANK)
    window.panels.show_panel("problems", focus=True)
    window.part(problems_panel).walk(1)
    window.part(problems_panel).view.setFocus()
    problem = window.part(problems_panel).current()
    assert problem is not None
    qtbot.keyClick(window.part(problems_panel).view, Qt.Key.Key_F1)
    browser = help_window(window).browser
    assert browser.address == "checks"
    code, says, washes = row_under(browser)
    assert code == problem.code
    assert says
    assert set(washes) == {current_theme().color("accent.wash").name()}
    assert browser.verticalScrollBar().value() > 0


def test_f1_in_an_empty_list_of_problems_shows_the_page_from_its_start(qtbot, window):
    document, *_ = two_state_machine()
    window.workspace.new(document)
    window.area.open_session(window.workspace.sessions[-1])
    window.panels.show_panel("problems", focus=True)
    window.part(WindowHelp).open_file(page_of_panel("problems", ""))
    assert help_window(window).browser.verticalScrollBar().value() == 0


def test_a_code_that_the_page_does_not_have_shows_the_page(window):
    window.part(WindowHelp).open_file(page_of_panel("problems", "E999999"))
    assert help_window(window).browser.address == "checks"
