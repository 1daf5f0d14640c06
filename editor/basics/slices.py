"""Do long work beside the window: in slices of a few milliseconds between its events.

Work is a row of short steps, an iterator. What a thread does becomes steps too: a slow function that only
waits (`beside_window`), or one that passes points of a `LayoutWatch` (`in_turns`). Such a thread goes on only
while the window waits for it, one slice at a time: so it is never in the way of painting, needs no locks, and
its result does not depend on timing.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator
from functools import partial
from threading import Event, Semaphore, Thread
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from graphs.layout.layout_watch import LayoutCanceled, LayoutWatch
from runtime.basics.garbage_collection import CollectorHold

Result = TypeVar("Result")

Steps = Generator[object, None, Result]
"""Short steps that end with a result; each may yield the share done, 0 to 1."""

SLICE = 0.012
"""Seconds of work before the window looks after itself again."""
FIRST_SLICE = 0.05
"""Seconds that work in turns has at first: most of it is over then and nothing needs to be announced."""
_WAIT = 0.008
"""Seconds a step waits for a thread."""
STEPS_OF_LARGE = 20_000
"""So many steps of a check make so many objects that nothing is to look for garbage among them."""


class StepsInSlices(QObject):
    """Do one row of steps at a time. `passed` comes after each slice, `finished` when they are done.

    `share` is what was yielded last of the share done.
    """

    passed = Signal()
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0
        self._steps: Iterator[object] | None = None
        self._then: Callable[[object], None] | None = None
        self._count = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_under_way(self) -> bool:
        """Tell whether there are steps left."""
        return self._steps is not None

    def begin(
        self,
        steps: Iterator[object] | Steps[Result],
        then: Callable[[Result], None] | None = None,
        *,
        at_once: bool = True,
    ) -> None:
        """Do the first slice of some steps, `at_once` or soon; steps under way are given up.

        `then` gets the result of the steps; an error of a step is raised, and the rest given up.
        """
        self.drop()
        self._steps, self._then = steps, then  # type: ignore[assignment]
        self.share, self._count = 0.0, 0
        self._prepare()
        self._timer.start()
        if at_once:
            self._go_on()

    def ask(self, function: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Run a function beside the window, then `then` with its result; what is under way is given up."""
        self.begin(beside_window(function), then, at_once=False)

    def finish(self) -> None:
        """Do all steps that are left at once."""
        while self._steps is not None:
            self._go_on()

    def drop(self) -> None:
        """Give up the steps under way."""
        self._steps = self._then = None
        self._timer.stop()
        self._rest()

    def _prepare(self) -> None:
        """Get ready for steps that begin."""

    def _rest(self) -> None:
        """Leave off, after the last step or before it."""

    def _go_on(self) -> None:
        steps, until = self._steps, monotonic() + SLICE
        if steps is None:
            return
        try:
            while steps is self._steps:
                share = next(steps)
                self._count += 1
                if isinstance(share, float):
                    self.share = share
                if monotonic() >= until:
                    self.passed.emit()
                    return
            return
        except StopIteration as end:
            result = end.value
        except BaseException:
            self.drop()
            raise
        if steps is self._steps:
            then = self._then
            self.drop()
            self.passed.emit()
            self.finished.emit()
            if then is not None:
                then(result)


