"""Show the transitions out of the selected state as cards: in order, with what their guards came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from editor.panels.inspector.field_spec import FieldAction
from editor.panels.inspector.machine_contents import state_title
from editor.running.row_looks import instance_shown
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box
from editor.widgets.push_buttons import push_button
from editor.widgets.row_painting import row_badge
from editor.widgets.section_header import SectionHeader
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Edge, StateMachineGraph
from runtime.basics.status import TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.row_words import candidate_words
from runtime.records.trace_frame import Candidate

_TEXT_LEFT = 24


class TransitionCards(QWidget):
    """List the cards under a heading that folds, with buttons to add further transitions."""

    picked = Signal(str)
    acted = Signal(object)
    """Carries the action whose button was clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.cards: list[TransitionCard] = []
        self.buttons: list[QPushButton] = []
        self._actions: tuple[FieldAction, ...] = ()
        self.header = SectionHeader("", "in this order")
        inner = QWidget(self)
        column = column_box(inner, margins=(0, 0, 0, 0), spacing=6)
        self._none = PlainLabel(role="caption", wrap=True)
        column.addWidget(self._none)
        self._card_box = QVBoxLayout()
        self._button_box = QVBoxLayout()
        for layout in (self._card_box, self._button_box):
            layout.setSpacing(6)
            column.addLayout(layout)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=6)
        add_all(box, self.header, inner)
        self.header.folded.connect(lambda folded: inner.setVisible(not folded))
        self.hide()

    def show_cards(
        self,
        title: str,
        contents: Sequence[TransitionCardContent],
        actions: tuple[FieldAction, ...],
        empty: str,
    ) -> None:
        """Show these transitions, or the words for none; without a title there is nothing to see."""
        self.setVisible(bool(title))
        self.header.setText(title)
        self.header.setAccessibleName(title)
        self._none.setText(empty)
        self._none.setVisible(not contents)
        while len(self.cards) > len(contents):
            card = self.cards.pop()
            card.hide()
            card.deleteLater()
        for card, content in zip(self.cards, contents, strict=False):
            card.set_content(content)
        for content in contents[len(self.cards) :]:
            self._add_card(content)
        self._show_actions(actions)

    def _add_card(self, content: TransitionCardContent) -> None:
        card = TransitionCard(content)
        card.picked.connect(self.picked)
        self.cards.append(card)
        self._card_box.addWidget(card)
        card.show()

    def _act(self, place: int) -> None:
        self.acted.emit(self._actions[place])

    def _show_actions(self, actions: tuple[FieldAction, ...]) -> None:
        while len(self.buttons) > len(actions):
            button = self.buttons.pop()
            button.hide()
            button.deleteLater()
        for place in range(len(self.buttons), len(actions)):
            button = push_button("", partial(self._act, place), role="quiet", padding="2px 4px")
            self._button_box.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            button.show()
            self.buttons.append(button)
        self._actions = actions
        for button, action in zip(self.buttons, actions, strict=True):
            button.setText(action.title)


