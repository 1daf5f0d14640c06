"""A game in Python with a link: the same as in JavaScript, in one process, where nothing waits."""

from __future__ import annotations

import importlib
import json
import math
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graphs.model.curves import Curve
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.export_document import Export
from runtime.export.program_json import ProgramFiles
from runtime.history.recording.recorded_run import RecordedRun
from runtime.link.game_programs import GameProgram
from runtime.link.running_game import RunningGame
from runtime.trials.cases.recorded_case import record_case
from tests.executors.curve_programs import OWN
from tests.executors.executor_runs import EXECUTORS
from tests.link.linked_runs import LONGEST, TOKEN, Listening, curved_mind
from tests.link.test_javascript_link import _versions, _watching, rerun

_LINKS: list[Any] = []


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the modules of the executor be imported as in a game."""
    monkeypatch.syspath_prepend(str(EXECUTORS / "python"))
    yield
    while _LINKS:
        _LINKS.pop().close(seconds=0.0)
    for name in ("mindloom_mind", "mindloom_link", "mindloom_link_notes"):
        sys.modules.pop(name, None)


class Linked:
    """Be a game with agents that think with one mind, and Mindloom at the other end of its link."""

    def __init__(
        self, listening: Listening, mind: Export, agents: str, scripted: object, **more: Any
    ) -> None:
        minds, link = (importlib.import_module(name) for name in ("mindloom_mind", "mindloom_link"))
        self.listening, self.halted = listening, list[str]()
        self.minds = minds.Minds(actions={"scripted": scripted})
        self.mind = minds.Mind.parse(mind.text(), mind.names_text())
        for agent in agents:
            self.minds.add(agent, self.mind)
        address = f"127.0.0.1:{listening.port}"
        self.link = link.GameLink(self.minds, token=TOKEN, address=address, **more)
        _LINKS.append(self.link)
        self.until(lambda: self.link.is_connected)

    def until(self, holds: Callable[[], object]) -> None:
        """Let both ends read until something holds."""
        for _ in range(100 * LONGEST):
            if holds():
                return
            self.listening.listener.poll(0.001)
            self.link.poll()
        pytest.fail("It never came to that.")

    def end(self) -> RunningGame:
        """Let the game end; return Mindloom's end of it, which knows all ticks."""
        game, ticks = self.listening.games[-1], self.minds.tick_now
        self.until(lambda: game.session is not None and len(game.session.log) == ticks)
        self.until(lambda: game.session is not None and game.programs.all)
        self.link.close(seconds=0.01)
        return game


@pytest.mark.parametrize("other", ["a", "b", "c"])
def test_what_an_action_writes_comes_at_its_step(other: str) -> None:
    def scripted(context: Any, given: Any) -> str:
        if context.agent == "b":
            told = played.minds.get(other)
            told.set("x", 1 - told.get("x"))
        return "success"

    with Listening() as listening:
        played = Linked(listening, _watching(), "abc", scripted)
        assert all(played.link.tick() for _ in range(6))
        game = played.end()
    assert rerun(game) == []
    assert game.session is not None
    for agent in played.minds:
        assert game.session.variables(agent.id)["n"] == agent.get("n")


def test_agents_that_do_not_tick_come_and_go_and_are_halted_run_again() -> None:
    def scripted(context: Any, given: Any) -> str:
        context.mind.set("x", 1)
        return "running"

    with Listening() as listening:
        played = Linked(listening, _watching(), "ab", scripted, key_seconds=0.05, place=lambda _: (1, 2))
        minds, link = played.minds, played.link
        link.tick()
        minds.get("a").set("x", 2)
        link.tick(["b"])
        minds.get("b").halt()
        minds.add("c", played.mind)
        link.tick()
        minds.get("b").restart()
        minds.get("a").restore(minds.get("c").save())
        link.tick()
        minds.remove("c")
        assert all(link.tick() for _ in range(9))
        game = played.end()
    assert rerun(game) == []
    assert game.session is not None
    assert game.session.log[0].agents["a"].at == (1, 2, 0)
    assert (game.session.log[1].still, game.session.log[4].gone) == (("a",), ("c",))


class Patient:
    """Be an action that runs on, and notes who was halted."""

    def __init__(self) -> None:
        self.halted: list[str] = []

    def tick(self, context: Any, given: Any) -> str:
        """Run on."""
        return "running"

    def halt(self, context: Any, given: Any) -> None:
        """Note it."""
        self.halted.append(context.agent)


