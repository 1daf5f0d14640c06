"""A game in JavaScript with a link: what it tells and does, and what happens when the editor is lost."""

from __future__ import annotations

import json
import math
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.export_document import Export, export_document
from runtime.export.program_json import ProgramFiles
from runtime.link.game_programs import GameProgram
from runtime.link.running_game import RunningGame
from tests.executors.curve_programs import OWN
from tests.executors.engine_game import Json
from tests.executors.javascript_runs import FOLDER
from tests.link.linked_runs import LONGEST, TOKEN, Listening, curved_mind
from tests.other_programs import path_of
from tests.runtime.lone_brain import REGISTRY, document, tree

HEAD = f"""
import {{ setTimeout }} from "node:timers/promises";
import {{ Mind, Minds, MindError }} from "{(FOLDER / "mindloom.mjs").as_uri()}";
import {{ GameLink }} from "{(FOLDER / "mindloom_link.mjs").as_uri()}";
import {{ TcpSocket as WebSocket }} from "{(FOLDER / "link_over_tcp.mjs").as_uri()}";
const until = async (link, holds) => {{ for (; !holds(); link.poll()) await setTimeout(1); }};
const say = (value) => console.log(JSON.stringify(value));
"""


def exported(graph: Json, **more: Any) -> Export:
    """Return the export of a document of one graph."""
    return export_document(document({"g": graph}, **more), REGISTRY)


@contextmanager
def game_of(script: str, data: Any, port: int) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """Run a game that may use all of the executor and the link, `data`, `address` and `token`."""
    given = f'const data = {json.dumps(data)}, address = "127.0.0.1:{port}", token = "{TOKEN}";\n'
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        command = [path_of("nodejs"), "--input-type=module", "--eval", HEAD + given + script]
        with subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, text=True) as game:
            try:
                yield game, out
            finally:
                game.kill()


def played(
    script: str, data: Any, follow: Callable[[RunningGame], None] | None = None
) -> tuple[Any, RunningGame]:
    """Return what a linked game prints, and Mindloom's end of it; `follow` is called again and again."""
    with Listening() as listening, game_of(script, data, listening.port) as (game, out):
        idle = 0
        while game.poll() is None and idle < LONGEST:
            idle = 0 if listening.listener.poll(0.1) else idle + 1
            if follow is not None and listening.games:
                follow(listening.games[-1])
        game.kill()
        game.wait()
        out.seek(0)
        said = out.read()
    assert game.returncode == 0, said
    return json.loads(said), listening.games[-1]


def rerun(game: RunningGame) -> list[str]:
    """Return what Mindloom's minds do otherwise than those of the game."""
    session = game.session
    assert session is not None
    assert len(session.log) > 0, game.ended
    for _ in range(len(session.log)):
        session.step()
    return [str(session.cast.difference)] if session.cast.difference else []


# -- inputs in the midst of a tick -----------------------------------------------------------------------

_SCRIPTED: Json = {"kind": "action", "action": "scripted", "params": {"script": "S"}}


def _watching() -> Export:
    """Return a mind that notes `x` in `n` before and behind an action."""
    note: Json = {"kind": "set", "actions": ["n = n * 3 + x"]}
    even: Json = {"kind": "condition", "test": "n % 2 == 0"}
    root: Json = {"kind": "sequence", "children": ["before", "act", "behind", "even"]}
    nodes = {"root": root, "before": note, "act": _SCRIPTED, "behind": note, "even": even}
    return exported(tree(nodes), variables={"x": {"type": "int"}, "n": {"type": "int"}})


@pytest.mark.parametrize("other", ["a", "b", "c"])
def test_what_an_action_writes_comes_at_its_step(other: str) -> None:
    script = """
        const mind = Mind.parse(data.program), left = [];
        const scripted = (context) => {
          if (context.agent === "b") minds.get(data.other).set("x", 1 - minds.get(data.other).get("x"));
          return "success";
        };
        const minds = new Minds({ actions: { scripted } });
        for (const id of ["a", "b", "c"]) minds.add(id, mind);
        const link = new GameLink(minds, { token, address, WebSocket });
        await until(link, () => link.isConnected);
        for (let k = 0; k < 6; k++) link.tick();
        say(Object.fromEntries([...minds].map((each) => [each.id, each.get("n")])));
        link.close();
    """
    told, game = played(script, {"program": _watching().data, "other": other})
    assert rerun(game) == []
    assert game.session is not None
    assert {agent: game.session.variables(agent)["n"] for agent in told} == told


