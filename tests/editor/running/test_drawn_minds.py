"""A game whose document is not open: its mind is drawn from its program, and shown as an open one is."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest

from editor.documents.open.drawn_session import DrawnSession
from editor.documents.open.sample_files import sample_paths
from editor.window.parts.link import WindowLink
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import export_document
from runtime.link.listener import LOOPBACK
from tests.editor.running.test_link_feed import Game

SAMPLE = next(path for path in sample_paths() if path.name.startswith("stealth_guard"))
EXPORT = export_document(load_document(SAMPLE), builtin_registry())


@pytest.fixture
def feed(window):
    feed = window.part(WindowLink).feed
    feed.wait(window.part(WindowLink).token(), 0, LOOPBACK)
    yield feed
    feed.close()


@pytest.fixture
def game(window, feed):
    made: list[Game] = []

    def make(*can: str, names: Any = EXPORT.names) -> Game:
        made.append(there := Game(feed, window, EXPORT.data, can))
        (asked,) = [each for each in there.heard() if each["frame"] == "program"]
        there.tell({"frame": "program", "hash": asked["hash"], "program": EXPORT.data, "names": names})
        return there

    yield make
    for each in made:
        each.socket.close()


def test_the_mind_of_a_game_without_a_document_is_drawn_and_lit(window, feed, game):
    there = game()
    there.play(12)
    session = window.session
    assert isinstance(session, DrawnSession)
    assert session.file_name == window.run.mind_of(window.run.picked_agent)
    assert set(session.document.graphs) == {"guard", "search", "assault", "ring"}
    lit = {node for node, look in window.view.run_overlay.looks.nodes.items() if look.status.value != "idle"}
    brain = next(mind.brain for mind in there.told.minds if mind.agent == window.run.picked_agent)
    assert lit == {row.node for row in brain.program.rows if row.kind == "state" and row.active(brain)}
