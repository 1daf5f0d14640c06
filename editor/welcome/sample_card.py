"""Show one sample as a card: its picture, which plays under the pointer, its name, what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from editor.basics.resource_files import resource_path
from editor.documents.open.sample_files import sample_name
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import GRAPH_LOOKS
from graphs.files.document_file import FileProblem, load_document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, world_of_document
from graphs.worlds.model.world_file import load_world

CROWD = 8
"""From so many agents on a world is a crowd."""


@dataclass(frozen=True)
class SampleFacts:
    """Hold what a card shows beside its picture; `kinds` are the kinds of its graphs, the root's first."""

    summary: str = ""
    kinds: tuple[str, ...] = ()
    agents: int = 0

    def is_of(self, topic: str) -> bool:
        """Tell whether a sample belongs to a topic: "all", "crowds", or the kind of its root."""
        if topic == "crowds":
            return self.agents >= CROWD
        return topic == "all" or self.kinds[:1] == (topic,)


def sample_title(path: Path) -> str:
    """Return the name of a sample as it is shown."""
    return sample_name(path).capitalize()


def sample_picture(path: Path, *, dark: bool) -> Path:
    """Return the file of a sample's picture, graph at the left and world at the right; it may be missing."""
    ending = "-dark.png" if dark else ".png"
    return resource_path("help", "samples", path.name.removesuffix(DOCUMENT_SUFFIX) + ending)


@lru_cache(maxsize=128)
def sample_facts(path: Path) -> SampleFacts:
    """Return what is in a sample; empty facts for a file that cannot be read. Takes some milliseconds."""
    try:
        document = load_document(path)
        world_path = world_of_document(path)
        agents = len(load_world(world_path).agents) if world_path is not None else 0
    except FileProblem:
        return SampleFacts()
    root = document.graphs.get(document.root or "")
    if root is None:
        return SampleFacts()
    kinds = dict.fromkeys([root.kind, *(graph.kind for graph in document.graphs.values())])
    note = (root.note or root.title).partition("\n")[0]
    sentence, dot, _ = note.partition(". ")
    return SampleFacts(sentence + dot.strip(), tuple(kinds), agents)


WIDTH = 300
PICTURE_HEIGHT = 124
WORDS_HEIGHT = 72
REST = 250
"""Milliseconds that the pointer rests on a card before it plays."""
_RADIUS = 9.0
_PictureKey = tuple[Path, QSize, float]


