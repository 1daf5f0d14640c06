"""Settings for every test: Qt off-screen, nothing left behind, reproducible random examples."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from runtime.basics.garbage_collection import collect_only_in_this_thread, collection_paused
from tests.qt_leaks import let_other_threads_end, watching_qt

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# No deadline: a busy machine is not a wrong result. Few examples every day, the full number where it is deep.
settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("deep", settings.get_profile("dev"), max_examples=200)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


# A full collection looks through a million objects of the tests themselves for 0.7 s: few come by themselves.
gc.set_threshold(gc.get_threshold()[0], gc.get_threshold()[1], 300)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Import the tests without looking for garbage among what all stays."""
    with collection_paused():
        return (yield)


PATIENCE = 110_000
"""Milliseconds to wait for what is sure to come: a busy machine is not a wrong result."""


class PatientQtBot(QtBot):
    """Wait as long as a very busy machine may need; what has come is not waited for."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 0) -> None:  # noqa: N802
        """Go on until the callback holds."""
        super().waitUntil(callback, timeout=max(timeout, PATIENCE))

    def waitSignal(self, signal: Any, *, timeout: int = 0, **more: Any) -> Any:  # noqa: N802
        """Wait for a signal behind the block, unless it has come in it; briefly for one that may not come."""
        if not more.get("raising", True):
            return super().waitSignal(signal, timeout=timeout, **more)
        return super().waitSignal(signal, timeout=max(timeout, PATIENCE), **more)

    def waitSignals(self, signals: Any, *, timeout: int = 0, **more: Any) -> Any:  # noqa: N802
        """Wait for several signals behind the block, unless they have come in it."""
        return super().waitSignals(signals, timeout=max(timeout, PATIENCE), **more)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    """Return what acts as a user would, and is patient."""
    return PatientQtBot(request)


@pytest.fixture(autouse=True)
def nothing_left_in_qt() -> Iterator[None]:
    """Fail a test that leaves a window open, a timer active, a thread running or an event loop open."""
    with watching_qt() as watch:
        yield
        leaks = watch.leaks()
        watch.clean_up()
    if leaks:
        pytest.fail("The test left behind:\n" + "\n".join(leaks), pytrace=False)


@pytest.fixture(autouse=True)
def collector_as_before() -> Iterator[None]:
    """Fail a test that leaves the collector of garbage off, or what it shall not look at behind.

    No other thread collects, since it could destroy what a test left of Qt.
    """
    collect_only_in_this_thread()
    thresholds, frozen = gc.get_threshold(), gc.get_freeze_count()
    gc.enable()
    yield
    if not gc.isenabled():
        let_other_threads_end(until=gc.isenabled)
    is_off, left = not gc.isenabled(), gc.get_freeze_count() - frozen
    gc.set_threshold(*thresholds)
    gc.enable()
    gc.unfreeze()
    if is_off or left > 0:
        pytest.fail(f"The test left the collector {'off' if is_off else 'on'}, {left} frozen", pytrace=False)


@pytest.fixture
def modules_as_before() -> Iterator[None]:
    """Forget the Python modules of projects that a test loads."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("mindloom_project_"):
            del sys.modules[name]
