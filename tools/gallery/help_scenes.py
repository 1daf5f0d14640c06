"""List the pictures of the help window: a page with pictures, a search, the page of a sample."""

from __future__ import annotations

from editor.help.help_window import HelpWindow
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.help import WindowHelp
from editor.window.parts.tutorial import tutorial_panel
from tools.gallery.scene import Scene


def _help_window(window: MainWindow, address: str) -> HelpWindow:
    window.part(WindowHelp).open_file(address)
    settle(make_application(), 8)
    return next(each for each in window.findChildren(HelpWindow) if each.isVisible())


def tutorial(window: MainWindow) -> None:
    """Show the tutorial."""
    _help_window(window, "tutorial")


def follow(window: MainWindow) -> None:
    """Let the tutorial stand beside the canvas, and point at its next step."""
    window.commands.run("help.tutorial")
    settle(make_application(), 4)
    window.part(tutorial_panel).show_place()


def sample_page(window: MainWindow) -> None:
    """Show the page of the sample in view."""
    _help_window(window, "samples/tank")


def search(window: MainWindow) -> None:
    """Show what a search found, with the first page opened at the word."""
    pages = _help_window(window, "index")
    pages.search.setText("cooldown")
    settle(make_application(), 4)
    pages.found.open_current()
    settle(make_application(), 4)


HELP_SCENES = (
    Scene("tutorial", "first_guard.mind.json", 0, follow, shows=("panel:tutorial",)),
    Scene("help-tutorial", act=tutorial, shows=("dialog:HelpWindow",)),
    Scene("help-sample", act=sample_page),
    Scene("help-search", act=search),
)
"""Pictures of the help."""
