"""Open a window off-screen with a state folder of its own, and let what is due in it happen."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from editor.basics.user_state import UserState
from editor.window.application import make_application, make_window
from editor.window.offscreen_show import settle

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow


@contextmanager
def open_window() -> Iterator[MainWindow]:
    """Yield a shown window; it closes without asking."""
    application = make_application()
    with tempfile.TemporaryDirectory() as folder:
        window = make_window(UserState(Path(folder)))
        window.resize(1400, 860)
        window.show()
        settle(application)
        yield window
        window.workspace.discard_changes()
        window.shelf.discard_changes()
        window.close()
        window.deleteLater()
        settle(application)


def let_happen(rounds: int = 1) -> None:
    """Let what is due in windows happen, deleting what was asked to go too."""
    settle(make_application(), rounds)
