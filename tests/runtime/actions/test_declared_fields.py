"""Declared fields live in the agent's state: a snapshot holds them, and a resumed run is the same run."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runtime.basics.status import Status
from runtime.history.recording.trace_export import TraceHash
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.parameter_types import EntityId
from runtime.minds.actions.registration import action
from runtime.session.session import Session
from tests.runtime.actions.game_session import doing, game_of, session_with, tree_document

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE


@action()
class Juggle(Action):
    """Change a field of every type each tick, steer by them, and end now and then."""

    class parameters:  # noqa: N801 - read as an attribute
        seed: int
        near: EntityId

    state_fields = {
        "flag": "bool",
        "count": "int",
        "sum": "float",
        "place": "vector",
        "words": "string",
        "friend": "entity",
    }

    def enter(self, context: ActionContext) -> None:
        state = context.state
        assert (state.flag, state.count, state.sum, state.place, state.words, state.friend) == (
            False,
            0,
            0.0,
            (0.0, 0.0),
            "",
            None,
        )
        state.words = "begun "
        state.count = context.argument("seed")

    def tick(self, context: ActionContext) -> Status:
        state = context.state
        count, total, place, words = state.count, state.sum, state.place, state.words
        assert isinstance(count, int)
        assert isinstance(total, float)
        assert isinstance(place, tuple)
        assert isinstance(words, str)
        count = (count * 1103515245 + 12345) % 2**31
        state.count, state.flag = count, not state.flag
        state.sum = total + count / 2**31
        state.place = (place[0] + state.sum, 3.0 + count % 7)
        state.words = words[-12:] + str(count % 10)
        state.friend = context.argument("near") if count % 3 else None
        context.request("seek", {"target": state.place, "speed": 1.0 + count % 3})
        return S if count % 23 == 0 else F if count % 29 == 0 else R


def juggling(seeds: list[int], back: str) -> Session:
    nodes = {
        "r": {
            "kind": "parallel",
            "params": {"success": "all", "failure": "all"},
            "children": ["a", "b", "w"],
        },
        "a": {"kind": "repeat", "children": ["a1"]},
        "a1": {"kind": "force_success", "children": ["a2"]},
        "a2": doing("juggle", seed=seeds[0], near="other"),
        "b": {"kind": "repeat", "children": ["b1"]},
        "b1": {"kind": "force_success", "children": ["b2"]},
        "b2": {
            **doing("juggle", seed={"expr": "n"}, near={"expr": "self"}),
            "guard": {"test": "sin(time * 90) > 0.0 - 0.7", "abort": "self"},
        },
        "w": {"kind": "wait", "params": {"seconds": 1000}},
    }
    variables = {"n": {"type": "int", "default": seeds[1]}}
    twin = {"at": [12, 8], "mind": "m.mind.json", "variables": {"n": seeds[2]}}
    session = session_with(
        game_of(Juggle), tree_document(nodes, variables=variables), checked=False, twin=twin
    )
    if back == "interpreter":
        session.watch(session.agent_ids)
    return session


def run_on(session: Session, ticks: int) -> tuple[str, str]:
    trace = TraceHash()
    for _ in range(ticks):
        frame = session.step()
        assert all(brain.errors == () for brain in frame.brains.values())
        trace.add(frame)
    return trace.hexdigest(), session.state_hash()


numbers = st.integers(0, 2**31 - 1)


@given(
    seeds=st.lists(numbers, min_size=3, max_size=3),
    before=st.integers(0, 60),
    between=st.integers(0, 40),
    after=st.integers(1, 60),
    back=st.sampled_from(["interpreter", "generated"]),
)
def test_1_5_an_action_with_declared_fields_resumes_exactly(seeds, before, between, after, back):
    session = juggling(seeds, back)
    run_on(session, before)
    saved = session.snapshot()
    straight = run_on(session, after)
    run_on(session, between)
    session.restore(saved)
    assert run_on(session, after) == straight
    fresh = juggling(seeds, back)
    fresh.restore(saved)
    assert run_on(fresh, after) == straight


def test_3_12_every_field_reaches_the_action_as_it_was_written():
    session = juggling([1, 2, 3], "generated")
    run_on(session, 40)
    brain = session.brains["me"]
    from runtime.minds.trees.leaves import ActionRow

    (row,) = (each for each in brain.program.rows if each.node == "a2")
    assert isinstance(row, ActionRow)
    kept: dict[str, Any] = {name: brain.state.read(slot) for name, slot in row.fields.items()}
    assert kept["words"].startswith("begun ") or len(kept["words"]) == 13
    assert kept["place"][1] == 3.0 + kept["count"] % 7
    assert kept["friend"] in ("other", None)
