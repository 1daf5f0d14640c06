"""Find texts that do not fit or are elided without a tooltip, and parts that lie over each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QFileDialog,
    QGraphicsView,
    QHeaderView,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTextEdit,
    QToolTip,
    QWidget,
)

from editor.map.view.map_widget import MapWidget
from tests.editor.every_scene.painted_texts import DOTS, PaintedText, painted_texts

SLACK = 1.5
"""Px by which the ink of a text may reach over an edge: rounding, and the slant of a letter."""

ENDLESS = 1e6
MOST_COLUMNS = 8
ZOOMED = QGraphicsView | MapWidget
"""Pictures that the user zooms and moves: what does not fit there is moved into view."""

WHEELED = ("_Results",)
"""Lists without a scroll bar, which keys and the wheel scroll: a row may be cut off below."""


def clipped_texts(window: QWidget) -> list[str]:
    """Return what is wrong with the texts of a window in view, each as a line that says where.

    The window that picks files is Qt's own, and left out.
    """
    return [
        f"{_where(widget)}: {fault}"
        for widget in (window, *window.findChildren(QWidget))
        if widget.isVisible()
        and not isinstance(widget.window(), QFileDialog)
        and not _is_zoomed(widget)
        and (_is_scrolled(widget) or not widget.visibleRegion().isEmpty())
        for fault in (*_faults_of(widget), *_overlaps_in(widget))
    ]


def _overlaps_in(widget: QWidget) -> Iterator[str]:
    """Tell which widgets of one layout lie over each other: there was no room for them."""
    layout = widget.layout()
    shown = [part for part in _laid_out(layout) if part.isVisible()] if layout is not None else []
    for first, second in combinations(shown, 2):
        common = first.geometry() & second.geometry()
        if common.width() > SLACK and common.height() > SLACK:
            yield f"{_where(first)} lies over {_where(second)}"


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is None:
            continue
        if (inner := item.layout()) is not None:
            yield from _laid_out(inner)
        elif (part := item.widget()) is not None:
            yield part


def _faults_of(widget: QWidget) -> Iterator[str]:
    room = _room_of(widget)
    for painted in painted_texts(widget):
        ink = painted.ink
        if not isinstance(widget, QLineEdit) and not _within(ink, room):
            yield f"{painted.text!r} at {_numbers(ink)} reaches over {_numbers(room)}"
        elif DOTS in painted.text and not _is_whole(painted.text, widget) and not _tip(widget, painted):
            yield f"{painted.text!r} is elided without a tooltip"


def _room_of(widget: QWidget) -> QRectF:
    """Return the part of a widget that can be seen, or scrolled into view, px of the widget."""
    left = top = -ENDLESS
    right = bottom = ENDLESS
    pans_across = pans_down = False
    at: QWidget | None = widget
    while at is not None:
        bars = _bars_of(at)
        pans_across |= any(bar.orientation() is Qt.Orientation.Horizontal for bar in bars)
        pans_down |= any(bar.orientation() is Qt.Orientation.Vertical for bar in bars)
        corner = widget.mapTo(at, QPoint())
        if not pans_across:
            left, right = max(left, -corner.x()), min(right, at.width() - corner.x())
        if not pans_down:
            top, bottom = max(top, -corner.y()), min(bottom, at.height() - corner.y())
        at = None if at.isWindow() else at.parentWidget()
    if type(widget).__name__ in WHEELED:
        bottom = ENDLESS
    return QRectF(QPointF(left, top), QPointF(right, bottom))


def _is_scrolled(widget: QWidget) -> bool:
    """Tell whether a widget is in an area that scrolls, where it may be out of view now."""
    at: QWidget | None = widget
    while at is not None and not at.isWindow():
        if _bars_of(at):
            return True
        at = at.parentWidget()
    return False


def _bars_of(widget: QWidget) -> list[QScrollBar]:
    """Return the bars that scroll what is in a widget, those that have somewhere to go."""
    holder = widget.parentWidget()
    if holder is None or widget.isWindow():
        return []
    if not isinstance(holder, QAbstractScrollArea):
        bars = holder.findChildren(QScrollBar, options=_DIRECT)
    else:
        of_view = (holder.horizontalScrollBar(), holder.verticalScrollBar())
        bars = [bar for bar in of_view if holder.viewport() is widget]
        of_header = holder.parentWidget() if isinstance(holder, QHeaderView) else None
        if isinstance(of_header, QAbstractScrollArea):
            bars = [of_header.horizontalScrollBar()]
    return [bar for bar in bars if bar.maximum() > bar.minimum()]


_NO_KEYS = Qt.KeyboardModifier.NoModifier
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def _within(ink: QRectF, room: QRectF) -> bool:
    return room.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(ink)


def _is_whole(text: str, widget: QWidget) -> bool:
    """Tell whether a text, or the whole of which it is a line, has its dots by itself."""
    return any(text.strip() in whole for whole in _whole_texts(widget))


def _whole_texts(widget: QWidget) -> set[str]:
    """Return the texts that a widget has, such as that of a button."""
    holder = widget.parentWidget()
    owner = holder if isinstance(holder, QAbstractItemView) else widget
    if isinstance(holder, QTextEdit | QPlainTextEdit):
        return set(holder.toPlainText().split("\n"))
    texts = {str(owner.property(name) or "") for name in ("text", "title", "windowTitle", "currentText")}
    texts |= {action.text() for action in owner.actions()}
    if isinstance(owner, QAbstractItemView) and owner.model() is not None:
        model = owner.model()
        texts |= {
            str(model.index(row, column, owner.rootIndex()).data())
            for row in range(min(200, model.rowCount(owner.rootIndex())))
            for column in range(MOST_COLUMNS)
        }
    return {text.replace("&", "") for text in texts}


def _tip(widget: QWidget, painted: PaintedText) -> str:
    """Return the tooltip that comes up over a text, "" for none."""
    nothing = "no tooltip came up"
    at = painted.ink.center().toPoint()
    everywhere = widget.mapToGlobal(at)
    QToolTip.showText(everywhere, nothing)
    no_button = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(everywhere), no_button, no_button, _NO_KEYS
    )
    QApplication.sendEvent(widget, moved)
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, everywhere))
    said = QToolTip.text()
    QToolTip.hideText()
    return "" if said == nothing else said


def _is_zoomed(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return isinstance(widget, ZOOMED) or (isinstance(parent, ZOOMED) and parent.viewport() is widget)


def _where(widget: QWidget) -> str:
    names: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(names) < 3:
        names.append(at.accessibleName() or at.objectName() or type(at).__name__)
        at = None if at.isWindow() else at.parentWidget()
    return f"{type(widget).__name__} ({' in '.join(names)})"


def _numbers(rect: QRectF) -> str:
    numbers = (rect.left(), rect.top(), rect.right(), rect.bottom())
    return "(" + ", ".join("∞" if abs(each) > ENDLESS / 2 else f"{each:.0f}" for each in numbers) + ")"
