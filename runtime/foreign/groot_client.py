"""Ask a BehaviorTree.CPP program for its tree, statuses and blackboards, and stop it at nodes.

Needs the extra `mindloom[groot]`. Nothing here waits: `poll` takes what has come and sends what is due.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

import zmq

from runtime.basics.status import Status
from runtime.foreign import groot_messages as messages
from runtime.foreign.foreign_run import ForeignEntry, ForeignRun, Phase, clipped
from runtime.foreign.groot_messages import GrootError

DEFAULT_PORT = 1667
PATIENCE = 3.0
"""Seconds without a reply after which a program counts as lost."""
_VALUES_EVERY, _TRANSITIONS_EVERY, _AGAIN_AFTER = 0.5, 0.25, 1.0
_MOST_PARTS = 64
"""Messages taken in one poll."""

Request = tuple[bytes, bytes | None]
"""The kind of a request, and its body if it has one."""


class GrootClient:
    """Be the client of one program.

    `poll` is to be called some times a second, also while nothing is shown: a program that hears nothing for
    five seconds takes breakpoints for given up. `host` and `port` are where its publisher listens; the next
    port tells of breakpoints. Raises `zmq.ZMQError` for an address that cannot be.
    """

    def __init__(self, host: str, port: int = DEFAULT_PORT, clock: Callable[[], float] = monotonic) -> None:
        self.run = ForeignRun("BehaviorTree.CPP")
        self.address = f"{host}:{port}"
        self._clock, self._began = clock, clock()
        self._place = f"[{host}]" if ":" in host else host
        self._port = port
        self._context = zmq.Context()
        self._asking: zmq.Socket[bytes] = self._connected(zmq.DEALER, port)
        self._hearing: zmq.Socket[bytes] = self._connected(zmq.SUB, port + 1)
        self._hearing.setsockopt(zmq.SUBSCRIBE, b"")
        self._number = 0
        self._in_flight: deque[tuple[int, Request]] = deque()
        self._sent_at = self._next_values = self._next_transitions = 0.0
        self._try_at = self._began
        self._wanted: deque[Request] = deque()
        self._tree_id = self._statuses = b""
        self._tables: tuple[str, ...] = ()
        self._recording_since = 0.0
        self.run.tell(Phase.WAITING, f"Asking {self.address} for its tree…")

    def toggle_breakpoint(self, node: str) -> None:
        """Let the program wait before each tick of a node, or no longer."""
        if node in self.run.breakpoints:
            self._wish(messages.REMOVE_HOOK, messages.remove_body(node))
        else:
            self._wish(messages.PUT_HOOK, messages.hook_body(node, None))
        self._wish(messages.HOOKS)

    def answer(self, node: str, result: Status | None) -> None:
        """Let a node give a result without a tick from now on, None for its own."""
        if result is None:
            self._wish(messages.REMOVE_HOOK, messages.remove_body(node))
        else:
            self._wish(messages.PUT_HOOK, messages.hook_body(node, result))
        self._wish(messages.HOOKS)

    def release(self, result: Status = Status.SKIPPED) -> None:
        """Let the program go on where it waits: with the tick for SKIPPED, else with a result in its place."""
        if self.run.held:
            self._wish(messages.RELEASE, messages.release_body(self.run.held, result))
            self._hold("")  # It may be told to wait there again before the reply is here.

    def record(self, on: bool) -> None:
        """Let the program note every transition from now on, or no longer."""
        self._wish(messages.RECORDING, b"start" if on else b"stop")

    def poll(self) -> None:
        """Take what has come and ask for more; never wait."""
        now = self._clock()
        try:
            self._take_replies(now)
            self._take_news()
        except zmq.ZMQError as error:
            self._lose(now, clipped(str(error), 120))
            return
        if self._in_flight:
            if now - self._sent_at > PATIENCE:
                self._lose(now, "It does not answer")
        elif now >= self._try_at:
            self._ask(now)

    def close(self) -> None:
        """Take away what was put into the program, so that it goes on, and end the connection."""
        hooked = [*self.run.breakpoints, *self.run.answers]
        if self.run.phase is Phase.LIVE:
            stop: list[Request] = [(messages.RECORDING, b"stop")] if self.run.is_recording else []
            for wish in [*((messages.REMOVE_HOOK, messages.remove_body(node)) for node in hooked), *stop]:
                self._send(wish)
        self._asking.close(linger=1_000)
        self._hearing.close(linger=0)
        # Ending a context waits for what is still to be sent.
        threading.Thread(target=self._context.term, name="end of a connection", daemon=True).start()

    def _connected(self, kind: int, port: int) -> zmq.Socket[bytes]:
        socket: zmq.Socket[bytes] = self._context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.MAXMSGSIZE, messages.MOST_BYTES)
        socket.setsockopt(zmq.IPV6, 1 if ":" in self._place else 0)
        socket.connect(f"tcp://{self._place}:{port}")
        return socket

    def _wish(self, kind: bytes, body: bytes | None = None) -> None:
        if self.run.phase is Phase.LIVE:
            self._wanted.append((kind, body))

    def _ask(self, now: float) -> None:
        """Send everything that is due; the program answers in order."""
        due: list[Request] = []
        if not self._tree_id:
            due = [(messages.TREE, None), (messages.HOOKS, None)]
        else:
            due += self._wanted
            self._wanted.clear()
            due.append((messages.STATUS, None))
            if now >= self._next_values and self._tables:
                self._next_values = now + _VALUES_EVERY
                due.append((messages.BLACKBOARD, ";".join(self._tables).encode()))
            if self.run.is_recording and now >= self._next_transitions:
                self._next_transitions = now + _TRANSITIONS_EVERY
                due.append((messages.TRANSITIONS, None))
        self._sent_at = now
        for request in due:
            self._send(request)

    def _send(self, request: Request) -> None:
        kind, body = request
        self._number = (self._number + 1) % (1 << 32)
        parts = [b"", messages.request_header(kind, self._number), *([body] if body is not None else [])]
        try:
            self._asking.send_multipart(parts, zmq.NOBLOCK)
        except zmq.Again:
            return
        self._in_flight.append((self._number, request))

    def _take_replies(self, now: float) -> None:
        for _ in range(_MOST_PARTS):
            try:
                parts = self._asking.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            if not self._in_flight:
                continue  # An answer to what was given up.
            number, request = self._in_flight.popleft()
            try:
                self._take_reply(parts[1:], number, request, now)
            except GrootError as error:
                self.run.complain(f"The program sent {error}. Is it BehaviorTree.CPP 4 with Groot2Publisher?")
                self._try_at = now + _AGAIN_AFTER

    def _take_reply(self, parts: list[bytes], number: int, request: Request, now: float) -> None:
        kind = request[0]
        if parts and parts[0] == b"error":
            said = clipped(parts[1].decode("utf-8", "replace"), 200) if len(parts) > 1 else "without words"
            self.run.complain(f"The program refused: {said}")
            return
        told, told_number, tree_id = messages.read_header(parts[0] if parts else b"")
        if (told, told_number) != (kind, number):
            raise GrootError("the reply to another request")
        body = parts[1] if len(parts) > 1 else b""
        if kind == messages.TREE:
            self._take_tree(body, tree_id)
        elif tree_id != self._tree_id:
            self._tree_id = b""  # Another run of the program, or another program: its tree is asked for next.
            return
        else:
            self._take_body(request, body, now)
        if self.run.trouble.startswith("The program sent"):
            self.run.complain("")

    def _take_tree(self, body: bytes, tree_id: bytes) -> None:
        graph, self._tables = messages.read_tree(body)
        self._tree_id, self._statuses = tree_id, b""
        run = self.run
        run.held, run.is_recording = "", False
        run.put_graph(graph)
        run.values.clear()
        run.tell(Phase.LIVE, f"{graph.title} at {self.address}: {len(graph.nodes):,} nodes")

    def _take_body(self, request: Request, body: bytes, now: float) -> None:
        kind, run = request[0], self.run
        if kind == messages.STATUS:
            looks = messages.read_statuses(body, self._statuses)
            self._statuses = body
            run.put_looks("tree", looks, now - self._began, noted=run.is_recording)
        elif kind == messages.BLACKBOARD:
            run.put_values(messages.read_blackboards(body))
        elif kind == messages.TRANSITIONS:
            self._take_transitions(body)
        elif kind == messages.HOOKS:
            self._take_hooks(body)
        elif kind == messages.RELEASE:
            run.complain("")
        elif kind == messages.RECORDING:
            run.is_recording = request[1] == b"start"
            self._recording_since = now - self._began
            run.version += 1

    def _take_transitions(self, body: bytes) -> None:
        nodes = self.run.graphs["tree"].nodes
        found = list(messages.read_transitions(body))
        if len(found) >= messages.MOST_TRANSITIONS:
            words = "some transitions before are lost: the program keeps 1,000 between two looks"
            self.run.note(ForeignEntry(self._recording_since + found[0][0], "tree", "", words))
        for seconds, node, status in found:
            title = nodes[node].title if node in nodes else f"node {node}"
            self.run.note(ForeignEntry(self._recording_since + seconds, "tree", node, title, status))

    def _take_hooks(self, body: bytes) -> None:
        hooks = [hook for hook in messages.read_hooks(body) if hook.is_before]
        run = self.run
        run.breakpoints = frozenset(hook.node for hook in hooks if hook.answer is None)
        run.answers = {hook.node: hook.answer for hook in hooks if hook.answer is not None}
        if run.held not in run.breakpoints:
            run.held = ""
        run.version += 1

    def _take_news(self) -> None:
        """Hear where the program waits at a breakpoint."""
        for _ in range(_MOST_PARTS):
            try:
                parts = self._hearing.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            if len(parts) < 2:
                continue
            try:
                kind, _, _ = messages.read_header(parts[0], of_reply=False)
            except GrootError:
                continue
            node = parts[1][:5].decode("ascii", "replace")
            if kind == messages.REACHED and node not in self.run.answers and "tree" in self.run.graphs:
                if node in self.run.graphs["tree"].nodes:
                    self._hold(node)

    def _hold(self, node: str) -> None:
        if node != self.run.held:
            self.run.held = node
            self.run.version += 1

    def _lose(self, now: float, why: str) -> None:
        """Say that the program is gone, and ask again by a new connection."""
        said = f"{why}: {self.address}. Has it ended, or is another program there? Mindloom goes on asking."
        self.run.tell(Phase.LOST, said)
        self._asking.close(linger=0)
        self._asking = self._connected(zmq.DEALER, self._port)
        self._in_flight.clear()
        self._wanted.clear()
        self._tree_id, self._try_at = b"", now + _AGAIN_AFTER
        self._hold("")