def test_agents_that_do_not_tick_come_and_go_and_are_halted_run_again() -> None:
    script = """
        const mind = Mind.parse(data), scripted = ({ mind: own }) => { own.set("x", 1); return "running"; };
        const minds = new Minds({ actions: { scripted } });
        for (const id of ["a", "b"]) minds.add(id, mind);
        const place = () => [1, 2, 90];
        const link = new GameLink(minds, { token, address, WebSocket, keySeconds: 0.05, place });
        await until(link, () => link.isConnected);
        link.tick();
        minds.get("a").set("x", 2);
        link.tick(["b"]);
        link.tick();
        minds.get("b").halt();
        minds.add("c", mind);
        link.tick();
        minds.get("b").restart();
        minds.get("a").restore(minds.get("c").save());
        link.tick();
        minds.remove("c");
        for (let k = 0; k < 9; k++) link.tick();
        say(Object.fromEntries([...minds].map((each) => [each.id, each.get("n")])));
        link.close("That was all.");
    """
    told, game = played(script, _watching().data)
    assert rerun(game) == []
    assert game.session is not None
    assert {agent: game.session.variables(agent)["n"] for agent in told} == told
    assert game.ended == "That was all."
    assert game.session.log[0].agents["a"].at == (1, 2, 90)
    assert game.session.log[1].still == ("a",)
    assert game.session.log[5].gone == ("c",)


def test_tables_of_an_agents_own_are_told_and_run_again() -> None:
    script = """
        const mind = Mind.parse(data.program), minds = new Minds();
        minds.add("a", mind, { x: 1.5 });
        minds.add("b", mind, { x: 1.5 }, { curves: { urge: data.own } });
        const link = new GameLink(minds, { token, address, WebSocket });
        await until(link, () => link.isConnected);
        for (let k = 0; k < 3; k++) link.tick();
        say(Object.fromEntries([...minds].map((each) => [each.id, each.get("felt")])));
        link.close();
    """
    own = [[-0.0, 1], *OWN[1:]]
    told, game = played(script, {"program": curved_mind().data, "own": own})
    assert told == {"a": 3, "b": 4}
    assert rerun(game) == []
    assert game.session is not None
    assert {agent: game.session.variables(agent)["felt"] for agent in told} == told
    first = game.session.log[0].agents
    assert (first["a"].curves, first["b"].curves) == ({}, {"urge": ((0, 2), (1, 5))})
    assert math.copysign(1, first["b"].curves["urge"][0][0]) == -1


# -- what the editor asks for ------------------------------------------------------------------------------

_PATIENT: Json = {"kind": "sequence", "children": ["heard", "first", "act"]}
_HEARD: Json = {"kind": "condition", "test": "n >= 0 or received(bell)"}
_FIRST: Json = {"kind": "set", "actions": ["n = n + 1"]}
_GAME = """
    const mind = Mind.parse(data.old.program, { names: data.old.names }), log = [];
    const scripted = { tick: () => data.answer ?? "running", halt: ({ agent }) => { log.push(agent); } };
    const minds = new Minds({ actions: { scripted } });
    for (const id of ["a", "b"]) minds.add(id, mind);
    const link = new GameLink(minds, { token, address, WebSocket });
    await until(link, () => link.isConnected);
"""


def _versions() -> tuple[Export, Export]:
    """Return a mind that counts once and then acts, and a version that has a longer way to another action."""
    variables = {"n": {"type": "int"}}
    old = exported(
        tree({"root": _PATIENT, "heard": _HEARD, "first": _FIRST, "act": _SCRIPTED}),
        variables=variables,
        events={"bell": {}},
    )
    root: Json = {"kind": "sequence", "children": ["heard", "first", "second", "other"]}
    nodes = {"root": root, "heard": _HEARD, "first": _FIRST, "second": _FIRST, "other": _SCRIPTED}
    return old, exported(tree(nodes), variables=variables, events={"bell": {}})


def _files(export: Export) -> Json:
    return {"program": export.data, "names": export.names}


