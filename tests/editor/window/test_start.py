"""What the start of the window imports and makes: panels, dialogs and their libraries come when shown."""

from __future__ import annotations

import os
import subprocess
import sys

from editor.documents.open.sample_files import FIRST_SAMPLE, samples_folder
from editor.window.application import open_first
from editor.window.parts.panels import transitions_panel

LATE = (
    "concurrent.futures.process",
    "editor.comparison",
    "editor.dialogs",
    "editor.documents.exports",
    "editor.documents.folders.folder_checks",
    "editor.documents.folders.templates",
    "editor.documents.unsaved.recoverable",
    "editor.help",
    "editor.panels.document.differences_panel",
    "editor.panels.document.files_panel",
    "editor.panels.document.find_panel",
    "editor.panels.document.history_panel",
    "editor.panels.document.palette_panel",
    "editor.panels.document.problems_panel",
    "editor.panels.run.agents_panel",
    "editor.panels.run.foreign_panel",
    "editor.panels.curves",
    "editor.panels.run.plots_panel",
    "editor.panels.run.run_log_panel",
    "editor.panels.run.senses_panel",
    "editor.panels.run.tests_panel",
    "editor.panels.run.transitions_panel",
    "editor.panels.run.why_panel",
    "editor.panels.statistics.recording_reading",
    "editor.panels.statistics.run_statistics",
    "editor.panels.statistics.statistics_panel",
    "editor.panels.timeline.takes_panel",
    "editor.panels.world",
    "editor.running.case_runs",
    "editor.welcome",
    "editor.window.commands.palette",
    "editor.window.parts.file_merge",
    "graphs.merging",
    "msgpack",
    "pyqtgraph",
    "runtime.export",
    "runtime.foreign",
    "runtime.trials.cases.case_runner",
    "websockets",
    "zmq",
)
"""What must not be imported until the window is painted with the first sample playing."""

MOST_MODULES = 947
"""Modules of Mindloom that may be imported until then; 1,258 before panels came when shown."""

_START = """
import sys
from pathlib import Path
from editor.basics.user_state import UserState
from editor.window.application import make_application, make_window, open_first, show_on_screen
application = make_application()
window = make_window(UserState(Path(sys.argv[1])))
window.welcome.waits = True
show_on_screen(window)
open_first(window, [])
window.grab()
assert window.run.is_running
print("\\n".join(sys.modules))
window.run.pause()
"""


def test_what_is_not_shown_at_the_start_is_not_imported(tmp_path):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _START, str(tmp_path)]
    found = subprocess.run(
        command, capture_output=True, text=True, env=environment, check=True
    ).stdout.split()
    early = {late for late in LATE for name in found if name == late or name.startswith(f"{late}.")}
    assert not early
    assert sum(name.partition(".")[0] in ("graphs", "runtime", "editor") for name in found) <= MOST_MODULES


def test_a_panel_is_made_when_it_is_shown(open_window):
    window = open_window()
    page = window.panels.page("transitions")
    assert window.made(transitions_panel) is None
    window.panels.show_panel("transitions")
    panel = window.made(transitions_panel)
    assert panel is page.panel
    assert panel.isVisible()


def test_the_tab_of_a_panel_says_what_the_panel_does(window):
    for panel_id in window.panels.panel_ids():
        page, panel = window.panels.page(panel_id), window.panels.panel(panel_id)
        named = (panel.panel_id, panel.title, panel.icon_name)
        assert (page.panel_id, page.title, page.icon_name) == named


def test_the_first_sample_opens_plays_and_has_no_problem(window, qtbot):
    open_first(window, [])
    assert window.session.path == (samples_folder() / FIRST_SAMPLE).resolve()
    assert window.run.is_running
    assert window.run.picked_agent == "tank_1"
    window.run.pause()
    qtbot.waitUntil(lambda: window.status_row.problems.text() == "No problems")
