"""Let a monkey work in a window while its edits are recorded, and make them again from the script."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from editor.documents.open.sample_files import samples_folder
from editor.window.main_window import MainWindow
from editor.window.parts.edit_scripts import EditScripts
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.scripts.apply_script import apply_script
from graphs.scripts.declared_edits import NAME
from graphs.scripts.recorded_steps import PARTS_EDIT
from graphs.scripts.script_format import load_script
from tests.editor.monkey.monkey import Monkey
from tests.editor.window_builders import AnsweringDialogs

SAMPLES = ("tank", "soldier", "attack_or_flee", "stealth_guard", "decorator_gym")
EDITS_AND_GESTURES = ("edit.", "graph.", "problems.")
"""Groups of commands that change documents: the story is about them."""


@dataclass(frozen=True)
class Story:
    """Hold what came of one story: the edits in its script, and whether the bytes were the same."""

    seed: int
    sample: str
    edits: tuple[str, ...]
    is_equal: bool

    @property
    def parts(self) -> int:
        """Return how many steps say parts, since no narrower edit made the change."""
        return sum(name in PARTS_EDIT.values() for name in self.edits)

    def line(self) -> str:
        """Return the story as a line of JSON."""
        return json.dumps([self.seed, self.sample, self.edits, self.is_equal])


def recorded_story(window: MainWindow, seed: int, acts: int, folder: Path) -> Story:
    """Record so many acts of the monkey with this seed, save the script and replay it."""
    sample = SAMPLES[seed % len(SAMPLES)]
    window.open_file(samples_folder() / f"{sample}.mind.json")
    monkey = Monkey(window, seed, EDITS_AND_GESTURES)
    monkey.mostly_edit()
    dialogs = window.dialogs
    assert isinstance(dialogs, AnsweringDialogs)
    dialogs.save_script_as = folder / f"{seed}.edits.json"
    first = document_to_bytes(monkey.session.document)
    window.commands.run("edit.record")
    for _ in range(acts):
        monkey.act()
    window.run.stop()
    monkey.view.long_work.finish()
    now = document_to_bytes(monkey.session.current_document)
    window.part(EditScripts).stop()
    script = load_script(dialogs.save_script_as)
    again = apply_script(document_from_bytes(first), script, monkey.session.registry)
    names = tuple(str(step[NAME]) for step in script.edits)
    while monkey.session.history.can_undo:
        monkey.session.undo()
    return Story(seed, sample, names, document_to_bytes(again) == now)
