"""Describe one parameter of a node kind, action or condition, and check literal values against it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import INT, INT_MAXIMUM, INT_MINIMUM, Value, fits_type

ParameterType = Literal[
    "bool",
    "int",
    "float",
    "string",
    "enum",
    "vector",
    "entity",
    "point",
    "variable",
    "path",
    "seconds",
    "threshold",
]
"""Types of parameters.

`point` takes a vector or an entity (its position), `variable` the name of a variable, `path` the name of a
path of the world, `seconds` a duration, which the compiler turns into ticks (rule 1.1), `threshold` a
number of children, "all" or "any".
"""

Evaluated = Literal["tick", "enter", "never"]
"""When an expression is evaluated: before every tick of the node, once when it is entered, or not at all."""

LONGEST_SECONDS = INT_MAXIMUM // 60
"""The longest duration: more than a year, and what counters of ticks hold at 60 ticks per second."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Describe one parameter: the single source for inspector, checks, schema and help.

    `default` None means that a value must be given. `minimum` and `maximum` are inclusive. `choices` lists
    what an enum may be. `evaluated` says when an expression is evaluated: before every tick of the node, or
    once when it is entered (rule 2.2). `title` is the label where it is not the name in words, and
    `choice_words` say in the order of `choices` what each does. `words` are what a threshold may be beside a
    number, all and any. `seldom` ones are shown under *More*. `since` is the version of files that it came
    with, or that its `later_choices`, and numbers below `later_below`, alone did. `names` are the sections of
    a world file that a literal names something in, such as "squads"; of `names_if`, parameter, choice and
    section, those count whose parameter has that choice.
    """

    name: str
    type: ParameterType
    default: JsonValue = None
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    evaluated: Evaluated = "tick"
    optional: bool = False
    title: str = ""
    choice_words: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    seldom: bool = False
    since: int = 1
    later_choices: tuple[str, ...] = ()
    later_below: float | None = None
    names: tuple[str, ...] = ()
    names_if: tuple[tuple[str, str, str], ...] = ()

    def sections_named(self, values: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return the sections of a world file a literal names something in, beside `values` of others."""
        chosen = (section for other, choice, section in self.names_if if values.get(other) == choice)
        return (*self.names, *chosen)

    @property
    def required(self) -> bool:
        """Tell whether a document must give a value."""
        return self.default is None and not self.optional

    @property
    def label(self) -> str:
        """Return the name as an inspector shows it: "Target radius" for `target_radius`."""
        return self.title or self.name.replace("_", " ").capitalize()

    def words_of(self, choice: str) -> str:
        """Return how one of the choices is shown."""
        words = dict(zip(self.choices, self.choice_words, strict=False))
        return words.get(choice, choice.replace("_", " "))

    def is_later(self, value: JsonValue) -> bool:
        """Tell whether a value that is given needs the version `since`."""
        low = self.later_below is not None and isinstance(value, (int, float)) and value < self.later_below
        return low or value in self.later_choices or not (self.later_choices or self.later_below is not None)


_EXPECTED = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "seconds": "a number of seconds",
    "string": "a text",
    "vector": "a vector, [x, y]",
    "entity": "an entity's id",
    "point": "a vector, [x, y], or an entity's id",
    "variable": "a variable's name",
    "path": "a path's name",
    "threshold": 'a number of children, "all" or "any"',
}


class HasParameters:
    """Be declared with parameters."""

    __slots__ = ()

    parameters: tuple[Parameter, ...]

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter called `name`, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


def expression_text(value: object) -> str | None:
    """Return the text of `{"expr": "…"}`, or None for a literal."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(value.get("expr"), str):
        return str(value["expr"])
    return None


def parameter_problem(parameter: Parameter, value: JsonValue) -> str:
    """Return what is wrong with a value for a parameter as a sentence, or "" if it fits.

    The text of an expression is not looked at here; a parameter that is never evaluated takes none.
    """
    if expression_text(value) is not None:
        if parameter.evaluated == "never" or parameter.type == "variable":
            return f"{parameter.label} takes no expression; expected {_expected(parameter)}."
        return ""
    if value is None:
        return f"{parameter.label} needs a value." if parameter.required else ""
    if not _fits(parameter, value):
        found = json.dumps(value, ensure_ascii=False)
        shown = found if len(found) <= 40 else found[:37] + "…"
        return f"{parameter.label} is {shown}; expected {_expected(parameter)}."
    return _range_problem(parameter, value)


def is_number(value: object) -> bool:
    """Tell whether a JSON value is a number that a float can hold; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) <= sys.float_info.max


def is_vector(value: object) -> bool:
    """Tell whether a JSON value is a vector, a list of two numbers."""
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(map(is_number, value))


