"""The pop-up that adds a node by a part of its name, and offers other choices too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from editor.basics.fuzzy_match import best_matches
from editor.canvas.commands.node_choices import NodeChoice
from editor.canvas.items.pictures import kind_icon
from editor.canvas.items.shared_look import qpoint
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.fonts import TextSize, TextWeight, fixed_font, ui_font
from editor.theme.icons import icon, pixmap
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import Family
from editor.widgets.plates import paint_plate
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from graphs.structure.rules import Verdict

WIDTH, HEIGHT = 340, 346
_MARGIN = 8
_FIELD_HEIGHT = 30
_LIST_TOP = 46
_ROW = 42
_HEADING = 22
_LIST_HEIGHT = HEIGHT - _LIST_TOP - 6
_ROWS_SHOWN = 5
"""Rows of a page, whatever headings are between them."""


class _Results(QWidget):
    """Paint the list of matches; one of them is current."""

    picked = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.choices: Sequence[NodeChoice] = ()
        self.current = 0
        self._first = 0
        self._grouped = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_choices(self, choices: Sequence[NodeChoice], *, grouped: bool) -> None:
        self.choices, self._grouped = choices, grouped
        self._first = 0
        self.set_current(0)

    def set_current(self, index: int) -> None:
        self.current = max(0, min(index, len(self.choices) - 1))
        self._first = min(self._first, self.current)
        while self._first < self.current and self._top_of(self.current) + _ROW > self.height():
            self._first += 1
        self.setAccessibleDescription(self.choices[self.current].title if self.choices else "")
        self.update()

    def _rows(self) -> Iterator[tuple[int, int, str]]:
        """Yield the rows that are seen: which choice, its top, and the heading above it or ""."""
        top = 0
        for index in range(self._first, len(self.choices)):
            group = self.choices[index].group
            before = self.choices[index - 1].group if index > self._first else ""
            heading = group if self._grouped and group != before else ""
            top += _HEADING if heading else 0
            if top >= self.height():
                return
            yield index, top, heading
            top += _ROW

    def _top_of(self, wanted: int) -> int:
        return next((top for index, top, _ in self._rows() if index == wanted), self.height())

    def _index_at(self, place: QPoint) -> int:
        rows = (index for index, top, _ in self._rows() if top <= place.y() < top + _ROW)
        return next(rows, -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event.position().toPoint())
        if index >= 0:
            self.current = index
            self.setToolTip(plain_tip(f"{self.choices[index].title}: {self.choices[index].help}"))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event.position().toPoint())
        if index >= 0:
            self.picked.emit(index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        step = -1 if event.angleDelta().y() > 0 else 1
        most = max(0, len(self.choices) - _ROWS_SHOWN)
        self._first = max(0, min(most, self._first + step))
        self.update()
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        if not self.choices:
            painter.setFont(ui_font(TextSize.BODY))
            painter.setPen(current_theme().color("text.tertiary"))
            painter.drawText(
                QRect(14, 4, self.width() - 28, 24),
                int(Qt.AlignmentFlag.AlignVCenter),
                "Nothing is called that. Try fewer letters.",
            )
        caption = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
        for index, top, heading in self._rows():
            if heading:
                middle = top - _HEADING // 2 + 2
                self._paint_text(painter, 14, middle, heading, caption, "text.tertiary", self.width() - 28)
            self._paint_row(painter, self.choices[index], top, index == self.current)

    def _paint_row(self, painter: QPainter, choice: NodeChoice, top: int, current: bool) -> None:
        theme = current_theme()
        painter.setPen(Qt.PenStyle.NoPen)
        if current:
            painter.setBrush(theme.color("accent.wash"))
            painter.drawRoundedRect(QRectF(6, top, self.width() - 12, 40), 6, 6)
        colors = theme.family(choice.family)
        painter.setBrush(colors.chip)
        painter.drawRoundedRect(QRectF(14, top + 8, 24, 24), 5, 5)
        picture = pixmap(choice.icon, 15, colors.line, self.devicePixelRatioF())
        painter.drawPixmap(QRect(18, top + 12, 15, 15), picture)
        hint, hint_font = (
            ("Enter", ui_font(TextSize.CAPTION)) if current else (choice.name, fixed_font(TextSize.BADGE))
        )
        hint_width = QFontMetrics(hint_font).horizontalAdvance(hint)
        room = self.width() - 48 - 16 - hint_width - (8 if hint else 0)
        name_font = ui_font(TextSize.BODY, TextWeight.SEMIBOLD)
        self._paint_text(painter, 48, top + 12, choice.title, name_font, "text.primary", room)
        below = self.width() - 48 - 16
        self._paint_text(
            painter, 48, top + 28, choice.help, ui_font(TextSize.CAPTION), "text.tertiary", below
        )
        if hint:
            left = self.width() - 16 - hint_width
            self._paint_text(painter, left, top + 12, hint, hint_font, "text.tertiary", hint_width + 2)

    def _paint_text(
        self, painter: QPainter, x: int, middle: int, text: str, font: QFont, token: str, room: int
    ) -> None:
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(current_theme().color(token))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(x, round(middle + metrics.capHeight() / 2), shown)


_WITH_MANY_NAMES = frozenset({"state", "test", "condition"})
"""Kinds of which so much is offered by name that it would hide the other kinds: it keeps its place."""


class AddSearch(QFrame):
    """Offer what can be added, filtered while typing; Enter or a click picks, Esc and a click away cancel."""

    chosen = Signal(object)
    """Carries the `NodeChoice`."""
    canceled = Signal()
    help_wanted = Signal(object)
    """Carries the `NodeChoice` that F1 was pressed at."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(WIDTH, HEIGHT)
        self.setAccessibleName("Add a node")
        self._choices: Sequence[NodeChoice] = ()
        self._shown: list[NodeChoice] = []
        self._is_open = False
        self.field = QLineEdit(self, placeholderText="Search")
        self.field.setGeometry(_MARGIN, _MARGIN, WIDTH - 2 * _MARGIN, _FIELD_HEIGHT)
        self.field.setAccessibleName("Name of what to add")
        self._icon_action = self.field.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        # A click in the list must not send the focus on to the canvas behind, which would close the list.
        self.setFocusProxy(self.field)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._results = _Results(self)
        self._results.setGeometry(0, _LIST_TOP, WIDTH, _LIST_HEIGHT)
        self._results.picked.connect(self._pick)
        theme_manager().theme_changed.connect(self._tint)
        self._tint()
        self.hide()

    @property
    def shown(self) -> Sequence[NodeChoice]:
        """Return the matches in the order shown."""
        return tuple(self._shown)

    @property
    def current(self) -> NodeChoice | None:
        """Return the match that Enter picks."""
        return self._shown[self._results.current] if self._shown else None

    def open_at(self, place: QPoint, choices: Sequence[NodeChoice], preferred: str = "") -> None:
        """Open with its upper left corner at a place of the parent, moved inside it.

        `preferred` is the kind that is first while nothing is typed.
        """
        self._choices = _with_first(preferred, choices) if preferred else choices
        parent = self.parentWidget()
        assert isinstance(parent, QWidget)
        x = max(8, min(place.x(), parent.width() - WIDTH - 8))
        y = max(8, min(place.y(), parent.height() - HEIGHT - 8))
        self.move(x, y)
        self._is_open = True
        self.field.clear()
        self._filter("")
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def cancel(self) -> None:
        """Close and add nothing."""
        if self._is_open:
            self._close()
            self.canceled.emit()

    def _close(self) -> None:
        self._is_open = False
        self.hide()
        parent = self.parentWidget()
        if isinstance(parent, QWidget):
            parent.setFocus(Qt.FocusReason.PopupFocusReason)

    def _filter(self, typed: str) -> None:
        self._shown = best_matches(typed, self._choices, lambda choice: choice.words)
        self._results.show_choices(self._shown, grouped=not typed.strip())

    def _pick(self, index: int) -> None:
        if self._is_open and 0 <= index < len(self._shown):
            choice = self._shown[index]
            self._close()
            self.chosen.emit(choice)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that walk the list, and close when the focus goes elsewhere in the window."""
        if watched is not self.field:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(event, QFocusEvent) and event.lostFocus() and self._is_open and self.isVisible():
            if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
                self.cancel()
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        current = self._results.current
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: _ROWS_SHOWN,
            Qt.Key.Key_PageUp: -_ROWS_SHOWN,
        }
        key = Qt.Key(event.key())
        if key in steps:
            self._results.set_current(current + steps[key])
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._results.set_current(current + (1 if key == Qt.Key.Key_Tab else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(current)
        elif key == Qt.Key.Key_F1 and self.current is not None:
            self.help_wanted.emit(self.current)
        elif key == Qt.Key.Key_Escape:
            self.cancel()
        else:
            return False
        return True

    def _tint(self) -> None:
        self._icon_action.setIcon(icon("search", "text.tertiary"))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate."""
        paint_plate(self)


