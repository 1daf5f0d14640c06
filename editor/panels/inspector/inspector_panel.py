"""The panel that shows and edits what is selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.documents.open.document_session import DocumentSession
from editor.panels.inspector.declared_contents import event_content, variable_content
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import FieldAction, InspectorContent
from editor.panels.inspector.fix_buttons import NamedFix
from editor.panels.inspector.inspector_page import InspectorPage
from editor.panels.inspector.live_values import LiveValues, sensors_writing
from editor.panels.inspector.node_contents import selection_content, with_recent_picks
from editor.panels.inspector.place_fields import with_place_names
from editor.panels.inspector.run_card import RunCard
from editor.panels.inspector.transition_cards import TransitionCards, card_contents, was_asked
from editor.panels.inspector.want_cards import EffectsCard, ScoreCard
from editor.panels.inspector.want_contents import effect_table, with_effect_cell
from editor.running.node_facts import NodeFacts, node_facts
from editor.running.row_looks import instance_shown, row_words
from editor.running.run_controller import RunController
from editor.running.want_facts import ScoreFacts, ScoreMemory, compares, weighs_needs
from editor.widgets.boxes import add_all
from editor.widgets.panel import Panel
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.fixes import apply_fix
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.scopes import graph_scope
from graphs.model import StateMachineGraph
from graphs.model.document import Node


class GraphInspector(InspectorPage[DocumentSession]):
    """Show what is selected in the graph shown, a variable, or an event, with what the run makes of it."""

    place_wanted = Signal(object)
    """Carries a place of the document to go to."""

    EMPTY = "Open a document to see what is in it."
    run_card: RunCard
    """What the run tells of the node."""
    score_card: ScoreCard | None = None
    """What a node that compares its children has seen."""
    effects: EffectsCard
    """What the children of a goal selector do to its needs."""
    _cards: TransitionCards

    def __init__(self, run: RunController) -> None:
        super().__init__("Inspector")
        self._run = run
        self._variable: tuple[str, str] | None = None
        self._event: str | None = None
        self._live, self._scores = LiveValues(run), ScoreMemory()
        self.more_fixes: Callable[[Problem], Sequence[NamedFix]] = lambda _problem: ()
        """Give fixes that reach beyond the document."""
        self._first, self._rest = QVBoxLayout(), QVBoxLayout()
        run.frame_shown.connect(self.show_run)
        run.agent_changed.connect(self.show_run)
        run.stepped.connect(self._note_scores)

    def set_session(self, session: DocumentSession | None) -> None:
        """Show another document's selection."""
        former = self._session
        if former is not None:
            former.selection_asked.disconnect(self._forget_variable)
            former.selection_changed.disconnect(self._forget_variable)
        self._variable = self._event = None
        if session is not None:
            session.selection_asked.connect(self._forget_variable)
            session.selection_changed.connect(self._forget_variable)
        super().set_session(session)

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

    def begin_naming(self) -> None:
        """Let the name of the variable or event shown be typed at once."""
        key = "variable.name" if self._variable is not None else "event.name"
        self.reveal(key)
        self.type_into(key)

    def refresh(self) -> None:
        """Show the selection as it is now, building rows again only where they differ."""
        super().refresh()
        self.show_run()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened in the run while the page was hidden."""
        super().showEvent(event)
        self.show_run()

    def _signals(self, session: DocumentSession) -> tuple[SignalInstance, ...]:
        return (*super()._signals(session), session.document_changed, session.graph_shown)

    def _subject_now(self) -> object:
        session = self._session
        if session is None:
            return None
        return session, session.graph_id, session.selection, self._variable, self._event

    def _content_now(self) -> InspectorContent | None:
        session = self._session
        if session is None:
            return None
        if self._variable is not None:
            sensors = sensors_writing(self._variable[0], self._run)
            content = variable_content(session.document, *self._variable, session.registry, sensors)
            if content is not None:
                return content
            self._variable = None
        if self._event is not None:
            content = event_content(session.document, self._event, session.registry)
            if content is not None:
                return content
            self._event = None
        where, choice = (session.document, session.graph_id, session.selection), self._run.choice
        paths = sorted(choice.world.paths) if choice is not None else ()
        content = selection_content(*where, session.registry, paths)
        if session.graph is not None:
            scope = graph_scope(session.document, session.graph_id, session.registry)
            content = with_place_names(content, scope, choice.world if choice is not None else None)
        return with_recent_picks(content, session.recent_picks.keys)

    def _edit(self, key: str, value: JsonValue, scrubbing: bool) -> None:
        """Remember an action that is chosen."""
        row, session = self.rows.get(key), self._session
        super()._edit(key, value, scrubbing)
        if row is not None and session is not None and row.spec.picks and row.spec.value == value and value:
            session.recent_picks.note(str(value) if ":" in str(value) else f"action:{value}")

    def _forget_variable(self) -> None:
        """Show the selection again, or the graph, instead of a variable or event."""
        if self._variable is not None or self._event is not None:
            self._variable = self._event = None
            self._later()

    def show_run(self) -> None:
        """Show what the last tick made of the selected state: its dwell time and its transitions."""
        content, session = self.content, self._session
        if content is None or session is None or not self.isVisible():
            return
        words = content.subtitle
        view = self._run.view
        if view is not None and len(session.selection) == 1:
            instance = instance_shown(view, session.graph_id)
            row = instance.row_of.get(next(iter(session.selection))) if instance is not None else None
            now = row_words(view, row) if row is not None else ""
            words = f"{words} · {now}" if now else words
        if self.heading is not None:
            self.heading.show_subtitle(words)
        self.run_card.show_facts(self._facts(session))
        if self.score_card is not None:
            self.score_card.show_facts(self._score_facts(session))
        for field in self.rows.values():
            field.show_live(lambda text, scope: self._live.words(text, session, scope))
        if self._cards.cards:
            cards = card_contents(
                session.document, session.graph_id, content.outgoing, session.registry, view
            )
            for card, shown in zip(self._cards.cards, cards, strict=False):
                if card.content != shown:
                    card.set_content(shown)
            self._cards.header.set_note("tested this tick" if was_asked(cards) else "in this order")

    def _score_facts(self, session: DocumentSession) -> ScoreFacts | None:
        """Return what the selected node has compared, None for one that compares nothing."""
        node = self._selected_node(session)
        if node is None or not compares(node[1], session.registry):
            return None
        return self._scores.facts(self._run, session.document, session.graph_id, node[0], session.registry)

    def _note_scores(self) -> None:
        """Take down what the selected node compares in a step: several may be made for one frame."""
        if self._session is not None and self.score_card is not None and self.score_card.isVisible():
            node = self._selected_node(self._session)
            if node is not None:
                self._scores.note(self._run, self._session.graph_id, node[0])

    def _selected_node(self, session: DocumentSession) -> tuple[str, Node] | None:
        """Return the one node that is selected, with its id."""
        if len(session.selection) != 1 or self._variable is not None or self._event is not None:
            return None
        element = next(iter(session.selection))
        node = session.graph.nodes.get(element) if session.graph is not None else None
        return (element, node) if node is not None else None

    def _type_effect(self, child: str, column: str, text: str) -> None:
        if (session := self._session) is not None:
            graph_id = session.graph_id
            session.apply(
                "Change effect", lambda document: with_effect_cell(document, graph_id, child, column, text)
            )

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

    def _build(self) -> bool:
        had_focus = super()._build()
        if had_focus:
            first = next((row.editor for row in self.rows.values()), self)
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        return had_focus

    def _fill(self, box: QVBoxLayout) -> None:
        page = box.parentWidget() or self
        self.run_card = RunCard(self._run, page)
        self.score_card, self.effects = ScoreCard(page), EffectsCard(page)
        self.effects.edited.connect(self._type_effect)
        self._cards = TransitionCards(page)
        self._cards.picked.connect(self._pick_transition)
        self._cards.acted.connect(self._act)
        self._first, self._rest = QVBoxLayout(), QVBoxLayout()
        for layout in (self._first, self._rest):
            layout.setSpacing(6)
        add_all(box, self.run_card, self.score_card)
        box.addLayout(self._first)
        add_all(box, self.effects, self._cards)
        box.addLayout(self._rest)

    def _show_content(self, content: InspectorContent) -> None:
        session = self._session
        if session is None:
            return
        view, chosen = self._run.view, self._selected_node(session)
        table = None
        if chosen is not None and weighs_needs(chosen[1], session.registry):
            table = effect_table(session.document, session.graph_id, chosen[0], session.registry)
        self.effects.show_table(table)
        cards = card_contents(session.document, session.graph_id, content.outgoing, session.registry, view)
        self._cards.show_cards(
            content.outgoing_title, cards, content.outgoing_actions, content.outgoing_empty
        )
        self._show_sections(content.sections, self._first, self._rest)

    def _take_edit(self, key: str, value: JsonValue, selected: frozenset[str]) -> None:
        if key == "variable.name" and self._variable is not None:
            self._variable = (str(value), self._variable[1])
        if key == "event.name":
            self._event = str(value)

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

    def _fixes_of(self, problem: Problem) -> Sequence[NamedFix]:
        fix, session = problem.fix, self._session
        if session is None:
            return ()

        def mend() -> None:
            if fix is not None:
                session.apply(fix.label, lambda document: apply_fix(document, fix, session.registry))
                session.check_now()

        own = ((fix.label, mend),) if fix is not None else ()
        return (*own, *self.more_fixes(problem))

    def _row_of(self, problem: Problem, element: str) -> FieldRow | None:
        place = problem.place
        if self._session is None or place.graph != self._session.graph_id or place.element != element:
            return None
        return self.rows.get(place.field) or self.rows.get(f"{place.field}.name")


class InspectorPanel(Panel):
    """Hold the inspector of the document in view, and pages that cover it for a time."""

    def __init__(self, run: RunController) -> None:
        super().__init__("inspector", "Inspector", "settings")
        self.page = GraphInspector(run)
        self._covering: QWidget | None = None
        self.body.addWidget(self.page)

    def focus_target(self) -> QWidget:
        """Return the first editor, so that typing starts at once; that of the page that covers the panel."""
        covering = self._covering
        if covering is None:
            return next((row.editor for row in self.page.rows.values()), self)
        return next((row.editor for row in covering.findChildren(FieldRow) if row.isVisible()), covering)

    def cover(self, page: QWidget | None) -> None:
        """Show another page over the document's own, None for that; the page belongs to the panel then."""
        self._covering = page
        if page is not None and self.body.indexOf(page) < 0:
            self.body.addWidget(page)
        for index in range(self.body.count()):
            item = self.body.itemAt(index)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setVisible(widget is (page or self.page))


def _elements(session: DocumentSession) -> frozenset[str]:
    """Return the ids of all nodes and transitions of the graph shown."""
    graph = session.graph
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    return frozenset(graph.nodes) | frozenset(edges) if graph is not None else frozenset()
