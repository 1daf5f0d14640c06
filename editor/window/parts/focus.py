"""Give the keyboard back to the canvas when a window in front of the editor closes."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt
from PySide6.QtWidgets import QDialog

from editor.window.frame.window_host import WindowHost


class WindowFocus(QObject):
    """Watch the dialogs of a window: whichever closes, the canvas has the focus then."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host = host
        host.widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of dialogs once they are whole, and of their end."""
        if isinstance(event, QChildEvent):
            child = event.child() if event.polished() else None
            if isinstance(child, QDialog):
                child.installEventFilter(self)
        elif event.type() == QEvent.Type.Hide and isinstance(watched, QDialog) and not event.spontaneous():
            self._host.area.setFocus(Qt.FocusReason.OtherFocusReason)
        return False
