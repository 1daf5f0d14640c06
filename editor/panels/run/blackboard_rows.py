"""Say what the blackboard shows: values by scope, what was written just now, curves; no Qt."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Items, Value
from graphs.model import Document, Variable

CURVE_LENGTH = 46
"""Samples a curve keeps, one for each px."""

SAMPLES_PER_SECOND = 10
CONDITION_NOTE = "The game answers this condition; here the switch does, for all agents."

FADE_SECONDS = 0.4
"""Simulated seconds after which a written value looks like the others again."""


@dataclass(frozen=True)
class BlackboardRow:
    """Hold one value: `light` is 1 when it was written in the tick shown and fades to 0.

    `scope` is agent, world or condition: what a condition of the game answers here.
    """

    name: str
    type: str
    value: Value
    text: str
    scope: str
    light: float = 0.0
    curve: tuple[float, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class BlackboardGroup:
    """Hold the rows of one scope under its heading; `empty` is said where there are none."""

    title: str
    note: str
    rows: tuple[BlackboardRow, ...]
    empty: str = ""


class ValueCurves:
    """Keep the last seconds of every number, sampled ten times a second of simulated time."""

    def __init__(self) -> None:
        self._values: dict[str, deque[float]] = {}
        self._last = -1

    def clear(self) -> None:
        """Forget all, for another agent or a new run."""
        self._values.clear()
        self._last = -1

    def record(self, tick: int, rate: int, values: Mapping[str, Value]) -> None:
        """Sample the numbers among the values unless the last sample is too fresh."""
        if tick < self._last:
            self.clear()
        if self._last >= 0 and tick - self._last < rate / SAMPLES_PER_SECOND:
            return
        self._last = tick
        for name, value in values.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                self._values.setdefault(name, deque(maxlen=CURVE_LENGTH)).append(float(value))

    def of(self, name: str) -> tuple[float, ...]:
        """Return the samples of a number, the oldest first."""
        return tuple(self._values.get(name, ()))


def value_words(value: Value, titles: Mapping[str, str] | None = None) -> str:
    """Return a value as a row shows it; `titles` names entities."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1e6 else f"{value:.3g}"
    if isinstance(value, Items):
        words = [value_words(each, titles) for each in value.values]
        pairs = any(isinstance(each, tuple) for each in value.values)
        return f"[{', '.join(f'({each})' if pairs else each for each in words)}]"
    if isinstance(value, tuple):
        return ", ".join(f"{part:.1f}" for part in value)
    if isinstance(value, str) and titles is not None:
        return titles.get(value, value)
    return str(value)


def trigger_words(armed: bool, light: float, expired: bool) -> str:
    """Return the state of a trigger: armed, or, for as long as it is lit, how it ended; else not armed."""
    if armed:
        return "armed"
    if light > 0:
        return "expired" if expired else "used"
    return "not armed"


def row_hint(row: BlackboardRow) -> str:
    """Return what a row says when the mouse rests on it."""
    if row.type != "trigger":
        return f"{row.name} = {row.text}. Click the value to change it. {row.note}"
    act = "take it back" if row.value is True else "set it for the next tick"
    return f"The trigger {row.name} is {row.text}. Click to {act}. {row.note}"


def parse_value(text: str, type_name: str, values: tuple[str, ...] = ()) -> Value:
    """Return the value that a typed text means for a type. Raises ValueError with a sentence."""
    text = text.strip()
    if type_name in ("bool", "trigger"):
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        raise ValueError("Write true or false.")
    if type_name == "int":
        return _whole(text)
    if type_name == "float":
        return _finite(text)
    if type_name == "vector":
        parts = text.strip("()[]").split(",")
        if len(parts) != 2:
            raise ValueError("Write a vector, such as 3, 4.5.")
        return _finite(parts[0]), _finite(parts[1])
    if type_name == "enum" and text not in values:
        raise ValueError(f"Write one of {', '.join(values)}.")
    if type_name == "entity":
        return None if text in ("", "none") else text
    return text


def parse_items(text: str, variable: Variable) -> Items:
    """Return the list that a typed text means, `[a, b]`; raise ValueError with a sentence."""
    inside = text.strip().removeprefix("[").removesuffix("]").strip()
    parts = re.split(r",(?![^(]*\))", inside) if inside else []
    if len(parts) > variable.most:
        raise ValueError(f"It holds at most {variable.most} items.")
    found = [parse_value(part, variable.of, variable.values) for part in parts]
    return Items(tuple(each for each in found if not isinstance(each, Items)))


def blackboard_groups(
    document: Document,
    agent_title: str,
    agent_values: Mapping[str, Value],
    world_values: Mapping[str, Value],
    lights: Mapping[str, float],
    curves: ValueCurves,
    titles: Mapping[str, str],
    conditions: Mapping[str, bool] | None = None,
    expired: Collection[str] = (),
) -> tuple[BlackboardGroup, ...]:
    """Return the groups: the agent's values, those of the world, the triggers, the switches of conditions.

    `expired` are the triggers that died unconsumed when they were last armed.
    """

    def row(name: str, variable: Variable, value: Value) -> BlackboardRow:
        entity = titles if "entity" in (variable.type, variable.type == "list" and variable.of) else None
        return BlackboardRow(
            name,
            variable.type,
            value,
            value_words(value, entity),
            variable.scope,
            lights.get(name, 0.0),
            curves.of(name),
            variable.note,
        )

    agent: list[BlackboardRow] = []
    world: list[BlackboardRow] = []
    triggers: list[BlackboardRow] = []
    for name, variable in sorted(document.variables.items()):
        if variable.scope == "world":
            if name in world_values:
                world.append(row(name, variable, world_values[name]))
        elif name in agent_values:
            shown = row(name, variable, agent_values[name])
            if variable.type == "trigger":
                words = trigger_words(shown.value is True, shown.light, name in expired)
                triggers.append(replace(shown, text=words))
            else:
                agent.append(shown)
    groups = [BlackboardGroup(agent_title, "agent", tuple(agent), "This mind declares no variables.")]
    if world:
        groups.append(BlackboardGroup("World", "shared", tuple(world)))
    if triggers:
        groups.append(BlackboardGroup("Triggers", "agent", tuple(triggers)))
    if conditions:
        switches = tuple(
            BlackboardRow(name, "bool", answer, value_words(answer), "condition", note=CONDITION_NOTE)
            for name, answer in conditions.items()
        )
        groups.append(BlackboardGroup("Conditions", "stand-ins", switches))
    return tuple(groups)


def _whole(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise ValueError("Write a whole number.") from None
    if not INT_MINIMUM <= value <= INT_MAXIMUM:
        raise ValueError("Write a number of 32 bit.")
    return value


def _finite(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError("Write a number.") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("Write a finite number.")
    return value
