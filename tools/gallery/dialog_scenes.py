"""Pictures of the windows of their own: questions, keys, help, events, exports, batches, files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from editor.dialogs.export_window import ExportWindow
from editor.dialogs.name_window import NameWindow
from editor.dialogs.post_event_window import PostEventWindow
from editor.documents.open.sample_files import samples_folder
from editor.help.help_window import HelpWindow
from editor.widgets.file_dialogs import FILE_FILTER
from editor.widgets.message_boxes import (
    changed_box,
    conflict_box,
    failure_box,
    replace_box,
    trust_box,
    unsaved_box,
)
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.help import WindowHelp
from editor.window.parts.keys import WindowKeys
from runtime.trials.batches.batch_run import BatchProgress
from runtime.trials.batches.workers import ChunkResult
from tools.gallery.batch_scenes import RUNS, ask_for_batch
from tools.gallery.export_scenes import ask_for_export
from tools.gallery.scene import EMPTY, Scene

STANDING = "dialogs"
"""The window that most dialogs are pictured in front of."""

GAME = Path("games") / "arena"
"""The folder that questions speak of."""


def asking(make: Callable[[MainWindow], QMessageBox]) -> Callable[[MainWindow], None]:
    """Return what shows a box without waiting for its answer."""

    def act(window: MainWindow) -> None:
        close_dialogs(window)
        box = make(window)
        box.setModal(False)
        box.show()
        settle(make_application())

    return act


def triggering(command_id: str) -> Callable[[MainWindow], None]:
    """Return what runs a command."""

    def act(window: MainWindow) -> None:
        close_dialogs(window)
        window.commands.run(command_id)
        settle(make_application())

    return act


def name_snippet(window: MainWindow, name: str = "Patrol and chase") -> None:
    """Ask for the name of a snippet, with a name typed."""
    assert window.session is not None
    assert window.session.graph is not None
    window.session.select(window.session.graph.nodes)
    triggering("edit.save_snippet")(window)
    window.findChildren(NameWindow)[-1].field.setText(name)


def post_event(window: MainWindow) -> PostEventWindow:
    """Open the window that posts events."""
    window.commands.run("force.event")
    return window.findChildren(PostEventWindow)[-1]


def fill_event(window: MainWindow, field: str = "", text: str = "") -> None:
    """Choose an event that carries something, fill a field and post it."""
    asked = post_event(window)
    carrying = next(key for key, event in sorted(asked.events.items()) if event.payload)
    asked.names.setCurrentText(carrying)
    if field:
        asked.fields[field].setText(text)
    asked.post()


def filter_keys(window: MainWindow) -> None:
    """Filter the keys for something that no command is called."""
    close_dialogs(window)
    window.part(WindowKeys).show_editor().filter.setText("teleport")


def search_help(window: MainWindow) -> None:
    """Search the help for what no page says."""
    close_dialogs(window)
    window.part(WindowHelp).open_file("index")
    settle(make_application(), 8)
    pages = next(each for each in window.findChildren(HelpWindow) if each.isVisible())
    pages.search.setText("teleporter")
    settle(make_application(), 4)


def export_nothing(window: MainWindow) -> None:
    """Ask for the export of a document in which nothing is drawn."""
    window.commands.run("file.new")
    settle(make_application())
    window.commands.run("file.export")
    asked = window.findChildren(ExportWindow)[-1]
    while asked.job.is_busy:
        settle(make_application(), 1)


def export_failed(window: MainWindow) -> None:
    """Export to a folder that is not there."""
    close_dialogs(window)
    asked = ask_for_export(window)
    asked.target.setText("/nowhere/tank.runtime.json")
    asked.export()
    while asked.job.is_busy:
        settle(make_application(), 1)


class WaitingWorkers:
    """Take runs and never finish one, so that a batch stays under way."""

    count = 1

    def submit(self, _runs: Sequence[int]) -> Future[ChunkResult]:
        """Take some runs."""
        return Future()

    def close(self, *, at_once: bool) -> None:
        """Do nothing: nothing goes on."""


def batch_refused(window: MainWindow) -> None:
    """Ask for a measure that means nothing."""
    close_dialogs(window)
    asked = ask_for_batch(window)
    asked.measures.setPlainText("left=helth")
    asked.start()


def batch_under_way(window: MainWindow) -> None:
    """Show a batch of which a part is done."""
    close_dialogs(window)
    asked = ask_for_batch(window)
    asked.job.use_workers(lambda _call, _player: WaitingWorkers())
    asked.start()
    asked.job.progressed.emit(BatchProgress(12, RUNS))


def open_files(window: MainWindow) -> None:
    """Show the system's dialog for files where it has none of its own: Qt's."""
    close_dialogs(window)
    dialog = QFileDialog(window, "Open", str(samples_folder()), FILE_FILTER)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setModal(False)
    dialog.show()
    settle(make_application(), 12)


def trusting_a_folder(window: MainWindow) -> None:
    """Show the preferences of somebody who trusts a folder."""
    close_dialogs(window)
    window.workspace.trust.trust(GAME)
    window.commands.run("edit.preferences")
    window.workspace.trust.withdraw(GAME)
    settle(make_application())


def close_dialogs(window: MainWindow) -> None:
    """Close what a scene has opened."""
    for dialog in window.findChildren(QDialog):
        dialog.close()
    settle(make_application())


_CONFLICTS = (
    'Tank › Chase: name "Chase" → "Hunt" here, "Pursue" there',
    'Tank › Patrol → Chase: guard "d < 5" → "d < 6" here, "d < 4" there',
)
_TANK, _GUARD = "tank.mind.json", "stealth_guard.mind.json"

QUESTION_SCENES = tuple(
    Scene(f"question-{name}", ticks=0, act=asking(make), shows=(f"question:{name}",), together=STANDING)
    for name, make in (
        ("unsaved", lambda window: unsaved_box(window, (_TANK,))),
        ("unsaved-many", lambda window: unsaved_box(window, (_TANK, _GUARD, "tank.world.json"))),
        ("changed", lambda window: changed_box(window, GAME / _TANK, is_gone=False)),
        ("gone", lambda window: changed_box(window, GAME / _TANK, is_gone=True)),
        ("conflict", lambda window: conflict_box(window, _TANK, _CONFLICTS)),
        ("replace", lambda window: replace_box(window, GAME / _TANK)),
        ("trust", lambda window: trust_box(window, GAME, "actions.py and senses.py")),
        (
            "failure",
            lambda window: failure_box(
                window,
                "Cannot save",
                f"{_TANK} was not saved: No space left on device.",
                "The document is still here. Save it in another folder.",
            ),
        ),
    )
)
"""Every box that asks or tells."""

DIALOG_SCENES = (
    *QUESTION_SCENES,
    Scene("key-sheet", ticks=0, act=triggering("help.keys"), shows=("dialog:TextWindow",), together=STANDING),
    Scene("about", ticks=0, act=triggering("help.about"), shows=("dialog:TextWindow",), together=STANDING),
    Scene(
        "key-editor",
        ticks=0,
        act=triggering("help.edit_keys"),
        shows=("dialog:KeyEditorWindow",),
        together=STANDING,
    ),
    Scene(
        "key-editor-none",
        ticks=0,
        act=filter_keys,
        shows=("dialog:KeyEditorWindow", EMPTY),
        together=STANDING,
    ),
    Scene(
        "preferences",
        ticks=0,
        act=trusting_a_folder,
        shows=("dialog:PreferencesWindow",),
        together=STANDING,
    ),
    Scene(
        "preferences-none",
        ticks=0,
        act=triggering("edit.preferences"),
        shows=("dialog:PreferencesWindow", EMPTY),
        together=STANDING,
    ),
    Scene("help-none", ticks=0, act=search_help, shows=("dialog:HelpWindow", EMPTY), together=STANDING),
    Scene("snippet", act=name_snippet, shows=("dialog:NameWindow",)),
    Scene("snippet-none", act=partial(name_snippet, name=""), shows=("dialog:NameWindow", EMPTY)),
    Scene("event", _GUARD, 60, fill_event, shows=("dialog:PostEventWindow",)),
    Scene("event-none", ticks=0, act=triggering("force.event"), shows=("dialog:PostEventWindow", EMPTY)),
    Scene("export-nothing", ticks=0, act=export_nothing, shows=("dialog:ExportWindow", EMPTY)),
    Scene("export-failed", ticks=0, act=export_failed, shows=("dialog:ExportWindow",), together=STANDING),
    Scene("batch-refused", ticks=0, act=batch_refused, shows=("dialog:BatchWindow",), together=STANDING),
    Scene("batch-under-way", ticks=0, act=batch_under_way, shows=("dialog:BatchWindow",), together=STANDING),
    Scene("open-files", ticks=0, act=open_files, shows=("dialog:QFileDialog",), together=STANDING),
)
"""The scenes of this module."""
