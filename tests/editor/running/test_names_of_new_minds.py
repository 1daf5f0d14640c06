"""A mind without a file is called in its run as in its tab, so that what is told of it finds it."""

from __future__ import annotations

from editor.window.main_window import MainWindow


def test_a_second_new_mind_runs_under_its_own_name(window: MainWindow) -> None:
    for command in ("file.new", "file.new_tree"):
        window.commands.run(command)
        assert window.view is not None
        window.view.adding.add_first()
        window.run.apply_edits_now()
        window.run.advance(1)
        session = window.session
        assert session is not None
        assert window.run.mind_of(window.run.picked_agent) == session.file_name
        assert window.follower.name_of(session) == session.file_name
    assert {each.file_name for each in window.workspace.sessions} == {
        "untitled.mind.json",
        "untitled-2.mind.json",
    }
