"""A check runs in slices, goes on to its end while the document is edited, and never works on twice."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from editor.basics import slices
from editor.basics.slices import STEPS_OF_LARGE, ChecksInSlices
from editor.documents.open import document_session
from editor.documents.open.document_session import DocumentSession
from graphs.checks.checker import check_and_lint
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, tree


def steps(count: int, done: list[int]) -> Iterator[None]:
    for number in range(count):
        done.append(number)
        yield


@pytest.fixture
def check(qtbot, monkeypatch):
    monkeypatch.setattr(slices, "SLICE", 0.0)
    made = ChecksInSlices()
    yield made
    made.release()
    made.deleteLater()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_few_steps_are_done_at_once(qtbot, check):
    done: list[int] = []
    with qtbot.waitSignal(check.finished, timeout=0, raising=True):
        check.begin(steps(100, done), at_once=False)
        check.finish()
    assert len(done) == 100
    assert not check.is_under_way


def test_a_large_check_lets_the_window_live_between_its_slices(qtbot, check):
    done: list[int] = []
    check.begin(steps(5, done))
    assert len(done) == 1
    assert check.is_under_way
    assert not gc.isenabled()
    qtbot.waitSignal(check.finished).wait()
    assert len(done) == 5
    assert gc.isenabled()


def test_what_is_left_can_be_done_at_once_or_given_up(check):
    done: list[int] = []
    check.begin(steps(50, done))
    check.finish()
    assert len(done) == 50
    check.begin(steps(50, []))
    check.drop()
    assert not check.is_under_way
    assert gc.isenabled()


def test_a_step_that_fails_ends_the_check(check):
    def failing() -> Iterator[None]:
        yield
        raise RuntimeError("out of order")

    check.begin(failing(), at_once=False)
    with pytest.raises(RuntimeError, match="out of order"):
        check.finish()
    assert not check.is_under_way


def test_what_a_large_check_made_is_looked_at_again_when_the_document_is_closed(check):
    check.begin(steps(STEPS_OF_LARGE + 5, []))
    check.finish()
    assert gc.get_freeze_count() > 0
    check.release()
    assert gc.get_freeze_count() == 0


@pytest.fixture
def large(qtbot, monkeypatch):
    """Yield a session whose document is too large to be checked at once."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(document_session, "SMALL", 5)
    nodes = {"r": {"kind": "sequence", "children": [f"n{item}" for item in range(40)]}}
    nodes |= {f"n{each}": {"kind": "condition", "test": "d < "} for each in range(40)}
    session = DocumentSession(document_of(tree(nodes), variables={"d": {"type": "float"}}), REGISTRY)
    yield session
    session.stop_checking()
    session.deleteLater()


def test_opening_does_not_wait_for_the_check(qtbot, large):
    assert large.problems == ()
    qtbot.waitSignal(large.problems_changed).wait()
    assert large.problems == check_and_lint(large.document, REGISTRY)


def test_an_edit_during_a_check_is_checked_after_it(qtbot, large):
    told: list[int] = []
    large.problems_changed.connect(lambda: told.append(len(large.problems)))
    large.apply("Set", lambda document: edits.set_field(document, "g", "n7", "test", "d < 3"))
    expected = check_and_lint(large.document, REGISTRY)
    qtbot.waitUntil(lambda: large.problems == expected, timeout=5000)
    assert told == [len(expected)]


def test_who_cannot_wait_gets_the_problems_of_the_document_as_it_is_now(large):
    large.apply("Set", lambda document: edits.set_field(document, "g", "n7", "test", "d < 3"))
    large.check_now()
    assert large.problems == check_and_lint(large.document, REGISTRY)
