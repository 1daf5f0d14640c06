from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from tests.editor.window_builders import two_state_machine


@pytest.fixture
def drawn(window):
    window.area.open_session(window.workspace.new(two_state_machine()[0]))
    return window


def test_the_graph_in_view_is_saved_as_svg_and_as_png(drawn, dialogs, tmp_path):
    dialogs.save_picture_as = tmp_path / "guard.svg"
    assert drawn.commands.run("file.save_picture")
    text = (tmp_path / "guard.svg").read_text(encoding="utf-8")
    assert "<svg" in text
    assert "Idle" in text
    dialogs.save_picture_as = tmp_path / "guard.png"
    drawn.commands.run("file.save_picture")
    image = QImage(str(tmp_path / "guard.png"))
    assert image.width() > 400
    dialogs.save_picture_as = tmp_path / "no such folder" / "guard.png"
    drawn.commands.run("file.save_picture")
    assert "was not saved" in drawn.area.toast.label.text()


def test_a_name_without_a_known_ending_becomes_svg(drawn, dialogs, tmp_path):
    dialogs.save_picture_as = tmp_path / "guard"
    drawn.commands.run("file.save_picture")
    assert (tmp_path / "guard.svg").exists()


def test_a_picture_is_put_on_the_clipboard(drawn):
    assert drawn.commands.run("file.copy_picture")
    assert QGuiApplication.clipboard().image().width() > 400
    QGuiApplication.clipboard().clear()


def test_without_a_graph_there_is_no_picture(window):
    assert not window.commands.run("file.save_picture")
