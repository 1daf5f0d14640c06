"""Fuzzy sheets as a document holds them: inputs and outputs with named sets, and rules (section 10)."""

from __future__ import annotations

from typing import Literal

from graphs.basics.frozen import Frozen, Number
from graphs.model.curves import Curve


class FuzzyAxis(Frozen):
    """Hold one axis with named sets on it: each set is a curve from 0 to 1."""

    low: Number = 0
    high: Number = 1
    unit: str = ""
    sets: dict[str, Curve] = {}
    note: str = ""


class FuzzyInput(FuzzyAxis):
    """Hold one input: `value` is an expression, "" for the variable of the input's own name."""

    value: str = ""


class FuzzyOutput(FuzzyAxis):
    """Hold one output: `number` says how its degrees become one number (rule 10.6).

    `samples` is how many places of the axis the centroid looks at.
    """

    number: Literal["average", "centroid"] = "average"
    samples: int = 10


class FuzzyRule(Frozen):
    """Hold one rule: as far as `when` holds, `output` is in the set `then`."""

    when: str = ""
    output: str = ""
    then: str = ""
    disabled: bool = False
    note: str = ""


class FuzzySheet(Frozen):
    """Hold one sheet. The names of inputs and outputs are those of the document's expressions."""

    title: str = ""
    note: str = ""
    inputs: dict[str, FuzzyInput] = {}
    outputs: dict[str, FuzzyOutput] = {}
    rules: tuple[FuzzyRule, ...] = ()


MOST_SETS = 9
"""Sets that one axis can have."""

FEWEST_SAMPLES, MOST_SAMPLES = 2, 50
"""Places that a centroid may look at."""


def set_name(axis: str, name: str) -> str:
    """Return the name under which the curve of a set is found among all curves of a document."""
    return f"{axis}.{name}"
