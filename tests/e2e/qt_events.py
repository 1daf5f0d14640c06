"""Send what a hand does as events of Qt."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

NoKeys = Qt.KeyboardModifier.NoModifier
Left = Qt.MouseButton.LeftButton


class QtEvents:
    """Move, click, drag, turn the wheel and press keys by `QTest`."""

    def move(self, widget: QWidget, place: QPoint) -> None:
        """Move the pointer over a widget."""
        QTest.mouseMove(widget, place)

    def click(self, widget: QWidget, place: QPoint, button: Qt.MouseButton = Left, *, times: int = 1) -> None:
        """Click once, twice or three times on a place of a widget."""
        QTest.mouseMove(widget, place)
        for number in range(times):
            press = QTest.mouseDClick if number == 1 else QTest.mouseClick
            press(widget, button, NoKeys, place)
        QApplication.processEvents()

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Drag with the left button."""
        QTest.mouseMove(widget, start)
        QTest.mousePress(widget, Left, NoKeys, start)
        for share in (0.1, 0.5, 0.9, 1.0):
            QTest.mouseMove(widget, start + (end - start) * share)
        QTest.mouseRelease(widget, Left, NoKeys, end)
        QApplication.processEvents()

    def wheel(self, widget: QWidget, turn: int) -> None:
        """Turn the wheel over the middle of a widget; 120 is a step up."""
        place = QPointF(widget.rect().center())
        event = QWheelEvent(
            place,
            QPointF(widget.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, turn),
            Qt.MouseButton.NoButton,
            NoKeys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)

    def type(self, text: str) -> None:
        """Type one line where the focus is."""
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClicks(focus, text)

    def key(self, words: str) -> None:
        """Press a key as it is written in menus, such as Ctrl+S."""
        combination = QKeySequence(words)[0]  # type: ignore[index]
        target = QApplication.activePopupWidget() or QApplication.focusWidget()
        target = target or QApplication.activeWindow()
        assert target is not None
        QTest.keyClick(target, combination.key(), combination.keyboardModifiers())
        for _ in range(3):
            QApplication.processEvents()
