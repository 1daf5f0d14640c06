"""Let Tab walk a window as it is read, however and whenever what is in it was made."""

from __future__ import annotations

from functools import cmp_to_key

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from editor.widgets.hairline import walked_by_keys


def walk_by_tab(window: QWidget, forwards: bool) -> bool:
    """Give the focus to the next stop of a window, or the one before; after the last comes the first.

    Qt itself walks in the order in which widgets were made, which jumps between panels that are made when
    they are first shown, and whose rows come and go. Return False when there is nowhere to go.
    """
    here = QApplication.focusWidget()
    stops = _stops_below(window, here)
    at = stops.index(here) if here in stops else -1 if forwards else 0
    target = stops[(at + (1 if forwards else -1)) % len(stops)] if stops else None
    if target is None or target is here:
        return False
    reason = Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason
    target.setFocus(reason)
    walked_by_keys(window)
    holder = target.parentWidget()
    while holder is not None and holder is not window:
        if isinstance(holder, QScrollArea):
            holder.ensureWidgetVisible(target, 0, 0)
        holder = holder.parentWidget()
    return True


def _stops_below(holder: QWidget, here: QWidget | None) -> list[QWidget]:
    """Return what takes the focus by Tab below a widget, in reading order, and what has it now."""
    children = [
        child
        for child in holder.children()
        if isinstance(child, QWidget) and _is_walked(child, here) and not child.isWindow()
    ]
    stops = []
    for child in sorted(children, key=cmp_to_key(_order)):
        if child is here or _is_stop(child):
            stops.append(child)
        stops += _stops_below(child, here)
    return stops


def _is_walked(child: QWidget, here: QWidget | None) -> bool:
    """Tell whether a widget is in view, or holds what has the focus until it is hidden."""
    return child.isVisible() or child is here or (here is not None and child.isAncestorOf(here))


def _is_stop(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    return bool(by_tab) and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


def _order(first: QWidget, other: QWidget) -> int:
    """Order two widgets of one holder: what is above comes first, in one row what is on the left."""
    this, that = first.geometry(), other.geometry()
    if this.bottom() < that.top() or that.bottom() < this.top():
        return this.top() - that.top()
    return this.left() - that.left() or this.top() - that.top()
