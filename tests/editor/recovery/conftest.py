from __future__ import annotations

from pathlib import Path

import pytest

from graphs.files.document_file import document_to_bytes
from tests.editor.window_builders import two_state_machine


@pytest.fixture
def guard_file(tmp_path) -> Path:
    path: Path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    return path
