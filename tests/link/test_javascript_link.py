"""A game in JavaScript with a link: what is told, what is done for the editor, and what happens when it is lost."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from runtime.export.export_document import Export, export_document
from runtime.link.running_game import RunningGame
from tests.executors.engine_game import Json
from tests.executors.javascript_runs import FOLDER
from tests.link.linked_runs import LONGEST, TOKEN, Listening
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
) -> tuple[Json, RunningGame]:
    """Return what a linked game prints, and Mindloom's end of it; `follow` is called whenever something came."""
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
