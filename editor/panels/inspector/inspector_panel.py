"""The panel that shows and edits what is selected."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from editor.documents.open.document_session import DocumentSession
from editor.panels.inspector.card_contents import card_contents, was_asked
from editor.panels.inspector.event_contents import event_content
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import FieldAction, FieldSpec, InspectorContent
from editor.panels.inspector.live_values import LiveValues, sensors_writing
from editor.panels.inspector.node_contents import selection_content
from editor.panels.inspector.run_card import RunCard
from editor.panels.inspector.section_rows import SectionRows
from editor.panels.inspector.transition_cards import TransitionCards
from editor.panels.inspector.variable_contents import variable_content
from editor.running.node_facts import NodeFacts, node_facts
from editor.running.row_looks import instance_shown, row_words
from editor.running.run_controller import RunController
from editor.theme.plain_texts import PlainLabel
from editor.widgets.panel import Panel
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.problem import Problem
from graphs.model import StateMachineGraph


class InspectorPanel(Panel):
    """Show the selection of a session as rows; every edit is one undo step.

    Rows stay while only their values change, so that what is being typed is never taken away.
    """

    place_wanted = Signal(object)
    """Carries a place of the document to go to."""
    pick_wanted = Signal(str, str)
    """Carries key and name of the field that a place of the world is to be picked for."""

    def __init__(self, run: RunController) -> None:
        super().__init__("inspector", "Inspector", "settings")
        self._run = run
        self._session: DocumentSession | None = None
        self._content: InspectorContent | None = None
        self._variable: tuple[str, str] | None = None
        self._event: str | None = None
        self._subject: object = None
        self._covering: QWidget | None = None
        self._page = SectionRows(self, picks=True)
        self._page.pick_wanted.connect(self.pick_wanted)
        self._page.edited.connect(self._edit)
        self._page.settled.connect(self._settle)
        self._page.acted.connect(self._act)
        self._live = LiveValues(run)
        self._cards = TransitionCards(self)
        self._first, self._rest = QVBoxLayout(), QVBoxLayout()
        self.run_card = RunCard(run, self)
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName("Inspector")
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(self._scroll)
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
            self._session.selection_asked.disconnect(self._forget_variable)
            self._session.selection_changed.disconnect(self._forget_variable)
        self._session = session
        self._variable = self._event = None
        if session is not None:
            session.selection_asked.connect(self._forget_variable)
            session.selection_changed.connect(self._forget_variable)
            for signal in self._signals(session):
                signal.connect(self._later)
        self.refresh()

    def focus_target(self) -> QWidget:
        """Return the first editor, so that typing starts at once; that of the page that covers the panel."""
        covering = self._covering
        if covering is not None:
            return next((row.editor for row in covering.findChildren(FieldRow) if row.isVisible()), covering)
        for row in self._page.rows.values():
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

    def cover(self, page: QWidget | None) -> None:
        """Show another page over the document's own, None for that; the page belongs to the panel then."""
        self._covering = page
        if page is not None and self.body.indexOf(page) < 0:
            self.body.addWidget(page)
        for index in range(self.body.count()):
            item = self.body.itemAt(index)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setVisible(widget is (page or self._scroll))

    def row(self, key: str) -> FieldRow:
        """Return the row of a field; raise KeyError when it is not shown."""
        return self._page.rows[key]

    def reveal(self, key: str) -> None:
        """Unfold the section of a field and scroll to it."""
        row = self._page.rows.get(key)
        if row is not None:
            self._page.unfold(row)
            self._scroll.ensureWidgetVisible(row)

    def begin_naming(self) -> None:
        """Let the name of the variable or event shown be typed at once."""
        key = "variable.name" if self._variable is not None else "event.name"
        row = self._page.rows.get(key)
        if row is not None and isinstance(row.editor, QLineEdit):
            self.reveal(key)
            row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            row.editor.selectAll()

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all rows shown."""
        return tuple(self._page.rows)

    def refresh(self) -> None:
        """Show the selection as it is now, building rows anew only where they differ."""
        self._soon.stop()
        content = self._content_now()
        subject = self._subject_now() if content is not None else None
        is_same = subject is not None and subject == self._subject
        self._subject, self._content = subject, content
        if not is_same or content is None:
            self._build()
        else:
            self._page.show_heading(content)
            self._show_sections(content)
        self._show_problems()
        self.show_run()

    def _subject_now(self) -> object:
        """Return what the page is about; while it is the same its widgets stay."""
        session = self._session
        if session is None:
            return None
        return session, session.graph_id, session.selection, self._variable, self._event

    def _content_now(self) -> InspectorContent | None:
        session = self._session
        if session is None:
            return None
        if self._variable is not None:
            content = variable_content(
                session.document,
                *self._variable,
                session.registry,
                sensors_writing(self._variable[0], self._run),
            )
            if content is not None:
                return content
            self._variable = None
        if self._event is not None:
            content = event_content(session.document, self._event, session.registry)
            if content is not None:
                return content
            self._event = None
        return selection_content(session.document, session.graph_id, session.selection, session.registry)

    def _forget_variable(self) -> None:
        """Show the selection again, or the graph, instead of a variable or event."""
        if self._variable is not None or self._event is not None:
            self._variable = self._event = None
            self._later()

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
        self._page.show_subtitle(words)
        self.run_card.show_facts(self._facts(session))
        for field in self._page.rows.values():
            field.show_live(lambda text, scope: self._live.words(text, session, scope))
        if self._cards.cards:
            cards = card_contents(
                session.document, session.graph_id, content.outgoing, session.registry, view
            )
            for card, shown in zip(self._cards.cards, cards, strict=False):
                if card.content != shown:
                    card.set_content(shown)
            self._cards.header.set_note("tested this tick" if was_asked(cards) else "in this order")

    def _pick_transition(self, edge: str) -> None:
        if self._session is not None:
            self._session.select((edge,))

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
        """Make the page anew: it is about something else."""
        box = self._page.begin(self._scroll)
        page = box.parentWidget() or self
        self.run_card = RunCard(self._run, page)
        self._cards = TransitionCards(page)
        self._cards.picked.connect(self._pick_transition)
        self._cards.acted.connect(self._act)
        self._first, self._rest = QVBoxLayout(), QVBoxLayout()
        for layout in (self._first, self._rest):
            layout.setSpacing(6)
        content = self._content
        if content is None:
            self._cards.hide()
            self.run_card.hide()
            empty = PlainLabel("Open a document to see what is in it.")
            empty.setProperty("role", "caption")
            empty.setWordWrap(True)
            box.addWidget(empty)
        else:
            box.addWidget(self._page.heading(content))
            box.addWidget(self.run_card)
            box.addLayout(self._first)
            box.addWidget(self._cards)
            box.addLayout(self._rest)
            self._show_sections(content)
        box.addStretch(1)
        if self._page.had_focus:
            self.focus_target().setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_sections(self, content: InspectorContent) -> None:
        session = self._session
        if session is None:
            return
        view = self._run.view
        cards = card_contents(session.document, session.graph_id, content.outgoing, session.registry, view)
        self._cards.show_cards(
            content.outgoing_title, cards, content.outgoing_actions, content.outgoing_empty
        )
        self._page.show_sections(
            content.sections, lambda place: (self._rest, place - 1) if place else (self._first, 0)
        )
        self._page.walk_in_order(self._cards.widgets_in_order())

    def set_value(self, key: str, value: JsonValue) -> None:
        """Give a field of the page another value, as one step; nothing when it is gone."""
        self._edit(key, value, False)

    def _edit(self, key: str, value: JsonValue, scrubbing: bool) -> None:
        session, row, spec = self._session, self._page.rows.get(key), self._field(key)
        if session is None or row is None or spec is None:
            return
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
            # A new name does not make it another thing: its page stays.
            self._subject = self._subject_now()
            self.refresh()

    def _field(self, key: str) -> FieldSpec | None:
        sections = self._content.sections if self._content is not None else ()
        return next((one for section in sections for one in section.fields if one.key == key), None)

    def _act(self, action: FieldAction) -> None:
        session = self._session
        if session is None:
            return
        if action.place is not None:
            self.place_wanted.emit(action.place)
            return
        before = _elements(session)
        if session.apply(action.title, action.edit) and action.selects_new:
            session.select(_elements(session) - before)

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
            row = self._page.rows.get(field) or self._page.rows.get(f"{field}.name")
            about_this = problem.place.graph == session.graph_id and problem.place.element == element
            if about_this and row is not None and not row.message.text():
                row.show_problem(_sentence(problem), is_error=problem.severity == "error")


def _elements(session: DocumentSession) -> frozenset[str]:
    """Return the ids of all nodes and transitions of the graph shown."""
    graph = session.graph
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    return frozenset(graph.nodes) | frozenset(edges) if graph is not None else frozenset()


def _sentence(problem: Problem) -> str:
    return f"{problem.message} {problem.remedy}".strip()
