"""Opening and painting a behavior tree of 2,000 nodes, off-screen.

Bounds are generous, since machines differ and may be busy; the printed times are what to look at. Costs that
must not grow with the document are compared between a small and a large one in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from editor.canvas.canvas_view import CanvasView
from editor.canvas.run_look import RunLook, RunLooks
from editor.documents.document_session import DocumentSession
from editor.theme.tokens import StatusLook
from tests.editor.canvas.sample_documents import game_registry, large_tree

NODES = 2_000
FRAME = 0.030
"""Seconds a frame of a pan may take at most; about 0.005 where this was written."""


def _open(count: int) -> CanvasView:
    session = DocumentSession(large_tree(count), game_registry())
    view = CanvasView(session)
    session.setParent(view)
    view.camera.reduced_motion = True
    view.resize(1000, 700)
    view.show()
    QApplication.processEvents()
    return view


def _close(view: CanvasView) -> None:
    view.session.check_now()
    view.close()
    view.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def view(qapp: QApplication) -> Iterator[CanvasView]:
    opened = _open(NODES)
    yield opened
    _close(opened)


def _measure(benchmark: BenchmarkFixture, work: Callable[[], object], *, rounds: int, warm_up: int) -> None:
    benchmark.pedantic(work, rounds=rounds, warmup_rounds=warm_up)


def _median(benchmark: BenchmarkFixture) -> float:
    assert benchmark.stats is not None
    return float(benchmark.stats.stats.median)


def _best(work: Callable[[], object], times: int = 5) -> float:
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def test_open_and_first_paint(benchmark: BenchmarkFixture, qapp: QApplication) -> None:
    opened: list[CanvasView] = []
    _measure(benchmark, lambda: opened.append(_open(NODES)), rounds=3, warm_up=0)
    for one in opened:
        _close(one)
    assert _median(benchmark) < 3.0


@pytest.mark.parametrize("zoom", [0.05, 0.3, 0.5, 1.0])
def test_a_frame_of_a_pan(benchmark: BenchmarkFixture, view: CanvasView, zoom: float) -> None:
    rect = view.canvas.node_rect("n666")
    assert rect is not None
    view.camera.go(zoom, QPointF(*rect.center), animated=False)
    QApplication.processEvents()

    def frame() -> None:
        view.camera.pan(7, 3)
        view.stir()
        QApplication.processEvents()

    _measure(benchmark, frame, rounds=20, warm_up=2)
    assert _median(benchmark) < FRAME


def test_recolor_one_node_in_twenty(benchmark: BenchmarkFixture, view: CanvasView) -> None:
    view.camera.go(0.2, QPointF(0, 400), animated=False)
    QApplication.processEvents()
    turn = [0]

    def recolor() -> None:
        turn[0] += 1
        status = (StatusLook.RUNNING, StatusLook.SUCCESS)[turn[0] % 2]
        looks = RunLooks({f"n{index}": RunLook(status) for index in range(0, NODES, 20)})
        view.canvas.set_run_looks(looks, looks.nodes)
        QApplication.processEvents()

    _measure(benchmark, recolor, rounds=10, warm_up=1)
    assert _median(benchmark) < 0.2


def test_looking_under_the_pointer_costs_little_more_in_a_large_tree(qapp: QApplication) -> None:
    small, large = _open(200), _open(NODES)
    try:
        times = [_best(partial(view.canvas.hit, (0.0, 300.0), 1.0)) for view in (small, large)]
    finally:
        _close(small)
        _close(large)
    assert times[1] < max(0.010, 20 * times[0])