class ChecksInSlices(StepsInSlices):
    """Do the steps of a check at a time.

    A check of a large document makes millions of objects that stay. While it is under way nothing looks for
    garbage among them, and afterwards nothing looks there again until `release`: each such look would keep
    the window waiting for a quarter of a second.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hold: CollectorHold | None = None
        self._froze = False

    def release(self) -> None:
        """Let what the checks have made be looked at as garbage again, since the document is closed."""
        self.drop()
        if self._froze:
            self._froze = False
            gc.unfreeze()

    def _prepare(self) -> None:
        self._hold = CollectorHold()

    def _rest(self) -> None:
        hold, self._hold = self._hold, None
        if hold is None:
            return
        if self._count >= STEPS_OF_LARGE:
            self._froze = True
            gc.freeze()
        hold.release()


def beside_window(function: Callable[[], Result]) -> Generator[float, None, Result]:
    """Begin to run a function in a thread of its own, and return steps that wait for it in short pieces.

    It must touch nothing that the window changes, and no Qt. An error of the function is raised.
    """
    ended = Event()
    found: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(function())
        except BaseException as error:
            failed.append(error)
        finally:
            ended.set()

    def wait() -> Generator[float, None, Result]:
        while not ended.wait(_WAIT):
            yield 0.0
        if failed:
            raise failed[0]
        return found[0]

    Thread(target=run, name="beside the window", daemon=True).start()
    return wait()


def in_turns(
    work: Callable[[LayoutWatch], Result], first: float | None = None
) -> Generator[float, None, Result]:
    """Run a function in a thread of its own that takes turns with the window at the points it passes.

    `first` is for how many seconds it runs at first, `FIRST_SLICE` if None.
    """
    turns = _InTurns(work)
    try:
        turns.run_slice(FIRST_SLICE if first is None else first)
        while not turns.is_over:
            yield turns.share
            turns.run_slice(SLICE)
    finally:
        turns.cancel()
    if turns.error is not None:
        raise turns.error
    return turns.result  # type: ignore[return-value]


class _InTurns(Generic[Result]):
    """Hold a function that is run a slice at a time."""

    def __init__(self, work: Callable[[LayoutWatch], Result]) -> None:
        self.share = 0.0
        self.is_over = False
        self.result: Result | None = None
        self.error: Exception | None = None
        self._work = work
        self._is_canceled = False
        self._until = 0.0
        self._go, self._rest = Semaphore(0), Semaphore(0)
        self._thread = Thread(target=self._run, name="long work", daemon=True)
        self._thread.start()

    def run_slice(self, seconds: float) -> None:
        """Let the work go on for a while."""
        self._until = monotonic() + seconds
        self._go.release()
        self._rest.acquire()

    def cancel(self) -> None:
        """End the work at its next point."""
        self._is_canceled = True
        self._until = 0.0
        while not self.is_over:
            self.run_slice(0.0)

    def _run(self) -> None:
        self._go.acquire()
        try:
            if not self._is_canceled:
                self.result = self._work(LayoutWatch(self._report, self._pass_point))
        except Exception as error:
            self.error = error
        finally:
            self.is_over = True
            self._rest.release()

    def _report(self, share: float) -> None:
        self.share = share

    def _pass_point(self) -> bool:
        if monotonic() >= self._until and not self._is_canceled:
            self._rest.release()
            self._go.acquire()
        return self._is_canceled


class LongWork(QObject):
    """Do one piece of work at a time; a new one takes the place of the one under way.

    `started` carries what is done ("Laying out"), `progressed` the share done. `ended` follows in any case,
    with True when the work was canceled by the user. `what` is what was done last, for those who come late.
    """

    started = Signal(str)
    progressed = Signal(float)
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.what = ""
        self._slices = StepsInSlices(self)
        self._slices.passed.connect(self._tell)
        self._given_up: Callable[[], None] | None = None
        self._is_told = False

    @property
    def is_busy(self) -> bool:
        """Tell whether work is under way."""
        return self._slices.is_under_way

    def run(
        self,
        what: str,
        work: Callable[[LayoutWatch], Result],
        done: Callable[[Result], None],
        given_up: Callable[[], None] | None = None,
    ) -> bool:
        """Begin some work and do its first slice; `done` gets the result when there is one.

        Nothing is announced when the first slice is enough. `given_up` is called when the user cancels.
        Returns whether the work is done already. The work must not touch the window.
        """
        return self.run_steps(what, in_turns(work), done, given_up)

    def run_steps(
        self,
        what: str,
        steps: Steps[Result],
        done: Callable[[Result], None],
        given_up: Callable[[], None] | None = None,
        *,
        at_once: bool = True,
    ) -> bool:
        """Begin work that is a row of short steps, which may touch Qt and yield the share done, 0 to 1.

        Else this is as `run`; its first slice is done soon if not `at_once`.
        """
        self.drop()
        self._given_up = given_up
        self._slices.begin(_kept(steps), partial(self._end_with, done), at_once=at_once)
        if not self._slices.is_under_way:
            return True
        self.what, self._is_told = what, True
        self.started.emit(what)
        self.progressed.emit(self._slices.share)
        return False

    def finish(self) -> None:
        """Do the rest of the work at once."""
        self._slices.finish()

    def cancel(self) -> bool:
        """Give the work up because the user wants it; return whether there was any."""
        given_up = self._given_up
        if not self._end(canceled=True):
            return False
        if given_up is not None:
            given_up()
        return True

    def drop(self) -> None:
        """Give the work up because its result is no longer wanted."""
        self._end(canceled=False)

    def _tell(self) -> None:
        if self._is_told and self._slices.is_under_way:
            self.progressed.emit(self._slices.share)

    def _end(self, *, canceled: bool) -> bool:
        if not self._slices.is_under_way:
            return False
        self._slices.drop()
        self._announce_end(canceled)
        return True

    def _announce_end(self, canceled: bool) -> None:
        was_told, self._is_told, self._given_up = self._is_told, False, None
        if was_told:
            self.ended.emit(canceled)

    def _end_with(self, done: Callable[[Result], None], kept: tuple[Result | None, Exception | None]) -> None:
        self._announce_end(canceled=False)
        result, error = kept
        if error is None:
            done(result)  # type: ignore[arg-type]
        elif not isinstance(error, LayoutCanceled):
            raise error


def _kept(steps: Steps[Result]) -> Steps[tuple[Result | None, Exception | None]]:
    """Do steps, and return their result or the error that ended them."""
    try:
        return (yield from steps), None
    except Exception as error:
        return None, error
