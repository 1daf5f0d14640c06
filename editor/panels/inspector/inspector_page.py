"""Show what is selected in an edit session as rows under headings, whatever sort of document it is of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.documents.open.open_files import Session
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import ActionOf, ContentOf, FieldOf, SectionOf
from editor.panels.inspector.fix_buttons import NamedFix
from editor.panels.inspector.section_view import SectionView, serving
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import column_box
from editor.widgets.element_header import ElementHeader
from graphs.basics.frozen import JsonValue


class InspectorPage(QScrollArea, Generic[Session]):
    """Show the selection of a session; every edit is one undo step.

    Rows stay while only their values change, so that what is being typed is never taken away. Which sections
    are folded is remembered. Each sort of document says in `_content_now` what there is to see.
    """

    pick_wanted = Signal(str, str)
    """Carries key and name of the field that something is to be picked for on the map."""
    compose_wanted = Signal(str)
    """Carries the key of the field whose condition is to be composed."""
    row_pointed = Signal(str, bool)
    """Carries the key of a field that the pointer or the focus came to, or left."""

    heading_shown = Signal(object)
    """Carries what is shown, whose heading others show too; None for nothing."""

    EMPTY: ClassVar[str]
    """What is said where there is nothing to show."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._session: Session | None = None
        self.content: ContentOf[Any] | None = None
        """What is shown, None for nothing."""
        self._subject: object = None
        self.rows: dict[str, FieldRow] = {}
        """The rows shown, by the keys of their fields."""
        self.heading: ElementHeader | None = None
        self._views: list[SectionView] = []
        self._folded: dict[str, bool] = {}
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.refresh)

    def set_session(self, session: Session | None) -> None:
        """Show another document's selection."""
        if self._session is not None:
            for signal in self._signals(self._session):
                signal.disconnect(self._later)
        self._session = session
        if session is not None:
            for signal in self._signals(session):
                signal.connect(self._later)
        self.refresh()

    def row(self, key: str) -> FieldRow:
        """Return the row of a field; raise KeyError when it is not shown."""
        return self.rows[key]

    def reveal(self, key: str) -> None:
        """Unfold the section of a field and scroll to it."""
        row = self.rows.get(key)
        if row is not None:
            for view in self._views:
                if row in view.rows:
                    view.header.setChecked(True)
            self.ensureWidgetVisible(row)

    def type_into(self, key: str) -> None:
        """Let the line of a field be typed over at once."""
        row = self.rows.get(key)
        if row is not None and isinstance(row.editor, QLineEdit):
            row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            row.editor.selectAll()

    def refresh(self) -> None:
        """Show the selection as it is now, building rows again only where they differ."""
        self._soon.stop()
        content = self._content_now()
        subject = self._subject_now() if content is not None else None
        is_same = subject is not None and subject == self._subject
        self._subject, self.content = subject, content
        if not is_same or content is None:
            self._build()
        else:
            if self.heading is not None:
                self.heading.show_words(content)
            self._show_content(content)
        self._show_problems()
        self.heading_shown.emit(content)

    # --- what each sort of document says

    def _signals(self, session: Session) -> tuple[SignalInstance, ...]:
        """Return what tells of changes of what is shown."""
        return session.selection_changed, session.problems_changed

    def _content_now(self) -> ContentOf[Any] | None:
        raise NotImplementedError

    def _subject_now(self) -> object:
        """Return what the page is about; while it is the same its widgets stay."""
        return (self._session, self._session.selection) if self._session is not None else None

    def _fill(self, box: QVBoxLayout) -> None:
        """Put what comes under the heading into an empty page."""
        raise NotImplementedError

    def _show_content(self, content: ContentOf[Any]) -> None:
        raise NotImplementedError

    def _row_of(self, problem: Any, element: str) -> FieldRow | None:
        """Return the row that a problem is about; `element` is what is selected, "" for nothing."""
        raise NotImplementedError

    def _fixes_of(self, problem: Any) -> Sequence[NamedFix]:
        """Return what mends a problem, by the words of a button under its row."""
        return ()

    def _step_label(self, field: FieldOf[Any]) -> str:
        return f"Change {field.label.strip('⚡ ').lower()}"

    def _selected_after(self, key: str, value: JsonValue) -> Iterable[Any] | None:
        """Return what is selected after an edit of a field, None for what was."""
        return None

    def _take_edit(self, key: str, value: JsonValue, selected: frozenset[str]) -> None:
        """Note that a field was edited while these were selected."""

    # --- what all have in common

    def set_value(self, key: str, value: JsonValue) -> None:
        """Give a field of the page another value, as one step; nothing when it is gone."""
        self._edit(key, value, False)

    def _later(self, *_arguments: object) -> None:
        """Refresh once, however many signals one edit sends."""
        self._soon.start(0)

    def _edit(self, key: str, value: JsonValue, scrubbing: bool) -> None:
        sections = self.content.sections if self.content is not None else ()
        field = next((field for section in sections for field in section.fields if field.key == key), None)
        session, row = self._session, self.rows.get(key)
        if session is None or row is None or field is None:
            return
        selected = session.selection
        merge_key = ("field", tuple(sorted(selected)), key) if scrubbing else None
        refusals: list[str] = []

        def note(reason: str, remedy: str) -> None:
            refusals.append(f"{reason} {remedy}".strip())

        session.refused.connect(note)
        done = session.apply(
            self._step_label(field),
            lambda whole: field.edit(whole, value),
            select=self._selected_after(key, value),
            merge_key=merge_key,
        )
        session.refused.disconnect(note)
        if not done and refusals:
            row.set_spec(row.spec)
            row.show_problem(refusals[0])
        elif done:
            self._take_edit(key, value, selected)
            # Another name does not make it another thing: its page stays.
            self._subject = self._subject_now()
            self.refresh()

    def _act(self, action: ActionOf[Any]) -> None:
        if self._session is not None:
            self._session.apply(action.title, action.edit)

    def _settle(self) -> None:
        if self._session is not None:
            self._session.seal()

    def _show_problems(self) -> None:
        """Put what the check found under the rows it is about, with what mends it."""
        session = self._session
        is_one = session is not None and len(session.selection) <= 1
        element = next(iter(session.selection), "") if session is not None else ""
        fixes: dict[FieldRow, dict[str, NamedFix]] = {}
        for problem in session.problems if session is not None and is_one else ():
            row = self._row_of(problem, element)
            if row is None:
                continue
            fixes.setdefault(row, {}).update((fix[0], fix) for fix in self._fixes_of(problem))
            if not row.message.text():
                words = f"{problem.message} {problem.remedy}".strip()
                row.show_problem(words, is_error=problem.severity == "error")
        for row in self.rows.values():
            row.fixes.show_fixes(tuple(fixes.get(row, {}).values()))

    def _build(self) -> bool:
        """Make the page again, since it is about something else; tell whether the focus was in the former.

        That is deleted later: an event may be on its way through it.
        """
        self.rows, self._views = {}, []
        self.heading = None
        former: QWidget | None = self.takeWidget()
        focus: QWidget | None = QApplication.focusWidget()
        had_focus = former is not None and focus is not None and former.isAncestorOf(focus)
        if former is not None:
            if focus is not None and had_focus:
                focus.clearFocus()
            former.hide()
            former.deleteLater()
        page = QWidget()
        box = column_box(page, margins=(12, 10, 12, 16), spacing=6)
        self.setWidget(page)
        page.show()
        if self.content is None:
            empty = PlainLabel(self.EMPTY, role="caption", wrap=True)
            box.addWidget(empty)
        else:
            self.heading = ElementHeader()
            box.addWidget(self.heading)
            self.heading.show_words(self.content)
            self._fill(box)
            self._show_content(self.content)
        box.addStretch(1)
        return had_focus

    def _show_sections(
        self, sections: Sequence[SectionOf[Any]], first: QBoxLayout, rest: QBoxLayout | None = None
    ) -> None:
        """Show the first section and the rest in their layouts; views and rows that still serve stay."""
        views = []
        served = serving(self._views, [section.key for section in sections], lambda view: view.key)
        for section, kept in zip(sections, served, strict=True):
            if kept is not None:
                kept.show_section(section)
            views.append(kept or self._new_view(section))
        for view in self._views:
            if view not in views:
                view.hide()
                view.deleteLater()
        for place, view in enumerate(views):
            layout, index = (rest, place - 1) if rest is not None and place else (first, place)
            if layout.indexOf(view) != index:
                layout.insertWidget(index, view)
                view.show()
        self._views = views
        self.rows = {row.spec.key: row for view in views for row in view.rows}

    def _new_view(self, section: SectionOf[Any]) -> SectionView:
        is_open = not self._folded.get(section.key, not section.open)
        view = SectionView(section, is_open=is_open)
        view.pick_wanted.connect(self.pick_wanted)
        view.compose_wanted.connect(self.compose_wanted)
        view.row_pointed.connect(self.row_pointed)
        view.edited.connect(self._edit)
        view.settled.connect(self._settle)
        view.acted.connect(self._act)
        view.folded.connect(self._folded.__setitem__)
        return view
