"""Open recordings in a window, save the run as one, and go to and fro between the takes of a run."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from editor.window.parts.places import WindowPlaces
from graphs.files.document_file import FileProblem
from runtime.minds.actions.game_behaviors import GameBehaviors

if TYPE_CHECKING:
    from editor.panels.statistics.recording_reading import ReadFile, RecordingReading
    from editor.panels.timeline.takes_panel import TakesPanel
    from runtime.history.recording.comparison import Divergence
    from runtime.history.recording.recording_file import OpenedRecording

COPIES = "recordings"
"""The folder, in that of the user's state, where the documents of recordings are written out."""

_CANNOT = "Cannot open"


class WindowRecordings:
    """Do what has to do with recordings: `*.trace` files and the takes that branches leave behind."""

    def __init__(self, host: WindowHost) -> None:
        self._window = host
        self.path: Path | None = None
        self._is_refused = False

    @cached_property
    def reading(self) -> RecordingReading:
        """Return what reads recordings."""
        from editor.panels.statistics.recording_reading import RecordingReading

        reading = RecordingReading(self._game_of, self._window.widget)
        reading.ended.connect(self._show_read)
        self._window.status_row.progress.watch(reading.work)
        return reading

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        run = self._window.run
        return (
            worded(
                "file.save_recording",
                self._save_asked,
                enabled=lambda: run.session is not None and run.tick > 0,
            ),
            worded("run.share", self._share, enabled=lambda: run.session is not None and run.tick > 0),
            worded("run.compare_takes", self._compare, enabled=lambda: bool(run.time.takes)),
        )

    def open(self, path: Path) -> bool:
        """Read a recording beside the window, then show it; False where it is refused at once."""
        self.reading.work.drop()
        self._is_refused = False
        self.reading.start((path.resolve(),))
        return not self._is_refused

    def _game_of(self, path: Path) -> GameBehaviors:
        found = self._window.workspace.project_for(path)
        return found.game if found.project is not None else self._window.run.own_game

    def _show_read(self, found: tuple[ReadFile, ...], left: int) -> None:
        """Show the recording that was read, or tell the user why not."""
        window = self._window
        for file in found:
            self._is_refused = file.opened is None or not self._show(file.path, file.opened)
            if file.opened is None:
                window.dialogs.tell(_CANNOT, f"{file.path.name}: {file.reason}", file.remedy)
        if left:
            window.say("The recording was not opened")

    def _show(self, path: Path, opened: OpenedRecording) -> bool:
        """Show a recording with its documents, at its start; tell the user why not."""
        from editor.documents.folders.recorded_documents import change_words, documents_of

        window = self._window
        found = window.workspace.project_for(path)
        try:
            documents = documents_of(opened, path, window.state.folder / COPIES, found.project)
            mind = window.follower.show_world(documents.world_path)
            if mind is not None:
                window.area.open_session(window.workspace.open(mind))
        except FileProblem as problem:
            window.dialogs.tell(_CANNOT, f"{path.name}: {problem.message}", problem.remedy)
            return False
        window.run.show_recording(opened.recording, opened.session)
        self.path = path
        what, note = change_words(documents)
        if what:
            window.area.toast.refuse(f"{path.name}: {what}", note)
        window.panels.show_panel("timeline")
        return True

    def save(self) -> bool:
        """Keep the run in a file; False when it was not saved."""
        from runtime.link.game_record import save_any_recording

        window, run = self._window, self._window.run
        recording, session = run.time.recording, run.session
        if recording is None or session is None:
            return False
        run.pause()
        path = window.dialogs.ask_save_recording(self._proposal())
        if path is None:
            return False
        try:
            save_any_recording(path, recording, session)
        except FileProblem as problem:
            window.dialogs.tell(
                "Cannot save", f"{path.name} was not saved. {problem.message}", problem.remedy
            )
            return False
        except OSError as error:
            said = f"{path.name} was not saved: {error.strerror or error}."
            window.dialogs.tell("Cannot save", said, "The run is still here. Save it in another folder.")
            return False
        window.say(f"Saved the recording as {path.name} in {path.parent}")
        return True

    def _save_asked(self) -> None:
        self.save()

    def _proposal(self) -> Path:
        from runtime.history.recording.recording_file import SUFFIX

        session, recording = self._window.session, self._window.run.time.recording
        stem = session.file_name.removesuffix(".mind.json") if session is not None else "run"
        end = recording.end_tick - 1 if recording is not None else 0
        return self._window.workspace.folder() / f"{stem}-{end}{SUFFIX}"

    def _share(self) -> None:
        """Ask how the run so far is shared as a page."""
        from editor.dialogs.share_window import SUFFIX as PAGE
        from editor.dialogs.share_window import ShareWindow

        window, run = self._window, self._window.run
        recording, session = run.time.recording, run.session
        if recording is None or session is None:
            return
        run.pause()
        kept = recording.up_to(recording.end_tick - 1)
        agents = session.document.agents
        names = {agent: (agents[agent].name if agent in agents else "") or agent for agent in kept.cast.minds}
        target = self._proposal().with_suffix(PAGE)
        asked = ShareWindow(
            window.widget, kept, session.at_start(kept.segments[0].minds), target, target.stem, names
        )
        asked.show()

    def _compare(self) -> None:
        self._window.panels.show_panel("takes", focus=True)
        self._window.part(takes_panel).compare_last()

    def go_to(self, found: Divergence, graph: str, element: str) -> None:
        """Look at where two runs differ: the tick, the agent, the element."""
        window = self._window
        if found.agent and found.agent in (window.run.session.agent_ids if window.run.session else ()):
            window.run.pick_agent(found.agent)
        window.run.look_at(found.tick)
        if element:
            window.part(WindowPlaces).go_to_element(graph, element)


def takes_panel(host: WindowHost) -> TakesPanel:
    """Return the list of the takes of the run."""
    from editor.panels.timeline.takes_panel import TakesPanel

    panel = TakesPanel(host.run)
    panel.go_to.connect(host.part(WindowRecordings).go_to)
    return panel
