"""Show the row over the map while its world is edited: tools, grid, the world's name, save and done."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QToolButton, QWidget

from editor.commands.registry import CommandRegistry
from editor.map.editing.map_editing import STEPS
from editor.map.editing.world_commands import TOOL_COMMANDS
from editor.map.editing.world_editor import WorldEditor
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import icon
from editor.theme.inks import set_inks
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.boxes import add_all, row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.hairline import hairline
from editor.widgets.icon_button import ActionButton

SIDE = 24
_SPARE = 16
"""Px between buttons that the widths of the buttons do not tell."""


class EditRow(QFrame):
    """Hold the buttons of the mode, in two lines where one has no room; hidden while the mode is off."""

    def __init__(self, editor: WorldEditor, commands: CommandRegistry) -> None:
        super().__init__()
        self.setObjectName("worldEditRow")
        self.setProperty("role", "bar")
        self._editor, self._commands = editor, commands
        self._buttons: list[tuple[QToolButton, str]] = []
        self.step = DropDown("Grid step", [Choice(step, f"{step:g}") for step in STEPS])
        self.step.setFixedWidth(scaled(54))
        self.step.setToolTip("Step of the grid, in units")
        self.step.picked.connect(self._set_step)
        self.option = DropDown()
        self.option.setFixedWidth(scaled(72))
        self.option.picked.connect(self._set_option)
        self.name = _WorldName(editor)
        self._build()
        editor.mode_changed.connect(self.refresh)
        editor.tool_changed.connect(self.refresh)
        editor.session_changed.connect(self._watch)
        editor.editing.snap_changed.connect(self.refresh)
        theme_manager().theme_changed.connect(self._tint)
        self._tint()
        self.refresh()

    def refresh(self) -> None:
        """Show the mode, the tool and the grid as they are now."""
        parent = self.parentWidget()
        if self._editor.is_on and parent is not None:
            self._use_room(parent.width())
        self.setVisible(self._editor.is_on)
        self.step.set_value(self._editor.editing.snap.step)
        tool = self._editor.tool
        self.option.setVisible(bool(tool.option_choices))
        self.option.setToolTip(plain_tip(tool.option_title))
        self.option.setAccessibleName(tool.option_title)
        self.option.set_choices([Choice(value, title) for value, title in tool.option_choices])
        self.option.set_value(tool.option)
        self._commands.refresh()
        self.name.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar with a line in the user's color, so that the mode is seen at a glance."""
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface.bar"))
        painter.fillRect(0, 0, self.width(), 2, theme.color("accent.line"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border.subtle"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the line where it has no room, whether or not the tool in hand has an option."""
        super().resizeEvent(event)
        self._use_room(self.width())

    def _use_room(self, width: int) -> None:
        needed = sum(part.minimumSize().width() for part in self._lines) + _SPARE
        needed += 0 if self.option.isVisibleTo(self) else self.option.width()
        is_broken = needed > width
        directions = QBoxLayout.Direction
        self._flow.setDirection(directions.TopToBottom if is_broken else directions.LeftToRight)
        self.setFixedHeight(scaled(64 if is_broken else 36))

    def _build(self) -> None:
        self._flow = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._flow.setContentsMargins(6, 2, 6, 0)
        self._flow.setSpacing(0)
        self._lines = row_box(margins=(0, 0, 0, 0), spacing=1), row_box(margins=(0, 0, 0, 0), spacing=1)
        tools, box = self._lines
        self._flow.addLayout(tools)
        self._flow.addLayout(box, 1)
        for command in TOOL_COMMANDS:
            tools.addWidget(self._button(command))
            if command == "world.tool.select":
                tools.addSpacing(3)
                tools.addWidget(hairline(vertical=True, length=18))
                tools.addSpacing(3)
        tools.addSpacing(3)
        tools.addWidget(hairline(vertical=True, length=18))
        tools.addSpacing(3)
        tools.addStretch(1)
        add_all(box, self._button("world.snap"), self.step)
        box.addSpacing(4)
        box.addWidget(self.option)
        box.addSpacing(2)
        box.addWidget(self.name, 1)
        box.addSpacing(2)
        box.addWidget(self._button("world.save"))
        done = QToolButton()
        done.setText("Done")
        done.setProperty("role", "primary")
        done.setFixedHeight(scaled(SIDE))
        done.setToolTip(plain_tip(f"Done: {self._commands['world.edit'].help}"))
        done.clicked.connect(lambda _checked=False: self._editor.end())
        box.addSpacing(4)
        box.addWidget(done)

    def _button(self, command_id: str) -> QToolButton:
        action = self._commands.action(command_id)
        button = ActionButton(action, size=16, side=SIDE)
        button.setAccessibleName(action.text())
        self._buttons.append((button, self._commands[command_id].icon))
        return button

    def _set_step(self, step: object) -> None:
        if isinstance(step, float):
            snap = self._editor.editing.snap
            self._editor.editing.set_snap(type(snap)(True, step))

    def _set_option(self, value: object) -> None:
        if isinstance(value, (str, float)):
            self._editor.tool.option = value
            self._editor.editing.map.repaint_map()

    def _watch(self) -> None:
        session = self._editor.session
        if session is not None:
            session.saved_changed.connect(self.name.update)
        self.name.update()

    def _tint(self) -> None:
        for button, name in self._buttons:
            if name:
                button.defaultAction().setIcon(icon(name, "text.secondary", checked_token="text.link"))


class _WorldName(QWidget):
    """Show the name of the world's file, with a dot while it has changes that no file holds."""

    def __init__(self, editor: WorldEditor) -> None:
        super().__init__()
        self._editor = editor
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(12)

    def sizeHint(self) -> QSize:
        """Return room for a short name."""
        return QSize(90, scaled(SIDE))

    def words(self) -> tuple[str, bool]:
        """Return the name and whether there are changes to save."""
        session = self._editor.session
        return ("", False) if session is None else (session.file_name, not session.is_saved)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint name and dot, right-aligned."""
        name, is_changed = self.words()
        short = name.removesuffix(".world.json")
        theme = current_theme()
        painter = QPainter(self)
        font = ui_font(TextSize.CAPTION, TextWeight.MEDIUM)
        painter.setFont(font)
        room = self.width() - 12
        shown = painter.fontMetrics().elidedText(short, Qt.TextElideMode.ElideMiddle, room)
        self.setToolTip(plain_tip(f"{name}: {'changed' if is_changed else 'saved'}" if name else ""))
        self.setAccessibleName(self.toolTip())
        painter.setPen(theme.color("text.secondary"))
        rect = QRect(0, 0, self.width() - 12, self.height())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, shown)
        if is_changed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            set_inks(painter, Qt.PenStyle.NoPen, theme.color("accent.line"))
            painter.drawEllipse(self.width() - 8, self.height() // 2 - 3, 6, 6)
