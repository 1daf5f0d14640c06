"""The real window, for stories told from end to end."""

from __future__ import annotations

from tests.editor.conftest import (
    dialogs,
    one_slice_is_enough,
    open_window,
    own_state_folder,
    state_folders,
    window,
)

__all__ = ["dialogs", "one_slice_is_enough", "open_window", "own_state_folder", "state_folders", "window"]
