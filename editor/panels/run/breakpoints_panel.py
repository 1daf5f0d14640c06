"""The panel that lists all breakpoints; each is switched, changed and taken away in its row."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.panels.document_panel import DocumentPanel
from editor.panels.run.breakpoint_editor import (
    BreakpointEditor,
    DocumentOf,
    condition_problem,
    new_breakpoints,
    row_of,
)
from editor.running.breakpoint_list import BreakpointList
from editor.running.run_controller import RunController
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box, row_box, scroll_area
from editor.widgets.menu import Menu
from editor.widgets.push_buttons import low_button
from runtime.history.why.breakpoints import Breakpoint


class BreakpointsPanel(DocumentPanel):
    """List breakpoints of all documents. `go_to` carries the breakpoint whose name was clicked."""

    go_to = Signal(object)

    def __init__(self, breakpoints: BreakpointList, run: RunController, document_of: DocumentOf) -> None:
        super().__init__("breakpoints", "Breakpoints", "breakpoint")
        self._breakpoints, self._run, self._document_of = breakpoints, run, document_of
        self.editors: list[BreakpointEditor] = []
        self._page = QWidget()
        self._box = column_box(self._page, margins=(0, 0, 0, 6), spacing=0)
        self._box.addStretch(1)
        self._area = scroll_area(self._page, "Breakpoints")
        self.summary = PlainLabel(role="caption", wrap=True)
        self.add = low_button("Add…")
        self.switch_all = low_button("Turn all off")
        self.clear = low_button("Remove all")
        self.add.clicked.connect(lambda _checked=False: self._open_menu())
        self.switch_all.clicked.connect(lambda _checked=False: self._switch_all())
        self.clear.clicked.connect(lambda _checked=False: breakpoints.clear())
        self.body.addWidget(self._top())
        self.body.addWidget(self._area, 1)
        breakpoints.changed.connect(self.refresh)
        breakpoints.stopped.connect(lambda _stop: self.refresh())
        run.world_changed.connect(self.refresh)
        run.frame_shown.connect(self._show_hits)
        self.refresh()

    def _top(self) -> QWidget:
        top = QWidget()
        row = row_box(top, margins=(14, 4, 8, 2))
        row.addWidget(self.summary, 1)
        add_all(row, self.add, self.switch_all, self.clear)
        return top

    def refresh(self) -> None:
        """Show the breakpoints as they are now; rows stay where they are, so that typing goes on."""
        everything = self._breakpoints.all
        off = sum(not found.enabled for found in everything)
        self.summary.setText(_summary(len(everything), off))
        self.switch_all.setText("Turn all on" if everything and off == len(everything) else "Turn all off")
        self.add.setEnabled(self._session is not None)
        for button in (self.switch_all, self.clear):
            button.setVisible(bool(everything))
        while len(self.editors) > len(everything):
            editor = self.editors.pop()
            self._box.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
        while len(self.editors) < len(everything):
            self._add_editor()
        stop = self._breakpoints.stop
        for editor, found in zip(self.editors, everything, strict=True):
            row = row_of(found, self._document_of, self._run.registry)
            stopped = stop is not None and stop.breakpoint == found
            editor.show_row(row, self._breakpoints.hits(found), stopped=stopped)

    def additions(self) -> dict[str, tuple[tuple[str, Breakpoint], ...]]:
        """Return what can be added now, in groups by title."""
        session = self._session
        if session is None:
            return {}
        element = next(iter(session.selection)) if len(session.selection) == 1 else ""
        return dict(new_breakpoints(session.file_name, session.document, session.graph_id, element))

    def _add_editor(self) -> None:
        place = len(self.editors)
        editor = BreakpointEditor(partial(self._problem_at, place))
        editor.changed.connect(lambda new, at=place: self._change(at, new))
        editor.removed.connect(lambda at=place: self._remove(at))
        editor.clicked.connect(lambda at=place: self.go_to.emit(self._breakpoints.all[at]))
        self.editors.append(editor)
        self._box.insertWidget(place, editor)

    def _problem_at(self, place: int, text: str) -> str:
        document = self._document_of(self._breakpoints.all[place].mind)
        return condition_problem(text, document, self._run.registry) if document is not None else ""

    def _change(self, place: int, new: Breakpoint) -> None:
        self._breakpoints.change(self._breakpoints.all[place], new)

    def _remove(self, place: int) -> None:
        self._breakpoints.remove(self._breakpoints.all[place])

    def _switch_all(self) -> None:
        on = all(not found.enabled for found in self._breakpoints.all)
        for found in self._breakpoints.all:
            self._breakpoints.switch(found, on=on)

    def _open_menu(self) -> None:
        menu = Menu(self)
        for title, members in self.additions().items():
            into = Menu(menu, title) if title else menu
            if into is not menu:
                menu.addMenu(into)
            into.setEnabled(bool(members))
            for words, found in members:
                into.offer(words, partial(self._breakpoints.add, found))
        menu.open_below(self.add)

    def _show_hits(self) -> None:
        if self.isVisible() and not self._run.is_running:
            self.refresh()


def _summary(count: int, off: int) -> str:
    if not count:
        return "No breakpoints. F9 sets one on what is selected; variables, events and errors are added here."
    words = "1 breakpoint" if count == 1 else f"{count:,} breakpoints"
    return f"{words}, {off:,} off" if off else words
