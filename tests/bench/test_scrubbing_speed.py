"""Scrub through a run of a thousand ticks in the whole window: thirty pictures a second, heat and plots on.

A frame is a move of the pointer over the timeline and everything that the window does before it waits for the
next one: what was recorded is shown on canvas, preview, panels and timeline, and a slice of the way to the
exact state is made again. The figures are held to the reference machine and printed (`-s` shows them).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from editor.basics.user_state import UserState
from editor.documents.open.sample_files import samples_folder
from editor.window.application import make_application, make_window
from editor.window.main_window import MainWindow
from editor.window.parts.panels import plots_panel
from editor.window.parts.statistics import WindowStatistics
from runtime.history.counts.element_statistics import counters_of
from tests.bench.test_preview_speed import REFERENCE_LOOP_MS, TOLERANCE, loop_ms
from tests.editor.window_builders import AnsweringDialogs

TICKS = 1_000
FRAMES = 40
MOST_FRAME_MS = 1000.0 / 30.0
MOST_PIECE_MS = 100.0
"""No piece of counting may hold the window longer."""


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """Open the tank's window with a run of a thousand ticks."""
    make_application()
    made = make_window(UserState(tmp_path_factory.mktemp("state")), AnsweringDialogs())
    made.resize(1440, 900)
    made.show()
    QApplication.processEvents()
    made.open_file(samples_folder() / "tank.mind.json")
    made.run.advance(TICKS)
    made.timeline.filling.finish()
    yield made
    made.workspace.discard_changes()
    made.close()
    made.deleteLater()
    QApplication.processEvents()


@pytest.mark.parametrize("panel", ["timeline", "plots", "statistics"])
def test_scrubbing_shows_thirty_pictures_a_second(window: MainWindow, panel: str) -> None:
    """Look at ticks here and there, as a pointer that is dragged does."""
    window.panels.show_panel(panel)
    window.part(WindowStatistics).show_heat(panel == "statistics")
    window.part(WindowStatistics).counts.finish()
    if panel == "plots" and window.run.picked_agent is not None:
        window.part(plots_panel).tick(window.run.picked_agent, "d")
    QApplication.processEvents()
    frames, loops = [], []
    for place in range(FRAMES):
        loops.append(loop_ms())
        began = time.perf_counter()
        window.run.look_at(TICKS - 20 - place * 20)
        QApplication.processEvents()
        frames.append((time.perf_counter() - began) * 1000)
    window.run.time.finish()
    taken, loop = statistics.median(frames), statistics.median(loops)
    scale = max(1.0, loop / REFERENCE_LOOP_MS)
    said = f"{taken:.1f} ms, loop {loop:.1f} ms, {taken / scale:.1f} ms on the reference machine"
    print(f"\nscrubbing, {panel}: {said}")
    assert taken <= MOST_FRAME_MS * scale * TOLERANCE


def test_no_piece_of_counting_holds_the_window(window: MainWindow) -> None:
    """Count a whole run again and look at the longest piece."""
    recording = window.run.time.recording
    assert recording is not None
    pieces, loop = [], loop_ms()
    for counter in counters_of(recording):
        work = counter.go_on()
        while True:
            began = time.perf_counter()
            if next(work, "over") == "over":
                break
            pieces.append((time.perf_counter() - began) * 1000)
    scale = max(1.0, loop / REFERENCE_LOOP_MS)
    print(f"\n{len(pieces)} pieces of counting, the longest {max(pieces):.1f} ms, loop {loop:.1f} ms")
    assert max(pieces) <= MOST_PIECE_MS * scale * TOLERANCE
