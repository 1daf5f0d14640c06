"""Show and edit what is selected on the map, as the inspector does for a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout

from editor.documents.open.joint_steps import JointEdit
from editor.documents.open.world_check import WorldIssue
from editor.documents.open.world_session import WorldSession
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import ActionOf
from editor.panels.inspector.fix_buttons import NamedFix
from editor.panels.inspector.inspector_page import InspectorPage
from editor.panels.world.map_content import world_content
from editor.panels.world.new_names import declares, picked_name, with_declared
from editor.panels.world.world_fields import ID_KEY, MindAction, WorldContent, WorldContext, WorldField
from editor.widgets.boxes import column_box
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.worlds.checks.named_things import names_in_mind
from graphs.worlds.minds.world_choice import OpenMinds
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.elements import Element, element_of
from graphs.worlds.model.world_file import WorldDocument


class WorldInspector(InspectorPage[WorldSession]):
    """Show what is selected on the map, the world itself where nothing is.

    `registry` gives what the project declares, `project_folder` where further minds are looked for.
    `edit_with_mind` makes a step, of a name, that edits the mind of an agent too, or raises EditRefused.
    """

    EMPTY = "There is no world to show."

    def __init__(
        self,
        minds: OpenMinds,
        registry: Callable[[], Registry],
        project_folder: Callable[[], Path | None],
        say: Callable[[str], None],
        edit_with_mind: Callable[[str, str, JointEdit], None],
    ) -> None:
        super().__init__("Inspector of the world")
        self._minds, self._registry, self._project_folder = minds, registry, project_folder
        self._say, self._edit_with_mind = say, edit_with_mind
        self._sections = QVBoxLayout()

    def focus_id(self) -> None:
        """Let the user type another id for what is selected."""
        self.refresh()
        self.type_into(ID_KEY)

    def refresh_soon(self) -> None:
        """Show a moment from now what a mind has become."""
        self._later()

    def scroll_to(self, place: int) -> None:
        """Scroll the page, px from its top."""
        self.verticalScrollBar().setValue(place)

    def refresh(self) -> None:
        """Show the selection as it is now; a hidden page catches up when it is shown."""
        if self.isVisible() or self._session is None:
            super().refresh()
        else:
            self._soon.stop()
            self._subject = None

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the page was hidden."""
        super().showEvent(event)
        self._later()

    def context(self) -> WorldContext | None:
        """Return what the rows are read from."""
        session = self._session
        if session is None:
            return None
        return WorldContext(
            session.world,
            self._registry(),
            self._minds.of_world(session.world, session.folder),
            self._minds.offered(session.folder, self._project_folder()),
        )

    def _content_now(self) -> WorldContent | None:
        context, session = self.context(), self._session
        return world_content(context, session.elements) if context is not None and session else None

    def _signals(self, session: WorldSession) -> tuple[SignalInstance, ...]:
        return (*super()._signals(session), session.world_changed)

    def _build(self) -> bool:
        place = self.verticalScrollBar().value()
        had_focus = super()._build()
        self.verticalScrollBar().setValue(place)
        return had_focus

    def _fill(self, box: QVBoxLayout) -> None:
        self._sections = column_box(spacing=6)
        box.addLayout(self._sections)

    def _show_content(self, content: WorldContent) -> None:
        self._show_sections(content.sections, self._sections)

    def _edit(self, key: str, value: JsonValue, scrubbing: bool) -> None:
        if not declares(value):
            super()._edit(key, value, scrubbing)
            return
        row, session = self.rows.get(key), self._session
        sections = self.content.sections if self.content is not None else ()
        field = next((field for section in sections for field in section.fields if field.key == key), None)
        if row is None or field is None or session is None:
            return
        agents = [element.id for element in session.elements if element.group == "agents"]
        minds = {mind_file(session.world.agents[agent].mind or "") for agent in agents}
        if len(minds) != 1:
            row.set_spec(row.spec)
            row.show_problem("These agents have several minds. Select those of one mind.")
            return

        def edit(world: WorldDocument, mind: Document) -> tuple[WorldDocument, Document]:
            return field.edit(world, value), with_declared(mind, value)

        self._edit_both(f"Declare {picked_name(value)}", agents[0], edit, key)

    def _act(self, action: ActionOf[Any]) -> None:
        if not isinstance(action, MindAction) or action.joint is None:
            super()._act(action)
        elif self._session is not None:
            self._edit_both(action.title, action.agent, action.joint, action.row)

    def _edit_both(self, label: str, agent: str, edit: JointEdit, key: str) -> None:
        """Edit world and mind together; a refusal is said at a row."""
        try:
            self._edit_with_mind(label, agent, edit)
        except EditRefused as refusal:
            row = self.rows.get(key)
            if row is not None:
                row.set_spec(row.spec)
                row.show_problem(f"{refusal.reason} {refusal.remedy}".strip())
        else:
            self.refresh()

    def _step_label(self, field: WorldField) -> str:
        return "Rename" if field.key == ID_KEY else super()._step_label(field)

    def _selected_after(self, key: str, value: JsonValue) -> Iterable[Element] | None:
        if key != ID_KEY or self._session is None:
            return None
        return [Element(element.group, str(value).strip()) for element in self._session.elements[:1]]

    def _take_edit(self, key: str, value: JsonValue, selected: frozenset[str]) -> None:
        former = element_of(next(iter(selected), ""))
        section, _, name = key.removesuffix(".id").partition(".")
        if key == ID_KEY and former is not None:
            self._tell_who_names(former.group, former.id, str(value))
        elif key.endswith(".id") and section in ("squads", "circles", "tokens", "layers"):
            self._tell_who_names(section, name, str(value))

    def _tell_who_names(self, section: str, former: str, new_id: str) -> None:
        """Say which minds still name a thing by the id it had: they are documents of their own."""
        context = self.context()
        if context is None or former == new_id:
            return
        users = [
            file
            for file, document in context.minds.items()
            if any(
                name.name == former and section in name.sections
                for name in names_in_mind(document, context.registry)
            )
        ]
        if users:
            verb = "names" if len(users) == 1 else "name"
            self._say(f"{', '.join(users)} still {verb} {former}: change it there to {new_id}")

    def _fixes_of(self, problem: WorldIssue) -> Sequence[NamedFix]:
        fix, session = problem.fix, self._session
        if fix is None or session is None:
            return ()

        def mend() -> None:
            session.apply(fix.label, fix.edit)
            session.check_now()

        return ((fix.label, mend),)

    def _row_of(self, problem: WorldIssue, element: str) -> FieldRow | None:
        """Return the row a problem is about, or the first one of its part."""
        if not element:
            return self.rows.get(problem.where)
        if not problem.where.startswith(f"{element}."):
            return None
        path = problem.where.removeprefix(f"{element}.")
        parts = path.split(".")
        for count in range(len(parts), 0, -1):
            key = ".".join(parts[:count])
            found = self.rows.get(key)
            if found is None and count > 1:
                found = next((row for shown, row in self.rows.items() if shown.startswith(f"{key}.")), None)
            if found is not None:
                return found
        return None
