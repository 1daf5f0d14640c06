"""Commands about the world: edit it in the preview, its tools, its file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from editor.commands.command import Command
from editor.map.editing.map_commands import MapCommands
from editor.map.editing.map_editing import STEPS, Snap
from editor.map.editing.world_editor import WorldEditor

TOOL_COMMANDS = (
    "world.tool.select",
    "world.tool.wall",
    "world.tool.wall_line",
    "world.tool.obstacle",
    "world.tool.zone",
    "world.tool.path",
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


def world_commands(editor: WorldEditor, on_map: MapCommands, window: WorldWindow) -> tuple[Command, ...]:
    """Return the commands of the World menu."""

    def is_on() -> bool:
        return editor.is_on

    def has_world() -> bool:
        return editor.session is not None or editor.can_begin()

    def has_file() -> bool:
        return editor.session is not None and editor.session.path is not None

    return (
        Command(
            "world.edit",
            "Edit world",
            editor.toggle,
            "Draw and change the world in the preview, or go back to watching it.",
            "edit_world",
            enabled=has_world,
            checked=is_on,
        ),
        *_tool_commands(editor),
        *_map_commands(editor, on_map),
        *_grid_commands(editor),
        Command(
            "world.new",
            "New world…",
            window.new_world,
            "Let the document run in a new world with one agent, and edit it.",
            "world",
            enabled=window.can_make_world,
        ),
        Command(
            "world.save",
            "Save world",
            window.save_world,
            "Save the world that runs in its own file.",
            "save",
            enabled=lambda: editor.session is not None,
        ),
        Command(
            "world.save_as",
            "Save world as…",
            partial(window.save_world, ask_name=True),
            "Save the world that runs under another name.",
            enabled=lambda: editor.session is not None,
        ),
        Command(
            "world.reload",
            "Reload world",
            window.reload_world,
            "Read the world that runs from its file again, as a step that can be undone.",
            enabled=has_file,
        ),
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
        Command(
            "world.snap",
            "Snap to the grid",
            turn,
            "Round places to the grid; Ctrl held while dragging turns it round.",
            "magnet",
            enabled=lambda: editor.is_on,
            checked=lambda: editing.snap.on,
        ),
        Command(
            "world.finer_grid",
            "Finer grid",
            partial(change, -1),
            "Snap to smaller steps.",
            enabled=lambda: editor.is_on,
        ),
        Command(
            "world.coarser_grid",
            "Coarser grid",
            partial(change, 1),
            "Snap to larger steps.",
            enabled=lambda: editor.is_on,
        ),
    )
