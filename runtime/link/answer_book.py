"""Keep what a game answers one mind, and give it when the mind asks in Mindloom.

Answers hold until the game gives others. What came in a tick has a place among the steps of actions that the
mind asked for in that tick, so that what changed between two steps is known between the same two.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal

from graphs.basics.json_text import JsonValue
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.link.frames import Asked, Failed, MindInput, as_key

Question = tuple[str, ...]
"""What was asked, in the form of a key."""

StepName = Literal["enter", "tick", "halt"]

_RESULTS = {"running": Status.RUNNING, "success": Status.SUCCESS, "failure": Status.FAILURE}
_INPUTS = frozenset({"shared", "set", "post", "halt", "restart", "pass"})

TakeInput = Callable[[MindInput], None]
"""Let an input come into the mind: its kind and what belongs to it."""


class NotAnswered(EvaluationError):
    """Say that a game was never heard to answer this; a run that is exact asks nothing else."""


class AnswerBook:
    """Hold what a game answers one mind.

    `take_input` is called for what comes in between two answers. With `off_record` the mind does something
    else than that of the game did: what was answered in a tick is known at its begin, whatever it asks.
    """

    def __init__(self, take_input: TakeInput) -> None:
        self.off_record = False
        self._take_input = take_input
        self._known: dict[Question, object] = {}
        self._to_come: deque[Asked] = deque()
        self._steps = 0
        self._in_this_tick: set[Question] = set()

    @property
    def known(self) -> dict[Question, object]:
        """Return a copy of what is answered by now."""
        return dict(self._known)

    def forget(self, known: dict[Question, object] | None = None) -> None:
        """Know nothing, or what was known at another time."""
        self._known = dict(known or {})
        self._to_come.clear()

    def begin_tick(self, asked: Sequence[Asked]) -> None:
        """Be given what was asked in the tick to come, and by the inputs before it."""
        self._to_come = deque(asked)
        self._steps = 0
        self._in_this_tick.clear()
        if self.off_record:
            self._advance(None)

    def take_inputs(self) -> None:
        """Take the inputs that came before the next question: those up to the steps asked for by now."""
        to_come = self._to_come
        while to_come and to_come[0].kind in _INPUTS and to_come[0].place <= self._steps:
            self._take(to_come.popleft())

    def end_tick(self) -> None:
        """Take what came behind the last answer of the tick."""
        self._advance(None)

    def action(self, row: int, name: str, step: StepName) -> Status:
        """Return what a step of an action came to.

        Raises `EvaluationError` with what the game's code failed of, and `NotAnswered`.
        """
        question = ("action", str(row), name, step)
        self._advance(self._steps)
        self._steps += 1
        if self.off_record and step == "enter":
            tick = ("action", str(row), name, "tick")
            if tick not in self._in_this_tick:
                self._known[tick] = "running"
            return Status.SUCCESS
        if self.off_record and step == "halt":
            return Status.SUCCESS
        try:
            answer = self._answer(question)
        finally:
            self.take_inputs()
        assert isinstance(answer, str)
        return _RESULTS[answer]

    def condition(self, name: str, arguments: Sequence[JsonValue]) -> bool:
        """Return what a condition came to; raise as `action` does."""
        return bool(self._asked_now(("condition", name, text_of(list(arguments)))))

    def field(self, entity: str, field: str) -> object:
        """Return a field of an entity as JSON; raise as `action` does."""
        return self._asked_now(("field", entity, field))

    def query(self, name: str, of: str) -> object:
        """Return the entities of a query as JSON; raise as `action` does."""
        return self._asked_now(("query", name, of))

    def free(self, thing: str) -> bool | None:
        """Return whether a claim found a place, None where the game was never heard to say so."""
        self._advance(self._steps)
        found = self._known.get(("free", thing))
        return None if found is None else bool(found)

    def _asked_now(self, question: Question) -> object:
        self._advance(self._steps)
        return self._answer(question)

    def _answer(self, question: Question) -> object:
        try:
            answer = self._known[question]
        except KeyError:
            raise NotAnswered(f"The game was never asked for {' '.join(question)}.") from None
        if isinstance(answer, Failed):
            raise EvaluationError(answer.words)
        return answer

    def _advance(self, steps: int | None) -> None:
        """Take what came up to a place, None for all."""
        to_come = self._to_come
        while to_come and (steps is None or to_come[0].place <= steps):
            self._take(to_come.popleft())

    def _take(self, asked: Asked) -> None:
        if asked.kind in _INPUTS:
            self._take_input((asked.kind, *asked.parts))
            return
        key = (asked.kind, *map(_part, asked.parts))
        self._known[key] = asked.answer
        self._in_this_tick.add(key)


def _part(part: JsonValue) -> str:
    """Return a part of a question, as it is told by a game, as part of its key."""
    return part if isinstance(part, str) else text_of(part)


def text_of(value: JsonValue) -> str:
    """Return a JSON value as text that is equal for equal values; a whole number is as good as a float."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return json.dumps(as_key(value), sort_keys=True)
