"""The panel that finds agents, pins them, and puts the pinned ones beside the one shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QLineEdit, QListView, QSplitter, QWidget

from editor.documents.open.document_session import DocumentSession
from editor.panels.run.agent_comparison import MOST_COLUMNS, AgentComparisonView, compared, sides_of
from editor.running.run_controller import RunController
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.panel import Panel
from editor.widgets.row_list import RowModel, set_up_row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_icon, paint_text
from editor.widgets.switch import Switch

BETWEEN_LOOKS = 0.15
"""Seconds between two looks while the run goes on."""

ANY = ""
_ANY_STATE = (Choice(ANY, "In any state"),)
_PIN_ROOM = 30
_IN_GAME = "\n"
"""Between the title of a game and the agent of it, in the key of a row."""


class AgentsModel(RowModel["AgentRow"]):
    """Hold the agents that match: id, name, mind, what each does, whether it is pinned or shown."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return an agent in words."""
        agent, title, mind, doing, pinned, shown = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            notes = (", pinned" if pinned else "") + (", shown" if shown else "")
            return f"{title}: {doing or 'not begun'}{notes}"
        if role == Qt.ItemDataRole.ToolTipRole and _IN_GAME in agent:
            return plain_tip(f"{title} is in {mind}. Click to watch that game.")
        if role == Qt.ItemDataRole.ToolTipRole:
            hint = f"{title} ({agent}) thinks with {mind}. Click to show it, click the pin to compare it."
            return plain_tip(hint)
        return None


AgentRow = tuple[str, str, str, str, bool, bool]


