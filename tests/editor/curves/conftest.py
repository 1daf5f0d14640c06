"""One window for the tests of a module, with both panels made: their plots stay as long as it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from editor.window.main_window import MainWindow
from editor.window.parts.curves import curves_panel, sheet_panel
from editor.window.parts.recovery import WindowRecovery
from tests.editor.shared_window import shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    for window in shared_window(tmp_path_factory):
        window.part(curves_panel)
        window.part(sheet_panel)
        # The thread that writes side files begins here, not in the middle of a test.
        window.part(WindowRecovery).autosave._submit(lambda: None).result()
        yield window
