"""Show the window's second row: files and undo, transport exactly in the middle, agent and search."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from editor.commands.registry import CommandRegistry
from editor.commands.speeds import SPEEDS, speed_text
from editor.running.run_controller import RunController, RunState
from editor.theme.fonts import Height, TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import icon, icon_size, pixmap
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.boxes import row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.hairline import hairline
from editor.widgets.icon_button import ActionButton, IconButton

NARROW_WIDTH = 1200
"""Under this width the search field is its magnifier alone, so that the run's words keep their room."""

NARROWEST_WIDTH = 900
"""Under this width going a tick back is left to its key and its menu."""


class ToolRow(QFrame):
    """Hold the buttons of the window and show the run's state, tick and time."""

    def __init__(
        self, commands: CommandRegistry, run: RunController, open_search: Callable[[], None]
    ) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.setFixedHeight(scaled(Height.TOOL_BAR))
        self._run = run
        self._commands = commands
        self.transport = Transport(commands, run)
        self.transport.setParent(self)
        self.run_state = RunStateText(run)
        self.run_state.setParent(self)
        self.speed = DropDown("Speed", [Choice(speed, speed_text(speed)) for speed in SPEEDS])
        self.speed.setFixedWidth(scaled(66))
        self.speed.setToolTip("Simulated time per real time; max is as fast as this machine can")
        self.speed.picked.connect(lambda value: run.pace.set_speed(float(value)))
        self.agent = DropDown("Agent shown", icon_name="entity")
        self.agent.setFixedWidth(scaled(124))
        self.agent.setToolTip("Whose mind the canvas shows")
        self.agent.picked.connect(lambda value: run.pick_agent(str(value)))
        self.search = SearchField(commands.keys_text("view.go_to"), open_search)
        self._build(commands)
        run.state_changed.connect(self.refresh)
        run.world_changed.connect(self.refresh)
        run.agent_changed.connect(self.refresh)
        commands.keys_changed.connect(self._show_keys)
        self.refresh()

    def _show_keys(self) -> None:
        """Name the keys that the user chose."""
        self.search.set_keys(self._commands.keys_text("view.go_to"))
        self.hint.setText(self._commands.keys_text("graph.add_node"))

    def refresh(self) -> None:
        """Show speed and agents as they are now."""
        self.speed.set_value(self._run.pace.speed)
        agents = self._run.thinking_agents()
        self.agent.set_choices([Choice(agent, self._run.agent_title(agent)) for agent in agents])
        self.agent.set_value(self._run.picked_agent)
        self.agent.set_placeholder("No agent")
        self.agent.setEnabled(bool(agents))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the transport exactly in the middle, the state's words after it."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW_WIDTH
        self.search.set_compact(narrow)
        self.hint.setVisible(not narrow)
        self.transport.step_back.setVisible(self.width() >= NARROWEST_WIDTH)
        layout = self.layout()
        if layout is not None:
            layout.activate()
        size = self.transport.sizeHint()
        left = (self.width() - size.width()) // 2
        self.transport.setGeometry(left, (self.height() - size.height()) // 2, size.width(), size.height())
        words = left + size.width() + 12
        room = self.speed.x() - words - 8
        self.run_state.setGeometry(words, 0, max(0, room), self.height())

    def _build(self, commands: CommandRegistry) -> None:
        box = row_box(self, margins=(12, 0, 12, 0), spacing=2)
        for command in ("file.open", "file.save"):
            box.addWidget(ActionButton(commands.action(command)))
        box.addSpacing(6)
        box.addWidget(hairline(vertical=True, length=20))
        box.addSpacing(6)
        for command in ("edit.undo", "edit.redo"):
            box.addWidget(ActionButton(commands.action(command)))
        box.addSpacing(6)
        box.addWidget(hairline(vertical=True, length=20))
        box.addSpacing(6)
        box.addWidget(ActionButton(commands.action("graph.add_node"), words=True, side=28))
        box.addSpacing(8)
        self.hint = PlainLabel(commands.keys_text("graph.add_node"), role="caption")
        box.addWidget(self.hint)
        box.addStretch(1)
        box.addWidget(self.speed)
        box.addSpacing(6)
        box.addWidget(self.agent)
        box.addSpacing(6)
        box.addWidget(self.search)


class Transport(QWidget):
    """Hold stop, a tick back, run or pause, and a tick on in one pill."""

    def __init__(self, commands: CommandRegistry, run: RunController) -> None:
        super().__init__()
        self._run = run
        self._commands = commands
        commands.keys_changed.connect(self._show_state)
        self.stop = ActionButton(commands.action("run.stop"))
        self.play = IconButton("play", "", lambda: _do(commands, "run.toggle"), size=18, side=30)
        self.step_back = ActionButton(commands.action("run.step_back"))
        self.step = ActionButton(commands.action("run.step"))
        self.play.setObjectName("transportPlay")
        box = row_box(self, margins=(4, 2, 4, 2), spacing=4)
        for button in (self.stop, self.step_back, self.play, self.step):
            button.setFixedSize(QSize(scaled(32), scaled(28)))
            box.addWidget(button)
        run.state_changed.connect(self._show_state)
        theme_manager().theme_changed.connect(self._show_state)
        self._show_state()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pill's border."""
        theme = current_theme()
        painter = smooth_painter(self)
        set_inks(painter, QPen(theme.color("border.subtle"), 1), theme.color("surface.panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _show_state(self) -> None:
        running = self._run.is_running
        self.play.setProperty("role", "primary")
        self.play.setIcon(icon("pause" if running else "play", "accent.on", 18))
        self.play.setIconSize(icon_size(18))
        keys = self._commands.keys_text("run.toggle")
        word = "Pause" if running else "Run"
        self.play.setToolTip(plain_tip(f"{word} ({keys})" if keys else word))
        self.play.setAccessibleName(word)


class RunStateText(QWidget):
    """Paint the state's dot and word, the tick and the simulated seconds; the numbers keep their place."""

    _WORDS = {RunState.RUNNING: "Running", RunState.PAUSED: "Paused", RunState.STOPPED: "Stopped"}

    def __init__(self, run: RunController) -> None:
        super().__init__()
        self._run = run
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        run.frame_shown.connect(self.update)
        run.state_changed.connect(self.update)

    def text(self) -> str:
        """Return what is painted, in words."""
        return f"{self._word()} {self._run.tick_words} {self._run.seconds:.2f} s"

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint dot, word, tick and seconds as far as there is room."""
        theme = current_theme()
        state = self._run.state
        painter = smooth_painter(self)
        moving = state is RunState.RUNNING
        painter.setPen(Qt.PenStyle.NoPen)
        still = theme.status("pending").line if self._run.time.is_past else theme.color("text.tertiary")
        painter.setBrush(theme.status("running").line if moving else still)
        painter.drawEllipse(QRectF(0, self.height() / 2 - 4, 8, 8))
        word_color = theme.status("running").text if moving else theme.color("text.secondary")
        if self._run.time.is_past and not moving:
            word_color = theme.status("pending").text
        parts = (
            (self._word(), word_color, TextWeight.SEMIBOLD),
            (self._run.tick_words, theme.color("text.primary"), TextWeight.SEMIBOLD),
            (f"{self._run.seconds:.2f} s", theme.color("text.tertiary"), TextWeight.REGULAR),
            (self._speed_note(), theme.color("text.tertiary"), TextWeight.REGULAR),
        )
        left = 14
        for text, color, weight in parts:
            painter.setFont(ui_font(TextSize.BODY, weight))
            painter.setPen(color)
            width = painter.fontMetrics().horizontalAdvance(text)
            if not text or left + width > self.width():
                break
            painter.drawText(QRect(left, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
            left += width + 10

    def _word(self) -> str:
        if self._run.time.is_past and self._run.state is RunState.PAUSED:
            return "Past"
        return self._WORDS[self._run.state]

    def _speed_note(self) -> str:
        """Return the speed reached where it falls short of the one asked for, or where all is asked for."""
        achieved = self._run.pace.achieved()
        if achieved is None or achieved > 0.9 * self._run.pace.speed:
            return ""
        return f"{achieved:.1f}×" if math.isinf(self._run.pace.speed) else f"reaches {achieved:.1f}×"


class SearchField(QAbstractButton):
    """Look like a search field and open the command palette."""

    def __init__(self, keys: str, open_search: Callable[[], None]) -> None:
        super().__init__()
        self.set_keys(keys)
        self.setText("Search or command")
        self.setAccessibleName("Search or command")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._compact = False
        self.setFixedSize(scaled(196), scaled(26))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda _checked=False: open_search())

    def set_keys(self, keys: str) -> None:
        """Name the keys that open the search."""
        self._keys = keys
        noted = f" ({keys})" if keys else ""
        self.setToolTip(plain_tip(f"Go to a file, graph or node, or run a command{noted}"))
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Show the magnifier alone, or the words and keys with it."""
        self._compact = compact
        self.setFixedWidth(scaled(32 if compact else 196))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open at once, as a field would take the cursor at once."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.click()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint field, magnifier, words and key."""
        theme = current_theme()
        painter = smooth_painter(self)
        width = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(theme.color("accent.line" if self.hasFocus() else "border.control"), width))
        painter.setBrush(theme.color("surface.hover" if self.underMouse() else "surface.field"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        middle = self.height() // 2
        glass = pixmap("search", 14, theme.color("text.secondary"), self.devicePixelRatioF())
        painter.drawPixmap(9, middle - 7, glass)
        if self._compact:
            return
        painter.setPen(theme.color("text.tertiary"))
        painter.setFont(ui_font(TextSize.CAPTION))
        keys_width = painter.fontMetrics().horizontalAdvance(self._keys)
        right = self.width() - 9
        keys = QRect(right - keys_width, 0, keys_width, self.height())
        painter.setFont(ui_font(TextSize.BODY))
        room = keys.left() - 38
        shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(30, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setFont(ui_font(TextSize.CAPTION))
        painter.drawText(keys, Qt.AlignmentFlag.AlignVCenter, self._keys)


def _do(commands: CommandRegistry, command_id: str) -> None:
    commands.action(command_id).trigger()
