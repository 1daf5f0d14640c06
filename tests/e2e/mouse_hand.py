"""Drive the real window by the mouse alone; keys only ever type words and numbers."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from editor.canvas.commands.node_search import _ROW, AddSearch
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.view.canvas_view import CanvasView
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.picker_field import PickerField
from editor.panels.inspector.section_view import SectionView
from editor.window.main_window import MainWindow
from graphs.model import StateMachineGraph
from tests.e2e.qt_events import Left, QtEvents

_SCROLL_STRIP = 24
"""Px at both ends of a menu that scrolls, where the pointer scrolls it."""
ROUNDS = 50
"""Turns of the event loop that something may take to appear."""


class MouseHand:
    """Click, drag and turn the wheel on what can be seen; what is covered or hidden cannot be hit."""

    def __init__(self, window: MainWindow, events: QtEvents | None = None) -> None:
        self.window = window
        self.events = events or QtEvents()
        self.clicks = 0

    # ---- widgets

    def click(self, widget: QWidget, place: QPoint | None = None, button: Qt.MouseButton = Left) -> None:
        """Click on a widget that is to be seen at that place."""
        self.events.click(widget, self._seen(widget, place), button)
        self.clicks += 1

    def select_text(self, widget: QWidget) -> None:
        """Select the line of a text by three clicks."""
        target = widget.viewport() if isinstance(widget, QPlainTextEdit) else widget
        self.events.click(target, self._seen(target, QPoint(12, 12)), times=3)
        self.clicks += 3

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.events.key("Return")
            self.events.type(line)

    def _seen(self, widget: QWidget, place: QPoint | None) -> QPoint:
        place = place if place is not None else widget.rect().center()
        assert widget.isVisible(), f"{widget.accessibleName() or widget} is not to be seen"
        top = widget.window()
        under = top.childAt(widget.mapTo(top, place)) or top
        assert under is widget or widget.isAncestorOf(under), f"{widget} is covered by {under}"
        return place

    def button(self, words: str, inside: QWidget | None = None) -> QAbstractButton:
        """Return the visible button of that name."""
        for _ in range(ROUNDS):
            for each in (inside or self.window).findChildren(QAbstractButton):
                if words in (each.text(), each.accessibleName()) and each.isVisible():
                    return each
            QApplication.processEvents()
        raise AssertionError(f"No button {words!r} is to be seen")

    # ---- menus

    def menu(self, *titles: str) -> None:
        """Choose from the menu bar: the title of a menu, then entries."""
        bar = self.window.title_row.menu_bar
        action = _entry(bar.actions(), titles[0])
        self.click(bar, bar.actionGeometry(action).center())
        self.pick(*titles[1:])

    def pick(self, *titles: str) -> None:
        """Choose an entry of the menu that is open, submenu by submenu."""
        menu: QObject | None = QApplication.activePopupWidget()
        for title in titles:
            assert isinstance(menu, QMenu), "no menu is open"
            action = _entry(menu.actions(), title)
            assert action.isEnabled(), f"{title} cannot be chosen"
            place = self._place_in_menu(menu, action)
            inner = action.menu()
            self.click(menu, place)
            menu = inner
        QApplication.processEvents()

    def _place_in_menu(self, menu: QMenu, action: QAction) -> QPoint:
        """Return where an entry is to be clicked; a menu that finds no room is scrolled by the wheel."""
        ends = [menu.actionGeometry(entry) for entry in menu.actions()]
        is_scrolled = ends[0].top() < 0 or ends[-1].bottom() > menu.height()
        strip, place = _SCROLL_STRIP if is_scrolled else 0, menu.actionGeometry(action).center()
        for _ in range(ROUNDS):
            if strip <= place.y() <= menu.height() - strip:
                break
            self.wheel(menu, 120 if place.y() < strip else -120)
            place = menu.actionGeometry(action).center()
        assert menu.rect().contains(place), f"{action.text()} is beyond the rim of the menu"
        return place

    # ---- inspector

    def row(self, key: str) -> FieldRow:
        """Return a row of the inspector, scrolled into view, its section unfolded."""
        for _ in range(ROUNDS):
            if key in self.field_keys():
                break
            QApplication.processEvents()
        row = self.window.inspector.page.row(key)
        for _ in range(2):
            if row.isVisible():
                break
            self._unfold_around(row)
        self.scroll_to(row)
        return row

    def field_keys(self) -> tuple[str, ...]:
        """Return the keys of the rows of the inspector, from top to bottom."""
        return tuple(self.window.inspector.page.rows)

    def _unfold_around(self, row: QWidget) -> None:
        around = row.parentWidget()
        while around is not None and not isinstance(around, SectionView):
            around = around.parentWidget()
        assert around is not None
        header = around.header
        self.scroll_to(header)
        self.click(header)

    def fill(self, key: str, text: str) -> None:
        """Replace the text of a field; the next click elsewhere keeps it."""
        editor = self.row(key).editor
        self.select_text(editor)
        self.type(text)

    def choose(self, key: str, title: str) -> None:
        """Choose from a drop-down field, or from the list of actions and graphs."""
        editor = self.row(key).editor
        self.click(editor)
        if isinstance(editor, PickerField):
            assert editor.search is not None
            self._find_in(editor.search, title, title)
        else:
            self.pick(title)

    def toggle(self, key: str) -> None:
        """Flip a switch."""
        editor = self.row(key).editor
        self.click(editor, QPoint(12, editor.height() // 2))

    def press(self, words: str) -> None:
        """Press a button of the inspector."""
        button = self.button(words, self.window.inspector)
        self.scroll_to(button)
        self.click(button)

    def scroll_to(self, widget: QWidget) -> None:
        """Turn the wheel until a widget is in view."""
        QApplication.processEvents()
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is None:
            return
        viewport = area.viewport()
        for _ in range(60):
            top = widget.mapTo(viewport, QPoint(0, 0)).y()
            if top >= 0 and top + min(widget.height(), 26) <= viewport.height():
                return
            self.wheel(viewport, 120 if top < 0 else -120)
        raise AssertionError("the wheel does not bring it into view")

    def wheel(self, widget: QWidget, turn: int) -> None:
        """Turn the wheel over a widget."""
        self.events.wheel(widget, turn)

    # ---- lists

    def click_line(self, view: QAbstractItemView, text: str) -> None:
        """Click on the line of a list or tree that shows a text."""
        model = view.model()
        found = model.match(
            model.index(0, 0),
            Qt.ItemDataRole.DisplayRole,
            text,
            1,
            Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive,
        )
        assert found, f"{text!r} is not in the list"
        for _ in range(60):
            rect = view.visualRect(found[0])
            if view.viewport().rect().contains(rect.center()):
                break
            self.wheel(view.viewport(), 120 if rect.top() < 0 else -120)
        self.click(view.viewport(), view.visualRect(found[0]).center())

    # ---- canvas

    @property
    def view(self) -> CanvasView:
        """Return the canvas in view."""
        view = self.window.view
        assert view is not None
        return view

    def pixel(self, point: Point) -> QPoint:
        """Return where a point of the scene is to be seen."""
        place = self.view.mapFromScene(QPointF(*point))
        assert self.view.viewport().rect().contains(place), f"{point} is out of view"
        return place

    def double_click(self, place: QPoint) -> None:
        """Double-click on the canvas."""
        self.events.click(self.view.viewport(), place, times=2)
        self.clicks += 2

    def drag(self, start: QPoint, end: QPoint) -> None:
        """Drag on the canvas."""
        self.events.drag(self.view.viewport(), start, end)
        self.clicks += 1

    def add(self, words: str, title: str) -> None:
        """Type into the search that is open, and click the entry of a title."""
        search = self.view.search.popup
        assert search.isVisible(), f"no search is open; {self.view.refusal_tip.reason}"
        self._find_in(search, words, title)

    def _find_in(self, search: AddSearch, words: str, title: str) -> None:
        self.type(words)
        titles = [choice.name if choice.name == title else choice.title for choice in search.shown]
        assert title in titles, f"{title!r} is not among {titles}"
        results = search._results
        row = titles.index(title) - results._first
        self.click(results, QPoint(results.width() // 2, row * _ROW + _ROW // 2))

    def move(self, place: QPoint) -> None:
        """Move the pointer over the canvas."""
        self.events.move(self.view.viewport(), place)

    def is_in_view(self, point: Point) -> bool:
        """Tell whether a point of the scene is to be seen."""
        return self.view.viewport().rect().contains(self.view.mapFromScene(QPointF(*point)))

    def rename(self, node_id: str, title: Rect, name: str) -> None:
        """Double-click on a title of the canvas, type another name, and click on the node below it."""
        self.double_click(self.pixel((title.left + 12, title.center[1])))
        assert self.view.title_editor.isVisible(), "no title can be typed"
        self.type(name)
        self.click_node(node_id)

    def click_node(self, node_id: str) -> None:
        """Click on a node, near its lower left corner."""
        rect = self.rect_of(node_id)
        self.click(self.view.viewport(), QPoint(rect.left() + 20, rect.bottom() - 5))

    def edges(self) -> list[str]:
        """Return the ids of the transitions of the graph in view."""
        graph = self.view.graph
        return list(graph.edges) if isinstance(graph, StateMachineGraph) else []

    def node(self, title: str) -> str:
        """Return the id of the node that shows a title; it must be the only one."""
        graph = self.window.area.view.graph if self.window.area.view is not None else None
        assert graph is not None
        [found] = [each for each in graph.nodes if self.view.name_of(each) == title]
        return found

    def rect_of(self, node_id: str) -> QRect:
        """Return where a node is to be seen on the canvas."""
        rect = self.view.canvas.node_rect(node_id)
        assert rect is not None, f"{node_id} is not shown"
        return QRect(self.pixel((rect.left, rect.top)), self.pixel((rect.right, rect.bottom)))

    def show_all(self) -> None:
        """Bring the whole graph into view by the button in the corner."""
        self.click(self.button("Show all", self.view))


def _entry(actions: list[QAction], title: str) -> QAction:
    for action in actions:
        if action.text().replace("&", "").split("\t")[0] == title:
            return action
    raise AssertionError(f"{title!r} is not in the menu: {[action.text() for action in actions]}")
