"""Say what a run tells of one node: the stand-in that runs there, its last error; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from editor.running.row_looks import action_row, instance_shown, last_error
from graphs.kinds.declarations.action_declarations import ActionDeclaration, MappedStandIn, TimedStandIn
from graphs.kinds.declarations.registry import Registry
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.history.recording.agent_view import AgentView
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source.backend import why_interpreted
from runtime.records.trace_frame import RunError
from runtime.records.world_records import SensorExplanation
from runtime.session.inputs import answer_given
from runtime.session.session import Session

if TYPE_CHECKING:
    from runtime.session.session import Session


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """Hold what the run of one agent tells of one node.

    `stand_in` says in a sentence what runs in place of the game's own action, "" for none. `answer` is None
    unless the stand-in waits for the user: then it is what it will give in the next tick, RUNNING so far.
    `path` names the node in answers. `error` is the last error there, in the tick `error_tick`. With
    `not_resumable` it runs an action written with yield. `interpreted` says why the interpreter runs it in
    unwatched agents too, "" where generated code does.
    """

    agent: str
    path: str
    stand_in: str = ""
    answer: Status | None = None
    error: RunError | None = None
    error_tick: int = -1
    not_resumable: bool = False
    interpreted: str = ""

    @property
    def waits(self) -> bool:
        """Tell whether a stand-in runs here until the user says how it ended."""
        return self.answer is not None

    @property
    def tells_nothing(self) -> bool:
        """Tell whether there is nothing to show."""
        return not (self.stand_in or self.error or self.not_resumable or self.interpreted)


def node_facts(
    session: Session, view: AgentView, graph_id: str, element: str, registry: Registry
) -> NodeFacts | None:
    """Return what the run tells of a node, state or transition of a graph; None where it does not run."""
    instance = instance_shown(view, graph_id)
    row = instance.row_of.get(element) if instance is not None else None
    brain = session.brains.get(view.agent)
    if row is None or brain is None or brain.program is not view.program:
        return None
    acting = action_row(view.program, row)
    error, tick = last_error(view, row)
    stands_in = acting is not None and acting.action.stands_in
    return NodeFacts(
        agent=view.agent,
        path=view.program.rows[row].path,
        stand_in=stand_in_words(registry.actions.get(acting.action_id)) if acting and stands_in else "",
        answer=answer_given(brain, acting.index) if acting is not None else None,
        error=error,
        error_tick=tick,
        not_resumable=acting is not None and not acting.action.resumable,
        interpreted=_interpreted_words(view.program.rows[row]),
    )


def _interpreted_words(row: Row) -> str:
    """Say why also unwatched agents run a node of a tree in the interpreter, "" where they do not."""
    why = why_interpreted(row) if isinstance(row, TreeRow) and row.family is RowFamily.TREE_NODE else ""
    return why and f"The interpreter runs this and all below it in every agent: {why}."


def stand_in_words(declared: ActionDeclaration | None) -> str:
    """Return in a sentence what runs in place of an action of the game."""
    if declared is None or declared.stand_in is None:
        return ""
    match declared.stand_in:
        case MappedStandIn(action):
            return f"{declared.title} is the game's own. Here {action} runs in its place."
        case TimedStandIn(result, seconds):
            when = f"after {seconds:g} s" if seconds else "at once"
            ends = "succeeds" if result == "success" else "fails"
            return f"{declared.title} is the game's own. Here it {ends} {when}."
        case _:
            return f"{declared.title} is the game's own. Here it runs until you say how it ended."


MOST_LINES = 9
MOST_OUTPUTS = 3


def agent_facts(session: Session, agent_id: str, name: str, doing: str) -> tuple[str, ...]:
    """Return the name with what the agent is doing, how it moves, its fields and what its sensors tell."""
    pose = session.world.pose(agent_id)
    row = session.world.agents.ids.index(agent_id)
    speed = (pose.velocity[0] ** 2 + pose.velocity[1] ** 2) ** 0.5
    fastest = float(session.world.agents.max_speed[row])
    entry = session.document.agents.get(agent_id)
    team = f", team {entry.team}" if entry is not None and entry.team else ""
    lines = [
        f"{name}: {doing}" if doing and doing != name else name,
        f"{speed:.1f} of {fastest:g} units/s, heading {pose.heading:.0f}°",
        f"at {pose.position[0]:.1f}, {pose.position[1]:.1f}{team}",
    ]
    fields = entry.fields if entry is not None else ()
    lines += [f"{field} {value_words(session.world.entity_field(agent_id, field))}" for field in fields]
    told = [sensor_words(sensor, session) for sensor in session.world.sensors_now(agent_id)]
    lines += [words for words in told if words]
    return tuple(lines[:MOST_LINES])


def sensor_words(sensor: SensorExplanation, session: Session) -> str:
    """Return what a sensor tells now: its kind and outputs, and what became of the nearest it looks for."""
    told = [
        f"{name} {output_words(session, sensor.kind, name, value)}"
        for name, value in sensor.outputs.items()
        if value not in (None, "")
    ]
    words = ", ".join(told[:MOST_OUTPUTS])
    if not sensor.candidates:
        return f"{sensor.kind}: {words}" if words else ""
    nearest = min(sensor.candidates, key=lambda each: (not each.visible, each.distance))
    name = entity_name(session, nearest.entity_id) or nearest.entity_id
    verdict = f"{name} {nearest.verdict}".strip()
    return f"{sensor.kind}: {words} · {verdict}" if words else f"{sensor.kind}: {verdict}"


def output_words(session: Session, kind: str, name: str, value: Value) -> str:
    """Return what an output of a sensor gives in words, an entity by its name."""
    known = SENSOR_KINDS.get(kind)
    output = known.output(name) if known is not None else None
    is_entity = isinstance(value, str) and output is not None and output.type == "entity"
    return (entity_name(session, str(value)) if is_entity else "") or value_words(value)


def entity_name(session: Session, entity: str) -> str:
    """Return the name of an agent or a source, "" for one that has none."""
    entry = session.document.agents.get(entity) or session.document.sources.get(entity)
    return entry.name if entry is not None else ""


def value_words(value: Value) -> str:
    """Return a value as it is written in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple):
        return f"{value[0]:.1f}, {value[1]:.1f}"
    return str(value)
