"""Let a test process that dies be named: a pytest plugin for runs on several processes.

pytest-xdist 3.8 ends the whole run with an internal error, without the name of the test, if it sends the next
tests to a process between its death and the news of it (pytest-dev/pytest-xdist, issue 204). Here what cannot
be sent is dropped: the news is next in the queue, names the test and ends the run.
"""

from __future__ import annotations

import contextlib

from xdist.workermanage import WorkerController

_send = WorkerController.sendcommand


def _send_if_alive(self: WorkerController, name: str, **more: object) -> None:
    with contextlib.suppress(OSError):
        _send(self, name, **more)


def pytest_configure() -> None:
    """Send only to processes that live."""
    WorkerController.sendcommand = _send_if_alive
