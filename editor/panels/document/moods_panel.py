"""The panel that edits a machine of moods: its transitions, their matrices, its shares now and later."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from editor.documents.open.document_session import DocumentSession
from editor.panels.document.mood_rows import (
    STARTS,
    MoodRows,
    after_quiet_times,
    matrix_cells,
    mood_rows,
    share_bars,
    start_shares,
)
from editor.panels.timeline.curves import Curves
from editor.running.run_controller import RunController
from editor.running.want_facts import mood_shares
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel
from editor.widgets.bar_rows import BarRows
from editor.widgets.boxes import add_all, column_box, row_box, scroll_area
from editor.widgets.cell_grid import CellGrid, GridCell
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.push_buttons import low_button
from graphs.edits.moods import (
    add_mood,
    add_mood_transition,
    add_share,
    make_moods,
    remove_moods,
    set_mood_cell,
    set_moods_field,
    set_start_share,
)
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import remove
from graphs.model import Document, StateMachineGraph

SECONDS = 10.0
"""How long the curves of shares reach back, in simulated seconds."""
MOST_QUIET_TIMES = 99
PICKS = (Choice("largest", "the largest"), Choice("draw", "a drawn one"))
_NO_MACHINE = "Open a state machine: one of moods mixes shares of its states, it does not jump between them."
_PLAIN = (
    "This machine jumps from state to state. As one of moods it gives each top state a share, mixes the "
    "shares by matrices, and is in the state of the largest."
)


class MoodsPanel(Panel):
    """Show and edit the moods of the machine in view, and the shares of the picked agent."""

    def __init__(self, run: RunController, curves: Curves) -> None:
        super().__init__("moods", "Moods", "mood")
        self._run, self._curves = run, curves
        self._session: DocumentSession | None = None
        self.rows: MoodRows | None = None
        self.list = QListWidget()
        self.list.setAccessibleName("Transitions that mix shares")
        self.new_event = QLineEdit(placeholderText="an event")
        self.new_event.setAccessibleName("Event of the new transition")
        self.add_transition = low_button(
            "Add", "secondary", "Add a transition that mixes shares on this event"
        )
        self.remove_transition = low_button("Remove", hint="Remove the transition that is shown")
        self.matrix = CellGrid("Matrix of shares, and shares at the start")
        self.leave = QCheckBox("Leave the rest of a column")
        self.every = QDoubleSpinBox(decimals=2, minimum=0.01, maximum=100_000, suffix=" s")
        self.every.setAccessibleName("Quiet time")
        self.pick = DropDown("The active mood is", PICKS)
        self.quiet_times = QSpinBox(minimum=0, maximum=MOST_QUIET_TIMES, value=1)
        self.quiet_times.setAccessibleName("Quiet times ahead")
        self.every.setFixedWidth(scaled(92))
        self.quiet_times.setFixedWidth(scaled(62))
        self.bars = BarRows("Shares of the moods")
        self.who = PlainLabel(role="caption")
        self.add_mood = low_button("Add a mood", hint="Add a top state with a share")
        self.give_shares = low_button("Give each state a share", "secondary")
        self.take_away = low_button("Make it a plain machine", hint="Take shares and matrices away")
        self.make = low_button("Make this a machine of moods", "primary")
        self.empty = EmptyNote()
        self.empty.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._page = scroll_area(self._laid_out(), "Moods")
        head = row_box(margins=(14, 0, 14, 10))
        head.addWidget(self.make)
        head.addStretch(1)
        add_all(self.body, self.empty)
        self.body.addLayout(head)
        self.body.addWidget(self._page, 1)
        self.body.addStretch(0)
        self.focus_on = self.list
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        self._connect()
        self.refresh()

    # -- what it is made of --------------------------------------------------------------------------

    def _laid_out(self) -> QWidget:
        page = QWidget()
        across = QHBoxLayout(page)
        across.setContentsMargins(12, 8, 12, 10)
        across.setSpacing(18)
        left = column_box(spacing=6)
        left.addWidget(PlainLabel("Mix the shares", role="caption"))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setMinimumHeight(scaled(60))
        left.addWidget(self.list, 1)
        adding = row_box(spacing=6)
        adding.addWidget(self.new_event, 1)
        add_all(adding, self.add_transition, self.remove_transition)
        left.addLayout(adding)
        middle = column_box(spacing=6)
        middle.addWidget(PlainLabel("Part of each column's share that goes to each row", role="caption"))
        add_all(middle, self.matrix, self.leave)
        middle.addStretch(1)
        right = column_box(spacing=6)
        add_all(right, self.who, self.bars)
        ahead = row_box(spacing=6)
        add_all(ahead, PlainLabel("Outlined: after", role="caption"), self.quiet_times)
        ahead.addWidget(PlainLabel("quiet times", role="caption"))
        ahead.addStretch(1)
        right.addLayout(ahead)
        settings = row_box(spacing=6)
        add_all(settings, PlainLabel("Quiet time", role="caption"), self.every)
        settings.addWidget(PlainLabel("Active is", role="caption"))
        settings.addWidget(self.pick, 1)
        right.addLayout(settings)
        buttons = row_box(spacing=6)
        add_all(buttons, self.add_mood, self.give_shares, self.take_away)
        buttons.addStretch(1)
        right.addLayout(buttons)
        right.addStretch(1)
        for column, share in ((left, 3), (middle, 4), (right, 4)):
            across.addLayout(column, share)
        return page

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._show_matrix)
        self.list.itemActivated.connect(lambda _item: self._select_edge())
        self.list.itemClicked.connect(lambda _item: self._select_edge())
        self.matrix.edited.connect(self._type_cell)
        self.every.editingFinished.connect(lambda: self._set("every", self.every.value()))
        self.pick.picked.connect(lambda value: self._set("pick", str(value)))
        self.quiet_times.valueChanged.connect(lambda _count: self.show_run())
        self.new_event.returnPressed.connect(self._add_transition)
        for button, act in (
            (self.add_transition, self._add_transition),
            (self.remove_transition, self._remove_transition),
            (self.add_mood, self._add_mood),
            (self.give_shares, self._give_shares),
            (self.take_away, lambda: self._apply("Take moods away", remove_moods)),
            (self.make, lambda: self._apply("Make moods", make_moods)),
        ):
            button.clicked.connect(lambda _checked=False, act=act: act())
        self._run.frame_shown.connect(self.show_run)
        self._run.agent_changed.connect(self.show_run)

    # -- what it shows -------------------------------------------------------------------------------

    def set_session(self, session: DocumentSession | None) -> None:
        """Show another document's machine."""
        if self._session is not None:
            for signal in (self._session.document_changed, self._session.graph_shown):
                signal.disconnect(self._later)
            self._session.selection_changed.disconnect(self._follow_selection)
        self._session = session
        if session is not None:
            for signal in (session.document_changed, session.graph_shown):
                signal.connect(self._later)
            session.selection_changed.connect(self._follow_selection)
        self.refresh()

    @property
    def edge(self) -> str | None:
        """Return the transition whose matrix is shown, None for the quiet time's."""
        place = self.list.currentRow()
        return self.rows.edges[place] if self.rows is not None and 0 <= place < len(self.rows.edges) else None

    def refresh(self) -> None:
        """Show the machine in view as it is now."""
        self._soon.stop()
        session, edge = self._session, self.edge
        graph = session.graph if session is not None else None
        self.rows = None
        if session is not None:
            self.rows = mood_rows(session.document, session.graph_id, session.registry)
        is_machine = isinstance(graph, StateMachineGraph)
        self._page.setVisible(self.rows is not None)
        self.empty.setVisible(self.rows is None)
        self.empty.setText(_PLAIN if is_machine else _NO_MACHINE)
        self.make.setVisible(is_machine and self.rows is None)
        if self.rows is None or session is None:
            return
        self._list_transitions(self.rows, edge)
        if not self.every.hasFocus():
            self.every.setValue(self.rows.moods.every)
        self.pick.set_value(self.rows.moods.pick)
        self.give_shares.setVisible(bool(self.rows.bare))
        self._show_matrix()
        self.show_run()

    def show_run(self) -> None:
        """Show the shares of the picked agent, and what they become in quiet times."""
        session, rows = self._session, self.rows
        if session is None or rows is None or not self.isVisible():
            return
        found = mood_shares(self._run, session.graph_id, rows.moods)
        agent = self._run.picked_agent
        # Until an edit has reached the run, this knows other moods.
        is_live = found.keys() >= {*rows.states} and self._run.mind_of(agent) == session.file_name
        shares = found if is_live else start_shares(session.document, rows)
        later = after_quiet_times(rows, shares, self.quiet_times.value())
        self.who.setText(
            f"Shares of {self._run.agent_title(agent or '')}" if is_live else "Shares at the start"
        )
        self.bars.show_rows(
            share_bars(rows, shares, later, self._history() if is_live else {}), past=not is_live
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the run."""
        super().showEvent(event)
        self.show_run()

    def _history(self) -> dict[str, list[float]]:
        """Return the shares of the last seconds up to the tick shown, as far as they were gathered."""
        view, rows = self._run.view, self.rows
        if view is None or rows is None:
            return {}
        curves, first = self._curves.of(view.agent), view.tick - round(SECONDS * view.program.rate)
        found = {}
        for state, name in rows.moods.shares.items():
            curve = curves.get(name)
            if curve is not None:
                begin, end = max(first, curve.first), min(view.tick + 1, curve.end)
                found[state] = [*curve.values[begin - curve.first : max(begin, end) - curve.first]]
        return found

    def _later(self, *_arguments: object) -> None:
        self._soon.start(0)

    def _list_transitions(self, rows: MoodRows, edge: str | None) -> None:
        self.list.blockSignals(True)
        if [self.list.item(place).text() for place in range(self.list.count())] != [*rows.words]:
            self.list.clear()
            self.list.addItems(rows.words)
        self.list.setCurrentRow(rows.edges.index(edge) if edge in rows.edges else 0)
        self.list.blockSignals(False)

    def _show_matrix(self, *_arguments: object) -> None:
        session, rows = self._session, self.rows
        if session is None or rows is None or not isinstance(session.graph, StateMachineGraph):
            return
        shares = start_shares(session.document, rows)
        starts = [GridCell(f"{shares[state]:.6g}", shares[state]) for state in rows.states]
        cells = [*matrix_cells(session.graph, rows, self.edge), starts]
        self.matrix.show_cells((*rows.titles, STARTS), rows.titles, cells)
        self.remove_transition.setEnabled(self.edge is not None)

    def _follow_selection(self, *_arguments: object) -> None:
        """Show the matrix of a transition that is selected on the canvas."""
        if self._session is None or self.rows is None or len(self._session.selection) != 1:
            return
        chosen = next(iter(self._session.selection))
        if chosen in self.rows.edges:
            self.list.setCurrentRow(self.rows.edges.index(chosen))

    def _select_edge(self) -> None:
        if self._session is not None:
            self._session.select(() if self.edge is None else (self.edge,))

    # -- what it edits -------------------------------------------------------------------------------

    def _apply(self, label: str, edit: Callable[[Document, str], Document]) -> bool:
        session = self._session
        if session is None:
            return False
        graph_id = session.graph_id
        done = session.apply(label, lambda document: edit(document, graph_id))
        self.refresh()
        return done

    def _set(self, path: str, value: float | str) -> None:
        if self.rows is not None and getattr(self.rows.moods, path) != value:
            self._apply(f"Set {path}", lambda document, graph: set_moods_field(document, graph, path, value))

    def _type_cell(self, row: int, column: int, text: str) -> None:
        rows, edge, leave = self.rows, self.edge, self.leave.isChecked()
        if rows is None:
            return
        start = rows.states[column]
        if row == len(rows.states):
            self._apply(
                "Set a share", lambda document, graph: set_start_share(document, graph, start, _number(text))
            )
            return
        to = rows.states[row]

        def edit(document: Document, graph: str) -> Document:
            return set_mood_cell(document, graph, start, to, _number(text), edge_id=edge, leave=leave)

        self._apply("Set a cell", edit)

    def _add_transition(self) -> None:
        event = self.new_event.text().strip()
        if self.rows is None or not event:
            self.new_event.setFocus()
            return
        known = self.rows.edges
        if self._apply(
            "Add a transition", lambda document, graph: add_mood_transition(document, graph, event)[0]
        ):
            new = next((place for place, edge in enumerate(self.rows.edges) if edge not in known), 0)
            self.list.setCurrentRow(new)
            self._select_edge()

    def _remove_transition(self) -> None:
        edge = self.edge
        if edge is not None:
            self._apply("Remove a transition", lambda document, graph: remove(document, graph, (edge,)))

    def _add_mood(self) -> None:
        session = self._session
        if session is not None:
            registry = session.registry
            self._apply("Add a mood", lambda document, graph: add_mood(document, graph, registry)[0])

    def _give_shares(self) -> None:
        bare = self.rows.bare if self.rows is not None else ()

        def edit(document: Document, graph: str) -> Document:
            for state in bare:
                document = add_share(document, graph, state)
            return document

        self._apply("Give shares", edit)


def _number(text: str) -> float:
    """Return a number that was typed; nothing is 0."""
    try:
        number = float(text.replace(",", ".") or 0)
    except ValueError:
        raise EditRefused(f"{text!r} is no number.", "Give a number from 0 to 1.") from None
    return int(number) if number == int(number) else number
