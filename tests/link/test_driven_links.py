"""Games in C# and C++ with a link, driven line by line, over a connection that the test writes."""

from __future__ import annotations

import json
import select
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.embedding.upgrade_table import upgrade_table
from runtime.embedding.upgraded_save import upgraded
from runtime.export.export_document import Export, export_document
from runtime.export.program_json import ProgramFiles
from tests.executors.cpp_runs import STRICT, built_cpp
from tests.executors.csharp_runs import CHECKS
from tests.executors.csharp_runs import FOLDER as CSHARP
from tests.executors.engine_game import Json
from tests.executors.executor_runs import built
from tests.executors.random_upgrades import WRITTEN
from tests.link.linked_runs import curved_mind
from tests.link.test_lua_link import NOT_ENTERED, TOLD_CURVES, half_asleep, own_curves
from tests.other_programs import path_of
from tests.runtime.lone_brain import REGISTRY, document, tree

GAMES = Path(__file__).parent / "games"
LONGEST, MOST_POLLS = 20.0, 2000  # seconds and polls for one answer, so that a game that hangs ends the test
SCRIPTED: Json = {"kind": "action", "action": "scripted", "params": {"script": "S"}}


def _csharp() -> list[str]:
    sources = [CSHARP / name for name in ("Mindloom.cs", "MindloomLink.cs", "LinkNotes.cs", "LinkSocket.cs")]
    compiler = path_of("mono-mcs")
    made = built(
        [*sources, GAMES / "LinkedGame.cs"], "game.exe", lambda to: [compiler, *CHECKS, f"-out:{to}"]
    )
    return [path_of("mono-runtime"), str(made)]


def _cpp() -> list[str]:
    return [str(built_cpp([GAMES / "linked_game.cpp"], "linked_game", "-O0", *STRICT))]


