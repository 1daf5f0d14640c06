"""A project's Python runs only after the user said so, knowing what would run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton

from editor.dialogs.help_windows import TextWindow
from editor.documents.open.trust import FILE_NAME
from tests.editor.documents.trusted_project import MODULE, game_folder

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("modules_as_before")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a project folder whose module leaves a file behind when it runs."""
    folder = game_folder(tmp_path / "game")
    trail = f"\nfrom pathlib import Path\nPath({str(folder / 'ran.txt')!r}).write_text('ran')\n"
    (folder / "doors.py").write_text(MODULE + trail)
    return folder


def has_run(game: Path) -> bool:
    return (game / "ran.txt").exists()


def open_guard(window: MainWindow, game: Path) -> None:
    assert window.open_file(game / "guard.mind.json")


def banner_button(window: MainWindow, title: str) -> QPushButton:
    found = [each for each in window.area.banner.findChildren(QPushButton) if each.text() == title]
    return found[-1]


def test_opening_an_untrusted_project_runs_nothing_and_says_so(window, game):
    open_guard(window, game)
    assert not has_run(game)
    content = window.area.banner.content
    assert content is not None
    assert content.text == "The Python of game did not run"
    assert content.note.startswith("doors.py: ")
    assert window.area.banner.isVisible()


def test_done_trust_runs_the_modules_now_and_when_opened_again(window, qtbot, game, dialogs):
    open_guard(window, game)
    qtbot.mouseClick(banner_button(window, "Trust…"), Qt.MouseButton.LeftButton)
    assert dialogs.asked_trust == [(game.resolve(), "doors.py")]
    assert has_run(game)
    assert window.area.banner.content is None
    assert window.session.problems == ()
    assert window.workspace.trust.trusts(game)
    (game / "ran.txt").unlink()
    assert window.close_session(window.session)
    open_guard(window, game)
    assert has_run(game)


def test_canceled_trust_runs_and_remembers_nothing(window, qtbot, game, dialogs):
    dialogs.trusts = False
    open_guard(window, game)
    qtbot.mouseClick(banner_button(window, "Trust…"), Qt.MouseButton.LeftButton)
    assert len(dialogs.asked_trust) == 1
    assert not has_run(game)
    assert not window.workspace.trust.trusts(game)
    assert window.area.banner.content is not None


def test_refused_trust_says_why_and_runs_nothing(window, own_state_folder, game):
    (own_state_folder / FILE_NAME).mkdir()
    open_guard(window, game)
    window.commands.run("project.trust")
    assert not has_run(game)
    assert "The list of trusted folders cannot be written" in window.area.toast.label.text()


def test_withdrawn_trust_leaves_the_actions_unknown(window, game):
    window.workspace.trust.trust(game)
    open_guard(window, game)
    assert has_run(game)
    window.commands.run("project.withdraw_trust")
    assert not window.workspace.trust.trusts(game)
    assert window.area.banner.content is not None
    assert any(problem.severity == "error" for problem in window.session.problems)


def test_the_modules_can_be_read_before_they_run(window, qtbot, game):
    (game / "mindloom.project.json").write_text(
        json.dumps({"format": "mindloom-project", "version": 1, "python_modules": ["doors.py", "windows.py"]})
    )
    open_guard(window, game)
    qtbot.mouseClick(banner_button(window, "Show it"), Qt.MouseButton.LeftButton)
    shown = window.findChild(TextWindow)
    assert shown is not None
    text = shown.page.toPlainText()
    assert "doors.py" in text
    assert "def knock(times: int = 1) -> bool:" in text
    assert "windows.py\nIt cannot be read: No such file or directory." in text
    assert "none of them has run" in text
    assert not has_run(game)
    shown.close()


def test_the_file_menu_has_the_commands_of_a_project(window, game):
    def enabled() -> dict[str, bool]:
        window.commands.refresh()
        (menu,) = [each for each in window.findChildren(QMenu) if each.title() == "Project"]
        return {action.text(): action.isEnabled() for action in menu.actions()}

    assert set(enabled().values()) == {False}
    open_guard(window, game)
    assert enabled() == {
        "Show the project's Python modules": True,
        "Trust this project's folder": True,
        "Stop trusting this project's folder": False,
        "Reload the project's Python modules": False,
    }
    window.commands.run("project.trust")
    assert list(enabled().values()) == [True, False, True, True]
