"""Define what a panel is: a page with an id, a title and buttons; and its note while it has no content."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import column_box
from editor.widgets.hairline import paint_focus_ring


class Panel(QWidget):
    """Base of all panels around the canvas.

    `header` widgets are shown at the right end of the tab row while the panel is the one shown. `focus_on` is
    the part that takes the focus, where it is not the panel itself.
    """

    def __init__(self, panel_id: str, title: str, icon_name: str) -> None:
        super().__init__()
        self.panel_id = panel_id
        self.title = title
        self.icon_name = icon_name
        self.header: list[QWidget] = []
        self.focus_on: QWidget | None = None
        self.setAccessibleName(title)
        self.body = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        self._ring = _Ring(self)
        self.setMinimumSize(80, 40)

    def focus_target(self) -> QWidget:
        """Return the widget that takes the focus when the user walks to this panel."""
        return self if self.focus_on is None else self.focus_on

    def event(self, event: QEvent) -> bool:
        """Show a ring around a panel that has nothing in it to take the focus, and has it itself."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut, QEvent.Type.Resize):
            self._ring.setGeometry(self.rect())
            self._ring.setVisible(self.hasFocus())
            self._ring.raise_()
        return super().event(event)

    def help_heading(self) -> str:
        """Return the heading or row of the panel's help page that fits what is current, "" for none."""
        return ""


class _Ring(QWidget):
    """Lie over a panel and paint the ring of the focus."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ring."""
        painter = QPainter(self)
        paint_focus_ring(painter, self._panel)


SIDE, ABOVE = 14, 10
"""Px between the words and the edges of the panel."""


class EmptyNote(PlainLabel):
    """Show one quiet sentence at the top of the room that the content would take.

    It fills that room while it is shown, so that what is above the content stays where it is.
    """

    def __init__(self, words: str = "") -> None:
        super().__init__(words)
        self.setProperty("role", "caption")
        self.setContentsMargins(SIDE, ABOVE, SIDE, ABOVE)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
