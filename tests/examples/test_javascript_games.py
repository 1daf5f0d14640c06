"""The small games in JavaScript: in a real browser and in node, short, and with the guard's mind inside."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

from editor.basics.resource_files import resource_path
from tests.chromium import BrowserPage, needs_chromium, opened_page
from tests.link.linked_runs import TOKEN, Listening
from tests.link.test_javascript_link import rerun
from tests.other_programs import path_of

RESOURCES = resource_path()
EXAMPLES = RESOURCES / "examples"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve files and say nothing of it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the method it is
        pass


@pytest.fixture
def page() -> Iterator[BrowserPage]:
    """Open the browser game as its page says: from a server on this machine."""
    with opened_game("") as opened:
        yield opened


@contextmanager
def opened_game(query: str) -> Iterator[BrowserPage]:
    """Open the browser game with what stands behind its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(RESOURCES)))
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    serving.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/examples/night_guard_browser/{query}"
        with opened_page(url, 900, 700) as opened:
            opened.wait_for("globalThis.game")
            yield opened
    finally:
        server.shutdown()
        server.server_close()
        serving.join()


@needs_chromium
def test_the_guard_in_the_browser_walks_chases_and_comes_back(page, tmp_path):
    page.wait_for("game.places.guard.x > 3.2")
    assert page.run("game.guard.activeStates.at(-1)") == "Patrol"
    page.run("Object.assign(game.places.thief, { x: game.places.guard.x + 2, y: 4 })")
    page.wait_for("game.guard.activeStates.at(-1) === 'Chase'")
    before = page.run("game.places.thief.x")
    page.ask("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight", code="ArrowRight")
    page.wait_for(f"game.places.thief.x > {before} + 0.5")
    page.ask("Input.dispatchKeyEvent", type="keyUp", key="ArrowRight", code="ArrowRight")
    page.run("Object.assign(game.places.thief, { x: 10, y: 13 })")
    page.wait_for("game.guard.activeStates.at(-1) === 'Search'")
    page.screenshot(tmp_path / "game.png")
    assert page.problems == []
    assert (tmp_path / "game.png").stat().st_size > 5000


@needs_chromium
def test_the_guard_in_the_browser_shows_its_mind_and_is_held():
    over = threading.Event()

    def listen() -> None:
        while not over.is_set():
            listening.listener.poll(0.05)

    with Listening() as listening, opened_game(f"?link={quote(TOKEN)}&at=127.0.0.1:{listening.port}") as page:
        listener = threading.Thread(target=listen)
        listener.start()
        try:
            page.wait_for("game.link.isConnected && game.places.guard.x > 3.5")
            listening.games[-1].step(2)
            page.wait_for("game.link.isHeld")
            page.run("Object.assign(game.places.thief, { x: game.places.guard.x + 2, y: 4 })")
            listening.games[-1].resume()
            page.wait_for("game.guard.activeStates.at(-1) === 'Chase'")
            listening.games[-1].pause()
            page.wait_for("game.link.isHeld")
        finally:
            over.set()
            listener.join()
        while listening.listener.poll(0.2):
            pass
        assert page.problems == []
    game = listening.games[-1]
    assert game.is_held
    assert rerun(game) == []
    assert game.session is not None
    assert game.session.log[game.session.log.first_tick].agents["guard"].at is not None


def test_the_guard_in_node_sees_a_thief_and_loses_him():
    game = EXAMPLES / "night_guard_node" / "game.mjs"
    done = subprocess.run([path_of("nodejs"), str(game), "12"], capture_output=True, text=True, check=True)
    told = [line.split(" s ")[-1].strip() for line in done.stdout.splitlines()]
    assert told[:4] == ["Patrol", "“Stop there!”", "Chase", "Search"]
    assert told[-1] == "Patrol"
    assert done.stderr == ""


@pytest.mark.parametrize(("game", "most"), [("night_guard_browser", 85), ("night_guard_node", 70)])
def test_a_game_is_short(game, most):
    lines = Path(EXAMPLES / game / "game.mjs").read_text("utf-8").splitlines()
    assert len(lines) <= most
    assert max(map(len, lines)) <= 120
