"""List the variables and events of the document and of the graph shown; the inspector edits them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QWidget

from editor.documents.open.document_session import DocumentSession
from editor.theme.fonts import TextSize, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import column_box, row_box
from editor.widgets.element_words import TYPE_ICONS
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu
from editor.widgets.panel import EmptyNote
from editor.widgets.row_list import RowModel, set_up_row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_icon, paint_text
from editor.widgets.section_header import SectionHeader
from graphs.edits.events import add_event, remove_event
from graphs.edits.variables import add_variable, remove_variable
from graphs.model import Document
from graphs.model.variables_and_events import DeclaredType

TYPES: tuple[tuple[DeclaredType, str], ...] = (
    ("float", "Number (float)"),
    ("int", "Whole number (int)"),
    ("bool", "Yes or no (bool)"),
    ("vector", "Vector"),
    ("entity", "Entity"),
    ("string", "Text (string)"),
    ("enum", "One of several (enum)"),
    ("list", "List"),
    ("trigger", "Trigger"),
)
"""Types a variable can have, in the order of the menu."""

EVENT = "event"
"""What is in place of a type for an event."""


@dataclass(frozen=True, slots=True)
class VariableRow:
    """Hold one variable or event: its name, type, and the graph that declares it ("" for the document)."""

    name: str
    type: str
    graph: str
    note: str


class VariablesModel(RowModel["VariableRow"]):
    """Hold the rows in the order: the document's variables by name, the graph's, the document's events."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name, and what it is as its tooltip."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.ToolTipRole:
            hint = f"{row.name}: {row.type}{' of this graph' if row.graph else ''}. {row.note}"
            return plain_tip(hint.strip())
        return None


