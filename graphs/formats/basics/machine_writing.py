"""What writers of state machines share: which machine is written, its report, where its states begin."""

from __future__ import annotations

from graphs.basics.json_text import JsonObject
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.json_parts import object_of
from graphs.model.document import Document
from graphs.model.graph_parts import Origin
from graphs.model.state_machine import InitialTransition, StateMachineGraph
from graphs.model.variables_and_events import Variable

POLLED = "It is polled here; there it waits for an event 'tick' that has to be sent."
ASKED_ONCE = "Its guard is asked once, when the time is over, not in every tick after."


class MachineWriter:
    """Hold one machine while it is written: `kept` is what its file said, `rows` is the report."""

    def __init__(self, format_id: str, document: Document, graph_id: str, graph: StateMachineGraph) -> None:
        self.format_id = format_id
        self.document = document
        self.graph_id = graph_id
        self.graph = graph
        self.kept = self.kept_of(graph.origin)
        self.rows: list[FormatRow] = []

    @property
    def variables(self) -> dict[str, Variable]:
        """Return the variables that the machine can use."""
        return {**self.document.variables, **self.graph.variables}

    def kept_of(self, origin: Origin) -> JsonObject:
        """Return what an import kept beside a part."""
        return object_of(origin.get(self.format_id))

    def report(self, how: How, what: str, reason: str = "", node: str = "") -> None:
        """Say how a part is written, and why so."""
        self.rows.append(FormatRow(how, what, reason, graph=self.graph_id, node=node))


def machines_of(document: Document) -> dict[str, StateMachineGraph]:
    """Return the machines of a document, the one to be written first: the root, or the first one."""
    machines = {key: each for key, each in document.graphs.items() if isinstance(each, StateMachineGraph)}
    root = document.root or ""
    return {root: machines[root], **machines} if root in machines else machines


def unwritten_graph(graph_id: str, reason: str, remedy: str) -> FormatRow:
    """Return the row of a graph that is not written."""
    return FormatRow("lost", f"graph {graph_id}", reason, remedy, graph=graph_id)


def parts_of_start(start: str | InitialTransition | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return where a state begins, and the lines that are done on the way."""
    if isinstance(start, InitialTransition):
        return start.targets, start.actions
    return (() if start is None else (start,)), ()
