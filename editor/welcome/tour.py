"""Lead through the steps of the tour: show the next one, see when it is done, end by Esc."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme
from editor.welcome.tour_checks import TouredWindow, TourEyes
from editor.welcome.tour_offer import paint_tour_plate
from editor.welcome.tour_steps import STEPS, TourStep
from editor.widgets.boxes import add_all, column_box
from editor.widgets.push_buttons import push_button

WIDTH = 296
_GAP = 14
_RIM = 4


class TourFrame(QWidget):
    """Frame a place of the window; the pointer goes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_around(self, place: QRect) -> None:
        """Frame a place; an empty one is not framed."""
        if place.isEmpty():
            self.hide()
            return
        self.setGeometry(place.adjusted(-_RIM, -_RIM, _RIM, _RIM))
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame."""
        painter = smooth_painter(self)
        painter.setPen(QPen(current_theme().color("accent.line"), 2.5))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)


class TourCallout(QFrame):
    """Say what to do. It never takes the focus; `left` tells that the tour is to end."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedWidth(scaled(WIDTH))
        self.count = PlainLabel(role="caption")
        self.title = PlainLabel(role="heading")
        self.title.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        self.words = PlainLabel()
        self.keys = PlainLabel(role="caption")
        for label in (self.title, self.words, self.keys):
            label.setWordWrap(True)
        self.leave = push_button("Leave the tour", self.left.emit, role="quiet", padding="2px 4px")
        self.leave.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        foot = QHBoxLayout()
        foot.addWidget(self.leave)
        hint = PlainLabel("Esc", role="caption")
        foot.addWidget(hint)
        foot.addStretch(1)
        foot.addWidget(self.count)
        box = column_box(self, margins=(18, 14, 16, 10), spacing=6)
        add_all(box, self.title, self.words, self.keys)
        box.addSpacing(2)
        box.addLayout(foot)
        self.hide()

    def say(self, title: str, words: str, keys: str, count: str) -> None:
        """Show the words of a step; `keys` may be empty."""
        self.title.setText(title)
        self.words.setText(words)
        self.keys.setText(f"Keys: {keys}" if keys else "")
        self.keys.setVisible(bool(keys))
        self.count.setText(count)
        self.setAccessibleName(f"Tour, {count}: {title}. {words}")

    def show_beside(self, place: QRect) -> None:
        """Stand beside a place, on the side with room, or in the middle for an empty one."""
        parent = self.parentWidget()
        assert isinstance(parent, QWidget)
        inner = self.width() - 34
        height = sum(each.heightForWidth(inner) + 6 for each in (self.title, self.words))
        height += self.keys.heightForWidth(inner) + 6 if self.keys.text() else 0
        self.resize(self.width(), height + 30 + self.leave.sizeHint().height())
        self.move(_beside(place, self.size(), parent.rect()))
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate with the bar of the user's color."""
        paint_tour_plate(self, ground="surface.popup", line="border.strong")


