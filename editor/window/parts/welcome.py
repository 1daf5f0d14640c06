"""Show the page of welcome over a window without a document, and say what it offers."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from editor.commands.command import Command, worded
from editor.documents.open.recent_files import RecentFile
from editor.documents.open.sample_files import sample_paths
from editor.theme.tokens import GRAPH_LOOKS
from editor.window.frame.menus import new_from_template, open_recent
from editor.window.frame.window_host import WindowHost
from editor.window.parts.folder import WindowFolder
from editor.window.parts.panels import inspector_panel, preview_panel
from editor.window.parts.world import WindowWorld

if TYPE_CHECKING:
    from editor.welcome.tour import Tour
    from editor.welcome.tour_checks import TouredWindow
    from editor.welcome.welcome_page import Beginning, WelcomePage

AT_START = "welcome_at_start"
"""Where the user's state keeps whether the page is shown at the start."""
SHOWN = "welcome_shown"
"""Where the user's state keeps that the page was shown at a start."""
TOUR_ANSWERED = "tour_answered"
"""Where the user's state keeps that the tour, offered on the page, was taken or declined."""
_STAYING = ("help.", "theme.", "file.open")
"""How the commands begin that leave the page over a document; what they open takes it away itself."""
MOST_RECENT = 6
MOST_TEMPLATES = 4
_NEW = (
    ("file.new", "state_machine"),
    ("file.new_tree", "behavior_tree"),
    ("file.new_decision", "decision_tree"),
)


