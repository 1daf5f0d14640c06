"""Show the page of welcome over a window without a document, and say what it offers."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.commands.command import Command
from editor.documents.folders.templates import BUNDLED, templates
from editor.documents.open.sample_files import sample_paths
from editor.theme.tokens import GRAPH_LOOKS
from editor.welcome.live_world import LiveWorld
from editor.welcome.tour import Tour
from editor.welcome.welcome_page import Beginning, WelcomePage
from editor.window.commands.file_menus import new_from_template, open_recent

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

AT_START = "welcome_at_start"
"""Where the user's state keeps whether the page is shown at the start."""
MOST_RECENT = 6
MOST_TEMPLATES = 4
_NEW = (
    ("file.new", "state_machine"),
    ("file.new_tree", "behavior_tree"),
    ("file.new_decision", "decision_tree"),
)


class WindowWelcome(QObject):
    """Own the page. It covers everything below the title while there is neither document nor world."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._live = LiveWorld(window.run.game, self)
        self.tour = Tour(window)
        self.page = WelcomePage(self._live)
        self._center: QWidget | None = None
        self._offered = False

    def commands(self) -> tuple[Command, ...]:
        """Return the command of the tour."""
        words = "Build a patrol in eight steps, each shown where it is done."
        return (Command("help.tour", "Tour: build a patrol", self.tour.start, words, "flag"),)

    def install(self, center: QWidget, rows: QVBoxLayout) -> None:
        """Take the page into the window, whose widgets stand in `rows`, the title first."""
        window = self._window
        self._center, self._rows = center, rows
        self.page.setParent(center)
        self.page.at_start.setChecked(window.state.flag(AT_START))
        self.page.at_start.toggled.connect(lambda on: window.state.set(AT_START, on))
        center.installEventFilter(self)
        window.area.current_changed.connect(self.refresh)
        window.run.world_changed.connect(self.refresh)
        window.desk.needs_window_changed.connect(self.refresh)
        window.workspace.recent_changed.connect(self._offer)
        self.refresh()

    @property
    def is_shown(self) -> bool:
        """Tell whether the page covers the window."""
        return not self.page.isHidden()

    @property
    def at_start(self) -> bool:
        """Tell whether the user wants to begin with this page instead of a sample."""
        return self._window.state.flag(AT_START)

    def refresh(self) -> None:
        """Show the page, or what it covers."""
        window = self._window
        is_empty = window.session is None and window.run.session is None
        shown = is_empty and not window.desk.needs_window
        if shown and not self._offered:
            self._offered = True
            self._offer()
            self.page.offer_samples(sample_paths(), self._open_sample)
        was_shown = self.is_shown
        for widget in self._covered():
            widget.setEnabled(not shown)
        self.page.setVisible(shown)
        if shown:
            self._cover()
            self.page.raise_()
            if not was_shown:
                self.page.take_focus()
        elif was_shown and window.view is not None:
            window.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Wait for what is still being read: the window is going."""
        self.tour.end()
        self._live.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the window."""
        if watched is self._center and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._cover()
        return False

    def _covered(self) -> list[QWidget]:
        """Return the rows of the window below its title."""
        items = [self._rows.itemAt(place) for place in range(1, self._rows.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if widget is not None]

    def _cover(self) -> None:
        center = self._center
        if center is None:
            return
        top = self._window.title_row.geometry().bottom() + 1
        self.page.setGeometry(0, top, center.width(), max(0, center.height() - top))

    # ---- what is offered

    def _offer(self) -> None:
        if not self._offered:
            return
        self.page.offer(
            (
                ("New", self._new()),
                ("From a template", self._templates()),
                ("Recent", self._recent()),
                ("Learn", self._learn()),
            ),
            self._window.commands.action("file.open"),
        )

    def _new(self) -> list[Beginning]:
        commands = self._window.commands
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
        world = Beginning(
            "World",
            "world",
            self._new_world,
            "walls, paths and agents",
            family="world",
        )
        return [*rows, world]

    def _new_world(self) -> None:
        """Begin with the map: a world needs somebody in it, who gets a machine without states."""
        for command in ("file.new", "world.new"):
            self._window.commands.run(command)

    def _templates(self) -> list[Beginning]:
        found = templates(self._window.state.folder)
        order = [*(one for one in found if one.is_own), *(one for one in found if not one.is_own)]
        return [
            Beginning(
                one.title,
                GRAPH_LOOKS[one.kind].icon,
                partial(new_from_template, one, self._window),
                note="your own" if one.is_own else "",
                family=GRAPH_LOOKS[one.kind].family,
            )
            for one in order[: max(MOST_TEMPLATES, len(order) - len(BUNDLED))]
        ]

    def _recent(self) -> list[Beginning]:
        window, recent = self._window, self._window.workspace.recent

        def pin(path: Path, on: bool) -> None:
            recent.pin(path, on)
            window.workspace.recent_changed.emit()

        return [
            Beginning(
                file.path.name.removesuffix(".json").removesuffix(".mind").removesuffix(".world"),
                "world" if file.is_world else "doc",
                partial(open_recent, file, window),
                note=file.place if file.exists else "missing",
                pinned=file.is_pinned,
                pin=partial(pin, file.path, not file.is_pinned),
            )
            for file in recent.files()[:MOST_RECENT]
        ]

    def _learn(self) -> list[Beginning]:
        commands = self._window.commands
        rows = (
            ("help.tour", "Build a patrol, step by step", "flag", "8 steps"),
            ("help.tutorial", "Read the tutorial", "help", ""),
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
        self._window.commands.run(f"sample.{name}")