def _fits(parameter: Parameter, value: JsonValue) -> bool:
    match parameter.type:
        case "bool":
            return isinstance(value, bool)
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "float" | "seconds":
            return is_number(value)
        case "enum":
            return isinstance(value, str) and value in parameter.choices
        case "vector":
            return is_vector(value)
        case "point":
            return is_vector(value) or (isinstance(value, str) and bool(value))
        case "entity" | "variable" | "path":
            return isinstance(value, str) and bool(value)
        case "threshold":
            is_count = isinstance(value, int) and not isinstance(value, bool)
            return is_count or value in ("all", "any", *parameter.words)
        case "string":
            return isinstance(value, str)


def _expected(parameter: Parameter) -> str:
    if parameter.type == "enum":
        return "one of " + ", ".join(parameter.choices)
    if parameter.words:
        return f"a number of children, {', '.join(('all', 'any', *parameter.words))}"
    return _EXPECTED[parameter.type]


def _range_problem(parameter: Parameter, value: JsonValue) -> str:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return ""
    unit = f" {parameter.unit}" if parameter.unit else ""
    least, most = _bounds(parameter)
    if least is not None and value < least:
        return f"{parameter.label} is {_shown(value)}{unit}; the least is {least:.10g}{unit}."
    if most is not None and value > most:
        return f"{parameter.label} is {_shown(value)}{unit}; the most is {most:.10g}{unit}."
    return ""


def _bounds(parameter: Parameter) -> tuple[float | None, float | None]:
    """Return the declared range, within what the type can hold at all."""
    least, most = parameter.minimum, parameter.maximum
    if parameter.type in ("int", "threshold"):
        least = INT_MINIMUM if least is None else max(least, INT_MINIMUM)
        most = INT_MAXIMUM if most is None else min(most, INT_MAXIMUM)
    elif parameter.type == "seconds":
        most = LONGEST_SECONDS if most is None else min(most, LONGEST_SECONDS)
    return least, most


def _shown(value: float) -> str:
    text = str(value)
    return text if len(text) <= 20 else text[:19] + "…"


def literal_value(parameter: Parameter, value: JsonValue) -> Value:
    """Return a JSON literal as the parameter's value, or None where it does not fit."""
    kind = parameter.type
    if isinstance(value, bool):
        return value if kind == "bool" else None
    if isinstance(value, (int, float)):
        if kind in ("int", "threshold"):
            return value if fits_type(value, INT) else None
        return float(value) if kind == "float" else None
    if isinstance(value, list) and kind in ("vector", "point") and len(value) == 2:
        x, y = value
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return (float(x), float(y))
    if isinstance(value, str):
        if kind == "enum":
            return value if value in parameter.choices else None
        if kind == "threshold":
            return value if value in ("all", "any", *parameter.words) else None
        return value if kind in ("string", "entity", "point", "variable", "path") else None
    return None


def choice(
    name: str,
    choices: tuple[str, ...],
    text: str,
    choice_words: tuple[str, ...] = (),
    *,
    evaluated: Evaluated = "tick",
    since: int = 1,
) -> Parameter:
    """Return a parameter that is one of several words, the first of them where nothing is said."""
    return Parameter(
        name,
        "enum",
        choices[0],
        text,
        choices=choices,
        choice_words=choice_words,
        evaluated=evaluated,
        since=since,
    )


def number(
    name: str,
    default: float | None,
    text: str,
    least: float = 0,
    most: float | None = None,
    *,
    unit: str = "",
    optional: bool = False,
) -> Parameter:
    """Return a parameter that holds a number, from 0 on if nothing else is said."""
    return Parameter(name, "float", default, text, least, most, unit, optional=optional)


MEMORY = choice(
    "memory",
    ("resume", "keep", "none"),
    "Resumes (resume): goes on at the child that was running. Keeps its place (keep): also when it ends "
    "before its last child or is halted. Starts over each tick (none): at the first child, reactive.",
    choice_words=("resumes", "keeps its place", "starts over each tick"),
    evaluated="never",
)

YIELD = Parameter(
    "yield",
    "bool",
    False,
    "Wait for the next tick before each further child.",
    evaluated="never",
    title="Yields",
    seldom=True,
    since=2,
)

PACE = choice(
    "pace",
    ("tick", "same_tick"),
    "Tick makes one attempt per tick; same tick loops at once, within the visit budget.",
    evaluated="never",
)

REFUSED = Parameter(
    "refused", "enum", "failure", "What a refusal gives.", choices=("failure", "skipped"), evaluated="never"
)

COUNTS = choice("counts", ("all", "success", "failure"), "Which completions count.", evaluated="never")

AFTERWARDS = choice(
    "afterwards",
    ("skipped", "failure", "last"),
    "What it gives once the limit is reached.",
    evaluated="never",
)


def duration(name: str, default: float, text: str) -> Parameter:
    """Return a parameter that holds a duration in seconds, evaluated on enter (rule 2.2)."""
    return Parameter(name, "seconds", default, text, minimum=0, unit="s", evaluated="enter")


def count(name: str, default: int | None, text: str, *, optional: bool = False) -> Parameter:
    """Return a parameter that holds a number of times from 0 on, evaluated on enter."""
    return Parameter(name, "int", default, text, minimum=0, evaluated="enter", optional=optional)
