"""Search by name: what is offered, in which order, and how it is matched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.basics.fuzzy_match import best_matches, match_score
from editor.canvas.commands.node_choices import node_choices
from graphs.model import Document
from tests.editor.canvas.conftest import OpenCanvas
from tests.editor.canvas.sample_documents import document, game_registry, soldier, tank


def _titles(document: Document, typed: str) -> list[str]:
    choices = node_choices(document, "g1", game_registry())
    return [choice.title for choice in best_matches(typed, choices, lambda each: each.words)]


def test_the_start_of_a_name_comes_first() -> None:
    titles = _titles(soldier(), "wa")
    assert titles[0] == "Wait"
    assert titles.index("Wait until") < titles.index("Delay")


def test_letters_in_order_are_enough() -> None:
    assert "Random selector" in _titles(soldier(), "rsel")
    assert match_score("xyz", "Sequence") is None


def test_words_of_the_help_are_found_after_names() -> None:
    titles = _titles(soldier(), "children in order")
    assert "Sequence" in titles


def test_actions_and_calls_of_other_graphs_are_offered() -> None:
    choices = {choice.key: choice for choice in node_choices(soldier(), "g1", game_registry())}
    assert choices["action:pursue"].fields == {"action": "pursue"}
    assert choices["graph:g2"].kind == "run_machine"
    assert choices["graph:g2"].fields == {"graph": "g2"}


def test_in_a_machine_an_action_makes_a_state_that_runs_it() -> None:
    choices = {choice.key: choice for choice in node_choices(tank(), "g1", game_registry())}
    assert choices["action:pursue"].kind == "state"
    assert choices["action:pursue"].fields["activity"] == {"action": "pursue"}


@pytest.mark.parametrize(
    ("kind", "first", "soon"),
    [
        ("state_machine", "State", {"Choice", "Final"}),
        ("decision_tree", "Test", {"Ranges", "Switch", "Outcome"}),
        ("behavior_tree", "Selector", {"Sequence", "Condition", "Action"}),
    ],
)
def test_kinds_stand_before_what_is_always_offered_by_name(
    open_canvas: OpenCanvas, kind: str, first: str, soon: set[str]
) -> None:
    hand = open_canvas(document({"g1": {"kind": kind, "nodes": {}}}, "g1"))
    hand.view.adding.open_add_search()
    shown = hand.view.search.popup.shown
    assert shown[0].title == first
    kinds = [each for each in shown if each.key.startswith("kind:")]
    others = [each for each in shown if each not in kinds and not each.group.startswith("Your ")]
    assert max(map(shown.index, kinds)) < min(map(shown.index, others), default=len(shown))
    assert soon <= {item.title for item in kinds}
    hand.view.search.popup.cancel()


def test_actions_come_first_below_a_node_that_has_most_of_them(open_canvas: OpenCanvas) -> None:
    nodes = {"r": {"kind": "sequence", "children": ["a"]}, "a": {"kind": "action", "action": "pursue"}}
    hand = open_canvas(document({"g1": {"kind": "behavior_tree", "root": "r", "nodes": nodes}}, "g1"))
    hand.view.adding.open_add_search(parent="r")
    assert {each.kind for each in hand.view.search.popup.shown[:4]} == {"action"}
    hand.view.search.popup.cancel()


def test_ones_own_graphs_and_actions_stand_first_and_what_was_picked_last_on_top() -> None:
    listed = node_choices(soldier(), "g1", game_registry(), ("kind:wait", "action:gone", "action:pursue"))
    groups = list(dict.fromkeys(choice.group for choice in listed))
    assert groups[:3] == ["Recent", "Your graphs", "Your actions"]
    assert groups.index("Your actions") < groups.index("Composites") < groups.index("Moving")
    assert [choice.key for choice in listed[:2]] == ["kind:wait", "action:pursue"]
    keys = [choice.key for choice in listed]
    assert len(keys) == len(set(keys))


def test_titles_are_words_and_ids_stand_beside_them() -> None:
    [choice] = [each for each in node_choices(tank(), "g1", game_registry()) if each.name == "follow_path"]
    assert (choice.title, choice.key) == ("Follow path", "action:follow_path")
    assert "Follow path" in _titles(tank(), "follow_path")


def test_what_was_added_is_offered_on_top_the_next_time_and_undo_leaves_that(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    choices = {choice.key: choice for choice in node_choices(tank(), "g1", game_registry())}
    hand.view.adding.add_where_selected(choices["action:wander"])
    hand.view.adding.add_where_selected(choices["kind:state"])
    hand.view.title_editor.cancel()
    hand.session.undo()
    hand.view.adding.open_add_search()
    recent = [each for each in hand.view.search.popup.shown if each.group == "Recent"]
    assert [each.key for each in recent] == ["action:wander"]
    hand.view.search.popup.cancel()


def test_headings_are_walked_over_by_the_arrow_keys(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    hand.view.adding.open_add_search()
    search = hand.view.search.popup
    for place, choice in enumerate(search.shown):
        assert search.current == choice, place
        QTest.keyClick(search.field, Qt.Key.Key_Down)
    search.cancel()


@given(st.text(max_size=12), st.text(max_size=30))
def test_a_text_matches_exactly_when_its_letters_are_there_in_order(typed: str, text: str) -> None:
    wanted = [letter for letter in typed.lower() if not letter.isspace()]
    rest = iter(text.lower())
    expected = all(letter in rest for letter in wanted)
    assert (match_score(typed, text) is not None) == expected