class DrivenGame:
    """Be the editor's end of a game that does what it is told, line by line."""

    def __init__(self, command: list[str]) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(LONGEST)
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._peer: socket.socket | None = None
        self.state: Json = {}

    def do(self, *what: Any) -> Any:
        """Let the game do something; return what it came to. `state` is how the game is then."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": what}) + "\n")
        self._process.stdin.flush()
        self.state = json.loads(self._process.stdout.readline())
        return self.state["done"]

    def accept(self) -> Json:
        """Take the connection that the game begins; return its first frame."""
        self.do("poll")
        self.hang_up()
        self._peer, _ = self._server.accept()
        self._peer.settimeout(LONGEST)
        assert self._bytes(4) == b"MLK1"
        return self.frame()

    def link(self) -> Json:
        """Make a link, and let it in; return `hello`."""
        self.do("link", str(self._server.getsockname()[1]))
        hello = self.accept()
        self.send({"frame": "welcome", "editor": "1"})
        self.until(connected=True)
        return hello

    def raw(self, data: bytes) -> None:
        """Send bytes."""
        assert self._peer is not None
        self._peer.sendall(data)

    def send(self, frame: Json) -> None:
        """Send a frame."""
        text = json.dumps(frame).encode()
        self.raw(struct.pack(">I", len(text)) + text)

    def frame(self) -> Json:
        """Return the next frame of the game, which is polled until it has come."""
        found: Json = json.loads(self._bytes(*struct.unpack(">I", self._bytes(4))))
        return found

    def _bytes(self, count: int) -> bytes:
        assert self._peer is not None
        found = b""
        while len(found) < count:
            for _ in range(MOST_POLLS):
                if select.select([self._peer], [], [], 0.01)[0]:
                    break
                self.do("poll")
            part = self._peer.recv(count - len(found))
            assert part, "the game hung up"
            found += part
        return found

    def until(self, **state: Any) -> None:
        """Poll the game until it is so."""
        for _ in range(MOST_POLLS):
            if all(self.state.get(name) == value for name, value in state.items()):
                return
            self.do("poll")
        raise AssertionError(f"{self.state} is not {state}")

    def ticked(self) -> Json:
        """Let the game tick; return what it tells of that."""
        assert self.do("tick") is True
        return self.frame()

    def hang_up(self) -> None:
        """Close the connection, if there is one."""
        if self._peer is not None:
            self._peer.close()

    def end(self) -> None:
        """Stop the game."""
        self._process.kill()
        self._process.communicate()
        self._server.close()
        self.hang_up()


@pytest.fixture(params=["csharp", "cpp"])
def game(request: pytest.FixtureRequest) -> Iterator[DrivenGame]:
    made = DrivenGame(_csharp() if request.param == "csharp" else _cpp())
    yield made
    made.end()


def exported(graph: Json, **more: Any) -> Export:
    return export_document(document({"g": graph}, **more), REGISTRY)


def acting() -> Json:
    """Return the program of a mind that acts, with a variable."""
    return exported(tree({"root": SCRIPTED}), variables={"x": {"type": "int"}}).data


def beside(*names: str) -> Export:
    """Return a mind of actions side by side."""
    actions = {name: {"kind": "action", "action": "scripted", "params": {"script": name}} for name in names}
    return exported(tree({"root": {"kind": "parallel", "children": list(names)}, **actions}))


def table_of(old: Export, new: Export) -> Json:
    return dict(upgrade_table(*(ProgramFiles(each.data, each.names) for each in (old, new))))


# -- what is told --------------------------------------------------------------------------------------


def test_inputs_and_answers_are_told_in_order_behind_the_welcome(game: DrivenGame) -> None:
    program = acting()
    game.do("add", "a", program)
    assert game.link()["programs"] == [program["hash"]]
    game.do("set", "a", "x", 5)
    first = game.ticked()["agents"]["a"]
    assert first["mind"] == first["save"]["mind"] == program["hash"]
    assert first["asked"] == [
        [0, "action", 0, "scripted", "enter", "success"],
        [1, "action", 0, "scripted", "tick", "running"],
    ]
    assert (first["out"], first["is"], first["at"]) == ([0, 1], "running", [1, 2, 90])
    assert game.ticked() == {"frame": "tick", "tick": 1}
    game.do("set", "a", "x", 6)
    game.do("answer", "no legs")
    second = game.ticked()["agents"]["a"]
    assert second["in"] == [["set", "x", 6]]
    failed = {"failed": "scripted failed: no legs"}
    assert second["asked"] == [[0, "action", 0, "scripted", "tick", failed]]
    assert (second["out"], second["is"]) == ([0, 3], "failure")
    game.do("answer", "running")
    game.ticked()
    game.do("halt", "a")
    game.do("restart", "a")
    third = game.ticked()["agents"]["a"]
    assert third["in"] == [["halt"], ["restart"]]
    assert third["asked"] == [[0, "action", 0, "scripted", "halt", "success"]]


def test_tables_of_an_agents_own_are_told_with_its_mind(game: DrivenGame) -> None:
    program = curved_mind().data
    game.do("add", "a", program)
    game.do("add", "b", program, own_curves())
    game.link()
    first = game.ticked()["agents"]
    assert "curves" not in first["a"]
    assert first["b"]["curves"] == TOLD_CURVES
    game.do("set", "b", "x", 2)
    assert "curves" not in game.ticked()["agents"]["b"]


def test_agents_that_come_go_and_do_not_tick_are_told(game: DrivenGame) -> None:
    for agent in ("a", "b"):
        game.do("add", agent, acting())
    game.link()
    game.do("tick one", "b")
    first = game.frame()
    assert first["still"] == ["a"]
    assert set(first["agents"]) == {"a", "b"}
    game.do("remove", "b")
    game.do("add", "c", acting())
    second = game.ticked()
    assert second["gone"] == ["b"]
    assert "mind" in second["agents"]["c"]


def test_a_restored_save_of_another_seed_begins_the_link_again(game: DrivenGame) -> None:
    game.do("add", "a", acting())
    assert game.link()["seed"] == 3
    game.ticked()
    game.do("restore")
    game.do("tick")
    assert game.frame()["frame"] == "end"
    game.do("clock", 2)
    assert game.accept()["seed"] == 4


# -- what the editor asks for --------------------------------------------------------------------------


def test_a_game_is_held_stepped_and_let_go_on(game: DrivenGame) -> None:
    program = acting()
    game.do("add", "a", program)
    game.link()
    game.ticked()
    game.send({"frame": "pause"})
    assert game.frame() == {"frame": "held", "by": "pause", "tick": 1}
    assert game.do("tick") is False
    game.send({"frame": "step", "ticks": 1})
    game.until(held=False)
    assert game.ticked()["tick"] == 1
    assert game.frame() == {"frame": "held", "by": "step", "tick": 2}
    game.send({"frame": "resume"})
    assert game.frame() == {"frame": "going"}
    game.send({"frame": "break", "at": [{"program": program["hash"], "row": 0, "mask": 7, "is": 2}]})
    game.send({"frame": "speed", "factor": 2.5})
    game.until(speed=2.5)
    game.ticked()
    game.do("answer", "success")
    game.ticked()
    assert game.frame() == {"frame": "held", "by": "break", "agent": "a", "row": 0, "tick": 4}
    game.hang_up()
    game.until(connected=False)
    assert (game.state["held"], game.state["speed"]) == (False, 1)


def test_the_editor_writes_and_gets_programs_and_what_cannot_be_is_refused(game: DrivenGame) -> None:
    program = acting()
    game.do("add", "a", program)
    game.link()
    game.send({"frame": "program", "hash": program["hash"]})
    assert game.frame()["program"] == program
    wrong: list[Json] = [
        {"frame": "set", "agent": "a", "name": "x", "to": "far"},
        {"frame": "set", "agent": "z", "name": "x", "to": 1},
        {"frame": "shared", "name": "none", "to": 1},
        {"frame": "post", "event": "gong"},
        {"frame": "step", "ticks": 0},
        {"frame": "speed", "factor": -1},
        {"frame": "break", "at": [{"row": 1}]},
        {"frame": "program", "hash": "0"},
        {"frame": "swap", "program": {}, "upgrade": {}},
    ]
    before = game.do("save")
    for each in wrong:
        game.send(each)
        refused = game.frame()
        assert (refused["frame"], refused["about"]) == ("refused", each["frame"])
        assert refused["why"]
    assert game.do("save") == before
    game.send({"frame": "set", "agent": "a", "name": "x", "to": 9})
    game.until(agents={"a": {"mind": program["hash"], "variables": {"x": 9}}})
    assert game.ticked()["agents"]["a"]["in"] == [["set", "x", 9]]


def test_a_mind_that_is_ordered_what_to_do_goes_on_by_itself_when_that_is_taken_back(
    game: DrivenGame,
) -> None:
    program = acting()
    game.do("add", "a", program)
    game.do("order", "a", 0, "disabled")
    assert "order" in game.link()["can"]
    first = game.ticked()["agents"]["a"]
    assert (first["orders"], first["out"], first["is"]) == ([[0, "disabled"]], [0, 4], "skipped")
    assert game.ticked() == {"frame": "tick", "tick": 1}
    order = {"frame": "order", "agent": "a", "program": program["hash"], "row": 0}
    game.send({**order, "to": None})
    game.until(orders=[])
    second = game.ticked()["agents"]["a"]
    assert (second["in"], second["is"]) == ([["order", 0, None]], "running")
    game.send({**order, "to": "success"})
    game.until(orders=[[0, "success"]])
    third = game.ticked()["agents"]["a"]
    assert (third["in"], third["out"], third["is"]) == ([["order", 0, "success"]], [0, 2], "success")
    assert third["asked"] == [[0, "action", 0, "scripted", "halt", "success"]]
    assert game.state["orders"] == []
    assert game.ticked()["agents"]["a"]["is"] == "running"


def test_what_cannot_be_ordered_is_refused_and_changes_nothing(game: DrivenGame) -> None:
    program = acting()
    game.do("add", "a", program)
    game.link()
    game.do("order", "a", 0, "failure")
    before = game.do("save")
    order = {"frame": "order", "agent": "a", "program": program["hash"], "row": 0, "to": "success"}
    wrong: dict[str, Json] = {
        "An order is success, failure, skipped, disabled, enter or null, not running.": {"to": "running"},
        "An order is success, failure, skipped, disabled, enter or null, not 3.": {"to": 3},
        "Row 0 is no state that can be entered.": {"to": "enter"},
        "Row 1 is no node that can be forced.": {"row": 1},
        "Row -1 is no node that can be forced.": {"row": -1},
        "The agent thinks with another program by now.": {"program": "0"},
    }
    for words, change in wrong.items():
        game.send({**order, **change})
        assert game.frame() == {"frame": "refused", "about": "order", "why": words}
    game.send({**order, "agent": "z"})
    assert "'z'" in game.frame()["why"]
    assert (game.do("save"), game.state["orders"]) == (before, [[0, "failure"]])
    game.do("halt", "a")
    assert game.do("order", "a", 0, None) == "The mind has ended; it takes no orders."


def test_orders_are_not_saved_and_gone_with_what_a_mind_remembers(game: DrivenGame) -> None:
    old, new = beside("stays", "goes"), beside("comes", "stays")
    game.do("add", "a", old.data)
    game.do("link", "9")
    game.do("tick")
    plain = game.do("save")
    for what in (["halt", "a"], ["restart", "a"], ["restore"], ["swap", new.data, table_of(old, new)]):
        game.do("order", "a", 1, "success")
        game.do("order", "a", 1, "disabled")
        game.do("order", "a", 0, "skipped")
        assert game.do("save") == plain
        assert game.state["orders"] == [[0, "skipped"], [1, "disabled"]]
        game.do(*what)
        assert game.state["orders"] == []
        if what[0] != "swap":
            game.do("restart", "a")
            plain = game.do("save")


def test_a_state_whose_machine_does_not_run_is_not_entered(game: DrivenGame) -> None:
    export, row = half_asleep()
    game.do("add", "a", export.data)
    game.do("link", "9")
    game.do("order", "a", row, "enter")
    assert game.state["orders"] == [[row, "enter"]]
    game.do("tick")
    assert (game.state["errors"], game.state["orders"]) == ([NOT_ENTERED], [])


# -- connections ---------------------------------------------------------------------------------------


def test_a_game_that_is_refused_goes_on_without_trying_again(game: DrivenGame) -> None:
    game.do("add", "a", acting())
    game.do("link", str(game._server.getsockname()[1]))
    game.accept()
    game.send({"frame": "refused", "why": "another token"})
    game.until(closed=True)
    assert (game.state["open"], game.state["trouble"]) == (False, "another token")
    game.do("clock", 100)
    assert game.do("tick") is True
    assert game.state["open"] is False


def test_a_lost_editor_is_looked_for_again_and_told_all(game: DrivenGame) -> None:
    game.do("add", "a", acting())
    game.link()
    game.ticked()
    game.hang_up()
    game.until(connected=False)
    assert game.do("tick") is True
    assert game.state["open"] is False
    game.do("clock", 1.5)
    assert game.accept()["frame"] == "hello"
    game.send({"frame": "welcome"})
    game.until(connected=True)
    told = game.ticked()
    assert told["tick"] == 2
    assert "mind" in told["agents"]["a"]


def test_without_a_welcome_it_hangs_up(game: DrivenGame) -> None:
    game.do("add", "a", acting())
    game.do("link", str(game._server.getsockname()[1]))
    game.accept()
    game.do("clock", 5)
    game.do("poll")
    assert game.state["open"] is False


def test_half_a_frame_waits_for_its_rest(game: DrivenGame) -> None:
    game.do("add", "a", acting())
    game.link()
    text = json.dumps({"frame": "speed", "factor": 3}).encode()
    game.raw(struct.pack(">I", len(text)) + text[:5])
    for _ in range(3):
        game.do("poll")
    assert (game.state["connected"], game.state["speed"]) == (True, 1)
    game.raw(text[5:])
    game.until(speed=3)


@pytest.mark.parametrize("data", [b"\0\0\0\3{]}", b"\0\0\0\2[]", b"\x7f\0\0\0", b"\0\0\0\0"])
def test_what_is_no_frame_ends_the_connection(game: DrivenGame, data: bytes) -> None:
    game.do("add", "a", acting())
    game.link()
    game.raw(data)
    game.until(connected=False)
    assert game.do("tick") is True


# -- another version of a program ----------------------------------------------------------------------


def test_a_swap_halts_what_goes_and_keeps_what_runs(game: DrivenGame) -> None:
    old, new = beside("stays", "goes"), beside("comes", "stays")
    game.do("add", "a", old.data)
    game.link()
    game.ticked()
    game.send({"frame": "swap", "program": new.data, "names": new.names, "upgrade": table_of(old, new)})
    swapped = game.frame()
    assert swapped == {"frame": "swapped", "from": old.data["hash"], "to": new.data["hash"], "agents": 1}
    told = game.ticked()["agents"]["a"]
    assert told["in"] == [["swap", new.data["hash"]]]
    assert "mind" not in told
    assert told["out"] == [0, 1, 1, 1, 2, 1]
    assert game.state["log"] == ["enter a", "enter a", "halt a", "enter a"]
    assert game.state["agents"]["a"]["mind"] == new.data["hash"]


def test_a_swap_is_refused_whole(game: DrivenGame) -> None:
    old, new = beside("stays", "goes"), beside("comes", "stays")
    table = table_of(old, new)
    needs: Any = new.data["needs"]
    game.do("add", "a", old.data)
    game.do("link", "9")
    game.do("tick")
    before = game.do("save")
    odd = [
        (new.data, {**table, "from": "0"}),
        (new.data, {**table, "to": "0"}),
        (new.data, {**table, "version": 2}),
        (new.data, {**table, "begin": {}}),
        ({**new.data, "rate": 7}, table),
        ({**new.data, "needs": {**needs, "actions": {**needs["actions"], "fly": {}}}}, table),
    ]
    for program, wrong in odd:
        assert isinstance(game.do("swap", program, wrong), str), wrong
    assert game.do("save") == before
    assert game.state["log"] == ["enter a", "enter a"]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_swap_carries_over_what_a_restored_save_does(game: DrivenGame, name: str) -> None:
    more: Json = {"type": "float", "default": 1.5}
    variables: Json = {"n": {"type": "int"}, "places": {"type": "int", "scope": "world", "default": 2}}
    old = exported(WRITTEN[name][0], variables=variables, events={"two": {}})
    new = exported(WRITTEN[name][1], variables={**variables, "more": more}, events={"two": {}})
    game.do("add", "me", old.data)
    game.do("link", "9")
    for _ in range(5):
        game.do("tick")
    table, before = table_of(old, new), game.do("save")
    assert game.do("swap", new.data, table) == 1
    carried, _ = upgraded(before["agents"]["me"], table)
    assert game.do("save")["agents"]["me"] == json.loads(json.dumps(carried))
