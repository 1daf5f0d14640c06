"""A game whose document is not open: its mind is drawn from its program, and shown as an open one is."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from editor.documents.open.drawn_session import DrawnSession
from editor.documents.open.sample_files import sample_paths
from editor.theme.plain_texts import PlainLabel
from editor.window.parts.callouts import why_panel
from editor.window.parts.link import WindowLink
from editor.window.parts.panels import blackboard_panel
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import export_document
from runtime.link.game_programs import NO_DOCUMENT
from runtime.link.listener import LOOPBACK
from runtime.minds.machines.machine_rows import StateRow
from tests.editor.running.test_link_feed import Game, said

SAMPLE = next(path for path in sample_paths() if path.name.startswith("stealth_guard"))
EXPORT = export_document(load_document(SAMPLE), builtin_registry())
NAMES: Any = EXPORT.names


@pytest.fixture
def feed(window):
    feed = window.part(WindowLink).feed
    feed.wait(window.part(WindowLink).token(), 0, LOOPBACK)
    yield feed
    feed.close()


@pytest.fixture
def game(window, feed):
    made: list[Game] = []

    def make(*can: str, names: Any = NAMES) -> Game:
        made.append(there := Game(feed, window, EXPORT.data, can))
        for asked in there.heard():
            if asked["frame"] == "program":
                answer = {
                    "hash": asked["hash"],
                    "program": EXPORT.data,
                    **({"names": names} if names else {}),
                }
                there.tell({"frame": "program", **answer})
        return there

    yield make
    for each in made:
        each.socket.close()


def active_states(there: Game, agent: str) -> set[int]:
    """Return the rows of states that are active in the game."""
    brain = next(mind.brain for mind in there.told.minds if mind.agent == agent)
    return {row.index for row in brain.program.rows if isinstance(row, StateRow) and row.active(brain)}


def test_the_mind_of_a_game_without_a_document_is_drawn_and_lit(window, game):
    there = game()
    there.play(2)
    session, run = window.session, window.run
    assert isinstance(session, DrawnSession)
    assert session.file_name == run.mind_of(run.picked_agent)
    assert set(session.document.graphs) == {"guard", "search", "assault", "ring"}
    assert session.problems == ()
    lit = {node for node, look in window.view.run_overlay.looks.nodes.items() if look.status.value != "idle"}
    assert lit == {NAMES["rows"][row][1] for row in active_states(there, run.picked_agent)}


def test_a_program_without_names_is_drawn_by_the_numbers_of_its_rows(window, game):
    there = game(names=None)
    there.play(2)
    lit = {node for node, look in window.view.run_overlay.looks.nodes.items() if look.status.value != "idle"}
    assert lit == {f"row {row}" for row in active_states(there, window.run.picked_agent)}
    assert window.run.session.cast.difference is None


def test_why_and_breakpoints_of_a_drawn_mind_are_as_of_an_open_document(window, game):
    there = game("break", "pause")
    there.play(2)
    window.run.pause()
    session, panel = window.session, window.part(why_panel)
    window.panels.show_panel("why")
    active = min(active_states(there, window.run.picked_agent))
    session.select([NAMES["rows"][active][1]])
    panel.refresh()
    assert panel.answer is not None
    assert panel.answer.reasons
    there.heard()
    window.breakpoints.toggle(session.file_name, session.document, session.graph_id, "patrol")
    (sent,) = [each for each in there.heard() if each["frame"] == "break"]
    assert NAMES["rows"][sent["at"][0]["row"]][1] == "patrol"


def test_a_drawing_cannot_be_changed_and_a_copy_of_it_can(window, game, tmp_path):
    game().play(3)
    session, words = window.session, []
    session.refused.connect(lambda reason, remedy: words.append(f"{reason} {remedy}"))
    assert not session.apply("Nothing", lambda document: NO_DOCUMENT)
    assert words
    assert "Drawn" in words[0]
    window.workspace.save(session, tmp_path / "copy.mind.json")
    assert not session.is_drawn
    assert session.file_name == "copy.mind.json"
    again = export_document(load_document(tmp_path / "copy.mind.json"), builtin_registry())
    assert again.data["hash"] == EXPORT.data["hash"]


def test_a_drawing_of_a_game_that_is_lost_stays_and_is_never_run(window, feed, game):
    there, words = game(), said(feed)
    there.play(6)
    drawn = window.session
    there.socket.close()
    there.settle()
    assert any("gone" in each for each in words)
    assert window.session is drawn
    assert window.run.tick == 6
    window.open_file(SAMPLE)
    window.follower.reload(window.session)
    assert not window.run.is_linked
    world = window.run.choice
    window.area.open_session(drawn)
    assert window.run.choice is world
    assert window.run.picked_agent is None


def test_names_that_fit_no_document_leave_the_canvas_empty(window, game):
    rows = [*NAMES["rows"]]
    rows[3] = rows[7]
    there = game(names={**NAMES, "rows": rows})
    there.play(6)
    assert window.session.document is NO_DOCUMENT
    assert window.run.tick == 6


def test_a_document_that_was_open_lately_is_opened_in_the_place_of_a_drawing(window, game, tmp_path):
    path = tmp_path / "guard.mind.json"
    shutil.copy(SAMPLE, path)
    window.workspace.remember(path)
    game().play(6)
    assert window.session.path == path
    assert window.run.mind_of(window.run.picked_agent) == "guard.mind.json"


def test_a_mind_there_was_no_time_for_says_so_until_its_next_save(window, game):
    there = game("pause")
    there.play(4)
    run = window.run
    other = sorted(there.case["agents"])[-1]
    run.pick_agent(None)
    run.session.cast.is_hurried = True
    there.tell(there.told.told_tick(there.case["ticks"][there.played]))
    run.session.cast.is_hurried = False
    there.played += 1
    window.panels.show_panel("blackboard")
    run.pick_agent(other)
    words = "As of tick 3: there was no time to run this mind. It runs again from its next save on."
    panel = window.part(blackboard_panel)
    panel.refresh()
    assert words in [label.text() for label in panel.findChildren(PlainLabel)]
    there.tell(there.told.told_tick(there.case["ticks"][there.played], key=True))
    panel.refresh()
    assert words not in [label.text() for label in panel.findChildren(PlainLabel)]
