"""Compare random sheets, goals and moods with plain code for the same rules, in both forms a mind runs in."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from graphs.model import Document
from tests.runtime.lone_brain import LoneBrain
from tests.runtime.wants import plain_fuzzy as fuzzy
from tests.runtime.wants.plain_goals import RATE, PlainGoals, random_goals
from tests.runtime.wants.plain_moods import PlainMoods, random_moods

TOLERANCE = 1e-12
"""How far a float may be off, relative to its size above 1: sums are added in other orders."""


class Differs(AssertionError):
    """Say what a mind made of a random document in place of what the rules say."""


def document(**parts: Any) -> Document:
    """Return a document of the newest version."""
    return Document.model_validate_json(
        json.dumps({"format": "mindloom", "version": 4, "root": "g", **parts})
    )


def near(found: float, wanted: float) -> bool:
    """Tell whether a float is as wanted."""
    return abs(found - wanted) <= TOLERANCE * max(1.0, abs(wanted))


def brains(source: Document, rate: int = 60) -> tuple[LoneBrain, LoneBrain]:
    """Return a brain that is interpreted and one in its fast form."""
    return LoneBrain(source, rate=rate), LoneBrain(source, rate=rate)


def step(pair: tuple[LoneBrain, LoneBrain]) -> None:
    """Tick both; raise `Differs` unless they leave the same bytes and floats."""
    explained, fast = pair
    explained.tick()
    fast.brain.watched = False
    fast.brain.tick()
    fast.host.tick += 1
    same = explained.brain.outcomes == fast.brain.outcomes and explained.brain.floats == fast.brain.floats
    if not same:
        raise Differs("The two forms differ.")


def read(brain: LoneBrain, name: str) -> Any:
    """Return a variable of a brain."""
    return brain.brain.state.read(brain.program.variables[name])


def sheet_document(sheet: fuzzy.PlainSheet) -> Document:
    """Return a document that asks a sheet for all it says."""
    axes = {**sheet.inputs, **sheet.outputs}
    asked = {f"d_{axis}_{name}": f"{axis} is {name}" for axis, (_, _, sets) in axes.items() for name in sets}
    asked |= {f"n_{name}": f"number({name})" for name in sheet.outputs}
    winners = {f"w_{name}": f"strongest({name})" for name in axes}
    variables: dict[str, Any] = {name: {"type": "float"} for name in (*sheet.inputs, *asked)}
    variables |= {name: {"type": "string"} for name in winners} | {"flag": {"type": "bool"}}
    lines = [f"{name} = {text}" for name, text in {**asked, **winners}.items()]
    nodes = {"root": {"kind": "set", "actions": lines}}
    return document(
        variables=variables,
        sheets={"s": fuzzy.sheet_json(sheet)},
        graphs={"g": {"kind": "behavior_tree", "root": "root", "nodes": nodes}},
    )


def sheet_inputs(sheet: fuzzy.PlainSheet, random: Random) -> dict[str, Any]:
    """Draw what goes into a sheet, beyond the ends of its axes too."""
    values: dict[str, Any] = {"flag": random.random() < 0.5}
    for name, (low, high, _) in sheet.inputs.items():
        values[name] = round(random.uniform(low - 5, high + 5), random.choice((0, 1, 6)))
    return values


def compare_sheet(random: Random) -> None:
    """Ask a random sheet for all it says, with random inputs."""
    sheet = fuzzy.random_sheet(random)
    axes = {**sheet.inputs, **sheet.outputs}
    pair = brains(sheet_document(sheet))
    for _ in range(3):
        values = sheet_inputs(sheet, random)
        for brain in pair:
            for name, value in values.items():
                brain.brain.write_from_outside(name, value)
        step(pair)
        wanted: dict[str, Any] = {
            f"d_{axis}_{name}": fuzzy.degree(sheet, axis, name, values)
            for axis, (_, _, sets) in axes.items()
            for name in sets
        }
        wanted |= {f"n_{name}": fuzzy.number(sheet, name, values) for name in sheet.outputs}
        wanted |= {f"w_{name}": fuzzy.strongest(sheet, name, values) for name in axes}
        for name, value in wanted.items():
            found = read(pair[0], name)
            fits = near(found, value) if isinstance(value, float) else found == value
            if not fits and not (name.startswith("w_") and _is_tie(sheet, name[2:], values)):
                raise Differs(f"{name}: {found} in place of {value} of {values} in {fuzzy.sheet_json(sheet)}")


def _is_tie(sheet: fuzzy.PlainSheet, axis: str, values: dict[str, Any]) -> bool:
    """Tell whether the two highest degrees are the same but for the last bits."""
    sets = {**sheet.inputs, **sheet.outputs}[axis][2]
    degrees = sorted(fuzzy.degree(sheet, axis, name, values) for name in sets)
    return len(degrees) > 1 and near(degrees[-1], degrees[-2])


def goals_document(goals: PlainGoals) -> Document:
    """Return a document with a goal selector over children that wait."""
    children = [f"c{number}" for number in range(len(goals.children))]
    seconds = {"lock": goals.lock / RATE, "momentum": goals.momentum / RATE}
    params = {
        "by": goals.by,
        "reconsider": "tick" if goals.every_tick else "enter",
        "inertia": goals.inertia,
        "top": goals.top,
        **seconds,
    }
    nodes: dict[str, Any] = {
        "root": {"kind": "goal_selector", "children": children, "needs": [*goals.needs], "params": params}
    }
    for name, child in zip(children, goals.children, strict=True):
        considered = [{"score": f"{need} / 10", "weight": weight} for need, weight in child.considerations]
        slot = {"effects": child.effects, "duration": child.duration, "considerations": considered}
        nodes[name] = {"kind": "wait", "params": {"seconds": child.ticks / RATE}, "slot": slot}
    variables = {
        name: {"type": "float", "default": value, "rise": rise, **({} if most is None else {"max": most})}
        for name, (value, rise, most) in goals.needs.items()
    }
    graph = {"kind": "behavior_tree", "root": "root", "nodes": nodes}
    return document(variables=variables, graphs={"g": graph})


def compare_goals(random: Random) -> None:
    """Run a random goal selector for a minute of its own."""
    goals = random_goals(random)
    source = goals_document(goals)
    pair = brains(source, RATE)
    rows = {row.node: row.index for row in pair[0].program.rows}
    for tick in range(120):
        step(pair)
        ran = f"c{goals.tick(tick)}"
        if not pair[0].brain.outcomes[rows[ran]]:
            raise Differs(f"tick {tick}: {ran} did not run in {source}")
        for name, value in goals.values.items():
            if not near(read(pair[0], name), value):
                raise Differs(f"tick {tick}: {name} is {read(pair[0], name)}, not {value}, in {source}")
            # What is off by last bits must not add up to another choice.
            goals.values[name] = read(pair[0], name)


def moods_document(moods: PlainMoods) -> Document:
    """Return a document with moods whose transitions are triggered by the number `hit`."""
    states = mood_names(moods)
    edges = {
        f"t{number}": {"guard": f"hit == {number}", "matrix": _columns(states, matrix)}
        for number, matrix in enumerate(moods.transitions)
    }
    graph = {
        "kind": "state_machine",
        "children": states,
        "initial": states[0],
        "nodes": {name: {"kind": "state", "name": name} for name in states},
        "transitions": [*edges],
        "edges": edges,
        "moods": {
            "shares": {name: name for name in states},
            "matrix": _columns(states, moods.default),
            "every": moods.quiet_ticks / RATE,
            "pick": "draw" if moods.draws else "largest",
        },
    }
    variables: dict[str, Any] = {
        name: {"type": "float", "default": share} for name, share in zip(states, moods.shares, strict=True)
    }
    return document(variables={**variables, "hit": {"type": "int", "default": -1}}, graphs={"g": graph})


def mood_names(moods: PlainMoods) -> list[str]:
    """Return the names of the states of moods, which are those of their shares."""
    return [f"m{number}" for number in range(len(moods.shares))]


def next_hit(moods: PlainMoods, tick: int, random: Random) -> int:
    """Draw which transition is triggered in a tick; -1 is none, as in the first tick."""
    if moods.transitions and tick and random.random() < 0.05:
        return random.randrange(len(moods.transitions))
    return -1


def compare_moods(random: Random) -> None:
    """Run random moods with random triggers."""
    moods = random_moods(random)
    states = mood_names(moods)
    source = moods_document(moods)
    pair = brains(source, RATE)
    rows = {row.node: row.index for row in pair[0].program.rows}
    for tick in range(100):
        hit = next_hit(moods, tick, random)
        for brain in pair:
            brain.brain.write_from_outside("hit", hit)
        step(pair)
        if tick:
            moods.tick(tick, hit if hit >= 0 else None)
        else:
            moods.begin(tick)
        for number, name in enumerate(states):
            found = read(pair[0], name)
            if not near(found, moods.shares[number]):
                raise Differs(f"tick {tick}: {name} is {found}, not {moods.shares[number]}, in {source}")
            moods.shares[number] = found
        active = [name for name in states if pair[0].brain.outcomes[rows[name]] in (1, 2, 4)]
        if active != [states[moods.active]]:
            raise Differs(f"tick {tick}: {active} is active, not {states[moods.active]}, in {source}")


def _columns(states: list[str], matrix: list[list[float]]) -> dict[str, dict[str, float]]:
    return {
        source: {to: matrix[row][column] for row, to in enumerate(states) if matrix[row][column]}
        for column, source in enumerate(states)
    }


COMPARED: dict[str, Callable[[Random], None]] = {
    "sheets": compare_sheet,
    "goals": compare_goals,
    "moods": compare_moods,
}
