"""Remember what was found out about guards, so that a guard nobody touched is not looked at again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from graphs.expressions.typed import TypedExpression

Guard = TypedExpression | None
Answer = TypeVar("Answer")

ANSWERS_KEPT = 50_000


class GuardAnswers:
    """Hold answers by question and by the very guards asked about.

    The guards are held, so that none of their identities is given to another one. One memory serves one
    scope: a variable's range is part of the scope, so that answers stay right.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[Hashable, ...], tuple[tuple[Guard, ...], object]] = {}

    def recall(self, question: Hashable, guards: tuple[Guard, ...], work_out: Callable[[], Answer]) -> Answer:
        """Return the answer to a question about some guards, worked out if it was not asked before."""
        key = (question, *map(id, guards))
        entry = self._kept.get(key)
        if entry is None:
            if len(self._kept) >= ANSWERS_KEPT:
                self._kept.clear()
            entry = self._kept[key] = (guards, work_out())
        return cast(Answer, entry[1])