def test_a_game_goes_on_with_another_version_and_runs_again() -> None:
    old, new = _versions()
    files = [ProgramFiles(each.data, each.names) for each in (old, new)]
    asked: list[RunningGame] = []

    def swap(game: RunningGame) -> None:
        if game.session is not None and len(game.session.log) == 2 and not asked:
            asked.append(game)
            name = f"{game.name} {str(files[0].program['hash'])[:8]}"
            game.swap(GameProgram(name, files[1]), upgrade_table(*files))

    script = f"""{_GAME}
        link.tick(); link.tick();
        await until(link, () => minds.get("a").mind.hash !== data.old.program.hash);
        for (let k = 0; k < 3; k++) link.tick();
        say([log, [...minds].map((each) => each.get("n"))]);
        link.close();
    """
    told, game = played(script, {"old": _files(old)}, swap)
    assert told == [["a", "b"], [3, 3]]
    assert game.swapped[0].agents == 2
    assert rerun(game) == []


def test_a_game_does_what_it_is_asked_and_refuses_the_rest_in_words() -> None:
    old, new = _versions()
    begun: list[RunningGame] = []

    def ask(game: RunningGame) -> None:
        if game.session is None or begun:
            return
        begun.append(game)
        game.set_variable("a", "n", 7)
        game.set_variable("nobody", "n", 7)
        game.set_variable("a", "n", "seven")
        game.set_shared("places", 1)
        game.post(None, "bell", {})
        game.post("b", "knock", {})
        game.swap(
            GameProgram("other", ProgramFiles(new.data, new.names)), {"from": "x", "to": new.data["hash"]}
        )
        game.order("a", str(old.data["hash"]), 99, "success")
        game.order("a", "another", 0, "success")
        game.set_speed(-1.0)
        game.set_speed(2.0)
        game.break_at([(str(old.data["hash"]), 3, 15, 2)])
        game.step(2)

    script = f"""{_GAME}
        await until(link, () => link.speed === 2 && link.breaks.length === 1);
        const did = [link.tick(), link.tick(), link.tick(), minds.tickNow];
        data.answer = "success";
        link.isHeld = false;
        const a = minds.get("a");
        say([...did, link.tick(), link.tick(), a.get("n"), mind.hash === a.mind.hash]);
        link.close();
    """
    told, game = played(script, {"old": _files(old)}, ask)
    assert told == [True, True, False, 2, True, False, 8, True]
    assert [each.about for each in game.refusals] == [
        *("set", "set", "shared", "post", "swap"),
        *("order", "order", "speed"),
    ]
    assert [each.why for each in game.refusals if each.about == "order"] == [
        "Row 99 is no node that can be forced.",
        "The agent thinks with another program by now.",
    ]
    assert "no agent 'nobody'" in game.refusals[0].why
    assert game.session is not None
    assert (game.session.log[0].agents["b"].save or {})["posted"] == [{"name": "bell"}]
    assert game.held_by is not None
    assert (game.held_by.by, game.held_by.agent, game.held_by.row) == ("break", "a", 3)
    assert rerun(game) == []


# -- a connection that fails -------------------------------------------------------------------------------


class Peer:
    """Be an editor's end of a TCP connection that does what a test says."""

    def __init__(self, server: socket.socket) -> None:
        server.settimeout(20)
        self.socket, _ = server.accept()
        self.socket.settimeout(60)
        self._file = self.socket.makefile("rb")
        assert self._file.read(4) == b"MLK1"

    def read(self) -> Json | None:
        """Return the next frame, None where the game has hung up."""
        head = self._file.read(4)
        return json.loads(self._file.read(int.from_bytes(head, "big"))) if head else None

    def send(self, **frame: Any) -> None:
        data = json.dumps(frame).encode()
        self.raw(len(data).to_bytes(4, "big") + data)

    def raw(self, data: bytes) -> None:
        self.socket.sendall(data)

    def close(self) -> None:
        self._file.close()
        self.socket.close()


