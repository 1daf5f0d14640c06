from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from editor.documents.open.sample_files import samples_folder
from editor.widgets.completions import completions
from graphs.checks.rules.scopes import document_scope
from graphs.edits.curves import add_curve
from graphs.edits.fuzzy_sheets import add_fuzzy_input, add_fuzzy_output, add_sheet
from graphs.expressions.scope import ActionSignature, CallParameter, Scope, VariableInfo
from graphs.expressions.types import BOOL, FLOAT, Type, ValueType
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import empty_document

ENTITY, VECTOR = Type(ValueType.ENTITY), Type(ValueType.VECTOR)
SCOPE = Scope(
    variables={
        "visible": VariableInfo(BOOL, "agent:visible"),
        "velocity": VariableInfo(VECTOR, "agent:velocity"),
        "Value": VariableInfo(FLOAT, "world:Value", "world"),
        "target": VariableInfo(ENTITY, "agent:target"),
    },
    events={"noise": {"at": VECTOR, "loudness": FLOAT}},
    current_event="noise",
    actions={
        "make_noise": ActionSignature((CallParameter("loudness", FLOAT),), instant=True),
        "go_to": ActionSignature(instant=False),
    },
    allow_event=True,
)


def words(text: str, *, in_block: bool = False) -> list[str]:
    return [word.text for word in completions(text, len(text), SCOPE, in_block=in_block).words]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("v", ["visible", "velocity", "vec(x, y)"]),
        ("not vis", ["visible"]),
        ("d < 3 and VEL", ["velocity"]),
        ("target.pos", ["position"]),
        ("velocity.", ["x", "y"]),
        ("event.lo", ["loudness"]),
        ("clam", ["clamp(x, low, high)"]),
    ],
)
def test_words_that_fit_are_offered_names_before_calls_in_the_same_case(text, first):
    assert words(text)[: len(first)] == first


@pytest.mark.parametrize("text", ["", "d < ", "3", "2.5", "12v", 'x == "vis', "visible.", "nobody.x"])
def test_nothing_is_offered_without_a_letter_in_numbers_and_in_quotes(text):
    assert words(text) == []


def test_lines_of_a_block_offer_instant_actions_and_events_behind_their_verbs():
    assert words("do m", in_block=True) == ["make_noise()"]
    assert words("do g", in_block=True) == []
    assert words("x = 1\nraise ", in_block=True) == ["noise"]
    assert words("d", in_block=True)[0] == "do"
    assert words("do m") == words("m")


def test_a_word_that_is_whole_already_is_told_apart():
    assert completions("visible", 7, SCOPE).is_whole
    assert not completions("visi", 4, SCOPE).is_whole


@pytest.fixture
def guard_row(window):
    window.open_file(samples_folder() / "tank.mind.json")
    edge = next(key for key, each in window.session.graph.edges.items() if each.guard == "d < 3 and visible")
    window.session.select((edge,))
    window.inspector.page.refresh()
    row = window.inspector.page.row("guard")
    row.editor.setFocus()
    row.editor.selectAll()
    return row


def test_typing_offers_words_and_enter_takes_the_first(qtbot, window, guard_row):
    editor = guard_row.editor
    qtbot.keyClicks(editor, "not vis")
    assert [word.text for word in guard_row.completion.words] == ["visible"]
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text() == "not visible"
    assert guard_row.completion.words == ()
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    edge = next(iter(window.session.selection))
    assert window.session.graph.edges[edge].guard == "not visible"


def test_arrows_walk_the_words_and_esc_hides_them_without_taking_the_typing_back(qtbot, window, guard_row):
    editor = guard_row.editor
    qtbot.keyClicks(editor, "wa")
    offered = [word.text for word in guard_row.completion.words]
    assert offered[0] == "waypoint"
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert guard_row.completion.words == ()
    assert editor.text() == "wa"
    qtbot.keyClick(editor, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text() == "waypoint"
    assert editor.hasFocus()


def test_a_name_typed_to_its_end_is_committed_by_enter_as_ever(qtbot, window, guard_row):
    qtbot.keyClicks(guard_row.editor, "d > 7 and visible")
    qtbot.keyClick(guard_row.editor, Qt.Key.Key_Return)
    edge = next(iter(window.session.selection))
    assert window.session.graph.edges[edge].guard == "d > 7 and visible"


def test_the_words_go_when_the_focus_leaves(qtbot, window, guard_row):
    qtbot.keyClicks(guard_row.editor, "vis")
    assert guard_row.completion.words
    window.view.setFocus()
    assert guard_row.completion.words == ()


def of_sheets() -> Scope:
    document, sheet = add_sheet(add_curve(empty_document(), "fear", "linear")[0], "Threat")
    document, _ = add_fuzzy_input(document, sheet, "health")
    document, _ = add_fuzzy_output(document, sheet, "threat")
    return document_scope(document, builtin_registry())


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("cur", ["curve fear(x)"]),
        ("1 + curve ", ["fear(x)"]),
        ("curve f", ["fear(x)"]),
        ("heal", ["health is low", "health is high", "health is middle"]),
        ("health is ", ["low", "not", "high", "very", "middle", "fairly"]),
        ("threat > 1 and health is very m", ["middle"]),
        ("number(", ["threat"]),
        ("number(h", []),
        ("strongest(", ["health", "threat"]),
        ("numb", ["number(output)"]),
        ("nobody is ", []),
    ],
)
def test_curves_sets_and_what_asks_a_sheet_are_offered(text, offers):
    assert [word.text for word in completions(text, len(text), of_sheets()).words] == offers


def test_without_a_sheet_nothing_of_sheets_is_offered():
    assert words("number") == words("strongest") == words("curve ") == []
