"""Every gesture is done as one step, undone, redone, given up without a trace, and refused with a reason."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.gesture_case import Case, NothingOpenedError
from tests.editor.canvas.gesture_cases import CASES
from tests.editor.canvas.scene_snapshot import scene_snapshot

ROOT = Path(__file__).resolve().parents[3]
SIZE = (1500, 900)


def _do_once(hand: Hand, case: Case) -> None:
    """Do a gesture; it must be one step that can be undone and redone, with the scene following."""
    before = hand.session.document
    case.do(hand)
    after = hand.session.document
    assert after != before, f"nothing was done; {hand.view.refusal_tip.reason}"
    shown = scene_snapshot(hand.view.canvas)
    hand.session.undo()
    assert hand.session.document == before
    hand.session.redo()
    assert hand.session.document == after
    hand.session.select(())
    hand.view.canvas.set_hovered("")
    assert scene_snapshot(hand.view.canvas).keys() == shown.keys()
    hand.session.undo()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_gesture_is_done_undone_redone_canceled_and_refused(open_canvas: OpenCanvas, case: Case) -> None:
    hand = open_canvas(case.make(), size=SIZE)
    before = hand.session.document
    if case.cancel is not None:
        case.cancel(hand)
        assert hand.session.document is before
        assert hand.view.director.active is None
        assert hand.view.canvas.marks.drop_target == ""
        assert not hand.view.search.popup.isVisible()
    _do_once(hand, case)
    if case.refuse is not None:
        before = hand.session.document
        case.refuse(hand)
        tip = hand.view.refusal_tip
        assert tip.isVisible(), "nothing was said"
        assert case.reason in tip.reason
        assert hand.session.document is before
    hand.session.read_only_reason = "It is of a newer version."
    before = hand.session.document
    with suppress(NothingOpenedError):
        case.do(hand)
    assert hand.session.document is before
    assert hand.view.refusal_tip.reason == "It is of a newer version."


@pytest.mark.parametrize("case", [case for case in CASES if case.wrong], ids=str)
def test_a_text_that_cannot_be_taken_stays_and_says_why(open_canvas: OpenCanvas, case: Case) -> None:
    hand = open_canvas(case.make(), size=SIZE)
    before = hand.session.document
    assert case.begin is not None
    case.begin(hand)
    editor = hand.view.title_editor
    editor.selectAll()
    QTest.keyClicks(editor, case.wrong)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.problem
    assert hand.session.document is before
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    assert hand.session.document is before


@pytest.mark.parametrize("case", [case for case in CASES if case.zooms], ids=str)
def test_a_gesture_hits_from_afar_and_from_near(open_canvas: OpenCanvas, case: Case) -> None:
    hand = open_canvas(case.make(), size=SIZE)
    middle = hand.view.canvas.content_rect().center()
    for zoom in case.zooms:
        hand.view.camera.go(zoom, QPointF(middle), animated=False)
        _do_once(hand, case)


def test_all_gestures_work_where_a_pixel_is_four(own_state_folder: Path) -> None:
    """A second process at scale factor 2, as on a screen of twice as many dots to the inch."""
    environment = {**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"}
    here = str(Path(__file__).resolve().relative_to(ROOT))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", here, "-k", "done_undone_redone"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(CASES)} passed" in done.stdout
