"""The legend and the zoom box that lie over the lower corners of the canvas."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor.theme.badges import paint_badge, plate_pixmap
from editor.theme.fonts import TextSize, ui_font
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import StatusLook
from editor.widgets.icon_button import IconButton

LEGENDS: dict[str, tuple[tuple[StatusLook, str, bool], ...]] = {
    "state_machine": (
        (StatusLook.RUNNING, "active", False),
        (StatusLook.PENDING, "pending", False),
        (StatusLook.FAILURE, "refused", False),
        (StatusLook.RUNNING, "was active", True),
    ),
    "behavior_tree": (
        (StatusLook.RUNNING, "running", False),
        (StatusLook.SUCCESS, "success", False),
        (StatusLook.FAILURE, "failure", False),
        (StatusLook.SKIPPED, "skipped", False),
        (StatusLook.SUCCESS, "last result", True),
    ),
    "decision_tree": (
        (StatusLook.SUCCESS, "taken", False),
        (StatusLook.RUNNING, "chosen", False),
    ),
}
"""Badge, word and whether the badge is that of a last result, by kind of graph."""

_BADGE_RADIUS = 6.5
_VEIL = 0.85
"""Opacity of the ground under the words: what lies below stays a hint and does not cross them out."""


class Legend(QWidget):
    """Explain the badges of the graph that is shown; the pointer goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._entries: tuple[tuple[StatusLook, str, bool], ...] = ()
        self._picture: QPixmap | None = None
        theme_manager().theme_changed.connect(self._forget_picture)

    def show_kind(self, kind: str) -> None:
        """Explain the badges of a kind of graph; nothing for an unknown one."""
        self._entries = LEGENDS.get(kind, ())
        self.setAccessibleName("Legend: " + ", ".join(word for _, word, _ in self._entries))
        self.resize(self.sizeHint())
        self._forget_picture()

    def sizeHint(self) -> QSize:
        """Return the size that fits all words."""
        metrics = QFontMetrics(ui_font(TextSize.CAPTION))
        width = sum(33 + metrics.horizontalAdvance(word) for _, word, _ in self._entries)
        return QSize(width, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words and badges, which stand as one picture: the canvas below changes in every frame."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._paint_picture(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _forget_picture(self) -> None:
        self._picture = None
        self.update()

    def _paint_picture(self, ratio: float) -> QPixmap:
        """Paint badge and word one after the other."""
        theme = current_theme()
        veil = QColor(theme.color("surface.canvas"))
        veil.setAlphaF(_VEIL)
        picture = plate_pixmap(self.size(), ratio, veil, 5, None).copy()
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(font)
        x = 0
        for look, word, ghost in self._entries:
            paint_badge(
                painter,
                x + 9.0,
                10.0,
                look,
                theme,
                radius=_BADGE_RADIUS,
                ghost=ghost,
                back="surface.canvas",
                scale=ratio,
            )
            painter.setFont(font)
            painter.setPen(theme.color("text.tertiary"))
            painter.drawText(x + 21, round(10 + metrics.capHeight() / 2), word)
            x += 33 + metrics.horizontalAdvance(word)
        painter.end()
        return picture


class ZoomBox(QWidget):
    """Show the zoom, and buttons for layout, framing and following."""

    reset_asked = Signal()
    layout_asked = Signal()
    frame_asked = Signal()
    follow_toggled = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._percent = QToolButton(self)
        self._percent.setText("100 %")
        self._percent.setAutoRaise(True)
        self._percent.setFixedSize(54, 28)
        self._percent.setToolTip("Zoom to 100 %")
        self._percent.setAccessibleName("Zoom")
        self._percent.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._percent.clicked.connect(self.reset_asked)
        self._layout_button = IconButton("layout", "Lay out", self.layout_asked.emit, parent=self)
        self._frame_button = IconButton("frame", "Show all", self.frame_asked.emit, parent=self)
        self._follow_button = IconButton("follow", "Follow what runs", parent=self)
        self._follow_button.setCheckable(True)
        self._follow_button.toggled.connect(self._follow)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 2, 3, 2)
        row.setSpacing(4)
        row.addWidget(self._percent)
        row.addSpacing(2)
        for button in (self._layout_button, self._frame_button, self._follow_button):
            row.addWidget(button)
        self.setFixedSize(self.sizeHint().width(), 32)

    def set_zoom(self, zoom: float) -> None:
        """Show a zoom in percent."""
        text = f"{round(zoom * 100)} %"
        self._percent.setText(text)
        self._percent.setAccessibleDescription(text)

    def _follow(self, on: bool) -> None:
        self._follow_button.set_icon_name("follow", "text.link" if on else "text.secondary")
        self.follow_toggled.emit(on)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate and the separator."""
        theme = current_theme()
        painter = QPainter(self)
        ground, line = theme.color("surface.popup"), theme.color("border.strong")
        painter.drawPixmap(0, 0, plate_pixmap(self.size(), self.devicePixelRatioF(), ground, 8, line))
        x = self._percent.geometry().right() + 3
        painter.fillRect(x, 8, 1, 16, theme.color("border.strong"))
        painter.end()
