from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from editor.basics.user_state import STATE_FOLDER_VARIABLE
from editor.dialogs.recovery_page import RecoveryPage
from editor.documents.unsaved.recovery_folder import FOLDER_NAME, SIDE_SUFFIX, SideHeader, side_bytes
from editor.widgets.file_dialogs import ChangedAnswer
from editor.window.parts.comparison import WindowComparison
from editor.window.parts.recovery import WindowRecovery
from editor.window.parts.session import WindowSession
from graphs.edits.setting import rename
from graphs.edits.variables import add_variable
from graphs.files.document_file import document_to_bytes, load_document
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import empty_world, load_world, save_world, world_to_bytes
from tests.editor.window_builders import two_state_machine

KILLED_WHILE_EDITING = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QEventLoop
from editor.window.application import make_application, make_window
from editor.window.parts.recovery import WindowRecovery
from graphs.edits.variables import add_variable
application = make_application()
window = make_window()
window.show()
window.open_file(Path(sys.argv[1]))
window.workspace.new()
for session in window.workspace.sessions:
    session.apply("Add variable", lambda document: add_variable(document, "courage", "float")[0])
autosave, left = window.part(WindowRecovery).autosave, [2]
loop = QEventLoop()
def count(_session):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
autosave.written.connect(count)
loop.exec()
"""


def die_without_saving(window) -> None:
    """Let go of a window as if its program had been killed: the side files stay."""
    window.part(WindowSession).leave()


def recovery_files(state_folder) -> list[str]:
    return sorted(path.name for path in (state_folder / FOLDER_NAME).glob(f"*/*{SIDE_SUFFIX}"))


def leave_side_file(state_folder, data: bytes, name: str = "0001-document") -> None:
    folder = state_folder / FOLDER_NAME / "1-killed"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}{SIDE_SUFFIX}").write_bytes(data)


def rename_first_state(session, name) -> None:
    graph = session.graph_id
    state = next(iter(session.document.graphs[graph].nodes))
    session.apply("Rename", lambda document: rename(document, graph, state, name))


@pytest.fixture
def left_behind(open_window, guard_file):
    """Leave the change of a name behind, as a program that was killed does."""
    window = open_window()
    window.open_file(guard_file)
    rename_first_state(window.session, "Rest")
    die_without_saving(window)


def page_of(window) -> RecoveryPage:
    page = window.pages.page
    assert isinstance(page, RecoveryPage)
    return page


def test_a_killed_program_loses_nothing_that_was_written(open_window, guard_file, own_state_folder):
    environment = {**os.environ, STATE_FOLDER_VARIABLE: str(own_state_folder), "QT_QPA_PLATFORM": "offscreen"}
    arguments = [sys.executable, "-c", KILLED_WHILE_EDITING, str(guard_file)]
    ended = subprocess.run(arguments, env=environment, capture_output=True, timeout=120, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    window = open_window()
    assert window.part(WindowRecovery).offer() == 2
    window.part(WindowRecovery).recover_all()
    assert window.pages.page is None
    assert [sorted(session.document.variables) for session in window.workspace.sessions] == [
        ["courage", "d"],
        ["courage"],
    ]
    assert not any(each.is_saved for each in window.workspace.sessions)
    assert "courage" not in load_document(guard_file).variables


def test_no_damaged_side_file_keeps_the_window_from_starting(open_window, own_state_folder, guard_file):
    content = guard_file.read_bytes()
    for number, data in enumerate(
        (
            b"[" * 200_000,
            side_bytes(SideHeader("document", "deep"), b"[" * 200_000),
            side_bytes(SideHeader("world", "deep"), b'{"a":' * 200_000),
            side_bytes(SideHeader("document", "x\0y", "x\0y" * 2_000, "0001-01-01T00:00:00+14:00"), content),
            side_bytes(SideHeader("document", "\ud800<b>x</b>\n", "/" + "x" * 300), content),
        )
    ):
        leave_side_file(own_state_folder, data, f"{number:04d}-document")
    window = open_window()
    window.part(WindowSession).start()
    assert len(window.part(WindowRecovery).pieces) == 5
    assert [bool(piece.problem) for piece in window.part(WindowRecovery).pieces].count(True) == 4
    window.part(WindowRecovery).recover_all()
    assert len(window.workspace.sessions) == 1


def test_a_world_recovered_for_a_document_whose_name_no_file_can_have_gets_a_new_one(
    open_window, own_state_folder
):
    header = SideHeader("world", "w.world.json", made_for="/" + "x" * 300)
    leave_side_file(own_state_folder, side_bytes(header, world_to_bytes(empty_world())))
    window = open_window()
    window.part(WindowSession).start()
    window.part(WindowRecovery).recover_all()
    assert [session.path for session in window.workspace.sessions] == [None]


def test_nothing_is_offered_after_a_window_was_closed_in_order(open_window, guard_file, own_state_folder):
    window = open_window()
    window.open_file(guard_file)
    rename_first_state(window.session, "Rest")
    window.part(WindowRecovery).autosave.write_now()
    window.close()
    assert recovery_files(own_state_folder) == []
    again = open_window()
    assert again.part(WindowRecovery).offer() == 0
    assert again.pages.page is None


def test_recovered_work_is_an_unsaved_change_that_can_be_undone(left_behind, open_window, guard_file):
    on_disk = guard_file.read_bytes()
    window = open_window()
    window.part(WindowSession).start()
    (piece,) = window.part(WindowRecovery).pieces
    assert piece.summary == "1 node changed"
    page_of(window).recover_wanted.emit(piece)
    session = window.session
    assert session.path == guard_file
    assert not session.is_saved
    assert "Rest" in {node.name for node in session.document.graphs[session.graph_id].nodes.values()}
    assert guard_file.read_bytes() == on_disk
    session.undo()
    assert session.is_saved


def test_the_banner_says_that_work_was_recovered_until_it_is_saved(
    left_behind, open_window, own_state_folder
):
    window = open_window()
    window.part(WindowSession).start()
    window.part(WindowRecovery).recover_all()
    banner = window.area.banner
    assert banner.content is not None
    assert banner.content.text.startswith("Recovered unsaved work from ")
    assert banner.content.note == "1 node changed"
    assert window.save_session(window.session)
    assert banner.content is None
    window.close()
    assert recovery_files(own_state_folder) == []


def test_old_side_files_go_when_own_ones_hold_the_work(left_behind, open_window, own_state_folder, qtbot):
    before = recovery_files(own_state_folder)
    window = open_window()
    window.part(WindowSession).start()
    autosave = window.part(WindowRecovery).autosave
    with qtbot.waitSignal(autosave.written):
        window.part(WindowRecovery).recover_all()
    assert len(before) == len(recovery_files(own_state_folder)) == 1
    die_without_saving(window)
    again = open_window()
    assert again.part(WindowRecovery).offer() == 1


def test_discarded_work_can_be_brought_back_until_the_window_closes(
    left_behind, open_window, own_state_folder
):
    window = open_window()
    window.part(WindowSession).start()
    (piece,) = window.part(WindowRecovery).pieces
    page_of(window).discard_wanted.emit(piece)
    assert window.part(WindowRecovery).pieces == []
    page_of(window).bring_back_wanted.emit(piece)
    assert window.part(WindowRecovery).pieces == [piece]
    page_of(window).discard_wanted.emit(piece)
    window.close()
    assert recovery_files(own_state_folder) == []


def test_what_nobody_decided_about_is_offered_again(left_behind, open_window):
    window = open_window()
    window.part(WindowSession).start()
    page_of(window).later_button.click()
    assert window.commands.run("file.recover")
    assert window.pages.page is not None
    window.close()
    again = open_window()
    assert again.part(WindowRecovery).offer() == 1


def test_a_file_that_changed_meanwhile_is_said(left_behind, open_window, guard_file):
    document, _ = add_variable(load_document(guard_file), "fear", "float")
    guard_file.write_bytes(document_to_bytes(document))
    window = open_window()
    window.part(WindowSession).start()
    (piece,) = window.part(WindowRecovery).pieces
    assert piece.disk == "changed"
    assert piece.summary == "1 variable removed and 1 node changed"
    window.part(WindowRecovery).recover(piece)
    assert "changed on disk" in window.area.banner.content.note


def test_recovered_work_is_not_saved_over_a_file_that_changed_meanwhile(
    left_behind, open_window, guard_file, dialogs
):
    document, _ = add_variable(load_document(guard_file), "fear", "float")
    theirs = document_to_bytes(document)
    guard_file.write_bytes(theirs)
    window = open_window()
    window.part(WindowSession).start()
    window.part(WindowRecovery).recover(window.part(WindowRecovery).pieces[0])
    assert not window.save_session(window.session)
    assert dialogs.asked_changed == [("guard.mind.json", False)]
    dialogs.changed = ChangedAnswer.MERGE
    assert not window.save_session(window.session)
    assert window.part(WindowComparison).is_open
    assert guard_file.read_bytes() == theirs
    assert "fear" not in window.session.document.variables


def test_work_on_a_file_that_is_gone_opens_without_a_file(left_behind, open_window, guard_file):
    guard_file.unlink()
    window = open_window()
    window.part(WindowSession).start()
    (piece,) = window.part(WindowRecovery).pieces
    assert piece.disk == "gone"
    window.part(WindowRecovery).recover(piece)
    assert window.session.path is None
    assert window.session.file_name == "guard.mind.json"
    assert not window.session.is_saved


def test_work_that_the_file_holds_by_now_is_no_news(left_behind, open_window, guard_file, own_state_folder):
    document = load_document(guard_file)
    graph = document.root or ""
    state = next(iter(document.graphs[graph].nodes))
    guard_file.write_bytes(document_to_bytes(rename(document, graph, state, "Rest")))
    window = open_window()
    assert window.part(WindowRecovery).offer() == 0
    assert recovery_files(own_state_folder) == []


def test_a_world_comes_back_with_its_mind(open_window, guard_file, field_of_guard):
    window = open_window()
    window.open_file(guard_file)
    world = window.shelf.open(field_of_guard)
    world.apply("Move", lambda each: set_element_field(each, Element("agents", "agent"), "team", "red"))
    die_without_saving(window)
    again = open_window()
    assert again.part(WindowRecovery).offer() == 1
    again.part(WindowRecovery).recover_all()
    session = again.follower.session_of_run()
    assert session is not None
    assert session.world.agents["agent"].team == "red"
    assert not session.is_saved
    assert load_world(field_of_guard).agents["agent"].team == "blue"


def test_an_untitled_world_comes_back_with_its_document(open_window):
    window = open_window()
    document, _, _, _, _ = two_state_machine()
    session = window.workspace.new(document)
    window.area.open_session(session)
    session.apply("Add variable", lambda each: add_variable(each, "fear", "float")[0])
    world = window.follower.new_world(session)
    world.apply("Name", lambda item: item.model_copy(update={"title": "Arena"}))
    die_without_saving(window)
    again = open_window()
    assert again.part(WindowRecovery).offer() == 2
    again.part(WindowRecovery).recover_all()
    recovered = again.follower.session_of_run()
    assert recovered is not None
    assert recovered.world.title == "Arena"
    assert again.follower.document_of(recovered) is again.session
    assert "fear" in again.session.document.variables


@pytest.fixture
def field_of_guard(guard_file):
    from graphs.worlds.minds.world_choice import field_world

    path = guard_file.with_name("guard.world.json")
    save_world(path, field_world(guard_file.name))
    return path