class SampleCard(QAbstractButton):
    """Open a sample when clicked. `lingered` tells that pointer or focus rests on it, `left` that it went.

    Painting reads no files: `picture_wanted` asks for `load_picture` at a better moment.
    """

    lingered = Signal(object)
    left = Signal(object)
    picture_wanted = Signal(object)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.facts = SampleFacts()
        self._live: QImage | None = None
        self._picture = QPixmap()
        self._loaded: _PictureKey | None = None
        self._asked: _PictureKey | None = None
        self.setText(sample_title(path))
        self.setAccessibleName(f"Sample: {sample_title(path)}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(PICTURE_HEIGHT + scaled(WORDS_HEIGHT))
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(lambda: self.lingered.emit(self))

    def show_facts(self, facts: SampleFacts) -> None:
        """Show what is in the sample, once it has been read."""
        if facts != self.facts:
            self.facts = facts
            self.setAccessibleDescription(facts.summary)
            self.setToolTip(plain_tip(facts.summary))
            self.update()

    def load_picture(self) -> None:
        """Load the picture that fits now; takes some milliseconds."""
        self._loaded = self._asked = self._key()
        self._picture = _scaled_picture(*self._loaded)
        self.update()

    def _key(self) -> _PictureKey:
        dark = current_theme().color("surface.canvas").lightnessF() < 0.5
        size = QSize(self.width(), PICTURE_HEIGHT)
        return sample_picture(self.path, dark=dark), size, self.devicePixelRatioF()

    def _still(self) -> QPixmap:
        """Return the picture as far as it is loaded; one of another size until then."""
        key = self._key()
        if key not in (self._loaded, self._asked):
            self._asked = key
            self.picture_wanted.emit(self)
        return self._picture

    def world_size(self) -> QSize:
        """Return the size of the part of the picture that plays."""
        return self._world_rect().size()

    def show_live(self, image: QImage | None) -> None:
        """Show the world as it plays, or the still picture again."""
        self._live = image
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size that a card has at least."""
        return QSize(WIDTH, self.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        """Wait whether the pointer stays."""
        super().enterEvent(event)
        self._rest.start()

    def leaveEvent(self, event: object) -> None:
        """Stand still again."""
        super().leaveEvent(event)  # type: ignore[arg-type]
        self._stand_still()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Play for the keyboard, too."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._rest.start()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Stand still again."""
        super().focusOutEvent(event)
        self._stand_still()

    def _stand_still(self) -> None:
        self._rest.stop()
        self.left.emit(self)

    def _world_rect(self) -> QRect:
        half = self.width() // 2
        return QRect(half + 1, 1, self.width() - half - 2, PICTURE_HEIGHT - 1)

    # ---- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint picture, words and rim."""
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rim = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shape = QPainterPath()
        shape.addRoundedRect(rim, _RADIUS, _RADIUS)
        painter.fillPath(shape, theme.color("surface.panel"))
        painter.setClipPath(shape)
        self._paint_picture(painter)
        painter.setClipping(False)
        self._paint_words(painter)
        strong = self.hasFocus() or self.underMouse()
        painter.setPen(QPen(theme.color("accent.line" if strong else "border.strong"), 2 if strong else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        if self.underMouse():
            self._paint_play(painter)

    def _paint_picture(self, painter: QPainter) -> None:
        theme = current_theme()
        area = QRect(0, 0, self.width(), PICTURE_HEIGHT)
        painter.fillRect(area, theme.color("surface.canvas"))
        still = self._still()
        if not still.isNull():
            painter.drawPixmap(0, 0, still)
        else:
            icon = pixmap("loom", 40, theme.color("border.control"), self.devicePixelRatioF())
            painter.drawPixmap(area.center() - QRect(0, 0, 40, 40).center(), icon)
        if self._live is not None:
            painter.drawImage(self._world_rect().topLeft(), self._live)
        painter.fillRect(0, PICTURE_HEIGHT, self.width(), 1, theme.color("border.subtle"))

    def _paint_words(self, painter: QPainter) -> None:
        theme = current_theme()
        top, left = PICTURE_HEIGHT + scaled(15), 16
        right = self._paint_kinds(painter, top)
        font = ui_font(TextSize.TITLE, TextWeight.SEMIBOLD)
        painter.setFont(font)
        painter.setPen(theme.color("text.primary"))
        room = right - left - 8
        title = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, top - 4, room, 20), Qt.AlignmentFlag.AlignVCenter, title)
        font = ui_font(TextSize.CAPTION)
        painter.setFont(font)
        painter.setPen(theme.color("text.secondary"))
        room = self.width() - 2 * left
        words = QFontMetrics(font).elidedText(self.facts.summary, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, top + scaled(22), room, 18), Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_kinds(self, painter: QPainter, top: int) -> int:
        """Paint an icon for each kind of graph at the right; return where they begin."""
        theme, right = current_theme(), self.width() - 16
        for kind in reversed(self.facts.kinds):
            look = GRAPH_LOOKS[kind]
            right -= 16
            picture = pixmap(look.icon, 15, theme.family(look.family).line, self.devicePixelRatioF())
            painter.drawPixmap(right, top - 2, picture)
            right -= 6
        return right

    def _paint_play(self, painter: QPainter) -> None:
        theme = current_theme()
        center = QPointF(self.width() - 30, PICTURE_HEIGHT - 28)
        set_inks(painter, Qt.PenStyle.NoPen, QColor(theme.color("accent.fill")))
        painter.drawEllipse(center, 16, 16)
        picture = pixmap("play", 15, theme.color("accent.on"), self.devicePixelRatioF())
        painter.drawPixmap(QPointF(center.x() - 6, center.y() - 7.5), picture)


@lru_cache(maxsize=128)
def _scaled_picture(path: Path, size: QSize, ratio: float) -> QPixmap:
    """Return a sample's picture filling a size in logical px, its edges cut; null when there is none."""
    picture = QPixmap(str(path)) if path.is_file() else QPixmap()
    if picture.isNull():
        return picture
    filled = picture.scaled(
        size * ratio,
        Qt.AspectRatioMode.KeepAspectRatioByExpanding,
        Qt.TransformationMode.SmoothTransformation,
    )
    whole = size * ratio
    left, top = (filled.width() - whole.width()) // 2, (filled.height() - whole.height()) // 2
    cut = filled.copy(QRect(left, top, whole.width(), whole.height()))
    cut.setDevicePixelRatio(ratio)
    return cut
