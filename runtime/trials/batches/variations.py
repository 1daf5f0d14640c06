"""Draw how the runs of a batch differ: `health=50..100`, `tank_1.weapon=gun,bow`, `player.x=2..20`.

A name is a variable of the minds, a world variable, a further field of agents such as `health`, or one of
`x`, `y`, `heading` and `max_speed` of an agent. Without an agent in front, all agents that have it get the
same value. What run n gets depends on the batch's seed, the text left of the `=` and n alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import type_of_variable
from graphs.edits.replacing import put
from graphs.expressions.names import name_remedy
from graphs.expressions.types import FLOAT, INT, Type, Value, declared_value, fits_type
from graphs.model import Document, Variable
from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from runtime.basics.random_numbers import DrawError, draw_between, draw_int, fnv1a_32, path_key
from runtime.trials.batches.refusal import BatchRefused

POSE = ("x", "y", "heading", "max_speed")
"""What can be drawn of every agent's body: its place in units, degrees, and units per second."""

FORM = "Write NAME=LOW..HIGH or NAME=VALUE,VALUE, with AGENT. in front of the name for one agent."

_BATCH = fnv1a_32("batch")
_TEXT = re.compile(r"(?:(?P<agent>[\w-]+)\.)?(?P<name>[A-Za-z_]\w*)\Z")

Place = Literal["variable", "world_variable", "field", "pose"]


@dataclass(frozen=True)
class Variation:
    """Hold what is drawn for each run: from `low` to `high`, or one of `choices`.

    `key` is the text left of the `=`. The value goes to `name` at the `place` of each of `agents`; a world
    variable has none.
    """

    key: str
    name: str
    place: Place
    agents: tuple[str, ...]
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    choices: tuple[JsonValue, ...] = ()

    def draw(self, seed: int, run: int, attempt: int = 0) -> JsonValue:
        """Return the value of one run, the same for the same seed and run.

        Places that cannot be taken are drawn again, at another `attempt`; nothing else is.
        """
        again = (str(attempt),) if attempt and self.is_place else ()
        path = path_key(("vary", self.key, *again))
        if self.choices:
            return self.choices[draw_int(seed, _BATCH, path, run, 0, len(self.choices) - 1)]
        if self.whole:
            return draw_int(seed, _BATCH, path, run, int(self.low), int(self.high))
        return draw_between(seed, _BATCH, path, run, self.low, self.high)

    @property
    def is_place(self) -> bool:
        """Tell whether it says where an agent stands."""
        return self.place == "pose" and self.name in ("x", "y")

    @property
    def text(self) -> str:
        """Return the variation as it is asked for."""
        if self.choices:
            return f"{self.key}={','.join(json.dumps(choice, ensure_ascii=False) for choice in self.choices)}"
        low, high = (int(self.low), int(self.high)) if self.whole else (self.low, self.high)
        return f"{self.key}={low}..{high}"


def variation_of(text: str, world: WorldDocument, minds: Mapping[str, Document]) -> Variation:
    """Return the variation that a text asks for; raise `BatchRefused` where it cannot be."""
    key, sign, values = text.partition("=")
    matched = _TEXT.match(key.strip())
    if not sign or not matched or not values.strip():
        raise BatchRefused(f"vary {text!r}", "It does not say what varies, or between which values.", FORM)
    where, key = f"vary {key.strip()}", key.strip()
    place, agents, declared, bounds = _target(matched["agent"], matched["name"], world, minds, where)
    low, dots, high = values.partition("..")
    if dots:
        return _range(Variation(key, matched["name"], place, agents), (low, high), declared, bounds, where)
    choices = tuple(_choice(each, declared, bounds, where) for each in values.split(","))
    return Variation(key, matched["name"], place, agents, choices=choices)


def drawn(variations: Sequence[Variation], seed: int, run: int, attempt: int = 0) -> dict[str, JsonValue]:
    """Return what one run gets of every variation, by its key; `attempt` counts places drawn in vain."""
    return {variation.key: variation.draw(seed, run, attempt) for variation in variations}


def run_seed(seed: int, run: int) -> int:
    """Return the seed of one run's world, from 0 to 2³¹ - 1."""
    return draw_int(seed, _BATCH, path_key(("seed",)), run, 0, 2**31 - 1)


def varied_world(
    world: WorldDocument, variations: Sequence[Variation], values: Mapping[str, JsonValue]
) -> WorldDocument:
    """Return the world with what was drawn for one run; world variables are left to the session."""
    agents = dict(world.agents)
    for variation in variations:
        for agent in variation.agents:
            agents[agent] = _with(agents[agent], variation, values[variation.key])
    return put(world, agents=agents)


def world_variable_values(
    variations: Sequence[Variation], values: Mapping[str, JsonValue], types: Mapping[str, Type]
) -> Iterator[tuple[str, Value]]:
    """Yield the world variables that were drawn, with their values as `types` declare them."""
    for variation in variations:
        if variation.place == "world_variable":
            yield variation.name, declared_value(values[variation.key], types[variation.name])


