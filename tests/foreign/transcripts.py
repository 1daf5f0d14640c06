"""Read transcripts of real programs, and play the part of the program that was talked with."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import zmq

from runtime.foreign.groot_client import GrootClient

FOLDER = Path(__file__).with_name("transcripts")
ENOUGH = 2_000
"""Polls after which something that was to come has not come."""


def transcript(name: str) -> dict[str, Any]:
    """Return what is kept of a program."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def replies(name: str) -> dict[str, list[bytes]]:
    """Return the parts of the last reply of each kind."""
    exchanges = transcript(name)["exchanges"]
    return {each["kind"]: [base64.b64decode(part) for part in each["reply"]] for each in exchanges}


class PlayedProgram:
    """Answer requests as a real program did; `hooks` is the state that it keeps of its own."""

    def __init__(self, name: str) -> None:
        self.replies = replies(name)
        self.asked: list[tuple[str, bytes]] = []
        self.hooks: dict[int, dict[str, Any]] = {}
        self.tree_id = self.replies["T"][0][6:]
        self.answers = True
        self._is_heard = False
        self._context = zmq.Context()
        self._reply, self._publish = self._context.socket(zmq.REP), self._context.socket(zmq.XPUB)
        for socket in (self._reply, self._publish):
            socket.setsockopt(zmq.LINGER, 0)
        self._publish.setsockopt(zmq.RCVTIMEO, 10_000)
        self.port = self._bind()

    def _bind(self) -> int:
        """Take two ports in a row."""
        while True:
            port = self._reply.bind_to_random_port("tcp://127.0.0.1", min_port=20_000, max_port=60_000)
            try:
                self._publish.bind(f"tcp://127.0.0.1:{port + 1}")
                return port
            except zmq.ZMQError:
                self._reply.unbind(f"tcp://127.0.0.1:{port}")

    def answer(self) -> None:
        """Answer the requests that have come, waiting a moment for one."""
        while self.answers and self._reply.poll(2):
            header, *rest = self._reply.recv_multipart()
            kind, body = chr(header[1]), rest[0] if rest else b""
            self.asked.append((kind, body))
            self._reply.send_multipart(self._reply_to(kind, header, body))

    def _reply_to(self, kind: str, header: bytes, body: bytes) -> list[bytes]:
        parts = self.replies[kind]
        if parts[0] == b"error" or len(parts[0]) != 22:
            return parts
        if kind in "IRU":
            hook = json.loads(body)
            if kind == "I":
                self.hooks[hook["uid"]] = hook
            elif self.hooks.get(hook["uid"]) is None:
                return [b"error", b"Node ID not found"]
            elif kind == "R":
                del self.hooks[hook["uid"]]
        content = [json.dumps(list(self.hooks.values())).encode()] if kind == "D" else parts[1:]
        return [header + self.tree_id, *content]

    def reach(self, node: str) -> None:
        """Tell once that it waits at a breakpoint, to a client that listens by now."""
        if not self._is_heard:
            self._is_heard = bool(self._publish.recv())  # The client's subscription.
        self._publish.send_multipart([self.replies["N"][0], node.encode()])

    def end(self) -> None:
        """Be no longer there."""
        self._context.destroy(linger=0)


class Clock:
    """Be a clock that only moves when it is told to, a little with every look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def play(client: GrootClient, program: PlayedProgram, is_so) -> None:
    """Let a client and a program talk until something is so."""
    for _ in range(ENOUGH):
        client.poll()
        if is_so():
            return
        program.answer()
    raise AssertionError(f"it did not come to be: {client.run.words} {client.run.trouble}")
