"""Pictures of the window of batch runs."""

from __future__ import annotations

from editor.dialogs.batch_window import BatchWindow
from editor.window.main_window import MainWindow
from runtime.trials.batches.workers import SerialWorkers
from tools.gallery.scene import EMPTY, Scene

RUNS = 40


def ask_for_batch(window: MainWindow) -> BatchWindow:
    """Open the window of batch runs, for short runs."""
    window.commands.run("run.batch")
    asked = window.findChildren(BatchWindow)[-1]
    asked.runs.setValue(RUNS)
    asked.seconds.setValue(4)
    asked.job.use_workers(lambda _call, player: SerialWorkers(player))
    return asked


def batch_asked(window: MainWindow) -> None:
    """Show what is proposed for the tank."""
    ask_for_batch(window)


def batch_done(window: MainWindow) -> None:
    """Show what came of forty runs of the tank."""
    asked = ask_for_batch(window)
    asked.start()
    while asked.job.is_busy:
        asked.job.look()


BATCH_SCENES = (
    Scene("batch-asked", act=batch_asked, shows=("dialog:BatchWindow", EMPTY)),
    Scene("batch-done", act=batch_done, shows=("dialog:BatchWindow",)),
)
