"""The tabs of a stack of panels: what finds no room stands in a menu behind the last tab."""

from __future__ import annotations

import pytest

from editor.widgets.tab_row import Tab, TabRow
from editor.window.application import make_application

NAMES = ("Timeline", "Statistics", "Transitions", "Breakpoints", "Problems", "Log", "Tests")


@pytest.fixture
def row(qtbot):
    make_application()
    made = TabRow()
    qtbot.addWidget(made)
    made.set_tabs(tuple(Tab(name.lower(), name) for name in NAMES), "timeline")
    made.resize(900, 32)
    made.show()
    return made


def test_with_room_for_all_there_is_no_menu(row):
    assert [tab.title for tab in row.seen_tabs()] == list(NAMES)
    assert row.more_rect().isEmpty()


def test_in_a_narrow_row_the_current_tab_is_seen_and_the_rest_is_in_the_menu(row):
    row.resize(300, 32)
    row.set_tabs(tuple(Tab(name.lower(), name) for name in NAMES), "tests")
    seen = [tab.title for tab in row.seen_tabs()]
    assert "Tests" in seen
    assert seen[0] == "Timeline"
    assert row.more_rect().right() < 300
    assert {*seen, *(tab.title for tab in row.hidden_tabs())} == set(NAMES)
    picked: list[str] = []
    row.picked.connect(picked.append)
    menu = row.more_menu()
    actions = {action.text(): action for action in menu.actions()}
    assert set(actions) == {tab.title for tab in row.hidden_tabs()}
    actions["Log"].trigger()
    assert picked == ["log"]
    menu.deleteLater()
