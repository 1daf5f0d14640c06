"""The panel that shows and edits what is selected."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from editor.chrome.icon_button import IconLabel
from editor.chrome.panel import Panel
from editor.chrome.section_header import SectionHeader
from editor.docks.inspector.card_contents import card_contents, was_asked
from editor.docks.inspector.event_contents import event_content
from editor.docks.inspector.field_row import FieldRow
from editor.docks.inspector.field_spec import FieldAction, InspectorContent, Section
from editor.docks.inspector.node_contents import selection_content
from editor.docks.inspector.run_card import RunCard
from editor.docks.inspector.transition_cards import TransitionCard
from editor.docks.inspector.variable_contents import variable_content
from editor.documents.document_session import DocumentSession
from editor.running.node_facts import NodeFacts, node_facts
from editor.running.row_looks import instance_shown, row_words
from editor.running.run_controller import RunController
from editor.theme.fonts import TextSize, TextWeight, ui_font
from graphs.model import Document
from graphs.model.base import JsonValue
from graphs.validation.problem import Problem


class InspectorPanel(Panel):
    """Show the selection of a session as rows; every edit is one undo step.

    Rows stay while only their values change, so that what is being typed is never taken away.
    """

    def __init__(self, run: RunController) -> None:
        super().__init__("inspector", "Inspector", "settings")
        self._run = run
        self._session: DocumentSession | None = None
        self._content: InspectorContent | None = None
        self._variable: tuple[str, str] | None = None
        self._event: str | None = None
        self._shape: object = None
        self._rows: dict[str, FieldRow] = {}
        self._cards: list[TransitionCard] = []
        self._cards_header: SectionHeader | None = None
        self.run_card = RunCard(run, self)
        self._folded: dict[str, bool] = {}
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(self._scroll)
        self._title: QLabel | None = None
        self._subtitle: QLabel | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.refresh)
        run.frame_shown.connect(self.show_run)
        run.agent_changed.connect(self.show_run)

    def set_session(self, session: DocumentSession | None) -> None:
        """Show another document's selection."""
        if self._session is not None:
            for signal in self._signals(self._session):
                signal.disconnect(self._later)
            self._session.selection_changed.disconnect(self._forget_variable)
        self._session = session
        self._variable = self._event = None
        if session is not None:
            session.selection_changed.connect(self._forget_variable)
            for signal in self._signals(session):
                signal.connect(self._later)
        self.refresh()

    def focus_target(self) -> QWidget:
        """Return the first editor, so that typing starts at once."""
        for row in self._rows.values():
            return row.editor
        return self

    def show_variable(self, name: str, graph_id: str) -> None:
        """Show a variable instead of the selection; `graph_id` "" means one of the document."""
        if self._session is not None:
            self._session.select(())
        self._variable, self._event = (name, graph_id), None
        self.refresh()

    def show_event(self, name: str) -> None:
        """Show an event of the document instead of the selection."""
        if self._session is not None:
            self._session.select(())
        self._variable, self._event = None, name
        self.refresh()

    def row(self, key: str) -> FieldRow:
        """Return the row of a field; raise KeyError when it is not shown."""
        return self._rows[key]

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all rows shown."""
        return tuple(self._rows)

    def refresh(self) -> None:
        """Show the selection as it is now, building rows anew only where they differ."""
        self._soon.stop()
        session = self._session
        content = self._content_now()
        declared = self._variable, self._event
        subject = (session, session.graph_id, session.selection, declared) if session else None
        shape = (subject, _shape_of(content))
        if shape != self._shape or content is None:
            self._shape = shape
            self._content = content
            self._build()
        else:
            self._content = content
            if self._title is not None:
                self._title.setText(content.title)
            for section in content.sections:
                for field in section.fields:
                    self._rows[field.key].set_spec(field)
        self._show_problems()
        self.show_run()

    def _content_now(self) -> InspectorContent | None:
        session = self._session
        if session is None:
            return None
        if self._variable is not None:
            content = variable_content(session.document, *self._variable)
            if content is not None:
                return content
            self._variable = None
        if self._event is not None:
            content = event_content(session.document, self._event)
            if content is not None:
                return content
            self._event = None
        return selection_content(session.document, session.graph_id, session.selection, session.registry)

    def _forget_variable(self) -> None:
        self._variable = self._event = None

    def show_run(self) -> None:
        """Show what the last tick made of the selected state: its dwell time and its transitions."""
        content, session = self._content, self._session
        if content is None or session is None or not self.isVisible():
            return
        words = content.subtitle
        view = self._run.view
        if view is not None and len(session.selection) == 1:
            instance = instance_shown(view, session.graph_id)
            row = instance.row_of.get(next(iter(session.selection))) if instance is not None else None
            now = row_words(view, row) if row is not None else ""
            words = f"{words} · {now}" if now else words
        if self._subtitle is not None and self._subtitle.text() != words:
            self._subtitle.setText(words)
        self.run_card.show_facts(self._facts(session))
        if self._cards:
            cards = card_contents(
                session.document, session.graph_id, content.outgoing, session.registry, view
            )
            for card, shown in zip(self._cards, cards, strict=False):
                if card.content != shown:
                    card.set_content(shown)
            if self._cards_header is not None:
                self._cards_header.set_note("tested this tick" if was_asked(cards) else "in this order")

    def _facts(self, session: DocumentSession) -> NodeFacts | None:
        """Return what the run tells of the one element that is selected."""
        world, view = self._run.session, self._run.view
        if world is None or view is None or len(session.selection) != 1 or self._variable is not None:
            return None
        element = next(iter(session.selection))
        return node_facts(world, view, session.graph_id, element, session.registry)

    def _signals(self, session: DocumentSession) -> tuple[SignalInstance, ...]:
        return (
            session.document_changed,
            session.selection_changed,
            session.graph_shown,
            session.problems_changed,
        )

    def _later(self, *_arguments: object) -> None:
        """Refresh once, however many signals one edit sends."""
        self._soon.start(0)

    def _build(self) -> None:
        page = QWidget()
        box = QVBoxLayout(page)
        box.setContentsMargins(12, 10, 12, 16)
        box.setSpacing(6)
        self.run_card.hide()
        self.run_card.deleteLater()
        self.run_card = RunCard(self._run, page)
        self._rows, self._cards, self._cards_header = {}, [], None
        self._title = self._subtitle = None
        content = self._content
        if content is None:
            empty = QLabel("Open a document to see what is in it.")
            empty.setProperty("role", "caption")
            empty.setWordWrap(True)
            box.addWidget(empty)
        else:
            box.addWidget(self._heading(content))
            box.addWidget(self.run_card)
            for section in content.sections[:1]:
                self._add_section(box, section)
            self._add_cards(box, content)
            for section in content.sections[1:]:
                self._add_section(box, section)
        box.addStretch(1)
        self._scroll.setWidget(page)

    def _heading(self, content: InspectorContent) -> QWidget:
        heading = QWidget()
        title = self._title = QLabel(content.title)
        title.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        title.setProperty("role", "heading")
        title.setWordWrap(True)
        subtitle = self._subtitle = QLabel(content.subtitle)
        subtitle.setProperty("role", "caption")
        subtitle.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(title)
        words.addWidget(subtitle)
        box = QHBoxLayout(heading)
        box.setContentsMargins(0, 0, 0, 4)
        box.setSpacing(12)
        icon = IconLabel(content.icon, f"family.{content.family}.line", 20)
        box.addWidget(icon, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(words, 1)
        heading.setToolTip(content.hint)
        return heading

    def _add_section(self, box: QVBoxLayout, section: Section) -> None:
        is_open = not self._folded.get(section.key, not section.open)
        header = SectionHeader(section.title, section.note, is_open=is_open)
        inner = QWidget(box.parentWidget())
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(2, 0, 0, 4)
        rows.setSpacing(6)
        for field in section.fields:
            row = FieldRow(field)
            row.edited.connect(lambda value, scrubbing, key=field.key: self._edit(key, value, scrubbing))
            row.settled.connect(self._settle)
            self._rows[field.key] = row
            rows.addWidget(row)
        for action in section.actions:
            rows.addWidget(self._action_button(action), 0, Qt.AlignmentFlag.AlignLeft)
        inner.setVisible(is_open)

        def fold(folded: bool) -> None:
            self._folded[section.key] = folded
            inner.setVisible(not folded)

        header.folded.connect(fold)
        box.addWidget(header)
        box.addWidget(inner)

    def _action_button(self, action: FieldAction) -> QPushButton:
        button = QPushButton(action.title)
        button.setProperty("role", "quiet")
        button.setStyleSheet("min-height: 0; padding: 2px 4px;")
        button.clicked.connect(lambda _checked=False: self._apply(action.title, action.edit))
        return button

    def _add_cards(self, box: QVBoxLayout, content: InspectorContent) -> None:
        session = self._session
        if session is None or not content.outgoing_title:
            return
        header = SectionHeader(content.outgoing_title, "in this order")
        box.addWidget(header)
        self._cards_header = header
        inner = QWidget(box.parentWidget())
        cards = QVBoxLayout(inner)
        cards.setContentsMargins(0, 0, 0, 0)
        cards.setSpacing(6)
        shown = card_contents(
            session.document, session.graph_id, content.outgoing, session.registry, self._run.view
        )
        for card_content in shown:
            card = TransitionCard(card_content)
            card.picked.connect(lambda edge: session.select((edge,)))
            self._cards.append(card)
            cards.addWidget(card)
        if not shown:
            none = QLabel("None yet. Drag from the rim of the state on the canvas to draw one.")
            none.setProperty("role", "caption")
            none.setWordWrap(True)
            cards.addWidget(none)
        header.folded.connect(lambda folded: inner.setVisible(not folded))
        box.addWidget(inner)

    def _edit(self, key: str, value: JsonValue, scrubbing: bool) -> None:
        session, row = self._session, self._rows.get(key)
        if session is None or row is None:
            return
        spec = row.spec
        merge_key = ("field", tuple(sorted(session.selection)), key) if scrubbing else None
        refusals: list[str] = []

        def note(reason: str, remedy: str) -> None:
            refusals.append(f"{reason} {remedy}".strip())

        session.refused.connect(note)
        done = session.apply(
            f"Change {spec.label.lower()}", lambda document: spec.edit(document, value), merge_key=merge_key
        )
        session.refused.disconnect(note)
        if not done and refusals:
            row.set_spec(row.spec)
            row.show_problem(refusals[0])
        elif done:
            if key == "variable.name" and self._variable is not None:
                self._variable = (str(value), self._variable[1])
            if key == "event.name":
                self._event = str(value)
            self.refresh()

    def _apply(self, label: str, edit: Callable[[Document], Document]) -> None:
        if self._session is not None:
            self._session.apply(label, edit)

    def _settle(self) -> None:
        if self._session is not None:
            self._session.seal()

    def _show_problems(self) -> None:
        """Put what the document's check found under the rows it is about."""
        session = self._session
        if session is None or len(session.selection) > 1:
            return
        element = next(iter(session.selection), "")
        for problem in session.problems:
            field = problem.place.field
            row = self._rows.get(field) or self._rows.get(f"{field}.name")
            about_this = problem.place.graph == session.graph_id and problem.place.element == element
            if about_this and row is not None and not row.message.text():
                row.show_problem(_sentence(problem), is_error=problem.severity == "error")


def _sentence(problem: Problem) -> str:
    return f"{problem.message} {problem.remedy}".strip()


def _shape_of(content: InspectorContent | None) -> object:
    """Return what must be equal for the rows to stay."""
    if content is None:
        return None
    sections = tuple(
        (
            section.key,
            section.title,
            tuple((field.key, field.kind, field.label, field.unit) for field in section.fields),
            tuple(action.title for action in section.actions),
        )
        for section in content.sections
    )
    return content.icon, sections, content.outgoing
