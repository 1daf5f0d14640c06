"""Listen for programs that tell of their XState machines by WebSocket; nothing here waits."""

from __future__ import annotations

import re
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from time import monotonic

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

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
        self._socket = accepted
        self._protocol = ServerProtocol(max_size=MOST_BYTES, origins=[None, _PAGES])
        self._pieces: list[bytes] = []
        self.is_over = False
        self.trouble = ""

    @property
    def is_open(self) -> bool:
        """Tell whether the handshake is through, and the connection not ended."""
        return self._protocol.state is State.OPEN and not self.is_over

    def read(self) -> list[str]:
        """Return the messages that have come."""
        try:
            data = b"" if self.is_over else self._socket.recv(_AT_ONCE)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        texts = list(self._texts())
        error = self._protocol.handshake_exc or self._protocol.parser_exc
        if error is not None and not isinstance(error, EOFError):
            self.trouble = f"A connection was refused: {clipped(error, 200)}"
        if not data or error is not None or self._protocol.close_expected():
            self.end()
        self._answer()
        return texts

    def end(self) -> None:
        """Say good-bye and hang up."""
        if self.is_open:
            self._protocol.send_close(1001)
        self._answer()
        self._socket.close()
        self.is_over = True

    def _texts(self) -> Iterator[str]:
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._protocol.send_response(self._protocol.accept(event))
            elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._pieces.append(bytes(event.data))
                if event.fin:
                    yield b"".join(self._pieces).decode("utf-8", "replace")
                    self._pieces.clear()

    def _answer(self) -> None:
        """Send what the protocol has to say: a handshake, a pong, a good-bye."""
        with suppress(OSError):
            self._socket.sendall(b"".join(self._protocol.data_to_send()))
