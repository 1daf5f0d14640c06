"""What a closed document leaves behind: nothing, and places that can still be gone back to."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from editor.window.frame.visited_places import MOST_PLACES, VisitedPlaces
from editor.window.main_window import MainWindow
from editor.window.parts.banners import WindowBanners
from editor.window.parts.breakpoints import WindowBreakpoints
from editor.window.parts.help import WindowHelp
from editor.window.parts.shown_document import ShownDocument
from graphs.checks.lints.uses import text_uses
from graphs.checks.rules import texts
from graphs.checks.rules.memo import Memo
from graphs.expressions.parser import parse_expression
from graphs.kinds.builtin_registry import builtin_registry
from tests.editor.canvas.sample_documents import interrupts, large_tree, soldier


def _delete_what_is_due() -> None:
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    gc.collect()


def test_a_closed_document_and_its_canvas_leave_the_memory(window: MainWindow) -> None:
    window.area.open_session(window.workspace.new(interrupts()))
    window.area.open_session(window.workspace.new(soldier()))
    view, session = window.view, window.session
    assert view is not None
    assert session is not None
    held: list[weakref.ref[QObject]] = [weakref.ref(view), weakref.ref(view.canvas), weakref.ref(session)]
    assert window.close_session(session)
    del view, session
    _delete_what_is_due()
    assert [reference() for reference in held] == [None, None, None]


@pytest.mark.parametrize("part", [ShownDocument, WindowBanners, WindowBreakpoints, WindowHelp])
def test_the_signals_of_closed_documents_leave_nothing_at_who_heard_them(window: MainWindow, part) -> None:
    heard_by = window.part(part)
    before = weakref.getweakrefcount(heard_by)
    for make in (interrupts, soldier):
        session = window.workspace.new(make())
        window.area.open_session(session)
        assert window.close_session(session)
    _delete_what_is_due()
    assert weakref.getweakrefcount(heard_by) <= before


def test_what_the_texts_of_a_closed_document_mean_is_forgotten(window: MainWindow) -> None:
    session = window.workspace.new(interrupts())
    session.check_now()
    assert text_uses.cache_info().currsize
    assert parse_expression.cache_info().currsize
    window.workspace.close(session)
    assert not text_uses.cache_info().currsize
    assert not parse_expression.cache_info().currsize


def test_the_texts_once_typed_into_one_scope_are_kept_up_to_a_number(monkeypatch) -> None:
    monkeypatch.setattr(texts, "TEXTS_KEPT", 5)
    document, registry = interrupts(), builtin_registry()
    kept = texts.texts_of_graph(document, document.root or "", registry)
    read = texts.Texts(kept, Memo(()))
    meanings = [read.guard(f"time > {number}") for number in range(12)]
    assert all(meaning is not texts.UNREADABLE for meaning in meanings)
    assert len(kept.expressions) <= 5
    for number in range(12):
        read.line(f"unknown = {number}")
    assert len(kept.lines) <= 5


def test_back_leads_past_a_document_that_was_closed(window: MainWindow) -> None:
    first, closed, last = (
        window.workspace.new(make()) for make in (interrupts, soldier, lambda: large_tree(9))
    )
    for session in (first, closed, last):
        window.area.open_session(session)
    assert window.close_session(closed)
    assert window.session is last
    assert window.area.go_back()
    assert window.session is first
    assert not window.area.go_back()
    assert window.area.go_back(+1)
    assert window.session is last


def test_only_so_many_places_are_remembered(window: MainWindow) -> None:
    window.area.open_session(window.workspace.new(interrupts()))
    window.area.open_session(window.workspace.new(soldier()))
    tabs = list(window.area._tabs)
    places = VisitedPlaces()
    for number in range(MOST_PLACES + 50):
        places.note(tabs[number % 2])
    steps = 0
    while places.step(-1, None, lambda _tab: True) is not None:
        steps += 1
    assert steps == MOST_PLACES - 1