class VariablesList(QWidget):
    """Show variables and events under a heading with their number.

    `picked` carries name and graph of a variable, `event_picked` the name of an event.
    """

    picked = Signal(str, str)
    event_picked = Signal(str)
    curve_wanted = Signal()
    sheet_wanted = Signal()
    naming_wanted = Signal()
    """Asks that the name of what was picked can be typed at once: it is new, or is to be renamed."""

    def __init__(self) -> None:
        super().__init__()
        self._session: DocumentSession | None = None
        self.model = VariablesModel(self)
        self.header = SectionHeader("Variables, events")
        add = IconButton("add", "Add a variable or an event", self.open_add_menu, size=14, side=24)
        top = row_box(margins=(10, 4, 8, 0))
        top.addWidget(self.header, 1)
        top.addWidget(add)
        self.view = QListView()
        set_up_row_list(self.view, self.model, _VariableDelegate(self, 25, inset=6), "Variables and events")
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)
        # At the press: the list may be made again before the release, by what was typed elsewhere until then.
        self.view.pressed.connect(lambda index: self._pick(index))
        self.view.activated.connect(lambda index: self._pick(index))
        self.view.doubleClicked.connect(lambda index: self._rename(index))
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        self.empty = EmptyNote("None yet. + adds what the mind remembers and the events it waits for.")
        box.addLayout(top)
        box.addWidget(self.empty, 1)
        box.addWidget(self.view, 1)
        self._folded = False
        self.header.folded.connect(self._fold)
        self._add_button = add
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.refresh)

    def set_session(self, session: DocumentSession | None) -> None:
        """List another document's variables."""
        if self._session is not None:
            self._session.document_changed.disconnect(self._later)
            self._session.graph_shown.disconnect(self._later)
        self._session = session
        if session is not None:
            session.document_changed.connect(self._later)
            session.graph_shown.connect(self._later)
        self.refresh()

    def refresh(self) -> None:
        """List the variables as they are now."""
        session = self._session
        rows: list[VariableRow] = []
        if session is not None:
            document = session.document
            rows += [
                VariableRow(name, variable.type, "", variable.note)
                for name, variable in sorted(document.variables.items())
            ]
            graph = session.graph
            own = sorted(graph.variables.items()) if graph is not None else []
            rows += [
                VariableRow(name, variable.type, session.graph_id, variable.note) for name, variable in own
            ]
            events = sorted(document.events.items())
            rows += [VariableRow(name, EVENT, "", event.note) for name, event in events]
        if tuple(rows) != self.model.rows:
            self.model.show_rows(tuple(rows))
        self.header.set_note(str(len(rows)))
        self._show_what_there_is()

    def _fold(self, folded: bool) -> None:
        self._folded = folded
        self._show_what_there_is()

    def _show_what_there_is(self) -> None:
        self.view.setVisible(bool(self.model.rows) and not self._folded)
        self.empty.setVisible(not self.model.rows and not self._folded)

    def open_add_menu(self) -> None:
        """Ask for the type of a new variable, or for an event."""
        menu = Menu(self)
        for type_name, title in TYPES:
            menu.offer(title, partial(self.add, type_name))
        menu.addSeparator()
        menu.offer("Event", self.add_event)
        menu.addSeparator()
        menu.offer("Response curve", self.curve_wanted.emit)
        menu.offer("Fuzzy sheet", self.sheet_wanted.emit)
        menu.open_below(self._add_button)

    def add(self, type_name: DeclaredType) -> str:
        """Add a variable to the document and pick it; return its name."""
        wanted = "value" if type_name != "trigger" else "signal"
        name = self._make("Add variable", lambda document: add_variable(document, wanted, type_name))
        if name:
            self.picked.emit(name, "")
            self.naming_wanted.emit()
        return name

    def add_event(self) -> str:
        """Add an event to the document and pick it; return its name."""
        name = self._make("Add event", lambda document: add_event(document, "happened"))
        if name:
            self.event_picked.emit(name)
            self.naming_wanted.emit()
        return name

    def _make(self, label: str, edit: Callable[[Document], tuple[Document, str]]) -> str:
        name = self._session.make(label, edit) if self._session is not None else None
        if name is not None:
            self.refresh()
        return name or ""

    def remove(self, row: VariableRow) -> None:
        """Remove a variable or event; what names it is reported as a problem."""
        if self._session is not None and row.type == EVENT:
            self._session.apply(f"Remove event {row.name}", lambda document: remove_event(document, row.name))
        elif self._session is not None:
            self._session.apply(
                f"Remove variable {row.name}",
                lambda document: remove_variable(document, row.name, graph_id=row.graph or None),
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the current variable with Del, rename it with F2."""
        index = self.view.currentIndex()
        if event.key() == Qt.Key.Key_F2 and index.isValid():
            self._rename(index)
            return
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and index.isValid():
            self.remove(self.model.rows[index.row()])
            return
        super().keyPressEvent(event)

    def _pick(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if row.type == EVENT:
            self.event_picked.emit(row.name)
        else:
            self.picked.emit(row.name, row.graph)

    def _rename(self, index: QModelIndex) -> None:
        self._pick(index)
        self.naming_wanted.emit()

    def _open_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        menu = Menu(self)
        if index.isValid():
            row = self.model.rows[index.row()]
            menu.offer("Edit in the inspector", lambda: self._pick(index))
            menu.offer("Rename…", lambda: self._rename(index))
            menu.offer(f"Remove {row.name}", lambda: self.remove(row))
            menu.addSeparator()
        menu.offer("Add a variable or event…", self.open_add_menu)
        menu.open_at(self.view.viewport().mapToGlobal(at))

    def _later(self, *_arguments: object) -> None:
        self._soon.start(30)


class _VariableDelegate(RowDelegate):
    """Paint icon, name and type of a variable."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        row = VariablesModel.row_at(index)
        theme = current_theme()
        icon = "raise" if row.type == EVENT else TYPE_ICONS.get(row.type, "value")
        paint_icon(painter, icon, rect.left() + 22, rect, theme.color("text.tertiary"), 14)
        words = QRect(rect.left() + 48, rect.top(), rect.width() - 48 - 62, rect.height())
        paint_text(painter, row.name, words, ui_font(TextSize.BODY), theme.color("text.primary"))
        kind = QRect(rect.right() - 76, rect.top(), 62, rect.height())
        right = Qt.AlignmentFlag.AlignRight
        shown = f"{row.type} · graph" if row.graph else row.type
        paint_text(painter, shown, kind, ui_font(TextSize.CAPTION), theme.color("text.tertiary"), right)
