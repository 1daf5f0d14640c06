"""Commands that run behavior tests in the window."""

from __future__ import annotations

from pathlib import Path

from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import is_sample
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import case_runs, timeline_panel


def case_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands that run the tests beside the document in view."""

    def has_file() -> bool:
        return window.session is not None and window.session.path is not None

    def is_running() -> bool:
        runs = window.made(case_runs)
        return runs is not None and runs.is_running

    return (
        worded("tests.run", lambda: _run(window, of_document=False), enabled=has_file),
        worded("tests.run_document", lambda: _run(window, of_document=True), enabled=has_file),
        worded("tests.record", lambda: _record(window), enabled=lambda: has_file() and window.run.tick > 0),
        worded("tests.stop", lambda: window.part(case_runs).cancel(), enabled=is_running),
    )


def _run(window: WindowHost, *, of_document: bool) -> None:
    session = window.session
    if session is None or session.path is None:
        return
    folder, below = _place(session, session.path)
    only = session.path.resolve() if of_document else None
    window.part(case_runs).start(folder, window.workspace.asked_project, below=below, only=only)
    window.panels.show_panel("tests", focus=True)


def _record(window: WindowHost) -> None:
    from editor.running.case_recording import record_test, stretch_before, write_test

    session, run = window.session, window.run
    recording = run.time.recording
    if session is None or recording is None:
        return
    run.pause()
    chosen = window.part(timeline_panel).model.chosen or stretch_before(recording, run.time.shown_tick)
    recorded = record_test(run, session, run.game, chosen)
    if recorded.case is not None and is_sample(session.path):
        window.say("The samples take no tests: save a copy, and the test lies beside it")
        if not window.save_session(session):
            return
    if recorded.case is not None and session.path is not None:
        recorded = write_test(recorded.case, session.path, chosen)
    if recorded.file is None:
        window.area.toast.refuse(recorded.refusal, recorded.remedy)
        return
    window.say(f"Recorded {recorded.file.name}", "Run it", lambda: _run(window, of_document=True))


def _place(session: DocumentSession, path: Path) -> tuple[Path, bool]:
    """Return where tests are looked for, and whether in folders below as well."""
    if session.project is not None:
        return session.project.folder, True
    return path.parent, False
