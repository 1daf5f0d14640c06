"""Lead through the steps of the tour: show the next one, see when it is done, end by Esc."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from editor.welcome.tour_callout import TourCallout, TourFrame
from editor.welcome.tour_checks import TouredWindow, TourEyes
from editor.welcome.tour_steps import STEPS, TourStep

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
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MILLISECONDS)
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
