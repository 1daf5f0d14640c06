from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.editor.world_editing.map_bench import Bench


@pytest.fixture
def bench(qtbot, monkeypatch) -> Iterator[Bench]:
    bench = Bench(qtbot, monkeypatch)
    yield bench
    bench.session.stop_checking()
    bench.session.deleteLater()
