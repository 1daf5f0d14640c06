"""A curve that is dragged while agents run: its tables are others, all else of the program stays."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.edits.curves import rename_curve, set_curve_field
from graphs.edits.field_values import with_field
from graphs.edits.setting import set_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.minds.compile.other_curves import differs_in_curves_only
from runtime.minds.program.problems import CompileError
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import replace_document, session_of

REGISTRY = builtin_registry()


def reading(*, high: float = 10.0, low: float = 0.0) -> Document:
    """Return a mind that puts the number of its ticks into a curve."""
    nodes: dict[str, Any] = {"root": {"kind": "set", "actions": ["n = n + 1", "y = curve fear(n)"]}}
    made = document(
        {"g": tree(nodes)}, variables={"n": {"type": "float"}, "y": {"type": "float", "default": 0.0}}
    )
    return with_field(made, "curves", {"fear": {"shape": "linear", "low": low, "high": high}})


def test_8_1_a_dragged_curve_keeps_the_rows_of_the_program_and_gives_it_other_tables():
    first = reading()
    session = session_of({"a": {"mind": "m"}}, {"m": first})
    session.step()
    before = session.programs["a"]
    second = set_curve_field(first, "fear", "top", 4)
    replace_document(session, "m", second)
    frame = session.step()
    after = session.programs["a"]
    assert after is not before
    assert after.rows is before.rows
    assert after.curves == session_of({"a": {"mind": "m"}}, {"m": second}).programs["a"].curves
    assert after.curves != before.curves
    assert session.variables("a") == {"n": 2.0, "y": pytest.approx(0.8)}
    assert [record.agent for record in frame.swaps] == ["a"]


def test_8_1_a_curve_dragged_again_and_again_runs_as_a_fresh_mind_does():
    mind = reading()
    session = session_of({"a": {"mind": "m"}}, {"m": mind})
    rows = session.programs["a"].rows
    for top in (2.0, 3.0, 5.0):
        mind = set_curve_field(mind, "fear", "top", top)
        replace_document(session, "m", mind)
        session.step()
        ticks, height = (session.variables("a")[name] for name in ("n", "y"))
        assert isinstance(ticks, float)
        assert height == pytest.approx(ticks / 10 * top)
    assert session.programs["a"].rows is rows


def test_8_5_a_damaged_curve_is_refused_as_ever():
    first = reading()
    session = session_of({"a": {"mind": "m"}}, {"m": first})
    broken = first.model_copy(
        update={"curves": {"fear": first.curves["fear"].model_copy(update={"low": 5, "high": 5})}}
    )
    with pytest.raises(CompileError) as fresh:
        session_of({"a": {"mind": "m"}}, {"m": broken})
    with pytest.raises(CompileError) as swapped:
        replace_document(session, "m", broken)
    assert swapped.value.problems == fresh.value.problems


def test_more_than_other_values_of_curves_is_compiled_again():
    first = reading()
    dragged = set_curve_field(first, "fear", "top", 4)
    assert differs_in_curves_only(first, dragged)
    assert not differs_in_curves_only(first, rename_curve(first, "fear", "fright"))
    noted = set_field(dragged, "g", "root", "note", "not now")
    assert not differs_in_curves_only(first, noted)
    assert not differs_in_curves_only(first, dragged.model_copy(update={"rounds": 7}))
    typed = dragged.variables["n"].model_copy(update={"type": "int"})
    assert not differs_in_curves_only(
        first, dragged.model_copy(update={"variables": {**dragged.variables, "n": typed}})
    )
