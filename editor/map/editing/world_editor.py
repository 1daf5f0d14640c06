"""Edit the world that runs, in the preview: the mode, the tools, and what the map shows meanwhile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from editor.map.editing.edit_tool import EditTool, KeyRun
from editor.map.editing.map_editing import MapEditing
from editor.map.editing.place_tools import AgentTool, PathTool, ProjectileTool, SourceTool
from editor.map.editing.select_tool import SelectTool
from editor.map.editing.shape_tools import DOOR, WALL, ZONE, ObstacleTool, OutlineTool, WallLineTool
from editor.map.editing.way_tools import LinkTool, WaypointTool
from editor.map.picture.world_picture import AgentsPicture, GroundPicture, WorldPicture
from editor.map.view.preview_panel import PreviewPanel
from editor.map.view.session_reading import read_ground, team_indices
from editor.running.run_controller import RunController
from editor.running.world_follower import WorldFollower
from graphs.files.document_file import FileProblem
from graphs.worlds.edits.moving import box_of
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument


class WorldEditor(QObject):
    """Own the mode in which the preview edits its world.

    `session` is the open world that runs, in the mode or not. While the mode is on, `is_target` tells whether
    the user works on the map rather than on the canvas: undo, delete and their like are about the world then.
    """

    mode_changed = Signal()
    tool_changed = Signal()
    session_changed = Signal()
    target_changed = Signal()
    trouble = Signal(str, str)
    """Carries why the world cannot be edited, and what to do."""

    def __init__(
        self,
        run: RunController,
        follower: WorldFollower,
        shelf: WorldShelf,
        preview: PreviewPanel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._run, self._follower, self._shelf = run, follower, shelf
        self._preview = preview
        self.editing = MapEditing(preview.map, self)
        self.is_on = False
        self.is_target = False
        self._raw: WorldPicture | None = None
        self._ground: tuple[WorldDocument, GroundPicture] | None = None
        self._agents: tuple[WorldDocument, AgentsPicture] | None = None
        self._last_agent: str | None = None
        self.tools: dict[str, EditTool] = {tool.info.id: tool for tool in self._make_tools()}
        self.tool = self.tools["select"]
        """The tool in hand, or the one taken when the mode begins."""
        preview.retouch = self._retouch
        self.editing.shown_changed.connect(self._show_again)
        run.world_changed.connect(self._follow_run)
        shelf.session_opened.connect(lambda session: self._watch(session))
        self.session: WorldSession | None = None

    def _make_tools(self) -> tuple[EditTool, ...]:
        editing = self.editing
        return (
            SelectTool(editing),
            OutlineTool(editing, WALL),
            WallLineTool(editing),
            OutlineTool(editing, DOOR),
            ObstacleTool(editing),
            OutlineTool(editing, ZONE),
            PathTool(editing),
            WaypointTool(editing),
            LinkTool(editing),
            AgentTool(editing, self._model_agent, self._default_mind),
            SourceTool(editing),
            ProjectileTool(editing),
        )

    def take_keys(self, run: KeyRun, has: KeyRun) -> None:
        """Let keys run commands while the map has the focus: `run` does, `has` tells whether it would."""
        for tool in self.tools.values():
            tool.keys, tool.has_key = run, has
            tool.leave = lambda: self.take_tool("select")

    # --- the mode

    def is_in_hand(self, tool_id: str) -> bool:
        """Tell whether the mode is on with this tool."""
        return self.is_on and self.tool is self.tools[tool_id]

    def can_begin(self) -> bool:
        """Tell whether there is a world to edit."""
        return self._run.choice is not None

    def begin(self) -> bool:
        """Edit the world that runs; False, after `trouble`, where it cannot be edited."""
        if self.is_on:
            return True
        try:
            session = self._follower.world_session()
        except FileProblem as problem:
            self.trouble.emit(f"{problem.where}: {problem.message}".lstrip(": "), problem.remedy)
            return False
        if session is None:
            self.trouble.emit("There is no world to edit.", "Open a document or a world first.")
            return False
        self.is_on = True
        self._take_session(session)
        self.editing.map.set_tool(self.tool)
        self.set_target(True)
        self.mode_changed.emit()
        self._show_again()
        return True

    def end(self) -> None:
        """Go back to watching."""
        if not self.is_on:
            return
        self.is_on = False
        self.editing.map.set_tool(None)
        self.set_target(False)
        self.mode_changed.emit()
        self._preview.show_frame()

    def toggle(self) -> None:
        """Begin or end."""
        if self.is_on:
            self.end()
        elif self.begin():
            self.editing.map.setFocus()

    def set_target(self, is_target: bool) -> None:
        """Note that the user works on the map, or elsewhere."""
        is_target = is_target and self.is_on
        if is_target != self.is_target:
            self.is_target = is_target
            self.target_changed.emit()

    def take_tool(self, tool_id: str) -> None:
        """Take another tool in hand; the mode begins with it."""
        self.tool = self.tools[tool_id]
        if self.begin():
            self.editing.map.set_tool(self.tool)
            self.editing.map.setFocus()
        self.tool_changed.emit()

    def reveal(self, elements: tuple[Element, ...]) -> None:
        """Select things and bring them into view; the mode begins."""
        if not self.begin() or self.session is None:
            return
        self.take_tool("select")
        self.set_target(True)
        self.session.select(elements)
        self.frame_selection()

    def frame_selection(self) -> None:
        """Fit what is selected into the map, or the whole world where nothing is."""
        box = box_of(self.editing.world, self.editing.selected)
        if box is None:
            self._preview.fit()
            return
        view = self.editing.map.view
        room = 0.6 * min(view.width / max(box.width, 1.0), view.height / max(box.height, 1.0))
        middle = (float(box.middle[0]), float(box.middle[1]))
        self.editing.map.camera.look_at(middle, min(room, max(view.unit, 24.0)))

    # --- the world that runs

    def _follow_run(self) -> None:
        """Keep to the world that runs: another one is opened, and edited in its turn while the mode is on."""
        try:
            session = self._follower.world_session(opens_untitled=self.is_on)
        except FileProblem:
            session = None
        if session is not self.session:
            self._take_session(session)
            if session is None:
                self.end()

    def _take_session(self, session: WorldSession | None) -> None:
        former, self.session = self.session, session
        self.editing.set_session(session)
        if former is not session:
            if former is not None and former in self._shelf.sessions and not former.is_touched:
                self._shelf.close(former)
            self.session_changed.emit()

    def _watch(self, session: WorldSession) -> None:
        session.world_changed.connect(lambda _before: self._follower.world_edited(session))
        session.selection_changed.connect(self._remember_agent)

    def _remember_agent(self) -> None:
        agents = [element.id for element in self.editing.selected if element.group == "agents"]
        if len(agents) == 1:
            self._last_agent = agents[0]

    def _model_agent(self) -> str | None:
        """Return the agent that a new one is like: the one selected last, else one with a mind."""
        world = self.editing.world
        if self._last_agent in world.agents:
            return self._last_agent
        return next((agent for agent, entry in world.agents.items() if entry.mind is not None), None)

    def _default_mind(self) -> str | None:
        choice = self._run.choice
        return choice.mind_name or None if choice is not None else None

    # --- what the map shows

    def _show_again(self) -> None:
        """Show the draft or the edited world at once, without waiting for a frame of the run."""
        if self.is_on and self._raw is not None:
            self.editing.map.show_picture(self._retouched(self._raw))

    def _retouch(self, picture: WorldPicture) -> WorldPicture:
        self._raw = picture
        return self._retouched(picture) if self.is_on else picture

    def _retouched(self, picture: WorldPicture) -> WorldPicture:
        """Return the picture with the world as it is edited; at the start of the run, agents at theirs."""
        world = self.editing.shown
        session = self._run.session
        self.editing.is_begun = session is not None and session.tick > 0
        changed = replace(picture, ground=self._ground_of(world))
        if self.editing.is_begun:
            return changed
        agents = self._agents_of(world)
        same = agents.ids == picture.agents.ids and not self.editing.has_draft
        marks = picture.marks if same else ()
        return replace(changed, agents=agents, picked=agents.index(self._run.picked_agent), marks=marks)

    def _ground_of(self, world: WorldDocument) -> GroundPicture:
        """Return the ground, the very same one for as long as it looks the same."""
        if self._ground is None or self._ground[0] is not world:
            ground = read_ground(world)
            former = self._ground[1] if self._ground is not None else None
            self._ground = (world, former if former is not None and former.is_same(ground) else ground)
        return self._ground[1]

    def _agents_of(self, world: WorldDocument) -> AgentsPicture:
        if self._agents is None or self._agents[0].agents is not world.agents:
            self._agents = (world, _agents_picture(world))
        return self._agents[1]


def _agents_picture(world: WorldDocument) -> AgentsPicture:
    ids = tuple(sorted(world.agents))
    entries = [world.agents[agent] for agent in ids]
    return AgentsPicture(
        ids,
        tuple(entry.name or agent for agent, entry in zip(ids, entries, strict=True)),
        np.array([entry.at for entry in entries], dtype=np.float64).reshape(-1, 2),
        np.array([entry.heading for entry in entries], dtype=np.float64),
        np.array([entry.radius for entry in entries], dtype=np.float64),
        team_indices(world, ids),
        ids.index(world.player) if world.player in world.agents else -1,
    )
