"""Follow one agent through a run for a page: write down its looks, outcomes, reasons and values."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace

from editor.canvas.items.pictures import NOT_RUN, RunLook
from editor.canvas.overlays.run_reading import (
    decision_look,
    is_fading,
    rolled_up,
    state_look,
    transition_look,
    tree_node_look,
)
from editor.sharing.graph_drawing import GraphShow
from editor.sharing.timelines import ManyChanges, Texts
from editor.theme.tokens import StatusLook
from graphs.expressions.types import Value
from graphs.kinds.declarations.registry import Registry
from graphs.model import StateMachineGraph
from graphs.structure.queries import descendants
from runtime.basics.status import RESULT_MASK, TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_words import RowWords
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.why import Inquiry
from runtime.minds.expressions.explain import format_value
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

FADES = 4
"""Looks of a taken transition on its way back to idle."""

MOST_INQUIRIES = 6000
"""So many answers of one agent look back over the run; later ones are what the tick alone tells."""

_LOOKS = {
    RowFamily.STATE: state_look,
    RowFamily.TREE_NODE: tree_node_look,
    RowFamily.DECISION: decision_look,
}


@dataclass
class Use:
    """Hold one use of a graph in a mind: its drawing, its caller (-1: none), and what became of it."""

    graph: int
    caller: int
    element: str
    show: GraphShow
    row_of: Mapping[str, int]
    own: dict[str, RunLook] = field(default_factory=dict)
    """The looks of nodes, but for what folded ones show of what they hide."""
    parts: ManyChanges = field(default_factory=ManyChanges)
    outcomes: ManyChanges = field(default_factory=ManyChanges)
    whys: ManyChanges = field(default_factory=ManyChanges)


@dataclass
class Stage:
    """Hold a stretch of the run in which the mind was the same."""

    first: int
    program: Program
    words: RowWords
    view: AgentView
    uses: list[Use] = field(default_factory=list)
    owner: dict[int, tuple[Use, str]] = field(default_factory=dict)
    moving: set[int] = field(default_factory=set)


class AgentTrack:
    """Write down what a page tells of one agent."""

    def __init__(
        self, recording: Recording, session: Session, agent: str, texts: Texts, registry: Registry
    ) -> None:
        self.agent = agent
        self.stages: list[Stage] = []
        self.values = ManyChanges()
        self.log: list[tuple[int, str, int]] = []
        """What happened: tick, sort (taken, error), number of its words."""
        self._recording, self._texts, self._registry = recording, texts, registry
        self._ticks = LoggedTicks(recording, session, agent)
        self._inquiries = 0
        self._before: Mapping[str, Value] = {}

    def begin_stage(self, first: int, words: RowWords) -> Stage:
        """Let a new stage begin: the mind is another from tick `first` on."""
        program = words.program
        stage = Stage(first, program, words, AgentView(program, self.agent))
        self.stages.append(stage)
        return stage

    def add_use(self, stage: Stage, instance: Instance, graph: int, drawn: GraphShow) -> Use:
        """Let a stage show a use of a graph, callers before what they call."""
        caller, element = _caller(stage, instance)
        use = Use(graph, caller, element, drawn, instance.row_of)
        stage.uses.append(use)
        stage.owner |= {row: (use, key) for key, row in instance.row_of.items() if key}
        return use

    def take(
        self, frame: TraceFrame, session: Session | None, *, logged: bool, floats: bool
    ) -> Generator[None, None, None]:
        """Take the frame of the next tick, after the session's step; painting comes in short steps."""
        stage, tick = self.stages[-1], frame.tick
        view = stage.view
        changed = view.merge(frame)
        touched: dict[int, dict[str, None]] = {}
        for row in sorted(changed | stage.moving):
            if row in stage.owner:
                use, element = stage.owner[row]
                if self._note_look(stage, row):
                    touched.setdefault(id(use), {})[element] = None
                if use.outcomes.note(element, tick, view.outcome[row]) and logged:
                    self._note_why(stage, row, frame)
        for use in stage.uses:
            if id(use) in touched:
                elements = _with_rolled_up(stage, use, touched[id(use)])
                for part, look in (yield from use.show.refresh(elements)):
                    use.parts.note(part, tick, look)
        brain = frame.brains.get(self.agent)
        if brain is not None:
            for row in brain.taken:
                self.log.append((tick, "taken", self._texts.place(stage.words.title(row))))
            for error in brain.errors:
                said = f"{stage.words.title(error.row)}: {error.message}"
                self.log.append((tick, "error", self._texts.place(said)))
        if session is not None:
            self._note_values(session.variables(self.agent), tick, floats=floats)

    def _note_look(self, stage: Stage, row: int) -> bool:
        """Put how a row looks now into the looks of its graph; return whether it is another look."""
        use, element = stage.owner[row]
        view, looks = stage.view, use.show.looks
        family = stage.program.rows[row].family
        if family is RowFamily.TRANSITION:
            look = transition_look(view, row, shows_candidate=False)
            look = replace(look, fade=int(look.fade * FADES) / FADES)
            (stage.moving.add if is_fading(view, row) else stage.moving.discard)(row)
            if look == looks.transition(element):
                return False
            looks.transitions[element] = look
            return True
        if family not in _LOOKS:
            return False
        # Times and values that change with every tick are told beside the graph.
        node = replace(_LOOKS[family](view, row), dwell="", value="", number=None)
        if node == use.own.get(element, NOT_RUN):
            return False
        use.own[element] = looks.nodes[element] = node
        return True

    def _note_why(self, stage: Stage, row: int, frame: TraceFrame) -> None:
        use, element = stage.owner[row]
        said = self._why(stage, row, frame)
        if said:
            use.whys.note(element, frame.tick, self._texts.place(said))

    def _why(self, stage: Stage, row: int, frame: TraceFrame) -> str:
        """Return why a row became what it is in this tick, in a sentence or two; "" where nothing tells."""
        view = stage.view
        family, outcome = stage.program.rows[row].family, view.outcome[row]
        told = outcome == TransitionOutcome.TAKEN if family is RowFamily.TRANSITION else outcome != 0
        if told and self._inquiries < MOST_INQUIRIES and self.agent in frame.brains:
            self._inquiries += 1
            self._ticks.keep(frame)
            reasons = Inquiry(self._ticks, frame.tick, self._registry).why(row)
            return " ".join(reason.sentence for reason in reasons[:2])
        if family is RowFamily.TRANSITION:
            candidate = view.candidates.get(row)
            return candidate.sentence if candidate is not None else ""
        if family is RowFamily.DECISION:
            return view.steps[row].sentence if row in view.steps else ""
        if not outcome & RESULT_MASK:
            return ""
        return next((visit.sentence for visit in reversed(view.visits) if visit.row == row), "")

    def _note_values(self, values: Mapping[str, Value], tick: int, *, floats: bool) -> None:
        before, self._before = self._before, values
        for name, value in values.items():
            moves = isinstance(value, (float, tuple))
            if name not in before or (floats if moves else before[name] != value):
                self.values.note(name, tick, self._texts.place(format_value(value)))


