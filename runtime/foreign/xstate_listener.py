"""Listen for programs that tell of their XState machines by WebSocket; nothing here waits."""

from __future__ import annotations

import re
import socket
from collections import deque
from collections.abc import Callable
from time import monotonic

from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from runtime.foreign.foreign_run import ForeignRun, Phase
from runtime.foreign.xstate_events import XStateReader
from runtime.foreign.xstate_machines import XStateError

DEFAULT_PORT = 8080
"""Where `createWebSocketInspector` connects to unless it is told another address."""
MOST_BYTES = 4 << 20
"""The longest message."""
_AT_ONCE = 1 << 18
"""Bytes taken of one connection in one poll."""
_MOST_SECONDS = 0.02
"""How long events are taken in one poll, about."""
_MOST_CONNECTIONS = 16
_PAGES = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
"""Pages that may connect, by their origin; programs that are no pages have none."""


class XStateListener:
    """Wait at a port of this computer for programs.

    Raises `OSError` where the port cannot be listened at.
    """

    def __init__(self, port: int = DEFAULT_PORT, clock: Callable[[], float] = monotonic) -> None:
        self.run = ForeignRun("XState")
        self._clock, self._began = clock, clock()
        self._reader = XStateReader(self.run)
        self._listening = socket.create_server(("127.0.0.1", port))
        self._listening.setblocking(False)
        self.port: int = self._listening.getsockname()[1]
        self._connections: dict[int, _Connection] = {}
        self._waiting: deque[tuple[int, str]] = deque()
        self._ended: list[int] = []
        self._count = 0
        self._say()

    def poll(self) -> None:
        """Take what has come; never wait."""
        self._take_events()
        if self._waiting:
            return  # More has come than can be taken: programs are heard again when this is done.
        self._welcome()
        for number, connection in list(self._connections.items()):
            self._waiting.extend((number, text) for text in connection.read())
            if connection.trouble:
                self.run.complain(connection.trouble)
            if connection.is_over:
                del self._connections[number]
                self._ended.append(number)
                self._say()
        self._take_events()

    def close(self) -> None:
        """Listen no more; programs go on without being watched."""
        self._listening.close()
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()

    def _take_events(self) -> None:
        """Take events that have come, but no longer than the window may wait."""
        until = self._clock() + _MOST_SECONDS
        while self._waiting and self._clock() <= until:
            number, text = self._waiting.popleft()
            try:
                self._reader.take(number, text, self._clock() - self._began)
            except XStateError as error:
                self.run.complain(f"A program sent {error}. Is it an inspector of XState 5?")

    def _welcome(self) -> None:
        try:
            accepted, _ = self._listening.accept()
        except OSError:
            return
        if len(self._connections) >= _MOST_CONNECTIONS:
            accepted.close()
            self.run.complain(f"More than {_MOST_CONNECTIONS} programs: the others are turned away.")
            return
        self._count += 1
        self._connections[self._count] = _Connection(accepted, self._opened)

    def _opened(self) -> None:
        """Forget what has ended, now that another program tells of itself."""
        for number in self._ended:
            self._reader.leave(number)
        self._ended.clear()
        self._say()

    def _say(self) -> None:
        open_now = sum(connection.is_open for connection in self._connections.values())
        address = f"ws://localhost:{self.port}"
        if open_now:
            programs = "1 program" if open_now == 1 else f"{open_now} programs"
            self.run.tell(Phase.LIVE, f"{programs} at {address}")
        elif self._ended:
            self.run.tell(Phase.LOST, f"The program has ended. Waiting for another at {address}")
        else:
            self.run.tell(
                Phase.WAITING, f"Waiting for a program: createWebSocketInspector({{ url: “{address}” }})"
            )


class _Connection:
    """Read the messages of one program; tell by `opened` when its handshake is through."""

    def __init__(self, accepted: socket.socket, opened: Callable[[], None]) -> None:
        accepted.setblocking(False)
        self._socket, self._opened = accepted, opened
        self._protocol = ServerProtocol(max_size=MOST_BYTES, origins=[None, _PAGES])
        self._pieces: list[bytes] | None = None
        self.is_open = self.is_over = False
        self.trouble = ""

    def read(self) -> list[str]:
        """Return the messages that have come."""
        try:
            data = self._socket.recv(_AT_ONCE)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        texts = [
            text for event in self._protocol.events_received() if (text := self._take(event)) is not None
        ]
        self._answer()
        if not data or self._protocol.state is State.CLOSED or self._protocol.close_expected():
            self._note_end()
        return texts

    def close(self) -> None:
        """Say good-bye and hang up."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(1001)
            self._answer()
        self._socket.close()
        self.is_open, self.is_over = False, True

    def _take(self, event: object) -> str | None:
        if isinstance(event, Request):
            response = self._protocol.accept(event)
            self._protocol.send_response(response)
            if self._protocol.state is State.OPEN:
                self.is_open = True
                self._opened()
            else:
                self.trouble = (
                    f"A connection was refused: {response.body.decode('utf-8', 'replace').strip()[:200]}"
                )
            return None
        if not isinstance(event, Frame):
            return None
        if event.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._pieces = [bytes(event.data)]
        elif event.opcode is Opcode.CONT and self._pieces is not None:
            self._pieces.append(bytes(event.data))
        else:
            return None
        if not event.fin:
            return None
        whole, self._pieces = b"".join(self._pieces), None
        return whole.decode("utf-8", "replace")

    def _answer(self) -> None:
        """Send what the protocol has to say: a handshake, a pong, a good-bye."""
        for data in self._protocol.data_to_send():
            try:
                if data:
                    self._socket.send(data)
            except OSError:
                self._note_end()

    def _note_end(self) -> None:
        error = self._protocol.parser_exc
        if isinstance(error, WebSocketException) and not isinstance(error, EOFError):
            self.trouble = self.trouble or f"A connection was ended: {str(error)[:200]}"
        self._socket.close()
        self.is_open, self.is_over = False, True
