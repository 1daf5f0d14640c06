"""The panel that shows the values of the picked agent and of the world, and lets them be changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from editor.canvas.overlays.calm_looks import CalmLights
from editor.panels.document_panel import DocumentPanel
from editor.panels.run.blackboard_rows import (
    FADE_SECONDS,
    BlackboardGroup,
    BlackboardRow,
    ValueCurves,
    blackboard_groups,
    parse_items,
    parse_value,
    row_hint,
)
from editor.running.interventions import switch_condition, write_world_variable
from editor.running.not_run import not_run_words
from editor.running.run_controller import RunController
from editor.theme.fonts import Height, TextSize, fixed_font, scaled, ui_font
from editor.theme.inks import faded, set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box
from editor.widgets.element_words import TYPE_ICONS
from editor.widgets.hairline import paint_focus_ring
from editor.widgets.row_painting import paint_icon, paint_text
from editor.widgets.section_header import SectionHeader
from editor.widgets.value_editor import ValueEditor
from graphs.expressions.types import Items, Value

_CURVE = 46
_VALUE_ROOM = 84


class BlackboardPanel(DocumentPanel):
    """Show values live, light what was written, and write what the user types before the next step."""

    def __init__(self, run: RunController) -> None:
        super().__init__("blackboard", "Blackboard", "table")
        self._run = run
        self._curves, self._calm = ValueCurves(), CalmLights()
        self._pending: dict[str, tuple[int, Value]] = {}
        self._views: list[_GroupView] = []
        self._shape: object = None
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setAccessibleName("Blackboard")
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(self._scroll)
        run.frame_shown.connect(self.refresh)
        run.world_changed.connect(self._start_afresh)
        run.agent_changed.connect(self._start_afresh)
        self.refresh()

    def focus_target(self) -> QWidget:
        """Return the first group of values."""
        return self._views[0] if self._views else self

    def groups(self) -> tuple[BlackboardGroup, ...]:
        """Return what is shown."""
        return tuple(view.group for view in self._views)

    def write(self, row: BlackboardRow, text: str) -> str:
        """Write a typed value before the next step; return what is wrong with it, "" for nothing."""
        session, run = self._session, self._run
        if session is None or run.session is None or run.picked_agent is None:
            return ""
        if row.scope == "condition":
            switch_condition(run, row.name, text == "true")
            self.refresh()
            return ""
        declared = session.document.variables.get(row.name)
        try:
            if declared is not None and row.type == "list":
                value: Value = parse_items(text, declared)
            else:
                value = parse_value(text, row.type, declared.values if declared is not None else ())
        except ValueError as error:
            return str(error)
        ids = {run.agent_title(agent): agent for agent in run.session.agent_ids}
        if isinstance(value, str) and row.type == "entity":
            value = ids.get(value, value)
        elif isinstance(value, Items) and declared is not None and declared.of == "entity":
            value = Items(tuple(ids.get(str(each), each) for each in value.values))
        if row.scope == "world":
            refused = write_world_variable(run, row.name, value)
            if refused:
                return refused
        else:
            run.session.write_variable(run.picked_agent, row.name, value)
        self._pending[row.name] = (run.tick, value)
        self.refresh()
        return ""

    def refresh(self) -> None:
        """Show the values as they are now."""
        if self._run.session is not None and not self.isVisible():
            return
        groups = self._groups_now()
        words = not_run_words(self._run, self._run.picked_agent)
        parts = tuple((group.title, group.note, tuple(row.name for row in group.rows)) for group in groups)
        if (words, parts) != self._shape:
            self._shape = (words, parts)
            self._build(groups, words)
            return
        for view, group in zip(self._views, groups, strict=True):
            view.set_group(group)

    def _groups_now(self) -> tuple[BlackboardGroup, ...]:
        session, run = self._session, self._run
        if session is None or run.session is None or run.picked_agent is None:
            return ()
        agent_values = dict(run.session.variables(run.picked_agent))
        world_values = dict(run.session.world_variables())
        self._curves.record(run.tick, run.session.rate, {**world_values, **agent_values})
        for name, (tick, value) in list(self._pending.items()):
            if run.tick > tick:
                del self._pending[name]
            elif name in agent_values:
                agent_values[name] = value
            elif name in world_values:
                world_values[name] = value
        titles = {agent: run.agent_title(agent) for agent in run.session.agent_ids}
        return blackboard_groups(
            session.document,
            run.agent_title(run.picked_agent),
            agent_values,
            world_values,
            self._lights(run.session.rate),
            self._curves,
            titles,
            self._switches(run.picked_agent),
            self._expired(),
        )

    def _expired(self) -> tuple[str, ...]:
        """Return the triggers whose last end was that nothing used them."""
        view = self._run.view
        if view is None:
            return ()
        return tuple(name for name, tick in view.expired.items() if view.writes.get(name) == tick)

    def _switches(self, agent: str) -> dict[str, bool]:
        """Return the answers of the conditions that the agent's mind asks and that a switch answers."""
        session = self._run.session
        brain = session.brains.get(agent) if session is not None else None
        if session is None or brain is None:
            return {}
        asked = brain.program.stand_in_conditions
        return {name: answer for name, answer in session.condition_switches.items() if name in asked}

    def _lights(self, rate: int) -> dict[str, float]:
        view = self._run.view
        if view is None:
            return {}
        fade = FADE_SECONDS * rate
        ages = {name: view.tick - tick for name, tick in view.writes.items()}
        lights = {name: 1.0 - age / fade if 0 <= age < fade else 0.0 for name, age in ages.items()}
        if self._run.is_running:
            self._calm.begin_frame()
            return {name: self._calm.shown(name, light) for name, light in lights.items()}
        self._calm.clear()
        return lights

    def _start_afresh(self) -> None:
        self._curves.clear()
        self._pending.clear()
        self.refresh()

    def _build(self, groups: tuple[BlackboardGroup, ...], not_run: str) -> None:
        page = QWidget()
        box = column_box(page, margins=(10, 6, 10, 12), spacing=2)
        self._views = []
        if not_run:
            box.addWidget(PlainLabel(not_run, role="caption", wrap=True))
        for group in groups:
            header = SectionHeader(group.title, group.note)
            view = _GroupView(group, self.write)
            header.folded.connect(lambda folded, shown=view: shown.setVisible(not folded))
            add_all(box, header, view)
            self._views.append(view)
        if not groups:
            words = PlainLabel("Pick an agent with a mind to see its values.", role="caption", wrap=True)
            box.addWidget(words)
        box.addStretch(1)
        self._scroll.setWidget(page)


