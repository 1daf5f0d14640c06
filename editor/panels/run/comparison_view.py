"""Show a comparison of agents: a line per thing, a column per agent, what differs in bold."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from editor.panels.run.agent_comparison import ComparedLine
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.plain_texts import plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.row_delegate import Index
from editor.widgets.row_painting import paint_badge, paint_icon, paint_row_back, paint_text

_ICONS = {"active": "state", "variable": "number", "status": "live"}


class ComparisonModel(QAbstractTableModel):
    """Hold the lines; the first column is what each is about."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles: tuple[str, ...] = ()
        self.lines: tuple[ComparedLine, ...] = ()

    def show_lines(self, titles: tuple[str, ...], lines: tuple[ComparedLine, ...]) -> None:
        """Show another comparison; where only words changed, the place is kept."""
        same = titles == self.titles and [one.name for one in lines] == [one.name for one in self.lines]
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


class ComparisonView(QTableView):
    """Show the table. `go_to` carries graph and element of a status that was clicked."""

    go_to = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._lines = ComparisonModel(self)
        self.setModel(self._lines)
        self.setItemDelegate(_CellDelegate(self))
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


class _CellDelegate(QStyledItemDelegate):
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
