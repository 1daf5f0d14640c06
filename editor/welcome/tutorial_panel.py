"""The panel that leads through the tutorial: its steps, ticked as they are done, and the next one's place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QWidget

from editor.basics.user_state import UserState
from editor.help.tutorial_page import TutorialPart, tutorial_parts
from editor.theme.application_style import refresh_style
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme
from editor.welcome.tour import TourFrame
from editor.welcome.tour_checks import TourEyes
from editor.welcome.tutorial_checks import CHECKS
from editor.widgets.boxes import column_box, row_box, scroll_area
from editor.widgets.icon_button import IconButton
from editor.widgets.panel import Panel
from editor.widgets.push_buttons import push_button

DONE_KEY = "tutorial_done"
"""Where the user's state keeps how many steps are done."""
_SIDE = 20
_ENDING = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.KeyPress,
    QEvent.Type.Wheel,
    QEvent.Type.WindowDeactivate,
)


class StepMark(QWidget):
    """Paint what a step is: its number, filled in the user's color where it is next, or a check mark."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number, self._done, self._next = number, False, False
        self.setFixedSize(scaled(_SIDE), scaled(_SIDE))

    def show_as(self, *, is_done: bool, is_next: bool) -> None:
        """Show another mark."""
        self._done, self._next = is_done, is_next
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the mark: a ring, a disc, or a check on the plate of success."""
        theme, success = current_theme(), current_theme().status("success")
        painter = smooth_painter(self)
        fill = success.plate if self._done else theme.color("accent.fill")
        line = theme.color("border.control")
        plain = not self._done and not self._next
        painter.setPen(QPen(line, 1) if plain else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if plain else fill)
        disc = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawEllipse(disc)
        if self._done:
            glyph = pixmap("s_success", 12, success.on, self.devicePixelRatioF())
            painter.drawPixmap((self.width() - 12) // 2, (self.height() - 12) // 2, glyph)
        else:
            painter.setFont(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD))
            painter.setPen(theme.color("text.secondary" if plain else "accent.on"))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self._number))


class StepRow(QFrame):
    """Show one step; `link_wanted` carries what a link in it names, `place_wanted` asks where it is done."""

    link_wanted = Signal(str)
    place_wanted = Signal()

    def __init__(self, part: TutorialPart) -> None:
        super().__init__()
        self.part = part
        self.mark = StepMark(part.step)
        self.words = _paragraph(part.words)
        self.words.linkActivated.connect(self.link_wanted)
        self.show_me = push_button("Show me", self.place_wanted.emit)
        self.show_me.setAccessibleName(f"Show where step {part.step} is done")
        inner = column_box(margins=(0, 0, 0, 0), spacing=6)
        inner.addWidget(self.words)
        inner.addWidget(self.show_me, 0, Qt.AlignmentFlag.AlignLeft)
        box = row_box(self, margins=(8, 7, 8, 7), spacing=8)
        box.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(inner, 1)

    def show_as(self, *, is_done: bool, is_next: bool) -> None:
        """Mark the step as done, as the next one, or as one to come."""
        self.mark.show_as(is_done=is_done, is_next=is_next)
        self.show_me.setVisible(is_next)
        _dress(self, "card" if is_next else "")
        _dress(self.words, "" if is_next else "secondary" if not is_done else "caption")
        state = "done" if is_done else "next" if is_next else "to come"
        self.setAccessibleName(f"Step {self.part.step}, {state}: {self.part.plain}")


