"""The panel that tells per sensor what was sensed, and what blocked the rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from editor.running.node_facts import entity_name, output_words
from editor.running.run_controller import RunController
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import scroll_area
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_painting import paint_badge, paint_text
from graphs.worlds.model.world_file import SensorEntry
from runtime.records.sense_records import SenseCandidate, SensorExplanation
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

MOST_FOUND = 12
"""How many things of one sensor are listed; the nearest first."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """Hold one thing a sensor could sense: its name, what decided with the numbers, whether it was sensed."""

    name: str
    words: str
    sensed: bool
    entity: str = ""


@dataclass(frozen=True, slots=True)
class SensorBlock:
    """Hold one sensor: its title, when it looked, what it wrote, and what it found, the nearest first."""

    title: str
    note: str
    outputs: tuple[tuple[str, str], ...]
    found: tuple[FoundLine, ...]
    left_out: int = 0


def sensor_blocks(session: Session, agent: str, frame: TraceFrame | None) -> tuple[SensorBlock, ...]:
    """Return the sensors of an agent in their order.

    `frame` is of the tick shown, where it is at hand. A sensor that was not due in it, or of an agent that
    no one watched then, is told of as it would look now, and says so.
    """
    entry = session.document.agents.get(agent)
    declared = entry.sensors if entry is not None else ()
    brain = frame.brains.get(agent) if frame is not None else None
    was_watched = brain is None or brain.is_logged
    looked = {sensor.index: sensor for sensor in frame.senses.get(agent, ())} if frame is not None else {}
    now = {sensor.index: sensor for sensor in session.world.sensors_now(agent)}
    blocks = []
    for index, sensor in enumerate(declared):
        told = looked.get(index) or now.get(index)
        if told is not None:
            note = LOOKED if index in looked else RESTED if was_watched else NOT_WATCHED
            blocks.append(_block(session, sensor, told, note))
    return tuple(blocks)


LOOKED = "looked in this tick"
RESTED = "not due in this tick; as it would look now"
NOT_WATCHED = "not recorded for this agent; as it would look now"


def _block(session: Session, sensor: SensorEntry, told: SensorExplanation, note: str) -> SensorBlock:
    targets = {output: variable for variable, output in sensor.writes.items()}
    outputs = tuple(
        (
            f"{name} → {targets[name]}" if name in targets else name,
            output_words(session, told.kind, name, value),
        )
        for name, value in told.outputs.items()
    )
    nearest = sorted(told.candidates, key=lambda candidate: (not candidate.visible, candidate.distance))
    found = tuple(_line(session, told.kind, candidate) for candidate in nearest[:MOST_FOUND])
    return SensorBlock(told.kind.replace("_", " "), note, outputs, found, len(nearest) - len(found))


def _line(session: Session, kind: str, candidate: SenseCandidate) -> FoundLine:
    name = entity_name(session, candidate.entity_id)
    parts = [
        candidate.verdict or ("sensed" if candidate.visible else "not sensed"),
        f"{candidate.distance:.1f} away",
    ]
    if candidate.angle:
        parts.append(f"{candidate.angle:.0f}° off")
    if candidate.blocked_by and candidate.blocked_by not in candidate.verdict:
        parts.append(f"behind {candidate.blocked_by}")
    if candidate.blocked_at is not None:
        parts.append(f"at {candidate.blocked_at[0]:.1f}, {candidate.blocked_at[1]:.1f}")
    return FoundLine(
        name or candidate.entity_id or kind, ", ".join(parts), candidate.visible, candidate.entity_id
    )


BETWEEN_LOOKS = 0.15
"""Seconds between two looks while the run goes on."""

_LINE, _TITLE = 34, 30


class SensesPanel(Panel):
    """Follow the senses of the agent shown, in the tick shown."""

    def __init__(self, run: RunController, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__("senses", "Senses", "ear")
        self._run, self._clock = run, clock
        self._looked = 0.0
        self.blocks: tuple[SensorBlock, ...] = ()
        self.page = _SensesPage()
        self._area = scroll_area(self.page)
        self.empty = EmptyNote()
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self._area, 1)
        run.frame_shown.connect(self.refresh)
        run.agent_changed.connect(self.look_again)
        run.world_changed.connect(self.look_again)
        self.look_again()

    def refresh(self) -> None:
        """Follow the run, not more often than the eye does."""
        now = self._clock()
        if not self._run.is_running or now - self._looked >= BETWEEN_LOOKS:
            self._looked = now
            self.look_again()

    def look_again(self) -> None:
        """Take everything over; while the run is on its way to a tick the former stays."""
        run = self._run
        if not self.isVisible() or run.time.is_seeking:
            return
        self.blocks = self._blocks_now()
        self.page.show_blocks(self.blocks)
        self.empty.setVisible(not self.blocks)
        self._area.setVisible(bool(self.blocks))
        self.empty.setText(
            "The agent shown has no sensors. Edit the world and select the agent to add some."
            if run.picked_agent is not None
            else "Pick an agent: what each of its sensors finds stands here."
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Take over what happened while the panel was hidden."""
        super().showEvent(event)
        self.look_again()

    def _blocks_now(self) -> tuple[SensorBlock, ...]:
        run = self._run
        if run.session is None or run.picked_agent is None:
            return ()
        frame = run.last_frame
        is_of_now = frame is not None and frame.tick == run.time.shown_tick
        return sensor_blocks(run.session, run.picked_agent, frame if is_of_now else None)


