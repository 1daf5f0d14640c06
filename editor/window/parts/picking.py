"""Let fields of the inspectors be filled from the map and from rows, and show on both sides what is named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from editor.canvas.view.canvas_view import CanvasView
from editor.commands.command import Command, worded
from editor.map.editing.edit_painting import paint_cross
from editor.map.editing.pick_tools import (
    DistancePick,
    PickTool,
    paint_named,
    place_named,
    thing_under,
    things_named,
)
from editor.map.picture.map_view import MapView
from editor.map.view.map_tools import MapTool
from editor.panels.inspector.field_text import ExpressionCheck, with_picked
from editor.panels.inspector.inspector_page import InspectorPage
from editor.theme.inks import Inks
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import inspector_panel, preview_panel
from editor.window.parts.sense_fixes import SenseFixes
from editor.window.parts.world import WindowWorld
from graphs.basics.frozen import JsonValue
from graphs.edits.variables import declare_variable
from graphs.model import Document
from graphs.model.variables_and_events import VariableType
from graphs.worlds.checks.sense_check import filter_names
from graphs.worlds.kinds.sensor_kind import FILTER_WORDS
from graphs.worlds.model.world_file import WorldDocument, empty_world

if TYPE_CHECKING:
    from editor.panels.inspector.guard_composer import GuardComposer

ANYTHING = frozenset({"place", "path", "zone", "entity", "team"})


class WindowPicking(QObject):
    """Connect the inspectors of one window with its map, and open the composer of conditions."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._preview = host, host.part(preview_panel)
        self._world_part, self._senses = host.part(WindowWorld), host.part(SenseFixes)
        self._pointed: tuple[InspectorPage[Any], str] | None = None
        self._composer: GuardComposer | None = None
        self._pages: list[InspectorPage[Any]] = []
        self._page = host.part(inspector_panel).page
        self._page.compose_wanted.connect(self.compose)
        self._watch(self._page)
        self._world_part.inspector_made.connect(self._watch)
        host.area.watch_views(self._watch_canvas)
        self._preview.map.paint_over = self._paint
        self._preview.map.pointer_moved.connect(self._mark_rows)

    @property
    def composer(self) -> GuardComposer:
        """Return the plate on which conditions are composed."""
        from editor.panels.inspector.guard_composer import GuardComposer

        if self._composer is None:
            self._composer = GuardComposer(self._host.widget)
        return self._composer

    @property
    def world(self) -> WorldDocument:
        """Return the world that runs, as it is edited."""
        return self._senses.world() or empty_world()

    # --- picking on the map

    def _watch(self, page: InspectorPage[Any]) -> None:
        self._pages.append(page)
        page.pick_wanted.connect(lambda key, label: self.pick(page, key, label))
        page.row_pointed.connect(lambda key, is_here: self._point(page, key, is_here))

    def pick(self, page: InspectorPage[Any], key: str, label: str) -> None:
        """Take a tool in hand on the map until something is picked for the field of a key."""
        spec = page.row(key).spec

        def take(value: JsonValue) -> None:
            page.set_value(key, with_picked(spec, value))

        kinds, map_ = spec.picks_on_map, self._preview.map
        self._take_in_hand(lambda over: PickTool(map_, label, kinds, lambda: self.world, take, over))

    def _take_in_hand(
        self, make: Callable[[Callable[[], None]], MapTool], end: Callable[[], None] = lambda: None
    ) -> None:
        """Take a tool in hand; afterwards the former one is, and the same document is worked on as before."""
        map_, editor = self._preview.map, self._world_part.editor
        if self._host.run.choice is None:
            self._host.area.toast.refuse("There is no world to pick in.", "Open a document or a world first.")
            end()
            return
        if isinstance(map_.tool, PickTool | DistancePick):
            map_.tool.end()
        self._host.panels.show_panel("preview")
        former, was_target = map_.tool, editor.is_target
        focus: QWidget | None = self._host.widget.focusWidget()

        def over() -> None:
            map_.set_tool(former)
            editor.set_target(was_target)
            if focus is not None and focus.isVisible():
                focus.setFocus()
            end()

        map_.set_tool(make(over))
        map_.setFocus()
        editor.set_target(was_target)

    # --- what is named on both sides

    def _point(self, page: InspectorPage[Any], key: str, is_here: bool) -> None:
        pointed = (page, key) if is_here else None
        if pointed != self._pointed:
            self._pointed = pointed
            self._preview.map.repaint_map()

    def _paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Let glow what the field names that is pointed at."""
        page, key = self._pointed or (None, "")
        row = page.rows.get(key) if page is not None else None
        if row is None or not row.isVisible() or not row.spec.picks_on_map:
            return
        value, kinds, world = row.spec.shown, row.spec.picks_on_map, self.world
        paint_named(painter, self._preview.map, world, things_named(world, value, kinds), inks)
        place = place_named(value, kinds)
        if place is not None:
            paint_cross(painter, place, view, inks)

    def _mark_rows(self) -> None:
        """Mark the fields that name what the pointer is over."""
        map_, world = self._preview.map, self.world
        thing = thing_under(map_, world, map_.pointer, ANYTHING) if map_.pointer is not None else None
        for page in self._pages:
            for row in page.rows.values() if page.isVisible() else ():
                kinds = row.spec.picks_on_map
                row.label.mark(bool(kinds) and thing in things_named(world, row.spec.shown, kinds))

    # --- composing

    def commands(self) -> Iterable[Command]:
        """Return the command that composes the condition of what is selected."""
        return (worded("edit.compose", self._compose_selected, enabled=self._has_one),)

    def _has_one(self) -> bool:
        session = self._host.session
        return session is not None and len(session.selection) == 1

    def _compose_selected(self) -> None:
        self._page.refresh()
        rows = self._page.rows.items()
        key = next((key for key, row in rows if not row.compose_button.isHidden()), "")
        if not key:
            reason = "Nothing is asked where this is."
            self._host.area.toast.refuse(
                reason, "Select a transition, a test or a node that can have a guard."
            )
            return
        self._host.panels.show_panel("inspector")
        self.compose(key)

    def _watch_canvas(self, view: CanvasView) -> None:
        view.title_editor.compose_wanted.connect(
            lambda element, path: self._compose_on_canvas(view, element, path)
        )

    def _compose_on_canvas(self, view: CanvasView, element: str, path: str) -> None:
        editor = view.title_editor
        field = QRect(editor.mapTo(self._host.widget, editor.rect().topLeft()), editor.size())
        editor.commit_or_cancel()
        view.session.select((element,))
        self._page.refresh()
        self.compose(path, field)

    def compose(self, key: str, field: QRect | None = None) -> None:
        """Open the composer for the condition of a field, below it or below another place of the window."""
        from editor.panels.inspector.composer_facts import ComposerFacts
        from graphs.expressions.condition_rows import read_names

        row, session = self._page.rows.get(key), self._host.session
        check = row.spec.check if row is not None else None
        if row is None or session is None or not isinstance(check, ExpressionCheck):
            return
        if session.read_only_reason:
            self._host.area.toast.refuse(
                session.read_only_reason, "Save it under another name to change the copy."
            )
            return
        spec, world = row.spec, self.world
        facts = ComposerFacts(
            check.scope,
            session.document,
            session.graph_id,
            self._senses.writers(),
            tuple(
                sorted(filter_names(world) - world.agents.keys() - world.sources.keys() - set(FILTER_WORDS))
            ),
            self._host.run.choice is not None,
        )

        def finish(text: str, added: Mapping[str, VariableType]) -> None:
            def edit(mind: Document) -> Document:
                for name, type_name in added.items():
                    mind = declare_variable(mind, name, type_name)
                return spec.edit(mind, text or None)  # type: ignore[arg-type, return-value]

            label = f"Compose {spec.label.lower()}"
            wanted = [name for name in read_names(text) if name in facts.writers and name not in added]
            if wanted:
                self._senses.let_write(label, wanted, edit)
            else:
                session.apply(label, edit)

        editor = row.editor
        below = field or QRect(editor.mapTo(self._host.widget, editor.rect().topLeft()), editor.size())
        value = str(spec.value) if isinstance(spec.value, str) else ""
        self.composer.open_at(below, spec.label, value, facts, finish, self._pick_value)

    def _pick_value(self, is_distance: bool, take: Callable[[str], None], end: Callable[[], None]) -> None:
        """Pick a distance, or a place, for a row of the composer."""
        map_ = self._preview.map

        def take_place(value: JsonValue) -> None:
            place = place_named(value, ("place",))
            if place is not None:
                take(f"vec({place[0]:g}, {place[1]:g})")

        def make(over: Callable[[], None]) -> MapTool:
            if is_distance:
                return DistancePick(map_, take, over)
            return PickTool(map_, "Place", ("place",), lambda: self.world, take_place, over)

        self._take_in_hand(make, end)
