"""Put agents beside each other: what is active in each, which variables differ, how nodes stand; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from editor.running.node_facts import value_words
from editor.running.row_looks import NOTHING, RowLook, instance_shown, row_look
from editor.running.run_view import RunView, view_of_brain
from graphs.expressions.types import Value
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from runtime.history.recording.agent_view import AgentView, view_at
from runtime.history.recording.row_words import element_title
from runtime.minds.program.rows import RowFamily

MOST_COLUMNS = 4

LineKind = Literal["active", "variable", "status"]


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold what stands in one column: words, and for a status its look."""

    words: str
    look: RowLook = NOTHING


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """Hold one line of a comparison, a cell per agent; of a status also where its element is."""

    kind: LineKind
    name: str
    cells: tuple[Cell, ...]
    graph: str = ""
    element: str = ""

    @property
    def differs(self) -> bool:
        """Tell whether not all agents have the same."""
        return len(set(self.cells)) > 1


@dataclass(frozen=True, slots=True)
class Side:
    """Hold one agent of a comparison: how it stands, its variables, and its mind's document."""

    agent: str
    title: str
    view: AgentView
    variables: Mapping[str, Value]
    document: Document


def sides_of(run: RunView, agents: Sequence[str]) -> tuple[Side, ...]:
    """Return the agents that think, as they stand in the tick shown; their values only where it is exact."""
    session, recording = run.session, run.time.recording
    if session is None or recording is None:
        return ()
    found = []
    for agent in agents[:MOST_COLUMNS]:
        mind = run.mind_of(agent)
        document = run.versions.document(mind) if mind is not None else None
        if document is None or agent not in session.brains:
            continue
        seeking, tick = run.time.is_seeking, run.time.shown_tick
        if agent == run.picked_agent and run.view is not None:
            view = run.view
        elif seeking and tick in recording:
            view = view_at(recording, agent, tick)
        else:
            view = view_of_brain(session, agent)
        variables = {} if seeking else session.variables(agent)
        found.append(Side(agent, run.agent_title(agent), view, variables, document))
    return tuple(found)


def compared(
    sides: Sequence[Side], graph: str, registry: Registry, *, only_different: bool
) -> tuple[ComparedLine, ...]:
    """Return the lines of a comparison: what is active, variables, then the elements of one graph."""
    lines = [_active_line(sides, registry), *_variable_lines(sides), *_status_lines(sides, graph, registry)]
    return tuple(line for line in lines if line.kind == "active" or line.differs or not only_different)


def live_elements(view: AgentView, graph: str) -> tuple[str, ...]:
    """Return the elements of a graph that run or are active in a view."""
    instance = instance_shown(view, graph)
    if instance is None:
        return ()
    looks = ((element, row_look(view, row)) for element, row in instance.row_of.items() if element)
    return tuple(element for element, look in looks if look.look == "running" and not look.ghost)


def _active_line(sides: Sequence[Side], registry: Registry) -> ComparedLine:
    return ComparedLine("active", "Active", tuple(Cell(_active_words(side, registry)) for side in sides))


def _active_words(side: Side, registry: Registry) -> str:
    """Return the active states from the outermost in, or the leaf of a tree that runs."""
    view = side.view
    if view.tick < 0:
        return "not begun"
    rows = [row for row in view.program.rows if row.node]
    active = [row for row in rows if row.family is RowFamily.STATE and view.active(row.index)]
    if active:
        titles = [element_title(side.document, row.graph, row.node, registry) for row in active]
        return " › ".join(titles)
    running = [row for row in rows if row_look(view, row.index) == RowLook("running") and not row.children]
    if not running:
        return "nothing"
    return element_title(side.document, running[-1].graph, running[-1].node, registry)


def _variable_lines(sides: Sequence[Side]) -> list[ComparedLine]:
    names = dict.fromkeys(name for side in sides for name in side.variables)
    return [
        ComparedLine("variable", name, tuple(Cell(_value(side.variables, name)) for side in sides))
        for name in names
    ]


def _value(variables: Mapping[str, Value], name: str) -> str:
    return value_words(variables[name]) if name in variables else "–"


def _status_lines(sides: Sequence[Side], graph: str, registry: Registry) -> list[ComparedLine]:
    """Return a line per element of a graph that all of them run."""
    instances = [instance_shown(side.view, graph) for side in sides]
    first = instances[0] if instances else None
    if first is None or any(instance is None for instance in instances):
        return []
    lines = []
    for element, place in first.row_of.items():
        if not element or sides[0].view.program.rows[place].family is RowFamily.TRANSITION:
            continue
        cells = []
        for side, instance in zip(sides, instances, strict=True):
            row = instance.row_of.get(element) if instance is not None else None
            look = row_look(side.view, row) if row is not None else NOTHING
            cells.append(Cell(look_words(look), look))
        title = element_title(sides[0].document, graph, element, registry)
        lines.append(ComparedLine("status", title, tuple(cells), graph, element))
    return lines


def look_words(look: RowLook) -> str:
    """Return how something stands, in words."""
    if not look.look:
        return "–"
    return f"last {look.look}" if look.ghost else look.look
