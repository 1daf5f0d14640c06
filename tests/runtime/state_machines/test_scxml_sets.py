"""Microsteps of random machines exit and enter what the SCXML algorithm says, in its order (4.5, 4.6)."""

from __future__ import annotations

from typing import Any
from unittest import mock

from hypothesis import HealthCheck, given, settings

from runtime.minds.brain.brain import Brain
from runtime.minds.machines import game_tick, macrostep
from runtime.minds.machines.machine_rows import MachineRow, TransitionRow
from runtime.minds.machines.microstep import enter_initial, microstep
from tests.example_counts import daily
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.scxml_sets import ScxmlSets
from tests.runtime.state_machines.test_random_machines import events_of, interpreted

FEW = settings(max_examples=daily(8, deep=40), deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Followed:
    """Let the literal sets take every microstep of the root machine beside the interpreter."""

    def __init__(self, graph: dict[str, Any]) -> None:
        self.one = interpreted(graph)
        root = self.one.program.rows[0]
        assert isinstance(root, MachineRow)
        self.root = root
        self.sets = ScxmlSets(root)
        self.steps = 0

    def passed(self, brain: Brain, first: int) -> tuple[list[str], list[str]]:
        """Return what the root machine's states went through since `first`, exits and entries apart."""
        assert brain.log is not None
        rows = self.one.program.rows
        own = [
            (rows[index].node, kind)
            for index, kind in brain.log.passages[first:]
            if rows[index] in self.root.states
        ]
        return [node for node, kind in own if kind == "exit"], [node for node, kind in own if kind == "enter"]

    def enter_initial(self, machine: MachineRow, brain: Brain) -> None:
        assert brain.log is not None
        first = len(brain.log.passages)
        enter_initial(machine, brain)
        if machine is self.root:
            assert self.passed(brain, first) == ([], self.sets.enter_initial())

    def microstep(self, machine: MachineRow, brain: Brain, transitions: list[TransitionRow]) -> None:
        assert brain.log is not None
        first = len(brain.log.passages)
        microstep(machine, brain, transitions)
        if machine is self.root:
            assert self.passed(brain, first) == self.sets.microstep(transitions)
            self.steps += 1


@FEW
@given(machines(), POSTS)
def test_4_6_exits_and_entries_are_those_of_the_scxml_algorithm(graph, posts):
    followed = Followed(graph)
    with (
        mock.patch.object(macrostep, "microstep", followed.microstep),
        mock.patch.object(game_tick, "enter_initial", followed.enter_initial),
    ):
        for names in posts:
            followed.one.tick(*events_of(names))
            if followed.one.brain.ended:
                return
            active = {state.index for state in followed.root.states if state.active(followed.one.brain)}
            assert active == followed.sets.configuration
