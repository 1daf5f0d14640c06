"""Look at the past in one window: the documents as they were, visits one by one, ticks that matter."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.panels.timeline.range_loop import RangeLoop
from editor.running.edit_effects import changes_only_looks
from editor.running.run_until import RunUntil, Wish
from editor.running.visit_walk import VisitWalk
from editor.widgets.banner import BannerButton, BannerContent
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import timeline_panel
from editor.window.parts.places import WindowPlaces
from graphs.model import Document


class WindowPast(QObject):
    """Let each open document show the version that ran at the tick shown.

    A version that runs like the newest is not shown in its place. Branching makes the version of then the
    newest, as a step that can be undone.
    """

    changed = Signal()
    """Tells that another version is shown of some document."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        run = host.run
        self._workspace, self._run, self._follower = host.workspace, run, host.follower
        self._compared: tuple[Document, Document, bool] | None = None
        run.frame_shown.connect(self.follow)
        run.world_changed.connect(self.follow)
        run.time.branched.connect(self.keep)

    def follow(self) -> None:
        """Show of each document what ran at the tick shown."""
        was_any = False
        for session in self._workspace.sessions:
            was = session.is_looking_back
            if not was and not self._run.versions.may_differ:
                continue
            before, words = session.document, f"The document of {self._run.tick_words}"
            session.look_at(self._version(session), words)
            was_any |= session.document is not before or session.is_looking_back is not was
        if was_any:
            self.changed.emit()

    def keep(self) -> None:
        """Make what is shown of each document the newest version."""
        for session in self._workspace.sessions:
            session.keep_what_is_looked_at()
        self.changed.emit()

    def _version(self, session: DocumentSession) -> Document | None:
        """Return what to show in place of the newest version; an edit not yet taken up is never hidden."""
        if not self._run.versions.may_differ:
            return None
        name = self._follower.name_of(session)
        if name is None or self._run.edits.latest(name) is not None:
            return None
        ran = self._run.versions.shown(name)
        version = session.own_version(ran) if ran is not None else None
        newest = session.current_document
        if version is None or version is newest or self._run_alike(version, newest):
            return None
        return version

    def _run_alike(self, version: Document, newest: Document) -> bool:
        known = self._compared
        if known is None or known[0] is not version or known[1] is not newest:
            known = self._compared = (version, newest, changes_only_looks(version, newest))
        return known[2]


class WindowVisits:
    """Keep selection and banner in step with a walk through the visits of a tick."""

    def __init__(self, host: WindowHost) -> None:
        self._host, self._area, self._commands = host, host.area, host.commands
        self.walk = VisitWalk(host.run)
        self.walk.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Select the element of the step looked at and say what it did; after the walk say nothing."""
        if self.walk.steps is None:
            self._area.banner.drop("visit")
        else:
            graph, element = self.walk.place()
            session = self._area.session
            if session is not None and graph in session.document.graphs and element:
                self._host.part(WindowPlaces).go_to_element(graph, element)
            text, note = self.walk.words()
            self._area.banner.put(BannerContent("visit", text, note, self._buttons()))
        self._commands.refresh()

    def _buttons(self) -> tuple[BannerButton, ...]:
        def button(title: str, command: str, *, primary: bool = False) -> BannerButton:
            key = self._commands.keys_text(command)
            return BannerButton(
                f"{title}  {key}".rstrip(), lambda: self._commands.action(command).trigger(), primary=primary
            )

        return (
            button("Back", "run.step_visit_back"),
            button("Over", "run.step_over"),
            button("Next visit", "run.step_visit", primary=True),
        )


class WindowSeeking:
    """Go to ticks that matter: where the selection acts or changes, a stretch over and over."""

    def __init__(self, host: WindowHost) -> None:
        self._host, self._timeline = host, host.part(timeline_panel)
        self.until = RunUntil(host.run)
        self.loop = RangeLoop(host.run, lambda: self._timeline.model.chosen)
        for changed in (self.until.changed, self.loop.changed, self._timeline.chosen_changed):
            changed.connect(host.commands.refresh)

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            worded("run.to_selection", lambda: self._go("acts"), enabled=self._is_selected),
            worded("run.next_change", lambda: self._go("changes"), enabled=self._is_selected),
            worded(
                "run.previous_change",
                self._go_back,
                enabled=lambda: self._is_selected() and self._host.run.tick > 0,
            ),
            worded(
                "run.loop",
                self.loop.toggle,
                enabled=lambda: self._timeline.model.chosen is not None or self.loop.is_on,
                checked=lambda: self.loop.is_on,
            ),
        )

    def _place(self) -> tuple[str, str] | None:
        session = self._host.session
        if session is None or len(session.selection) != 1:
            return None
        return session.graph_id, next(iter(session.selection))

    def _is_selected(self) -> bool:
        place = self._place()
        return place is not None and self.until.row_of(*place) is not None

    def _go(self, wish: Wish) -> None:
        place = self._place()
        if place is not None:
            self.until.go(*place, wish)

    def _go_back(self) -> None:
        place = self._place()
        if place is not None and not self.until.go_to_change(*place, forwards=False):
            self._host.say("Nothing else became of it before this tick")
