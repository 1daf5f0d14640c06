"""Known answers: sequence and selector (the composites of section 3)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.status import HALTED, NodeOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

SEQUENCE, SELECTOR = "sequence", "selector"


def composite(kind: str, *children: dict[str, Any], memory: str = "resume", **parts) -> LoneBrain:
    names = "abcdef"[: len(children)]
    root: dict[str, Any] = {"kind": kind, "children": list(names)}
    if memory != "resume":
        root["params"] = {"memory": memory}
    return LoneBrain(
        document({"g": tree({"root": root, **dict(zip(names, children, strict=True))})}, **parts)
    )


def flag(name: str) -> dict[str, Any]:
    return {"kind": "condition", "test": name}


TABLE = [
    (SEQUENCE, ["S", "S"], "S"),
    (SEQUENCE, ["S", "F"], "F"),
    (SEQUENCE, ["F", "S"], "F"),
    (SEQUENCE, ["S", "RS"], "RS"),
    (SEQUENCE, ["RS", "RRF"], "RRRF"),
    (SELECTOR, ["S", "F"], "S"),
    (SELECTOR, ["F", "S"], "S"),
    (SELECTOR, ["F", "F"], "F"),
    (SELECTOR, ["RF", "RS"], "RRS"),
    (SELECTOR, ["RRF", "F"], "RRF"),
]


@pytest.mark.parametrize(("kind", "scripts", "letters"), TABLE)
def test_3_composites_sequence_and_selector_results(kind, scripts, letters):
    one = composite(kind, *[scripted(script) for script in scripts])
    assert one.ticks(len(letters)) == letters


@pytest.mark.parametrize(("kind", "scripts", "letters"), [row for row in TABLE if len(row[2]) == 1])
def test_3_composites_memory_none_gives_the_same_result_within_one_tick(kind, scripts, letters):
    one = composite(kind, *[scripted(script) for script in scripts], memory="none")
    assert one.ticks(1) == letters


@pytest.mark.parametrize(("kind", "ends"), [(SEQUENCE, "S"), (SELECTOR, "F")])
def test_3_composites_skipped_children_are_passed_over(kind, ends):
    one = composite(kind, scripted("S", disabled=True), scripted(ends), scripted("S", disabled=True))
    assert one.ticks(1) == ends


@pytest.mark.parametrize(("kind", "passing"), [(SEQUENCE, "S"), (SELECTOR, "F")])
def test_3_composites_resume_goes_on_at_the_running_child(kind, passing):
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": kind, "children": ["a", "b"]},
                        "a": scripted(passing, "a"),
                        "b": scripted("RRS", "b"),
                    }
                )
            }
        )
    )
    one.ticks(3)
    assert one.log == ["enter a", "tick a", "enter b", "tick b", "tick b", "tick b"]


def test_3_composites_resume_forgets_its_place_after_failure():
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": SEQUENCE, "children": ["a", "b"]},
                        "a": scripted("S", "a"),
                        "b": scripted("F", "b"),
                    }
                )
            }
        )
    )
    assert one.ticks(2) == "FF"
    assert one.log == ["enter a", "tick a", "enter b", "tick b"] * 2


def test_3_composites_memory_none_starts_at_the_first_child_every_tick():
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": SEQUENCE, "params": {"memory": "none"}, "children": ["a", "b"]},
                        "a": flag("safe"),
                        "b": scripted("RRRR", "b"),
                    }
                )
            },
            variables={"safe": {"type": "bool", "default": True}},
        )
    )
    assert one.ticks(2) == "RR"
    one.write("safe", False)
    assert one.tick() == Status.FAILURE
    assert one.log == ["enter b", "tick b", "tick b", "halt b"]
    assert one.outcome("b") == HALTED
    assert one.stored("b") == Status.IDLE


def test_3_composites_memory_none_halts_what_is_no_longer_reached_after_the_pass():
    """The selector's first child takes over: it is ticked first, then the second is halted."""
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": SELECTOR, "params": {"memory": "none"}, "children": ["a", "b"]},
                        "a": scripted("RR", "a", guard={"test": "alarm"}),
                        "b": scripted("RRRR", "b"),
                    }
                )
            },
            variables={"alarm": {"type": "bool"}},
        )
    )
    assert one.ticks(1) == "R"
    one.write("alarm", True)
    assert one.tick() == Status.RUNNING
    assert one.log == ["enter b", "tick b", "enter a", "tick a", "halt b"]
    assert one.outcome("a") == NodeOutcome.RUNNING
    assert one.outcome("b") == HALTED


def test_3_composites_memory_none_does_not_halt_a_child_that_ended():
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": SEQUENCE, "params": {"memory": "none"}, "children": ["a", "b"]},
                        "a": scripted("RS", "a"),
                        "b": scripted("RS", "b"),
                    }
                )
            }
        )
    )
    # Tick 1 ends a and enters b; tick 2 starts over at a, which runs again, so b is halted.
    assert one.ticks(3) == "RRR"
    assert one.log == [
        *("enter a", "tick a", "tick a", "enter b", "tick b"),
        *("enter a", "tick a", "halt b"),
    ]


@pytest.mark.parametrize("kind", [SEQUENCE, SELECTOR])
def test_3_composites_memory_none_halts_the_running_child_when_the_rest_is_skipped(kind):
    one = LoneBrain(
        document(
            {
                "g": tree(
                    {
                        "root": {"kind": kind, "params": {"memory": "none"}, "children": ["a"]},
                        "a": scripted(
                            "RRR", "a", guard={"test": "on", "abort": "self", "refused": "skipped"}
                        ),
                    }
                )
            },
            variables={"on": {"type": "bool", "default": True}},
        )
    )
    assert one.ticks(1) == "R"
    one.write("on", False)
    one.tick()
    assert one.log == ["enter a", "tick a", "halt a"]
    assert one.outcome("a") == NodeOutcome.SKIPPED | HALTED
