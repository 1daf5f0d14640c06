"""Wait for games at a port, and carry bytes between them and their links, without ever being stuck."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from runtime.link.frames import LinkFault
from runtime.link.running_game import RunningGame, WrongToken
from runtime.link.wire import Wire, wire_for

LOOPBACK, ANY_ADDRESS = "127.0.0.1", "0.0.0.0"
DEFAULT_PORT = 7407

MOST_WRONG_TOKENS = 3
MOST_CONNECTIONS = 32
MOST_UNSENT = 64 * 1024 * 1024
_CHUNK = 1 << 18
_CHUNKS_A_POLL = 64

MakeGame = Callable[[Wire], RunningGame]
"""Return Mindloom's end of a link for a connection."""


@dataclass(eq=False)
class _Connection:
    """Hold a connection: its socket, the bytes that are not sent yet, and the game behind it."""

    socket: socket.socket
    begin: bytes = b""
    wire: Wire | None = None
    game: RunningGame | None = None
    unsent: bytearray = field(default_factory=bytearray)
    closing: bool = False


class LinkListener:
    """Listen for games, by TCP and WebSocket at one port.

    Call `poll` again and again: it takes what has come and sends what can be sent. `games` are those that
    said hello, and those that have ended since the last `forget_ended`. `closed` says why it listens no more,
    "" while it does.
    """

    def __init__(self, make_game: MakeGame) -> None:
        self._make_game = make_game
        self._selector = selectors.DefaultSelector()
        self._server: socket.socket | None = None
        self._connections: list[_Connection] = []
        self._wrong_tokens = 0
        self.games: list[RunningGame] = []
        self.closed = "It does not listen yet."

    @property
    def address(self) -> tuple[str, int]:
        """Return where it listens: the address and the port."""
        assert self._server is not None
        name = self._server.getsockname()
        return str(name[0]), int(name[1])

    def open(self, port: int = DEFAULT_PORT, address: str = LOOPBACK) -> None:
        """Listen; raise OSError where the port is taken. 0 takes any port that is free."""
        self.close_port("")
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind((address, port))
            server.listen(MOST_CONNECTIONS)
            server.setblocking(False)
        except OSError:
            server.close()
            raise
        self._server = server
        self._selector.register(server, selectors.EVENT_READ)
        self._wrong_tokens = 0
        self.closed = ""

    def close_port(self, why: str) -> None:
        """Take no more games; those that are there go on."""
        self.closed = why or "It does not listen."
        if self._server is not None:
            self._selector.unregister(self._server)
            self._server.close()
            self._server = None

    def close(self) -> None:
        """Take no more games, and let go of those that are there."""
        self.close_port("It was ended.")
        for connection in list(self._connections):
            self._finish(connection, "Mindloom ended the link.")
            self._drop(connection)
        self._selector.close()

    def forget_ended(self) -> None:
        """Forget games that are no longer there."""
        self.games = [game for game in self.games if not game.ended]

    def poll(self, seconds: float = 0.0) -> bool:
        """Take and send what there is, and wait so long for something to come; tell whether anything came."""
        self._send_all()
        came = False
        for key, _ in self._selector.select(seconds):
            came = True
            if key.fileobj is self._server:
                self._accept()
            else:
                self._read(key.data)
        self._send_all()
        return came

    # -- connections ------------------------------------------------------------------------------------

    def _accept(self) -> None:
        assert self._server is not None
        with suppress(OSError):
            accepted, _ = self._server.accept()
            if len(self._connections) >= MOST_CONNECTIONS:
                accepted.close()
                return
            accepted.setblocking(False)
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = _Connection(accepted)
            self._connections.append(connection)
            self._selector.register(accepted, selectors.EVENT_READ, connection)

    def _read(self, connection: _Connection) -> None:
        for _ in range(_CHUNKS_A_POLL):
            if connection not in self._connections:
                return
            try:
                data = connection.socket.recv(_CHUNK)
            except BlockingIOError:
                return
            except OSError as error:
                self._lose(connection, f"The game was lost: {error.strerror or error}.")
                return
            if not data:
                self._lose(connection, "The game hung up.")
                return
            if not connection.closing:
                self._take(connection, data)

    def _take(self, connection: _Connection, data: bytes) -> None:
        try:
            if connection.wire is None:
                connection.begin += data
                connection.wire = wire_for(connection.begin)
                if connection.wire is None:
                    return
                connection.game = self._make_game(connection.wire)
                data, connection.begin = connection.begin, b""
            game = connection.game
            assert game is not None
            for frame in connection.wire.feed(data):
                game.take(frame)
                if game.session is not None and game not in self.games:
                    self.games.append(game)
        except LinkFault as fault:
            self._refuse(connection, fault)

    def _refuse(self, connection: _Connection, fault: LinkFault) -> None:
        self._finish(connection, str(fault))
        if isinstance(fault, WrongToken):
            self._wrong_tokens += 1
            if self._wrong_tokens >= MOST_WRONG_TOKENS:
                self.close_port(
                    f"{MOST_WRONG_TOKENS} connections came with a wrong token, so the port is closed."
                )

    def _finish(self, connection: _Connection, why: str) -> None:
        """Say why to the game, and close the connection when that is sent."""
        if connection.game is not None:
            connection.game.end(why)
        connection.closing = True

    def _lose(self, connection: _Connection, why: str) -> None:
        if connection.game is not None and not connection.game.ended:
            connection.game.ended = why
        self._drop(connection)

    def _drop(self, connection: _Connection) -> None:
        if connection in self._connections:
            self._send(connection)
            self._connections.remove(connection)
            self._selector.unregister(connection.socket)
            connection.socket.close()

    def _send_all(self) -> None:
        for connection in list(self._connections):
            if self._send(connection) and connection.closing:
                self._drop(connection)

    def _send(self, connection: _Connection) -> bool:
        """Send what can be sent; tell whether nothing is left."""
        if connection.wire is not None:
            connection.unsent += connection.wire.to_send()
        try:
            while connection.unsent:
                sent = connection.socket.send(connection.unsent[:_CHUNK])
                del connection.unsent[:sent]
        except BlockingIOError:
            if len(connection.unsent) > MOST_UNSENT:
                connection.unsent.clear()
                self._finish(connection, "The game takes nothing any more.")
        except OSError:
            connection.unsent.clear()
            connection.closing = True
        return not connection.unsent