class _GroupView(QWidget):
    """Paint the rows of one scope; a value can be clicked, or walked to and changed by keys."""

    def __init__(self, group: BlackboardGroup, write: Callable[[BlackboardRow, str], str]) -> None:
        super().__init__()
        self.group = group
        self._write = write
        self._current = -1
        self._hovered = -1
        self.setMouseTracking(True)
        self.setAccessibleName(f"Variables of {group.title}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def set_group(self, group: BlackboardGroup) -> None:
        """Show other values."""
        if group != self.group:
            self.group = group
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, max(1, len(self.group.rows)) * scaled(Height.BLACKBOARD_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        theme = current_theme()
        if not self.group.rows:
            rect = QRect(0, 0, self.width(), scaled(Height.BLACKBOARD_ROW))
            paint_text(
                painter, self.group.empty, rect, ui_font(TextSize.CAPTION), theme.color("text.tertiary")
            )
            paint_focus_ring(painter, self)
        for index, row in enumerate(self.group.rows):
            self._paint_row(painter, index, row)

    def _paint_row(self, painter: QPainter, index: int, row: BlackboardRow) -> None:
        theme = current_theme()
        rect = self._rect(index)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("border.subtle"))
        is_armed = row.type == "trigger" and row.value is True
        paint_icon(
            painter,
            TYPE_ICONS.get(row.type, "value"),
            rect.left() + 1,
            rect,
            theme.color("accent.line" if is_armed else "text.tertiary"),
            14,
        )
        value = self._value_rect(index)
        if row.scope == "condition":
            name = QRect(rect.left() + 24, rect.top(), value.left() - rect.left() - 30, rect.height())
            paint_text(painter, row.name, name, ui_font(TextSize.BODY), theme.color("text.primary"))
            marked = index in (self._hovered, self._current if self.hasFocus() else -1)
            _paint_switch(painter, value, on=row.value is True, marked=marked)
            return
        shows_curve = len(row.curve) > 1 and rect.width() > 190 and max(row.curve) > min(row.curve)
        name_right = value.left() - (_CURVE + 14 if shows_curve else 6)
        name = QRect(rect.left() + 24, rect.top(), name_right - rect.left() - 24, rect.height())
        paint_text(painter, row.name, name, ui_font(TextSize.BODY), theme.color("text.primary"))
        if shows_curve:
            area = QRectF(value.left() - _CURVE - 8, rect.top() + 7, _CURVE, rect.height() - 14)
            _paint_curve(painter, row.curve, area, theme.family("tree").line)
        running = theme.status("running")
        color = theme.color("text.primary")
        if is_armed:
            self._paint_armed(painter, self._plate_rect(painter, value, row.text))
            color = theme.color("accent.on")
        elif row.light > 0:
            wash = faded(running.wash, min(1.0, row.light))
            set_inks(painter, Qt.PenStyle.NoPen, wash)
            painter.drawRoundedRect(QRectF(self._plate_rect(painter, value, row.text)), 4, 4)
            color = running.text if row.light > 0.5 else color
        if index in (self._hovered, self._current if self.hasFocus() else -1):
            is_focus = index == self._current and self.hasFocus()
            token = "accent.line" if is_focus else "border.control"
            set_inks(painter, QPen(theme.color(token), 2 if is_focus else 1), Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(self._plate_rect(painter, value, row.text)).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4
            )
        right = Qt.AlignmentFlag.AlignRight
        paint_text(painter, row.text, value.adjusted(0, 0, -6, 0), fixed_font(TextSize.BODY), color, right)

    def _paint_armed(self, painter: QPainter, plate: QRect) -> None:
        set_inks(painter, Qt.PenStyle.NoPen, current_theme().color("accent.fill"))
        painter.drawRoundedRect(QRectF(plate), 4, 4)

    def _plate_rect(self, painter: QPainter, value: QRect, text: str) -> QRect:
        painter.setFont(fixed_font(TextSize.BODY))
        width = min(value.width(), painter.fontMetrics().horizontalAdvance(text) + 12)
        return QRect(value.right() - width + 1, value.top() + 4, width, value.height() - 8)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event)
        self._current = index
        if 0 <= index < len(self.group.rows):
            row = self.group.rows[index]
            self.setAccessibleDescription(f"{row.name} {row.text}")
        if index >= 0 and self._value_rect(index).contains(event.position().toPoint()):
            self._change(index)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._at(event)
        over = index if index >= 0 and self._value_rect(index).contains(event.position().toPoint()) else -1
        if over != self._hovered:
            self._hovered = over
            self.update()
        row = self.group.rows[index] if index >= 0 else None
        words = row_hint(row) if row is not None else "" if self.group.rows else self.group.empty
        self.setToolTip(plain_tip(words))

    def leaveEvent(self, _event: QEvent) -> None:
        self._hovered = -1
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._current < 0 and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._current = 0
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.group.rows) - 1
        if event.key() == Qt.Key.Key_Down and self._current < last:
            self._current += 1
        elif event.key() == Qt.Key.Key_Up and self._current > 0:
            self._current -= 1
        elif (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Space) and 0 <= self._current <= last
        ):
            self._change(self._current)
        else:
            super().keyPressEvent(event)
            return
        self.update()

    def _change(self, index: int) -> None:
        row = self.group.rows[index]
        if row.type in ("bool", "trigger"):
            self._write(row, "false" if row.value is True else "true")
            return
        self._open_editor(index, row)

    def _open_editor(self, index: int, row: BlackboardRow) -> None:
        rect = self._value_rect(index)
        editor = ValueEditor(row.text, self, lambda text: self._write(row, text), self._editor_closed)
        editor.setAccessibleName(f"Value of {row.name}")
        editor.open_at(QRect(rect.left() - 20, rect.top() + 1, rect.width() + 20, rect.height() - 2))

    def _editor_closed(self, by_key: bool) -> None:
        if by_key:
            self.setFocus()
        self.update()

    def _at(self, event: QMouseEvent) -> int:
        index = int(event.position().y()) // scaled(Height.BLACKBOARD_ROW)
        return index if 0 <= index < len(self.group.rows) else -1

    def _rect(self, index: int) -> QRect:
        height = scaled(Height.BLACKBOARD_ROW)
        return QRect(0, index * height, self.width(), height)

    def _value_rect(self, index: int) -> QRect:
        rect = self._rect(index)
        width = min(scaled(_VALUE_ROOM), self.width() // 2)
        return QRect(rect.right() - width + 1, rect.top(), width, rect.height() - 1)

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())


