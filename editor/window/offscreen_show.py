"""Play without a display and leave pictures of the window and the world, and the trace."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QWidget

from editor.basics.terminal import print_line
from editor.basics.user_state import UserState
from editor.window.application import make_application, make_window, open_first
from editor.window.frame.window_arrangement import DEFAULT_SIZE
from editor.window.main_window import MainWindow
from runtime.history.recording.trace_export import frame_line, header_line
from runtime.session.session import Session

SECONDS = 10
"""Simulated seconds that are played."""


def settle(application: QApplication, rounds: int = 4) -> None:
    """Let pending events and layouts happen."""
    for _ in range(rounds):
        application.processEvents()
        # Outside the event loop Qt deletes nothing by itself.
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def save_picture(widget: QWidget, path: Path) -> None:
    """Save what a widget shows as PNG; raise OSError when that fails."""
    if not widget.grab().save(str(path)):
        raise OSError(f"{path} cannot be written")


def write_trace(session: Session, ticks: int, path: Path) -> None:
    """Run a session of its own for so many ticks and write its trace, a line each step."""
    lines = [header_line(session.programs, session.agent_ids, session.rate, session.seed)]
    lines += [frame_line(session.step()) for _ in range(ticks)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def show_offscreen(folder: Path, files: Sequence[Path]) -> int:
    """Play for ten seconds of simulated time and print the paths of what was left in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application()
    with tempfile.TemporaryDirectory(prefix="mindloom-") as state_folder:
        window = make_window(UserState(Path(state_folder)))
        window.resize(QSize(*DEFAULT_SIZE))
        window.show()
        settle(application)
        open_first(window, files)
        settle(application)
        written = _play(application, window, folder)
        window.close()
        window.deleteLater()
        settle(application)
    for path in written:
        print_line(str(path))
    return 0


def _play(application: QApplication, window: MainWindow, folder: Path) -> list[Path]:
    run = window.run
    written = []
    run.pause()
    if run.session is not None and run.choice is not None:
        session = run.fresh_session() or run.session
        ticks = SECONDS * session.rate
        trace = folder / "trace.jsonl"
        write_trace(session, ticks, trace)
        written.append(trace)
        run.stop()
        for _ in range(SECONDS):
            run.advance(run.session.rate)
            settle(application, 1)
    settle(application)
    for name, widget in (("window.png", window), ("world.png", window.preview.map)):
        save_picture(widget, folder / name)
        written.insert(0, folder / name)
    return written
