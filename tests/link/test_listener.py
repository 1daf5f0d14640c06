"""Games connect to the listener: right and wrong tokens, half frames, rubbish, crowds, and other origins."""

from __future__ import annotations

import json
import random
import socket
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.uri import parse_uri

from runtime.link.listener import MOST_CONNECTIONS
from tests.link.linked_runs import Listening, frames_in
from tests.link.mutated_frames import PROGRAM, refusals_of_mutated, refusals_of_rubbish, told_frames


class Client:
    """Be a game's end of a connection by TCP."""

    def __init__(self, listening: Listening) -> None:
        self.listening = listening
        self.socket = socket.create_connection(("127.0.0.1", listening.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(0.02)
        listening.clients.append(self.socket)
        self.buffer = b""
        self.is_open = True

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)
        self.settle()

    def tell(self, *frames: dict[str, Any]) -> None:
        for frame in frames:
            body = json.dumps(frame).encode()
            self.send(len(body).to_bytes(4, "big") + body)

    def settle(self) -> None:
        """Let both sides take what there is."""
        for _ in range(200):
            came = self.listening.listener.poll(0.01)
            try:
                data = self.socket.recv(1 << 16)
                self.is_open = self.is_open and bool(data)
                self.buffer += data
                came = came or bool(data)
            except TimeoutError:
                pass
            except OSError:
                self.is_open = False
            if not came:
                return

    def heard(self) -> list[dict[str, Any]]:
        """Return the frames that came."""
        found, self.buffer = frames_in(self.buffer)
        return found


def greeted(listening: Listening, hello: dict[str, Any]) -> Client:
    client = Client(listening)
    client.send(b"MLK1")
    client.tell(hello)
    return client


def test_a_game_with_the_token_is_welcome_and_asked_for_its_program() -> None:
    hello, *ticks = told_frames()
    with Listening() as listening:
        client = greeted(listening, hello)
        assert [each["frame"] for each in client.heard()] == ["welcome", "program"]
        client.tell({"frame": "program", "hash": PROGRAM["hash"], "program": PROGRAM}, *ticks)
        (game,) = listening.listener.games
        assert game.session is not None
        assert len(game.session.log) == len(ticks)
        for _ in ticks:
            game.session.step()
        assert game.session.cast.difference is None
        client.socket.close()


def test_frames_come_in_any_pieces() -> None:
    hello, *ticks = told_frames()
    with Listening() as listening:
        data = b"MLK1" + b"".join(
            len(body).to_bytes(4, "big") + body
            for body in (json.dumps(each).encode() for each in (hello, *ticks))
        )
        client = Client(listening)
        rng = random.Random(5)
        while data:
            size = rng.choice((1, 2, 3, 50, 4000))
            client.send(data[:size])
            data = data[size:]
        assert len(listening.games[0].session.log) == len(ticks)  # type: ignore[union-attr]
        client.socket.close()


def test_three_wrong_tokens_close_the_port_until_it_is_opened_again() -> None:
    hello = {**told_frames(0)[0], "token": "another"}
    with Listening() as listening:
        for number in range(3):
            client = greeted(listening, hello)
            assert client.heard()[-1]["frame"] == "refused"
            assert not client.is_open
            assert bool(listening.listener.closed) is (number == 2)
        assert "wrong token" in listening.listener.closed
        assert not listening.listener.games
        listening.listener.open(0)
        client = greeted(listening, told_frames(0)[0])
        assert client.heard()[0]["frame"] == "welcome"
        client.socket.close()


def test_a_lost_game_keeps_its_ticks_up_to_the_last_whole_one() -> None:
    hello, *ticks = told_frames()
    with Listening() as listening:
        client = greeted(listening, hello)
        client.tell(*ticks[:4])
        client.send((5000).to_bytes(4, "big") + b'{"frame":"tick","ti')
        client.socket.close()
        client.listening.listener.poll(0.05)
        (game,) = listening.games
        assert game.ended
        assert len(game.session.log) == 4  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "rubbish",
    [
        b"HELO there",
        b"MLK1\xff\xff\xff\xff",
        b"MLK1\x00\x00\x00\x02{}",
        b"MLK1\x00\x00\x00\x04nope",
        b"MLK1\x00\x00\x00\x10" + b"[" * 16,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_what_is_no_link_is_hung_up_on(rubbish: bytes) -> None:
    with Listening() as listening:
        client = Client(listening)
        client.send(rubbish)
        client.settle()
        assert not client.is_open
        assert not listening.listener.closed
        assert not listening.listener.games


def test_a_crowd_of_connections_is_let_in_up_to_a_bound() -> None:
    with Listening() as listening:
        clients = []
        for _ in range(100):
            clients.append(Client(listening))
            clients[-1].settle()
        assert sum(client.is_open for client in clients) <= MOST_CONNECTIONS
        for client in clients:
            client.socket.close()
        listening.listener.poll(0.05)
        client = greeted(listening, told_frames(0)[0])
        assert client.heard()[0]["frame"] == "welcome"
        client.socket.close()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:8000"])
def test_a_page_of_any_origin_needs_the_token(origin: str) -> None:
    with Listening() as listening:
        client = Client(listening)
        protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{listening.port}/"), origin=origin)  # type: ignore[arg-type]
        protocol.send_request(protocol.connect())
        client.send(b"".join(protocol.data_to_send()))
        protocol.receive_data(client.buffer)
        client.buffer = b""
        protocol.send_text(json.dumps({**told_frames(0)[0], "token": ""}).encode())
        client.send(b"".join(protocol.data_to_send()))
        protocol.receive_data(client.buffer)
        texts = [each.data for each in protocol.events_received() if isinstance(each, Frame)]
        assert b"token" in bytes(texts[0])
        assert not listening.listener.games
        client.socket.close()


def test_a_missing_tick_ends_the_link_in_words() -> None:
    hello, *ticks = told_frames()
    with Listening() as listening:
        client = greeted(listening, hello)
        client.tell(ticks[0], ticks[2])
        assert "missing" in client.heard()[-1]["why"]
        assert not client.is_open


def test_mutated_frames_are_refused_in_words_or_run() -> None:
    assert refusals_of_mutated(100, 22) > 20


def test_bytes_that_are_no_frames_are_refused() -> None:
    assert refusals_of_rubbish(300, 7) == 300
