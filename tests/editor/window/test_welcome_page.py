"""The page of a window without a document: every sample is offered, readable, and opens playing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from editor.documents.sample_files import sample_paths
from editor.welcome_page import WelcomePage


def buttons_of(window) -> dict[str, QPushButton]:
    page = window.findChild(WelcomePage)
    return {button.text(): button for button in page.findChildren(QPushButton)}


def test_every_sample_has_a_button_with_its_whole_name(window, qtbot):
    qtbot.waitUntil(lambda: buttons_of(window)["Tank"].isVisible())
    offered = buttons_of(window)
    assert len(sample_paths()) >= 10
    for path in sample_paths():
        name = path.name.removesuffix(".mind.json").replace("_", " ").capitalize()
        button = offered[name]
        assert button.width() >= button.sizeHint().width()
        assert button.visibleRegion().boundingRect() == button.rect()


def test_a_sample_opens_and_plays(window, qtbot):
    button = buttons_of(window)["Wolf"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.session.path.name == "wolf.mind.json"
    assert window.run.is_running
    window.run.pause()
