"""The real window, for stories told from end to end."""

from __future__ import annotations

from tests.editor.conftest import dialogs, open_window, own_state_folder, window

__all__ = ["dialogs", "open_window", "own_state_folder", "window"]
