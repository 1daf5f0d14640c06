"""Carry frames over a connection: by TCP, each behind its length, or by WebSocket.

Nothing here reads or writes a socket: bytes come in by `feed`, and `to_send` has those that are to go out.
"""

from __future__ import annotations

from typing import Protocol

from runtime.basics.web_socket import WebSocketEnd, WebSocketFault
from runtime.link.frames import MOST_FRAME_BYTES, LinkFault

TCP_GREETING = b"MLK1"
_LENGTH_BYTES = 4


class Wire(Protocol):
    """Turn bytes of a connection into frames, and frames into bytes."""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that are whole by now; raise `LinkFault` for bytes that can be none."""

    def put(self, frame: bytes) -> None:
        """Let a frame be sent."""

    def end(self) -> None:
        """Let the other side know that nothing more comes."""

    def to_send(self) -> bytes:
        """Return the bytes to send next; they are given once."""


def wire_for(begin: bytes) -> Wire | None:
    """Return the wire that a connection begins, None while that is not known; raise `LinkFault` for none."""
    if begin.startswith(TCP_GREETING):
        return TcpWire()
    if begin.startswith(b"GET "):
        return WebSocketWire()
    if any(known.startswith(begin[:4]) for known in (TCP_GREETING, b"GET ")):
        return None
    raise LinkFault("A connection begins with MLK1, or as a WebSocket.")


class TcpWire:
    """Carry frames behind their length, four bytes, the highest first."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._out = bytearray()
        self._greeted = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that are whole by now; raise `LinkFault` for one that is too long."""
        self._buffer += data
        if not self._greeted and len(self._buffer) >= len(TCP_GREETING):
            del self._buffer[: len(TCP_GREETING)]
            self._greeted = True
        found: list[bytes] = []
        start, buffer = 0, self._buffer
        while self._greeted and len(buffer) - start >= _LENGTH_BYTES:
            length = int.from_bytes(buffer[start : start + _LENGTH_BYTES], "big")
            if length > MOST_FRAME_BYTES:
                raise LinkFault(f"A frame has {length:,} bytes; at most {MOST_FRAME_BYTES:,} are read.")
            end = start + _LENGTH_BYTES + length
            if end > len(buffer):
                break
            found.append(bytes(buffer[start + _LENGTH_BYTES : end]))
            start = end
        del buffer[:start]
        return found

    def put(self, frame: bytes) -> None:
        """Let a frame be sent."""
        self._out += len(frame).to_bytes(_LENGTH_BYTES, "big") + frame

    def end(self) -> None:
        """Say nothing: the connection is closed behind the last frame."""

    def to_send(self) -> bytes:
        """Return the bytes to send next."""
        out = bytes(self._out)
        self._out.clear()
        return out


class WebSocketWire(WebSocketEnd):
    """Carry frames as text messages of a WebSocket."""

    def __init__(self) -> None:
        super().__init__(MOST_FRAME_BYTES)

    def feed(self, data: bytes) -> list[bytes]:
        """Return the messages that are whole by now; raise `LinkFault` for what is no WebSocket."""
        try:
            return super().feed(data)
        except WebSocketFault as fault:
            raise LinkFault(str(fault)) from None