class TutorialPanel(Panel):
    """List the steps. `look`, called when anything changes, ticks those that are done."""

    command_wanted = Signal(str)
    page_wanted = Signal()

    def __init__(self, eyes: TourEyes, state: UserState) -> None:
        super().__init__("tutorial", "Tutorial", "flag")
        self._eyes, self._state = eyes, state
        self._frame = TourFrame(eyes.center)
        self._frame.setParent(eyes.center)
        self.rows: list[StepRow] = []
        again = IconButton("undo", "Begin the tutorial again", self.begin_again, parent=self)
        page = IconButton("doc", "Read the tutorial as a page", self.page_wanted.emit, parent=self)
        self.header = [again, page]
        self._area = scroll_area(self._made_page())
        self.body.addWidget(self._area)
        self._show()

    @property
    def done(self) -> int:
        """Return how many steps are done, the first so many."""
        return max(0, min(self._state.number(DONE_KEY, 0), len(self.rows)))

    @property
    def framed(self) -> QRect:
        """Return the place that is pointed at, in px of the window's center; empty for none."""
        return self._frame.geometry() if self._frame.isVisible() else QRect()

    def focus_target(self) -> QWidget:
        """Return the button of the next step."""
        return self.rows[self.done].show_me if self.done < len(self.rows) else self._area

    def look(self) -> None:
        """Tick what has been done."""
        done = self.done
        while done < len(self.rows) and CHECKS[done].is_done(self._eyes):
            done += 1
        if done != self.done:
            self._state.set(DONE_KEY, done)
            self.point_at(QRect())
            self._show()

    def begin_again(self) -> None:
        """Forget what was done; a step that is done in the document now is ticked at once."""
        self._state.set(DONE_KEY, 0)
        self._show()
        self.look()

    def show_place(self) -> None:
        """Point at the place where the next step is done, until the next key or click."""
        if self.done < len(self.rows):
            place = CHECKS[self.done].where(self._eyes)
            # What is in no view is in another graph: the tabs lead there.
            self.point_at(place if not place.isEmpty() else self._eyes.of_widget(self._eyes.window.tabs))

    def point_at(self, place: QRect) -> None:
        """Frame a place, none for an empty one."""
        application = QApplication.instance()
        assert application is not None
        self._frame.show_around(place)
        if place.isEmpty():
            application.removeEventFilter(self)
        else:
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Point no longer once the user goes on, and where the place is now; Esc does only the former."""
        if event.type() == QEvent.Type.Resize and watched is self._eyes.center:
            QTimer.singleShot(0, self, self.show_place)
        if event.type() not in _ENDING:
            return False
        self.point_at(QRect())
        return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape

    def showEvent(self, event: QShowEvent) -> None:
        """Show the next step."""
        super().showEvent(event)
        self.look()
        QTimer.singleShot(0, self, self._reveal)

    def hideEvent(self, event: QEvent) -> None:
        """Point at nothing any more."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self.point_at(QRect())

    def _made_page(self) -> QWidget:
        page = QWidget()
        box = column_box(page, margins=(8, 8, 8, 12), spacing=4)
        for part in tutorial_parts():
            if part.is_heading:
                heading = PlainLabel(part.words, role="section", margins=(8, 10 if self.rows else 2, 0, 2))
                box.addWidget(heading)
            elif part.step:
                row = StepRow(part)
                row.link_wanted.connect(self._follow)
                row.place_wanted.connect(self.show_place)
                self.rows.append(row)
                box.addWidget(row)
            else:
                words = _paragraph(part.words)
                words.setContentsMargins(8, 2, 8, 6)
                _dress(words, "caption")
                box.addWidget(words)
        box.addStretch(1)
        return page

    def _follow(self, link: str) -> None:
        self.command_wanted.emit(link.removeprefix("command:"))

    def _show(self) -> None:
        done = self.done
        for place, row in enumerate(self.rows):
            row.show_as(is_done=place < done, is_next=place == done)
        QTimer.singleShot(0, self, self._reveal)

    def _reveal(self) -> None:
        if self.isVisible() and self.rows:
            self._area.ensureWidgetVisible(self.rows[min(self.done, len(self.rows) - 1)], 0, 40)


def _paragraph(words: str) -> PlainLabel:
    """Return a paragraph of the page, whose markup is our own."""
    label = PlainLabel(words, wrap=True)
    label.setTextFormat(Qt.TextFormat.MarkdownText)
    if "](" in words:
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.LinksAccessibleByMouse | flags.LinksAccessibleByKeyboard)
    label.setMinimumWidth(1)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


def _dress(widget: QWidget, role: str) -> None:
    """Give a widget the look of another role."""
    widget.setProperty("role", role)
    refresh_style(widget)
