"""Paint rows of lists alike: background, icon, elided text, badge."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from editor.theme.icons import icon_names, pixmap
from editor.theme.theme_manager import current_theme
from editor.widgets.badges import row_badge


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
        painter.setPen(QPen(theme.color("accent.line"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
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
