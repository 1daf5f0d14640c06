"""The window that exports for a game: what is asked, what the game must supply, what is in the way, again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from shiboken6 import isValid

from editor.dialogs.export_window import ExportWindow
from editor.documents.open.sample_files import samples_folder
from graphs.edits.setting import set_field
from graphs.model import Variable
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.load_program import load_files

SAMPLES = samples_folder()


@pytest.fixture
def tank(tmp_path: Path) -> Path:
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "tank.mind.json"


def ask(window, qtbot) -> ExportWindow:
    """Open the window for the document in view and wait until it knows what the game must supply."""
    window.commands.run("file.export")
    asked: ExportWindow = [each for each in window.findChildren(ExportWindow) if isValid(each)][-1]
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    return asked


def export(asked, qtbot) -> None:
    asked.export()
    qtbot.waitUntil(lambda: not asked.job.is_busy)


def listed(asked) -> list[str]:
    """Return the groups of the list with how many lines each has."""
    return [asked.needs.topLevelItem(place).text(0) for place in range(asked.needs.topLevelItemCount())]


def break_a_guard(session) -> None:
    edge = next(iter(session.graph.edges))
    session.apply("Set", lambda document: set_field(document, session.graph_id, edge, "guard", "dist < 5"))
    session.check_now()


def test_it_lists_what_the_game_must_supply_and_exports_beside_the_document(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    assert listed(asked) == ["Actions  4", "Variables  8"]
    actions = asked.needs.topLevelItem(0)
    assert actions is not None
    arrive = actions.child(0)
    assert arrive is not None
    parts = [arrive.child(place) for place in range(arrive.childCount())]
    assert ("speed", "optional, at least 0, in u/s") in [
        (part.text(0), part.text(1)) for part in parts if part
    ]
    assert asked.target.text() == str(tank.with_name("tank.runtime.json"))
    assert "The game supplies 4 actions, 8 variables" in asked.message.text()
    export(asked, qtbot)
    written = json.loads(tank.with_name("tank.runtime.json").read_bytes())
    assert written["format"] == "mindloom-runtime"
    assert "Exported to tank.runtime.json" in asked.message.text()
    asked.close()


def test_options_change_what_is_written(window, qtbot, tank, monkeypatch):
    window.open_file(tank)
    asked = ask(window, qtbot)
    target = tank.with_name("other")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    asked.choose_target()
    asked.strip.setChecked(True)
    asked.compact.setChecked(True)
    asked.rate.setValue(30)
    asked.graph.setCurrentIndex(asked.graph.findData("hunt"))
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    export(asked, qtbot)
    text = target.with_name("other.runtime.json").read_text(encoding="utf-8")
    written = json.loads(text)
    assert text.count("\n") == 1
    assert (written["rate"], len(written["rows"])) == (30, 5)
    asked.close()


def test_a_proposed_file_follows_the_graph(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    asked.graph.setCurrentIndex(asked.graph.findData("hunt"))
    assert asked.target.text() == str(tank.with_name("tank.hunt.runtime.json"))
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    asked.close()


def test_a_document_with_errors_is_not_exported_and_says_why(window, qtbot, tank):
    window.open_file(tank)
    break_a_guard(window.session)
    asked = ask(window, qtbot)
    assert not asked.do.isEnabled()
    first = asked.problems.topLevelItem(0)
    assert first is not None
    assert first.text(0).startswith("Tank with dead zones › ")
    assert ": Unknown name 'dist'" in first.text(0)
    assert "1 problem keeps the document from being exported." in asked.message.text()
    asked.export()
    assert not tank.with_name("tank.runtime.json").exists()
    asked.close()


def test_a_place_that_cannot_be_written_is_told(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    asked.target.setText("/nowhere/at/all.runtime.json")
    export(asked, qtbot)
    assert "cannot be written" in asked.message.text()
    assert not any(timer.isActive() for timer in asked.findChildren(QTimer))  # nothing takes its place
    asked.close()


def test_the_list_can_be_copied(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    asked.copy_list()
    assert "arrive(target: point" in QApplication.clipboard().text()
    asked.close()


def test_export_again_repeats_the_last_export_without_asking(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    asked.strip.setChecked(True)
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    export(asked, qtbot)
    asked.close()
    target = tank.with_name("tank.runtime.json")
    first = target.read_bytes()
    target.unlink()
    window.commands.run("file.export_again")
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: "Exported to tank.runtime.json" in window.area.toast.label.text())
    assert target.read_bytes() == first
    break_a_guard(window.session)
    target.unlink()
    window.commands.run("file.export_again")
    assert "nothing was exported" in window.area.toast.label.text()
    assert not target.exists()


def test_export_again_asks_where_nothing_was_exported_yet(window, qtbot, tank):
    window.open_file(tank)
    window.commands.run("file.export_again")
    asked = window.findChildren(ExportWindow)[-1]
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    asked.close()


def choose(asked, qtbot, language: str) -> None:
    """Choose a language and wait until the files are listed that it gets."""
    asked.language.setCurrentIndex(asked.language.findData(language))
    asked.look()
    qtbot.waitUntil(lambda: not asked.job.is_busy)


def written(asked) -> dict[str, str]:
    """Return the files that are listed with what becomes of each."""
    items = [asked.files.topLevelItem(place) for place in range(asked.files.topLevelItemCount())]
    return {item.text(0): item.text(1) for item in items}


def test_a_language_lists_the_files_of_its_game_and_writes_them(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    assert written(asked) == {"tank.names.json": "new", "tank.runtime.json": "new"}
    choose(asked, qtbot, "python")
    code = ["mindloom_mind.py", "tank_mind.py", "tank_game.py", "tank_example.py"]
    assert list(written(asked)) == [*code, "tank.names.json", "tank.runtime.json"]
    assert not tank.with_name("tank_game.py").exists()
    export(asked, qtbot)
    assert all(tank.with_name(name).exists() for name in code)
    tank.with_name("tank_mind.py").write_text("mine = True\n", encoding="utf-8")
    tank.with_name("tank_game.py").write_text("mine = True\n", encoding="utf-8")
    choose(asked, qtbot, "python")
    assert [written(asked)[name] for name in code] == [
        "kept, the same",
        "kept, it was changed",
        "kept, it is yours",
        "kept, the same",
    ]
    assert "Add to tank_game.py: action arrive, " in asked.message.text()
    export(asked, qtbot)
    assert tank.with_name("tank_mind.py").read_text(encoding="utf-8") == "mine = True\n"
    asked.close()


def test_the_language_is_remembered_for_all_documents_of_a_project(window, qtbot, tank):
    other = tank.with_name("guard.mind.json")
    shutil.copy(SAMPLES / "stealth_guard.mind.json", other)
    project = {"format": "mindloom-project", "version": 1}
    tank.with_name("mindloom.project.json").write_text(json.dumps(project), encoding="utf-8")
    window.open_file(tank)
    asked = ask(window, qtbot)
    choose(asked, qtbot, "javascript")
    export(asked, qtbot)
    asked.close()
    window.open_file(other)
    asked = ask(window, qtbot)
    assert asked.language.currentData() == "javascript"
    assert "guard_game.mjs" in written(asked)
    asked.close()
    tank.with_name("tank_mind.mjs").unlink()
    window.open_file(tank)
    window.commands.run("file.export_again")
    qtbot.waitUntil(tank.with_name("tank_mind.mjs").exists)


def test_escape_closes_the_window_and_writes_nothing(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    choose(asked, qtbot, "python")
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    assert not isValid(asked) or not asked.isVisible()
    assert not tank.with_name("tank_game.py").exists()


def test_a_plain_tree_is_written_in_the_place_of_a_program_and_over_no_other(window, qtbot, tank):
    window.open_file(tank)
    asked = ask(window, qtbot)
    choose(asked, qtbot, "tree")
    assert written(asked) == {"tank.tree.json": "new"}
    export(asked, qtbot)
    tree = tank.with_name("tank.tree.json")
    assert json.loads(tree.read_bytes())["format"] == "mindloom-tree"
    assert not tank.with_name("tank.runtime.json").exists()
    tree.write_text('{"mine": true}', encoding="utf-8")
    choose(asked, qtbot, "tree")
    assert written(asked) == {"tank.tree.json": "in the way"}
    export(asked, qtbot)
    assert "tank.tree.json cannot be written" in asked.message.text()
    assert tree.read_text(encoding="utf-8") == '{"mine": true}'
    asked.close()


@pytest.fixture
def patched(window, qtbot, tank) -> Path:
    """Return an older export of the tank in view, from before a variable was added."""
    old = tank.parent / "old" / "tank.runtime.json"
    old.parent.mkdir()
    window.open_file(tank)
    asked = ask(window, qtbot)
    asked.target.setText(str(old))
    export(asked, qtbot)
    asked.close()
    more = {"extra": Variable(type="int", default=3)}
    window.session.apply(
        "Add", lambda document: document.model_copy(update={"variables": {**document.variables, **more}})
    )
    return old


def ask_about_saves(window, qtbot, old: Path) -> ExportWindow:
    asked = ask(window, qtbot)
    asked.target.setText(str(old.parents[1] / "tank.runtime.json"))
    asked.former.setText(str(old))
    asked.look()
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    return asked


def test_a_table_carries_saves_of_an_older_export_over(window, qtbot, patched, monkeypatch):
    asked = ask(window, qtbot)
    asked.target.setText(str(patched.parents[1] / "tank.runtime.json"))
    assert asked.former.text() == ""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    asked.choose_former()
    assert asked.former.text() == ""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(patched), ""))
    asked.choose_former()
    asked.look()
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    assert written(asked)["tank.upgrade.json"] == "new"
    assert "Saves of tank.runtime.json go on by tank.upgrade.json." in asked.message.text()
    table, target = patched.parents[1] / "tank.upgrade.json", patched.parents[1] / "tank.runtime.json"
    assert not table.exists()
    export(asked, qtbot)
    assert json.loads(table.read_bytes()) == upgrade_table(load_files(patched), load_files(target))
    assert "go on by tank.upgrade.json" in asked.message.text()
    asked.close()


def test_an_older_export_is_not_remembered(window, qtbot, patched):
    asked = ask_about_saves(window, qtbot, patched)
    export(asked, qtbot)
    asked.close()
    table = patched.parents[1] / "tank.upgrade.json"
    table.unlink()
    assert ask(window, qtbot).former.text() == ""
    window.commands.run("file.export_again")
    qtbot.waitUntil(lambda: "Exported to tank.runtime.json" in window.area.toast.label.text())
    assert not table.exists()


def test_saves_of_the_same_program_go_on_as_they_are(window, qtbot, patched):
    window.session.undo()
    asked = ask_about_saves(window, qtbot, patched)
    assert "tank.upgrade.json" not in written(asked)
    assert "tank.runtime.json is the same program: its saves go on as they are." in asked.message.text()
    asked.close()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.runtime.json", "gone.runtime.json: It cannot be read: No such file or directory."),
        ("old", "old: It cannot be read: "),
        ("old/text.json", "text.json: "),
        ("old/nameless.runtime.json", "nameless.runtime.json: It has no names beside it"),
        ("old/slow.runtime.json", "slow.runtime.json: "),
    ],
)
def test_an_older_export_that_cannot_be_used_is_refused_and_nothing_is_written(
    window, qtbot, patched, name, said
):
    folder = patched.parents[1]
    (folder / "old" / "text.json").write_text("no JSON", encoding="utf-8")
    shutil.copy(patched, folder / "old" / "nameless.runtime.json")
    asked = ask_about_saves(window, qtbot, patched)
    asked.rate.setValue(30)
    asked.target.setText(str(folder / "old" / "slow.runtime.json"))
    asked.former.clear()
    export(asked, qtbot)
    asked.rate.setValue(60)
    asked.target.setText(str(folder / "tank.runtime.json"))
    asked.former.setText(str(folder / name))
    export(asked, qtbot)
    assert said in asked.message.text()
    assert "Choose an older X.runtime.json with its names beside it." in asked.message.text()
    assert "another place" not in asked.message.text()
    assert not (folder / "tank.runtime.json").exists()
    asked.close()


def test_a_file_in_place_of_the_table_is_kept_though_that_of_the_program_may_go(
    window, qtbot, patched, monkeypatch
):
    table, target = patched.parents[1] / "tank.upgrade.json", patched.parents[1] / "tank.runtime.json"
    for path in (table, target):
        path.write_text('{"mine": true}', encoding="utf-8")
    asked = ask_about_saves(window, qtbot, patched)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    asked.choose_target()
    asked.look()
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    assert written(asked)["tank.upgrade.json"] == "in the way"
    export(asked, qtbot)
    assert "tank.upgrade.json cannot be written" in asked.message.text()
    assert table.read_text(encoding="utf-8") == target.read_text(encoding="utf-8") == '{"mine": true}'
    table.unlink()
    export(asked, qtbot)
    assert table.exists()
    assert json.loads(target.read_bytes())["format"] == "mindloom-runtime"
    asked.close()


def test_a_plain_tree_carries_no_saves_over(window, qtbot, patched):
    asked = ask_about_saves(window, qtbot, patched)
    choose(asked, qtbot, "tree")
    assert not asked.former.isEnabled()
    assert list(written(asked)) == ["tank.tree.json"]
    choose(asked, qtbot, "")
    assert "tank.upgrade.json" in written(asked)
    asked.close()
