"""The panel that shows the world: the map and, for the tab row above it, its toggles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent

from editor.basics.user_state import UserState
from editor.map.overlays.overlay_catalogue import STATES, TRAIL, only
from editor.map.overlays.overlay_kind import OverlayChoice, OverlayKind, Section
from editor.map.painting.label_painting import LabelOf
from editor.map.picture.trail import PastReader, Trail
from editor.map.picture.world_picture import GroundPicture, StateOf, Whom, WorldPicture, no_agents
from editor.map.view.input_tools import USUAL_LOUDNESS, NoiseTool, ThrowTool
from editor.map.view.map_tools import MapTool
from editor.map.view.map_widget import MapWidget
from editor.map.view.overlay_menu import OverlayMenu
from editor.map.view.overlay_reading import Window
from editor.map.view.preview_memory import PreviewMemory
from editor.map.view.session_reading import SessionReader
from editor.map.view.title_row import PreviewTitleRow
from editor.map.view.world_inputs import NO_WORLD, Refused, WorldInputs
from editor.running.node_facts import agent_facts
from editor.widgets.panel import Panel
from runtime.basics.context import EvaluationError
from runtime.basics.values import Vector
from runtime.worlds.flight.projectiles import THROWN_OBJECTS, ThrownObject

if TYPE_CHECKING:
    from editor.running.run_controller import RunController
    from editor.running.time_travel import TimeTravel
    from runtime.session.session import Session


NO_AGENTS = Refused("There is no agent to pick.", "Edit the world and add one.")
NOBODY_PICKED = Refused("There is no agent to follow.", "Click an agent, or press Tab on the map.")


class PreviewPanel(Panel):
    """Show the session of a run controller, and turn the user's gestures into inputs of it.

    It repaints once per `frame_shown`, and besides only when the camera, the pointer or the theme moved.
    Clicking an agent picks it in the run controller and emits `agent_picked`.
    """

    agent_picked = Signal(str)
    refused = Signal(str, str)
    """Carries why something cannot be done, and what to do."""
    _was_shown = False
    _menu_place: Vector | None = None

    def __init__(self, run: RunController, state: UserState | None = None) -> None:
        super().__init__("preview", "Preview", "world")
        self.focus_on = self.map = MapWidget()
        self.body.addWidget(self.map)
        self.setFocusProxy(self.map)
        self._run = run
        self.retouch: Callable[[WorldPicture], WorldPicture] = _as_it_is
        """Changes what is shown of the run, such as the ground while it is edited."""
        self._memory = PreviewMemory(state)
        self._label_of: LabelOf | None = None
        self._state_of: StateOf | None = None
        self._reader: SessionReader | None = None
        self._trail = Trail()
        self._past = PastReader()
        self._is_behind = False
        self._inputs = WorldInputs(run)
        self.noise_tool = NoiseTool(lambda: run.session, self._make_noise)
        self.throw_tool = ThrowTool(lambda: run.session, self._throw)
        self.row = PreviewTitleRow(self)
        self.row.add_tool("noise", "noise", "Make a noise (N)", lambda: self.take_tool(self.noise_tool))
        self.map.tool_changed.connect(self._show_tool)
        self.header = self.row.widgets
        self.actions_by_name = self.row.actions
        self.row.toggled.connect(self._toggle)
        self.overlay_menu: OverlayMenu | None = None
        self.map.label_of = self.words_above
        self.map.facts_of = self.facts_of
        self.map.agent_clicked.connect(self._pick)
        self.map.agent_dragged.connect(self._drag)
        self.map.drag_finished.connect(self._finish_drag)
        self.map.drag_canceled.connect(self._cancel_drag)
        self.map.drive_changed.connect(self._drive)
        self.map.next_agent_wanted.connect(self.pick_next)
        self.map.camera.panned.connect(self._stop_following)
        self.map.camera.moved.connect(self._camera_moved)
        self.map.escaped.connect(self._stop_following)
        run.frame_shown.connect(self.show_frame)
        run.world_changed.connect(self.show_frame)
        self._show_choice(self._memory.choice())
        self.row.legend.setChecked(self._memory.legend)
        self.show_frame()

    def set_label_of(self, label_of: LabelOf) -> None:
        """Ask this for the words above an agent, such as the name of its active state.

        Where it answers nothing, the agent's own name is shown.
        """
        self._label_of = label_of
        self.show_frame()

    def set_state_of(self, state_of: StateOf) -> None:
        """Ask this what agents are in, to color them by it."""
        self._state_of = state_of
        if self._reader is not None:
            self._reader.state_of = state_of
        self.show_frame()

    def words_above(self, agent_id: str) -> str:
        """Return the words above an agent."""
        words = self._label_of(agent_id) if self._label_of is not None else ""
        return words or (self._reader.name_of(agent_id) if self._reader is not None else "")

    def facts_of(self, agent_id: str) -> tuple[str, ...]:
        """Return what is said of an agent under the pointer, a line each."""
        session = self._run.session
        if session is None or self._reader is None or agent_id not in session.agent_ids:
            return ()
        return agent_facts(session, agent_id, self._reader.name_of(agent_id), self.words_above(agent_id))

    # --- what is drawn

    @property
    def choice(self) -> OverlayChoice:
        """Return which overlays are drawn, for whom."""
        return self.map.choice

    def set_choice(self, choice: OverlayChoice) -> None:
        """Draw other overlays, and remember it."""
        self._memory.keep_choice(choice)
        self._show_choice(choice)
        self.show_frame()

    def set_whom(self, kind: OverlayKind, whom: Whom) -> None:
        """Draw one kind for no agent, the picked agent or all."""
        self.set_choice(self.choice.with_kind(kind, whom))

    def open_overlays(self) -> None:
        """Open the menu of all overlays over the window, or close it."""
        if self.overlay_menu is not None:
            self.overlay_menu.close_menu()
            return
        menu = OverlayMenu(self.window())
        menu.chosen.connect(self.set_choice)
        menu.closed.connect(self._forget_menu)
        menu.show_choice(self.choice)
        self.overlay_menu = menu
        menu.open_below(self.row.more if self.row.more.isVisible() else self)

    def _forget_menu(self) -> None:
        menu, self.overlay_menu = self.overlay_menu, None
        if menu is not None:
            menu.deleteLater()
        self.map.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_frame(self) -> None:
        """Read the session again and repaint; while the map is not seen, only remember where all were."""
        session = self._run.session
        if session is None:
            self._reader = None
            self._trail.clear()
            self._memory.enter_world("")
            self.map.show_picture(self.retouch(WorldPicture(GroundPicture(), no_agents())))
            return
        if self._reader is None or self._reader.session is not session:
            self._take_session(session)
        self._trail.record(session.tick, session.world.agents.position, session.rate)
        self._is_behind = not self.map.isVisible() and self._was_shown
        if not self._is_behind:
            self._read(session)
        if self._run.is_running:
            self.map.hold_drag()

    def fit(self) -> None:
        """Show the whole world."""
        self._stop_following()
        self.map.fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the panel was not seen."""
        super().showEvent(event)
        self._was_shown = True
        if self._is_behind:
            self.show_frame()

    def _take_session(self, session: Session) -> None:
        """Read another session from now on."""
        like = self._reader.ground if self._reader is not None else None
        self._reader = SessionReader(session, like, self._state_of)
        self._trail.clear()

    def _enter_world(self) -> None:
        """Put the camera where it was left in the world shown, once per world."""
        choice = self._run.choice
        world = str(choice.path) if choice is not None and choice.path is not None else ""
        if world == self._memory.world:
            return
        place = self._memory.enter_world(world)
        if place is not None:
            self.map.camera.look_at(*place)
        else:
            self.map.camera.fit(animated=False)

    def _read(self, session: Session) -> None:
        if self._reader is None:
            return
        row = self._reader.row_of(self._run.picked_agent)
        if self.actions_by_name["follow"].isChecked() and row >= 0:
            at = _place_to_follow(session, row)
            if at is not None:
                self.map.camera.center_on(at)
        picture = self._picture(self._reader)
        self.map.show_picture(self.retouch(picture))
        self._enter_world()

    def _picture(self, reader: SessionReader) -> WorldPicture:
        """Return what is shown now; of the past with what was recorded of other ticks."""
        time, choice = self._run.time, self.choice
        if time.is_past:
            # On the way to a tick of the past nothing is known yet but where bodies were and their states.
            states = only().with_kind(STATES, choice.shown_for(STATES))
            choice = states if time.is_seeking else choice.with_kind(TRAIL, Whom.NONE)
        window = Window(*self.map.view.world_bounds())
        picture = reader.read(self._run.picked_agent, self._trail, choice, window)
        picture = replace(picture, goal=self._inputs.goal)
        return self._of_past(picture, time, reader.session.rate) if time.is_past else picture

    def _of_past(self, picture: WorldPicture, time: TimeTravel, rate: int) -> WorldPicture:
        """Return a picture of the past with bodies where they were, and the ways to other ticks."""
        recording, agents = time.recording, picture.agents
        if recording is None:
            return picture
        poses = self._past.poses(recording, time.shown_tick) if time.is_seeking else None
        if poses is not None and len(poses) == len(agents.ids):
            agents = replace(agents, positions=poses[:, :2].copy(), headings=poses[:, 2].copy())
        told = None
        if self.choice.shown_for(TRAIL) is not Whom.NONE:
            told = self._past.read(recording, time.shown_tick, agents, picture.picked, rate)
        return replace(picture, agents=agents, past=told)

    def _show_choice(self, choice: OverlayChoice) -> None:
        self.map.set_choice(choice)
        for section in Section:
            self.row.set_checked(section, section not in choice.hidden)

    def _toggle(self, name: str, on: bool) -> None:
        if name == "follow":
            if on and self._run.picked_agent is None:
                self._tell(NOBODY_PICKED)
                self._stop_following()
                return
            self.show_frame()
        elif name == "legend":
            self._memory.keep_legend(on)
            self.map.show_legend(on)
        else:
            self.set_choice(self.choice.with_section(Section(name), on))

    def _camera_moved(self) -> None:
        """Remember a camera moved by hand; overlays of all agents are read for what is seen now."""
        camera = self.map.camera
        if not self.actions_by_name["follow"].isChecked():
            self._memory.keep_camera(None if camera.is_fitted else (camera.view.center, camera.view.unit))

    # --- what the user does on the map

    def _stop_following(self) -> None:
        self.actions_by_name["follow"].setChecked(False)

    def _pick(self, agent_id: str) -> None:
        self._run.pick_agent(agent_id)
        self.agent_picked.emit(agent_id)

    def pick_next(self, step: int = 1) -> None:
        """Pick the next agent with a mind, or the one before; without minds, of all agents.

        The camera glides to one that is out of sight.
        """
        session = self._run.session
        agents = self._run.thinking_agents() or (session.agent_ids if session is not None else ())
        if session is None or not agents:
            self._tell(NO_WORLD if session is None else NO_AGENTS)
            return
        picked = self._run.picked_agent
        here = agents.index(picked) if picked in agents else (-1 if step > 0 else 0)
        agent_id = agents[(here + step) % len(agents)]
        self._pick(agent_id)
        at = session.world.pose(agent_id).position
        if not self.map.view.bounds().contains(self.map.view.point(at)):
            self.map.camera.glide_to(at)

    def _drag(self, agent_id: str, at: Vector) -> None:
        self._inputs.drag(agent_id, at)
        self._show_at_once()

    def _finish_drag(self, agent_id: str) -> None:
        self._inputs.finish_drag()

    def _cancel_drag(self, agent_id: str) -> None:
        self._inputs.cancel_drag()
        self._show_at_once()

    def _show_at_once(self) -> None:
        """Show a drag while no frames come."""
        if not self._run.is_running:
            self.show_frame()

    def _drive(self, direction: Vector | None) -> None:
        refused = self._inputs.drive(direction)
        if direction is not None:
            self._tell(refused)

    @property
    def place(self) -> Vector | None:
        """Return the place that commands are about: where the menu was opened, else under the pointer."""
        return self._menu_place or self.map.pointer_place

    def note_menu_place(self, at: Vector | None) -> None:
        """Say where the menu of the map was opened; None when it is closed."""
        self._menu_place = at

    # --- tools

    def can_take_tool(self) -> bool:
        """Tell whether the map's own tools can be taken: no other one is in hand, such as for editing."""
        return self.map.tool in (None, self.noise_tool, self.throw_tool)

    def take_tool(self, tool: MapTool) -> None:
        """Take a tool in hand, or put it down when it is."""
        if self._run.session is None:
            self._tell(NO_WORLD)
        elif self.can_take_tool():
            self.map.set_tool(None if self.map.tool is tool else tool)
            self.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_tool()

    def take_throw(self, name: str) -> None:
        """Take the tool that throws one of `THROWABLE`."""
        self.throw_tool.name = name
        if self.map.tool is not self.throw_tool:
            self.take_tool(self.throw_tool)
        self.map.repaint_map()

    def throw_at(self, name: str, at: Vector) -> None:
        """Throw something to a place at once."""
        self._throw(at, THROWN_OBJECTS[name])

    def make_noise_at(self, at: Vector) -> None:
        """Make a noise of the usual loudness at a place at once."""
        self._make_noise(at, USUAL_LOUDNESS)

    def send_player(self, at: Vector) -> None:
        """Let the player drive to a place."""
        self._tell(self._inputs.send_player(at))
        self.show_frame()

    def _make_noise(self, at: Vector, loudness: float) -> None:
        self._tell(self._inputs.make_noise(at, loudness))
        self._show_at_once()

    def _throw(self, at: Vector, thing: ThrownObject) -> None:
        self._tell(self._inputs.throw(at, thing))
        self._show_at_once()

    def _show_tool(self) -> None:
        self.row.tools["noise"].setChecked(self.map.tool is self.noise_tool)

    def _tell(self, refused: Refused | None) -> None:
        if refused is not None:
            self.refused.emit(*refused)


def _as_it_is(picture: WorldPicture) -> WorldPicture:
    return picture


def _place_to_follow(session: Session, row: int) -> Vector | None:
    """Return where an agent is, for the mind of a squad its leader, None where it leads nobody."""
    bodies = session.world.agents
    if bodies.radius[row] > 0.0:
        x, y = bodies.position[row].tolist()
        return x, y
    try:
        x, y = cast("Vector", session.world.entity_field(bodies.ids[row], "position"))
    except EvaluationError:
        return None
    return x, y
