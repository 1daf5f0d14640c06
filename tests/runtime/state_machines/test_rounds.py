"""The rounds of a macrostep that a document allows hold for machines in every form (rule 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model import Document
from graphs.model.document import ROUNDS
from runtime.basics.host import RaisedEvent
from runtime.export.export_document import export_document
from runtime.export.load_program import load_program, parse_export
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import Slab
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, machine, tree

FORMS = ("sets", "table", "exported")


def counting(limit: int, **fields: Any) -> Document:
    """Return a machine that counts to a limit in eventless steps, below a tree if it is `called`."""
    chart = machine(
        {"a": {}},
        {
            "t": {"from": "a", "event": "go", "actions": ["n = 1"]},
            "u": {"from": "a", "event": "always", "guard": f"0 < n < {limit}", "actions": ["n = n + 1"]},
        },
    )
    parts = {"events": {"go": {}}, "variables": {"n": {"type": "int"}}, **fields}
    if parts.pop("called", False):
        root = tree({"root": {"kind": "run_machine", "graph": "m"}})
        return document({"g": root, "m": chart}, **parts)
    return document({"g": chart}, **parts)


def brain_in(form: str, source: Document) -> LoneBrain:
    """Return a brain that runs a machine as sets, by the table, or by that of an export."""
    one = LoneBrain(source)
    if form == "exported":
        text = export_document(source, REGISTRY).text()
        one.program = load_program(parse_export(text.encode()), one.library).program
        one.slab = Slab(one.program.layout, 1)
        one.brain = Brain(one.program, one.slab.agent(0), one.host, "me", 1, one.world)
    one.brain.interpreted = form == "sets"
    return one


def go(one: LoneBrain) -> tuple[object, list[str]]:
    """Let a machine count again and again; return how far it came the last time, and the errors."""
    one.brain.tick(None)
    for _ in range(4):
        one.host.tick += 1
        one.brain.post(RaisedEvent("go"))
        one.brain.tick(None)
    errors = [error.message for error in one.brain.errors]
    return one.brain.state.read(one.program.variables["n"]), errors


@pytest.mark.parametrize("called", [False, True])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rounds", [100, 250, ROUNDS, 2_500])
def test_4_3_a_document_says_how_many_rounds_its_machines_may_need(
    form: str, rounds: int, called: bool
) -> None:
    enough = brain_in(form, counting(rounds, rounds=rounds, called=called))
    assert go(enough) == (rounds, [])
    counted, errors = go(brain_in(form, counting(rounds + 1, rounds=rounds, called=called)))
    assert counted == rounds
    assert len(errors) == 1
    assert f"did not come to rest in {rounds:,} rounds of one tick" in errors[0]


@pytest.mark.parametrize("form", FORMS)
def test_4_9_a_transient_state_that_failing_guards_enter_again_and_again_ends_the_tick(form: str) -> None:
    """Each pass of step 5 picks nothing; what the failing guard raises enters the state once more."""
    fields: dict[str, Any] = {"events": {}, "variables": {"n": {"type": "int"}}, "rounds": 100}
    again = {"event": "error.execution", "to": "a", "actions": ["n = n + 1"]}
    edges = {"fails": {"from": "a", "guard": "1 % (n - n) > 0", "to": "b"}, "again": {"from": "a", **again}}
    one = brain_in(form, document({"g": machine({"a": {"transient": True}, "b": {}}, edges)}, **fields))
    one.brain.tick(None)
    for tick in (1, 2):
        one.host.tick += 1
        one.brain.tick(None)
        # The first asking is no pass; 100 passes enter it again, and so does the one too many.
        assert one.brain.state.read(one.program.variables["n"]) == 102 * tick
    told = [error.message for error in one.brain.errors if "come to rest" in error.message]
    assert len(told) == 1
    assert "100 rounds of one tick; it repeats: transient states, entered again" in told[0]


def test_4_3_the_number_has_nothing_to_do_with_the_visits_of_a_tick() -> None:
    counted, errors = go(brain_in("table", counting(10_000, rounds=10_000, called=True)))
    assert (counted, errors) == (10_000, [])


def test_an_export_names_the_rounds_only_where_they_are_not_the_usual_ones() -> None:
    usual, other = (export_document(counting(9, rounds=each), REGISTRY).data for each in (ROUNDS, 300))
    assert "rounds" not in usual
    assert {**other, "hash": ""} == {**usual, "rounds": 300, "hash": ""}
