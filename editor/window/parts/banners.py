"""Keep the banner over the canvas in step with errors, the past, trust, and files changed outside."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from editor.basics.plain_markdown import plain_markdown
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.drawn_session import DrawnSession
from editor.documents.open.world_session import WorldSession
from editor.running.edit_effects import counted
from editor.widgets.banner import BannerButton, BannerContent
from editor.window.frame.window_host import WindowHost
from editor.window.parts.comparison import WindowComparison
from editor.window.parts.disk_banner import DiskBanner, DiskWords
from editor.window.parts.file_work import file_work
from editor.window.parts.past import WindowPast
from editor.window.parts.recovery import WindowRecovery
from editor.window.parts.world import WindowWorld
from graphs.files.document_file import FileProblem
from graphs.model.document import NEWEST_VERSION
from graphs.worlds.model.world_file import load_world

_COPY_HELP = (
    f"The copy is of version {NEWEST_VERSION}. What only the newer version knows is kept in it as it is "
    "written, and may mean nothing here."
)
_COMPARE_HELP = "Mark on the canvas what differs from the newest version."
_OF_DOCUMENTS = DiskWords("disk", "your edits are kept", "Mark on the canvas what differs from the file.")
_OF_WORLDS = DiskWords("world_disk", "your edits of the world are kept", "List what differs from the file.")


class WindowBanners(QObject):
    """Decide which banners apply to the document in view."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        run, area = host.run, host.area
        self._area, self._run, self._commands = area, run, host.commands
        self._files, self._workspace, self._show_page = host.part(file_work), host.workspace, host.show_page
        host.workspace.changed_on_disk.connect(self.file_changed)
        host.workspace.session_opened.connect(lambda session: session.saved_changed.connect(self.refresh))
        run.last_good_changed.connect(self.refresh)
        run.state_changed.connect(self.refresh)
        run.frame_shown.connect(self._follow_time)
        self._was_past = False
        self._comparison = host.part(WindowComparison)
        self._recovery, self._documents_then = host.part(WindowRecovery), host.part(WindowPast)
        self._recovery.banner_changed.connect(self.refresh)
        self._documents_then.changed.connect(self.refresh)
        saving, current = host.part(WindowWorld).saving, host.follower.session_of_run
        compare = self._comparison
        self.disk = DiskBanner(
            host.workspace,
            _OF_DOCUMENTS,
            lambda: area.session,
            lambda _session: compare.with_saved(),
            self._files.reload,
            self.refresh,
            self,
        )
        self.world_disk = DiskBanner(
            host.shelf, _OF_WORLDS, current, self._compare_world, saving.reload, self.refresh, self
        )
        saving.note_conflict = self.world_disk.note
        run.world_changed.connect(self.refresh)
        area.current_changed.connect(self.refresh)

    def file_changed(self, session: DocumentSession) -> None:
        """Note that a document's file has other content now; an unchanged document follows by itself."""
        if session.is_saved:
            self._files.reload(session)
            self._area.toast.say(f"{session.file_name} changed on disk and was read again")
            self.refresh()
            return
        self.disk.note(session)

    def refresh(self, *_arguments: object) -> None:
        """Show the banners that apply now."""
        session, banner = self._area.session, self._area.banner
        contents = {
            "error": self._last_good(session),
            "past": self._past(),
            "read_only": self._read_only(session),
            "trust": self._trust(session),
            "disk": self.disk.content(),
            "recovery": self._recovery.banner(session),
            "world_disk": self.world_disk.content(),
        }
        for kind, content in contents.items():
            if content is None:
                banner.drop(kind)
            else:
                banner.put(content)

    def _last_good(self, session: DocumentSession | None) -> BannerContent | None:
        if session is None or not (self._run.runs_last_good or self._run.plays_failing):
            return None
        count = len(self._run.problems_at_compile)
        note = counted(count, "error")
        key = self._commands.keys_text("problems.next")
        button = BannerButton(f"Show errors  {key}", lambda: self._trigger("problems.next"), primary=True)
        what = "Nodes with errors fail in this run"
        if self._run.runs_last_good:
            what = "Running the last good version"
        return BannerContent("error", what, note, (button,))

    def _follow_time(self) -> None:
        past = self._past()
        if past is not None:
            self._area.banner.put(past)
        if self._run.time.is_past != self._was_past:
            self._was_past = self._run.time.is_past
            self.refresh()
            self._commands.refresh()

    def _past(self) -> BannerContent | None:
        recording, session = self._run.time.recording, self._area.session
        is_other = session is not None and session.is_looking_back
        if recording is not None and not self._run.time.is_past and is_other:
            return self._other_take()
        if recording is None or not self._run.time.is_past:
            return None
        what = f"Viewing {self._run.tick_words} of {recording.end_tick - 1:,}"
        if is_other:
            what += ", with the document of then"
        note = "A change here begins a branch; the run is kept."
        buttons = [
            BannerButton("Branch here", lambda: self._trigger("run.branch"), note),
            BannerButton("Back to live", self._go_to_live, primary=True),
        ]
        if is_other:
            buttons.insert(0, BannerButton("Compare", self._compare_then, _COMPARE_HELP))
        return BannerContent("past", what, "" if is_other else note, tuple(buttons))

    def _go_to_live(self) -> None:
        """Look at the end of the run; the button that had the focus goes, and the canvas has it."""
        self._trigger("run.to_end")
        self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _other_take(self) -> BannerContent:
        note = "A change here keeps that version; undo leads back to yours."
        buttons = (
            BannerButton("Compare", self._compare_then, _COMPARE_HELP),
            BannerButton("Keep this version", self._documents_then.keep, note),
        )
        return BannerContent("past", "This take ran another version of the document", note, buttons)

    def _compare_then(self) -> None:
        """Compare the version that ran at the tick shown with the newest."""
        session = self._area.session
        if session is not None and session.is_looking_back:
            self._comparison.with_document(session, session.document, f"at {self._run.tick_words}")

    def _read_only(self, session: DocumentSession | None) -> BannerContent | None:
        if session is None or not session.read_only_reason:
            return None
        button = BannerButton("Save a copy…", lambda: self._trigger("file.save_as"), _COPY_HELP, primary=True)
        what, _, why = session.read_only_reason.partition(": ")
        remedy = "" if isinstance(session, DrawnSession) else " Update it, or edit a copy."
        note = f"{why[:1].upper()}{why[1:]}{remedy}"
        return BannerContent("read_only", what, note.strip(), (button,))

    def _trust(self, session: DocumentSession | None) -> BannerContent | None:
        waiting = self._workspace.waiting_modules(session)
        if session is None or session.project is None or not waiting:
            return None
        folder = session.project.folder
        what = f"The Python of {folder.name or folder} did not run"
        note = f"{', '.join(waiting)}: its actions are unknown until you trust the folder."
        buttons = (
            BannerButton("Show it", lambda: self._trigger("project.show_modules")),
            BannerButton("Trust…", lambda: self._trigger("project.trust"), primary=True),
        )
        return BannerContent("trust", what, note, buttons)

    def _compare_world(self, session: WorldSession) -> None:
        from graphs.worlds.model.world_difference import world_difference

        if session.path is None:
            return
        try:
            lines = world_difference(load_world(session.path), session.world)
        except FileProblem as problem:
            lines = (problem.message, problem.remedy)
        rows = [f"- {plain_markdown(line)}" for line in lines] or ["Nothing differs."]
        heading = f"# {plain_markdown(session.file_name)}\n\n"
        heading += "From the file on disk to the world as it is edited:\n\n"
        self._show_page(f"{session.file_name} — Mindloom", heading + "\n".join(rows))

    def _trigger(self, command_id: str) -> None:
        self._commands.action(command_id).trigger()