def _paint_switch(painter: QPainter, value: QRect, *, on: bool, marked: bool) -> None:
    """Paint a switch at the right end of a row, as `Switch` looks."""
    theme = current_theme()
    groove = QRectF(value.right() - 31, value.center().y() - 6.5, 28, 14)
    painter.setPen(QPen(theme.color("accent.fill" if on else "border.control"), 1))
    painter.setBrush(theme.color("accent.fill" if on else "surface.hover"))
    painter.drawRoundedRect(groove, 7, 7)
    set_inks(painter, Qt.PenStyle.NoPen, theme.color("accent.on" if on else "text.secondary"))
    painter.drawEllipse(QPointF(groove.right() - 7 if on else groove.left() + 7, groove.center().y()), 5, 5)
    if marked:
        set_inks(painter, QPen(theme.color("accent.line"), 1), Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(groove.adjusted(-3, -3, 3, 3), 10, 10)


def _paint_curve(painter: QPainter, curve: tuple[float, ...], area: QRectF, color: QColor) -> None:
    low, high = min(curve), max(curve)
    step = area.width() / max(1, len(curve) - 1)
    points = [
        QPointF(area.left() + index * step, area.bottom() - (value - low) / (high - low) * area.height())
        for index, value in enumerate(curve)
    ]
    set_inks(painter, QPen(color, 1.5), Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
