"""Folders the user trusts: kept in the user's own state, for one folder each, and nothing else runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor.basics.user_state import STATE_FOLDER_VARIABLE, UserState
from editor.documents.open.open_project import open_project, trusts_every_folder
from editor.documents.open.trust import FILE_NAME, TrustStore
from editor.documents.open.workspace import Workspace
from tests.editor.documents.trusted_project import MIND, MODULE, game_folder
from tests.editor.window_builders import REGISTRY

pytestmark = pytest.mark.usefixtures("modules_as_before")


def test_trust_is_for_one_folder_and_can_be_withdrawn(tmp_path):
    store = TrustStore(tmp_path / "state")
    game = tmp_path / "game"
    (game / "inside").mkdir(parents=True)
    assert not store.trusts(game)
    store.trust(game)
    assert TrustStore(tmp_path / "state").trusts(game)
    assert not store.trusts(game / "inside")
    assert not store.trusts(tmp_path)
    assert store.folders == (game.resolve(),)
    store.withdraw(game)
    assert not store.trusts(game)


def test_a_link_to_a_trusted_folder_is_trusted_and_one_to_another_is_not(tmp_path):
    store = TrustStore(tmp_path / "state")
    game, other = tmp_path / "game", tmp_path / "other"
    game.mkdir()
    other.mkdir()
    store.trust(game)
    link = tmp_path / "link"
    link.symlink_to(game)
    assert store.trusts(link)
    link.unlink()
    link.symlink_to(other)
    assert not store.trusts(link)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"folders": "all"}', '{"folders": [1]}', "\xff"])
def test_a_damaged_list_trusts_no_folder(tmp_path, text):
    store = TrustStore(tmp_path)
    store.trust(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(text.encode("latin-1"))
    assert not store.trusts(tmp_path)
    store.trust(tmp_path)
    assert store.trusts(tmp_path)


def test_the_list_stands_in_the_users_state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(STATE_FOLDER_VARIABLE, str(tmp_path / "state"))
    TrustStore().trust(tmp_path)
    assert (tmp_path / "state" / FILE_NAME).exists()


def test_opening_a_project_runs_its_modules_only_when_its_folder_is_trusted(tmp_path):
    game = game_folder(tmp_path / "game")
    mind = game / "guard.mind.json"
    closed = open_project(mind, REGISTRY)
    assert closed.waiting_modules == ("doors.py",)
    assert "knock" not in closed.registry.actions
    opened = open_project(mind, REGISTRY, trusts=trusts_every_folder)
    assert opened.waiting_modules == ()
    assert "knock" in opened.registry.actions
    assert opened.game.actions.get("knock") is not None
    asked: list[Path] = []

    def trusts_no_folder(folder: Path) -> bool:
        asked.append(folder)
        return False

    open_project(mind, REGISTRY, trusts=trusts_no_folder)
    assert asked == [game.resolve()]


@pytest.fixture
def workspace(qtbot, tmp_path):
    workspace = Workspace(REGISTRY, UserState(tmp_path / "state"))
    yield workspace
    workspace.deleteLater()


def test_the_workspace_says_that_modules_wait_and_follows_trust(workspace, tmp_path):
    game = game_folder(tmp_path / "game")
    session = workspace.open(game / "guard.mind.json")
    assert workspace.waiting_modules(session) == ("doors.py",)
    assert any(problem.severity == "error" for problem in session.problems)
    workspace.close(session)
    workspace.trust.trust(game)
    session = workspace.open(game / "guard.mind.json")
    assert workspace.waiting_modules(session) == ()
    assert session.problems == ()
    assert workspace.game_of(session).actions.get("knock") is not None
    workspace.close(session)


def test_the_workspace_tells_what_is_wrong_with_a_module_and_uses_the_rest(workspace, tmp_path):
    game = game_folder(tmp_path / "game")
    (game / "doors.py").write_text(MODULE + "\n1 / 0\n")
    workspace.trusts_this_time = True
    said: list[str] = []
    workspace.project_trouble.connect(lambda message, _remedy: said.append(message))
    session = workspace.open(game / "guard.mind.json")
    (message,) = said
    assert message.startswith("doors.py: line 8: The module fails when it is loaded. ZeroDivisionError")
    assert not workspace.trust.trusts(game)
    workspace.close(session)


def test_a_document_without_a_project_has_no_game_of_its_own(workspace, tmp_path):
    path = tmp_path / "lone.mind.json"
    path.write_text(json.dumps(MIND))
    session = workspace.open(path)
    assert workspace.game_of(session) is None
    workspace.close(session)
