"""Drive a window with pointer and keys, as somebody does who follows the tutorial."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QWidget

from editor.canvas.view.canvas_view import CanvasView
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.picker_field import PickerField
from editor.widgets.drop_down import DropDown
from editor.widgets.section_header import SectionHeader
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from graphs.kinds.declarations.titles import node_title
from runtime.basics.values import Vector

_LEFT = Qt.MouseButton.LeftButton
_NO_KEYS = Qt.KeyboardModifier.NoModifier


class TutorialHand:
    """Click, drag and type in a window; nodes are named by their titles, fields by their labels."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def view(self) -> CanvasView:
        """Return the canvas in view."""
        assert self.window.view is not None, "no graph is open"
        return self.window.view

    def node(self, title: str) -> str:
        """Return the id of the node of this title in the graph shown; raise KeyError when there is none."""
        session = self.view.session
        graph = session.document.graphs[session.graph_id]
        for node_id, node in graph.nodes.items():
            if node_title(node, graph.kind, session.registry, session.document) == title:
                return node_id
        raise KeyError(f"no node {title!r} in {session.graph_id!r}")

    def center(self, title: str) -> tuple[float, float]:
        """Return the middle of a node, in the scene."""
        rect = self.view.canvas.node_rect(self.node(title))
        assert rect is not None, f"{title!r} is not to be seen"
        return rect.center

    def settle(self) -> None:
        """Let everything happen that waits."""
        settle(_application(), 4)

    def take_focus(self) -> None:
        """Do what a window manager does when a pop-up is gone, and the off-screen platform does not."""
        for _ in range(100):
            if QApplication.focusWindow() is self.window.windowHandle() and self.window.isActiveWindow():
                return
            self.window.activateWindow()
            QTest.qWait(5)

    def click_node(self, title: str) -> None:
        """Click a node."""
        QTest.mouseClick(self.view.viewport(), _LEFT, _NO_KEYS, self._place(self.center(title)))
        self.settle()

    def double_click(self, point: tuple[float, float]) -> None:
        """Double-click a place of the canvas."""
        QTest.mouseClick(self.view.viewport(), _LEFT, _NO_KEYS, self._place(point))
        QTest.mouseDClick(self.view.viewport(), _LEFT, _NO_KEYS, self._place(point))
        self.settle()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one place of the canvas to another."""
        self._drag(self.view.viewport(), self._place(start), self._place(end))

    def drag_wire(self, source: str, target: str) -> None:
        """Drag from the handle on a state's right side onto another state."""
        rect = self.view.canvas.node_rect(self.node(source))
        assert rect is not None, f"{source!r} is not to be seen"
        QTest.mouseMove(self.view.viewport(), self._place(rect.center))
        self.drag((rect.right, rect.center[1]), self.center(target))

    def drag_out(self, parent: str, to: tuple[float, float], words: str) -> None:
        """Drag from the port below a tree node to a place, and add what is typed there."""
        tree = self.view.canvas.tree
        assert tree is not None
        self.drag(tree.port(self.node(parent)), to)
        self.add(words)

    def add(self, words: str) -> None:
        """Type into the search that adds a node, and press Enter."""
        search = self.view.search.popup
        assert search.isVisible(), "the search that adds nodes is not open"
        QTest.keyClicks(search.field, words)
        QTest.keyClick(search.field, Qt.Key.Key_Return)
        self.settle()

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = _NO_KEYS) -> None:
        """Press a key on the canvas."""
        self.take_focus()
        self.view.setFocus()
        QTest.keyClick(self.view, key, keys)
        self.settle()

    def type_title(self, text: str) -> None:
        """Press F2 and type another title."""
        self.key(Qt.Key.Key_F2)
        editor = QApplication.focusWidget()
        assert editor is not None, "nothing is being renamed"
        QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        self.settle()

    def field(self, label: str) -> FieldRow:
        """Return the row of the inspector with this label; raise KeyError when there is none."""
        self.settle()
        self.window.panels.show_panel("inspector")
        self.window.inspector.page.refresh()
        self.settle()
        rows = self.window.inspector.findChildren(FieldRow)
        for row in rows:
            if row.spec.label == label and row.isVisible():
                return row
        shown = [row.spec.label for row in rows if row.isVisible()]
        raise KeyError(f"no field {label!r} in the inspector, only {', '.join(shown)}")

    def write(self, label: str, text: str) -> None:
        """Click a field of the inspector, type and press Enter."""
        editor = self.field(label).editor
        self.take_focus()
        QTest.mouseClick(editor, _LEFT)
        QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        self.settle()

    def choose(self, label: str, title: str) -> None:
        """Open a drop-down of the inspector and choose an entry."""
        editor = self.field(label).editor
        assert isinstance(editor, DropDown), f"{label!r} is no drop-down"
        QTest.mouseClick(editor, _LEFT)
        if isinstance(editor, PickerField):
            self._choose_in(editor, title)
            return
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu), "no menu has opened"
        action = next((each for each in menu.actions() if each.text() == title), None)
        if action is None:
            menu.close()
            raise KeyError(f"{label!r} offers no {title!r}")
        menu.setActiveAction(action)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        self.settle()

    def _choose_in(self, field: PickerField, title: str) -> None:
        """Type into the list that a field has opened, and press Enter."""
        search = field.search
        assert search is not None, "no list has opened"
        QTest.keyClicks(search.field, title)
        if search.current is None or search.current.title != title:
            search.cancel()
            raise KeyError(f"{field.accessibleName()!r} offers no {title!r}")
        QTest.keyClick(search.field, Qt.Key.Key_Return)
        self.settle()

    def choose_in_menus(self, *titles: str) -> None:
        """Go through the menus by their titles and trigger the last; raise KeyError where one is missing."""
        bar = self.window.findChild(QMenuBar)
        assert bar is not None, "the window has no menus"
        actions = bar.actions()
        for depth, title in enumerate(titles):
            action = next((each for each in actions if each.text().replace("&", "") == title), None)
            if action is None:
                raise KeyError(f"no {title!r} among {', '.join(item.text() for item in actions)}")
            if depth == len(titles) - 1:
                action.trigger()
            else:
                menu = action.menu()
                assert isinstance(menu, QMenu), f"{title!r} is no menu"
                menu.aboutToShow.emit()
                actions = menu.actions()
        self.settle()

    def click_button(self, words: str) -> None:
        """Click the button that is shown with these words; raise KeyError when there is none."""
        for button in self.window.findChildren(QAbstractButton):
            if button.isVisible() and button.text().replace("&", "").startswith(words):
                QTest.mouseClick(button, _LEFT)
                self.settle()
                return
        raise KeyError(f"no button {words!r} is shown")

    def unfold(self, title: str) -> None:
        """Click the heading of a section of the inspector that is folded."""
        for header in self.window.inspector.findChildren(SectionHeader):
            if header.isVisible() and header.text().strip() == title:
                QTest.mouseClick(header, _LEFT)
                self.settle()
                return
        raise KeyError(f"the inspector has no section {title!r}")

    def carry(self, agent: str, to: Vector) -> None:
        """Drag an agent over the map to a place of the world."""
        session = self.window.run.session
        assert session is not None
        view = self.window.preview.map.view
        start, end = view.point(session.world.pose(agent).position), view.point(to)
        self._drag(self.window.preview.map.viewport(), start.toPoint(), end.toPoint())

    def _drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        QTest.mousePress(widget, _LEFT, _NO_KEYS, start)
        for step in range(1, 6):
            QTest.mouseMove(widget, start + (end - start) * (step / 5))
            QApplication.processEvents()
        QTest.mouseRelease(widget, _LEFT, _NO_KEYS, end)
        self.settle()

    def _place(self, point: tuple[float, float]) -> QPoint:
        return self.view.mapFromScene(QPointF(*point))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
