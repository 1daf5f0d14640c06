"""Declare the pure functions of the expression language (rule 2.4): names, types and help.

All angles are degrees: 0 points along +x, they grow counterclockwise. How a function is computed
is in ``runtime.minds.expressions.functions`` under the same name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, STRING, VECTOR, Type


class ParameterForm(StrEnum):
    """Say what a function's parameter takes."""

    NUMBER = "number"  # int or float; ints only if all of the call's numbers are ints
    FLOAT = "float"
    VECTOR = "vector"
    POINT = "vector or entity"  # an entity stands for its position
    FLOAT_OR_VECTOR = "float or vector"  # the same for all of these of one call


class ResultForm(StrEnum):
    """Say what a function gives."""

    INT = "int"
    FLOAT = "float"
    VECTOR = "vector"
    ARGUMENTS = "the arguments' type"


@dataclass(frozen=True, slots=True)
class FunctionParameter:
    """Name one parameter of a pure function and what it takes."""

    name: str
    form: ParameterForm


@dataclass(frozen=True, slots=True)
class PureFunction:
    """Declare a function: parameters in order, result, one sentence of help.

    A ``variadic`` function takes any number of further arguments of its last parameter's form.
    """

    name: str
    parameters: tuple[FunctionParameter, ...]
    result: ResultForm
    help: str
    variadic: bool = False

    @property
    def usage(self) -> str:
        """Write the call as shown in help and messages, such as ``clamp(x, low, high)``."""
        names = [parameter.name for parameter in self.parameters]
        return f"{self.name}({', '.join([*names, '…'] if self.variadic else names)})"


_FORMS = {
    "n": ParameterForm.NUMBER,
    "f": ParameterForm.FLOAT,
    "v": ParameterForm.VECTOR,
    "p": ParameterForm.POINT,
    "m": ParameterForm.FLOAT_OR_VECTOR,
}


def _declare(usage: str, result: ResultForm, help_text: str, variadic: bool = False) -> PureFunction:
    name, _, rest = usage.partition(" ")
    parameters = tuple(
        FunctionParameter(part.partition(":")[0], _FORMS[part.partition(":")[2]]) for part in rest.split()
    )
    return PureFunction(name, parameters, result, help_text, variadic)


_INT, _FLOAT, _VECTOR, _SAME = ResultForm.INT, ResultForm.FLOAT, ResultForm.VECTOR, ResultForm.ARGUMENTS

_DECLARED = (
    _declare("abs x:n", _SAME, "Give the size of a number without its sign."),
    _declare(
        "angle_difference a:f b:f",
        _FLOAT,
        "Give the shortest turn from angle a to angle b in degrees, above -180 and up to 180; "
        "positive is counterclockwise.",
    ),
    _declare(
        "angle_to a:p b:p", _FLOAT, "Give the direction from a to b in degrees, from 0 up to below 360."
    ),
    _declare("atan2 y:f x:f", _FLOAT, "Give the angle of the vector (x, y) in degrees, from -180 to 180."),
    _declare("ceil x:f", _INT, "Round up to a whole number."),
    _declare(
        "clamp x:n low:n high:n", _SAME, "Keep x between low and high; if low is above high, give high."
    ),
    _declare("cos angle:f", _FLOAT, "Give the cosine of an angle in degrees."),
    _declare(
        "direction angle:f", _VECTOR, "Give the vector of length 1 that points along an angle in degrees."
    ),
    _declare("distance a:p b:p", _FLOAT, "Give the distance between two positions or entities."),
    _declare("dot a:v b:v", _FLOAT, "Give the dot product of two vectors."),
    _declare("floor x:f", _INT, "Round down to a whole number."),
    _declare("length v:v", _FLOAT, "Give the length of a vector."),
    _declare(
        "lerp a:m b:m t:f", _SAME, "Go from a (t is 0) to b (t is 1) in a straight line: a + (b - a) * t."
    ),
    _declare("max a:n b:n", _SAME, "Give the largest of the numbers.", variadic=True),
    _declare("min a:n b:n", _SAME, "Give the smallest of the numbers.", variadic=True),
    _declare(
        "normalize v:v", _VECTOR, "Give the vector of length 1 in the same direction, or (0, 0) for (0, 0)."
    ),
    _declare("round x:f", _INT, "Round to the nearest whole number; halves go to the even one."),
    _declare("sign x:n", _SAME, "Give -1, 0 or 1 as the number is negative, zero or positive."),
    _declare("sin angle:f", _FLOAT, "Give the sine of an angle in degrees."),
    _declare("sqrt x:f", _FLOAT, "Give the square root; fails for a negative number."),
    _declare("vec x:f y:f", _VECTOR, "Make a vector of its two components."),
)

