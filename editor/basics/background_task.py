"""Do slow reading in a thread beside the window, and come back with the answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

Answer = TypeVar("Answer")


class BackgroundTask(QObject):
    """Run one function at a time in a thread of its own; only the answer to the last question is given.

    The function must touch nothing that the window changes, and no Qt. A question that is asked while one is
    under way waits for it, and takes the place of another that waits. The thread ends with its question.
    """

    _answered = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: Callable[[], object] | None = None
        self._then: Callable[[object], None] | None = None
        self._is_running = False
        self._answered.connect(self._take)

    @property
    def is_under_way(self) -> bool:
        """Tell whether an answer is awaited."""
        return self._then is not None

    def ask(self, question: Callable[[], Answer], then: Callable[[Answer], None]) -> None:
        """Run `question` beside the window, then `then` with its answer; a question before is forgotten."""
        self._waiting, self._then = question, then  # type: ignore[assignment]
        if not self._is_running:
            self._begin()

    def stop(self) -> None:
        """Await no answer any more."""
        self._waiting = self._then = None

    def _begin(self) -> None:
        question, self._waiting = self._waiting, None
        self._is_running = question is not None
        if question is not None:
            Thread(
                target=_answer, args=(question, self._answered.emit), name="background", daemon=True
            ).start()

    def _take(self, answer: object) -> None:
        is_old = self._waiting is not None
        self._begin()
        then = self._then
        if not is_old and then is not None:
            self._then = None
            then(answer)


def _answer(question: Callable[[], object], tell: Callable[[object], None]) -> None:
    answer = question()
    # The window may have been closed meanwhile.
    with suppress(RuntimeError):
        tell(answer)
