"""Nothing turns red in mid-word: what is wrong is said after a pause, or where typing cannot mend it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.panels.inspector.field_editors import BlockEditor, LineEditor
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import FieldKind, FieldSpec
from editor.panels.inspector.field_text import block_check, expression_check
from graphs.expressions.types import BOOL, FLOAT
from tests.graphs.expressions.typed_trees import SCOPE


def _field(kind: FieldKind, **more: object) -> FieldSpec:
    return FieldSpec("key", "Field", kind, None, lambda document, _value: document, **more)  # type: ignore[arg-type]


GUARD = _field(FieldKind.EXPRESSION, check=expression_check(SCOPE, BOOL))
SECONDS = _field(FieldKind.NUMBER, takes_expression=True, minimum=0, check=expression_check(SCOPE, FLOAT))
RADIUS = _field(FieldKind.NUMBER, minimum=0.5, maximum=50)
COUNT = _field(FieldKind.INTEGER, minimum=0, maximum=9)
PLACE = _field(FieldKind.VALUE, literal="vector")
LINES = _field(FieldKind.LINES, check=block_check(SCOPE))
NAME = _field(FieldKind.TEXT)


@pytest.fixture
def row(qtbot, request) -> FieldRow:
    made = FieldRow(request.param)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.editor.setFocus()
    if made.completion is not None:
        made.completion.hide()
    return made


def _type(row: FieldRow, text: str) -> None:
    for place, line in enumerate(text.split("\n")):
        if place:
            QTest.keyClick(row.editor, Qt.Key.Key_Return)
        QTest.keyClicks(row.editor, line)
        if row.completion is not None:
            row.completion.hide()


UNFINISHED = [
    (GUARD, "health <"),
    (GUARD, "hea"),
    (GUARD, "(alarmed and "),
    (SECONDS, "spe"),
    (SECONDS, "2 *"),
    (RADIUS, "0"),
    (RADIUS, "1e"),
    (COUNT, "-"),
    (PLACE, "3,"),
    (LINES, "amm"),
    (LINES, "ammo = 1\nhealth = "),
]


@pytest.mark.parametrize(("row", "text"), UNFINISHED, indirect=["row"])
def test_an_unfinished_text_is_not_marked_until_there_is_a_pause(row: FieldRow, text: str) -> None:
    for letter in text:
        _type(row, letter)
        assert not row.message.text()
        assert not row.editor.property("invalid")
    row._pause.timeout.emit()
    assert row.message.text()
    assert row.editor.property("invalid")


@pytest.mark.parametrize(
    ("row", "text"), [UNFINISHED[0], UNFINISHED[5], UNFINISHED[8], UNFINISHED[10]], indirect=["row"]
)
def test_leaving_the_field_says_it(row: FieldRow, text: str) -> None:
    _type(row, text)
    assert not row.message.text()
    row.editor.clearFocus()
    assert row.message.text()


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (GUARD, "helth < 3"),
        (GUARD, "health ^"),
        (SECONDS, "-3"),
        (RADIUS, "x"),
        (RADIUS, "5001"),
        (COUNT, "1.5"),
        (PLACE, "a"),
        (LINES, "helth = 3\nammo = 1"),
    ],
    indirect=["row"],
)
def test_what_going_on_typing_cannot_mend_is_said_at_once(row: FieldRow, text: str) -> None:
    _type(row, text)
    assert row.message.text()
    assert row.editor.property("invalid")


@pytest.mark.parametrize("row", [GUARD, NAME], indirect=True)
def test_a_right_text_takes_the_mark_away_at_once(row: FieldRow) -> None:
    assert isinstance(row.editor, LineEditor | BlockEditor)
    row.show_problem("Wrong.")
    _type(row, "alarmed")
    assert not row.message.text()


@pytest.mark.parametrize("row", [GUARD], indirect=True)
def test_enter_says_it_at_once(row: FieldRow) -> None:
    _type(row, "health <")
    assert row.completion is not None
    row.completion.hide()
    row.edited.connect(lambda _value, _scrubbing: row.set_spec(replace(GUARD, value="health <")))
    QTest.keyClick(row.editor, Qt.Key.Key_Return)
    assert row.message.text()
