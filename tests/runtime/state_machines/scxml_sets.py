"""Exit and entry sets read literally from the algorithm of the SCXML recommendation (appendix D).

The procedures are those of the appendix, step by step, over plain sets of rows. They are slow, know nothing
of the runtime's own procedures, and keep their own history values.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow

Node = StateRow | MachineRow


class ScxmlSets:
    """Follow the configuration of one machine: what transitions exit and enter."""

    def __init__(self, machine: MachineRow) -> None:
        self.machine = machine
        self.configuration: set[int] = set()
        self.history_value: dict[int, list[StateRow]] = {}
        self._rows = {row.index: row for row in machine.states}

    # -- predicates of the appendix ---------------------------------------------------------------

    def proper_ancestors(self, state: Node, stop: Node | None) -> list[Node]:
        found: list[Node] = []
        while isinstance(state, StateRow) and state.owner is not stop:
            state = state.owner
            found.append(state)
        return found

    def is_descendant(self, one: Node, other: Node) -> bool:
        return other in self.proper_ancestors(one, None)

    def is_compound(self, state: Node) -> bool:
        return isinstance(state, MachineRow) or (state.kind == "state" and bool(state.child_states))

    # -- selection and exit -----------------------------------------------------------------------

    def effective_targets(self, transition: TransitionRow) -> list[StateRow]:
        return self._resolved(transition.targets)

    def _resolved(self, targets: Iterable[StateRow]) -> list[StateRow]:
        found: list[StateRow] = []
        for target in targets:
            if target.history is None:
                found.append(target)
            else:
                found += self.history_value.get(target.index) or self._resolved(target.history.default)
        return found

    def transition_domain(self, transition: TransitionRow) -> Node | None:
        targets = self.effective_targets(transition)
        source = transition.source
        if not targets:
            return None
        inside = all(self.is_descendant(target, source) for target in targets)
        if isinstance(source, MachineRow):
            return source
        if (transition.internal or transition.interrupt) and self.is_compound(source) and inside:
            return source
        for ancestor in self.proper_ancestors(source, None):
            if self.is_compound(ancestor) and all(self.is_descendant(each, ancestor) for each in targets):
                return ancestor
        raise AssertionError("the machine holds every state")

    def compute_exit_set(self, transitions: Iterable[TransitionRow]) -> list[StateRow]:
        found: set[int] = set()
        for transition in transitions:
            domain = self.transition_domain(transition)
            if domain is not None:
                found.update(
                    index for index in self.configuration if self.is_descendant(self._rows[index], domain)
                )
        return [self._rows[index] for index in sorted(found, reverse=True)]

    # -- entry ------------------------------------------------------------------------------------

    def compute_entry_set(self, transitions: Iterable[TransitionRow]) -> list[StateRow]:
        to_enter: set[int] = set()
        for transition in transitions:
            domain = self.transition_domain(transition)
            for target in transition.targets:
                self.add_descendants(target, to_enter)
            if domain is not None:
                for target in self.effective_targets(transition):
                    self.add_ancestors(target, domain, to_enter)
        return [self._rows[index] for index in sorted(to_enter)]

    def add_descendants(self, state: StateRow, to_enter: set[int]) -> None:
        if state.history is not None:
            inner = self.history_value.get(state.index) or list(state.history.default)
            for each in inner:
                self.add_descendants(each, to_enter)
            for each in inner:
                self.add_ancestors(each, state.owner, to_enter)
            return
        to_enter.add(state.index)
        if self.is_compound(state):
            for each in state.initial:
                self.add_descendants(each, to_enter)
            for each in self._resolved(state.initial):
                self.add_ancestors(each, state, to_enter)
        elif state.kind == "parallel":
            self._add_regions(state, to_enter)

    def add_ancestors(self, state: StateRow, stop: Node, to_enter: set[int]) -> None:
        for ancestor in self.proper_ancestors(state, stop):
            if isinstance(ancestor, StateRow):
                to_enter.add(ancestor.index)
                if ancestor.kind == "parallel":
                    self._add_regions(ancestor, to_enter)

    def _add_regions(self, parallel: StateRow, to_enter: set[int]) -> None:
        for region in parallel.child_states:
            if not any(
                index == region.index or self.is_descendant(self._rows[index], region) for index in to_enter
            ):
                self.add_descendants(region, to_enter)

    # -- a microstep ------------------------------------------------------------------------------

    def microstep(self, transitions: list[TransitionRow]) -> tuple[list[str], list[str]]:
        """Return what is exited and what is entered, in order, and take the step."""
        exits = self.compute_exit_set(transitions)
        for state in exits:
            for history in state.histories:
                assert history.history is not None
                active = [self._rows[index] for index in sorted(self.configuration)]
                below = [each for each in active if self.is_descendant(each, state)]
                self.history_value[history.index] = (
                    [item for item in below if not item.child_states]
                    if history.history.deep
                    else [entry for entry in below if entry.owner is state]
                )
        self.configuration -= {state.index for state in exits}
        # To the letter what is above the default of a history is entered even where it was not exited.
        entries = [
            each for each in self.compute_entry_set(transitions) if each.index not in self.configuration
        ]
        self.configuration |= {state.index for state in entries}
        return [state.node for state in exits], [state.node for state in entries]

    def enter_initial(self) -> list[str]:
        """Return what the machine enters first, in order, and enter it."""
        to_enter: set[int] = set()
        for each in self.machine.initial:
            self.add_descendants(each, to_enter)
        for each in self._resolved(self.machine.initial):
            self.add_ancestors(each, self.machine, to_enter)
        self.configuration = set(to_enter)
        return [self._rows[index].node for index in sorted(to_enter)]
