"""Put agents beside each other: what is active in each, what differs in bold, how nodes are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from editor.running.node_facts import value_words
from editor.running.row_looks import NOTHING, RowLook, instance_shown, row_look
from editor.running.run_view import RunView, view_of_brain
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.plain_texts import plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import Index, paint_badge, paint_icon, paint_row_back, paint_text
from graphs.expressions.types import Value
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from runtime.history.recording.agent_view import AgentView, view_at
from runtime.history.recording.row_words import element_title
from runtime.minds.program.rows import RowFamily

MOST_COLUMNS = 4

LineKind = Literal["active", "variable", "status"]


@dataclass(frozen=True, slots=True)
class AgentCell:
    """Hold what is in one column: words, and for a status its look."""

    words: str
    look: RowLook = NOTHING


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """Hold one line of a comparison, a cell per agent; of a status also where its element is."""

    kind: LineKind
    name: str
    cells: tuple[AgentCell, ...]
    graph: str = ""
    element: str = ""

    @property
    def differs(self) -> bool:
        """Tell whether not all agents have the same."""
        return len(set(self.cells)) > 1


@dataclass(frozen=True, slots=True)
class AgentSide:
    """Hold one agent of a comparison: its state, its mind, and its variables, entities by title."""

    agent: str
    title: str
    view: AgentView
    variables: Mapping[str, Value]
    document: Document


def sides_of(run: RunView, agents: Sequence[str]) -> tuple[AgentSide, ...]:
    """Return the agents that think, as they are in the tick shown; their values only where it is exact."""
    session, recording = run.session, run.time.recording
    if session is None or recording is None:
        return ()
    found = []
    for agent in agents[:MOST_COLUMNS]:
        mind = run.mind_of(agent)
        document = run.versions.document(mind) if mind is not None else None
        if document is None or agent not in session.brains:
            continue
        seeking, tick = run.time.is_seeking, run.time.shown_tick
        if agent == run.picked_agent and run.view is not None:
            view = run.view
        elif seeking and tick in recording:
            view = view_at(recording, agent, tick)
        else:
            view = view_of_brain(session, agent)
        variables = {} if seeking else dict(session.variables(agent))
        for name, value in variables.items():
            declared = document.variables.get(name)
            if declared is not None and declared.type == "entity" and isinstance(value, str):
                variables[name] = run.agent_title(value)
        found.append(AgentSide(agent, run.agent_title(agent), view, variables, document))
    return tuple(found)


def compared(
    sides: Sequence[AgentSide], graph: str, registry: Registry, *, only_different: bool
) -> tuple[ComparedLine, ...]:
    """Return the lines of a comparison: what is active, variables, then the elements of one graph."""
    lines = [_active_line(sides, registry), *_variable_lines(sides), *_status_lines(sides, graph, registry)]
    return tuple(line for line in lines if line.kind == "active" or line.differs or not only_different)


def live_elements(view: AgentView, graph: str) -> tuple[str, ...]:
    """Return the elements of a graph that run or are active in a view."""
    instance = instance_shown(view, graph)
    if instance is None:
        return ()
    looks = ((element, row_look(view, row)) for element, row in instance.row_of.items() if element)
    return tuple(element for element, look in looks if look.look == "running" and not look.ghost)


def _active_line(sides: Sequence[AgentSide], registry: Registry) -> ComparedLine:
    return ComparedLine("active", "Active", tuple(AgentCell(_active_words(side, registry)) for side in sides))


def _active_words(side: AgentSide, registry: Registry) -> str:
    """Return the active states from the outermost in, or the leaf of a tree that runs."""
    view = side.view
    if view.tick < 0:
        return "not begun"
    rows = [row for row in view.program.rows if row.node and not row.is_added]
    active = [row for row in rows if row.family is RowFamily.STATE and view.active(row.index)]
    if active:
        titles = [element_title(side.document, row.graph, row.node, registry) for row in active]
        return " › ".join(titles)
    running = [row for row in rows if row_look(view, row.index) == RowLook("running") and not row.children]
    if not running:
        return "nothing"
    return element_title(side.document, running[-1].graph, running[-1].node, registry)


def _variable_lines(sides: Sequence[AgentSide]) -> list[ComparedLine]:
    names = dict.fromkeys(name for side in sides for name in side.variables)
    return [
        ComparedLine("variable", name, tuple(AgentCell(_value(side.variables, name)) for side in sides))
        for name in names
    ]


def _value(variables: Mapping[str, Value], name: str) -> str:
    return value_words(variables[name]) if name in variables else "–"


def _status_lines(sides: Sequence[AgentSide], graph: str, registry: Registry) -> list[ComparedLine]:
    """Return a line per element of a graph that all of them run."""
    instances = [instance_shown(side.view, graph) for side in sides]
    first = instances[0] if instances else None
    if first is None or any(instance is None for instance in instances):
        return []
    lines = []
    for element, place in first.row_of.items():
        if not element or sides[0].view.program.rows[place].family is RowFamily.TRANSITION:
            continue
        cells = []
        for side, instance in zip(sides, instances, strict=True):
            row = instance.row_of.get(element) if instance is not None else None
            look = row_look(side.view, row) if row is not None else NOTHING
            cells.append(AgentCell(look_words(look), look))
        title = element_title(sides[0].document, graph, element, registry)
        lines.append(ComparedLine("status", title, tuple(cells), graph, element))
    return lines


def look_words(look: RowLook) -> str:
    """Return the state of something in words."""
    if not look.look:
        return "–"
    return f"last {look.look}" if look.ghost else look.look


_ICONS = {"active": "state", "variable": "number", "status": "live"}


class ComparisonModel(QAbstractTableModel):
    """Hold the lines; the first column is what each is about."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles: tuple[str, ...] = ()
        self.lines: tuple[ComparedLine, ...] = ()

    def show_lines(self, titles: tuple[str, ...], lines: tuple[ComparedLine, ...]) -> None:
        """Show another comparison; where only words changed, the place is kept."""
        same = titles == self.titles and [line.name for line in lines] == [line.name for line in self.lines]
        if same:
            self.lines = lines
            if lines:
                self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(titles)))
            return
        self.beginResetModel()
        self.titles, self.lines = titles, lines
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return one more than there are agents."""
        return 0 if parent.isValid() or not self.titles else len(self.titles) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a cell."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        line = self.lines[index.row()]
        words = line.name if index.column() == 0 else line.cells[index.column() - 1].words
        return plain_tip_data(words, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the names of the agents."""
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.titles[section - 1] if 0 < section <= len(self.titles) else ""
        return None


