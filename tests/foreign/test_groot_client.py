"""The client beside a played program that answers with the bytes of a real one."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
import zmq

from runtime.basics.status import Status
from runtime.foreign.groot_client import PATIENCE, TREE, GrootClient
from tests.foreign.transcripts import Clock, PlayedProgram, play, replies


@contextmanager
def connected(name="door"):
    program, clock = PlayedProgram(name), Clock()
    client = GrootClient("127.0.0.1", program.port, clock)
    try:
        play(client, program, lambda: client.run.is_live and client.run.looks[TREE])
        yield client, program, clock
    finally:
        client.close()
        program.end()


def kinds(program):
    return "".join(kind for kind, _ in program.asked)


def test_tree_statuses_and_values_come_in():
    with connected() as (client, program, _):
        run = client.run
        play(client, program, lambda: run.values)
        assert run.words == f"CrossDoor at 127.0.0.1:{program.port}: 12 nodes"
        assert len(run.looks[TREE]) > 5
        assert run.values["CrossDoor"]["waypoint"] == "hall"
        assert "ROOT" not in run.values  # It is that of the first tree once more.
        assert kinds(program).startswith("TDSB")
        assert not run.trouble


def test_values_are_asked_for_less_often_than_statuses():
    with connected() as (client, program, clock):
        play(client, program, lambda: kinds(program).count("S") > 10)
        assert kinds(program).count("B") == 1
        clock.now += 1.0
        play(client, program, lambda: kinds(program).count("B") == 2)


def test_changes_of_a_status_are_noted_as_they_are_seen():
    with connected() as (client, program, clock):
        before = len(client.run.entries)
        status = bytearray(program.replies["S"][1])
        status[2] = 2 if status[2] != 2 else 3
        program.replies["S"][1] = bytes(status)
        clock.now = 1.5
        play(client, program, lambda: len(client.run.entries) > before)
        entry = client.run.entries[-1]
        assert (entry.node, entry.words, entry.time) == ("1", "cross the door", 1.5)
        assert entry.status is Status(status[2])


def test_a_breakpoint_is_put_reached_released_and_removed():
    with connected() as (client, program, _):
        run = client.run
        client.toggle_breakpoint("12")
        play(client, program, lambda: run.breakpoints == {"12"})
        assert program.hooks[12]["mode"] == 0
        assert program.hooks[12]["once"] is False
        program.reach("12")
        play(client, program, lambda: run.held == "12")
        client.go_on()
        assert run.held == ""
        play(client, program, lambda: "U" in kinds(program))
        client.toggle_breakpoint("12")
        play(client, program, lambda: not run.breakpoints)
        assert not program.hooks
        assert not run.trouble


def test_closing_takes_breakpoints_away_and_stops_recording():
    program = PlayedProgram("door")
    client = GrootClient("127.0.0.1", program.port, Clock())
    play(client, program, lambda: client.run.is_live)
    client.toggle_breakpoint("3")
    client.record(True)
    play(client, program, lambda: client.run.breakpoints and client.run.is_recording)
    client.close()
    for _ in range(200):
        program.answer()
        if not program.hooks and program.asked[-1] == ("r", b"stop"):
            break
    assert not program.hooks
    assert program.asked[-1] == ("r", b"stop")
    program.end()


def test_while_it_records_the_program_says_what_happened():
    with connected() as (client, program, clock):
        clock.now = 2.5
        client.record(True)
        play(client, program, lambda: client.run.is_recording)
        before = len(client.run.entries)
        play(client, program, lambda: len(client.run.entries) > before)
        noted = [entry for entry in client.run.entries if entry.time >= 2.5 and entry.status]
        assert noted
        assert all(entry.status is not None and entry.words for entry in noted)
        program.replies["t"][1] = bytes(9 * 1_000)
        play(client, program, lambda: any("lost" in entry.words for entry in client.run.entries))
        client.record(False)
        play(client, program, lambda: not client.run.is_recording)


def test_a_program_that_does_not_answer_is_lost_and_found_again():
    with connected() as (client, program, clock):
        program.answers = False
        client.run.held = "3"
        client.poll()
        clock.now += PATIENCE / 2
        client.poll()
        assert client.run.is_live
        clock.now += PATIENCE
        client.poll()
        assert not client.run.is_live
        assert "does not answer" in client.run.words
        assert client.run.held == ""
        assert client.run.graphs  # What was seen last stays in view.
        program.answers = True
        clock.now += PATIENCE
        play(client, program, lambda: client.run.is_live)


def test_nothing_at_the_port_is_said_and_nothing_waits():
    clock = Clock()
    client = GrootClient("127.0.0.1", 9, clock)
    assert client.run.words == "Asking 127.0.0.1:9 for its tree…"
    client.poll()
    clock.now += PATIENCE * 2
    client.poll()
    assert "does not answer" in client.run.words
    client.close()


def test_another_run_of_the_program_has_its_tree_asked_for_again():
    with connected() as (client, program, _):
        program.replies |= {kind: replies("patrol")[kind] for kind in "TSB"}
        program.tree_id = b"another run 1234"
        play(client, program, lambda: len(client.run.graphs[TREE].nodes) == 22)
        assert client.run.words.startswith("Patrol at")


@pytest.mark.parametrize(
    ("kind", "parts", "words"),
    [
        ("S", [b"error", b"wrong request header"], "The program refused: wrong request header"),
        ("S", [b"error"], "The program refused"),
        ("S", [b"rubbish"], "a header of 7 bytes"),
        ("S", [b""], "a header of 0 bytes"),
        ("S", [b"\x02T" + bytes(20), b""], "reply to another request"),
    ],
)
def test_rubbish_is_said_in_words_and_the_client_goes_on(kind, parts, words):
    with connected() as (client, program, clock):
        good = program.replies[kind]
        program.replies[kind] = parts
        if len(parts[0]) == 22:
            program._reply_to = lambda asked, header, body: parts if asked == kind else [header, b""]
        clock.now += 1.0
        play(client, program, lambda: words in client.run.trouble)
        program.__dict__.pop("_reply_to", None)
        program.replies[kind] = good
        clock.now += 2.0
        asked = len(program.asked)
        play(client, program, lambda: len(program.asked) > asked + 3)
        assert client.run.is_live


def test_a_tree_that_cannot_be_read_is_asked_for_again_a_while_later():
    program, clock = PlayedProgram("door"), Clock()
    good = program.replies["T"]
    program.replies["T"] = [good[0], b"<root/>"]
    client = GrootClient("127.0.0.1", program.port, clock)
    play(client, program, lambda: "without a tree" in client.run.trouble)
    assert kinds(program).count("T") == 1
    program.replies["T"] = good
    clock.now += 2.0
    play(client, program, lambda: client.run.is_live and not client.run.trouble)
    client.close()
    program.end()


def test_news_that_are_none_are_passed_over():
    with connected() as (client, _program, _):
        for parts in (
            [b"x"],
            [b""],
            [b"\x02N\0\0\0\0", b"999"],
            [b"\x02N\0\0\0\0", b"\xff\xff\xff"],
            [b"\x02X\0\0\0\0", b"3"],
        ):
            client._hear(parts)
        assert client.run.held == ""


def test_an_address_that_cannot_be_is_refused():
    with pytest.raises(zmq.ZMQError):
        GrootClient("no such;name", 1667)
