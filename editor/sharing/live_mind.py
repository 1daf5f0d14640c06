"""Gather what a page needs to run the minds of a recording itself: programs, and every look they may take.

`resources/share/live.js` names looks by the keys used here: a status, "last " before a past one, and behind a
colon the branch that a question took, behind a ">" the active state that a folded one holds.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from editor.canvas.items.pictures import RunLook, RunLooks, TransitionLook
from editor.canvas.painting.pictures import LabelState
from editor.sharing.agent_track import FADES, AgentTrack, Stage, Use
from editor.theme.tokens import StatusLook
from graphs.model import DecisionTreeGraph, Graph, StateMachineGraph
from graphs.structure.queries import descendants
from runtime.export.export_document import Export, ExportOptions, export_document
from runtime.history.recording.recording import Recording
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session

_RESULTS = (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.SKIPPED, StatusLook.ERROR)
_LINES = (
    StatusLook.RUNNING,
    StatusLook.SUCCESS,
    StatusLook.FAILURE,
    StatusLook.ERROR,
    StatusLook.DISABLED,
)
_TRANSITIONS = {
    "": TransitionLook(),
    "error": TransitionLook(LabelState.ERROR),
    "pending": TransitionLook(LabelState.PENDING),
    **{f"taken{step}": TransitionLook(LabelState.TAKEN, fade=step / FADES) for step in range(FADES)},
}

Steps = Generator[None, None, list[object]]
"""Short steps that return what became of each part of a graph."""


class CannotRunLive(Exception):
    """Say why a mind cannot run in a page."""


def live_facts(
    tracks: Sequence[AgentTrack], graphs: int, recording: Recording, session: Session
) -> Generator[None, None, dict[str, object]]:
    """Return the minds as they were last, the looks of their graphs and who thinks with what, in steps.

    Raises
    ------
    CannotRunLive
        For a mind that cannot be exported.
    """
    looks: list[list[object]] = [[] for _ in range(graphs)]
    minds: dict[int, Export] = {}
    agents = []
    for track in tracks:
        stage = track.stages[-1]
        for use in stage.uses:
            if not looks[use.graph]:
                looks[use.graph] = yield from _looks_of(use, stage)
        export = minds.get(id(stage.program))
        if export is None:
            export = minds[id(stage.program)] = _exported(track, stage, recording, session)
            yield
        entry = session.document.agents.get(track.agent)
        places = {instance.path: instance.row_of for instance in export.program.instances}
        agents.append(
            {
                "mind": list(minds).index(id(stage.program)),
                "variables": entry.variables if entry is not None else {},
                "rows": [
                    {key: row for key, row in places.get(instance.path, {}).items() if key}
                    for instance in stage.program.instances[: len(stage.uses)]
                ],
            }
        )
    programs = [{"program": export.data, "names": export.names} for export in minds.values()]
    return {"minds": programs, "looks": looks, "agents": agents}


def _exported(track: AgentTrack, stage: Stage, recording: Recording, session: Session) -> Export:
    root = recording.cast.minds[track.agent].partition("#")[2] or None
    options = ExportOptions(keep_disabled=True, rate=recording.cast.rate)
    try:
        return export_document(stage.words.document, session.registry, options, root=root)
    except CompileError as problem:
        said = f"The mind of {track.agent} cannot run in a page: {problem}"
        raise CannotRunLive(f"{said} Mend it, or share the run without live.") from None


def _looks_of(use: Use, stage: Stage) -> Steps:
    """Return of each part which look it has by keys: for a plate a table for each of its transitions.

    Of a wire it returns its edges instead, painted one by one.
    """
    show = use.show
    graph = show.drawn.document.graphs[show.drawn.graph]
    found: list[dict[str, object]] = [{} for _ in show.drawn.parts]

    def note(key: str, looks: Sequence[tuple[int, int]]) -> None:
        for part, look in looks:
            found[part][key] = look

    for key, run in _node_looks(graph):
        note(key, (yield from show.tried(RunLooks(nodes=dict.fromkeys(graph.nodes, run)), "node")))
    if isinstance(graph, StateMachineGraph):
        for place in range(max((len(part.elements) for part in show.drawn.parts), default=0)):
            chosen = [part.elements[place] for part in show.drawn.parts if len(part.elements) > place]
            for key, transition in _TRANSITIONS.items():
                tried = RunLooks(transitions=dict.fromkeys(chosen, transition))
                note(f"{place}:{key}", (yield from show.tried(tried, "line", "plate")))
    for place, part in enumerate(show.drawn.parts):
        node = part.elements[0] if part.kind == "node" and part.elements else ""
        if node in graph.layout and graph.layout[node].collapsed:
            found[place]["inside"] = descendants(graph, node)
            for key, run in _folded_looks(graph, node, stage, use):
                looks = yield from show.tried(RunLooks(nodes={node: run}), "node")
                found[place][key] = dict(looks)[place]
    parts: list[object] = list(found)
    lines = yield from show.lines_alone(
        (StatusLook.SUCCESS,) if isinstance(graph, DecisionTreeGraph) else _LINES
    )
    for place, edges in lines.items():
        parts[place] = [[edge.child, edge.branch, edge.looks] for edge in edges]
    return parts


def _node_looks(graph: Graph) -> list[tuple[str, RunLook]]:
    """Return all looks that nodes of a graph may take, but for what folded ones show of what they hide."""
    found = [("", RunLook())]
    if isinstance(graph, StateMachineGraph):
        lives: Sequence[StatusLook] = (StatusLook.RUNNING, StatusLook.ERROR)
        lasts: Sequence[StatusLook] = (StatusLook.RUNNING,)
    else:
        lives = lasts = _RESULTS
    if isinstance(graph, DecisionTreeGraph):
        most = max((len(node.branches) for node in graph.nodes.values()), default=0)
        found += [(f"success:{branch}", RunLook(StatusLook.SUCCESS, branch=branch)) for branch in range(most)]
    found += [(status.value, RunLook(status)) for status in lives]
    return found + [(f"last {status}", RunLook(last=status)) for status in lasts]


def _folded_looks(graph: Graph, node: str, stage: Stage, use: Use) -> list[tuple[str, RunLook]]:
    """Return the looks of a folded state: it names the state that is active in it."""
    if not isinstance(graph, StateMachineGraph):
        return []
    return [
        (f"{status}>{inner}", RunLook(status, active_child=stage.words.title(use.row_of[inner])))
        for inner in descendants(graph, node)
        if inner in use.row_of
        for status in (StatusLook.RUNNING, StatusLook.ERROR)
    ]
