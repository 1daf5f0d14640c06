"""Work beside the window: in slices, with progress, canceled without a trace."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.basics import slices as long_work_module
from editor.basics.slices import LongWork
from graphs.layout.layout_watch import LayoutWatch

STEPS = 60


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work_module, "FIRST_SLICE", 0.002)
    monkeypatch.setattr(long_work_module, "SLICE", 0.002)


def _count(watch: LayoutWatch) -> int:
    for step in range(STEPS):
        time.sleep(0.001)
        watch.pass_point((step + 1) / STEPS)
    return STEPS


def _until_over(qtbot: QtBot, work: LongWork) -> None:
    qtbot.waitUntil(lambda: not work.is_busy, timeout=5000)


def test_work_that_is_over_at_once_is_not_announced(qtbot: QtBot) -> None:
    work = LongWork()
    heard: list[object] = []
    work.started.connect(heard.append)
    found: list[int] = []
    assert work.run("Nothing much", lambda _watch: 7, found.append)
    assert found == [7]
    assert heard == []


def test_long_work_tells_how_far_it_is_and_gives_its_result_last(qtbot: QtBot) -> None:
    work = LongWork()
    shares: list[float] = []
    heard: list[object] = []
    work.started.connect(heard.append)
    work.progressed.connect(shares.append)
    work.ended.connect(heard.append)
    found: list[int] = []
    assert not work.run("Counting", _count, lambda result: found.append(result))
    assert heard == ["Counting"]
    assert found == []
    _until_over(qtbot, work)
    assert found == [STEPS]
    assert heard == ["Counting", False]
    assert shares == sorted(shares)
    assert len(shares) > 3


def test_the_window_lives_while_work_goes_on(qtbot: QtBot) -> None:
    work = LongWork()
    work.run("Counting", _count, lambda _result: None)
    turns = 0
    while work.is_busy:
        QApplication.processEvents()
        turns += 1
    assert turns > 5


def test_canceled_work_has_no_result_and_says_so(qtbot: QtBot) -> None:
    work = LongWork()
    heard: list[object] = []
    work.ended.connect(heard.append)
    given_up: list[str] = []
    before = threading.active_count()
    work.run("Counting", _count, lambda _result: pytest.fail("it was canceled"), lambda: given_up.append("x"))
    assert work.cancel()
    assert not work.is_busy
    assert heard == [True]
    assert given_up == ["x"]
    assert not work.cancel()
    qtbot.waitUntil(lambda: threading.active_count() <= before, timeout=2000)


def test_new_work_takes_the_place_of_the_old(qtbot: QtBot) -> None:
    work = LongWork()
    found: list[str] = []
    work.run("Counting", _count, lambda _result: pytest.fail("it was dropped"))
    work.run("Counting", _count, lambda _result: found.append("second"))
    _until_over(qtbot, work)
    assert found == ["second"]


def test_a_mistake_in_the_work_comes_to_light(qtbot: QtBot) -> None:
    def fails(_watch: LayoutWatch) -> int:
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        LongWork().run("Failing", fails, lambda _result: None)


def test_the_rest_can_be_done_at_once(qtbot: QtBot) -> None:
    work = LongWork()
    found: list[int] = []
    work.run("Counting", _count, lambda result: found.append(result))
    work.finish()
    assert found == [STEPS]
