"""Be the listening end of a WebSocket, by the library `websockets`.

Nothing here reads or writes a socket: bytes come in by `feed`, and `to_send` has those that are to go out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from websockets.typing import Origin


class WebSocketFault(Exception):
    """Say why bytes are no WebSocket, or none that is welcome."""


class WebSocketEnd:
    """Carry messages; `origins` are those of pages that may connect, None among them programs without one."""

    def __init__(
        self, most_bytes: int, origins: Sequence[Origin | re.Pattern[str] | None] | None = None
    ) -> None:
        # First used where something connects: it costs a tenth of a second.
        from websockets.server import ServerProtocol

        self._protocol = ServerProtocol(max_size=most_bytes, origins=origins)
        self._parts: list[bytes] = []

    @property
    def is_open(self) -> bool:
        """Tell whether messages may go to and fro."""
        from websockets.protocol import State

        return self._protocol.state is State.OPEN

    def feed(self, data: bytes) -> list[bytes]:
        """Return the messages that are whole by now; raise `WebSocketFault` for what is no WebSocket."""
        from websockets.frames import Frame, Opcode
        from websockets.http11 import Request

        self._protocol.receive_data(data)
        found: list[bytes] = []
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._protocol.send_response(self._protocol.accept(event))
            elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._parts.append(bytes(event.data))
                if event.fin:
                    found.append(b"".join(self._parts))
                    self._parts.clear()
        fault = self._protocol.parser_exc or self._protocol.handshake_exc
        if fault is not None:
            raise WebSocketFault(f"It is no WebSocket: {fault}")
        return found

    def put(self, message: bytes) -> None:
        """Let a message be sent, if there is a WebSocket by now."""
        if self.is_open:
            self._protocol.send_text(message)

    def end(self) -> None:
        """Close the WebSocket."""
        if self.is_open:
            self._protocol.send_close(1000)

    def to_send(self) -> bytes:
        """Return the bytes to send next; they are given once."""
        return b"".join(self._protocol.data_to_send())
