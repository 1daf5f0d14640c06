"""Pictures of finding things, of keys, and of two graphs beside each other."""

from __future__ import annotations

from editor.gallery_shot import Shot
from editor.main_window import MainWindow


def find_in_graph(window: MainWindow) -> None:
    """Find a variable in the graph in view."""
    window.finding.open_bar()
    window.finding.bar.row.field.setText("visible")
    window.finding.step(1)


def find_in_files(window: MainWindow) -> None:
    """Find a variable in all files."""
    window.finding.find_in_files()
    window.finding.panel.begin("noise")
    window.finding.panel.finish()


def go_to(window: MainWindow) -> None:
    """Go to something by a few letters."""
    window.open_palette("pat")


def clashing_keys(window: MainWindow) -> None:
    """Give Undo the key of Find, in the editor of keys."""
    window.commands.set_keys("edit.undo", ("Ctrl+Z", "Ctrl+F"))
    window.commands.set_keys("graph.add_node", ("Tab", "Ctrl+Space"))
    window.keys.show_editor("edit.undo")


FINDING_SHOTS = (
    Shot("find-dark", act=find_in_graph),
    Shot("find-light", "soldier.mind.json", 120, "light", find_in_graph),
    Shot("find-in-files-dark", act=find_in_files),
    Shot("find-in-files-light", theme="light", act=find_in_files),
    Shot("go-to-dark", act=go_to),
    Shot("go-to-light", theme="light", act=go_to),
    Shot("keys-dark", act=clashing_keys),
    Shot("keys-light", theme="light", act=clashing_keys),
)
"""Pictures of this module."""