def _caller(stage: Stage, instance: Instance) -> tuple[int, str]:
    """Return which use calls another, and the element of it that does; -1 for the root graph."""
    callers = [
        (len(path), place)
        for place, path in enumerate(_paths(stage))
        if instance.path != path and (not path or instance.path.startswith(f"{path}/"))
    ]
    if not callers:
        return -1, ""
    length, place = max(callers)
    return place, instance.path[length:].strip("/").partition("/")[0]


def _paths(stage: Stage) -> list[str]:
    return [instance.path for instance in stage.program.instances][: len(stage.uses)]


def _with_rolled_up(stage: Stage, use: Use, touched: Mapping[str, None]) -> list[str]:
    """Let what is folded show the strongest of what it hides; return all that may look otherwise."""
    drawn, own = use.show.drawn, use.own
    graph = drawn.document.graphs[drawn.graph]
    found = dict(touched)
    for node, entry in graph.layout.items():
        if not entry.collapsed or node not in graph.nodes:
            continue
        inside = descendants(graph, node)
        if node not in touched and not any(each in touched for each in inside):
            continue
        look = own.get(node, NOT_RUN)
        if isinstance(graph, StateMachineGraph):
            active = [each for each in inside if own.get(each, NOT_RUN).status == StatusLook.RUNNING]
            name = stage.words.title(use.row_of[active[-1]]) if active else ""
            look = replace(look, active_child=name)
        else:
            look = rolled_up(look, [own.get(each, NOT_RUN) for each in inside])
        use.show.looks.nodes[node] = look
        found[node] = None
    return list(found)
