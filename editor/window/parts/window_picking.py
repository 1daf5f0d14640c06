"""Let a place of the world be picked on the map for a field of the inspector."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.map.view.map_tools import PickTool
from editor.map.view.preview_panel import PreviewPanel
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.window.frame.panel_layout import PanelLayout
from runtime.basics.values import Vector


class WindowPicking(QObject):
    """Take a tool in hand on the map until a place is picked, then write it into the field."""

    def __init__(
        self,
        inspector: InspectorPanel,
        preview: PreviewPanel,
        panels: PanelLayout,
        refuse: Callable[[str, str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._inspector, self._preview, self._panels, self._refuse = inspector, preview, panels, refuse
        inspector.pick_wanted.connect(self.pick)

    def pick(self, key: str, label: str) -> None:
        """Ask for a place for the field of a key."""
        preview = self._preview
        self._panels.show_panel("preview")
        if isinstance(preview.map.tool, PickTool):
            preview.map.set_tool(None)
        if not preview.can_take_tool():
            self._refuse("The map is in another tool's hand.", "End editing the world (F4) first.")
            return
        preview.map.set_tool(PickTool(label, lambda at: self._take(key, at)))
        preview.map.setFocus()

    def _take(self, key: str, at: Vector) -> None:
        self._preview.map.set_tool(None)
        self._inspector.set_value(key, [at[0], at[1]])
