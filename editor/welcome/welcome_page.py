"""The page of a window without a document: make a new one, go on with a file, learn, open a sample."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from editor.basics.fuzzy import match_score
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.welcome.live_world import LiveWorld
from editor.welcome.page_texts import brand, heading, quiet
from editor.welcome.sample_card import WIDTH, SampleCard, sample_facts
from editor.welcome.tour_offer import TourOffer
from editor.widgets.boxes import add_all, clear_box, column_box, row_box
from editor.widgets.icon_button import IconButton
from editor.widgets.push_buttons import push_button


def _left(summary: str) -> int:
    """Return where the words of a row begin, px."""
    return 56 if summary else 38


class WelcomeRow(QAbstractButton):
    """A button as wide as its column; with a summary it is tall and its icon stands on a chip."""

    def __init__(
        self, title: str, icon_name: str, *, summary: str = "", note: str = "", family: str = ""
    ) -> None:
        super().__init__()
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(summary)
        self.summary, self.note = summary, note
        self._icon, self._family = icon_name, family
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(scaled(50 if summary else 30))

    def sizeHint(self) -> QSize:
        """Return a width that shows most names."""
        return QSize(200, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the row; pointer and focus wash it."""
        theme = current_theme()
        painter = smooth_painter(self)
        if self.hasFocus() or self.underMouse():
            painter.setBrush(theme.color("accent.wash" if self.hasFocus() else "surface.hover"))
            rim = QPen(theme.color("accent.line"), 1.5) if self.hasFocus() else QPen(Qt.PenStyle.NoPen)
            painter.setPen(rim)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        left = self._paint_icon(painter)
        right = self._paint_note(painter)
        tall = bool(self.summary)
        font = ui_font(TextSize.BODY, TextWeight.SEMIBOLD if tall else TextWeight.REGULAR)
        painter.setFont(font)
        painter.setPen(theme.color("text.primary" if self.isEnabled() else "text.disabled"))
        middle = self.height() // 2
        room = right - left - 8
        title = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        place = QRect(left, middle - 19, room, 18) if tall else QRect(left, 0, room, self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, title)
        if tall:
            font = ui_font(TextSize.CAPTION)
            painter.setFont(font)
            painter.setPen(theme.color("text.secondary"))
            words = QFontMetrics(font).elidedText(self.summary, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, middle + 1, room, 18), Qt.AlignmentFlag.AlignVCenter, words)
            self._elided += [self.summary] if words != self.summary else []
        self._elided += [self.text()] if title != self.text() else []
        self.setToolTip(plain_tip("\n".join(self._elided)))

    def _paint_icon(self, painter: QPainter) -> int:
        theme, middle, ratio = current_theme(), self.height() // 2, self.devicePixelRatioF()
        color = theme.family(self._family).line if self._family else theme.color("text.secondary")
        if not self.summary:
            painter.drawPixmap(12, middle - 8, pixmap(self._icon, 16, color, ratio))
            return _left(self.summary)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.family(self._family).chip if self._family else theme.color("surface.hover"))
        painter.drawRoundedRect(QRectF(10, middle - 17, 34, 34), 7, 7)
        painter.drawPixmap(18, middle - 9, pixmap(self._icon, 18, color, ratio))
        return _left(self.summary)

    def _paint_note(self, painter: QPainter) -> int:
        font = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(font)
        title = QFontMetrics(ui_font(TextSize.BODY)).horizontalAdvance(self.text())
        # The title says which one it is: where both find no room, the note is cut.
        room = max(self.width() // 4, self.width() - 12 - _left(self.summary) - title - 16)
        shown = metrics.elidedText(self.note, Qt.TextElideMode.ElideMiddle, room)
        self._elided = [self.note] if shown != self.note else []
        width = metrics.horizontalAdvance(shown)
        right = self.width() - 12 - width
        painter.setFont(font)
        painter.setPen(current_theme().color("text.tertiary"))
        painter.drawText(QRect(right, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        return right


COLUMN = 348
"""Width of the column at the left."""
_GAP = 20
TOPICS = (
    ("all", "All"),
    ("state_machine", "Machines"),
    ("behavior_tree", "Trees"),
    ("decision_tree", "Decisions"),
    ("crowds", "Crowds"),
)
"""What samples can be filtered by."""


@dataclass(frozen=True)
class Beginning:
    """Hold one row of the column: its words, its look, what a click does, and whether it is pinned.

    `pin` is None where nothing can be pinned.
    """

    title: str
    icon: str
    run: Callable[[], object]
    summary: str = ""
    note: str = ""
    family: str = ""
    pinned: bool = False
    pin: Callable[[], object] | None = None


class WelcomePage(QWidget):
    """Offer ways to begin at the left and samples at the right.

    Samples are read, and their pictures loaded, one by one while nobody waits. `leave_wanted` asks to show
    again what the page covers.
    """

    leave_wanted = Signal()

    def __init__(self, live: LiveWorld) -> None:
        super().__init__()
        self.setAccessibleName("Welcome")
        # The page must not keep a narrow window from giving the canvas less room.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.live = live
        self.live.painted.connect(self._show_live)
        self.cards: list[SampleCard] = []
        self._unread: list[SampleCard] = []
        self._unpictured: list[SampleCard] = []
        self._topic = "all"
        self._arranged = 0
        self._reading = QTimer(self, interval=0)
        self._reading.timeout.connect(self._read_one)
        self.column = column_box(margins=(28, 34, 28, 20), spacing=4)
        self.at_start = QCheckBox("Show this page at start")
        self.offer_of_tour = TourOffer()
        self.back = IconButton("close", "Back to what is open (Esc)", self.leave_wanted.emit)
        self.back.hide()
        box = row_box(self, margins=(0, 0, 0, 0), spacing=0)
        box.addWidget(self._left_side())
        box.addWidget(self._right_side(), 1)

    # ---- what is offered

    def offer(self, sections: Sequence[tuple[str, Sequence[Beginning]]], link: QAction) -> None:
        """Show these sections in the column; `link` stands beside the heading of the recent files."""
        clear_box(self.column)
        self.column.addWidget(brand())
        self.column.addSpacing(14)
        for title, rows in sections:
            self.column.addWidget(heading(title, link if title == "Recent" else None))
            for row in rows:
                self.column.addWidget(_beginning_row(row))
            if not rows:
                self.column.addWidget(quiet("No file was opened yet."))
            self.column.addSpacing(10)
        self.column.addStretch(1)
        for place in range(self.column.count()):
            item = self.column.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.show()

    def take_focus(self) -> None:
        """Give the focus to the first way to begin."""
        first = next((each for each in self.findChildren(WelcomeRow) if not each.isHidden()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer_samples(self, paths: Sequence[Path], open_sample: Callable[[Path], object]) -> None:
        """Show a card for each sample."""
        for path in paths:
            card = SampleCard(path)
            card.clicked.connect(lambda _checked=False, each=path: open_sample(each))
            card.lingered.connect(self._play)
            card.left.connect(self._stop)
            card.picture_wanted.connect(self._want_picture)
            self.cards.append(card)
        self._unread = list(self.cards)
        self._arrange()

    def shown_cards(self) -> list[SampleCard]:
        """Return the cards that the topic and the search leave, in order."""
        wanted = self.search.text().strip()
        return [
            card
            for card in self.cards
            if card.facts.is_of(self._topic)
            and (not wanted or _fits(wanted, card.text()) or wanted.lower() in card.facts.summary.lower())
        ]

    # ---- building

    def _left_side(self) -> QWidget:
        inner = QWidget()
        inner.setLayout(self.column)
        area = QScrollArea(widgetResizable=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        side = QWidget()
        side.setFixedWidth(scaled(COLUMN))
        box = column_box(side, margins=(0, 0, 0, 14))
        box.addWidget(area, 1)
        foot = row_box(margins=(36, 0, 28, 0))
        foot.addWidget(self.at_start)
        foot.addStretch(1)
        box.addLayout(foot)
        return side

    def _right_side(self) -> QWidget:
        title = PlainLabel("Start from a sample", role="page")
        title.setFont(ui_font(TextSize.PAGE, TextWeight.SEMIBOLD))
        words = quiet("Each one opens playing. Change anything: the original stays.", role="secondary")
        titles = column_box(spacing=2)
        add_all(titles, title, words)
        self.search = QLineEdit(placeholderText="Find a sample", clearButtonEnabled=True)
        self.search.setAccessibleName("Find a sample")
        self.search.setFixedWidth(scaled(190))
        self.search.textChanged.connect(self._arrange)
        top = QHBoxLayout()
        top.addLayout(titles, 1)
        top.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        filters = row_box(spacing=4)
        self.topics = QButtonGroup(self)
        for topic, name in TOPICS:
            filters.addWidget(self._topic_button(topic, name))
        filters.addStretch(1)
        filters.addWidget(self.search)
        inner = QWidget()
        self.grid = QGridLayout(inner)
        self.grid.setContentsMargins(0, 0, 6, 20)
        self.grid.setSpacing(_GAP)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inner)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (inner, self._area.viewport()):
            ground.setAutoFillBackground(False)
            ground.setStyleSheet("background: transparent;")
        self._area.viewport().installEventFilter(self)
        self.nothing = quiet("No sample is called that. Clear the search to see all.")
        self.nothing.hide()
        side = QWidget()
        box = column_box(side, margins=(40, 38, 30, 0), spacing=16)
        box.addLayout(top)
        box.addWidget(self.offer_of_tour)
        box.addLayout(filters)
        box.addWidget(self.nothing)
        box.addWidget(self._area, 1)
        return side

    def _topic_button(self, topic: str, title: str) -> QPushButton:
        button = push_button(title, lambda: self._choose_topic(topic), role="chip")
        button.setCheckable(True)
        button.setChecked(topic == self._topic)
        self.topics.addButton(button)
        return button

    def _choose_topic(self, topic: str) -> None:
        self._topic = topic
        self._arrange()

    def _arrange(self) -> None:
        """Put the cards that are shown into as many columns as there is room for."""
        columns = self._arranged = self._columns()
        shown = self.shown_cards()
        for card in self.cards:
            self.grid.removeWidget(card)
            card.setVisible(card in shown)
        for place, card in enumerate(shown):
            self.grid.addWidget(card, *divmod(place, columns))
        for column in range(6):
            self.grid.setColumnStretch(column, 1 if column < columns else 0)
        self.grid.setRowStretch(self.grid.rowCount(), 1)
        self.nothing.setVisible(not shown and bool(self.cards))

    def _columns(self) -> int:
        return max(1, (self._area.viewport().width() + _GAP) // (WIDTH + _GAP))

    # ---- living

    @property
    def is_reading(self) -> bool:
        """Tell whether samples or their pictures are still being read."""
        return self._reading.isActive()

    def _read_one(self) -> None:
        """Load one picture that is in view, else read one sample; the next with the next turn of the loop."""
        if self._unpictured:
            self._unpictured.pop(0).load_picture()
            return
        if not self._unread:
            self._reading.stop()
            return
        card = self._unread.pop(0)
        card.show_facts(sample_facts(card.path))
        if not self._unread and (self._topic != "all" or self.search.text()):
            self._arrange()

    def _want_picture(self, card: SampleCard) -> None:
        if card not in self._unpictured:
            self._unpictured.append(card)
        self._reading.start()

    def _play(self, card: SampleCard) -> None:
        # A pointer may have come to rest on a card just before a document covered it.
        if self.isVisible() and self.live.path != card.path:
            self.live.play(card.path, card.world_size(), card.devicePixelRatioF())

    def _stop(self, card: SampleCard) -> None:
        card.show_live(None)
        if self.live.path == card.path:
            self.live.stop()

    def _show_live(self, path: Path, image: object) -> None:
        for card in self.cards:
            if card.path == path:
                card.show_live(image)  # type: ignore[arg-type]

    def showEvent(self, event: QShowEvent) -> None:
        """Go on reading the samples."""
        super().showEvent(event)
        if self._unread or self._unpictured:
            self._reading.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing go on behind a document."""
        super().hideEvent(event)
        self._reading.stop()
        self.live.stop()
        for card in self.cards:
            card.show_live(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Use the room for as many columns of cards as fit."""
        resized = watched is self._area.viewport() and event.type() == QEvent.Type.Resize
        if resized and self._columns() != self._arranged:
            self._arrange()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc where there is something to go back to."""
        if event.key() == Qt.Key.Key_Escape and not self.back.isHidden():
            self.leave_wanted.emit()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the two grounds and the hairline between them."""
        theme = current_theme()
        painter = QPainter(self)
        column = scaled(COLUMN)
        painter.fillRect(self.rect(), theme.color("surface.canvas"))
        painter.fillRect(0, 0, column, self.height(), theme.color("surface.panel"))
        painter.fillRect(column, 0, 1, self.height(), theme.color("border.subtle"))


def _fits(wanted: str, text: str) -> bool:
    return wanted.lower() in text.lower() or match_score(wanted, text) is not None


def _beginning_row(row: Beginning) -> QWidget:
    button = WelcomeRow(row.title, row.icon, summary=row.summary, note=row.note, family=row.family)
    button.clicked.connect(lambda _checked=False: row.run())
    pin = row.pin
    if pin is None:
        return button
    line = QWidget()
    box = row_box(line, margins=(0, 0, 0, 0), spacing=2)
    box.addWidget(button, 1)
    words = f"Let {row.title} go from the top" if row.pinned else f"Keep {row.title} at the top"
    token = "accent.line" if row.pinned else "text.tertiary"
    box.addWidget(IconButton("bookmark", words, lambda: (pin(), None)[1], size=14, side=26, token=token))
    return line