def test_a_game_goes_on_with_another_version_and_runs_again() -> None:
    files = [ProgramFiles(each.data, each.names) for each in _versions()]
    action = Patient()
    with Listening() as listening:
        played = Linked(listening, _versions()[0], "ab", action)
        played.link.tick()
        game = listening.games[-1]
        played.until(lambda: game.programs.all)
        game.swap(GameProgram(game.programs.all[0].name, files[1]), upgrade_table(*files))
        played.until(lambda: game.swapped)
        assert all(played.link.tick() for _ in range(3))
        played.end()
    assert (action.halted, [each.get("n") for each in played.minds]) == (["a", "b"], [3, 3])
    assert rerun(game) == []


def test_a_table_that_does_not_fit_changes_nothing() -> None:
    old, new = _versions()
    table = upgrade_table(*(ProgramFiles(each.data, each.names) for each in (old, new)))
    action = Patient()
    with Listening() as listening:
        played = Linked(listening, old, "ab", action)
        other = played.mind.parse(new.text())
        before = played.minds.save()
        for odd in ({**table, "from": "x"}, {**table, "to": "x"}, {**table, "rows": [{"row": 99, "to": 0}]}):
            with pytest.raises(ValueError, match=r"upgrade"):
                played.minds.swap(other, odd)
        assert (played.minds.save(), action.halted) == (before, [])


def test_what_a_game_tells_is_sent_before_it_is_answered() -> None:
    old, _ = _versions()
    with Listening() as listening:
        played = Linked(listening, old, "a", Patient())
        assert played.link._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        played.end()


def test_a_game_does_what_it_is_asked_and_refuses_the_rest_in_words() -> None:
    old, _ = _versions()
    with Listening() as listening:
        played = Linked(listening, old, "ab", Patient())
        game = listening.games[-1]
        game.set_variable("a", "n", 7)
        game.set_variable("a", "n", "seven")
        game.set_shared("places", 1)
        game.post(None, "bell", {})
        game.post("b", "knock", {})
        game.order("a", str(old.data["hash"]), 99, "success")
        game.order("a", "another", 0, "success")
        game.set_speed(-1.0)
        game.set_speed(2.0)
        game.step(2)
        played.until(lambda: played.link.speed == 2.0)
        assert [played.link.tick() for _ in range(3)] == [True, True, False]
        game.resume()
        played.until(lambda: not played.link.is_held)
        game.break_at([(str(old.data["hash"]), 3, 15, 0)])
        played.minds.get("b").halt()
        played.until(lambda: played.link._breaks)
        assert [played.link.tick(), played.link.tick()] == [True, False]
        played.until(lambda: game.held_by is not None and game.held_by.by == "break")
        assert game.held_by is not None
        assert (game.held_by.agent, game.held_by.row) == ("b", 3)
        played.end()
    assert [each.about for each in game.refusals] == ["set", "shared", "post", "order", "order", "speed"]
    assert [each.why for each in game.refusals if each.about == "order"] == [
        "Row 99 is no node that can be forced.",
        "The agent thinks with another program by now.",
    ]
    assert played.minds.get("a").get("n") == 8
    assert rerun(game) == []


@pytest.mark.parametrize("broken", [b"\x00\x00\x00\x02[]", b"\x00\x00\x00\x01{", b"\xff\xff\xff\xff", b""])
def test_a_game_that_lost_its_editor_goes_on_and_begins_again(broken: bytes) -> None:
    now = [0.0]
    with Listening() as listening:
        played = Linked(listening, _versions()[0], "ab", Patient(), clock=lambda: now[0])
        link = played.link
        link.tick()
        with socket.create_server(("127.0.0.1", 0)) as server:
            link.address = f"127.0.0.1:{server.getsockname()[1]}"
            listening.listener.close()
            while link.is_connected:
                link.poll()
            assert (link.tick(), played.minds.watcher, link.is_held) == (True, None, False)
            now[0] = 0.9
            link.tick()
            now[0] = 1.0
            link.tick()
            server.settimeout(20)
            peer, _ = server.accept()
            peer.settimeout(20)
            link.poll()
            with peer, peer.makefile("rb") as file:
                assert file.read(4) == b"MLK1"
                assert json.loads(file.read(int.from_bytes(file.read(4), "big")))["frame"] == "hello"
                welcome = json.dumps({"frame": "welcome", "editor": "x", "more": 1}).encode()
                framed = len(welcome).to_bytes(4, "big") + welcome
                peer.sendall(framed[:3])
                link.tick()
                peer.sendall(framed[3:])
                while not link.is_connected:
                    link.poll()
                link.tick()
                tick = json.loads(file.read(int.from_bytes(file.read(4), "big")))
                assert {agent for agent, each in tick["agents"].items() if "save" in each} == {"a", "b"}
                peer.sendall(broken)
                if not broken:
                    peer.shutdown(socket.SHUT_WR)
                while link.is_connected:
                    link.poll()
        assert link.tick()
        assert played.minds.tick_now == 7


