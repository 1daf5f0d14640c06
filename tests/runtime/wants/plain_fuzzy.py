"""Work out fuzzy sheets plainly, from the text of rules 10.3 to 10.6, and draw random ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

Condition = tuple[Any, ...]
"""`("is", axis, hedges, set)`, `("and"|"or", …)`, `("not", part)` or `("truth", name)`."""

SHAPES = ("triangle", "left_shoulder", "right_shoulder", "trapezoid")


@dataclass
class PlainSheet:
    """Hold a sheet: axes by name with (low, high, sets), what outputs give, rules."""

    inputs: dict[str, tuple[float, float, dict[str, tuple[str, list[float]]]]] = field(default_factory=dict)
    outputs: dict[str, tuple[float, float, dict[str, tuple[str, list[float]]]]] = field(default_factory=dict)
    centroid: dict[str, int] = field(default_factory=dict)
    rules: list[tuple[Condition, str, str]] = field(default_factory=list)


def membership(shape: str, at: list[float], x: float) -> float:
    """Return how much a number is in a set."""
    if shape == "left_shoulder":
        return 1.0 - ramp(at[1], at[2], x)
    if shape == "right_shoulder":
        return ramp(at[0], at[1], x)
    begins, ends = at[1], at[-2]
    if x < ends or (x == ends and begins < ends):
        return 1.0 if at[0] == begins < at[-1] else ramp(at[0], begins, x)
    return 1.0 if at[0] < ends == at[-1] else 1.0 - ramp(ends, at[-1], x)


def ramp(low: float, high: float, x: float) -> float:
    """Rise from 0 at low to 1 at high; a jump, taken at the place, where both are one."""
    if x < low:
        return 0.0
    return 1.0 if x >= high else (x - low) / (high - low)


def degree(sheet: PlainSheet, axis: str, name: str, values: dict[str, Any]) -> float:
    """Return how much an axis is in a set."""
    if axis in sheet.inputs:
        return membership(*sheet.inputs[axis][2][name], values[axis])
    holding = [
        holds(sheet, rule, values) for rule, output, then in sheet.rules if (output, then) == (axis, name)
    ]
    return max(holding, default=0.0)


def holds(sheet: PlainSheet, rule: Condition, values: dict[str, Any]) -> float:
    """Return how far a condition holds."""
    match rule[0]:
        case "and":
            return min(holds(sheet, part, values) for part in rule[1:])
        case "or":
            return max(holds(sheet, part, values) for part in rule[1:])
        case "not":
            return 1.0 - holds(sheet, rule[1], values)
        case "truth":
            return 1.0 if values[rule[1]] else 0.0
    found = degree(sheet, rule[1], rule[3], values)
    for hedge in reversed(rule[2]):
        found = {"not": lambda d: 1.0 - d, "very": lambda d: d * d, "fairly": math.sqrt}[hedge](found)
    return found


def middle(axis: tuple[float, float, dict[str, tuple[str, list[float]]]], name: str) -> float:
    """Return the middle of where a set is highest."""
    low, high, sets = axis
    shape, at = sets[name]
    left = low if at[0] == at[1] < at[-1] else at[1]
    right = high if at[0] < at[-2] == at[-1] else at[-2]
    ends = {
        "triangle": (left, right),
        "trapezoid": (left, right),
        "left_shoulder": (low, at[1]),
        "right_shoulder": (at[1], high),
    }
    return sum(ends[shape]) / 2.0


def number(sheet: PlainSheet, output: str, values: dict[str, Any]) -> float:
    """Return an output as one number."""
    low, high, sets = sheet.outputs[output]
    degrees = {name: degree(sheet, output, name, values) for name in sets}
    if output not in sheet.centroid:
        above = sum(degrees[name] * middle(sheet.outputs[output], name) for name in sets)
        below = sum(degrees.values())
    else:
        count = sheet.centroid[output]
        places = [low + (high - low) / count * each for each in range(1, count + 1)]
        cut = [
            (place, min(degrees[name], membership(*sets[name], place))) for name in sets for place in places
        ]
        above, below = sum(place * area for place, area in cut), sum(area for _, area in cut)
    return above / below if below > 0 else (low + high) / 2.0


def strongest(sheet: PlainSheet, axis: str, values: dict[str, Any]) -> str:
    """Return the set that an axis is in most, of equals the lowest."""
    axes = {**sheet.inputs, **sheet.outputs}
    names = sorted(axes[axis][2], key=lambda name: (middle(axes[axis], name), name))
    return max(names, key=lambda name: degree(sheet, axis, name, values))


# -- random ones --------------------------------------------------------------------------------------


def random_sheet(random: Random) -> PlainSheet:
    """Draw a sheet with up to three inputs, two outputs, and rules of some depth."""
    sheet = PlainSheet()
    for number_ in range(random.randint(1, 3)):
        sheet.inputs[f"in{number_}"] = _axis(random)
    for number_ in range(random.randint(1, 2)):
        name = f"out{number_}"
        sheet.outputs[name] = _axis(random)
        if random.random() < 0.5:
            sheet.centroid[name] = random.randint(2, 20)
    for _ in range(random.randint(0, 6)):
        output = random.choice([*sheet.outputs])
        then = random.choice([*sheet.outputs[output][2]])
        # The second output may ask the first, never the other way round.
        asked = [*sheet.inputs, *(["out0"] if output == "out1" else [])]
        sheet.rules.append((_condition(random, sheet, asked, 3), output, then))
    return sheet


def _axis(random: Random) -> tuple[float, float, dict[str, tuple[str, list[float]]]]:
    low = float(random.randint(-20, 20))
    high = low + random.randint(1, 100)
    sets = {}
    for number_ in range(random.randint(1, 4)):
        shape = random.choice(SHAPES)
        count = 4 if shape == "trapezoid" else 3
        sets[f"s{number_}"] = (shape, sorted(round(random.uniform(low, high), 1) for _ in range(count)))
    return low, high, sets


def _condition(random: Random, sheet: PlainSheet, asked: list[str], depth: int) -> Condition:
    drawn = random.random()
    if depth and drawn < 0.4:
        parts = [_condition(random, sheet, asked, depth - 1) for _ in range(random.randint(2, 3))]
        return (random.choice(("and", "or")), *parts)
    if depth and drawn < 0.5:
        return ("not", _condition(random, sheet, asked, depth - 1))
    if drawn < 0.55:
        return ("truth", "flag")
    axis = random.choice(asked)
    sets = {**sheet.inputs, **sheet.outputs}[axis][2]
    hedges = random.choices(("very", "fairly", "not"), k=random.choice((0, 0, 0, 1, 2)))
    return ("is", axis, hedges, random.choice([*sets]))


def text_of(rule: Condition) -> str:
    """Write a condition as the document has it."""
    match rule[0]:
        case "and" | "or":
            return "(" + f" {rule[0]} ".join(text_of(part) for part in rule[1:]) + ")"
        case "not":
            return f"(not {text_of(rule[1])})"
        case "truth":
            return str(rule[1])
    return " ".join((rule[1], "is", *rule[2], rule[3]))


def sheet_json(sheet: PlainSheet) -> dict[str, Any]:
    """Write a sheet as the document has it."""

    def axis(given: tuple[float, float, dict[str, tuple[str, list[float]]]]) -> dict[str, Any]:
        low, high, sets = given
        curves = {name: {"shape": shape, "at": at} for name, (shape, at) in sets.items()}
        return {"low": low, "high": high, "sets": curves}

    outputs = {name: axis(given) for name, given in sheet.outputs.items()}
    for name, samples in sheet.centroid.items():
        outputs[name] |= {"number": "centroid", "samples": samples}
    return {
        "inputs": {name: axis(given) for name, given in sheet.inputs.items()},
        "outputs": outputs,
        "rules": [
            {"when": text_of(rule), "output": output, "then": then} for rule, output, then in sheet.rules
        ],
    }
