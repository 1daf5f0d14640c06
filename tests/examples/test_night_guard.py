"""The example game: its export is that of its document, it plays without a screen, and stays short."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from editor.basics.resource_files import resource_path
from editor.documents.open.open_project import open_project
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.embedding import GameMinds, Mind, Status
from runtime.export.export_document import export_document

FOLDER = resource_path("examples", "night_guard")
DOCUMENT = FOLDER / "night_guard.mind.json"


@pytest.fixture
def game(monkeypatch) -> Iterator[ModuleType]:
    """Return the game's module, loaded afresh, where there is no screen and no sound."""
    for driver in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setitem(os.environ, driver, "dummy")
    monkeypatch.setitem(os.environ, "PYGAME_HIDE_SUPPORT_PROMPT", "1")
    spec = importlib.util.spec_from_file_location("night_guard_game", FOLDER / "game.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    yield module
    module.pygame.quit()


def test_the_export_is_that_of_the_document():
    opened = open_project(DOCUMENT, builtin_registry())
    assert opened.problem is None
    made = export_document(load_document(DOCUMENT), opened.registry)
    remedy = "run mindloom export resources/examples/night_guard/night_guard.mind.json"
    for suffix, current in (("runtime", made.text()), ("names", made.names_text())):
        assert DOCUMENT.with_name(f"night_guard.{suffix}.json").read_text("utf-8") == current, remedy


def test_the_guard_walks_its_round_while_it_sees_nobody(game, monkeypatch):
    game.places["thief"].update(10, 7)
    reached: list[tuple[float, float]] = []
    flipped = game.pygame.display.flip

    def note_the_post() -> None:
        reached.extend(post for post in game.POSTS if game.places["guard"] == post)
        flipped()

    monkeypatch.setattr(game.pygame.display, "flip", note_the_post)
    game.play(1500)
    assert game.said == []
    assert list(dict.fromkeys(reached)) == game.POSTS
    assert reached[-1] == game.POSTS[0]


def test_it_runs_after_the_thief_and_goes_back_when_there_is_nobody(game):
    game.places["thief"].update(5, 4)
    before = game.places["guard"].distance_to(game.places["thief"])
    game.play(30)
    assert game.said == ["Stop there!"]
    assert game.places["guard"].distance_to(game.places["thief"]) < before - 1


def test_it_looks_where_it_lost_the_thief(game, monkeypatch):
    game.places["thief"].update(5, 4)
    frames = iter(range(10**6))
    flipped = game.pygame.display.flip

    def leave_after_half_a_second() -> None:
        if next(frames) == 30:
            game.places["thief"].update(19, 13)
        flipped()

    monkeypatch.setattr(game.pygame.display, "flip", leave_after_half_a_second)
    game.play(260)
    assert game.said == ["Stop there!", "Nobody. Back to work."]


def test_its_mind_sleeps_is_halted_and_begins_again(game):
    """With the actions of the game itself, and without its window."""
    mind = Mind.load(FOLDER / "night_guard.runtime.json", [game.walk_to, game.turn_about, game.call_out])
    minds = GameMinds(seed=1)
    guard = minds.add("guard", mind, {"sees": True, "thief_place": (19.0, 13.0)})
    minds.tick()
    minds.tick()
    assert (guard.status_of("chase"), game.said) == (Status.RUNNING, ["Stop there!"])
    guard.set("sees", False)
    guard.let_time_pass(3600 * minds.rate)
    minds.tick()
    assert guard.status_of("search") is Status.RUNNING
    assert not guard.waiting
    guard.halt()
    walked = game.places["guard"].copy()
    minds.tick()
    assert (guard.ended, guard.final_state, game.places["guard"]) == (True, None, walked)
    guard.restart()
    minds.tick()
    assert guard.active_states == ("Patrol",)


def test_the_window_can_be_closed(game):
    game.pygame.init()
    game.pygame.event.post(game.pygame.event.Event(game.pygame.QUIT))
    assert game.play() == []


def test_anyone_can_read_it_at_a_sitting():
    assert len((FOLDER / "game.py").read_text("utf-8").splitlines()) <= 72


def test_all_that_it_is_made_of_is_there():
    names = {path.name for path in Path(FOLDER).iterdir() if path.is_file()}
    assert {"README.md", "game.py", "mindloom.project.json", "night_guard.kinds.json"} <= names
    assert {f"night_guard.{kind}.json" for kind in ("mind", "runtime", "world")} <= names
