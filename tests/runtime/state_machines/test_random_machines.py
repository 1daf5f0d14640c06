"""What holds for every machine, shown on random ones (rules 1.4, 1.5, sections 4 and 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model.document import FEWEST_ROUNDS
from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome, Status
from runtime.minds.actions.action_lines import RaiseLine
from runtime.minds.brain.brain import Brain
from runtime.minds.machines import game_tick, macrostep
from runtime.minds.machines.configuration import exit_set
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.machines.microstep import microstep
from runtime.minds.machines.tick_state import Completion, MachineTick
from runtime.minds.program.rows import Row, RowFamily
from tests.example_counts import daily
from tests.runtime.lone_brain import LoneBrain
from tests.runtime.state_machines.called_graphs import mind_of
from tests.runtime.state_machines.random_machines import POSTS, machines, waiting_machines

FEW = settings(max_examples=daily(6, deep=40), deadline=None, suppress_health_check=[HealthCheck.too_slow])


ROUNDS = daily(20, deep=FEWEST_ROUNDS)
"""After so many rounds a machine runs in circles: fewer than a document may ask for, as many do so."""


def brain_of(graph: dict[str, Any], seed: int = 1) -> LoneBrain:
    return LoneBrain(mind_of(graph).model_copy(update={"rounds": ROUNDS}), seed=seed)


def interpreted(graph: dict[str, Any]) -> LoneBrain:
    """Return a brain that runs by the readable interpreter, so that its parts can be looked into."""
    one = brain_of(graph)
    one.brain.interpreted = True
    return one


def events_of(names: tuple[str, ...]) -> list[RaisedEvent]:
    return [RaisedEvent(name, {"x": 1} if name == "one" else {}) for name in names]


def outcomes(one: LoneBrain, posts: list[tuple[str, ...]]) -> list[tuple[Status, bytes]]:
    return [(one.tick(*events_of(names)), bytes(one.brain.outcomes)) for names in posts]


def states_of(one: LoneBrain) -> list[StateRow]:
    return [row for row in one.program.rows if isinstance(row, StateRow)]


def assert_legal(machine_row: MachineRow, brain: Brain) -> None:
    """Closed under parents; one child per compound, all regions of a parallel; only what can be active."""
    tops = [state for state in machine_row.child_states if state.active(brain)]
    assert len(tops) == 1
    for state in machine_row.states:
        inner = [child for child in state.child_states if child.active(brain)]
        if not state.active(brain):
            assert inner == []
            continue
        assert state.kind != "history"
        assert not state.disabled
        if state.is_parallel:
            assert inner == list(state.child_states)
        else:
            assert len(inner) == (1 if state.child_states else 0)


@FEW
@given(machines(), POSTS)
def test_4_1_the_configuration_is_legal_after_every_microstep(graph, posts):
    taken: list[tuple[TransitionRow, ...]] = []

    def checked(machine_row: MachineRow, brain: Brain, transitions: list[TransitionRow]) -> None:
        exits = [set(exit_set([each], machine_row, brain)) for each in transitions]
        assert sum(map(len, exits)) == len(set().union(*exits))
        microstep(machine_row, brain, transitions)
        assert_legal(machine_row, brain)
        taken.append(tuple(transitions))

    one = interpreted(graph)
    count = 0
    with mock.patch.object(macrostep, "microstep", checked):
        for names in posts:
            one.tick(*events_of(names))
            count += len(one.taken())
            root = one.program.rows[0]
            assert isinstance(root, MachineRow)
            if one.brain.ended:
                assert not any(state.active(one.brain) for state in states_of(one))
            else:
                assert_legal(root, one.brain)
    assert sum(map(len, taken)) == count


@FEW
@given(machines(), POSTS)
def test_4_6_every_entry_has_one_exit(graph, posts):
    one = brain_of(graph)
    finals = {key for key, node in graph["nodes"].items() if node["kind"] == "final"}
    inside: set[str] = set()
    for names in posts:
        one.tick(*events_of(names))
        for word in one.notes():
            if word[1:] in finals:
                continue
            if word.startswith("+"):
                assert word[1:] not in inside
                inside.add(word[1:])
            else:
                assert word[1:] in inside
                inside.remove(word[1:])
    own = {row.name for row in states_of(one) if row.graph == "g"}
    assert inside == (set(one.active()) & own) - finals


@FEW
@given(machines(), POSTS)
def test_7_2_state_bytes_tell_the_change_of_the_configuration(graph, posts):
    one = brain_of(graph)
    before = set[int]()
    for names in posts:
        one.tick(*events_of(names))
        after = {state.index for state in states_of(one) if state.active(one.brain)}
        for state in states_of(one):
            byte = one.brain.outcomes[state.index]
            was, now = state.index in before, state.index in after
            allowed = {
                (False, False): (StateOutcome.INACTIVE, StateOutcome.PASSED),
                (False, True): (StateOutcome.ENTERED,),
                (True, False): (StateOutcome.EXITED,),
                (True, True): (StateOutcome.ACTIVE, StateOutcome.REENTERED),
            }[was, now]
            assert byte in allowed
        before = after


@FEW
@given(machines(), POSTS, st.integers(0, 2**32 - 1))
def test_1_5_the_same_seed_and_events_give_the_same_bytes(graph, posts, seed):
    assert outcomes(brain_of(graph, seed), posts) == outcomes(brain_of(graph, seed), posts)


@settings(FEW, max_examples=daily(5, deep=20))
@given(machines() | waiting_machines(), POSTS, st.integers(0, 30))
def test_1_5_a_machine_restored_from_a_snapshot_goes_on_as_the_straight_run(graph, posts, cut):
    """Go on from one tick, and from the first two at which a transition was pending or an event delayed."""
    straight = brain_of(graph)
    saved, trace = [], []
    for names in posts:
        saved.append((straight.slab.snapshot(), straight.brain.machines.snapshot(), straight.brain.ended))
        trace += outcomes(straight, [names])
    waiting = [
        [place for place, (_, memory, _) in enumerate(saved) if kept(memory)]
        for kept in (lambda memory: memory.pending, lambda memory: memory.delayed)
    ]
    for place in {min(cut, len(saved) - 1), *(each for places in waiting for each in places[:2])}:
        slab, memory, ended = saved[place]
        resumed = brain_of(graph)
        resumed.slab.restore(slab)
        resumed.brain.machines.restore(memory)
        resumed.host.tick, resumed.brain.ended = place, ended
        assert outcomes(resumed, posts[place:]) == trace[place:]


@FEW
@given(machines(), POSTS, st.randoms(use_true_random=False))
def test_1_4_names_titles_and_the_order_of_stored_keys_change_nothing(graph, posts, shuffler):
    keys, edges = list(graph["nodes"]), list(graph["edges"])
    shuffler.shuffle(keys)
    shuffler.shuffle(edges)
    other = {
        **graph,
        "nodes": {key: {**graph["nodes"][key], "name": f"Name of {key}", "note": "a note"} for key in keys},
        "edges": {key: {**graph["edges"][key], "title": f"Title of {key}"} for key in edges},
    }
    assert outcomes(brain_of(other), posts) == outcomes(brain_of(graph), posts)


@FEW
@given(machines(), POSTS)
def test_4_14_watching_changes_nothing(graph, posts):
    watched, plain = brain_of(graph), brain_of(graph)
    for names in posts:
        watched.tick(*events_of(names))
        for event in events_of(names):
            plain.brain.post(event)
        plain.brain.tick(None)
        plain.host.tick += 1
        assert watched.brain.outcomes == plain.brain.outcomes
        assert watched.slab.snapshot() == plain.slab.snapshot()
        assert watched.brain.machines.snapshot() == plain.brain.machines.snapshot()


@contextmanager
def watched_events() -> Iterator[tuple[list[tuple[int, str, int]], Counter[str]]]:
    """Gather the posted events that machines take, and count events accepted from raises."""
    taken: list[tuple[int, str, int]] = []
    accepted: Counter[str] = Counter()
    plain_take, plain_macrostep = MachineTick.take_raised, macrostep.macrostep

    def take_raised(tick: MachineTick, event: RaisedEvent) -> None:
        if not tick.stopping:
            accepted[event.name] += 1
        plain_take(tick, event)

    def one_macrostep(
        machine_row: MachineRow, brain: Brain, tick: MachineTick, item: RaisedEvent | Completion
    ) -> bool:
        if any(item is event for event in brain.events_now):
            taken.append((machine_row.index, item.name, id(item)))
        return plain_macrostep(machine_row, brain, tick, item)

    with (
        mock.patch.object(MachineTick, "take_raised", take_raised),
        mock.patch.object(game_tick, "macrostep", one_macrostep),
    ):
        yield taken, accepted


@FEW
@given(machines(), POSTS)
def test_6_5_no_event_is_lost_or_taken_twice(graph, posts):
    """In a tick that came to rest and did not end, each machine that ran takes each posted event once, in
    order, and what is raised or due is taken once.
    """
    one = interpreted(graph)
    memory = one.brain.machines
    for names in posts:
        posted = events_of(names)
        running = _running(one)
        due = Counter(waiting.event.name for waiting in memory.delayed if waiting.due <= one.host.tick)
        with watched_events() as (taken, accepted):
            one.tick(*posted)
        assert max(Counter(taken).values(), default=0) <= 1
        whole = one.brain.ended is False and not any("rest" in message for message in one.errors())
        for index in running if whole else ():
            mine = [name for machine_row, name, _ in taken if machine_row == index]
            assert mine == list(names)[: len(mine)]
            if index == 0:
                assert mine == list(names)
        raised = Counter(event.name for event, _ in one.brain.raised)
        assert raised <= accepted + due
        if whole and not _ended_inside(one):
            assert accepted <= raised


def _running(one: LoneBrain) -> list[int]:
    machines_of = (row for row in one.program.rows if isinstance(row, MachineRow))
    return [row.index for row in machines_of if any(state.active(one.brain) for state in row.states)]


def _ended_inside(one: LoneBrain) -> bool:
    """Tell whether a nested machine was halted or ended in the last tick: it may have dropped events."""
    rows = [row for row in one.program.rows if isinstance(row, MachineRow) and row.index]
    return any(one.brain.outcomes[row.index] not in (Status.IDLE, Status.RUNNING) for row in rows)


@FEW
@given(machines(), POSTS)
def test_6_1_a_halted_activity_never_raises(graph, posts):
    """What raises stands in states that are active; an action that was halted is not ticked again."""
    plain = RaiseLine.run

    def run(line: RaiseLine, brain: Brain, row: Row) -> None:
        if row.family is RowFamily.TREE_NODE:
            around = row
            while around.parent >= 0:
                around = brain.program.rows[around.parent]
                if isinstance(around, StateRow):
                    assert around.active(brain)
        plain(line, brain, row)

    one = interpreted(graph)
    with mock.patch.object(RaiseLine, "run", run):
        for names in posts:
            one.tick(*events_of(names))


@FEW
@given(waiting_machines(), POSTS)
def test_4_10_what_waits_belongs_to_what_is_active(graph, posts):
    """Pending transitions to active sources, delayed events to active states and running machines."""
    one = brain_of(graph)
    rows = one.program.rows
    for names in posts:
        one.tick(*events_of(names))
        active = {state.index for state in states_of(one) if state.active(one.brain)}
        running = set(_running(one))
        for source, waiting in one.brain.machines.pending.items():
            assert source in active | running
            entry = rows[waiting.transition]
            assert isinstance(entry, TransitionRow)
            assert entry.source.index == source
        for delayed in one.brain.machines.delayed:
            assert delayed.machine in running
            assert delayed.state == -1 or delayed.state in active
        dues = [delayed.due for delayed in one.brain.machines.delayed]
        assert dues == sorted(dues)
