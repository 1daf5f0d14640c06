"""Arrange the panels around the canvas, and keep the arrangement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from editor.widgets.boxes import column_box
from editor.widgets.hairline import walked_by_keys
from editor.widgets.menu import Menu
from editor.widgets.panel import Panel
from editor.window.frame.floating_panel import LEAST_SIZE, FloatingPanel, PanelDrags
from editor.window.frame.panel_stack import FOLDED_WIDTH, PanelPage, PanelStack
from editor.window.frame.screen_setup import ScreenPlace, onto_screen

STACKS = ("left", "bottom", "preview", "right", "far_right")
"""The places a panel can stand: left, below, upper right, lower right twice."""

STACK_TITLES = {
    "left": "Left",
    "bottom": "Bottom",
    "preview": "Upper right",
    "right": "Lower right",
    "far_right": "Far right",
}

DEFAULT_SIZES = {
    "columns": (920, 520),
    "rows": (624, 204),
    "upper": (212, 708),
    "right_rows": (352, 476),
    "right_columns": (270, 250),
}
"""Sizes of the splitters in the window of 1440 × 900, px."""

FOLD_WIDTH = 1200
"""Under this width of the window the left stack folds."""

MERGE_WIDTH = 1000
"""Under this width of the window the far right panels become tabs of the stack beside them."""


NARROW_SHARE = 0.42
"""The most of a window narrower than FOLD_WIDTH that the right column takes."""


class PanelLayout(QWidget):
    """Hold the canvas area and five stacks of panels in splitters, and the panels that float."""

    shown = Signal(str)
    """Carries a panel that was brought to the front."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__()
        self.stacks = {name: PanelStack(name) for name in STACKS}
        self.canvas = canvas
        self.canvas_stops: Callable[[], Sequence[QWidget]] = lambda: (canvas.focusProxy() or canvas,)
        """Which canvases a walk through the panels stops at."""
        self._home: dict[str, str] = {}
        self._default_home: dict[str, str] = {}
        self._panels: dict[str, PanelPage] = {}
        self._floating: dict[str, FloatingPanel] = {}
        self._used = ""
        """The panel that had the focus last."""
        self._drags = PanelDrags(self)
        self._merged = False
        self._width = 0
        self._wide_right: int | None = None
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        columns, rows, upper = _splitter(horizontal), _splitter(vertical), _splitter(horizontal)
        right_rows, right_columns = _splitter(vertical), _splitter(horizontal)
        box = column_box(self, margins=(0, 0, 0, 0))
        box.addWidget(columns)
        # The outer ones first: whoever gets another parent is styled again with all that it holds.
        for splitter, *inside in (
            (columns, rows, right_rows),
            (rows, upper, self.stacks["bottom"]),
            (right_rows, self.stacks["preview"], right_columns),
            (upper, self.stacks["left"], canvas),
            (right_columns, self.stacks["right"], self.stacks["far_right"]),
        ):
            for widget in inside:
                splitter.addWidget(widget)
        upper.setStretchFactor(1, 1)
        columns.setStretchFactor(0, 1)
        self.splitters = {
            "columns": columns,
            "rows": rows,
            "upper": upper,
            "right_rows": right_rows,
            "right_columns": right_columns,
        }
        for stack in self.stacks.values():
            self._watch(stack)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)
        self.stacks["left"].folded.connect(self._make_room)
        self.reset_sizes()

    def add(self, panel: PanelPage, stack: str) -> None:
        """Place a panel where it is by default."""
        self._panels[panel.panel_id] = panel
        self._home[panel.panel_id] = self._default_home[panel.panel_id] = stack
        self.stacks[stack].add(panel)

    def panel_ids(self) -> tuple[str, ...]:
        """Return all panels in the order they were added."""
        return tuple(self._panels)

    def panel(self, panel_id: str) -> Panel:
        """Return a panel, made now if it was not yet; raise KeyError for an unknown id."""
        return self._panels[panel_id].panel

    def page(self, panel_id: str) -> PanelPage:
        """Return the page of a panel, with its title and icon; raise KeyError for an unknown id."""
        return self._panels[panel_id]

    def show_panel(self, panel_id: str, *, focus: bool = False) -> None:
        """Bring a panel to the front, and give it the focus if asked."""
        stack = self.stack_of(panel_id)
        stack.set_folded(False)
        stack.show_panel(panel_id)
        self.shown.emit(panel_id)
        if panel_id in self._floating:
            self._floating[panel_id].show()
            self._floating[panel_id].raise_()
        if focus:
            self._used = panel_id
            if panel_id in self._floating:
                self._floating[panel_id].activateWindow()
            self.panel(panel_id).focus_target().setFocus(Qt.FocusReason.OtherFocusReason)

    def is_shown(self, panel_id: str) -> bool:
        """Tell whether a panel is in front of its stack."""
        current = self.stack_of(panel_id).current
        return current is not None and current.panel_id == panel_id and current.isVisible()

    def has_tab(self, panel_id: str) -> bool:
        """Tell whether a panel has a tab, in front or not."""
        return self._panels[panel_id].has_tab

    def close_panel(self, panel_id: str) -> None:
        """Take the tab of an extra panel away, wherever it is; the canvas has the focus then."""
        self.dock_panel(panel_id)
        if self._panels[panel_id].is_extra and self.has_tab(panel_id):
            self.stack_of(panel_id).close_panel(panel_id)
            self._leave()

    def closable_panel(self) -> str:
        """Return the extra panel that has the focus, else the one in front below; empty for neither."""
        focused = QApplication.focusWidget()
        fronts = [stack.current for stack in self._all_stacks() if stack.isVisible()]
        shown = [front for front in fronts if front is not None and front.is_extra]
        for page in shown:
            if focused is not None and _holds(page, focused):
                return page.panel_id
        below = self.stacks["bottom"].current
        return below.panel_id if below is not None and below in shown else ""

    def move_panel(self, panel_id: str, stack: str) -> None:
        """Move a panel to another stack and show it there."""
        if panel_id in self._panels and self.stack_of(panel_id).name != stack:
            self._bring_home(panel_id, stack)
            self.stacks[stack].show_panel(panel_id)

    def _bring_home(self, panel_id: str, stack: str) -> None:
        panel = self._taken_out(panel_id)
        self._home[panel_id] = stack
        self.stacks[stack].add(panel)

    # ---- panels that float

    def is_floating(self, panel_id: str) -> bool:
        """Tell whether a panel is in a window of its own."""
        return panel_id in self._floating

    def float_panel(self, panel_id: str, at: QRect | None = None, *, focus: bool = True) -> None:
        """Put a panel into a window of its own, above where it is or `at` px of the desktop; or move it."""
        stack, page = self.stack_of(panel_id), self._panels[panel_id]
        place = at or QRect(stack.mapToGlobal(QPoint(24, 24)), stack.size().expandedTo(LEAST_SIZE))
        if panel_id not in self._floating:
            index = stack.all_panels.index(page)
            stack.open_panel(panel_id)
            stack.remove(page)
            made = FloatingPanel(page, self._home[panel_id], index, self)
            self._floating[panel_id] = made
            self._watch(made.stack)
            made.close_wanted.connect(self.leave_floating)
        self._floating[panel_id].setGeometry(place)
        self.show_panel(panel_id, focus=focus)

    def dock_panel(self, panel_id: str) -> None:
        """Bring a panel that floats back where it was, in front; the canvas has the focus then."""
        floating = self._floating.get(panel_id)
        if floating is None:
            return
        merged = self._merged and floating.home == "far_right"
        stack = self.stacks["right" if merged else floating.home]
        page = self._taken_out(panel_id)
        stack.add(page, min(floating.index, len(stack.all_panels)))
        stack.show_panel(panel_id)
        self._leave()

    def leave_floating(self, panel_id: str) -> None:
        """Close the window of a panel: an extra one is closed, the others go back where they were."""
        if self._panels[panel_id].is_extra:
            self.close_panel(panel_id)
        else:
            self.dock_panel(panel_id)

    def toggle_floating(self, panel_id: str) -> None:
        """Let a panel float, or come back."""
        if panel_id in self._floating:
            self.dock_panel(panel_id)
        else:
            self.float_panel(panel_id)

    def used_panel(self) -> str:
        """Return the panel that had the focus last, empty for none."""
        return self._used

    def floating(self) -> dict[str, list[int]]:
        """Return where the panels that float are: left, top, width and height, px of the desktop."""
        return {panel_id: floating.place() for panel_id, floating in self._floating.items()}

    def restore_floating(self, kept: Mapping[str, Sequence[object]], screens: Sequence[ScreenPlace]) -> None:
        """Let just these panels float, where they were, or on a screen that is there; focus stays."""
        for panel_id in set(self._floating) - set(kept):
            self.dock_panel(panel_id)
        for panel_id, place in kept.items():
            numbers = [number for number in place if type(number) is int]
            if panel_id in self._panels and len(numbers) == 4 and min(numbers[2:]) > 0:
                self.float_panel(panel_id, onto_screen(QRect(*numbers), screens), focus=False)

    def hide_floating(self) -> None:
        """Take the panels that float from view: the window is closing."""
        for floating in self._floating.values():
            floating.hide()

    def _taken_out(self, panel_id: str) -> PanelPage:
        floating = self._floating.pop(panel_id, None)
        if floating is not None:
            return floating.give_back()
        page = self._panels[panel_id]
        self.stack_of(panel_id).remove(page)
        return page

    def _leave(self) -> None:
        """Give the focus to the canvas."""
        self.window().activateWindow()
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow_focus(self, _former: QWidget | None, now: QWidget | None) -> None:
        for stack in self._all_stacks() if now is not None else ():
            if now is not None and stack.current is not None and stack.isAncestorOf(now):
                self._used = stack.current.panel_id

    def _all_stacks(self) -> list[PanelStack]:
        return [*self.stacks.values(), *(floating.stack for floating in self._floating.values())]

    def _watch(self, stack: PanelStack) -> None:
        stack.close_wanted.connect(self.close_panel)
        stack.float_wanted.connect(self.toggle_floating)
        stack.menu_wanted.connect(self._open_menu)
        stack.tabs.picked.connect(self.shown)
        self._drags.watch(stack)

    def walk(self, backwards: bool = False) -> None:
        """Give the focus to the next panel in view, the canvas among them."""
        stops = list(self.canvas_stops())
        stops += [
            _focusable(stack.current.panel)
            for stack in self._all_stacks()
            if stack.isVisible() and not stack.is_folded and stack.current is not None
        ]
        focused = QApplication.focusWidget()
        here = next((i for i, stop in enumerate(stops) if focused and _holds(stop, focused)), -1)
        step = -1 if backwards else 1
        for distance in range(1, len(stops)):
            stop = stops[(here + step * distance) % len(stops)]
            stop.window().activateWindow()
            stop.setFocus(Qt.FocusReason.TabFocusReason)
            walked_by_keys(self)
            now = QApplication.focusWidget()
            if now is not None and _holds(stop, now):
                return

    def adapt(self, width: int) -> None:
        """Make room in a narrow window: fold the left stack, then put the far right panels into tabs."""
        narrow = width < FOLD_WIDTH
        if narrow != (0 < self._width < FOLD_WIDTH):
            self.stacks["left"].set_folded(narrow)
        self._width = width
        self._narrow_right_column(width)
        if (width < MERGE_WIDTH) != self._merged:
            self._merged = width < MERGE_WIDTH
            for panel_id, home in self._home.items():
                if home == "far_right" and panel_id not in self._floating:
                    source, target = ("far_right", "right") if self._merged else ("right", "far_right")
                    panel = self._panels[panel_id]
                    self.stacks[source].remove(panel)
                    self.stacks[target].add(panel)

    def _narrow_right_column(self, width: int) -> None:
        """Let the right column give way with the canvas in a narrow window, and widen it again after."""
        columns = self.splitters["columns"]
        total, right = sum(columns.sizes()), columns.sizes()[1]
        if width < FOLD_WIDTH:
            wanted = min(self._wide_right or right, round(width * NARROW_SHARE))
            self._wide_right = self._wide_right or right
        elif self._wide_right is not None:
            wanted, self._wide_right = self._wide_right, None
        else:
            return
        columns.setSizes([max(1, total - wanted), wanted])

    def reset(self) -> None:
        """Return to the default arrangement; no panel floats in it."""
        self.restore_floating({}, ())
        for stack in self.stacks.values():
            if stack.current is not None and stack.current.is_extra:
                stack.show_panel(stack.panels[0].panel_id)
        for panel_id, home in self._default_home.items():
            if self._panels[panel_id].is_extra:
                self.stack_of(panel_id).close_panel(panel_id)
                self._bring_home(panel_id, home)
            else:
                self.move_panel(panel_id, home)
        self.reset_sizes()

    def reset_sizes(self) -> None:
        """Return to the default sizes."""
        for name, sizes in DEFAULT_SIZES.items():
            self.splitters[name].setSizes(list(sizes))

    def widen(self, panel_id: str, width: int) -> None:
        """Give the stack of a panel at least a width, px, where it stands beside the canvas."""
        upper = self.splitters["upper"]
        total, now = sum(upper.sizes()), upper.sizes()[0]
        if self.stack_of(panel_id) is self.stacks["left"] and now < width:
            upper.setSizes([width, max(1, total - width)])

    def sizes(self) -> dict[str, list[int]]:
        """Return the sizes of all splitters."""
        return {name: splitter.sizes() for name, splitter in self.splitters.items()}

    def homes(self) -> dict[str, list[str]]:
        """Return which panels stand in which stack, in tab order, those without a tab among them."""
        result: dict[str, list[str]] = {name: [] for name in STACKS}
        for name, stack in self.stacks.items():
            result[name] = [p.panel_id for p in stack.all_panels if self._home[p.panel_id] == name]
        for panel_id, floating in self._floating.items():
            result[floating.home].insert(floating.index, panel_id)
        return result

    def tabs(self) -> dict[str, list[str]]:
        """Return which panels have a tab in which stack, in tab order."""
        return {
            name: [panel_id for panel_id in panels if self.has_tab(panel_id)]
            for name, panels in self.homes().items()
        }

    def restore(self, homes: Mapping[str, Sequence[object]], tabs: Mapping[str, Sequence[object]]) -> None:
        """Take an arrangement kept earlier; what does not fit this version is passed over.

        An arrangement from when all panels had tabs holds no `tabs`: a panel that stands elsewhere than
        at first keeps its tab then, as it was moved to be seen.
        """
        for name, panels in homes.items():
            for panel_id in panels:
                if name not in self.stacks or not isinstance(panel_id, str) or panel_id not in self._panels:
                    continue
                if self.stack_of(panel_id).name == name:
                    continue
                self._bring_home(panel_id, name)
                if self.has_tab(panel_id) or not tabs:
                    self.stacks[name].show_panel(panel_id)
        for panel_id in (panel_id for panels in tabs.values() for panel_id in panels):
            if isinstance(panel_id, str) and panel_id in self._panels:
                self.stack_of(panel_id).open_panel(panel_id)

    def restore_sizes(self, sizes: Mapping[str, Sequence[object]]) -> None:
        """Take sizes kept earlier, as shares of the room there is now."""
        for name, kept in sizes.items():
            splitter = self.splitters.get(name)
            numbers = [size for size in kept if type(size) is int and size >= 0]
            if splitter is not None and len(numbers) == splitter.count() and sum(numbers) > 0:
                room = sum(splitter.sizes())
                splitter.setSizes([max(1, round(size * room / sum(numbers))) for size in numbers])

    def _make_room(self, folded: bool) -> None:
        """Give the canvas what a folded stack leaves, and take it back."""
        upper = self.splitters["upper"]
        total = sum(upper.sizes())
        left = FOLDED_WIDTH if folded else DEFAULT_SIZES["upper"][0]
        upper.setSizes([left, max(1, total - left)])

    def stack_of(self, panel_id: str) -> PanelStack:
        """Return the stack that a panel is in, its own if it floats."""
        panel = self._panels[panel_id]
        if panel_id in self._floating:
            return self._floating[panel_id].stack
        return next(stack for stack in self.stacks.values() if panel in stack.all_panels)

    def _open_menu(self, panel_id: str, at: QPoint) -> None:
        menu = Menu(self)
        here = self.stack_of(panel_id).name
        for name in STACKS:
            words = f"Move to: {STACK_TITLES[name].lower()}"
            menu.offer(words, partial(self.move_panel, panel_id, name)).setEnabled(name != here)
        menu.addSeparator()
        words = "Dock panel" if panel_id in self._floating else "Float panel"
        menu.offer(words, lambda: self.toggle_floating(panel_id))
        if self._panels[panel_id].is_extra:
            menu.offer(f"Close {self._panels[panel_id].title}", lambda: self.close_panel(panel_id))
        menu.offer("Reset all panels", self.reset)
        menu.open_at(at)


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    return QSplitter(orientation, handleWidth=1, childrenCollapsible=False)


def _focusable(panel: Panel) -> QWidget:
    """Return what takes the focus in a panel: the panel itself while its list is hidden for want of rows."""
    target = panel.focus_target()
    return target if target.isVisible() and target.isEnabled() else panel


def _holds(stop: QWidget, focused: QWidget) -> bool:
    return stop is focused or stop.isAncestorOf(focused)
