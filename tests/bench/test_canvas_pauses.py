"""Compare two machines of 400 states, and fold boxes of one of 2,000, while the window looks after itself.

The longest piece of work between two looks of the event loop is printed (`-s` shows it): processor time of
the window's thread, the garbage collector off. It is held to the reference machine where a limit is given.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from editor.basics.slices import LongWork, beside_window
from editor.canvas.routing import machine_routes
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.view.canvas_view import CanvasView
from editor.comparison.comparison import DocumentComparison
from editor.comparison.comparison_page import ComparisonPage
from editor.documents.open.document_session import DocumentSession
from graphs.edits.aligning import move, set_collapsed
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.bench.test_preview_speed import REFERENCE_LOOP_MS, TOLERANCE
from tests.editor.canvas.sample_documents import document, large_machine
from tests.graphs import all_edits as edits
from tests.graphs.layout.machine_samples import game_pairs

MOST_PAUSE_MS = 50.0
BOXES, INSIDE = 100, 19


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    """Collect nothing while pauses are measured: the window does so when nobody waits."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Pauses:
    """Measure what the event loop is kept waiting."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.found: list[float] = []
        self._clock = clock
        self._last = clock()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(0)
        QApplication.processEvents()
        self.found.clear()

    def _beat(self) -> None:
        now = self._clock()
        self.found.append((now - self._last) * 1e3)
        self._last = now

    def during(self, work: Callable[[], object], is_busy: Callable[[], bool]) -> float:
        """Return the longest pause until some work is over and all is painted."""
        self.found.clear()
        self._last = self._clock()
        work()
        while is_busy():
            QApplication.processEvents()
        for _ in range(4):
            QApplication.processEvents()
        return max(self.found)

    def end(self) -> None:
        """Measure no more."""
        self._timer.stop()


def loop_ms() -> float:
    """Return the processor time of the calibration loop, the least of five."""
    times = []
    for _ in range(5):
        began = time.thread_time()
        total = 0
        for number in range(200_000):
            total += number % 7
        times.append((time.thread_time() - began) * 1e3)
    return min(times)


def changed(old: Document) -> Document:
    """Return a version with states removed, renamed, added and moved."""
    registry, ids = builtin_registry(), list(old.graphs["g1"].nodes)
    new = edits.remove(old, "g1", ids[5:15])
    for number in range(20, 40):
        new = edits.rename(new, "g1", ids[number], f"Other {number}")
    new, _ = edits.add_node(new, "g1", "state", registry, at=(100, 100))
    return edits.move(new, "g1", {ids[50]: (900, -300)})


@pytest.mark.parametrize("states", [60, 200, 400])
def test_comparing_machines_keeps_nobody_waiting(states: int, qapp: QApplication) -> None:
    registry = builtin_registry()
    old = large_machine(states, states * 7 // 3)
    scene = CanvasScene(registry)
    scene.sync(old, "g1")
    assert scene.machine is not None
    old = move(old, "g1", scene.machine.arranger.fresh_places())
    comparison = DocumentComparison(old, changed(old), "then", "now", registry)
    page = ComparisonPage()
    page.resize(1200, 800)
    page.show()
    work, pauses = LongWork(page), Pauses()
    machine_routes._remembered.clear()

    def compare() -> None:
        page.show_waiting("x", comparison)
        work.run_steps(
            "Comparing",
            beside_window(comparison.prepare),
            lambda _done: page.show_comparison("x", comparison),
        )

    longest = pauses.during(compare, lambda: work.is_busy or page.view.work.is_busy)
    pauses.end()
    assert page.view.shown is not None
    loop = loop_ms()
    scale = max(1.0, loop / REFERENCE_LOOP_MS)
    page.close()
    page.deleteLater()
    QApplication.processEvents()
    print(f"\ncomparing {comparison.size} states: longest pause {longest:.0f} ms, loop {loop:.1f} ms")
    assert longest <= MOST_PAUSE_MS * scale * TOLERANCE


def boxes() -> Document:
    """Return a machine of a hundred compound states of nineteen states each."""
    nodes: dict[str, Any] = {}
    edges: dict[str, Any] = {}

    def connect(ids: list[str], seed: int) -> None:
        for start, end in game_pairs(len(ids), 2 * len(ids), seed):
            edge = f"t{len(edges)}"
            edges[edge] = {"guard": f"d < {len(edges) % 17}", "targets": [ids[end]]}
            nodes[ids[start]]["transitions"].append(edge)

    tops = [f"b{number}" for number in range(BOXES)]
    for number, top in enumerate(tops):
        ids = [f"s{number}_{place}" for place in range(INSIDE)]
        nodes[top] = {"kind": "state", "name": top, "children": ids, "initial": ids[0], "transitions": []}
        nodes |= {each: {"kind": "state", "name": each, "transitions": []} for each in ids}
        connect(ids, number)
    connect(tops, 5)
    graph = {"kind": "state_machine", "children": tops, "initial": tops[0], "nodes": nodes, "edges": edges}
    return document({"g1": graph}, "g1")


def test_the_longest_pauses_of_folding_are_told(qapp: QApplication) -> None:
    session = DocumentSession(boxes(), builtin_registry())
    session.stop_checking()
    view = CanvasView(session)
    session.setParent(view)
    view.camera.reduced_motion = True
    view.resize(1200, 800)
    view.show()
    while view.long_work.is_busy:
        QApplication.processEvents()
    # Lines are led in a thread that takes turns with the window: it has to be counted too.
    pauses = Pauses(time.process_time)
    tops = [f"b{number}" for number in range(BOXES)]
    for what, folded in (("fold all", tops), ("unfold all", []), ("fold one", tops[3:4]), ("unfold one", [])):
        longest = pauses.during(
            lambda chosen=folded: view.canvas.fold_beside(frozenset(chosen), lambda: True),  # type: ignore[misc]
            lambda: view.long_work.is_busy or view.canvas.machine.is_placing,  # type: ignore[union-attr]
        )
        said = f"longest pause {longest:.0f} ms, loop {loop_ms():.1f} ms"
        print(f"\n{BOXES * (INSIDE + 1)} states, {what}: {said}")
        shown = view.canvas.contents
        assert shown is not None
        assert shown.node_count() == BOXES + INSIDE * (BOXES - len(folded))
    for what, is_folded in (("fold one by hand", True), ("unfold one by hand", False)):
        longest = pauses.during(
            lambda on=is_folded: session.apply("Fold", lambda old: set_collapsed(old, "g1", "b3", on)),  # type: ignore[misc]
            lambda: view.long_work.is_busy or view.canvas.machine.is_placing,  # type: ignore[union-attr]
        )
        print(f"\n{BOXES * (INSIDE + 1)} states, {what}: longest pause {longest:.0f} ms")
    pauses.end()
    session.stop_checking()
    view.close()
    view.deleteLater()
    QApplication.processEvents()
