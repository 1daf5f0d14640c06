from __future__ import annotations

from collections.abc import Iterator

import pytest

from editor.preview.preview_panel import PreviewPanel
from editor.theme.theme_manager import set_theme
from tests.editor.preview.session_double import RunDouble, SessionDouble, arena


@pytest.fixture(autouse=True)
def dark_theme() -> Iterator[None]:
    set_theme("dark")
    yield
    set_theme("dark")


@pytest.fixture
def session() -> SessionDouble:
    return SessionDouble(arena())


@pytest.fixture
def run(session) -> RunDouble:
    return RunDouble(session, "tank1")


@pytest.fixture
def panel(qtbot, run) -> PreviewPanel:
    panel = PreviewPanel(run)
    panel.resize(520, 320)
    qtbot.addWidget(panel)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.map.setFocus()
    return panel
