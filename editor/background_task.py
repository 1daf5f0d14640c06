"""Do slow reading in a thread beside the window, and come back with the answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

Answer = TypeVar("Answer")


class BackgroundTask(QObject):
    """Run one function at a time in a thread of its own; only the answer to the last question is given.

    The function must touch nothing that the window changes, and no Qt.
    """

    _answered = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked = self._taken = 0
        self._then: Callable[[object], None] = lambda _answer: None
        self._pool: ThreadPoolExecutor | None = None
        self._answered.connect(self._take)

    @property
    def is_under_way(self) -> bool:
        """Tell whether an answer is awaited."""
        return self._asked > self._taken

    def ask(self, question: Callable[[], Answer], then: Callable[[Answer], None]) -> None:
        """Run `question` beside the window, then `then` with its answer; a question before is forgotten."""
        self._asked += 1
        number, self._then = self._asked, then  # type: ignore[assignment]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="background")
        self._pool.submit(lambda: self._answered.emit(number, question()))

    def stop(self) -> None:
        """Await no answer any more."""
        self._asked += 1
        self._taken = self._asked
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _take(self, number: int, answer: object) -> None:
        if number == self._asked:
            self._taken = number
            self._then(answer)