class WindowWelcome(QObject):
    """Own the page. It covers all below the title while there is neither document nor world, or if asked."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._center = host, host.title_row.parentWidget()
        self._offers_samples = False
        self._is_current = False
        """Whether the page offers what there is now: while it is hidden it need not."""
        self.is_shown = False
        """Whether the page covers the window."""
        self._is_asked = False
        if self._center is not None:
            self._center.installEventFilter(self)
        self._is_begun = False
        self.waits = False
        """Whether documents will be opened before the page is needed, once the window is shown."""
        self._folder = host.part(WindowFolder)
        for changed in (
            host.area.current_changed,
            host.run.world_changed,
            host.pages.opened,
            host.pages.closed,
            self._folder.asked,
        ):
            changed.connect(self._follow)
        host.workspace.recent_changed.connect(self._offer_again)
        host.commands.ran.connect(self._follow_command)

    @cached_property
    def page(self) -> WelcomePage:
        """Return the page."""
        from editor.welcome.live_world import LiveWorld
        from editor.welcome.welcome_page import WelcomePage

        page, state = WelcomePage(LiveWorld(self._host.run.game, self)), self._host.state
        page.hide()
        page.setParent(self._center)
        page.at_start.setChecked(state.flag(AT_START))
        page.at_start.toggled.connect(lambda on: state.set(AT_START, on))
        page.leave_wanted.connect(self.leave)
        page.offer_of_tour.setVisible(not state.flag(TOUR_ANSWERED))
        page.offer_of_tour.answered.connect(self._answer_tour)
        return page

    @cached_property
    def tour(self) -> Tour:
        """Return the tour."""
        from editor.welcome.tour import Tour

        return Tour(self.toured)

    @cached_property
    def toured(self) -> TouredWindow:
        """Return what tour and tutorial see of the window."""
        from editor.welcome.tour_checks import TouredWindow

        host = self._host
        assert self._center is not None
        return TouredWindow(
            center=self._center,
            workspace=host.workspace,
            run=host.run,
            commands=host.commands,
            inspector=host.part(inspector_panel),
            editor=host.part(WindowWorld).editor,
            menu_bar=host.title_row.menu_bar,
            play=host.tool_row.transport.play,
            session=lambda: host.session,
            view=lambda: host.view,
            map=host.part(preview_panel).map.viewport(),
            welcome=lambda: self.page if self.is_shown else None,
            breakpoints=host.breakpoints,
            tabs=host.area.tab_bar,
            is_panel_shown=host.panels.is_shown,
            place_of_panel=self._place_of_panel,
        )

    def _place_of_panel(self, panel_id: str) -> QRect:
        """Return where a panel is, its tab while it is behind, in px of the center; empty where it floats."""
        panels, center = self._host.panels, self._center
        stack = panels.stack_of(panel_id)
        if center is None or not stack.isVisible() or not center.isAncestorOf(stack):
            return QRect()
        if panels.is_shown(panel_id):
            return QRect(stack.mapTo(center, QPoint()), stack.size())
        return stack.tabs.rect_of(panel_id).translated(stack.tabs.mapTo(center, QPoint()))

    @property
    def at_start(self) -> bool:
        """Tell whether to begin with this page, not a sample: the first time, or if the user wants it."""
        state = self._host.state
        return state.flag(AT_START) or not state.flag(SHOWN)

    def begin(self) -> None:
        """Show the page at the start if nothing was opened, and remember that it was shown."""
        self.refresh()
        if self.is_shown:
            self._host.state.set(SHOWN, True)

    def show(self) -> None:
        """Show the page over what is open, until it is left or something is opened."""
        self._is_asked = True
        self.refresh()

    def leave(self) -> None:
        """Show again what the page covers, if there is something."""
        self._is_asked = False
        self.refresh()

    def start_tour(self) -> None:
        """Begin the tour, or go on with it; it is not offered any more."""
        self._host.state.set(TOUR_ANSWERED, True)
        if "page" in self.__dict__:
            self.page.offer_of_tour.hide()
        self.tour.start()

    def _answer_tour(self, takes: bool) -> None:
        if takes:
            self.start_tour()
        else:
            self._host.state.set(TOUR_ANSWERED, True)
            self.page.offer_of_tour.hide()
            self.page.take_focus()

    def _follow(self) -> None:
        if self._is_begun:
            self.leave()

    def _follow_command(self, command_id: str) -> None:
        """Show what a command did that ran while the page covers it."""
        if self._is_asked and not command_id.startswith(_STAYING):
            self.leave()

    def refresh(self) -> None:
        """Show the page, or what it covers."""
        self._is_begun = True
        host = self._host
        is_empty = host.session is None and host.run.session is None
        # Without a document there is still something to see: a page over the canvas, a folder.
        is_alone = is_empty and host.pages.page is None and not self._folder.was_asked
        shown = is_alone or self._is_asked
        if shown and not self._is_current:
            self._offer()
        if shown and not self._offers_samples:
            self._offers_samples = True
            self.page.offer_samples(sample_paths(), self._open_sample)
        was_shown, self.is_shown = self.is_shown, shown
        if shown or was_shown:
            for widget in self._covered():
                widget.setEnabled(not shown)
            self.page.setVisible(shown)
            self.page.back.setVisible(not is_alone)
        if shown:
            self._cover()
            self.page.raise_()
            if not was_shown:
                self.page.take_focus()
        elif was_shown and host.view is not None:
            host.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Wait for what is still being read: the window is going."""
        if "tour" in self.__dict__:
            self.tour.end()
        if "page" in self.__dict__:
            self.page.live.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the window."""
        if watched is self._center and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._cover()
        return False

    def _covered(self) -> list[QWidget]:
        """Return the rows of the window below its title."""
        rows = self._center.layout() if self._center is not None else None
        items = [rows.itemAt(place) for place in range(1, rows.count())] if rows is not None else []
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if widget is not None]

    def _cover(self) -> None:
        if self._center is not None and self.is_shown:
            top, center = self._host.title_row.geometry().bottom() + 1, self._center
            self.page.setGeometry(0, top, center.width(), max(0, center.height() - top))

    # ---- what is offered

    def _offer_again(self) -> None:
        self._is_current = False
        if self.is_shown:
            self._offer()

    def _offer(self) -> None:
        self._is_current = True
        self.page.offer(
            (
                ("New", self._new()),
                ("From a template", self._templates()),
                ("Recent", self._recent()),
                ("Learn", self._learn()),
            ),
            self._host.commands.action("file.open"),
        )

    def _new(self) -> list[Beginning]:
        from editor.welcome.welcome_page import Beginning

        commands = self._host.commands
        rows = [
            Beginning(
                GRAPH_LOOKS[kind].title,
                GRAPH_LOOKS[kind].icon,
                partial(commands.run, command),
                GRAPH_LOOKS[kind].summary,
                commands.keys_text(command),
                GRAPH_LOOKS[kind].family,
            )
            for command, kind in _NEW
        ]
        world = Beginning("World", "world", self._new_world, "walls, paths and agents", family="world")
        return [*rows, world]

    def _new_world(self) -> None:
        """Begin with the map: a world needs an agent, which gets a machine without states."""
        for command in ("file.new", "world.new"):
            self._host.commands.run(command)

    def _templates(self) -> list[Beginning]:
        from editor.documents.folders.templates import BUNDLED, templates
        from editor.welcome.welcome_page import Beginning

        found = templates(self._host.state.folder)
        order = sorted(found, key=lambda template: not template.is_own)
        return [
            Beginning(
                template.title,
                GRAPH_LOOKS[template.kind].icon,
                partial(new_from_template, template, self._host),
                note="your own" if template.is_own else "",
                family=GRAPH_LOOKS[template.kind].family,
            )
            for template in order[: max(MOST_TEMPLATES, len(order) - len(BUNDLED))]
        ]

    def _recent(self) -> list[Beginning]:
        from editor.welcome.welcome_page import Beginning

        window, recent = self._host, self._host.workspace.recent

        def pin(path: Path, on: bool) -> None:
            recent.pin(path, on)
            window.workspace.recent_changed.emit()

        return [
            Beginning(
                file.path.name.removesuffix(".json").removesuffix(".mind").removesuffix(".world"),
                "world" if file.is_world else "doc",
                partial(self._open_recent, file),
                note=file.place if file.exists else "missing",
                pinned=file.is_pinned,
                pin=partial(pin, file.path, not file.is_pinned),
            )
            for file in recent.files()[:MOST_RECENT]
        ]

    def _open_recent(self, file: RecentFile) -> None:
        open_recent(file, self._host)
        if self._is_asked:
            self.leave()

    def _learn(self) -> list[Beginning]:
        from editor.welcome.welcome_page import Beginning

        commands = self._host.commands
        rows = (
            ("help.tour", "Build a patrol, step by step", "flag", "8 steps"),
            ("help.tutorial", "Build a guard, with the tutorial beside", "help", "21 steps"),
            ("help.contents", "All help pages", "doc", commands.keys_text("help.contents")),
        )
        known = {command.id for command in commands}
        return [
            Beginning(title, icon, partial(commands.run, command), note=note)
            for command, title, icon, note in rows
            if command in known
        ]

    def _open_sample(self, path: Path) -> None:
        name = path.name.removesuffix(".mind.json")
        self._host.commands.run(f"sample.{name}")


def welcome_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the page and of the tour."""

    def start() -> None:
        host.part(WindowWelcome).start_tour()

    words = "Build a patrol in eight steps, each shown where it is done."
    return (
        worded("help.welcome", lambda: host.part(WindowWelcome).show()),
        Command("help.tour", "Tour: build a patrol", start, words, "flag"),
    )