PURE_FUNCTIONS: Mapping[str, PureFunction] = {function.name: function for function in _DECLARED}
"""All pure functions by name, in alphabetical order."""


LIST_FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "at": ("at(list, place)", "The item at a place, the first at 0; fails where there is none."),
    "contains": ("contains(list, item)", "Whether an item is in a list."),
    "len": ("len(list)", "How many items a list has."),
}
"""The functions of lists, whose items may have any type: usage and help."""


FUZZY_FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "number": ("number(output)", "The output of a fuzzy sheet as one number."),
    "strongest": ("strongest(name)", "The set that an input or output of a fuzzy sheet is in most."),
}
"""The functions of fuzzy sheets, which take the name of an input or output: usage and help."""


@dataclass(frozen=True, slots=True)
class FieldFunction:
    """Declare a function that reads a field of an entity which is named by a text: `influence(self, "red")`.

    The field is `start` and the text, without one `start` alone; hosts and games supply it (rule 11.1).
    """

    name: str
    text: str
    start: str
    result: Type
    help: str
    names: str = ""
    """The section of a world file that the text names something in."""

    @property
    def usage(self) -> str:
        """Write the call as shown in help and messages."""
        return f'{self.name}(entity, "{self.text}")' if self.text else f"{self.name}(entity)"


_OF_FIELDS = (
    FieldFunction("acknowledged", "", "squad:acknowledged", BOOL, "Tell whether it took the last order."),
    FieldFunction("place", "name", "place:", VECTOR, "Give the place that a Best place of this name found."),
    FieldFunction(
        "places_found", "name", "places:", FLOAT, "Give how many places a Best place of this name found."
    ),
    FieldFunction(
        "influence",
        "layer",
        "influence:",
        FLOAT,
        "Give the value of a layer of the ground where it is.",
        "layers",
    ),
    FieldFunction(
        "route_cost", "", "route_cost:", FLOAT, "Give what is left to pay of the way it walks, -1 for none."
    ),
    FieldFunction(
        "impact",
        "zone",
        "impact:",
        VECTOR,
        "Give where a moving thing will come into a zone, with its bounces.",
        "zones",
    ),
    FieldFunction(
        "impact_in",
        "zone",
        "impact_in:",
        FLOAT,
        "Give in how many seconds it will; -1 where it will not.",
        "zones",
    ),
    FieldFunction(
        "owner",
        "layer",
        "owner:",
        STRING,
        "Give the team that owns the ground where it is, '' for none.",
        "layers",
    ),
    FieldFunction("leader", "", "squad:leader", ENTITY, "Give the leader of its squad, nobody without one."),
    FieldFunction("role", "", "squad:role", STRING, "Give its role in its squad, '' for none."),
    FieldFunction("slot_place", "", "slot:place", VECTOR, "Give where its place is; fails without one."),
    FieldFunction("squad", "", "squad:id", STRING, "Give the id of its squad, '' for none."),
    FieldFunction("squad_size", "", "squad:size", INT, "Give how many are in its squad, 0 for none."),
    FieldFunction(
        "tokens_left", "token", "token:left:", FLOAT, "Give how much of a budget of tokens is left.", "tokens"
    ),
)

FIELD_FUNCTIONS: Mapping[str, FieldFunction] = {function.name: function for function in _OF_FIELDS}
"""All functions that read a field by name."""
