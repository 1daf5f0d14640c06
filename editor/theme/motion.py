"""Tell whether things may move: the user's own setting, or that of the system."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QStyle

_SYSTEM_LEAST = 1
"""Milliseconds of the system's own animations; fewer means that it wants none."""


class Motion(QObject):
    """Hold the setting. `changed` tells that it is another one.

    With motion reduced cameras jump, layouts do not glide and no dot runs along a transition. What fades with
    simulated time is no motion and stays.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.wants_less = False
        """The user's own setting."""
        self.wheel_scrolls = False
        """Whether a mouse wheel moves a canvas, as a touchpad does; with Ctrl it zooms in any case."""

    @property
    def is_reduced(self) -> bool:
        """Tell whether nothing may move by itself."""
        return self.wants_less or _system_wants_none()

    def set_wants_less(self, wants_less: bool) -> None:
        """Take another setting."""
        if wants_less != self.wants_less:
            self.wants_less = wants_less
            self.changed.emit()


def _system_wants_none() -> bool:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return False
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return application.style().styleHint(hint) < _SYSTEM_LEAST


_motion: Motion | None = None


def motion() -> Motion:
    """Return the one setting of this process, made on first use."""
    global _motion
    if _motion is None:
        _motion = Motion()
    return _motion
