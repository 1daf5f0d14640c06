"""Show and edit what is selected on the map, as the inspector does for a graph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from editor.documents.open.open_minds import OpenMinds
from editor.documents.open.world_issue import WorldIssue
from editor.documents.open.world_session import WorldSession
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.section_rows import SectionRows
from editor.panels.world.map_content import world_content
from editor.panels.world.own_sections import ID_KEY
from editor.panels.world.world_fields import (
    WorldAction,
    WorldContent,
    WorldContext,
    WorldField,
)
from editor.theme.plain_texts import PlainLabel
from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.registry import Registry
from graphs.worlds.checks.world_mind_check import names_in_mind
from graphs.worlds.model.elements import Element


class WorldInspector(QWidget):
    """Show the selection of a world session as rows; every edit is one undo step.

    `registry` gives what the project declares, `project_folder` where further minds are looked for.
    """

    def __init__(
        self,
        minds: OpenMinds,
        registry: Callable[[], Registry],
        project_folder: Callable[[], Path | None],
        say: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._minds, self._registry, self._project_folder = minds, registry, project_folder
        self._say = say
        self._session: WorldSession | None = None
        self._content: WorldContent | None = None
        self._subject: object = None
        self._sections = QVBoxLayout()
        self._page = SectionRows(self)
        self._page.edited.connect(self._edit)
        self._page.settled.connect(self._settle)
        self._page.acted.connect(self._act)
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName("Inspector of the world")
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self._scroll)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.refresh)

    def set_session(self, session: WorldSession | None) -> None:
        """Show another world's selection."""
        if self._session is not None:
            self._session.world_changed.disconnect(self._later)
            self._session.selection_changed.disconnect(self._later)
            self._session.problems_changed.disconnect(self._later)
        self._session = session
        if session is not None:
            session.world_changed.connect(self._later)
            session.selection_changed.connect(self._later)
            session.problems_changed.connect(self._later)
        self.refresh()

    def row(self, key: str) -> FieldRow:
        """Return the row of a field; raise KeyError when it is not shown."""
        return self._page.rows[key]

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all rows shown."""
        return tuple(self._page.rows)

    def focus_id(self) -> None:
        """Let the user type another id for what is selected."""
        self.refresh()
        row = self._page.rows.get(ID_KEY)
        if row is not None and isinstance(row.editor, QLineEdit):
            row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            row.editor.selectAll()

    def scroll_to(self, place: int) -> None:
        """Scroll the page, px from its top."""
        self._scroll.verticalScrollBar().setValue(place)

    def refresh(self) -> None:
        """Show the selection as it is now, building rows anew only where they differ."""
        self._soon.stop()
        session = self._session
        if not self.isVisible() and session is not None:
            self._subject = None
            return
        content = self._content_now()
        subject = (session, session.selection if session else None) if content is not None else None
        is_same = subject is not None and subject == self._subject
        self._subject, self._content = subject, content
        if not is_same or content is None:
            self._build()
        else:
            self._page.show_heading(content)
            self._show_sections(content)
        self._show_problems()

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

    def _later(self, *_arguments: object) -> None:
        """Refresh once, however many signals one edit sends."""
        self._soon.start(0)

    def _build(self) -> None:
        place = self._scroll.verticalScrollBar().value()
        box = self._page.begin(self._scroll)
        self._sections = QVBoxLayout()
        self._sections.setSpacing(6)
        content = self._content
        if content is None:
            empty = PlainLabel("There is no world to show.")
            empty.setProperty("role", "caption")
            empty.setWordWrap(True)
            box.addWidget(empty)
        else:
            box.addWidget(self._page.heading(content))
            box.addLayout(self._sections)
            self._show_sections(content)
        box.addStretch(1)
        self._scroll.verticalScrollBar().setValue(place)

    def _show_sections(self, content: WorldContent) -> None:
        self._page.show_sections(content.sections, lambda place: (self._sections, place))
        self._page.walk_in_order()

    def _field(self, key: str) -> WorldField | None:
        sections = self._content.sections if self._content is not None else ()
        return next((one for section in sections for one in section.fields if one.key == key), None)

    def _edit(self, key: str, value: JsonValue, scrubbing: bool) -> None:
        session, row, field = self._session, self._page.rows.get(key), self._field(key)
        if session is None or row is None or field is None:
            return
        refusals: list[str] = []

        def note(reason: str, remedy: str) -> None:
            refusals.append(f"{reason} {remedy}".strip())

        session.refused.connect(note)
        merge_key = ("field", tuple(sorted(session.selection)), key) if scrubbing else None
        former = session.elements
        select = _renamed(former, value) if key == ID_KEY else None
        done = session.apply(
            _label(key, field), lambda world: field.edit(world, value), select=select, merge_key=merge_key
        )
        session.refused.disconnect(note)
        if not done and refusals:
            row.set_spec(row.spec)
            row.show_problem(refusals[0])
        elif done:
            if key == ID_KEY:
                self._tell_who_names(former[0], str(value))
                # Another id does not make it another thing: its page stays.
                self._subject = (session, session.selection)
            self.refresh()

    def _act(self, action: WorldAction) -> None:
        if self._session is not None:
            self._session.apply(action.title, action.edit)

    def _settle(self) -> None:
        if self._session is not None:
            self._session.seal()

    def _tell_who_names(self, element: Element, new_id: str) -> None:
        """Say which minds still name a thing by the id it had: they are documents of their own."""
        context = self.context()
        if context is None or element.id == new_id:
            return
        what = "path" if element.group == "paths" else "entity"
        users = [
            file
            for file, document in context.minds.items()
            if any(
                one.name == element.id and one.what == what
                for one in names_in_mind(document, context.registry)
            )
        ]
        if users:
            verb = "names" if len(users) == 1 else "name"
            self._say(f"{', '.join(users)} still {verb} {element.id}: change it there to {new_id}")

    def _show_problems(self) -> None:
        """Put what the check found under the rows it is about."""
        session = self._session
        if session is None or len(session.selection) > 1:
            return
        prefix = next(iter(session.selection), "")
        for issue in session.problems:
            row = self._row_of(issue, prefix)
            if row is not None and not row.message.text():
                words = f"{issue.message} {issue.remedy}".strip()
                row.show_problem(words, is_error=issue.severity == "error")

    def _row_of(self, issue: WorldIssue, prefix: str) -> FieldRow | None:
        """Return the row a problem is about, or the first one of its part."""
        if not prefix:
            return self._page.rows.get(issue.where)
        if not issue.where.startswith(f"{prefix}."):
            return None
        path = issue.where.removeprefix(f"{prefix}.")
        parts = path.split(".")
        for count in range(len(parts), 0, -1):
            key = ".".join(parts[:count])
            found = self._page.rows.get(key)
            if found is None and count > 1:
                found = next((row for one, row in self._page.rows.items() if one.startswith(f"{key}.")), None)
            if found is not None:
                return found
        return None


def _renamed(selected: tuple[Element, ...], value: JsonValue) -> tuple[Element, ...]:
    return tuple(Element(one.group, str(value).strip()) for one in selected[:1])


def _label(key: str, field: WorldField) -> str:
    if key == ID_KEY:
        return "Rename"
    return f"Change {field.label.strip('⚡ ').lower()}"
