from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from editor.canvas.items.pictures import TransitionLook
from editor.canvas.machines.machine_items import line_token
from editor.canvas.painting.pictures import LabelState
from editor.documents.open.sample_files import samples_folder
from editor.theme.motion import motion
from graphs.model import Edge


@pytest.fixture(autouse=True)
def setting():
    yield
    motion().set_wants_less(False)


def test_reduced_motion_is_kept_and_lets_cameras_jump(open_window):
    window = open_window()
    assert not motion().is_reduced
    window.commands.run("view.reduced_motion")
    assert motion().is_reduced
    window.open_file(samples_folder() / "tank.mind.json")
    window.view.camera.go(0.5, QPointF(40, 40))
    assert not window.view.camera.is_gliding
    assert window.view.camera.zoom == 0.5
    motion().set_wants_less(False)
    other = open_window()
    assert motion().wants_less
    other.commands.refresh()
    assert other.commands.action("view.reduced_motion").isChecked()


def test_no_dot_runs_along_a_transition_when_motion_is_reduced():
    taken = [(TransitionLook(state=LabelState.TAKEN, fade=0.1), Edge())]
    assert line_token(taken) > 0
    motion().set_wants_less(True)
    assert line_token(taken) == -1.0
