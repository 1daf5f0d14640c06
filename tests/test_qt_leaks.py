"""The watch over Qt that fails a test for what it leaves behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QThread, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.qt_leaks import watching_qt

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.usefixtures("qapp")


def test_open_window_is_named() -> None:
    with watching_qt() as watch:
        window = QWidget()
        window.setObjectName("forgotten")
        window.show()
        assert watch.leaks() == ["QWidget 'forgotten' was neither closed nor deleted"]
        watch.clean_up()
        assert watch.leaks() == []


def test_window_from_before_is_not_named() -> None:
    window = QWidget()
    with watching_qt() as watch:
        window.show()
        assert watch.leaks() == []
    window.close()
    window.deleteLater()


def test_window_asked_to_go_is_not_named() -> None:
    with watching_qt() as watch:
        QDialog().deleteLater()
        assert watch.leaks() == []


def test_window_in_a_reference_cycle_is_not_named() -> None:
    with watching_qt() as watch:
        window = QWidget()
        window.cycle = window  # type: ignore[attr-defined]
        del window
        assert watch.leaks() == []


def test_active_timer_is_named_and_a_stopped_one_is_not() -> None:
    with watching_qt() as watch:
        stopped, active = QTimer(), QTimer()
        active.setObjectName("pulse")
        stopped.start(1000)
        active.start(1000)
        stopped.stop()
        assert watch.leaks() == ["QTimer 'pulse' of NoneType is still active"]
        watch.clean_up()
        assert not active.isActive()


def test_timer_of_a_deleted_window_is_not_named() -> None:
    with watching_qt() as watch:
        window = QWidget()
        timer = QTimer(window)
        timer.start(1000)
        window.deleteLater()
        assert watch.leaks() == []


def test_running_thread_is_named_and_ended() -> None:
    with watching_qt() as watch:
        thread = QThread()
        thread.setObjectName("worker")
        thread.start()
        assert watch.leaks() == ["QThread 'worker' is still running"]
        watch.clean_up()
        assert thread.isFinished()


def test_python_thread_is_named_until_it_has_ended(monkeypatch) -> None:
    monkeypatch.setattr("tests.qt_leaks.LONGEST_END", 0.01)
    may_end = threading.Event()
    with watching_qt() as watch:
        threading.Thread(target=may_end.wait, name="writer").start()
        assert watch.leaks() == ["Thread 'writer' is still running"]
        may_end.set()
        monkeypatch.undo()
        assert watch.leaks() == []


def test_event_loop_is_named_until_it_is_closed() -> None:
    with watching_qt() as watch:
        loop = asyncio.new_event_loop()
        assert watch.leaks() == [f"{type(loop).__name__} was not closed"]
        loop.close()
        assert watch.leaks() == []


def test_qt_is_given_back_as_it_was() -> None:
    before = QTimer.start
    with watching_qt():
        assert QTimer.start is not before
    assert QTimer.start is before


def test_leaking_test_fails_and_the_next_one_does_not(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    for name in ("conftest.py", "qt_leaks.py"):
        shutil.copy(ROOT / "tests" / name, tests)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tests / "test_two.py").write_text(
        "from PySide6.QtWidgets import QWidget\n"
        "kept = []\n"
        "def test_leaks(qapp):\n    kept.append(QWidget())\n"
        "def test_does_not(qapp):\n    assert kept\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ)
    assert "QWidget '' was neither closed nor deleted" in done.stdout
    assert "2 passed, 1 error" in done.stdout


def test_platform_is_offscreen_by_default() -> None:
    assert QApplication.platformName() == os.environ["QT_QPA_PLATFORM"]
