"""The states and transitions of an SCXML file, with their elements and the ids that they get here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.formats.basics.xml_file import XmlElement, XmlFile

STATE_TAGS = ("state", "parallel", "final", "history")


@dataclass(eq=False)
class ChartTransition:
    """Hold one transition: its element, the id it gets, the state it belongs to, None for the chart."""

    element: XmlElement
    edge: str
    source: ChartState | None

    @property
    def descriptors(self) -> tuple[str, ...]:
        """Return the event descriptors without the ".*" that changes nothing; empty where eventless."""
        words = self.element.attributes.get("event", "").split()
        return tuple(word if word == "*" else word.removesuffix("*").removesuffix(".") for word in words)


@dataclass(eq=False)
class ChartState:
    """Hold one state: its element and tag, its id in the file and here, what is directly in it."""

    element: XmlElement
    tag: str
    name: str
    node: str
    parent: ChartState | None
    children: list[ChartState] = field(default_factory=list)
    transitions: list[ChartTransition] = field(default_factory=list)
    initial: XmlElement | None = None

    @property
    def real_children(self) -> list[ChartState]:
        """Return the states inside that can be active."""
        return [each for each in self.children if each.tag != "history"]

    @property
    def ancestors(self) -> list[ChartState]:
        """Return the states around this one, inner first."""
        found, around = [], self.parent
        while around is not None:
            found.append(around)
            around = around.parent
        return found


@dataclass
class Chart:
    """Hold a whole chart. `states` are all, in document order; `by_name` finds them by the id of the file."""

    file: XmlFile
    prefix: str
    children: list[ChartState] = field(default_factory=list)
    transitions: list[ChartTransition] = field(default_factory=list)
    states: list[ChartState] = field(default_factory=list)
    by_name: dict[str, ChartState] = field(default_factory=dict)

    def tag(self, element: XmlElement) -> str:
        """Return the name of an element of SCXML, "" for one of another namespace."""
        return element.tag.removeprefix(self.prefix) if self._is_own(element.tag) else ""

    def _is_own(self, tag: str) -> bool:
        return tag.startswith(self.prefix) and ":" not in tag.removeprefix(self.prefix)

    def all_transitions(self) -> Iterator[ChartTransition]:
        """Yield the transitions of the chart, then those of its states in document order."""
        yield from self.transitions
        for state in self.states:
            yield from state.transitions

    def inside(self, element: XmlElement, *tags: str) -> list[XmlElement]:
        """Return the elements of SCXML directly in an element that have one of these names."""
        return [each for each in element.elements if self.tag(each) in tags]


def read_chart(file: XmlFile, name: str) -> Chart:
    """Return the chart that an XML file holds; raises `FileProblem` where it is none or has no states."""
    head, colon, local = file.root.tag.rpartition(":")
    if local != "scxml":
        said = f"The root element is <{file.root.tag}>; expected <scxml>."
        raise FileProblem(Path(name), f"line {file.root.line}", said, "Choose a file of SCXML.")
    chart = Chart(file, f"{head}{colon}")
    _ChartBuilder(chart).build()
    if not any(each.tag != "history" for each in chart.children):
        said = "The chart has no states."
        raise FileProblem(Path(name), f"line {file.root.line}", said, "Give it at least one state.")
    return chart


class _ChartBuilder:
    """Walk the elements and give ids: those of the file where they are free and legal."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.taken: set[str] = set()

    def build(self) -> None:
        root = self.chart.file.root
        wanted = {each.attributes.get("id", "") for each in root.walk()}
        self.reserved = {each for each in wanted if each}
        waiting: list[tuple[XmlElement, ChartState | None]] = [(root, None)]
        while waiting:
            element, around = waiting.pop()
            tags = () if around is not None and around.tag in ("final", "history") else STATE_TAGS
            inner = [self._state(each, around) for each in self.chart.inside(element, *tags)]
            if around is None:
                self.chart.children = inner
            else:
                around.children = inner
            waiting += [(each.element, each) for each in reversed(inner)]
        self._number_states()
        for state in (None, *self.chart.states):
            self._transitions(state)

    def _state(self, element: XmlElement, around: ChartState | None) -> ChartState:
        name = element.attributes.get("id", "")
        inner = self.chart.inside(element, "initial")
        return ChartState(
            element, self.chart.tag(element), name, "", around, initial=inner[0] if inner else None
        )

    def _number_states(self) -> None:
        waiting = list(reversed(self.chart.children))
        while waiting:
            state = waiting.pop()
            self.chart.states.append(state)
            waiting += reversed(state.children)
        for state in self.chart.states:
            first = state.name and state.name not in self.chart.by_name
            if first:
                self.chart.by_name[state.name] = state
            legal = state.name.replace("/", "_")
            state.node = self._free(legal or state.tag, own=bool(first) and legal == state.name)

    def _transitions(self, state: ChartState | None) -> None:
        element = self.chart.file.root if state is None else state.element
        if state is not None and state.tag in ("history", "final"):
            return
        found = [
            ChartTransition(each, self._free(f"{'chart' if state is None else state.node}.{place}"), state)
            for place, each in enumerate(self.chart.inside(element, "transition"), 1)
        ]
        if state is None:
            self.chart.transitions = found
        else:
            state.transitions = found

    def _free(self, wanted: str, *, own: bool = False) -> str:
        found, number = wanted, 1
        while found in self.taken or (found in self.reserved and not own):
            number += 1
            found = f"{wanted}_{number}"
        self.taken.add(found)
        return found