class AgentsPanel(Panel):
    """List agents by words and state; a click shows one, its pin keeps it beside the one shown.

    `go_to` carries graph and element of a compared node that was clicked, `pinned_changed` tells of pins.
    """

    go_to = Signal(str, str)
    pinned_changed = Signal()
    game_picked = Signal(str, str)
    """Carries the title of another game that is there, and an agent of it or ""."""

    def __init__(self, run: RunController, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__("agents", "Agents", "entity")
        self._run, self._clock = run, clock
        self._session: DocumentSession | None = None
        self._looked = 0.0
        self.pinned: tuple[str, ...] = ()
        self.games: Callable[[], tuple[str, Mapping[str, tuple[str, ...]]]] = lambda: ("", {})
        """Return the title of the game watched, and the agents of all games that are there, by title."""
        self.model = AgentsModel(self)
        self.view = _AgentList(self.model)
        self.view.picked.connect(self._pick)
        self.view.pin_clicked.connect(self.toggle_pin)
        self.focus_on = self.search = QLineEdit(placeholderText="Find an agent", clearButtonEnabled=True)
        self.search.setToolTip("Find an agent")
        self.search.setAccessibleName("Find an agent by name, mind or state")
        self.search.textChanged.connect(lambda _text: self.look_again())
        self.state = DropDown("Agents in this state", _ANY_STATE)
        self.state.setMaximumWidth(scaled(150))
        self.state.picked.connect(lambda _state: self.look_again())
        self.state.set_value(ANY)
        self.game = DropDown("Game")
        self.game.setMaximumWidth(scaled(150))
        self.game.picked.connect(lambda title: self.game_picked.emit(str(title), ""))
        self.all_lines = Switch("Show what is the same too")
        self.all_lines.toggled.connect(lambda _on: self.look_again())
        self.comparison = AgentComparisonView()
        self.comparison.go_to.connect(self.go_to)
        self.note = PlainLabel(role="caption", wrap=True)
        self._arrange()
        run.frame_shown.connect(self.refresh)
        run.agent_changed.connect(self.look_again)
        run.world_changed.connect(self._follow_world)
        self.look_again()

    def _arrange(self) -> None:
        find = row_box(margins=(10, 6, 8, 4), spacing=6)
        find.addWidget(self.search, 1)
        add_all(find, self.state, self.game)
        left = QWidget()
        column = column_box(left, margins=(0, 0, 0, 0), spacing=0)
        column.addLayout(find)
        column.addWidget(self.view, 1)
        self.word = PlainLabel("also what is the same", role="caption")
        top = row_box(margins=(12, 6, 8, 2), spacing=8)
        top.addWidget(self.note, 1)
        add_all(top, self.word, self.all_lines)
        right = QWidget()
        beside = column_box(right, margins=(0, 0, 0, 0), spacing=0)
        beside.addLayout(top)
        beside.addWidget(self.comparison, 1)
        split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        add_all(split, left, right)
        split.setSizes([340, 540])
        self.body.addWidget(split, 1)

    def set_session(self, session: DocumentSession | None) -> None:
        """Compare nodes of the graph shown of another document."""
        if self._session is not None:
            self._session.graph_shown.disconnect(self._follow_graph)
        self._session = session
        if session is not None:
            session.graph_shown.connect(self._follow_graph)
        self.look_again()

    def toggle_pin(self, agent: str) -> None:
        """Pin an agent, or take its pin away; the oldest pin goes where there are too many."""
        if _IN_GAME in agent:
            return
        if agent in self.pinned:
            self.pinned = tuple(pinned for pinned in self.pinned if pinned != agent)
        else:
            self.pinned = (*self.pinned, agent)[-(MOST_COLUMNS - 1) :]
        self.look_again()
        self.pinned_changed.emit()

    def refresh(self) -> None:
        """Follow the run, not more often than the eye does."""
        if not self.isVisible():
            return
        now = self._clock()
        if not self._run.is_running or now - self._looked >= BETWEEN_LOOKS:
            self._looked = now
            self.look_again()

    def look_again(self) -> None:
        """Take everything over."""
        if not self.isVisible():
            return
        run = self._run
        doing = {agent: run.active_words(agent) for agent in run.thinking_agents()}
        states = sorted({words for words in doing.values() if words})
        self.state.set_choices([*_ANY_STATE, *(Choice(name, name) for name in states)])
        rows = tuple(row for row in (*map(self._row, doing), *self._rows_of_others()) if self._matches(row))
        self.model.update_rows(rows, lambda row: row[0])
        self._compare()

    def showEvent(self, event: QShowEvent) -> None:
        """Take over what happened while the panel was hidden."""
        super().showEvent(event)
        self.look_again()

    def _row(self, agent: str) -> AgentRow:
        run = self._run
        return (
            agent,
            run.agent_title(agent),
            run.mind_of(agent) or "",
            run.active_words(agent),
            agent in self.pinned,
            agent == run.picked_agent,
        )

    def _rows_of_others(self) -> Iterator[AgentRow]:
        """Yield the agents of games that are not watched, game by game."""
        watched, games = self.games()
        self.game.setVisible(bool(games.keys() - {watched}))
        self.game.set_choices([Choice(title, title) for title in games])
        self.game.set_value(watched)
        for title, agents in games.items():
            for agent in agents if title != watched else ():
                yield (f"{title}{_IN_GAME}{agent}", agent, title, f"in {title}", False, False)

    def _pick(self, row: str) -> None:
        title, _, agent = row.rpartition(_IN_GAME)
        if title:
            self.game_picked.emit(title, agent)
        else:
            self._run.pick_agent(agent)

    def _matches(self, row: AgentRow) -> bool:
        text = " ".join(row[:4]).lower()
        wanted = self.search.text().lower().split()
        state = str(self.state.value or ANY)
        return all(word in text for word in wanted) and state in (ANY, row[3])

    def _compare(self) -> None:
        run, session = self._run, self._session
        picked = (run.picked_agent,) if run.picked_agent is not None else ()
        agents = (*picked, *(pinned for pinned in self.pinned if pinned not in picked))
        is_alone = len(agents) < 2 or session is None
        for widget in (self.word, self.all_lines):
            widget.setVisible(not is_alone)
        if is_alone or session is None:
            self.comparison.show_lines((), ())
            self.note.setText("Pin an agent to see it beside the one shown.")
            return
        sides = sides_of(run, agents)
        only = not self.all_lines.isChecked()
        lines = compared(sides, session.graph_id, run.registry, only_different=only)
        self.comparison.show_lines(tuple(side.title for side in sides), lines)
        count = sum(line.differs for line in lines)
        self.note.setText(f"{run.tick_words}: {count} different")

    def _follow_world(self) -> None:
        known = set(self._run.thinking_agents())
        self.pinned = tuple(agent for agent in self.pinned if agent in known)
        self.look_again()
        self.pinned_changed.emit()

    def _follow_graph(self, _graph: str) -> None:
        self.look_again()


class _AgentList(QListView):
    """List agents; a click on the pin is no click on the agent."""

    picked = Signal(str)
    pin_clicked = Signal(str)

    def __init__(self, model: AgentsModel) -> None:
        super().__init__()
        self._rows = model
        set_up_row_list(self, model, _AgentDelegate(self, 27), "Agents")
        self.activated.connect(self._pick)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell a click on the pin from one on the agent."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if place.x() >= self.visualRect(index).right() - _PIN_ROOM:
            self.pin_clicked.emit(self._rows.rows[index.row()][0])
        else:
            self._pick(index)

    def _pick(self, index: QModelIndex) -> None:
        self.picked.emit(self._rows.rows[index.row()][0])


class _AgentDelegate(RowDelegate):
    """Paint name, what the agent does, its mind, and its pin."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        _, title, mind, doing, pinned, shown = AgentsModel.row_at(index)
        theme = current_theme()
        ink = theme.color("text.link" if shown else "text.secondary")
        paint_icon(painter, "eye" if shown else "entity", rect.left() + 12, rect, ink, 14)
        weight = TextWeight.SEMIBOLD if shown else TextWeight.REGULAR
        room = rect.width() - 34 - _PIN_ROOM
        name = QRect(rect.left() + 34, rect.top(), room * 2 // 5, rect.height())
        paint_text(painter, title, name, ui_font(TextSize.BODY, weight), theme.color("text.primary"))
        state = QRect(name.right() + 8, rect.top(), room * 2 // 5 - 8, rect.height())
        token = "status.running.text" if shown else "text.secondary"
        paint_text(painter, doing, state, ui_font(TextSize.BODY), theme.color(token))
        rest = QRect(state.right() + 6, rect.top(), room // 5 - 6, rect.height())
        shortened = mind.partition(".")[0]
        paint_text(painter, shortened, rest, ui_font(TextSize.CAPTION), theme.color("text.tertiary"))
        pin = theme.color("accent.line" if pinned else "text.tertiary")
        paint_icon(painter, "pin", rect.right() - _PIN_ROOM // 2 - 7, rect, pin, 14)
