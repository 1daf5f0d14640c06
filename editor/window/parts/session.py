"""Bring back in a window what was open the last time, and keep it for the next."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QTimer
from PySide6.QtGui import QGuiApplication

from editor.commands.command import Command, worded
from editor.documents.open.sample_files import is_sample
from editor.documents.unsaved.last_session import KeptSession, KeptSide, KeptTab, LastSession
from editor.window.frame.open_tab import OpenTab
from editor.window.frame.window_host import WindowHost
from editor.window.parts.recovery import WindowRecovery
from graphs.files.document_file import FileProblem
from graphs.files.plain_file import is_file

KEEP_AFTER = 1000
"""Milliseconds from a change of tabs until the session is kept."""

CHOICE_KEY = "opens_last_session"


class WindowSession(QObject):
    """Keep the session of one window in the user's state, and restore it, at its start and its end."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._window, self._recovery = host, host.part(WindowRecovery)
        self._has_ended = False
        self._file = LastSession(host.state.folder)
        self._timer = QTimer(self, singleShot=True, interval=KEEP_AFTER)
        self._timer.timeout.connect(self.keep)
        host.area.current_changed.connect(self._timer.start)
        application = QGuiApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.leave)

    def start(self, *, restores: bool = False) -> bool:
        """Restore the last session if asked, and offer what an earlier run left behind.

        The window is shown by now. Returns whether a session was restored.
        """
        restored = restores and self.restore()
        self._recovery.offer()
        return restored

    def finish(self) -> None:
        """End well: the user has been asked about everything."""
        if not self._has_ended:
            self._has_ended = True
            self.keep()
            self._recovery.finish()

    def leave(self) -> None:
        """End without an answer of the user: what is open and not saved is kept for the next start."""
        if not self._has_ended:
            self._has_ended = True
            self.keep()
            self._recovery.leave()

    @property
    def is_wanted(self) -> bool:
        """Tell whether the user wants to begin with what was open the last time."""
        return self._window.state.flag(CHOICE_KEY, True)

    def commands(self) -> tuple[Command, ...]:
        """Return the switch of the restoring."""
        return (worded("file.open_last_session", self._toggle, checked=lambda: self.is_wanted),)

    def _toggle(self) -> None:
        self._window.state.set(CHOICE_KEY, not self.is_wanted)

    # ---- keeping

    def keep(self) -> None:
        """Write down what is open now."""
        self._timer.stop()
        self._file.write(self.now())

    def now(self) -> KeptSession:
        """Return what is open now; documents without a file are left to recovery."""
        window = self._window
        area, panels = window.area, window.panels
        tabs = [tab for tab in area.tabs if tab.session.path is not None]
        current = tabs.index(area.first_tab) if area.first_tab in tabs else -1
        choice = window.run.choice
        world = choice.path if choice is not None else None
        fronts = [stack.current for stack in panels.stacks.values()]
        return KeptSession(
            tabs=tuple(self._kept_tab(tab, place == current) for place, tab in enumerate(tabs)),
            current=current,
            side=self._kept_side(),
            world=None if world is None or is_sample(world) else world.resolve(),
            agent=window.run.picked_agent,
            panels=tuple(front.panel_id for front in fronts if front is not None),
            folded=tuple(name for name, stack in panels.stacks.items() if stack.is_folded),
        )

    def _kept_side(self) -> KeptSide | None:
        area = self._window.area
        tab = area.beside.tab
        if tab is None or tab.session.path is None:
            return None
        return KeptSide(
            tab=self._kept_tab(tab, is_current=True),
            is_below=area.sides.is_below,
            share=area.sides.share,
            is_in_use=area.view is tab.view,
        )

    def _kept_tab(self, tab: OpenTab, is_current: bool) -> KeptTab:
        assert tab.session.path is not None
        seen = tab.view.place_of(tab.graph_id)
        return KeptTab(
            path=tab.session.path,
            way=tuple(tab.way),
            box=tab.view.entering.box if is_current else "",
            zoom=seen[0] if seen is not None else 1.0,
            center=(seen[1].x(), seen[1].y()) if seen is not None else None,
            selection=tuple(sorted(tab.session.selection)) if is_current else (),
        )

    # ---- restoring

    def restore(self) -> bool:
        """Open what was open the last time; False when nothing could be opened."""
        kept = self._file.read() if self.is_wanted else None
        if kept is None:
            return False
        window = self._window
        lost = [path.name for path in kept.missing]
        in_view: KeptTab | None = None
        for place, tab in enumerate(kept.tabs):
            if tab.path in kept.missing:
                continue
            trouble = self._open(tab)
            if trouble:
                lost.append(trouble)
            elif place == kept.current or in_view is None:
                in_view = tab
        if kept.world is not None and is_file(kept.world):
            self._show_world(kept)
        if in_view is not None:
            self._open(in_view)
            self._divide(kept, lost)
        self._arrange(kept)
        if kept.agent is not None and kept.agent in window.run.thinking_agents():
            window.run.pick_agent(kept.agent)
        if lost:
            some = "file" if len(lost) == 1 else "files"
            window.say(f"{len(lost)} {some} of the last session could not be opened: {', '.join(lost)}")
        return bool(window.area.tabs)

    def _open(self, tab: KeptTab) -> str:
        """Show a tab as it was, and return what could not be opened, "" for nothing."""
        window = self._window
        try:
            session = window.workspace.open(tab.path)
        except FileProblem as problem:
            return f"{tab.path.name} ({problem.message.rstrip('.')})"
        way = [graph for graph in tab.way if graph in session.document.graphs]
        if not way:
            window.area.open_session(session)
            return ""
        window.area.open_graph(session, way[-1])
        shown = next(
            opened for opened in window.area.tabs if opened.session is session and opened.graph_id == way[-1]
        )
        shown.way = way
        window.area.open_graph(session, way[-1])
        _look(shown, tab)
        return ""

    def _divide(self, kept: KeptSession, lost: list[str]) -> None:
        """Show the second canvas as it was, once the first shows what it did."""
        side, area = kept.side, self._window.area
        if side is None or side.tab.path in kept.missing:
            return
        try:
            session = self._window.workspace.open(side.tab.path)
        except FileProblem as problem:
            if not any(text.startswith(f"{side.tab.path.name} (") for text in lost):
                lost.append(f"{side.tab.path.name} ({problem.message.rstrip('.')})")
            return
        way = [graph for graph in side.tab.way if graph in session.document.graphs]
        shown = area.put_beside(session, way or [session.graph_id], below=side.is_below)
        area.sides.divide(below=side.is_below, share=side.share)
        _look(shown, side.tab)
        if not side.is_in_use:
            area.use_other_side()

    def _show_world(self, kept: KeptSession) -> None:
        """Show the world that ran, if it is not the one the document in view comes with."""
        window, world = self._window, kept.world
        choice = window.run.choice
        shown = choice.path.resolve() if choice is not None and choice.path is not None else None
        if world is not None and world != shown:
            window.open_file(world)

    def _arrange(self, kept: KeptSession) -> None:
        panels = self._window.panels
        for panel in kept.panels:
            if panel in panels.panel_ids():
                panels.show_panel(panel)
        for name, stack in panels.stacks.items():
            stack.set_folded(name in kept.folded)


def _look(shown: OpenTab, kept: KeptTab) -> None:
    """Look at what a tab shows as it was looked at when it was kept."""
    view = shown.view
    if kept.box:
        view.entering.enter_box(kept.box)
    if kept.center is not None:
        view.camera.go(kept.zoom, QPointF(*kept.center), animated=False)
    shown.session.select(set(kept.selection) & set(view.element_ids()))
