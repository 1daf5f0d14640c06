"""The command that plays the world of the run many times."""

from __future__ import annotations

from editor.commands.command import Command
from editor.dialogs.batch_job import example_texts
from editor.dialogs.batch_window import BatchWindow
from editor.documents.open.project_game import game_of
from editor.window.commands.window_context import WindowContext
from graphs.files.document_file import FileProblem
from runtime.trials.batches.batch_call import BatchCall
from runtime.trials.batches.batch_texts import BatchTexts, call_from_texts
from runtime.trials.batches.refusal import BatchRefused


def batch_command(window: WindowContext) -> Command:
    """Return the command; it can run where a world is loaded."""
    return Command(
        "run.batch",
        "Batch runs…",
        lambda: _open(window),
        "Play the world many times with drawn starts, measure every run, and sum them up.",
        "chart",
        enabled=lambda: window.run.choice is not None and window.run.session is not None,
    )


def _open(window: WindowContext) -> None:
    choice = window.run.choice
    if choice is None:
        return

    def make_call(texts: BatchTexts, runs: int, seconds: float) -> BatchCall:
        now = window.run.choice or choice
        session = window.session
        project = session.project if session is not None else None
        trusted = project is not None and window.workspace.trusts_folder(project.folder)
        try:
            game = game_of(project, trusted=trusted)
        except FileProblem as problem:
            raise BatchRefused("project", problem.message, problem.remedy) from None
        ticks = max(1, round(seconds * now.world.rate))
        return call_from_texts(texts, now.world, now.minds, game, runs=runs, ticks=ticks)

    title = choice.world.title or (choice.path.name if choice.path is not None else "the world")
    own_folder = window.workspace.folder()
    BatchWindow(window.area.window(), title, example_texts(choice), make_call, own_folder).show()
