from __future__ import annotations

from collections.abc import Iterator

import pytest

from editor.map.view.preview_panel import PreviewPanel
from editor.theme.theme_manager import set_theme
from tests.editor.preview.preview_sessions import RecordedSession, RunDouble, arena, preview_of


@pytest.fixture(autouse=True)
def dark_theme() -> Iterator[None]:
    set_theme("dark")
    yield
    set_theme("dark")


@pytest.fixture
def session() -> RecordedSession:
    session = RecordedSession(arena())
    session.request("tank1", "pursue")
    # Heading for a wall, so that avoiding it shows too.
    session.place("tank1", (9.9, 3.1), (2.0, -3.0))
    session.step()
    return session


@pytest.fixture
def run(session) -> RunDouble:
    return RunDouble(session, "tank1")


@pytest.fixture
def panel(qtbot, run) -> PreviewPanel:
    panel = preview_of(run)
    panel.resize(520, 320)
    qtbot.addWidget(panel)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.map.setFocus()
    return panel
