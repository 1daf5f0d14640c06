"""Hold the commands by id, and one QAction for each, so that menus, keys and buttons agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from editor.basics.platform_conventions import with_key_names
from editor.commands.command import Command, always
from editor.commands.keymap import KeyBinding, KeyPlace, OwnKeys, shown, with_own_keys, written
from editor.theme.icons import icon
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import theme_manager


class CommandRegistry(QObject):
    """Own the commands of one window and their actions. `own` are the keys that the user chose."""

    keys_changed = Signal()
    ran = Signal(str)
    """Carries the id of each command that ran, once it has."""

    def __init__(
        self, keymap: Mapping[str, KeyBinding], parent: QObject | None = None, own: OwnKeys | None = None
    ) -> None:
        super().__init__(parent)
        self._defaults = dict(keymap)
        self._own = dict(own or {})
        self._keymap = with_own_keys(self._defaults, self._own)
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._holds = 0
        self._is_due = False
        theme_manager().theme_changed.connect(self._draw_icons)

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, command_id: str) -> Command:
        return self._commands[command_id]

    def add(self, commands: Iterable[Command]) -> None:
        """Add commands; raise ValueError when an id is taken."""
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"the command {command.id!r} is declared twice")
            self._commands[command.id] = command
            self._actions[command.id] = self._make_action(command)

    def action(self, command_id: str) -> QAction:
        """Return the one action of a command; raise KeyError for an unknown id."""
        return self._actions[command_id]

    def run(self, command_id: str) -> bool:
        """Run a command if it can run now, and tell whether it ran."""
        command = self._commands[command_id]
        if not command.enabled():
            return False
        command.run()
        self.ran.emit(command_id)
        return True

    def keys_text(self, command_id: str) -> str:
        """Return the first key of a command as this platform writes it; empty without one."""
        binding = self._keymap.get(command_id)
        if binding is None or not binding.keys:
            return ""
        return shown(binding.keys[0])

    def binding(self, command_id: str) -> KeyBinding:
        """Return the keys of a command and where they hold; one without keys would have them everywhere."""
        return self._keymap.get(command_id) or KeyBinding(command_id, (), KeyPlace.WINDOW)

    def default_keys(self, command_id: str) -> tuple[str, ...]:
        """Return the keys that a command has unless the user chooses others."""
        binding = self._defaults.get(command_id)
        return tuple(map(written, binding.keys)) if binding is not None else ()

    def own_keys(self) -> dict[str, list[str]]:
        """Return the keys that the user chose, by command."""
        return {command: list(keys) for command, keys in self._own.items()}

    def set_keys(self, command_id: str, keys: Iterable[str] | None) -> None:
        """Give a command other keys, None for those it had at first; they work at once."""
        self.set_all_keys(
            {**self._own, command_id: tuple(map(written, keys))}
            if keys is not None
            else {command: own for command, own in self._own.items() if command != command_id}
        )

    def set_all_keys(self, own: OwnKeys) -> None:
        """Give commands the keys that the user chose; all others get those they had at first."""
        self._own = {command: keys for command, keys in own.items() if keys != self.default_keys(command)}
        self._keymap = with_own_keys(self._defaults, self._own)
        for command_id, action in self._actions.items():
            self._give_keys(action, self._commands[command_id])
        self.keys_changed.emit()

    def attach(self, place: KeyPlace, widget: QWidget) -> None:
        """Let the keys of a place work in `widget`: the window, or a canvas."""
        for command_id, action in self._actions.items():
            if self.binding(command_id).place is place:
                widget.addAction(action)

    def bindings(self) -> tuple[KeyBinding, ...]:
        """Return which keys start which commands."""
        return tuple(self._keymap.values())

    def refresh(self) -> None:
        """Ask every command whether it can run and is checked now."""
        self._is_due = self._holds > 0
        if self._is_due:
            return
        for command_id, action in self._actions.items():
            command = self._commands[command_id]
            if command.enabled is not always:
                action.setEnabled(command.enabled())
            if command.checked is not None:
                action.setChecked(command.checked())

    @contextmanager
    def refreshed_once(self) -> Iterator[None]:
        """Ask the commands at the end of the block, however often something in it wants them asked."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self._is_due:
                self.refresh()

    def _make_action(self, command: Command) -> QAction:
        action = QAction(command.title, self)
        action.setObjectName(command.id)
        action.setCheckable(command.checked is not None)
        action.setIconVisibleInMenu(False)
        if command.icon:
            action.setIcon(icon(command.icon))
        self._give_keys(action, command)
        action.setStatusTip(with_key_names(command.help))
        action.triggered.connect(lambda _checked=False, wanted=command.id: self._trigger(wanted))
        return action

    def _give_keys(self, action: QAction, command: Command) -> None:
        binding = self.binding(command.id)
        keys = [QKeySequence(key) for key in binding.keys]
        if action.shortcuts() != keys:
            # Keys of the map are taken by its tools: the action only shows them.
            action.setShortcuts(keys)
        action.setShortcutContext(
            Qt.ShortcutContext.WindowShortcut
            if binding.place is KeyPlace.WINDOW
            else Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        text = self.keys_text(command.id)
        name = command.title.replace("&", "").rstrip("…")
        action.setToolTip(plain_tip(f"{name} ({text})" if text else name))

    def _trigger(self, command_id: str) -> None:
        self.run(command_id)
        self.refresh()

    def _draw_icons(self) -> None:
        for command_id, action in self._actions.items():
            name = self._commands[command_id].icon
            if name:
                action.setIcon(icon(name))