@contextmanager
def scripted_peer(script: str) -> Iterator[tuple[Callable[[], Peer], Callable[[], Any]]]:
    """Run a game; give what takes its next connection, and what returns what it said at its end."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        game_of(script, {"old": _files(_versions()[0])}, server.getsockname()[1]) as (game, out),
    ):

        def ended() -> Any:
            assert game.wait(60) == 0
            out.seek(0)
            return json.loads(out.read())

        yield lambda: Peer(server), ended


_CLOCKED = _GAME.replace("address, WebSocket }", "address, WebSocket, clock: () => now }").replace(
    "const mind =", "let now = 0;\n    const mind ="
)


def test_a_game_that_lost_its_editor_goes_on_and_begins_again_with_hello_and_all_agents() -> None:
    script = f"""{_CLOCKED}
        link.tick();
        await until(link, () => link.isHeld);
        await until(link, () => !link.isConnected);
        const free = [link.isHeld, link.tick(), minds.watcher === null];
        now += 0.9; link.tick();
        const waits = link.socket === null;
        now += 0.1; link.tick();
        await until(link, () => link.isConnected);
        link.tick();
        link.close("Enough.");
        say([...free, waits, minds.tickNow]);
    """
    with scripted_peer(script) as (next_peer, ended):
        peer = next_peer()
        assert (peer.read() or {})["frame"] == "hello"
        peer.send(frame="welcome", editor="x")
        assert set((peer.read() or {})["agents"]) == {"a", "b"}
        peer.send(frame="pause")
        assert (peer.read() or {})["by"] == "pause"
        peer.close()
        peer = next_peer()
        assert (peer.read() or {})["frame"] == "hello"
        peer.send(frame="welcome", editor="x")
        tick = peer.read() or {}
        assert tick["tick"] == 4
        assert all("save" in each for each in tick["agents"].values())
        assert peer.read() == {"frame": "end", "why": "Enough."}
        peer.close()
        assert ended() == [False, True, True, True, 5]


@pytest.mark.parametrize(
    "broken",
    [
        b"\x00\x00\x00\x02[]",
        b"\x00\x00\x00\x01{",
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x02\xff\xfe",
        b"\x00\x40\x00\x01",
    ],
)
def test_what_is_no_frame_ends_the_connection_and_not_the_game(broken: bytes) -> None:
    script = f"""{_CLOCKED.replace("link.isConnected", 'link.trouble !== ""')}
        link.tick();
        say(minds.tickNow);
        link.close();
    """
    with scripted_peer(script) as (next_peer, ended):
        peer = next_peer()
        peer.read()
        peer.send(frame="welcome", editor="x")
        peer.raw(broken)
        assert peer.read() is None
        peer.close()
        assert ended() == 1


def test_a_frame_that_comes_in_parts_is_read_when_it_is_whole() -> None:
    script = f"""{_CLOCKED}
        await until(link, () => link.speed === 3);
        link.tick();
        link.close();
        say(0);
    """
    with scripted_peer(script) as (next_peer, ended):
        peer = next_peer()
        peer.read()
        peer.send(frame="welcome", editor="x", more="what nobody knows")
        peer.send(frame="future", of=1)
        data = json.dumps({"frame": "speed", "factor": 3}).encode()
        framed = len(data).to_bytes(4, "big") + data
        for part in (framed[:2], framed[2:9], framed[9:]):
            peer.raw(part)
        assert (peer.read() or {})["frame"] == "tick"
        assert (peer.read() or {})["frame"] == "end"
        peer.close()
        assert ended() == 0


@pytest.mark.parametrize("answer", ["refused", ""])
def test_a_game_that_is_not_welcome_hangs_up_and_plays_on(answer: str) -> None:
    script = (
        _CLOCKED.replace(
            "await until(link, () => link.isConnected);", "await until(link, () => link.socket);"
        )
        + """
        await until(link, () => { now += data.answer ? 0 : 0.01; return link.trouble !== ""; });
        link.tick();
        say([minds.tickNow, link.trouble, link.isClosed]);
        link.close();
    """
    )
    with scripted_peer(script) as (next_peer, ended):
        peer = next_peer()
        hello = peer.read() or {}
        assert (hello["link"], hello["token"], hello["executor"]) == (1, TOKEN, "javascript")
        if answer:
            peer.send(frame="refused", why="Another token.")
        assert peer.read() is None
        peer.close()
        told = ["Another token.", True] if answer else ["Mindloom does not answer.", False]
        assert ended() == [1, *told]
