"""The panel that shows the world: the map and, for the tab row above it, its toggles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from editor.chrome.icon_button import IconButton
from editor.chrome.panel import Panel
from editor.commands.command import Command
from editor.preview.label_painting import LabelOf
from editor.preview.map_widget import MapWidget
from editor.preview.session_reading import SessionReader
from editor.preview.trail import Trail
from editor.preview.world_inputs import WorldInputs
from editor.preview.world_picture import GroundPicture, WorldPicture, no_agents
from editor.theme.icons import icon, icon_size
from editor.theme.theme_manager import theme_manager
from runtime.values import Vector

if TYPE_CHECKING:
    from editor.running.run_controller import RunController


@dataclass(frozen=True, slots=True)
class _Toggle:
    """Describe one toggle: its name, icon, words and whether it starts switched on."""

    name: str
    icon: str
    title: str
    help: str
    on: bool = True


TOGGLES = (
    _Toggle("sight", "eye", "Sight", "Show what the picked agent can see"),
    _Toggle("vectors", "vectors", "Vectors", "Show what moves the picked agent, and its target"),
    _Toggle("paths", "pin", "Paths", "Show ways, waypoints and the trail of the picked agent"),
    _Toggle("labels", "comment", "Labels", "Show the active state above each agent"),
    _Toggle("grid", "grid", "Grid", "Show one line per unit"),
    _Toggle("follow", "follow", "Follow", "Keep the picked agent in the middle", on=False),
)
"""The toggles of the title row, left to right."""


class PreviewPanel(Panel):
    """Show the session of a run controller, and turn the user's gestures into inputs of it.

    It repaints once per `frame_shown`, and besides only when the camera, the pointer or the theme moved.
    Clicking an agent picks it in the run controller and emits `agent_picked`.
    """

    agent_picked = Signal(str)

    def __init__(self, run: RunController) -> None:
        super().__init__("preview", "Preview", "world")
        self.map = MapWidget()
        self.body.addWidget(self.map)
        self.setFocusProxy(self.map)
        self.actions_by_name: dict[str, QAction] = {}
        self._run = run
        self.retouch: Callable[[WorldPicture], WorldPicture] = _as_it_is
        """Changes what is shown of the run, such as the ground while it is edited."""
        self._label_of: LabelOf | None = None
        self._reader: SessionReader | None = None
        self._trail = Trail()
        self._inputs = WorldInputs(run)
        self._buttons: list[QToolButton] = []
        self._make_toggles()
        self._make_legend_button()
        self.map.label_of = self.words_above
        self.map.agent_clicked.connect(self._pick)
        self.map.agent_dragged.connect(self._drag)
        self.map.drag_finished.connect(self._finish_drag)
        self.map.drag_canceled.connect(self._cancel_drag)
        self.map.drive_changed.connect(self._drive)
        self.map.camera.panned.connect(self._stop_following)
        self.map.escaped.connect(self._stop_following)
        run.frame_shown.connect(self.show_frame)
        run.world_changed.connect(self.show_frame)
        theme_manager().theme_changed.connect(self._tint)
        self._tint()
        self.show_frame()

    def focus_target(self) -> QWidget:
        """Return the map."""
        return self.map

    def set_label_of(self, label_of: LabelOf) -> None:
        """Ask this for the words above an agent, such as the name of its active state.

        Where it answers nothing, the agent's own name is shown.
        """
        self._label_of = label_of
        self.show_frame()

    def words_above(self, agent_id: str) -> str:
        """Return the words above an agent."""
        words = self._label_of(agent_id) if self._label_of is not None else ""
        return words or (self._reader.name_of(agent_id) if self._reader is not None else "")

    def show_frame(self) -> None:
        """Read the session again and repaint."""
        session = self._run.session
        if session is None:
            self._reader = None
            self._trail.clear()
            self.map.show_picture(self.retouch(WorldPicture(GroundPicture(), no_agents())))
            return
        if self._reader is None or self._reader.session is not session:
            ground = self._reader.ground if self._reader is not None else None
            self._reader = SessionReader(session, like=ground)
            self._trail.clear()
        self._trail.record(session.tick, session.world.agents.position, session.rate)
        picture = self._reader.read(self._run.picked_agent, self._trail)
        if self.actions_by_name["follow"].isChecked() and picture.picked is not None:
            x, y = picture.agents.positions[picture.picked.index]
            self.map.camera.center_on((float(x), float(y)))
        self.map.show_picture(self.retouch(picture))
        if self._run.is_running:
            self.map.hold_drag()

    def fit(self) -> None:
        """Show the whole world."""
        self._stop_following()
        self.map.fit()

    # --- title row

    def _make_toggles(self) -> None:
        for toggle in TOGGLES:
            action = QAction(toggle.title, self)
            action.setObjectName(f"preview.{toggle.name}")
            action.setCheckable(True)
            action.setChecked(toggle.on)
            action.setToolTip(toggle.help)
            action.setStatusTip(toggle.help)
            action.setIconVisibleInMenu(False)
            action.toggled.connect(lambda on, name=toggle.name: self._toggle(name, on))
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setIconSize(icon_size(16))
            button.setFixedSize(26, 26)
            button.setAccessibleName(toggle.title)
            button.setProperty("role", "toggle")
            button.hide()
            self.actions_by_name[toggle.name] = action
            self.header.append(button)

    def _make_legend_button(self) -> None:
        """Add the button that shows the legend while the pointer or the focus is on it."""
        legend = IconButton("help", "What the marks mean", side=26, token="text.tertiary", parent=self)
        legend.setObjectName("previewLegend")
        legend.setToolTip("")
        legend.installEventFilter(self)
        legend.hide()
        self.header.append(legend)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the legend while its button is hovered or has the focus."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.map.show_legend(True)
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.map.show_legend(False)
        return super().eventFilter(watched, event)

    def _toggle(self, name: str, on: bool) -> None:
        if name == "follow":
            self.show_frame()
        else:
            self.map.set_toggles(self.map.toggles.changed(name, on))

    def _tint(self) -> None:
        for toggle in TOGGLES:
            self.actions_by_name[toggle.name].setIcon(
                icon(toggle.icon, "text.tertiary", checked_token="text.link")
            )

    # --- what the user does on the map

    def _stop_following(self) -> None:
        self.actions_by_name["follow"].setChecked(False)

    def _pick(self, agent_id: str) -> None:
        self._run.pick_agent(agent_id)
        self.agent_picked.emit(agent_id)

    def _drag(self, agent_id: str, at: Vector) -> None:
        self._inputs.drag(agent_id, at)
        self._show_at_once()

    def _finish_drag(self, agent_id: str) -> None:
        del agent_id
        self._inputs.finish_drag()

    def _cancel_drag(self, agent_id: str) -> None:
        del agent_id
        self._inputs.cancel_drag()
        self._show_at_once()

    def _show_at_once(self) -> None:
        """Show a drag while no frames come."""
        if not self._run.is_running:
            self.show_frame()

    def _drive(self, direction: Vector | None) -> None:
        self._inputs.drive(direction)


def _as_it_is(picture: WorldPicture) -> WorldPicture:
    return picture


def preview_commands(panel: PreviewPanel) -> tuple[Command, ...]:
    """Return the commands of a preview: one per toggle, and fitting the world."""
    toggles = tuple(
        Command(
            f"preview.{toggle.name}",
            f"Preview: {toggle.title.lower()}",
            panel.actions_by_name[toggle.name].trigger,
            help=f"{toggle.help}.",
            icon=toggle.icon,
            checked=panel.actions_by_name[toggle.name].isChecked,
        )
        for toggle in TOGGLES
    )
    fit = Command("preview.fit", "Preview: fit world", panel.fit, help="Show the whole world.", icon="frame")
    return (*toggles, fit)
