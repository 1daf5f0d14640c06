"""Show each panel with nothing in it, in the ways in which a user meets it empty.

- `new`: a new document, in which nothing has been drawn yet;
- `quiet`: a sample that has not run, of which nothing is selected.

The panels of one state are pictured in one window, one after another.
"""

from __future__ import annotations

from functools import partial

from editor.window.main_window import MainWindow
from tools.gallery.scene import EMPTY, FIRST, NO_DOCUMENT, Scene

PANELS = (
    "outline",
    "palette",
    "files",
    "timeline",
    "transitions",
    "problems",
    "log",
    "tests",
    "find",
    "differences",
    "preview",
    "inspector",
    "why",
    "history",
    "blackboard",
    "plots",
    "statistics",
    "breakpoints",
    "agents",
    "senses",
    "takes",
    "tutorial",
    "foreign",
    "report",
    "curves",
    "fuzzy",
)
"""Every panel that can stand around the canvas."""


def _show(window: MainWindow, panel: str) -> None:
    window.panels.show_panel(panel)


def _show_in_new(window: MainWindow, panel: str) -> None:
    if window.session is None:
        window.commands.run("file.new")
    window.panels.show_panel(panel)


def _empty(panel: str) -> tuple[Scene, ...]:
    shows = (f"panel:{panel}", EMPTY)
    return tuple(
        Scene(f"panel-{panel}-{state}", sample, 0, act, shows=shows, crop=panel, together=f"panels-{state}")
        for state, sample, act in (
            ("new", NO_DOCUMENT, partial(_show_in_new, panel=panel)),
            ("quiet", FIRST, partial(_show, panel=panel)),
        )
    )


EMPTY_PANEL_SCENES = tuple(scene for panel in PANELS for scene in _empty(panel))
"""Each panel in each of the two states. Without any document the page of welcome covers them all."""
