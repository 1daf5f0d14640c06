"""Do long work beside the window: in slices of a few milliseconds, with progress, and it can be canceled.

The work is a plain function that passes points of a `LayoutWatch`. It runs in a thread of its own that goes
on only while the window waits for it, one slice at a time: so it is never in the way of painting, needs no
locks, and its result does not depend on timing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Semaphore, Thread
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from graphs.layout.layout_watch import LayoutCanceled, LayoutWatch

Result = TypeVar("Result")

SLICE = 0.025
"""Seconds the window waits for the work before it looks after itself again."""
_WAIT = 0.008
"""Seconds a step waits for a thread."""
FIRST_SLICE = 0.05
"""Seconds it waits at first: most work is over then and nothing needs to be announced."""


class _Sliced(Generic[Result]):
    """A function that is run a slice at a time."""

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


class _Stepped(Generic[Result]):
    """A row of steps that is done a slice at a time in the window's thread; each yields the share done."""

    def __init__(self, steps: Generator[float, None, Result]) -> None:
        self.share = 0.0
        self.is_over = False
        self.result: Result | None = None
        self.error: Exception | None = None
        self._steps = steps

    def run_slice(self, seconds: float) -> None:
        """Do steps for a while."""
        until = monotonic() + seconds
        try:
            while True:
                self.share = next(self._steps)
                if monotonic() >= until:
                    return
        except StopIteration as end:
            self.result, self.is_over = end.value, True
        except Exception as error:
            self.error, self.is_over = error, True

    def cancel(self) -> None:
        """Do no further step."""
        self._steps.close()
        self.is_over = True


def beside_window(function: Callable[[], Result]) -> Generator[float, None, Result]:
    """Run a function in a thread of its own as one of some steps, which wait for it in short pieces.

    It must touch nothing that the window changes, and no Qt. An error of the function is raised.
    """
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="steps")
    future = pool.submit(function)
    pool.shutdown(wait=False)
    while not wait((future,), timeout=_WAIT).done:
        yield 0.0
    return future.result()


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
        self._sliced: _Sliced[object] | _Stepped[object] | None = None
        self._done: Callable[[object], None] | None = None
        self._given_up: Callable[[], None] | None = None
        self.what = ""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_busy(self) -> bool:
        """Tell whether work is under way."""
        return self._sliced is not None

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
        return self._begin(what, lambda: _Sliced(work), FIRST_SLICE, done, given_up)

    def run_steps(
        self,
        what: str,
        steps: Generator[float, None, Result],
        done: Callable[[Result], None],
        given_up: Callable[[], None] | None = None,
    ) -> bool:
        """Begin work that is a row of short steps, which may touch Qt and yield the share done, 0 to 1.

        Else this is as `run`.
        """
        return self._begin(what, lambda: _Stepped(steps), SLICE, done, given_up)

    def _begin(
        self,
        what: str,
        made: Callable[[], _Sliced[Result] | _Stepped[Result]],
        first_slice: float,
        done: Callable[[Result], None],
        given_up: Callable[[], None] | None,
    ) -> bool:
        self.drop()
        sliced = made()
        sliced.run_slice(first_slice)
        if sliced.is_over:
            _finish(sliced, done)
            return True
        self._sliced, self._given_up = sliced, given_up  # type: ignore[assignment]
        self._done = done  # type: ignore[assignment]
        self.what = what
        self.started.emit(what)
        self.progressed.emit(sliced.share)
        self._timer.start()
        return False

    def finish(self) -> None:
        """Do the rest of the work at once."""
        while self._sliced is not None:
            self._go_on()

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

    def _go_on(self) -> None:
        sliced, done = self._sliced, self._done
        if sliced is None or done is None:
            self._timer.stop()
            return
        sliced.run_slice(SLICE)
        if not sliced.is_over:
            self.progressed.emit(sliced.share)
            return
        self._forget()
        self.ended.emit(False)
        _finish(sliced, done)

    def _end(self, *, canceled: bool) -> bool:
        sliced = self._sliced
        if sliced is None:
            return False
        self._forget()
        sliced.cancel()
        self.ended.emit(canceled)
        return True

    def _forget(self) -> None:
        self._sliced = self._done = self._given_up = None
        self._timer.stop()


def _finish(sliced: _Sliced[Result] | _Stepped[Result], done: Callable[[Result], None]) -> None:
    if sliced.error is not None:
        if isinstance(sliced.error, LayoutCanceled):
            return
        raise sliced.error
    done(sliced.result)  # type: ignore[arg-type]
