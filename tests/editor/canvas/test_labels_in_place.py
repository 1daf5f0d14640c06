"""The label of a transition takes what people write: event, times, guard and actions at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from editor.canvas.items.label_value import LabelValue, label_value
from editor.canvas.items.shown_values import shown_value
from graphs.checks.checker import check_document
from graphs.checks.rules.fixes import apply_fix
from graphs.edits.events import add_event
from graphs.edits.setting import set_field
from graphs.model import Edge
from graphs.structure.queries import edges_into
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import game_registry, tank


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    document, _ = add_event(tank(), "heard")
    return open_canvas(document)


def _open(hand: Hand, edge: str) -> None:
    assert hand.view.canvas.contents is not None
    hand.double_click(hand.view.canvas.contents.value_rects(edge)["guard"].center)
    assert hand.view.title_editor.isVisible()


def _write(hand: Hand, edge: str, text: str) -> Edge:
    _open(hand, edge)
    hand.view.title_editor.setText(text)
    QTest.keyClick(hand.view.title_editor, Qt.Key.Key_Return)
    edge_now = hand.graph().edges[edge]
    assert isinstance(edge_now, Edge)
    return edge_now


def _label(hand: Hand, edge: str = "cp2") -> LabelValue:
    return label_value(hand.session.document, hand.view.graph_id, edge, game_registry())


def _words(hand: Hand, text: str) -> list[str]:
    return [word.text for word in _label(hand).complete(text, len(text)).words]


def test_a_bare_guard_is_taken_as_ever_and_shown_in_brackets_from_then_on(hand: Hand) -> None:
    _open(hand, "cp2")
    assert hand.view.title_editor.text() == "[not visible]"
    hand.view.title_editor.cancel()
    assert _write(hand, "cp2", "not visible and d > 2").guard == "not visible and d > 2"
    _open(hand, "fm")
    assert hand.view.title_editor.text() == ""
    hand.view.title_editor.cancel()
    assert _write(hand, "fm", "wp > 3").guard == "wp > 3"


def test_event_time_guard_and_actions_are_one_step_and_come_back_as_one(hand: Hand) -> None:
    before = hand.session.document
    edge = _write(hand, "cp2", "heard after 2 s for 0.5 s [d < 3] / ammo = 1; alarm = true")
    assert (edge.event, edge.after, edge.delay, edge.guard) == ("heard", 2, 0.5, "d < 3")
    assert edge.actions == ("ammo = 1", "alarm = true")
    assert hand.session.history.undo_label == "Set label of transition"
    assert len(hand.session.history.steps) == 1
    hand.session.undo()
    assert hand.session.document is before or hand.session.document == before
    hand.session.redo()
    assert hand.graph().edges["cp2"] == edge
    _open(hand, "cp2")
    assert hand.view.title_editor.text() == "heard after 2 s for 0.5 s [d < 3] / ammo = 1; alarm = true"
    hand.view.title_editor.cancel()


def test_what_is_left_out_of_the_label_is_taken_away_and_all_else_stays(hand: Hand) -> None:
    graph = hand.view.graph_id
    hand.session.apply("Set", lambda document: set_field(document, graph, "cp2", "priority", 4))
    _write(hand, "cp2", "heard after 2 s [d < 3] / ammo = 1")
    edge = _write(hand, "cp2", "visible")
    assert edge == Edge(guard="visible", targets=edge.targets, priority=4)


def test_a_word_that_names_an_event_is_one_and_not_an_unknown_variable(hand: Hand) -> None:
    edge = _write(hand, "cp2", "heard")
    assert (edge.event, edge.guard) == ("heard", None)
    assert hand.session.document.events.keys() == {"heard", "killed", "noise"}


def test_escape_drops_a_label_that_was_written(hand: Hand) -> None:
    before = hand.session.document
    _open(hand, "cp2")
    hand.view.title_editor.setText("heard / ammo = 1")
    QTest.keyClick(hand.view.title_editor, Qt.Key.Key_Escape)
    assert not hand.view.title_editor.isVisible()
    assert hand.session.document is before


@pytest.mark.parametrize(
    ("text", "part", "words"),
    [
        ("heard [d <", "guard", "does not end"),
        ("heard [d <]", "guard", ""),
        ("heard [d + 1]", "guard, at 'd + 1'", "bool"),
        ("visible [d < 3]", "event", "'visible' is a value, not an event"),
        ("[heard and visible]", "guard", "'heard' is an event, not a value"),
        ("[visible] / ammo = 1; ammo == 2", "action 2", ""),
        ("after (visible) s", "time of 'after'", ""),
        ("else", "event", "Only the branches of a choice"),
    ],
)
def test_a_refusal_names_the_part_that_is_wrong_and_keeps_the_field_open(
    hand: Hand, text: str, part: str, words: str
) -> None:
    before = hand.session.document
    _write(hand, "cp2", text)
    editor = hand.view.title_editor
    assert editor.isVisible()
    assert editor.problem.startswith(f"In the {part}")
    assert words in editor.problem
    assert editor.tip.isVisible()
    assert hand.session.document is before
    editor.cancel()


def test_an_undeclared_variable_in_the_brackets_is_taken_and_listed_as_ever(hand: Hand) -> None:
    assert _write(hand, "cp2", "heard [distnce < 3]").guard == "distnce < 3"
    assert not hand.view.title_editor.isVisible()


def test_a_new_event_is_offered_to_be_declared_with_the_label_in_one_step(hand: Hand) -> None:
    before = hand.session.document
    _open(hand, "cp2")
    editor = hand.view.title_editor
    QTest.keyClicks(editor, "horn")
    assert [(word.text, word.declares) for word in editor.words.words] == [("horn", True)]
    assert not editor.tip.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.problem == ""
    assert editor.isVisible()
    QTest.keyClicks(editor, " [visible]")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert hand.graph().edges["cp2"].event == "horn"
    assert hand.graph().edges["cp2"].guard == "visible"
    assert "horn" in hand.session.document.events
    assert len(hand.session.history.steps) == 1
    hand.session.undo()
    assert hand.session.document == before


def test_a_new_event_that_is_not_named_in_the_end_is_not_declared(hand: Hand) -> None:
    _open(hand, "cp2")
    editor = hand.view.title_editor
    QTest.keyClicks(editor, "horn")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    editor.selectAll()
    QTest.keyClicks(editor, "heard")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert hand.graph().edges["cp2"].event == "heard"
    assert "horn" not in hand.session.document.events


def test_a_new_event_that_is_not_declared_at_once_is_kept_and_a_fix_declares_it(
    hand: Hand,
) -> None:
    _open(hand, "cp2")
    editor = hand.view.title_editor
    QTest.keyClicks(editor, "horn")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert editor.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert hand.graph().edges["cp2"].event == "horn"
    document = hand.session.document
    assert "horn" not in document.events
    [problem] = [problem for problem in check_document(document, game_registry()) if problem.code == "E036"]
    assert problem.fix is not None
    assert problem.fix.label == "Declare horn as an event"
    assert "horn" in apply_fix(document, problem.fix).events


def test_each_part_offers_what_belongs_there(hand: Hand) -> None:
    assert _words(hand, "hea")[0] == "heard"
    assert "visible" in _words(hand, "vis")
    assert "heard" in _words(hand, "always, hea")
    assert _words(hand, "heard aft") == ["after"]
    assert _words(hand, "heard [vis") == ["visible"]
    assert _words(hand, "heard [not vis") == ["visible"]
    assert "heard" not in _words(hand, "heard [hea")
    assert _words(hand, "heard [visible] / am") == ["ammo"]
    assert _words(hand, "heard / ammo = 1; raise h") == ["heard"]
    assert "raise" in _words(hand, "/ r")


def test_a_word_offered_in_the_brackets_is_written_where_the_cursor_is(hand: Hand) -> None:
    _open(hand, "cp2")
    editor = hand.view.title_editor
    QTest.keyClicks(editor, "heard [not vis")
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text() == "heard [not visible"
    QTest.keyClicks(editor, "]")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert hand.graph().edges["cp2"].guard == "not visible"


def test_names_and_numbers_offer_no_words(hand: Hand) -> None:
    _open(hand, "cp2")
    hand.view.title_editor.cancel()
    hand.view.values.rename_in_place("chase")
    QTest.keyClicks(hand.view.title_editor, "vis")
    assert hand.view.title_editor.words.words == ()
    hand.view.title_editor.cancel()


def test_the_label_opens_with_what_the_plate_says(hand: Hand) -> None:
    graph = hand.view.graph_id
    hand.session.apply("Set", lambda document: set_field(document, graph, "cp2", "event", ["heard", "done"]))
    shown = shown_value(hand.session.document, graph, "cp2", "guard", game_registry())
    assert shown is not None
    assert shown.text == "heard, done [not visible]"


def test_tab_after_the_name_of_a_state_goes_on_to_the_label_of_the_one_way_in(hand: Hand) -> None:
    graph = hand.graph()
    state = next(node for node in graph.nodes if len(edges_into(graph, node)) == 1)
    hand.view.values.rename_in_place(state)
    hand.view.title_editor.setText("Hunt")
    QTest.keyClick(hand.view.title_editor, Qt.Key.Key_Tab)
    assert hand.graph().nodes[state].name == "Hunt"
    assert hand.view.title_editor.accessibleName() == "Label"
    assert hand.view.title_editor.element == edges_into(graph, state)[0]
    hand.view.title_editor.cancel()


def test_tab_after_the_name_of_a_state_with_several_ways_in_stays(hand: Hand) -> None:
    graph = hand.graph()
    state = next(node for node in graph.nodes if len(edges_into(graph, node)) > 1)
    hand.view.values.rename_in_place(state)
    QTest.keyClick(hand.view.title_editor, Qt.Key.Key_Tab)
    assert hand.view.title_editor.accessibleName() == "Name"
    hand.view.title_editor.cancel()


def test_a_label_turns_red_after_a_pause_or_with_enter_not_in_mid_word(hand: Hand) -> None:
    _open(hand, "cp2")
    editor = hand.view.title_editor
    editor.clear()
    QTest.keyClicks(editor, "[d <")
    editor.words.hide()
    assert editor.problem
    assert not editor.tip.isVisible()
    editor._pause.stop()
    editor._pause.timeout.emit()
    assert editor.tip.isVisible()
    QTest.keyClicks(editor, " 3")
    editor.words.hide()
    assert not editor.tip.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.tip.isVisible()
    editor.cancel()


def test_a_label_with_a_mistake_goes_back_when_it_is_left(hand: Hand) -> None:
    before = hand.session.document
    for leave in (lambda: hand.click((-400.0, -300.0)), hand.view.lay_aside):
        _open(hand, "cp2")
        editor = hand.view.title_editor
        editor.setText("[d <")
        assert editor.problem
        leave()
        assert not editor.isVisible()
        assert not editor.tip.isVisible()
        assert hand.session.document is before


def test_what_is_clicked_while_a_label_is_typed_takes_the_focus(hand: Hand) -> None:
    beside = QLineEdit(hand.view)
    beside.setGeometry(400, 4, 120, 24)
    beside.show()
    for text in ("[d <", "[d < 2]"):
        _open(hand, "cp2")
        hand.view.title_editor.setText(text)
        QTest.mouseClick(beside, Qt.MouseButton.LeftButton)
        assert not hand.view.title_editor.isVisible()
        assert beside.hasFocus()
    edge = hand.graph().edges["cp2"]
    assert edge.guard == "d < 2"