class _SensesPage(QWidget):
    """Paint the blocks one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: tuple[SensorBlock, ...] = ()
        self.setMouseTracking(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the tooltip say the block under the pointer in full."""
        top, said = 4, ""
        for block in self._blocks:
            if top <= event.position().y() < top + _height(block):
                outputs = (f"{name} {value}" for name, value in block.outputs)
                found = (f"{line.name}: {line.words}" for line in block.found)
                said = "\n".join((f"{block.title}, {block.note}", *outputs, *found))
            top += _height(block)
        self.setToolTip(plain_tip(said))

    def show_blocks(self, blocks: tuple[SensorBlock, ...]) -> None:
        """Show other blocks."""
        self._blocks = blocks
        self.setMinimumHeight(self.sizeHint().height())
        lines = (f"{block.title}: {line.name} {line.words}" for block in blocks for line in block.found)
        self.setAccessibleName("; ".join(lines))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of everything."""
        return QSize(200, sum(map(_height, self._blocks)) + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint titles, outputs, and what was found."""
        painter = smooth_painter(self)
        top = 4
        for block in self._blocks:
            _paint_block(painter, QRect(0, top, self.width(), _height(block)), block)
            top += _height(block)


def _height(block: SensorBlock) -> int:
    more = scaled(18) if block.left_out else 0
    lines = scaled(_LINE) * max(1, len(block.found))
    return scaled(_TITLE) + scaled(20) * len(block.outputs) + lines + more + 8


def _paint_block(painter: QPainter, rect: QRect, block: SensorBlock) -> None:
    theme = current_theme()
    body, small = ui_font(TextSize.BODY, TextWeight.SEMIBOLD), ui_font(TextSize.CAPTION)
    left, width = rect.left() + 14, rect.width() - 26
    title = QRect(left, rect.top(), width, scaled(_TITLE))
    painter.setFont(body)
    room = painter.fontMetrics().horizontalAdvance(block.title) + 10
    paint_text(painter, block.title, title, body, theme.color("text.primary"))
    note = title.adjusted(room, 1, 0, 0)
    paint_text(painter, block.note, note, small, theme.color("text.tertiary"))
    top = title.bottom() + 1
    right = Qt.AlignmentFlag.AlignRight
    for name, value in block.outputs:
        line = QRect(left, top, width, scaled(20))
        painter.setFont(fixed_font(TextSize.CAPTION))
        taken = min(width // 2, painter.fontMetrics().horizontalAdvance(value) + 8)
        paint_text(painter, name, line.adjusted(0, 0, -taken, 0), small, theme.color("text.secondary"))
        paint_text(painter, value, line, fixed_font(TextSize.CAPTION), theme.color("text.primary"), right)
        top += scaled(20)
    if not block.found:
        line = QRect(left, top, width, scaled(_LINE))
        paint_text(painter, "There is nothing it could sense.", line, small, theme.color("text.tertiary"))
        top += scaled(_LINE)
    for found in block.found:
        _paint_found(painter, QRect(left, top, width, scaled(_LINE)), found)
        top += scaled(_LINE)
    if block.left_out:
        line = QRect(left, top, width, scaled(18))
        paint_text(painter, f"and {block.left_out:,} further away", line, small, theme.color("text.tertiary"))
    painter.fillRect(rect.left() + 10, rect.bottom() - 3, rect.width() - 20, 1, theme.color("border.subtle"))


def _paint_found(painter: QPainter, rect: QRect, found: FoundLine) -> None:
    """Paint a thing in two lines: its name, and what decided."""
    theme = current_theme()
    paint_badge(painter, "success" if found.sensed else "failure", rect.left() + 8, rect)
    half = rect.height() // 2
    name = QRect(rect.left() + 24, rect.top(), rect.width() - 24, half)
    words = QRect(name.left(), rect.top() + half - 1, name.width(), half)
    bold = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
    paint_text(painter, found.name, name, bold, theme.color("text.primary"))
    paint_text(painter, found.words, words, ui_font(TextSize.CAPTION), theme.color("text.secondary"))