def _beside(place: QRect, size: QSize, room: QRect) -> QPoint:
    """Return where a plate stands: right of a place, left, below or above, wherever it fits whole."""
    if place.isEmpty():
        return QPoint((room.width() - size.width()) // 2, (room.height() - size.height()) // 3)
    middle_y, middle_x = place.center().y() - size.height() // 2, place.center().x() - size.width() // 2
    offers = (
        QPoint(place.right() + _GAP, middle_y),
        QPoint(place.left() - _GAP - size.width(), middle_y),
        QPoint(middle_x, place.bottom() + _GAP),
        QPoint(middle_x, place.top() - _GAP - size.height()),
    )
    for offer in offers:
        kept = _inside(offer, size, room)
        if not QRect(kept, size).intersects(place):
            return kept
    return _inside(QPoint(room.right(), room.bottom()), size, room)


def _inside(place: QPoint, size: QSize, room: QRect) -> QPoint:
    x = max(8, min(place.x(), room.width() - size.width() - 8))
    y = max(8, min(place.y(), room.height() - size.height() - 8))
    return QPoint(x, y)


LOOK_MILLISECONDS = 150
_COMMAND = re.compile(r"\b[a-z]+\.[a-z_]+(?:\.[a-z_]+)?\b")
END_TITLE = "That is a patrol"
END_WORDS = (
    "Change the speed in the inspector while it runs, or draw a transition from the rim of the state to make "
    "it do something else."
)


class Tour(QObject):
    """Go through the steps in one window. Which step it is follows from what is there, so it can resume.

    A step once done is not asked for again, unless what it made is gone and a later step needs it.
    """

    def __init__(self, window: TouredWindow) -> None:
        super().__init__(window.center)
        self._window = window
        self.eyes = TourEyes(window)
        self._frame: TourFrame | None = None
        self._callout: TourCallout | None = None
        self._shown: tuple[object, ...] = ()
        self._timer = QTimer(self, interval=LOOK_MILLISECONDS)
        self._timer.timeout.connect(self.look)

    @property
    def is_on(self) -> bool:
        """Tell whether the tour is under way."""
        return self._callout is not None

    @property
    def place(self) -> int:
        """Return the number of the step that is asked for, from 0; that of all steps when all are done."""
        return next((place for place, step in enumerate(STEPS) if not step.is_done(self.eyes)), len(STEPS))

    @property
    def framed(self) -> QRect:
        """Return the place that is framed, in px of the central widget; empty for none."""
        frame = self._frame
        return frame.geometry() if frame is not None and frame.isVisible() else QRect()

    def start(self) -> None:
        """Begin, or go on where the patrol stands."""
        if self.is_on:
            return
        center = self.eyes.center
        self._frame, self._callout = TourFrame(center), TourCallout(center)
        self._callout.left.connect(self.end)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._shown = ()
        self._timer.start()
        self.look()

    def end(self) -> None:
        """Take everything away; what was built stays, and the tour can go on with it later."""
        self._timer.stop()
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        for widget in (self._frame, self._callout):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._frame = self._callout = None
        view = self._window.view()
        if view is not None:
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def look(self) -> None:
        """See how things stand and show the step that comes next."""
        frame, callout = self._frame, self._callout
        if frame is None or callout is None:
            return
        place = self.place
        if place == len(STEPS):
            words: tuple[str, str, str, str] = (END_TITLE, END_WORDS, "", "done")
            where = QRect()
            callout.leave.setText("Close")
        else:
            step = STEPS[place]
            count = f"{place + 1} of {len(STEPS)}"
            words = (step.title, step.words(self.eyes), self._keys_of(step), count)
            where = step.where(self.eyes)
        shown = (*words, where, self.eyes.center.size())
        if shown != self._shown:
            self._shown = shown
            callout.say(*words)
            frame.show_around(where)
            callout.show_beside(where)
        frame.raise_()
        callout.raise_()

    def _keys_of(self, step: TourStep) -> str:
        """Return the keys of a step as the user has them now."""
        return _COMMAND.sub(lambda found: self._window.commands.keys_text(found[0]) or found[0], step.keys)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """End with Esc, unless something under way wants it: a gesture, a menu, what is being typed."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() != Qt.Key.Key_Escape or self._is_wanted_elsewhere():
            return False
        self.end()
        return True

    def _is_wanted_elsewhere(self) -> bool:
        view = self._window.view()
        if QApplication.activePopupWidget() is not None or QApplication.activeModalWidget() is not None:
            return True
        if isinstance(QApplication.focusWidget(), (QLineEdit, QPlainTextEdit)):
            field = QApplication.focusWidget()
            return not isinstance(field, QLineEdit) or field.isModified() or not self._is_in_inspector()
        return view is not None and view.director.is_busy

    def _is_in_inspector(self) -> bool:
        field = QApplication.focusWidget()
        return field is not None and self._window.inspector.isAncestorOf(field)
