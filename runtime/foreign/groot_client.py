"""Ask a BehaviorTree.CPP program for its tree, statuses and blackboards, and stop it at nodes.

Needs the extra `mindloom[groot]`. Nothing here waits: `poll` takes what has come and sends what is due.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

import zmq

from runtime.foreign import groot_messages as messages
from runtime.foreign.foreign_run import ForeignEntry, ForeignRun, clipped
from runtime.foreign.groot_messages import GrootError, hook_body

PATIENCE = 3.0
"""Seconds without a reply after which a program counts as lost."""
TREE = "tree"
"""The key of the one graph of the run."""
_VALUES_EVERY, _AGAIN_AFTER = 0.5, 1.0
_MOST_AT_ONCE = 64
"""Messages taken in one poll."""

Request = tuple[bytes, bytes]
"""The kind of a request, and its body, b"" for none."""


class GrootClient:
    """Be the client of the program whose publisher listens at `port` of `host`; the next port tells of stops.

    `poll` is to be called some times a second, also while nothing is shown: a program that hears nothing for
    five seconds takes breakpoints for given up. Raises `zmq.ZMQError` for an address that cannot be.
    """

    def __init__(self, host: str, port: int = 1667, clock: Callable[[], float] = monotonic) -> None:
        self.run = ForeignRun(words=f"Asking {host}:{port} for its tree…")
        self._address, self._host, self._port = f"{host}:{port}", host, port
        self._clock, self._began = clock, clock()
        self._context = zmq.Context()
        self._asking = self._connected(zmq.DEALER, port)
        self._hearing = self._connected(zmq.SUB, port + 1)
        self._hearing.setsockopt(zmq.SUBSCRIBE, b"")
        self._wanted: list[Request] = []
        self._in_flight: deque[tuple[int, Request]] = deque()
        self._number = 0
        self._sent_at = self._values_at = self._recording_since = 0.0
        self._try_at = self._began
        self._tree_id = self._statuses = self._tables = self._wrong = b""

    def toggle_breakpoint(self, node: str) -> None:
        """Let the program wait before each tick of a node, or no longer."""
        kind = messages.REMOVE_HOOK if node in self.run.breakpoints else messages.PUT_HOOK
        self._wanted += [(kind, hook_body(node)), (messages.HOOKS, b"")]

    def go_on(self) -> None:
        """Let the program go on where it waits."""
        if self.run.held:
            self._wanted.append((messages.RELEASE, hook_body(self.run.held)))
            self.run.held = ""  # It may be told to wait there again before the reply is here.

    def record(self, on: bool) -> None:
        """Let the program note every transition from now on, or no longer."""
        self._wanted.append((messages.RECORDING, b"start" if on else b"stop"))

    def poll(self) -> None:
        """Take what has come and ask for more; never wait."""
        now = self._clock()
        for parts in _received(self._asking):
            if self._in_flight:  # Else it answers what was given up.
                self._take(parts[1:], *self._in_flight.popleft(), now)
        for parts in _received(self._hearing):
            self._hear(parts)
        if self._in_flight and now - self._sent_at > PATIENCE:
            self._lose(now)
        elif not self._in_flight and now >= self._try_at:
            self._ask(now)

    def close(self) -> None:
        """Take away what was put into the program, so that it goes on, and end the connection."""
        if self.run.is_live:
            for node in self.run.breakpoints:
                self._send((messages.REMOVE_HOOK, hook_body(node)))
            if self.run.is_recording:
                self._send((messages.RECORDING, b"stop"))
        self._asking.close(linger=1_000)
        self._hearing.close(linger=0)
        # Ending a context waits for what is still to be sent.
        threading.Thread(target=self._context.term, name="end of a connection", daemon=True).start()

    def _connected(self, kind: int, port: int) -> zmq.Socket[bytes]:
        socket: zmq.Socket[bytes] = self._context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.MAXMSGSIZE, messages.MOST_BYTES)
        is_sixth = ":" in self._host
        socket.setsockopt(zmq.IPV6, is_sixth)
        try:
            socket.connect(f"tcp://[{self._host}]:{port}" if is_sixth else f"tcp://{self._host}:{port}")
        except zmq.ZMQError:
            self._context.destroy()
            raise
        return socket

    def _ask(self, now: float) -> None:
        """Send everything that is due; the program answers in order."""
        due: list[Request] = [(messages.TREE, b""), (messages.HOOKS, b"")]
        if self._tree_id:
            due = [*self._wanted, (messages.STATUS, b"")]
            if now >= self._values_at:
                self._values_at = now + _VALUES_EVERY
                due.append((messages.BLACKBOARD, self._tables))
            if self.run.is_recording:
                due.append((messages.TRANSITIONS, b""))
        self._wanted.clear()
        self._sent_at = now
        for request in due:
            self._send(request)

    def _send(self, request: Request) -> None:
        self._number = (self._number + 1) % (1 << 32)
        parts = [b"", messages.request_header(request[0], self._number), *filter(None, request[1:])]
        try:
            self._asking.send_multipart(parts, zmq.NOBLOCK)
            self._in_flight.append((self._number, request))
        except zmq.Again:
            pass

    def _take(self, parts: list[bytes], number: int, request: Request, now: float) -> None:
        """Take the reply to a request; say what is wrong with it until one of its kind is right."""
        trouble = ""
        try:
            if parts[:1] == [b"error"]:
                trouble = (
                    f"The program refused: {clipped(b' '.join(parts[1:]).decode('utf-8', 'replace'), 200)}"
                )
            else:
                kind, told, tree_id = messages.read_header(parts[0] if parts else b"")
                if (kind, told) != (request[0], number):
                    raise GrootError("the reply to another request")
                self._take_body(request, tree_id, parts[1] if len(parts) > 1 else b"", now)
        except GrootError as error:
            trouble = f"The program sent {error}. Is it BehaviorTree.CPP 4 with a Groot2Publisher?"
            self._try_at = now + _AGAIN_AFTER
        if trouble or self._wrong == request[0]:
            self.run.trouble, self._wrong = trouble, request[0]

    def _take_body(self, request: Request, tree_id: bytes, body: bytes, now: float) -> None:
        run, kind, time = self.run, request[0], now - self._began
        if kind == messages.TREE:
            self._take_tree(tree_id, body)
        elif tree_id != self._tree_id:
            self._tree_id = b""  # Another run, or another program: its tree is asked for next.
        elif kind == messages.STATUS:
            if body != self._statuses:
                run.put_looks(TREE, messages.read_statuses(body), time, log=not run.is_recording)
                self._statuses = body
        elif kind == messages.BLACKBOARD:
            values = messages.read_blackboards(body)
            root = values.pop("ROOT", {})  # Told besides: in most programs that of the first tree once more.
            run.values = values if root in values.values() else {**values, "ROOT": root}
        elif kind == messages.TRANSITIONS:
            self._take_transitions(body)
        elif kind == messages.HOOKS:
            run.breakpoints = messages.read_breakpoints(body)
            run.held = run.held if run.held in run.breakpoints else ""
        elif kind == messages.RECORDING:
            run.is_recording, self._recording_since = request[1] == b"start", time

    def _take_tree(self, tree_id: bytes, body: bytes) -> None:
        graph, tables = messages.read_tree(body)
        self._tree_id, self._statuses, self._tables = tree_id, b"", ";".join(tables).encode()
        run = self.run
        run.graphs[TREE], run.looks[TREE] = graph, {}
        run.is_live, run.held, run.is_recording = True, "", False
        run.words = f"{graph.title} at {self._address}: {len(graph.nodes):,} nodes"

    def _take_transitions(self, body: bytes) -> None:
        found, nodes = messages.read_transitions(body), self.run.graphs[TREE].nodes
        if len(found) >= messages.MOST_TRANSITIONS:
            words = "before this some transitions are lost"
            self.run.entries.append(ForeignEntry(self._recording_since + found[0][0], TREE, "", words))
        for seconds, node, status in found:
            title = nodes[node].title if node in nodes else f"node {node}"
            self.run.entries.append(ForeignEntry(self._recording_since + seconds, TREE, node, title, status))

    def _hear(self, parts: list[bytes]) -> None:
        """Hear where the program waits at a breakpoint."""
        try:
            kind, _, _ = messages.read_header(parts[0], after=0)
        except GrootError:
            return
        node = parts[-1][:5].decode("ascii", "replace")
        graph = self.run.graphs.get(TREE)
        if kind == messages.REACHED and graph is not None and node in graph.nodes:
            self.run.held = node

    def _lose(self, now: float) -> None:
        """Say that the program is gone, and ask again by a new connection."""
        self.run.is_live, self.run.held = False, ""
        self.run.words = (
            f"{self._address} does not answer. Has the program ended, or is another one there? "
            "Mindloom goes on asking."
        )
        self._asking.close(linger=0)
        self._asking = self._connected(zmq.DEALER, self._port)
        self._in_flight.clear()
        self._tree_id, self._try_at = b"", now + _AGAIN_AFTER


def _received(socket: zmq.Socket[bytes]) -> list[list[bytes]]:
    """Return the messages that have come."""
    found: list[list[bytes]] = []
    try:
        while len(found) < _MOST_AT_ONCE:
            found.append(socket.recv_multipart(zmq.NOBLOCK))
    except zmq.Again:
        pass
    return found