class AgentComparisonView(QTableView):
    """Show the table. `go_to` carries graph and element of a status that was clicked."""

    go_to = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._lines = ComparisonModel(self)
        self.setModel(self._lines)
        self.setItemDelegate(_AgentCellDelegate(self))
        self.setShowGrid(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setStyleSheet("QTableView { selection-background-color: transparent; }")
        self.setAccessibleName("Agents beside each other")
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(24))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.clicked.connect(self._picked)

    @property
    def lines(self) -> tuple[ComparedLine, ...]:
        """Return the lines shown."""
        return self._lines.lines

    @property
    def titles(self) -> tuple[str, ...]:
        """Return the names over the columns."""
        return self._lines.titles

    def show_lines(self, titles: tuple[str, ...], lines: tuple[ComparedLine, ...]) -> None:
        """Show another comparison."""
        self._lines.show_lines(titles, lines)

    def _picked(self, index: QModelIndex) -> None:
        line = self._lines.lines[index.row()]
        if line.element:
            self.go_to.emit(line.graph, line.element)


class _AgentCellDelegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, ComparisonModel):
            return
        line, theme = model.lines[index.row()], current_theme()
        rect: QRect = option.rect
        painter.save()
        paint_row_back(painter, option, inset=0)
        if index.column() == 0:
            paint_icon(painter, _ICONS[line.kind], rect.left() + 12, rect, theme.color("text.tertiary"), 13)
            room = rect.adjusted(32, 0, -4, 0)
            paint_text(painter, line.name, room, ui_font(TextSize.BODY), theme.color("text.secondary"))
        else:
            cell = line.cells[index.column() - 1]
            left = 6
            if cell.look.look:
                paint_badge(painter, cell.look.look, rect.left() + 14, rect, ghost=cell.look.ghost)
                left = 28
            weight = TextWeight.SEMIBOLD if line.differs else TextWeight.REGULAR
            font = fixed_font(TextSize.CAPTION) if line.kind == "variable" else ui_font(TextSize.BODY, weight)
            token = "text.primary" if line.differs else "text.tertiary"
            paint_text(painter, cell.words, rect.adjusted(left, 0, -4, 0), font, theme.color(token))
        painter.restore()
