"""Say in a few lines what an agent is and does, for the words beside the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.values import Value
from runtime.records.world_records import SensorExplanation

if TYPE_CHECKING:
    from runtime.session.session import Session

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
        f"{name} {value_words(value)}" for name, value in sensor.outputs.items() if value not in (None, "")
    ]
    words = ", ".join(told[:MOST_OUTPUTS])
    if not sensor.candidates:
        return f"{sensor.kind}: {words}" if words else ""
    nearest = min(sensor.candidates, key=lambda each: (not each.visible, each.distance))
    entry = session.document.agents.get(nearest.entity_id) or session.document.sources.get(nearest.entity_id)
    name = (entry.name if entry is not None else "") or nearest.entity_id
    verdict = f"{name} {nearest.verdict}".strip()
    return f"{sensor.kind}: {words} · {verdict}" if words else f"{sensor.kind}: {verdict}"


def value_words(value: Value) -> str:
    """Return a value as it is written in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple):
        return f"{value[0]:.1f}, {value[1]:.1f}"
    return str(value)
