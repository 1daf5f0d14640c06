"""Agents that are taken out of the world: halted first, then met, seen, hit and named no more (rule 6.7)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes, world_to_bytes
from runtime.basics.context import EvaluationError
from runtime.session.session import Session
from tests.graphs.builders import document_of, machine
from tests.runtime.actions.game_session import tree_document
from tests.runtime.session_of import replace_document, session_of
from tests.runtime.worlds.world_builder import document

VARIABLES = {"foe": {"type": "entity", "default": "you"}, "n": {"type": "int"}}
GOOD_BYE: dict[str, Any] = {"bye": {}}


def tree(*nodes: dict[str, Any], **fields: Any) -> Document:
    named = {f"n{place}": node for place, node in enumerate(nodes)}
    root = {"kind": "sequence", "children": list(named)}
    return tree_document({"r": root, **named}, variables=VARIABLES, **fields)


def act(action: str, **params: Any) -> dict[str, Any]:
    return {"kind": "action", "action": action, "params": params}


FOE = {"expr": "foe"}
REMOVER = tree({"kind": "wait", "params": {"seconds": 0.1}}, act("remove", target=FOE))
STAYING = document_of(
    machine(
        {
            "s": {
                "kind": "state",
                "activity": {"action": "wander", "params": {}},
                "exit": ["n = n + 1", "send bye to all"],
            }
        }
    ),
    variables=VARIABLES,
    events=GOOD_BYE,
)


def session(me: Document, you: Document | None = None, **fields: Any) -> Session:
    agents = {
        "me": {"at": [5, 7], "mind": "me"},
        "you": {"at": [8, 7], **({"mind": "you"} if you else {}), **fields},
        "other": {"at": [11, 7], "mind": "watch"},
    }
    watch = tree({"kind": "wait_until", "test": "received(bye)"}, events=GOOD_BYE)
    minds = {"me": me, "watch": watch, **({"you": you} if you else {})}
    return session_of(agents, minds)


def test_6_7_the_brain_is_halted_before_the_body_goes():
    running = session(REMOVER, STAYING)
    for _ in range(6):
        running.step()
    assert "you" not in running.world.gone
    frame = running.step()
    assert "you" in frame.brains
    assert running.world.gone == {"you"}
    assert running.variables("you")["n"] == 1
    assert running.brains["you"].ended
    assert running.brains["you"].requests_in_force == ()
    assert running.world.filed_requests[running.world._agent_row("you")] == ()
    after = running.step()
    assert "you" not in after.brains
    assert [event.name for event in after.events if event.agent == "other"] == ["bye"]


def test_3_17_an_agent_that_is_removed_runs_the_lines_of_its_halt():
    lines = ["n = n + 1", "send bye to all", "n = n % (n - 1)"]
    wait = {"kind": "wait", "params": {"seconds": 9}, "on_halt": lines, "on_end": ["n = n + 10"]}
    running = session(REMOVER, tree(wait, events=GOOD_BYE))
    for _ in range(6):
        running.step()
    frame = running.step()
    assert running.variables("you")["n"] == 11
    assert [write.value for write in frame.brains["you"].writes] == [1, 11]
    assert [error.message for error in frame.brains["you"].errors] == [
        "line 3: Remainder of a division by zero."
    ]
    assert [event.name for event in running.step().events if event.agent == "other"] == ["bye"]


def test_whoever_is_gone_is_no_entity_and_expressions_with_them_fail():
    running = session(REMOVER)
    for _ in range(10):
        running.step()
    with pytest.raises(EvaluationError, match="There is no entity 'you' in this world any more"):
        running.world.entity_field("you", "position")
    errors = [error.message for _ in range(10) for error in running.step().brains["me"].errors]
    assert errors
    assert all("'you'" in error for error in errors)


def test_whoever_is_gone_is_not_met_seen_or_hit():
    running = session(tree(act("remove", target=FOE), act("fire", speed=60)), STAYING)
    world = running.world
    for _ in range(4):
        running.step()
    width, height = world.solid.width, world.solid.height
    place = world.pose("you").position
    assert place[0] < -width
    assert place[1] < -height
    world.set_pose("other", (8.0, 7.0))
    world.set_pose("me", (7.9, 7.0))
    for _ in range(30):
        running.step()
    assert world.pose("you").position == place
    assert world.pose("you").velocity == (0.0, 0.0)
    assert running.world.set_pose("you", (3.0, 3.0)) == place
    running.drive("you", (1.0, 0.0))
    running.step()
    assert world.pose("you").position == place


def test_a_world_takes_out_whoever_dies_if_it_says_so():
    shooter = tree(act("strike", target=FOE, damage=60, reach=9))
    staying, going = session(shooter, STAYING), session(shooter, STAYING, when_dead="remove")
    for running in (staying, going):
        for _ in range(4):
            running.step()
    assert staying.world.gone == set()
    assert going.world.gone == {"you"}
    assert going.variables("you")["n"] == 1
    assert staying.world.entity_field("you", "health") == 0


def test_one_can_take_oneself_out():
    running = session(tree(act("remove")))
    running.step()
    assert running.world.gone == {"me"}
    assert "me" not in running.step().brains


def trace(running: Session, steps: int) -> list[str]:
    found = []
    for _ in range(steps):
        running.step()
        found.append(running.state_hash())
    return found


def test_1_5_a_snapshot_from_before_brings_back_and_one_from_after_keeps_gone():
    running = session(REMOVER, STAYING)
    trace(running, 3)
    before = running.snapshot()
    expected = trace(running, 20)
    after = running.snapshot()
    further = trace(running, 10)
    running.restore(before)
    assert running.world.gone == set()
    assert running.world.agents.radius.tolist() == [0.5, 0.5, 0.5]
    assert trace(running, 20) == expected
    fresh = session(REMOVER, STAYING)
    fresh.restore(after)
    assert fresh.world.gone == {"you"}
    assert trace(fresh, 10) == further


def test_8_1_an_edit_brings_nobody_back():
    running = session(REMOVER, STAYING)
    trace(running, 12)
    replace_document(running, "you", STAYING.model_copy(deep=True))
    trace(running, 3)
    assert running.world.gone == {"you"}
    assert "you" not in running.step().brains


def test_the_field_is_kept_in_world_files():
    world = document(agents={"a": {"at": [1, 1], "when_dead": "remove"}})
    assert b'"when_dead": "remove"' in world_to_bytes(world)
    assert world_from_bytes(world_to_bytes(world)) == world
