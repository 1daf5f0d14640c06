"""Keep what is being typed before something is done with the whole document."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QApplication


@runtime_checkable
class TypingField(Protocol):
    """Be a field whose text counts only when it is finished."""

    def finish_typing(self) -> None:
        """Take the text as it stands; one that cannot be taken stays in the field."""


def keep_what_is_typed() -> None:
    """Finish the field that is typed in, as the Enter key would."""
    field = QApplication.focusWidget()
    if isinstance(field, TypingField):
        field.finish_typing()
