"""Make the panels of curves and fuzzy sheets of one window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import follow_session

if TYPE_CHECKING:
    from editor.panels.curves.curves_panel import CurvesPanel
    from editor.panels.curves.sheet_panel import SheetPanel


def curves_panel(host: WindowHost) -> CurvesPanel:
    """Return the response curves of the document in view."""
    from editor.panels.curves.curves_panel import CurvesPanel

    panel = CurvesPanel(host.run)
    panel.refused.connect(lambda words: host.area.toast.refuse(words, "The former value stays."))
    follow_session(host, panel.set_session)
    return panel


def sheet_panel(host: WindowHost) -> SheetPanel:
    """Return the fuzzy sheets of the document in view."""
    from editor.panels.curves.sheet_panel import SheetPanel

    panel = SheetPanel(host.run)
    panel.refused.connect(lambda words: host.area.toast.refuse(words, "The former value stays."))
    follow_session(host, panel.set_session)
    return panel


def show_curve(host: WindowHost, name: str) -> None:
    """Show a curve in its panel."""
    host.panels.show_panel("curves", focus=True)
    host.part(curves_panel).pick(name)


def show_sheet(host: WindowHost, key: str) -> None:
    """Show a fuzzy sheet in its panel."""
    host.panels.show_panel("fuzzy", focus=True)
    host.part(sheet_panel).show_sheet(key)
