"""What lies over the corners of the canvas, and in the middle of an empty one."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from editor.canvas.overlays.minimap import FEWEST_NODES, Minimap
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.badges import paint_badge, plate_pixmap
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.icons import icon, pixmap
from editor.theme.inks import dash_in_pen_widths, faded, smooth_painter
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import StatusLook
from editor.widgets.boxes import add_all, column_box, row_box
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
    "decision_tree": ((StatusLook.SUCCESS, "taken", False), (StatusLook.RUNNING, "chosen", False)),
}
"""Badge, word and whether the badge is that of a last result, by kind of graph."""

_BADGE_RADIUS = 6.5
_GROUND_OPACITY = 0.94
"""Opacity of the ground under the words: what lies below stays a hint and does not cross them out."""


_MARGIN = 12


class Corners:
    """Hold the legend, the zoom box, the map and the invitation of one canvas, each in its place."""

    def __init__(self, view: CanvasHost) -> None:
        self._view = view
        self._wants_minimap = True
        self.legend = Legend(view)
        self.zoom_box = ZoomBox(view)
        self.minimap = Minimap(view)
        self.invitation = EmptyInvitation(view)

    def follow_graph(self) -> None:
        """Show what suits the graph: its legend, its map, or the invitation if it is empty."""
        graph = self._view.graph
        kind = graph.kind if graph is not None else ""
        self.legend.show_kind(kind)
        self.invitation.setVisible(graph is not None and self._view.canvas.is_empty)
        if graph is not None:
            self.invitation.show_kind(kind)
        self.follow_map()
        self.place()

    def show_minimap(self, on: bool) -> None:
        """Show the map of the graph in the corner, or not; small graphs have none."""
        self._wants_minimap = on
        self.follow_map()
        self.place()

    def follow_map(self) -> None:
        """Show on the map where the nodes are now."""
        canvas = self._view.canvas
        shown = self._wants_minimap and canvas.node_count() >= FEWEST_NODES
        self.minimap.setVisible(shown)
        if shown and canvas.contents is not None:
            self.minimap.show_blocks(canvas.contents.sides())
            self.follow_camera()

    def follow_camera(self) -> None:
        """Show on the map what part of the graph is seen."""
        if not self.minimap.isHidden():
            view = self._view
            self.minimap.show_seen(view.mapToScene(view.viewport().rect()).boundingRect())

    def place(self) -> None:
        """Put everything where it belongs in a view of this size."""
        width, height = self._view.viewport().width(), self._view.viewport().height()
        box, minimap, legend, invitation = self.zoom_box, self.minimap, self.legend, self.invitation
        box.move(width - box.width() - _MARGIN, height - box.height() - _MARGIN)
        minimap.move(width - minimap.width() - _MARGIN, box.y() - minimap.height() - 8)
        legend.move(_MARGIN + 8, height - 18 - legend.height() // 2 - 10)
        legend.setVisible(legend.geometry().right() < box.x() and not self._view.canvas.is_empty)
        invitation.move((width - invitation.width()) // 2, (height - invitation.height()) // 2)


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

    def _forget_picture(self) -> None:
        self._picture = None
        self.update()

    def _paint_picture(self, ratio: float) -> QPixmap:
        """Paint badge and word one after the other."""
        theme = current_theme()
        ground = faded(theme.color("surface.canvas"), _GROUND_OPACITY)
        picture = plate_pixmap(self.size(), ratio, ground, 5, None).copy()
        painter = smooth_painter(picture)
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
        row = row_box(self, margins=(4, 2, 3, 2), spacing=4)
        row.addWidget(self._percent)
        row.addSpacing(2)
        add_all(row, self._layout_button, self._frame_button, self._follow_button)
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


_WORDS: dict[str, tuple[str, str, str, str, str]] = {
    "behavior_tree": ("tree", "The root goes here", "What should it try first?", "Add a selector", "tree"),
    "decision_tree": (
        "decision",
        "The first question goes here",
        "What should it ask first?",
        "Add a test",
        "decision",
    ),
    "state_machine": (
        "machine",
        "The first state goes here",
        "How should it be at first?",
        "Add a state",
        "machine",
    ),
}
"""Icon, words on the ghost, question, first button, family, by kind of graph."""

_LEAST_WIDTH, _HEIGHT = 200, 46
_BESIDE_ICON = 30
"""Where the words begin, counted from the left rim of the icon."""
_PADDING = 16


class _Ghost(QWidget):
    """Paint the dashed ghost of the first node."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.icon, self.words, self.family = "tree", "", "tree"
        self._font = ui_font(TextSize.BODY, TextWeight.MEDIUM)
        self.show_words("tree", "", "tree")

    def show_words(self, icon_name: str, words: str, family: str) -> None:
        """Show other words, with room beside them."""
        self.icon, self.words, self.family = icon_name, words, family
        width = QFontMetrics(self._font).horizontalAdvance(words) + _BESIDE_ICON + 2 * _PADDING
        self.setFixedSize(max(_LEAST_WIDTH, width), _HEIGHT)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        pen = QPen(theme.color("border.node"), 1)
        pen.setDashPattern(dash_in_pen_widths((5, 4), 1))
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        painter.setFont(self._font)
        width = painter.fontMetrics().horizontalAdvance(self.words)
        left = (self.width() - width - _BESIDE_ICON) // 2
        color = theme.family(self.family).line
        painter.drawPixmap(left, 13, pixmap(self.icon, 20, color, self.devicePixelRatioF()))
        painter.setPen(theme.color("text.secondary"))
        room = QRectF(left + _BESIDE_ICON, 0, width + 4, _HEIGHT)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self.words)


class EmptyInvitation(QWidget):
    """Lie in the middle of an empty canvas."""

    first_asked = Signal()
    sample_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ghost = _Ghost(self)
        self._question = PlainLabel(parent=self)
        self._question.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        self._question.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._how = PlainLabel("Press Tab, double-click, or drag from the palette.", self, role="secondary")
        self._how.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._first = QPushButton(self)
        self._first.setProperty("role", "primary")
        self._first.clicked.connect(self.first_asked)
        self._sample = QPushButton("Start from sample", self)
        self._sample.setProperty("role", "secondary")
        self._sample.clicked.connect(self.sample_asked)
        buttons = row_box(spacing=8)
        buttons.addStretch()
        add_all(buttons, self._first, self._sample)
        buttons.addStretch()
        column = column_box(self, spacing=12)
        column.addWidget(self._ghost, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(6)
        add_all(column, self._question, self._how)
        column.addSpacing(4)
        column.addLayout(buttons)
        theme_manager().theme_changed.connect(self._tint)
        self.show_kind("behavior_tree")

    def show_kind(self, kind: str) -> None:
        """Speak of a kind of graph."""
        ghost_icon, words, question, button, family = _WORDS.get(kind, _WORDS["behavior_tree"])
        self._ghost.show_words(ghost_icon, words, family)
        self._question.setText(question)
        self._first.setText(button)
        self._tint()
        self.adjustSize()

    def _tint(self) -> None:
        self._first.setIcon(icon("add", "accent.on"))
        self._ghost.update()
