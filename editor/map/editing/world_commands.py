"""Commands about the world: edit it in the preview, its tools, its file, and what is selected on the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtGui import QGuiApplication

from editor.commands.command import Command, worded
from editor.documents.open.world_session import WorldSession
from editor.map.editing.map_editing import STEPS, Snap
from editor.map.editing.world_editor import WorldEditor
from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.copying import (
    copy_elements,
    duplicate_elements,
    fragment_middle,
    is_fragment,
    paste_elements,
)
from graphs.worlds.edits.linking import link_waypoints
from graphs.worlds.edits.references import references_to
from graphs.worlds.edits.reshaping import remove_elements, remove_point, reverse_path
from graphs.worlds.edits.squads import make_squad, own_places_around, remove_slot
from graphs.worlds.model.elements import Element, all_elements, title_of
from graphs.worlds.model.world_file import WorldDocument


class Say(Protocol):
    """Show a toast with a sentence and perhaps a button."""

    def __call__(self, text: str, button: str = "", run: Callable[[], None] | None = None) -> None:
        """Show it."""


class MapCommands:
    """Cut, copy, paste, duplicate, delete and select on the map."""

    def __init__(self, editor: WorldEditor, say: Say, rename: Callable[[], None]) -> None:
        self._editor, self._say = editor, say
        self._rename = rename

    @property
    def session(self) -> WorldSession | None:
        """Return the world that is edited."""
        return self._editor.session if self._editor.is_on else None

    @property
    def selected(self) -> tuple[Element, ...]:
        """Return what is selected."""
        return self._editor.editing.selected if self._editor.is_on else ()

    def has_selection(self) -> bool:
        """Tell whether anything is selected."""
        return bool(self.selected)

    def has_one(self) -> bool:
        """Tell whether exactly one thing is selected."""
        return len(self.selected) == 1

    def can_undo(self) -> bool:
        """Tell whether a step of the world can be taken back."""
        return self.session is not None and self.session.history.can_undo

    def can_redo(self) -> bool:
        """Tell whether a step of the world can be done again."""
        return self.session is not None and self.session.history.can_redo

    def undo(self) -> None:
        """Take the last step back."""
        if self.session is not None:
            self._editor.editing.map.cancel_gesture()
            self.session.undo()

    def redo(self) -> None:
        """Do the step again."""
        if self.session is not None:
            self._editor.editing.map.cancel_gesture()
            self.session.redo()

    def cut_selection(self) -> None:
        """Copy what is selected and delete it."""
        if self.selected:
            self.copy_selection()
            self.delete_selection()

    def copy_selection(self) -> None:
        """Put what is selected on the clipboard."""
        session = self.session
        if session is not None and self.selected:
            QGuiApplication.clipboard().setText(copy_elements(session.world, self.selected))

    def paste_clipboard(self) -> None:
        """Paste with the middle at the pointer; while that is elsewhere, a step beside where it was."""
        session, editing = self.session, self._editor.editing
        if session is None:
            return
        text = QGuiApplication.clipboard().text()
        if not is_fragment(text):
            editing.refuse("The clipboard holds nothing of a world.", "Copy something on the map first.")
            return
        try:
            x, y = fragment_middle(text)
        except EditRefused as refusal:
            editing.refuse(refusal.reason, refusal.remedy)
            return
        step = editing.snap.nudge
        dx, dy = step, -step
        if editing.map.underMouse() and editing.pointer is not None:
            at = editing.map.world_at(editing.pointer)
            dx, dy = editing.snap.point((at[0] - float(x), at[1] - float(y)))
        self._add("Paste", lambda world: paste_elements(world, text, dx, dy))

    def duplicate_selection(self) -> None:
        """Copy what is selected beside itself."""
        chosen, step = self.selected, self._editor.editing.snap.nudge
        if chosen:
            self._add("Duplicate", lambda world: duplicate_elements(world, chosen, step, -step))

    def delete_selection(self) -> None:
        """Delete the marked corner, else what is selected; say what named it, with a way back."""
        session, editing, chosen = self.session, self._editor.editing, self.selected
        if session is None or not chosen:
            return
        if editing.point is not None:
            self.delete_point()
            return
        what = title_of(session.world, chosen[0]) if len(chosen) == 1 else f"{len(chosen)} things"
        gone = set(chosen)
        left = [
            where
            for element in chosen
            for where in references_to(session.world, element)
            if where.startswith("agents.")
            and not any(where.startswith(f"{removed.key}.") for removed in gone)
        ]
        if editing.apply(f"Delete {what}", lambda world: remove_elements(world, chosen), select=()):
            named = f"; {len(left)} sensors or settings still name it" if left else ""
            self._say(f"Deleted {what}{named}", "Undo", session.undo)

    def delete_point(self) -> None:
        """Take the marked corner, waypoint or place of a formation away."""
        editing = self._editor.editing
        if editing.point is None:
            return
        element, index = editing.point
        squad = own_places_around(editing.world, element.id) if element.group == "agents" else None
        if squad is not None:
            editing.apply("Delete place", lambda world: remove_slot(world, squad[0], index))
            return
        what = "waypoint" if element.group == "paths" else "corner"
        editing.apply(f"Delete {what}", lambda world: remove_point(world, element, index))

    def reverse_selected(self) -> None:
        """Let the selected path lead the other way."""
        if self.is_path_selected():
            path = self.selected[0].id
            self._editor.editing.apply("Reverse path", lambda world: reverse_path(world, path))

    def is_path_selected(self) -> bool:
        """Tell whether a path alone is selected."""
        return self.has_one() and self.selected[0].group == "paths"

    def link_waypoints(self) -> None:
        """Link the waypoints that see each other: those selected, or all where none is."""
        chosen = tuple(element.id for element in self.selected if element.group == "waypoints")
        self._editor.editing.apply("Link what sees each other", lambda world: link_waypoints(world, chosen))

    def has_waypoints(self) -> bool:
        """Tell whether there are two waypoints to link."""
        return self.session is not None and len(self.session.world.waypoints) > 1

    def can_make_squad(self) -> bool:
        """Tell whether agents are selected."""
        return any(element.group == "agents" for element in self.selected)

    def make_squad(self) -> None:
        """Let the selected agents be a squad."""
        session, agents = self.session, [each.id for each in self.selected if each.group == "agents"]
        if session is None or not agents:
            return
        made: list[str] = []

        def edit(world: WorldDocument) -> WorldDocument:
            changed, squad_id = make_squad(world, agents)
            made[:] = [squad_id]
            return changed

        if self._editor.editing.apply("Make squad", edit):
            leader = title_of(session.world, Element("agents", agents[0]))
            words = f"{made[0]}: {leader} leads {len(agents) - 1} more" if len(agents) > 1 else made[0]
            self._say(f"Made {words}; its formation is in the inspector of the world", "Undo", session.undo)

    def rename_selected(self) -> None:
        """Type another id for the selected thing, in the inspector."""
        if self.has_one():
            self._rename()

    def select_all(self) -> None:
        """Select everything on the map."""
        if self.session is not None:
            self.session.select(all_elements(self.session.world))

    def select_none(self) -> None:
        """Let go of the selection."""
        self._editor.editing.select(())

    def _add(
        self, label: str, add: Callable[[WorldDocument], tuple[WorldDocument, tuple[Element, ...]]]
    ) -> None:
        added: list[Element] = []

        def edit(world: WorldDocument) -> WorldDocument:
            changed, found = add(world)
            added[:] = found
            return changed

        self._editor.editing.apply(label, edit, select=added)


TOOL_COMMANDS = (
    "world.tool.select",
    "world.tool.wall",
    "world.tool.wall_line",
    "world.tool.door",
    "world.tool.obstacle",
    "world.tool.zone",
    "world.tool.path",
    "world.tool.waypoint",
    "world.tool.link",
    "world.tool.agent",
    "world.tool.source",
    "world.tool.projectile",
)
"""The commands of the tools, in the order of the row."""


class WorldWindow(Protocol):
    """Be the window, as far as the commands of worlds know it."""

    def new_world(self) -> None:
        """Let the document in view run in a new world."""

    def save_world(self, *, ask_name: bool = False) -> None:
        """Save the world that runs."""

    def reload_world(self) -> None:
        """Read the world that runs from its file again."""

    def can_make_world(self) -> bool:
        """Tell whether there is a document for a new world."""

    def wire_usual(self) -> None:
        """Let the sensors of the selected agent tell its mind what they usually do."""

    def has_agent(self) -> bool:
        """Tell whether an agent alone is selected on the map."""


def world_commands(editor: WorldEditor, on_map: MapCommands, window: WorldWindow) -> tuple[Command, ...]:
    """Return the commands of the World menu."""

    def is_on() -> bool:
        return editor.is_on

    def has_world() -> bool:
        return editor.session is not None or editor.can_begin()

    def has_file() -> bool:
        return editor.session is not None and editor.session.path is not None

    return (
        worded("world.edit", editor.toggle, enabled=has_world, checked=is_on),
        *_tool_commands(editor),
        *_map_commands(editor, on_map),
        *_grid_commands(editor),
        worded("world.link_waypoints", on_map.link_waypoints, enabled=on_map.has_waypoints),
        worded("world.wire_usual", window.wire_usual, enabled=window.has_agent),
        worded("world.make_squad", on_map.make_squad, enabled=on_map.can_make_squad),
        worded("world.new", window.new_world, enabled=window.can_make_world),
        worded("world.save", window.save_world, enabled=lambda: editor.session is not None),
        worded(
            "world.save_as",
            partial(window.save_world, ask_name=True),
            enabled=lambda: editor.session is not None,
        ),
        worded("world.reload", window.reload_world, enabled=has_file),
    )


def _tool_commands(editor: WorldEditor) -> list[Command]:
    return [
        Command(
            f"world.tool.{tool_id}",
            tool.info.title,
            partial(editor.take_tool, tool_id),
            tool.info.help,
            tool.info.icon,
            enabled=editor.can_begin,
            checked=partial(editor.is_in_hand, tool_id),
        )
        for tool_id, tool in editor.tools.items()
    ]


def _map_commands(editor: WorldEditor, on_map: MapCommands) -> tuple[Command, ...]:
    def one(title: str, name: str, run: Callable[[], None], words: str, can: Callable[[], bool]) -> Command:
        return Command(f"world.{name}", title, run, words, enabled=can)

    return (
        one(
            "Show selection on the map",
            "frame",
            editor.frame_selection,
            "Fit what is selected into the map, or the whole world.",
            lambda: editor.is_on,
        ),
        one(
            "Delete corner or waypoint",
            "delete_point",
            on_map.delete_point,
            "Take the marked corner or waypoint away.",
            lambda: editor.editing.point is not None,
        ),
        one(
            "Reverse path",
            "reverse_path",
            on_map.reverse_selected,
            "Let the selected path lead the other way.",
            on_map.is_path_selected,
        ),
    )


def _grid_commands(editor: WorldEditor) -> tuple[Command, ...]:
    editing = editor.editing

    def turn() -> None:
        editing.set_snap(Snap(not editing.snap.on, editing.snap.step))

    def change(by: int) -> None:
        nearest = min(range(len(STEPS)), key=lambda index: abs(STEPS[index] - editing.snap.step))
        step = STEPS[min(len(STEPS) - 1, max(0, nearest + by))]
        editing.set_snap(Snap(True, step))

    return (
        worded("world.snap", turn, enabled=lambda: editor.is_on, checked=lambda: editing.snap.on),
        worded("world.finer_grid", partial(change, -1), enabled=lambda: editor.is_on),
        worded("world.coarser_grid", partial(change, 1), enabled=lambda: editor.is_on),
    )
