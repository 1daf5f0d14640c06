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
from runtime.session.session import Session

_RESULTS = (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.SKIPPED, StatusLook.ERROR)
_TRANSITIONS = {
    "": TransitionLook(),
    "error": TransitionLook(LabelState.ERROR),
    "pending": TransitionLook(LabelState.PENDING),
    **{f"taken{step}": TransitionLook(LabelState.TAKEN, fade=step / FADES) for step in range(FADES)},
}


def live_facts(
    tracks: Sequence[AgentTrack], graphs: int, recording: Recording, session: Session
) -> Generator[None, None, dict[str, object]]:
    """Return the minds as they were last, the looks of their graphs and who thinks with what, in steps.

    Raises CompileError for a mind that cannot be exported.
    """
    looks: list[list[object]] = [[] for _ in range(graphs)]
    minds: dict[int, Export] = {}
    agents: list[object] = []
    for track in tracks:
        stage = track.stages[-1]
        for use in stage.uses:
            if not looks[use.graph]:
                looks[use.graph] = yield from _looks_of(use, stage)
        key = id(stage.program)
        if key not in minds:
            root = recording.cast.minds[track.agent].partition("#")[2] or None
            options = ExportOptions(keep_disabled=True, rate=recording.cast.rate)
            minds[key] = export_document(stage.words.document, session.registry, options, root=root)
            yield
        entry = session.document.agents.get(track.agent)
        row_of = {instance.path: instance.row_of for instance in minds[key].program.instances}
        paths = [instance.path for instance in stage.program.instances[: len(stage.uses)]]
        rows = [{element: row for element, row in row_of[path].items() if element} for path in paths]
        given = entry.variables if entry is not None else {}
        agents.append({"mind": list(minds).index(key), "variables": given, "rows": rows})
    programs = [{"program": export.data, "names": export.names} for export in minds.values()]
    return {"minds": programs, "looks": looks, "agents": agents}


def _looks_of(use: Use, stage: Stage) -> Generator[None, None, list[object]]:
    """Return of each part of a graph which look it has by keys, of a wire its edges painted one by one.

    Before the key of a line and a plate there is which of its transitions shows it.
    """
    show = use.show
    drawn = show.drawn.parts
    graph = show.drawn.document.graphs[show.drawn.graph]
    found: list[dict[str, object]] = [{} for _ in drawn]
    for key, run in _node_looks(graph):
        for part, look in (yield from show.tried(RunLooks(dict.fromkeys(graph.nodes, run)), "node")):
            found[part][key] = look
    for place in range(max((len(part.elements) for part in drawn if part.kind == "line"), default=0)):
        chosen = [part.elements[place] for part in drawn if len(part.elements) > place]
        for key, transition in _TRANSITIONS.items():
            tried = RunLooks(transitions=dict.fromkeys(chosen, transition))
            for part, look in (yield from show.tried(tried, "line", "plate")):
                found[part][f"{place}:{key}"] = look
    for place, each in enumerate(drawn):
        node = each.elements[0] if each.kind == "node" and each.elements else ""
        if node in graph.layout and graph.layout[node].collapsed:
            found[place]["inside"] = inside = descendants(graph, node)
            for inner in inside if isinstance(graph, StateMachineGraph) else ():
                name = stage.words.title(use.row_of[inner]) if inner in use.row_of else ""
                for status in (StatusLook.RUNNING, StatusLook.ERROR):
                    folded = RunLooks({node: RunLook(status, active_child=name)})
                    found[place][f"{status}>{inner}"] = dict((yield from show.tried(folded, "node")))[place]
    lines = yield from show.lines_alone((StatusLook.IDLE, *_RESULTS))
    return [lines.get(place, looks) for place, looks in enumerate(found)]


def _node_looks(graph: Graph) -> list[tuple[str, RunLook]]:
    """Return all looks that nodes of a graph may take, but for what folded ones show of what they hide."""
    lives: Sequence[StatusLook] = _RESULTS
    lasts: Sequence[StatusLook] = _RESULTS
    if isinstance(graph, StateMachineGraph):
        lives, lasts = (StatusLook.RUNNING, StatusLook.ERROR), (StatusLook.RUNNING,)
    found = [("", RunLook())]
    if isinstance(graph, DecisionTreeGraph):
        most = max((len(node.branches) for node in graph.nodes.values()), default=0)
        found += [(f"success:{place}", RunLook(StatusLook.SUCCESS, branch=place)) for place in range(most)]
    found += [(status.value, RunLook(status)) for status in lives]
    return found + [(f"last {status}", RunLook(last=status)) for status in lasts]