def _with_first(preferred: str, choices: Sequence[NodeChoice]) -> list[NodeChoice]:
    """Return the choices with the preferred kind first, and with it what is offered of that kind by name."""
    own = f"kind:{preferred}"
    alone = preferred in _WITH_MANY_NAMES
    ordered = sorted(choices, key=lambda choice: choice.key != own and (alone or choice.kind != preferred))
    # Alone on top it needs no heading, which stands above the others of its group.
    return [replace(choice, group="") if alone and choice.key == own else choice for choice in ordered]


Picked = Callable[[NodeChoice], object]


class NodeSearch:
    """Open the search for a purpose."""

    def __init__(self, view: CanvasHost) -> None:
        self.view = view
        self.popup = AddSearch(view)
        self.popup.chosen.connect(self._take_choice)
        self._picked: Picked | None = None

    def open(
        self,
        choices: Sequence[NodeChoice],
        picked: Picked,
        *,
        at: Point | None = None,
        preferred: str = "",
        words: str = "Search",
    ) -> None:
        """Open the search at a point of the scene; `picked` gets what is chosen, `words` say for what."""
        self._picked = picked
        self.popup.field.setPlaceholderText(words)
        self.popup.open_at(self._search_place(at), choices, preferred)

    def _search_place(self, at: Point | None) -> QPoint:
        if at is not None:
            return self.view.mapFromScene(qpoint(at)) + QPoint(4, 4)
        size = self.view.viewport().size()
        return QPoint((size.width() - WIDTH) // 2, max(40, size.height() // 4))

    def _take_choice(self, choice: NodeChoice) -> None:
        """Give what was chosen to whoever opened the search."""
        picked, self._picked = self._picked, None
        if picked is not None:
            picked(choice)

    def node_targets(self, may: Callable[[str], Verdict]) -> list[NodeChoice]:
        """Return the nodes of the graph that something may be led to, by title."""
        graph = self.view.graph
        if graph is None:
            return []
        session = self.view.session
        found = []
        for node_id, node in graph.nodes.items():
            if not may(node_id).ok:
                continue
            kind = session.registry.kind(graph.kind, node.kind)
            icon, family = kind_icon(kind) if kind is not None else ("help", Family.VALUE)
            title = node_title(node, graph.kind, session.registry, session.document)
            words = kind.title.lower() if kind is not None else node.kind
            found.append(NodeChoice(node_id, title, words, icon, family, node.kind))
        return found

    def possible(
        self, choices: Sequence[NodeChoice], edit: Callable[[Document, NodeChoice], object]
    ) -> list[NodeChoice]:
        """Return those choices that an edit takes; say why it takes none when that is so."""
        found, refusals = [], []
        for choice in choices:
            try:
                edit(self.view.document, choice)
            except EditRefused as refused:
                refusals.append(refused)
            else:
                found.append(choice)
        if not found and refusals:
            self.view.refuse(refusals[0].reason, refusals[0].remedy)
        return found
