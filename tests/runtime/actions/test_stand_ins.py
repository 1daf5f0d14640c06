"""Stand-ins of a game's own actions and conditions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_check import runnable_document
from graphs.projects.project_file import load_project
from graphs.projects.project_registry import project_registry
from graphs.worlds.model.world_file import load_world, world_from_bytes
from runtime.basics.status import NodeOutcome, Status
from runtime.minds.actions.stand_ins import library_with_stand_ins
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session

OUTPOST = Path(__file__).resolve().parents[2] / "graphs" / "projects" / "outpost"


def game(**sections: Any) -> Registry:
    value = {"format": "mindloom-kinds", "version": 1, **sections}
    return registry_with([manifest_from_bytes(json.dumps(value).encode())], builtin_registry())


def lone(node: dict[str, Any], registry: Registry, **fields: Any) -> Session:
    """Open a world with one agent whose mind is one node."""
    graph = {"kind": "behavior_tree", "root": "r", "nodes": {"r": node}}
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}, **fields}
    agents = {"me": {"at": [5, 5], "mind": "m.mind.json"}, "other": {"at": [9, 5]}}
    world = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": agents}
    return Session.open(
        world_from_bytes(json.dumps(world).encode()),
        {"m.mind.json": Document.model_validate_json(json.dumps(value))},
        registry,
        library_with_stand_ins(builtin_library(), registry),
    )


def statuses(session: Session, ticks: int) -> list[Status]:
    return [session.step().brains["me"].status for _ in range(ticks)]


def doing(action: str, **params: Any) -> dict[str, Any]:
    return {"kind": "action", "action": action, "params": params}


def test_a_timed_stand_in_gives_its_result_after_its_time_as_wait_does() -> None:
    registry = game(actions={"reload": {"stand_in": {"result": "failure", "after": 0.05}}})
    assert statuses(lone(doing("reload"), registry), 4) == [Status.RUNNING] * 3 + [Status.FAILURE]


def test_a_stand_in_without_time_gives_its_result_at_once() -> None:
    registry = game(actions={"reload": {"stand_in": {"result": "success"}}})
    assert statuses(lone(doing("reload"), registry), 2) == [Status.SUCCESS] * 2


def test_an_action_without_a_stand_in_runs_until_the_user_says_how_it_ended() -> None:
    registry = game(actions={"reload": {}})
    assert statuses(lone(doing("reload"), registry), 30) == [Status.RUNNING] * 30


GO_TO = {
    "parameters": [
        {"name": "who", "type": "entity"},
        {"name": "haste", "type": "int", "optional": True},
    ],
    "stand_in": {
        "action": "arrive",
        "params": {"target": {"parameter": "who"}, "speed": {"parameter": "haste"}, "target_radius": 1},
    },
}


@pytest.mark.parametrize("haste", [None, 2])
def test_a_mapped_stand_in_moves_exactly_as_the_built_in_action(haste: int | None) -> None:
    registry = game(actions={"march_to": GO_TO})
    given = {} if haste is None else {"haste": haste}
    speed = {} if haste is None else {"speed": haste}
    stand_in = lone(doing("march_to", who="other", **given), registry)
    built_in = lone(doing("arrive", target="other", target_radius=1, **speed), registry)
    results = []
    for _ in range(240):
        one, other = stand_in.step(), built_in.step()
        assert one.brains["me"].outcomes == other.brains["me"].outcomes
        assert one.poses.tobytes() == other.poses.tobytes()
        results.append(one.brains["me"].status)
    assert Status.SUCCESS in results
    assert stand_in.world.agents.position[0, 0] > 7


def test_a_mapped_stand_in_follows_an_argument_that_changes() -> None:
    registry = game(actions={"march_to": GO_TO})
    node = {"kind": "action", "action": "march_to", "params": {"who": {"expr": "goal"}}}
    session = lone(node, registry, variables={"goal": {"type": "entity"}})
    assert statuses(session, 1) == [Status.FAILURE]
    session.write_variable("me", "goal", "other")
    assert statuses(session, 1) == [Status.RUNNING]


def test_an_instant_stand_in_runs_in_an_action_block() -> None:
    registry = game(
        actions={"beep": {"instant": True}, "jam": {"instant": True, "stand_in": {"result": "failure"}}}
    )
    session = lone(
        {"kind": "set", "actions": ["do beep()", "n = n + 1", "do jam()", "n = 9"]}, registry, **COUNT
    )
    session.step()
    assert session.variables("me")["n"] == 1


COUNT = {"variables": {"n": {"type": "int"}}}


@pytest.mark.parametrize("answer", [True, False])
def test_a_condition_answers_as_its_stand_in_says(answer: bool) -> None:
    registry = game(
        conditions={"sees": {"parameters": [{"name": "who", "type": "entity"}], "stand_in": answer}}
    )
    session = lone({"kind": "condition", "test": "sees(self)"}, registry)
    assert statuses(session, 1) == [Status.SUCCESS if answer else Status.FAILURE]


def test_an_action_that_has_a_behavior_keeps_it() -> None:
    registry = game(actions={"reload": {}})
    library = builtin_library()
    own = library.get("stop")
    assert own is not None
    given = library.extended({"reload": own})
    assert library_with_stand_ins(given, registry) is given
    assert library_with_stand_ins(library, builtin_registry()) is library


def outpost() -> Session:
    project = load_project(OUTPOST)
    registry = project_registry(project)
    path = OUTPOST / "minds" / "guard.mind.json"
    document = runnable_document(load_document(path), path, project)
    world = load_world(OUTPOST / "yard.world.json")
    library = library_with_stand_ins(builtin_library(), registry)
    return Session.open(world, {"minds/guard.mind.json": document}, registry, library)


def test_2_2_a_machine_runs_a_tree_of_another_file_that_runs_the_games_actions() -> None:
    session = outpost()
    program = session.programs["guard"]
    cover = next(row for row in program.rows if row.graph == "moves.mind.json#g2")
    assert cover.path == "s2/n3/n1"
    frames = [session.step() for _ in range(90)]
    begun = [frame.tick for frame in frames if frame.brains["guard"].outcomes[cover.index]]
    # Reloading ends on tick 30, its completion enters Hide in step 7, and Hide is updated from tick 31 on.
    assert begun[0] == 31
    assert frames[-1].brains["guard"].outcomes[cover.index] == NodeOutcome.RUNNING
    guard, intruder = session.world.agents.position
    assert guard[0] < 5 < intruder[0]


def test_2_2_a_graph_of_another_file_has_no_agent_variables_when_compiled(tmp_path: Path) -> None:
    def write(name: str, value: dict[str, Any]) -> None:
        (tmp_path / name).write_text(json.dumps({"format": "mindloom", "version": 1, **value}))

    node = {"kind": "condition", "test": "private > 0"}
    tree = {"kind": "behavior_tree", "root": "r", "nodes": {"r": node}}
    call = {**tree, "nodes": {"r": {"kind": "subtree", "graph": "b.mind.json#g"}}}
    variables = {"private": {"type": "int"}}
    write("b.mind.json", {"root": "g", "graphs": {"g": tree}, "variables": variables})
    write("a.mind.json", {"root": "g", "graphs": {"g": call}, "variables": variables})
    compiling = (builtin_registry(), builtin_library())
    compile_document(load_document(tmp_path / "b.mind.json"), *compiling)
    path = tmp_path / "a.mind.json"
    with pytest.raises(CompileError, match="Unknown name 'private'"):
        compile_document(runnable_document(load_document(path), path), *compiling)
    with pytest.raises(CompileError, match=r"There is no graph 'b\.mind\.json#g' here"):
        compile_document(load_document(path), *compiling)
