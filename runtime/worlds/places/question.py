"""Read a question for a place from the JSON that a document is compiled to (rule 11.24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from graphs.basics.json_text import JsonTextError, JsonValue, parse_json
from graphs.kinds.nodes.best_place import MOST_PLACES
from runtime.basics.context import EvaluationError
from runtime.basics.values import Value, Vector

MOST_PARTS = 64
"""Most parts of one question."""


class QuestionProblem(ValueError):
    """Say why a text is no question."""


@dataclass(frozen=True, slots=True)
class Part:
    """Hold one part of a question: its kind, and its parameters as they stand there."""

    kind: str
    params: Mapping[str, JsonValue]

    def number(self, name: str, given: Mapping[str, Value]) -> float | None:
        """Return a number of the part, None where it has none."""
        value = self.value(name, given)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def needed(self, name: str, given: Mapping[str, Value]) -> float:
        """Return a number that the part must have; raise `EvaluationError` where it has none."""
        value = self.number(name, given)
        if value is None:
            raise EvaluationError(f"The part {self.kind} needs a number for {name}.")
        return value

    def point(self, name: str, given: Mapping[str, Value]) -> Value:
        """Return a place of the part, a vector or the id of an entity, None where it names none."""
        value = self.value(name, given)
        return value if isinstance(value, str) else _pair(value)

    def text(self, name: str) -> str:
        """Return a text of the part, "" where it has none."""
        value = self.params.get(name)
        return value if isinstance(value, str) else ""

    def points(self, name: str) -> tuple[tuple[float, float], ...]:
        """Return pairs of numbers of the part, such as those of a curve."""
        value = self.params.get(name)
        rows = value if isinstance(value, list) else []
        return tuple(pair for row in rows if (pair := _pair(row)) is not None)

    def value(self, name: str, given: Mapping[str, Value]) -> JsonValue | Value:
        """Return what is given for a parameter, None for nothing."""
        value = self.params.get(name)
        if isinstance(value, str) and value.startswith("$"):
            return given.get(value[1:])
        return value


def _pair(value: JsonValue | Value) -> Vector | None:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return None
    x, y = value
    return (float(x), float(y)) if isinstance(x, (int, float)) and isinstance(y, (int, float)) else None


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a question: its parts in order, and how many places of the best are taken how."""

    parts: tuple[Part, ...]
    take: str
    top: int


@lru_cache(maxsize=256)
def question_of(text: str) -> Question:
    """Read a question; raise `QuestionProblem` for a text that is none."""
    try:
        value = parse_json(text.encode("utf-8"))
    except JsonTextError as error:
        raise QuestionProblem(error.message) from None
    parts = value.get("parts") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(parts, list) or len(parts) > MOST_PARTS:
        raise QuestionProblem(f"expected an object with at most {MOST_PARTS} parts")
    top, take = value.get("top", 1), value.get("take", "best")
    return Question(
        tuple(Part(str(part.get("part")), part) for part in parts if isinstance(part, dict)),
        take if isinstance(take, str) else "best",
        max(1, min(top, MOST_PLACES)) if isinstance(top, int) else 1,
    )