class TransitionCard(QWidget):
    """Paint one transition: its place in the order, its guard, where it leads, why it was not taken."""

    picked = Signal(str)

    def __init__(self, content: TransitionCardContent) -> None:
        super().__init__()
        self.content = content
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(scaled(45))
        self.set_content(content)

    def set_content(self, content: TransitionCardContent) -> None:
        """Show the transition as it is now; the card keeps its size."""
        self.content = content
        words = "".join(part.text for part in content.parts)
        self.setToolTip(
            plain_tip(f"{words} → {content.target}" + (f"\n{content.sentence}" if content.sentence else ""))
        )
        self.setAccessibleName(f"{content.number} {words} to {content.target}. {content.sentence}")
        self.update()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Select the transition."""
        self.picked.emit(self.content.edge)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select with Enter or the space bar."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.picked.emit(self.content.edge)
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card."""
        theme = current_theme()
        painter = smooth_painter(self)
        rim = theme.color("accent.line" if self.hasFocus() else "border.subtle")
        set_inks(painter, QPen(rim, 2 if self.hasFocus() else 1), theme.color("surface.region"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        line = QRect(0, 4, self.width(), scaled(20))
        painter.setFont(ui_font(TextSize.BADGE, TextWeight.SEMIBOLD))
        painter.setPen(theme.color("text.tertiary"))
        painter.drawText(
            QRect(8, line.top(), 14, line.height()), Qt.AlignmentFlag.AlignVCenter, str(self.content.number)
        )
        self._paint_outcome(painter, line)
        right = self._paint_target(painter, line)
        self._paint_guard(painter, QRect(_TEXT_LEFT, line.top(), right - _TEXT_LEFT - 6, line.height()))
        painter.setFont(ui_font(TextSize.CAPTION))
        painter.setPen(theme.color("text.tertiary"))
        room = QRect(_TEXT_LEFT, line.bottom() - 1, self.width() - _TEXT_LEFT - 8, scaled(18))
        words = painter.fontMetrics().elidedText(self._sentence(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)

    def _sentence(self) -> str:
        return self.content.sentence or ("not asked in this tick" if not self.content.outcome else "")

    def _paint_outcome(self, painter: QPainter, line: QRect) -> None:
        theme = current_theme()
        outcome = self.content.outcome
        x, y = self.width() - 18, line.center().y()
        ratio = self.devicePixelRatioF()
        if outcome == "refused":
            picture = pixmap("close", 12, theme.status("failure").line, ratio)
            painter.drawPixmap(x - 1, y - 5, picture)
        elif outcome in ("taken", "pending", "error"):
            look = "running" if outcome == "taken" else outcome
            badge = row_badge(look, back="surface.region", ratio=ratio, radius=6.0)
            side = badge.width() / badge.devicePixelRatio()
            painter.drawPixmap(QRectF(x - 3, y - side / 2 + 1, side, side).topLeft(), badge)

    def _paint_target(self, painter: QPainter, line: QRect) -> int:
        theme = current_theme()
        painter.setFont(ui_font(TextSize.BODY, TextWeight.MEDIUM))
        metrics = painter.fontMetrics()
        name = metrics.elidedText(self.content.target, Qt.TextElideMode.ElideRight, self.width() // 3)
        width = metrics.horizontalAdvance(name)
        left = self.width() - 26 - width
        painter.setPen(theme.color("text.primary"))
        painter.drawText(
            QRect(left, line.top(), width + 2, line.height()), Qt.AlignmentFlag.AlignVCenter, name
        )
        arrow = pixmap("right", 11, theme.color("text.tertiary"), self.devicePixelRatioF())
        painter.drawPixmap(left - 14, line.center().y() - 5, arrow)
        return left - 14

    def _paint_guard(self, painter: QPainter, room: QRect) -> None:
        painter.setFont(fixed_font(TextSize.BODY))
        metrics = painter.fontMetrics()
        left = room.left()
        for part in self.content.parts:
            width = metrics.horizontalAdvance(part.text)
            shown, end = part.text, left + width > room.right()
            if end:
                shown = metrics.elidedText(
                    part.text, Qt.TextElideMode.ElideRight, max(0, room.right() - left)
                )
            painter.setPen(_part_color(part.value))
            painter.drawText(
                QRect(left, room.top(), width + 4, room.height()), Qt.AlignmentFlag.AlignVCenter, shown
            )
            left += width
            if end:
                break


def _part_color(value: str) -> QColor:
    theme = current_theme()
    if value == "false":
        return theme.status("failure").text
    if value == "true":
        return theme.status("success").text
    return theme.color("text.primary")


_OUTCOMES = {
    TransitionOutcome.GUARD_FALSE: "refused",
    TransitionOutcome.TRUE_BUT_LOST: "lost",
    TransitionOutcome.PENDING: "pending",
    TransitionOutcome.TAKEN: "taken",
}


def card_contents(
    document: Document, graph_id: str, edges: Sequence[str], registry: Registry, view: AgentView | None
) -> tuple[TransitionCardContent, ...]:
    """Return the cards for transitions in their order."""
    graph = document.graphs.get(graph_id)
    if not isinstance(graph, StateMachineGraph):
        return ()
    instance = instance_shown(view, graph_id) if view is not None else None
    cards = []
    for number, edge_id in enumerate((edge_id for edge_id in edges if edge_id in graph.edges), start=1):
        edge = graph.edges[edge_id]
        row = instance.row_of.get(edge_id) if instance is not None else None
        candidate = view.candidates.get(row) if view is not None and row is not None else None
        names = [state_title(graph, target, document, registry) for target in edge.targets]
        said = candidate_words(candidate, view.program) if view is not None and candidate is not None else ""
        cards.append(
            TransitionCardContent(
                edge_id,
                number,
                _parts(edge, candidate),
                ", ".join(names) or "stays",
                said,
                _OUTCOMES.get(candidate.outcome, "") if candidate is not None else "",
            )
        )
    return tuple(cards)


def was_asked(cards: Sequence[TransitionCardContent]) -> bool:
    """Tell whether any of the transitions was considered in the tick shown."""
    return any(card.outcome for card in cards)


def _parts(edge: Edge, candidate: Candidate | None) -> tuple[CardPart, ...]:
    events = ", ".join(event for event in edge.events if event != "tick")
    before = (CardPart(events + (" " if edge.guard else "")),) if events else ()
    guard = edge.guard or ""
    if candidate is not None and candidate.parts and guard:
        return (*before, *_judged(guard, candidate))
    if guard:
        return (*before, CardPart(guard))
    if edge.after is not None:
        return (*before, CardPart(f"after {edge.after} s"))
    return before or (CardPart("else" if edge.else_ else "always"),)


def _judged(guard: str, candidate: Candidate) -> list[CardPart]:
    """Return the guard's text cut where its parts were judged."""
    pieces = []
    at = 0
    for part in sorted(candidate.parts, key=lambda part: part.start):
        if part.start < at:
            continue
        if part.start > at:
            pieces.append(CardPart(guard[at : part.start]))
        pieces.append(CardPart(guard[part.start : part.end], part.value))
        at = part.end
    if at < len(guard):
        pieces.append(CardPart(guard[at:]))
    return pieces


@dataclass(frozen=True, slots=True)
class CardPart:
    """Hold a piece of a guard and how it came out: true, false or neutral."""

    text: str
    value: str = "neutral"


@dataclass(frozen=True, slots=True)
class TransitionCardContent:
    """Hold what one card shows. `outcome` is "", refused, lost, pending, taken or error."""

    edge: str
    number: int
    parts: tuple[CardPart, ...]
    target: str
    sentence: str = ""
    outcome: str = ""
