"""The listener and programs that come, tell and leave."""

from __future__ import annotations

import select
import socket
from contextlib import contextmanager, suppress

import pytest
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from runtime.foreign import xstate_listener
from runtime.foreign.xstate_listener import XStateListener
from tests.foreign.test_xstate import MESSAGES, actor
from tests.foreign.transcripts import ENOUGH


class Program:
    """Be a program with an inspector; nothing here waits without an end."""

    def __init__(self, listener, origin=None):
        self.listener = listener
        self.protocol = ClientProtocol(parse_uri(listener._address), origin=origin)
        self.socket = socket.create_connection(("127.0.0.1", int(listener._address.rpartition(":")[2])))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(5)
        self.protocol.send_request(self.protocol.connect())
        self.flush()

    def flush(self):
        for data in self.protocol.data_to_send():
            if data:
                self.socket.sendall(data)

    def tell(self, *texts):
        for text in texts:
            self.protocol.send_text(text.encode())
        self.flush()

    def leave(self):
        self.socket.close()


def until(listener, is_so):
    for _ in range(ENOUGH):
        listener.poll()
        if is_so():
            return
        select.select([], [], [], 0.001)  # what was sent may still be under way
    raise AssertionError(f"it did not come to be: {listener.run.words} {listener.run.trouble}")


@pytest.fixture
def listener():
    made = XStateListener(0)
    yield made
    made.close()


@contextmanager
def open_program(listener, origin=None):
    program = Program(listener, origin)
    for _ in range(ENOUGH):
        listener.poll()
        if select.select([program.socket], [], [], 0.005)[0]:
            break
    program.protocol.receive_data(program.socket.recv(4096))
    try:
        yield program
    finally:
        program.leave()


def test_a_program_comes_tells_and_leaves(listener):
    run = listener.run
    assert run.words.startswith("Waiting for a program: createWebSocketInspector({ url: “ws://localhost:")
    with open_program(listener) as program:
        assert run.words.startswith("1 program at ws://localhost:")
        program.tell(*MESSAGES)
        until(listener, lambda: len(run.graphs) == 3)
    until(listener, lambda: not run.is_live)
    assert run.words.startswith("The program has ended.")
    assert len(run.graphs) == 3
    assert not run.trouble


def test_what_has_ended_is_forgotten_when_another_program_comes(listener):
    with open_program(listener) as program:
        program.tell(actor("x:0", "old"))
        until(listener, lambda: listener.run.graphs)
    until(listener, lambda: not listener.run.is_live)
    with open_program(listener) as program:
        program.tell(actor("x:0", "new"))
        until(listener, lambda: [graph.title for graph in listener.run.graphs.values()] == ["new"])


def test_two_programs_are_watched_at_once(listener):
    with open_program(listener) as one, open_program(listener) as two:
        one.tell(actor("x:0", "one"))
        two.tell(actor("x:0", "two"))
        until(listener, lambda: len(listener.run.graphs) == 2)
        assert listener.run.words.startswith("2 programs")


def test_a_message_in_pieces_is_read_whole(listener):
    with open_program(listener) as program:
        text = actor("x:0").encode()
        program.protocol.send_text(text[:10], fin=False)
        program.protocol.send_continuation(text[10:], fin=True)
        program.flush()
        until(listener, lambda: listener.run.graphs)


@pytest.mark.parametrize("origin", ["http://localhost:5173", "https://127.0.0.1"])
def test_pages_of_this_computer_may_connect(listener, origin):
    with open_program(listener, origin):
        assert listener.run.is_live


@pytest.mark.parametrize("origin", ["https://example.org", "http://localhost.example.org", "null"])
def test_pages_from_elsewhere_are_refused_in_words(listener, origin):
    program = Program(listener, origin)
    until(listener, lambda: "invalid Origin" in listener.run.trouble)
    assert b"403" in program.socket.recv(4096)
    assert not listener.run.is_live
    program.leave()


@pytest.mark.parametrize(
    "rubbish", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x00\xff\r\n\r\n", b"MLK1\r\n\r\n"]
)
def test_what_is_no_websocket_is_refused_in_words(listener, rubbish):
    with socket.create_connection(("127.0.0.1", int(listener._address.rpartition(":")[2]))) as other:
        other.sendall(rubbish)
        until(listener, lambda: "refused" in listener.run.trouble)
        assert not listener.run.is_live


def test_a_message_that_is_too_long_ends_the_connection_in_words(listener, monkeypatch):
    monkeypatch.setattr(xstate_listener, "MOST_BYTES", 1_000)
    with open_program(listener) as program:
        program.tell("x" * 2_000)
        until(listener, lambda: "refused" in listener.run.trouble)
        assert not listener.run.is_live


def test_rubbish_between_events_is_said_and_the_rest_is_read(listener):
    with open_program(listener) as program:
        program.tell("rubbish", actor("x:0"))
        until(listener, lambda: listener.run.graphs)
        assert listener.run.trouble == "A program sent what is no JSON. Is it an inspector of XState 5?"


def test_of_very_much_no_more_is_taken_at_once_than_there_is_time_for():
    ticks = iter(range(1_000_000))
    listener = XStateListener(0, clock=lambda: next(ticks) * 0.01)
    with open_program(listener) as program:
        program.tell(*(actor(f"x:{number}", f"m{number}") for number in range(60)))
        until(listener, lambda: listener.run.graphs)
        assert len(listener.run.graphs) < 60
        until(listener, lambda: len(listener.run.graphs) == 60)
    listener.close()


def test_more_programs_than_are_heard_are_turned_away(listener, monkeypatch):
    monkeypatch.setattr(xstate_listener, "_MOST_PROGRAMS", 1)
    with open_program(listener):
        second = Program(listener)
        until(listener, lambda: "turned away" in listener.run.trouble)
        with suppress(ConnectionResetError):
            assert second.socket.recv(100) == b""
        second.leave()


def test_a_port_that_is_taken_is_refused(listener):
    with pytest.raises(OSError, match=r"."):
        XStateListener(int(listener._address.rpartition(":")[2]))


def test_closing_says_good_bye(listener):
    with open_program(listener) as program:
        listener.close()
        while program.socket.recv(4096):
            pass
