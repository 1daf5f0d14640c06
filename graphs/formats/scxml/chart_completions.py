"""Who hears that a state is done, and the events by which others than the state itself hear of it.

In SCXML `done.state.x` is an event for everyone; here the completion of a state is heard by its own
transitions alone (rule 4.15). Where others wait for it too, its final states raise an event of that name.
"""

from __future__ import annotations

from graphs.formats.scxml.chart import Chart, ChartState, ChartTransition
from graphs.formats.scxml.chart_words import ChartWords
from graphs.model.action_rows import INDENT


class ChartCompletions:
    """Answer for one chart which states need such an event."""

    def __init__(self, chart: Chart, words: ChartWords) -> None:
        self.words = words
        self.completing = [each for each in chart.states if each.name and _can_complete(each)]
        listeners = list(chart.all_transitions())
        self.raised = {each.name for each in self.completing if _heard_elsewhere(each, listeners)}

    def events(self, transition: ChartTransition) -> tuple[str, ...]:
        """Return what a transition waits for, as it is said here."""
        if "event" not in transition.element.attributes:
            return ("always",)
        found: list[str] = []
        for descriptor in transition.descriptors:
            found += self._said(descriptor, transition.source)
        return tuple(dict.fromkeys(found)) or ("always",)

    def _said(self, descriptor: str, source: ChartState) -> list[str]:
        own = source.name
        is_alone = own not in self.raised
        completes = is_alone and source in self.completing
        if descriptor == "*":
            if is_alone and not self.words.knowledge.relays:
                return ["*"]
            return [*self.words.knowledge.events, "error", *(["done"] if completes else [])]
        if descriptor in ("error", "error.execution"):
            return [descriptor]
        found = ["done"] if completes and _matches(descriptor, own) else []
        heard = any(each.name != own and _matches(descriptor, each.name) for each in self.completing)
        return found if found and not heard else [*found, self.words.knowledge.event(descriptor)]

    def final_lines(self, final: ChartState) -> list[str]:
        """Return the lines by which a final state tells others that the states around it are done."""
        around = final.parent
        assert around is not None
        lines = [f"raise {self._event(around)}"] if around.name in self.raised else []
        parallel = around.parent
        if parallel is None or parallel.kind != "parallel" or parallel.name not in self.raised:
            return lines
        tests = [self._is_final(each) for each in parallel.real_children if each is not around]
        if "false" in tests:
            return lines
        told = f"raise {self._event(parallel)}"
        return [*lines, f"if {' and '.join(tests)}:", INDENT + told] if tests else [*lines, told]

    def _event(self, state: ChartState) -> str:
        return self.words.knowledge.event(f"done.state.{state.name}")

    def _is_final(self, region: ChartState) -> str:
        """Return a condition that is true while a region is in a final state."""
        if region.kind == "parallel":
            tests = [self._is_final(each) for each in region.real_children]
            return "false" if "false" in tests else f"({' and '.join(tests)})"
        flags = [self.words.flag(each.node) for each in region.children if each.kind == "final"]
        return f"({' or '.join(flags)})" if flags else "false"


def _can_complete(state: ChartState) -> bool:
    if state.kind == "parallel":
        return bool(state.real_children)
    return any(each.kind == "final" for each in state.children)


def _matches(descriptor: str, name: str) -> bool:
    done = f"done.state.{name}"
    return descriptor == "*" or done == descriptor or done.startswith(descriptor + ".")


def _heard_elsewhere(state: ChartState, transitions: list[ChartTransition]) -> bool:
    """Tell whether a transition of another state can take the event that a state is done."""
    hearing = [each for each in transitions if any(_matches(word, state.name) for word in each.descriptors)]
    always_own = any(each.source is state and "cond" not in each.element.attributes for each in hearing)
    covered = always_own and not any(each.kind == "parallel" for each in state.ancestors)
    return any(
        each.source is not state and not (covered and each.source in state.ancestors) for each in hearing
    )