def test_a_game_that_is_not_welcome_hangs_up_and_plays_on() -> None:
    now = [0.0]
    with Listening() as listening:
        played = Linked(listening, _versions()[0], "a", Patient(), clock=lambda: now[0])
        link = type(played.link)(
            played.minds, token="another", address=f"127.0.0.1:{listening.port}", clock=lambda: now[0]
        )
        while not link.is_closed:
            listening.listener.poll(0.001)
            link.poll()
        assert "token" in link.trouble
        assert link.tick()
        with socket.create_server(("127.0.0.1", 0)) as server:
            silent = type(link)(
                played.minds, token="", address=f"127.0.0.1:{server.getsockname()[1]}", clock=lambda: now[0]
            )
            _LINKS.append(silent)
            now[0] = 5.0
            assert silent.tick()
            assert (silent.trouble, silent.is_closed) == ("Mindloom does not answer.", False)


# -- tables of curves of an agent's own -----------------------------------------------------------------


def test_tables_of_an_agents_own_are_told_and_run_again_also_back_in_time() -> None:
    felt: list[dict[str, float]] = []

    def tick() -> None:
        played.link.tick()
        felt.append({agent.id: agent.get("felt") for agent in played.minds})

    def add(agent: str, **more: Any) -> None:
        played.minds.add(agent, played.mind, {"x": 1.5}, **more)

    with Listening() as listening:
        played = Linked(listening, curved_mind(), "a", lambda context, given: "success")
        add("b", curves={"urge": OWN})
        for _ in range(3):
            tick()
        played.minds.get("b").restart()
        played.minds.get("b").set("x", 1)
        tick()
        played.minds.remove("b")
        add("b", curves={"urge": [(0, -0.0), (3, 6)]})
        tick()
        played.minds.remove("b")
        add("b")
        tick()
        game = played.end()
    assert [each["b"] for each in felt] == [4, 4, 4, 3, 3, 3]
    assert game.session is not None
    assert game.session.log[0].agents["b"].curves == {"urge": ((0, 2), (1, 5))}
    assert game.session.log[4].agents["b"].curves == {"urge": ((0, 3), (-0.0, 6))}
    assert math.copysign(1, game.session.log[4].agents["b"].curves["urge"][1][0]) == -1
    run = RecordedRun(game.session)
    for values in felt:
        run.step()
        assert {agent: game.session.variables(agent)["felt"] for agent in values} == values
    for number in (3, 1, 5, 4, 0):
        list(run.go_to(number))
        assert {agent: run.session.variables(agent)["felt"] for agent in felt[number]} == felt[number]
    assert game.session.cast.difference is None
    case = record_case(run.recording, game.session.at_start(), "b", range(1, 3), "mind.mind.json")
    assert case.curves == {"urge": Curve(shape="points", low=0, high=2, points=((0, 1), (2, 5)))}


def _felt(played: Linked, agent: Any) -> Iterator[float]:
    """Tick once; yield what an agent feels."""
    played.link.tick()
    yield agent.get("felt")


def test_a_table_waits_while_the_program_an_agent_goes_on_with_has_no_such_curve() -> None:
    old, new = curved_mind(), curved_mind("fear")
    table = upgrade_table(ProgramFiles(old.data, old.names), ProgramFiles(new.data, new.names))
    back = upgrade_table(ProgramFiles(new.data, new.names), ProgramFiles(old.data, old.names))
    with Listening() as listening:
        played = Linked(listening, old, "a", lambda context, given: "success")
        played.minds.remove("a")
        agent = played.minds.add("b", played.mind, {"x": 1.5}, curves={"urge": OWN})
        game, felt = listening.games[-1], [*_felt(played, agent)]
        played.until(lambda: game.programs.all)
        name = game.programs.all[0].name
        for export, leads in ((new, table), (old, back)):
            game.swap(GameProgram(name, ProgramFiles(export.data, export.names)), leads)
            played.until(lambda: game.swapped)
            game.swapped.clear()
            felt += _felt(played, agent)
        played.end()
    session = game.session
    assert session is not None
    lost = []
    for value in felt:
        session.step()
        assert session.variables("b")["felt"] == value
        lost.append(dict(session.cast.lost_curves))
    assert felt == [4, 3, 4]
    assert lost == [{}, {"b": ("urge",)}, {}]
    assert session.cast.difference is None
