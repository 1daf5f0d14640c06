"""Known answers: parallel (the composites of section 3; rule 3.7)."""

from __future__ import annotations

import pytest

from runtime.basics.status import Status
from runtime.minds.program.problems import CompileError
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree


def parallel(scripts: list[str], **params) -> LoneBrain:
    """Return a parallel over scripted leaves; the script "-" is a disabled leaf."""
    names = [f"c{number}" for number in range(len(scripts))]
    nodes = {
        name: scripted(script, name, disabled=script == "-")
        for name, script in zip(names, scripts, strict=True)
    }
    root = {"kind": "parallel", "children": names, "params": params}
    return LoneBrain(document({"g": tree({"root": root, **nodes})}))


RESULTS = [
    # success, failure, decide, scripts, letters of the ticks up to the end
    ("all", "any", "each", ["S", "RS", "RRS"], "RRS"),
    ("all", "any", "each", ["S", "RF", "RRS"], "RF"),
    ("any", "all", "each", ["RRS", "RS"], "RS"),
    ("any", "all", "each", ["F", "RF"], "RF"),
    ("any", "all", "each", ["F", "RS"], "RS"),
    (2, "any", "each", ["S", "RS", "R"], "RS"),
    (2, 2, "each", ["F", "RS", "RRS"], "RRS"),
    (2, 2, "each", ["F", "RF", "R"], "RF"),
    # out of reach: of three, two must succeed; after two failures it can no longer be
    (2, 3, "each", ["F", "RF", "RRR"], "RF"),
    (3, 3, "each", ["F", "RRR", "RRR"], "F"),
    # ties in one tick
    ("any", "any", "each", ["S", "F"], "S"),
    ("any", "any", "each", ["F", "S"], "F"),
    ("any", "any", "end", ["S", "F"], "F"),
    ("any", "any", "end", ["F", "S"], "F"),
    ("any", "all", "end", ["S", "F"], "S"),
    # skipped children are taken out of the number
    ("all", "any", "each", ["-", "S"], "S"),
    ("all", "any", "each", ["S", "-"], "S"),
    ("any", "all", "each", ["-", "F"], "F"),
    (2, 2, "each", ["-", "-", "RS"], "F"),
    ("all", "any", "each", ["-", "-"], "s"),
    ("all", "any", "end", ["-", "-"], "s"),
]


@pytest.mark.parametrize(("success", "failure", "decide", "scripts", "letters"), RESULTS)
def test_3_composites_parallel_thresholds(success, failure, decide, scripts, letters):
    one = parallel(scripts, success=success, failure=failure, decide=decide)
    assert one.ticks(len(letters)) == letters


def test_3_composites_parallel_ticks_unfinished_children_only():
    one = parallel(["S", "RRS"])
    assert one.ticks(3) == "RRS"
    assert one.log == ["enter c0", "tick c0", "enter c1", "tick c1", "tick c1", "tick c1"]


def test_3_composites_parallel_each_does_not_tick_what_stands_after_the_decision():
    one = parallel(["F", "S"])
    assert one.tick() == Status.FAILURE
    assert one.log == ["enter c0", "tick c0"]


def test_3_composites_parallel_end_ticks_all_before_it_decides():
    one = parallel(["F", "R"], decide="end")
    assert one.tick() == Status.FAILURE
    assert one.log == ["enter c0", "tick c0", "enter c1", "tick c1", "halt c1"]


def test_3_composites_parallel_halts_the_rest_in_child_order():
    one = parallel(["R", "R", "RS", "R"], success="any", failure="all")
    assert one.ticks(2) == "RS"
    # c3 ran in the first tick and is not ticked in the second; all that still run are halted.
    assert one.log[-3:] == ["halt c0", "halt c1", "halt c3"]


def test_3_composites_parallel_default_is_success_all_failure_any():
    assert parallel(["RS", "S"]).ticks(2) == "RS"
    assert parallel(["R", "F"]).ticks(1) == "F"


def test_3_composites_parallel_forgets_results_when_it_is_entered_again():
    one = parallel(["S", "RF"])
    assert one.ticks(4) == "RFRF"


@pytest.mark.parametrize("name", ["success", "failure"])
def test_3_composites_parallel_refuses_a_threshold_above_its_children(name):
    with pytest.raises(CompileError) as refused:
        parallel(["S", "S"], **{name: 3})
    assert refused.value.problems[0].field == f"params.{name}"
    assert "3" in refused.value.problems[0].message


def test_3_7_parallel_counts_a_skipped_child_as_finished():
    one = parallel(["-", "RRS"], success="all")
    assert one.ticks(3) == "RRS"
    assert [line for line in one.log if line.endswith("c0")] == []
