"""Listen for programs that tell of their XState machines by WebSocket; nothing here waits."""

from __future__ import annotations

import re
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from time import monotonic

from runtime.basics.web_socket import WebSocketEnd, WebSocketFault
from runtime.foreign.foreign_run import ForeignRun, clipped
from runtime.foreign.xstate_events import XStateReader
from runtime.foreign.xstate_machines import XStateError

MOST_BYTES = 4 << 20
"""The longest message."""
_AT_ONCE, _MOST_SECONDS, _MOST_PROGRAMS = 1 << 18, 0.02, 16
"""Bytes taken of a program and seconds spent in one poll, about; programs that are heard at a time."""
_PAGES = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
"""Origins of pages that may connect; a program that is no page has none."""


class XStateListener:
    """Wait at a port of this computer for programs; raise `OSError` where that cannot be listened at."""

    def __init__(self, port: int = 8080, clock: Callable[[], float] = monotonic) -> None:
        self.run = ForeignRun("")
        self._clock, self._began = clock, clock()
        self._reader = XStateReader(self.run)
        self._listening = socket.create_server(("127.0.0.1", port))
        self._listening.setblocking(False)
        self._address = f"ws://localhost:{self._listening.getsockname()[1]}"
        self._programs: dict[int, _Program] = {}
        self._numbers = count(1)
        self._waiting: deque[tuple[int, str]] = deque()
        self._say()

    def poll(self) -> None:
        """Take what has come; never wait."""
        if not self._waiting:  # Else more has come than can be taken: programs wait.
            self._welcome()
            for number, program in self._programs.items():
                self._waiting.extend((number, text) for text in program.read())
                self.run.trouble = program.trouble or self.run.trouble
            self._say()
        until = self._clock() + _MOST_SECONDS
        while self._waiting and self._clock() <= until:
            number, text = self._waiting.popleft()
            try:
                self._reader.take(number, text, self._clock() - self._began)
            except XStateError as error:
                self.run.trouble = f"A program sent {error}. Is it an inspector of XState 5?"

    def close(self) -> None:
        """Listen no more; programs go on without being watched."""
        self._listening.close()
        for program in self._programs.values():
            program.end()

    def _welcome(self) -> None:
        """Take a program that knocks; machines of those that have ended are forgotten then."""
        try:
            accepted, _ = self._listening.accept()
        except OSError:
            return
        for number in [number for number, program in self._programs.items() if program.is_over]:
            del self._programs[number]
            self._reader.leave(number)
        if len(self._programs) >= _MOST_PROGRAMS:
            self.run.trouble = f"More than {_MOST_PROGRAMS} programs: the others are turned away."
            accepted.close()
        else:
            self.run.trouble = ""
            self._programs[next(self._numbers)] = _Program(accepted)

    def _say(self) -> None:
        run, live = self.run, sum(program.is_open for program in self._programs.values())
        run.is_live = live > 0
        if live:
            run.words = f"{live} program{'s' if live > 1 else ''} at {self._address}"
        elif run.graphs:
            run.words = f"The program has ended. Waiting for another at {self._address}"
        else:
            run.words = f"Waiting for a program: createWebSocketInspector({{ url: “{self._address}” }})"


class _Program:
    """Read the messages of one program; `trouble` says why it was refused."""

    def __init__(self, accepted: socket.socket) -> None:
        accepted.setblocking(False)
        self._socket, self._wire = accepted, WebSocketEnd(MOST_BYTES, [None, _PAGES])
        self.is_over = False
        self.trouble = ""

    @property
    def is_open(self) -> bool:
        """Tell whether the handshake is through, and the connection not ended."""
        return self._wire.is_open and not self.is_over

    def read(self) -> list[str]:
        """Return the messages that have come."""
        messages: list[bytes] = []
        try:
            data = b"" if self.is_over else self._socket.recv(_AT_ONCE)
            messages = self._wire.feed(data) if data else []
            if data:
                self._socket.sendall(self._wire.to_send())
            else:
                self.end()
        except BlockingIOError:
            pass
        except (OSError, WebSocketFault) as error:
            self.trouble = f"A connection was refused: {clipped(error, 200)}"
            self.end()
        return [message.decode("utf-8", "replace") for message in messages]

    def end(self) -> None:
        """Say good-bye and hang up."""
        self._wire.end()
        with suppress(OSError):
            self._socket.sendall(self._wire.to_send())
        self._socket.close()
        self.is_over = True
