"""Paint rows of lists and trees alike: background, icon, elided text, badge."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from editor.theme.badges import badge_pixmap
from editor.theme.fonts import scaled
from editor.theme.icons import icon_names, pixmap
from editor.theme.inks import set_inks
from editor.theme.theme_manager import current_theme
from editor.widgets.hairline import paint_focus_ring, shows_focus

RADIUS = 7.0
"""Radius of a badge in a row, px."""


def row_badge(
    look: str, *, ghost: bool = False, back: str = "surface.panel", ratio: float = 1.0, radius: float = RADIUS
) -> QPixmap:
    """Return the picture of a badge in the theme of now: solid for live, an outline for a last result."""
    return badge_pixmap(current_theme(), look, radius, ghost, back, ratio)


def badge_icon(look: str, *, ghost: bool = False, back: str = "surface.panel") -> QIcon:
    """Return a badge as an icon for buttons."""
    result = QIcon()
    for ratio in (1.0, 2.0):
        result.addPixmap(row_badge(look, ghost=ghost, back=back, ratio=ratio, radius=6.0))
    return result


def paint_row_back(painter: QPainter, option: QStyleOptionViewItem, *, inset: int = 4) -> None:
    """Paint the wash of a selected row, the light of a hovered one, and the focus ring."""
    theme = current_theme()
    rect = QRectF(option.rect).adjusted(inset, 1, -inset, -1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if option.state & QStyle.StateFlag.State_Selected:
        painter.setBrush(theme.color("accent.wash"))
        painter.drawRoundedRect(rect, 5, 5)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(theme.color("surface.hover"))
        painter.drawRoundedRect(rect, 5, 5)
    focused = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
    if option.state & focused == focused:
        set_inks(painter, QPen(theme.color("accent.line"), 2), Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 5, 5)


def paint_icon(painter: QPainter, name: str, left: int, rect: QRect, color: QColor, size: int = 16) -> None:
    """Paint an icon in the middle of a row's height; a game's manifest may name one we do not have."""
    name = name if name in icon_names() else "action"
    ratio = painter.device().devicePixelRatio()
    painter.drawPixmap(left, rect.center().y() - size // 2 + 1, pixmap(name, size, color, ratio))


def paint_text(
    painter: QPainter,
    text: str,
    rect: QRect,
    font: QFont,
    color: QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """Paint one line of text, elided to the rectangle."""
    painter.setFont(font)
    painter.setPen(color)
    shown = painter.fontMetrics().elidedText(text, mode, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | align, shown)


def paint_badge(
    painter: QPainter, look: str, x: float, rect: QRect, *, ghost: bool = False, back: str = "surface.panel"
) -> None:
    """Paint a status badge with its middle at `x`."""
    badge = row_badge(look, ghost=ghost, back=back, ratio=painter.device().devicePixelRatio())
    side = badge.width() / badge.devicePixelRatio()
    painter.drawPixmap(QPointF(x - side / 2, rect.center().y() + 1 - side / 2), badge)


Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paint rows of one height; a subclass paints their contents in `paint_row`."""

    def __init__(self, parent: QObject, height: int, *, inset: int = 4) -> None:
        """Begin with rows of `height` pixels at the text size of 100 %; `inset` is beside their backs."""
        super().__init__(parent)
        self._height, self._inset = height, inset

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a row; lists are as wide as they are."""
        return QSize(120, scaled(self._height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the back of a row and its contents."""
        painter.save()
        paint_row_back(painter, option, inset=self._inset)
        self.paint_row(painter, option.rect, index)
        painter.restore()

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint what is in a row; the painter is put back afterwards."""
        raise NotImplementedError


class RowTree(QTreeView):
    """Paint the wash of a row over its whole width, the branches included."""

    def __init__(self) -> None:
        super().__init__()
        self.setStyleSheet(
            "QTreeView { selection-background-color: transparent; }"
            "QTreeView::branch, QTreeView::item:selected, QTreeView::item:hover { background: transparent; }"
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, and the ring of the focus where no row has it."""
        super().paintEvent(event)
        if not self.currentIndex().isValid():
            paint_focus_ring(QPainter(self.viewport()), self)

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the back of a row from edge to edge, then the row."""
        row = QStyleOptionViewItem(option)
        row.rect = QRect(0, option.rect.top(), self.viewport().width(), option.rect.height())
        if self.selectionModel().isSelected(index):
            row.state |= QStyle.StateFlag.State_Selected
        if index == self.currentIndex() and shows_focus(self):
            row.state |= QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        painter.save()
        paint_row_back(painter, row)
        painter.restore()
        super().drawRow(painter, option, index)
