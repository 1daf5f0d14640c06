"""The states and transitions of an SCXML file, with their elements and the ids that they get here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graphs.basics.ids import free_name
from graphs.files.document_file import FileProblem
from graphs.formats.basics.machine_reading import ReadState
from graphs.formats.basics.xml_file import XmlElement, XmlFile

STATE_TAGS = ("state", "parallel", "final", "history")


@dataclass(eq=False)
class ChartTransition:
    """Hold one transition: its element, the id it gets, the state it belongs to."""

    element: XmlElement
    edge: str
    source: ChartState

    @property
    def descriptors(self) -> tuple[str, ...]:
        """Return the event descriptors without the ".*" that changes nothing; empty where eventless."""
        words = self.element.attributes.get("event", "").split()
        return tuple(word if word == "*" else word.removesuffix("*").removesuffix(".") for word in words)


@dataclass(eq=False, kw_only=True)
class ChartState(ReadState):
    """Hold one state with its element and its id in the file; the chart is the outermost one."""

    element: XmlElement
    name: str
    transitions: list[ChartTransition] = field(default_factory=list)


@dataclass
class Chart:
    """Hold a whole chart. `states` are all, in document order; `by_name` finds them by the id of the file."""

    file: XmlFile
    prefix: str
    root: ChartState
    states: list[ChartState] = field(default_factory=list)
    by_name: dict[str, ChartState] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Return the name of the chart."""
        return self.root.element.attributes.get("name", "")

    def tag(self, element: XmlElement) -> str:
        """Return the name of an element of SCXML, "" for one of another namespace."""
        local = element.tag.removeprefix(self.prefix)
        return local if element.tag.startswith(self.prefix) and ":" not in local else ""

    def inside(self, element: XmlElement, *tags: str) -> list[XmlElement]:
        """Return the elements of SCXML directly in an element that have one of these names."""
        return [each for each in element.elements if self.tag(each) in tags]

    def all_transitions(self) -> Iterator[ChartTransition]:
        """Yield the transitions of the chart, then those of its states in document order."""
        for state in self.root.walk():
            yield from state.transitions


def read_chart(file: XmlFile, name: str) -> Chart:
    """Return the chart that an XML file holds; raises `FileProblem` where it is none or has no states."""
    head, colon, local = file.root.tag.rpartition(":")
    where = f"line {file.root.line}"
    if local != "scxml":
        said = f"The root element is <{file.root.tag}>; expected <scxml>."
        raise FileProblem(Path(name), where, said, "Choose a file of SCXML.")
    chart = Chart(file, f"{head}{colon}", ChartState("scxml", "", None, element=file.root, name=""))
    _add_states(chart, chart.root)
    if not chart.root.real_children:
        raise FileProblem(Path(name), where, "The chart has no states.", "Give it at least one state.")
    _give_ids(chart)
    return chart


def _add_states(chart: Chart, around: ChartState) -> None:
    tags = () if around.kind in ("final", "history") else STATE_TAGS
    for each in chart.inside(around.element, *tags):
        name = each.attributes.get("id", "")
        state = ChartState(chart.tag(each), "", around, element=each, name=name)
        around.children.append(state)
        chart.states.append(state)
        _add_states(chart, state)


def _give_ids(chart: Chart) -> None:
    """Give ids to states, then to transitions: those of the file where they are free and legal."""
    reserved = {each.attributes.get("id", "") for each in chart.root.element.walk()}
    taken: set[str] = set()
    for state in chart.states:
        is_first = bool(state.name) and chart.by_name.setdefault(state.name, state) is state
        wanted = state.name.replace("/", "_") or state.kind
        is_own = is_first and wanted == state.name
        state.node = free_name(wanted, taken, () if is_own else reserved)
        taken.add(state.node)
    for state in chart.root.walk():
        arrows = () if state.kind in ("final", "history") else chart.inside(state.element, "transition")
        for place, each in enumerate(arrows, 1):
            edge = free_name(f"{state.node or 'chart'}.{place}", taken, reserved)
            taken.add(edge)
            state.transitions.append(ChartTransition(each, edge, state))
