"""A game in GDScript with a link to an editor that the test plays: what is told, done, refused and lost."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import ExitStack
from textwrap import dedent
from typing import Any

import pytest

from runtime.export.export_document import Export
from tests.executors.engine_game import Json
from tests.executors.gdscript_runs import EXECUTOR
from tests.executors.random_upgrades import WRITTEN
from tests.executors.test_gdscript import run_scripts
from tests.link.linked_runs import curved_mind
from tests.link.test_lua_link import (
    NOT_ENTERED,
    TOLD_CURVES,
    beside,
    half_asleep,
    own_curves,
    upgrade_of,
    waiting_mind,
    written,
)

PATIENCE = 120
"""Seconds until a read of the test gives a game up."""

GAME = """
    var GameLink = load("res://mindloom_link.gd")
    var minds = Mindloom.Minds.new({"actions": {"scripted": Callable(self, "run")}})
    var mind = Mindloom.Mind.parse(data()["program"])
    var a = minds.add("a", mind)
    var link = GameLink.new(minds, {"token": "T", "address": "127.0.0.1:%d" % data()["port"]})
"""


class Editor:
    """Be an editor at a port of its own, in a thread: `follow` plays it."""

    def __init__(self, follow: Callable[[Editor], None]) -> None:
        self.opened = ExitStack()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(PATIENCE)
        self.opened.enter_context(self.server)
        self.port = self.server.getsockname()[1]
        self.problem: BaseException | None = None
        self.thread = threading.Thread(target=self._play, args=(follow,))
        self.thread.start()

    def _play(self, follow: Callable[[Editor], None]) -> None:
        try:
            follow(self)
        except BaseException as problem:
            self.problem = problem
        finally:
            self.opened.close()

    def accept(self) -> Json:
        """Wait for a game; return its first frame."""
        self.game, _ = self.server.accept()
        self.game.settimeout(PATIENCE)
        self.opened.enter_context(self.game)
        assert self._read(4) == b"MLK1"
        return self.read()

    def read(self) -> Json:
        """Return the next frame; where the game has closed the connection, an `end` without a `why`."""
        head = self._read(4)
        return json.loads(self._read(struct.unpack(">I", head)[0])) if head else {"frame": "end"}

    def say(self, kind: str, **members: Any) -> None:
        """Send a frame."""
        data = json.dumps({"frame": kind, **members}).encode()
        self.game.sendall(struct.pack(">I", len(data)) + data)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count and (more := self.game.recv(count - len(data))):
            data += more
        return data


def play(script: str, follow: Callable[[Editor], None], export: Export | None = None, **more: Any) -> Any:
    """Return what a game tells that has a `link`; `follow` plays the editor."""
    editor = Editor(follow)
    body = f"{dedent(GAME).strip()}\n{dedent(script).strip()}".replace("    ", "\t")
    used = export or waiting_mind()
    told = run_scripts([body, "link.close()"], {"program": used.data, "port": editor.port, **more})
    editor.thread.join()
    if editor.problem is not None:
        raise editor.problem
    return told


def test_all_is_told_from_the_welcome_on() -> None:
    def follow(editor: Editor) -> None:
        hello = editor.accept()
        assert {key: hello[key] for key in ("frame", "link", "token", "executor", "rate")} == {
            "frame": "hello",
            "link": 1,
            "token": "T",
            "executor": "gdscript",
            "rate": 60,
        }
        editor.say("welcome", editor="1")
        first, second = editor.read()["agents"]["a"], editor.read()["agents"]["a"]
        assert first["mind"] == first["save"]["mind"] == hello["programs"][0]
        assert first["asked"][0] == [0, "action", 3, "scripted", "enter", "success"]
        assert second == {"in": [["set", "at", [1.5, 2]], ["post", "bell", {"far": 3}]], **second}
        assert editor.read() == {"frame": "end", "why": "The game has ended."}

    script = """
        a.set_value("x", 4)
        while waits() and not link.is_linked:
            link.poll()
        link.tick()
        a.set_value("at", [1.5, 2])
        a.post("bell", {"far": 3})
        link.tick()
    """
    play(script, follow)


def test_tables_of_an_agents_own_are_told_with_its_mind() -> None:
    def follow(editor: Editor) -> None:
        editor.accept()
        editor.say("welcome")
        first, second = editor.read()["agents"], editor.read()["agents"]
        assert "curves" not in first["a"]
        assert first["b"]["curves"] == TOLD_CURVES
        assert "curves" not in second["b"]

    script = """
        var b = minds.add("b", mind, {}, data()["own"])
        while waits() and not link.is_linked:
            link.poll()
        link.tick()
        b.set_value("x", 2)
        link.tick()
    """
    play(script, follow, curved_mind(), own=own_curves())


def test_a_wrong_token_is_not_asked_for_again() -> None:
    def follow(editor: Editor) -> None:
        editor.accept()
        editor.say("refused", why="The token is another.")

    script = """
        while waits() and not link.is_closed:
            link.tick()
        for _k in range(200):
            link.tick()
        tell([link.trouble, link.connection == null])
    """
    assert play(script, follow) == [["The token is another.", True]]


def test_a_lost_editor_is_found_again() -> None:
    def follow(editor: Editor) -> None:
        editor.accept()
        editor.say("welcome")
        editor.read()
        editor.say("pause")
        editor.say("speed", factor=3)
        while editor.read()["frame"] != "held":
            continue
        editor.game.close()
        assert editor.accept()["frame"] == "hello"
        editor.say("welcome")
        assert "mind" in editor.read()["agents"]["a"]

    script = """
        while waits() and not link.is_held:
            link.tick()
        while waits() and link.is_linked:
            link.tick()
        tell([link.is_held, link.speed])
        while waits() and not link.is_linked:
            link.tick()
        link.tick()
    """
    assert play(script, follow) == [[False, 1]]


@pytest.mark.parametrize(
    "data", [b"\xff\xff\xff\xff", b"\0\0\0\1{", b"\0\0\0\3[1]", b"\0\0\0\0", b'\0\0\0\x0b{"frame":3}']
)
def test_bytes_that_are_no_frame_end_the_connection(data: bytes) -> None:
    def follow(editor: Editor) -> None:
        editor.accept()
        text = json.dumps({"frame": "welcome"}).encode()
        whole = struct.pack(">I", len(text)) + text
        for k in range(0, len(whole), 5):  # a frame may come in pieces
            editor.game.sendall(whole[k : k + 5])
        while editor.read()["frame"] != "tick":
            continue
        editor.game.sendall(data)
        while "why" not in (last := editor.read()) and last["frame"] != "end":
            continue

    script = """
        while waits() and link.trouble != "Mindloom sent something that is no frame.":
            link.tick()
        tell(link.is_linked)
    """
    assert play(script, follow) == [False]


def test_the_editor_holds_steps_breaks_writes_and_is_refused() -> None:
    bad: list[Json] = [
        {"frame": "set", "agent": "a", "name": "x", "to": "far"},
        {"frame": "set", "agent": "z", "name": "x", "to": 1},
        {"frame": "shared", "name": "none", "to": 1},
        {"frame": "post", "event": "gong"},
        {"frame": "post", "event": "bell", "with": {"far": "near"}},
        {"frame": "step", "ticks": 0},
        {"frame": "speed", "factor": -1},
        {"frame": "break", "at": [{"row": 1}]},
        {"frame": "break"},
        {"frame": "program", "hash": "0"},
        {"frame": "swap", "program": {}, "upgrade": {}},
        {"frame": "swap"},
        {"frame": "order", "agent": "z"},
        {"frame": "order", "agent": "a", "program": "0", "row": 3, "to": "success"},
        {"frame": "order", "agent": "a", "program": waiting_mind().data["hash"], "row": 0, "to": "success"},
    ]

    def follow(editor: Editor) -> None:
        hello = editor.accept()
        editor.say("welcome")
        editor.read()
        editor.say("pause")
        while (frame := editor.read())["frame"] != "held":
            continue
        assert frame["by"] == "pause"
        refusals = []
        for each in bad:
            editor.say(each["frame"], **{key: each[key] for key in each if key != "frame"})
            answer = editor.read()
            assert (answer["frame"], answer["about"]) == ("refused", each["frame"])
            assert answer["why"]
            refusals.append(answer["why"])
        assert refusals[-1] == "Row 0 is no node that can be forced."
        order = {"agent": "a", "program": hello["programs"][0]}
        editor.say("order", **order, row=3, to="disabled")
        editor.say("order", **order, row=5, to="failure")
        editor.say("order", **order, row=3, to=None)
        editor.say("program", hash=hello["programs"][0])
        assert editor.read()["program"] == json.loads(json.dumps(waiting_mind().data))
        editor.say("step", ticks=2)
        ordered, *rest = (editor.read() for _ in range(3))
        told = [["order", 3, "disabled"], ["order", 5, "failure"], ["order", 3, None]]
        assert ordered["agents"]["a"]["in"] == told
        assert [each["frame"] for each in rest] == ["tick", "held"]
        editor.say("break", at=[{"program": hello["programs"][0], "row": 4, "mask": 2, "is": 2}])
        editor.say("set", agent="a", name="x", to=7)
        editor.say("shared", name="all", to=9)
        editor.say("post", event="bell", **{"with": {"far": 2.5}}, agent=None)
        editor.say("resume")
        assert editor.read()["frame"] == "going"
        tick = editor.read()
        assert tick["agents"]["a"]["in"] == [["set", "x", 7], ["post", "bell", {"far": 2.5}]]
        assert tick["shared"] == {"all": 9}
        held = editor.read()
        assert (held["by"], held["agent"], held["row"]) == ("break", "a", 4)

    script = """
        while waits() and (not link.is_held or a.get_value("x") != 7 or not a.active_states().has("4")):
            link.tick()
    """
    play(script, follow)


def test_orders_that_wait_are_told_beside_a_save_and_gone_with_the_memory() -> None:
    old, new = beside("p", "q"), beside("q", "p")

    def follow(editor: Editor) -> None:
        editor.accept()
        editor.say("welcome")
        assert editor.read()["agents"]["a"]["orders"] == [[1, "skipped"], [2, "disabled"]]

    script = """
        a.order(2, "disabled")
        a.order(1, "skipped")
        while waits() and not link.is_linked:
            link.poll()
        link.tick()
        tell(a.ordered())
        minds.swap(Mindloom.Mind.parse(data()["new"]), data()["table"])
        tell(a.ordered())
    """
    told = play(script, follow, old, new=new.data, table=upgrade_of(old, new))
    assert told == [[[2, "disabled"]], []]


def test_a_state_whose_machine_does_not_run_is_not_entered() -> None:
    export, row = half_asleep()
    script = f"""
        a.order({row}, "enter")
        minds.tick()
        tell([a.errors, a.ordered()])
    """
    ((errors, orders),) = play(script, lambda editor: None, export)
    assert [each["message"] for each in errors] == [NOT_ENTERED]
    assert orders == []


def test_a_swap_carries_over_what_a_restored_save_does() -> None:
    pairs = [
        (written(old), written(new, more={"type": "float", "default": 1.5})) for old, new in WRITTEN.values()
    ]
    data = [{"old": old.data, "new": new.data, "upgrade": upgrade_of(old, new)} for old, new in pairs]
    script = """
        for each in data():
            var running = Mindloom.Minds.new({"seed": 5})
            running.add("me", Mindloom.Mind.parse(each["old"]))
            for _k in range(5):
                running.tick()
            var fresh = Mindloom.Minds.new({"seed": 5})
            fresh.add("me", Mindloom.Mind.parse(each["new"]))
            fresh.restore(running.save(), [each["upgrade"]])
            var count = running.swap(Mindloom.Mind.parse(each["new"]), each["upgrade"])
            running.tick()
            fresh.tick()
            tell([count, running.save_text() == fresh.save_text()])
    """
    body = dedent(script).strip().replace("    ", "\t")
    assert run_scripts([body], data) == [[1, True]] * len(data)


def test_a_swap_keeps_what_runs_halts_what_goes_and_is_refused_whole() -> None:
    old, new = beside("p", "q", "r"), beside("q", "s")
    table = upgrade_of(old, new)
    wrong = [
        (old.data, table),
        (new.data, {**table, "from": "another"}),
        (new.data, {**table, "version": 2}),
        (new.data, {**table, "begin": {}}),
        ({**new.data, "rate": 7}, table),
    ]
    script = """
        var minds = Mindloom.Minds.new({"actions": {"scripted": Walk.new(calls)}})
        var a = minds.add("a", Mindloom.Mind.parse(data()["old"]))
        minds.tick()
        var before = minds.save_text()
        for each in data()["wrong"]:
            var is_refused = typeof(minds.swap(Mindloom.Mind.parse(each[0]), each[1])) == TYPE_BOOL
            tell([is_refused, before == minds.save_text() and calls.size() == 6])
        calls.clear()
        var count = minds.swap(Mindloom.Mind.parse(data()["new"]), data()["upgrade"])
        minds.tick()
        tell([count, a == minds.agent("a"), calls])
    """
    body = dedent(script).strip().replace("    ", "\t")
    *refused, told = run_scripts(
        [body], {"old": old.data, "new": new.data, "upgrade": table, "wrong": [list(each) for each in wrong]}
    )
    assert refused == [[True, True]] * len(wrong)
    assert told == [1, True, ["halt p", "halt r", "tick q", "enter s", "tick s"]]


def test_the_files_are_short_and_have_the_notice_of_their_license() -> None:
    for name in ("mindloom_link.gd", "mindloom_link_notes.gd"):
        text = (EXECUTOR / name).read_text("utf-8")
        assert "MIT License" in text[:300], name
        assert len(text.splitlines()) <= 300
        assert max(map(len, text.splitlines())) <= 120
