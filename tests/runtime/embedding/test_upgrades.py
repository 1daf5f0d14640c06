"""What was saved of one version of a mind goes on in another, by the rules of a hot swap (8.2 to 8.4)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.embedding import EmbeddingError, ExportProblem, GameMinds, Mind, Status, upgrade_table
from runtime.embedding.agent_mind import fresh_brain
from runtime.embedding.saved_mind import SavedBeside, restore_brain, save_brain
from runtime.export.export_document import Export, export_document
from runtime.export.program_json import ProgramFiles
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import MachineRow
from runtime.minds.memory.carry_plan import NodePair, plan_of
from runtime.minds.memory.swap_brain import swap_brain
from runtime.minds.program.problems import CompileError
from runtime.minds.program.tree_row import TreeRow
from runtime.records.trace_frame import SwapRecord
from tests.example_counts import daily
from tests.executors.engine_game import EngineGame, Json, first_difference
from tests.executors.random_cases import random_case
from tests.runtime.behavior_trees.random_trees import TREES
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.hot_swap.random_neighbors import MACHINE_EDITS, TREE_EDITS, neighbor, steps
from tests.runtime.lone_brain import REGISTRY, document, machine, tree
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import machines

FEW = settings(max_examples=daily(15, deep=200), deadline=None, suppress_health_check=list(HealthCheck))
TICKS = 8
SCRIPTED = {"root": {"kind": "action", "action": "scripted", "params": {"script": "F", "name": "F"}}}
MOST_TOLD = 50_000
"""Letters of a tick that end a game: events of a random machine may raise more and more events."""


def exported(source: Document) -> Export:
    """Return the export of a document; one with errors is another example."""
    try:
        return export_document(source, REGISTRY)
    except CompileError:
        assume(False)
        raise


def named(export: Export, game: EngineGame) -> Mind:
    """Return a mind of a game with its names, by which nodes are found again."""
    return replace(next(iter(game.minds)).mind, files=ProgramFiles(export.data, export.names))


def play(game: EngineGame, ticks: Iterable[Json]) -> None:
    """Let a game go on until its ticks are over, or one tells too much."""
    for wish in ticks:
        if len(json.dumps(game.tick(wish))) > MOST_TOLD:
            break


class Patched:
    """Run a game for some ticks, and go on with its save in a game of another version of its mind."""

    def __init__(self, before: Export, after: Export, ticks: int) -> None:
        self.case = random_case(f"{before.data['hash']} {ticks}", before.data, TICKS) | {"agents": ["me"]}
        for tick in self.case["ticks"]:
            for sort in ("set", "post"):
                tick.pop(sort, None)
        self.old = EngineGame(self.case)
        play(self.old, self.case["ticks"][:ticks])
        self.save: Json = self.old.minds.save()
        changed: Json = {**self.case, "program": after.data}
        self.minds = named(before, self.old), named(after, EngineGame(changed))
        self.table = upgrade_table(*(mind.files for mind in self.minds))
        self.new = EngineGame({**changed, "restore": self.save, "upgrades": [self.table]})

    def swapped(self) -> tuple[SwapRecord, Json]:
        """Return what a hot swap says here, and what the brain of the new version remembers then."""
        before, after = self.brain(0), self.brain(1)
        restore_brain(before, self.save["agents"]["me"], self.minds[0])
        record = swap_brain(replace(plan_of(before.program, after.program), same_places=False), before, after)
        after.requests_in_force = ()  # With names, a state and its activity have one path.
        return record, save_brain(after, self.minds[1], SavedBeside())

    def brain(self, place: int) -> Brain:
        game = (self.old, self.new)[place]
        brain = game.minds["me"].brain
        return fresh_brain(self.minds[place].loaded().program, brain.host, "me", brain.seed, brain.world)


@FEW
@example(SCRIPTED, [("field", 4, 0, 0)], 1)  # a new service with a jitter
@given(TREES, steps(TREE_EDITS), st.integers(0, TICKS))
def test_a_tree_is_carried_over_as_by_a_hot_swap(nodes, edits, ticks):
    source = mind_of_tree(nodes)
    check_as_swapped(Patched(exported(source), exported(neighbor(source, TREE_EDITS, edits)), ticks))


@FEW
@given(machines(), steps(MACHINE_EDITS), st.integers(0, TICKS))
def test_a_machine_is_carried_over_as_by_a_hot_swap_unless_it_starts_again(graph, edits, ticks):
    source = mind_of_machine(graph)
    check_as_swapped(Patched(exported(source), exported(neighbor(source, MACHINE_EDITS, edits)), ticks))


def may_start_again(node: NodePair) -> bool:
    """Tell whether a node may not go on in a save: a machine, or one with a new service that needs a run."""
    row = node.new
    services = [row.services[place] for place in node.late_services] if isinstance(row, TreeRow) else []
    return isinstance(row, MachineRow) or any(
        service.jitter is not None or service.every.expression is not None for service in services
    )


def check_as_swapped(patched: Patched) -> None:
    """Compare with a hot swap where that runs nothing and no machine starts again; the game goes on."""
    game: Json = patched.new.minds.save()
    saved = game["agents"]["me"]
    record, wanted = patched.swapped()
    rows = patched.minds[1].loaded().program.rows
    known, came = (bytes.fromhex(each["bytes"]) for each in (wanted, saved))
    nodes = plan_of(patched.minds[0].loaded().program, patched.minds[1].loaded().program).nodes.values()
    places = [node.new.index for node in nodes if may_start_again(node)]
    starts_again = any(known[place] > came[place] for place in places)
    if saved["mind"] != patched.save["agents"]["me"]["mind"] and not (
        record.halted or record.exited or record.entered or starts_again
    ):
        services = [service for row in rows if isinstance(row, TreeRow) for service in row.services]
        for service in services:  # One that is new is due now, for a save at once.
            if saved["ints"][service.due] == 0:
                wanted["ints"][service.due] = 0
        for trigger in patched.minds[1].loaded().program.timed_triggers:
            if not came[trigger.index]:  # How long it would be armed is of no use then.
                saved["ints"][trigger.until] = wanted["ints"][trigger.until]
        # The document declares events that its program knows no more; a save drops those that wait.
        table: Json = patched.table
        waiting = wanted.pop("delayed", [])
        kept = [each for each in waiting if each["event"]["name"] in table["events"]]
        wanted |= {"delayed": kept} if kept else {}
        saved.pop("requests", None)
        saved.pop("final", None)  # In which state a mind ended is kept beside its brain.
        wanted["check"] = saved["check"]
        assert first_difference(wanted, saved) == ""
    play(patched.new, ({"answers": wish.get("answers", {})} for wish in patched.case["ticks"]))


# -- what a game sees -------------------------------------------------------------------------------------


def mind(graph: Any, **parts: Any) -> Mind:
    """Return the mind of a document of one graph, at ten ticks a second."""
    return Mind.from_document(document({"g": graph}, **parts), rate=10)


def waits(**seconds: float) -> Mind:
    """Return a mind that waits by nodes of these ids, one after the other."""
    nodes: Json = {"root": {"kind": "sequence", "children": [*seconds]}}
    nodes |= {name: {"kind": "wait", "params": {"seconds": time}} for name, time in seconds.items()}
    return mind(tree(nodes))


def game_of(mind: Mind, ticks: int = 0) -> GameMinds:
    minds = GameMinds()
    minds.add("me", mind)
    for _ in range(ticks):
        minds.tick()
    return minds


def ticks_to_end(minds: GameMinds) -> int:
    for count in range(100):
        minds.tick()
        if minds["me"].status is Status.SUCCESS:
            return count
    raise AssertionError("it did not end")


def test_a_wait_goes_on_though_another_came_before_it_and_ends_by_its_new_time():
    old, new = waits(a=1, b=1), waits(a=1, c=0.5, b=2)
    save = game_of(old, 15).save()
    minds = game_of(new)
    minds.restore(save, [upgrade_table(old.files, new.files)])
    straight = game_of(old, 15)
    assert ticks_to_end(minds) == ticks_to_end(straight) + 10
    assert minds.tick_now == straight.tick_now + 10


def test_a_save_is_carried_over_by_as_many_tables_as_it_takes():
    versions = [waits(a=1, b=1), waits(a=1, b=1.5), waits(a=1, b=2, c=1)]
    tables = [upgrade_table(old.files, new.files) for old, new in pairwise(versions)]
    minds = game_of(versions[-1])
    minds.restore(game_of(versions[0], 15).save(), tables[::-1])
    assert ticks_to_end(minds) == ticks_to_end(game_of(versions[-1], 15))


def test_a_machine_whose_active_state_is_gone_starts_again_and_remembers():
    edges = {"go": {"from": "a", "guard": "n > 2", "to": "b"}}
    old = mind(machine({"a": {"update": ["n = n + 1"]}, "b": {}}, edges), variables={"n": {"type": "int"}})
    new = mind(machine({"a": {"entry": ["n = n + 10"]}}), variables={"n": {"type": "int"}})
    before = game_of(old, 6)
    assert before["me"].active_states == ("b",)
    minds = game_of(new)
    minds.restore(before.save(), [upgrade_table(old.files, new.files)])
    assert (minds["me"].active_states, minds["me"].get("n")) == ((), 3)
    minds.tick()
    assert (minds["me"].active_states, minds["me"].get("n")) == (("a",), 13)


def test_what_waits_because_of_an_error_goes_on_waiting():
    edges = {"go": {"from": "a", "event": "error.execution", "delay": 0.3, "to": "b"}}
    states: Json = {"a": {"entry": ["n = 1 / 0"]}, "b": {}}
    variables: Json = {"n": {"type": "float"}}
    old = mind(machine(states, edges), variables=variables)
    new = mind(machine({**states, "c": {}}, edges), variables=variables)
    save = game_of(old, 2).save()
    minds = game_of(new)
    minds.restore(save, [upgrade_table(old.files, new.files)])
    assert minds["me"].active_states == ("a",)
    for _ in range(4):
        minds.tick()
    assert minds["me"].active_states == ("b",)


def test_a_claim_that_is_gone_gives_its_place_back():
    variables: Json = {"places": {"type": "int", "scope": "world", "default": 2}}
    claim: Json = {"kind": "claim", "params": {"variable": "places"}}
    stay: Json = {"kind": "wait", "params": {"seconds": 9}}
    root: Json = {"kind": "sequence", "children": ["claim", "stay"]}
    old = mind(tree({"root": root, "claim": claim, "stay": stay}), variables=variables)
    new = mind(tree({"root": {**root, "children": ["stay"]}, "stay": stay}), variables=variables)
    save = game_of(old, 3).save()
    assert save["shared"] == {"places": 1}
    for version, free in ((old, 1), (new, 2)):
        minds = game_of(version)
        minds.restore(save, [upgrade_table(old.files, new.files)])
        assert minds.shared() == {"places": free}


def test_a_save_that_no_table_leads_on_from_is_refused():
    old, new = waits(a=1), waits(b=1)
    with pytest.raises(EmbeddingError, match="another mind"):
        game_of(new).restore(game_of(old, 1).save(), [upgrade_table(new.files, old.files)])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "no mindloom-upgrade of version 1"),
        ({"rows": [{"row": 99, "to": 0}]}, "is damaged"),
        ({"always": [{"op": "sing", "to": 0, "from": 0, "children": []}]}, "there is no move 'sing'"),
    ],
)
def test_a_table_that_is_damaged_is_refused(change, words):
    old, new = waits(a=1), waits(a=2)
    with pytest.raises(EmbeddingError, match=words):
        game_of(new).restore(game_of(old, 1).save(), [upgrade_table(old.files, new.files) | change])


def test_exports_without_names_and_of_other_rates_are_refused():
    old = waits(a=1)
    source = document({"g": tree({"root": {"kind": "wait"}})})
    bare = Mind.from_bytes(export_document(source, REGISTRY).text().encode())
    with pytest.raises(ExportProblem, match="no names beside it"):
        upgrade_table(old.files, bare.files)
    faster = Mind.from_document(source, rate=20)
    with pytest.raises(ExportProblem, match="10 and 20 ticks"):
        upgrade_table(old.files, faster.files)