def _with(entry: AgentEntry, one: Variation, value: JsonValue) -> AgentEntry:
    if one.place == "variable":
        return put(entry, variables={**entry.variables, one.name: value})
    if one.place == "field":
        return put(entry, fields={**entry.fields, one.name: value})
    x, y = entry.at
    if one.name == "heading":
        return put(entry, heading=value)
    if one.name == "max_speed":
        return put(entry, limits=put(entry.limits, max_speed=value))
    return put(entry, at=(value, y) if one.name == "x" else (x, value))


_Bounds = tuple[float | None, float | None]
_Target = tuple[Place, tuple[str, ...], Type | None, _Bounds]


def _target(
    agent: str | None, name: str, world: WorldDocument, minds: Mapping[str, Document], where: str
) -> _Target:
    """Return where a name leads: the place, the agents, its declared type (None: any), its bounds."""
    if agent is not None and agent not in world.agents:
        said = f"There is no agent {agent!r} in the world."
        raise BatchRefused(where, said, name_remedy(agent, world.agents))
    among = sorted(world.agents) if agent is None else [agent]
    having = [(each, _own_variable(world.agents[each], name, minds)) for each in among]
    variables = [(item, variable) for item, variable in having if variable is not None]
    if variables:
        types = {type_of_variable(variable) for _, variable in variables}
        if len(types) > 1:
            raise BatchRefused(where, f"{name} has several types among the agents.", "Name one agent.")
        declared = variables[0][1]
        bounds = (declared.min, declared.max)
        return "variable", tuple(value for value, _ in variables), types.pop(), bounds
    shared = _world_variable(name, minds) if agent is None else None
    if shared is not None:
        return "world_variable", (), type_of_variable(shared), (shared.min, shared.max)
    fielded = tuple(entry for entry in among if name in world.agents[entry].fields)
    if fielded:
        return "field", fielded, None, (None, None)
    if name in POSE and agent is not None:
        return "pose", (agent,), FLOAT, (0 if name == "max_speed" else None, None)
    if name == "health":
        return "field", tuple(among), None, (0, None)
    raise BatchRefused(where, f"Nothing here is called {name!r}.", _known(agent, world, minds, name))


def _own_variable(entry: AgentEntry, name: str, minds: Mapping[str, Document]) -> Variable | None:
    document = minds.get((entry.mind or "").partition("#")[0])
    variable = document.variables.get(name) if document is not None else None
    return variable if variable is not None and variable.scope == "agent" else None


def _world_variable(name: str, minds: Mapping[str, Document]) -> Variable | None:
    found = (document.variables.get(name) for document in minds.values())
    return next((variable for variable in found if variable is not None and variable.scope == "world"), None)


def _known(agent: str | None, world: WorldDocument, minds: Mapping[str, Document], name: str) -> str:
    known = {variable for document in minds.values() for variable in document.variables}
    known |= {field for entry in world.agents.values() for field in entry.fields}
    if agent is None and name in POSE:
        return f"Write AGENT.{name}: every agent stands somewhere else."
    return name_remedy(name, known)


def _range(
    one: Variation, ends: tuple[str, str], declared: Type | None, bounds: _Bounds, where: str
) -> Variation:
    whole = declared == INT
    numbers = []
    for text in ends:
        try:
            number = float(int(text)) if whole else float(text)
        except ValueError:
            wanted = "whole number" if whole else "number"
            raise BatchRefused(where, f"{text.strip()!r} is no {wanted}.", FORM) from None
        numbers.append(number)
    low, high = numbers
    if declared is not None and not declared.is_number:
        said = f"{one.name} is {declared.phrase}, which has no range."
        raise BatchRefused(where, said, "Write values to choose from, with commas between.")
    if not (isfinite(low) and isfinite(high) and low <= high):
        raise BatchRefused(where, f"{low:g}..{high:g} is empty.", "Write the lower end first.")
    for number in numbers:
        _check_bounds(one.name, number, bounds, where)
    made = Variation(one.key, one.name, one.place, one.agents, low, high, whole)
    try:
        made.draw(0, 0)
    except DrawError as error:
        raise BatchRefused(where, str(error), FORM) from None
    return made


def _choice(text: str, declared: Type | None, bounds: _Bounds, where: str) -> JsonValue:
    text = text.strip()
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        value = text
    if declared is None:
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not declared.is_number:
        value = text
    if not fits_type(declared_value(value, declared), declared):
        raise BatchRefused(where, f"{text!r} is not {declared.phrase}.", "Write values of its type.")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        _check_bounds(where, value, bounds, where)
    return value


def _check_bounds(name: str, number: float, bounds: _Bounds, where: str) -> None:
    low, high = bounds
    if (low is not None and number < low) or (high is not None and number > high):
        said = f"{number:g} is outside the range that {name} is declared with."
        raise BatchRefused(where, said, "Stay within it, or change the declaration.")
