"""Numbers that gdx-ai draws: a constant, or the name of a distribution and its numbers: `uniform,1,2`."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.game_leaf import is_number, number_of

_NUMBERS = {"constant": (1, 1), "uniform": (1, 2), "triangular": (1, 3), "gaussian": (2, 2)}


@dataclass(frozen=True)
class Distribution:
    """Hold the middle of what is drawn, how far it may lie on either side, and whether all there is alike."""

    name: str
    middle: float
    spread: float = 0.0
    is_even: bool = True


def distribution(value: JsonValue) -> Distribution:
    """Return what a number or a text says; raises ValueError in words for anything else."""
    if is_number(value):
        return Distribution("constant", value)
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no number.")
    name, *rest = (word.strip() for word in value.split(","))
    numbers = [number_of(word) for word in rest]
    least, most = _NUMBERS.get(name, (0, -1))
    known = [number for number in numbers if number is not None]
    if not least <= len(numbers) <= most or len(known) < len(numbers):
        raise ValueError(f"{value[:40]!r} is no distribution that gdx-ai has.")
    if name == "constant":
        return Distribution(name, known[0])
    if name == "gaussian":
        return Distribution(name, known[0], 0.0, known[1] == 0)
    if name == "uniform":
        low, high = (known[0], known[1]) if len(known) > 1 else (0, known[0])
        return Distribution(name, (low + high) / 2, abs(high - low) / 2)
    low, high = (known[0], known[1]) if len(known) > 1 else (-known[0], known[0])
    return Distribution(name, (low + high) / 2, abs(high - low) / 2, low == high)
