"""Hold what the tools of the map share: the world as it is drawn, the selection, the grid, refusals."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication

from editor.canvas.scene.refusal_tip import RefusalTip
from editor.documents.open.world_session import WorldSession
from editor.map.view.map_widget import MapWidget
from graphs.edits.refusal import EditRefused
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument, empty_world
from runtime.basics.values import Vector

STEPS = (0.1, 0.25, 0.5, 1.0, 2.0)
"""Steps of the grid to choose from, in units."""

FINE = 0.1
"""Arrow keys move by so many units where nothing snaps."""

TURN_STEP = 15.0
"""Headings and turns snap to so many degrees."""


@dataclass(frozen=True, slots=True)
class Snap:
    """Say whether places snap, and to which step in units."""

    on: bool = True
    step: float = 0.5

    def value(self, value: float) -> float:
        """Return a coordinate or length as it is taken."""
        return round(value / self.step) * self.step if self.on else value

    def point(self, at: Vector) -> Vector:
        """Return a place as it is taken."""
        return self.value(at[0]), self.value(at[1])

    def angle(self, degrees: float) -> float:
        """Return an angle as it is taken."""
        return round(degrees / TURN_STEP) * TURN_STEP if self.on else degrees

    def held(self, modifiers: Qt.KeyboardModifier) -> Snap:
        """Return the rule while keys are held: Ctrl turns it round."""
        return replace(self, on=not self.on) if modifiers & Qt.KeyboardModifier.ControlModifier else self

    @property
    def nudge(self) -> float:
        """Return how far an arrow key moves, in units."""
        return self.step if self.on else FINE


def held_keys() -> Qt.KeyboardModifier:
    """Return the modifier keys held now."""
    return QGuiApplication.keyboardModifiers()


WorldEdit = Callable[[WorldDocument], WorldDocument]


class MapEditing(QObject):
    """Let tools try edits on a draft and keep them as steps of the world's history.

    `shown_changed` tells that something else is to be drawn: a draft, the selection, what is pointed at.
    """

    shown_changed = Signal()
    snap_changed = Signal()
    is_begun = False
    """Whether the run has left its start, so that agents are not where they start."""

    def __init__(self, map_widget: MapWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.map = map_widget
        self.tip = RefusalTip(map_widget)
        self.snap = Snap()
        self.hovered: Element | None = None
        self.point: tuple[Element, int] | None = None
        """The corner or stop that was clicked, which Delete takes away."""
        self.readout = ""
        self.pointer: QPointF | None = None
        """Where the pointer was last, in px of the map."""
        self.session: WorldSession | None = None
        """The world that is edited."""
        self._draft: WorldDocument | None = None
        self._nothing = empty_world()

    # --- the world

    def set_session(self, session: WorldSession | None) -> None:
        """Edit another world."""
        if self.session is not None:
            self.session.world_changed.disconnect(self._forget)
            self.session.selection_changed.disconnect(self._forget)
            self.session.refused.disconnect(self.refuse)
        self.session = session
        self._draft = None
        self._forget()
        if session is not None:
            session.world_changed.connect(self._forget)
            session.selection_changed.connect(self._forget)
            session.refused.connect(self.refuse)

    @property
    def world(self) -> WorldDocument:
        """Return the world without the draft."""
        return self.session.world if self.session is not None else self._nothing

    @property
    def shown(self) -> WorldDocument:
        """Return the world as it is drawn: the draft of the gesture under way, if any."""
        return self._draft or self.world

    @property
    def has_draft(self) -> bool:
        """Tell whether a gesture shows what it would do."""
        return self._draft is not None

    @property
    def selected(self) -> tuple[Element, ...]:
        """Return what is selected."""
        return self.session.elements if self.session is not None else ()

    def select(self, elements: Iterable[Element]) -> None:
        """Select exactly these things."""
        if self.session is not None:
            self.session.select(elements)

    # --- edits

    def apply(
        self,
        label: str,
        edit: WorldEdit,
        *,
        select: Iterable[Element] | None = None,
        merge_key: Hashable | None = None,
    ) -> bool:
        """Keep an edit as a step; a refusal is shown at the pointer. Returns whether it was made."""
        self.show_draft(None)
        if self.session is None:
            return False
        return self.session.apply(label, edit, select=select, merge_key=merge_key)

    def attempt(self, edit: WorldEdit, pixel: QPointF, readout: str = "") -> bool:
        """Show what an edit would do; where it is refused, say so at the pointer and show no draft."""
        try:
            draft = edit(self.world)
        except EditRefused as refusal:
            self.tip.show_at(pixel.toPoint(), refusal.reason, refusal.remedy, stays=True)
            self.show_draft(None)
            return False
        self.tip.hide()
        self.show_draft(draft, readout)
        return True

    def show_draft(self, draft: WorldDocument | None, readout: str = "") -> None:
        """Draw another world than the one held, None for that; `readout` is said beside the pointer."""
        if draft is not self._draft or readout != self.readout:
            self._draft, self.readout = draft, readout
            self.shown_changed.emit()

    def refuse(self, reason: str, remedy: str) -> None:
        """Say at the pointer why something cannot be done."""
        place = self.pointer or QPointF(self.map.width() / 2, self.map.height() / 2)
        self.tip.show_at(place.toPoint(), reason, remedy)

    # --- the grid and what is pointed at

    def set_snap(self, snap: Snap) -> None:
        """Snap otherwise."""
        if snap != self.snap:
            self.snap = snap
            self.snap_changed.emit()
            self.shown_changed.emit()

    def hover(self, element: Element | None) -> None:
        """Mark what the pointer is over."""
        if element != self.hovered:
            self.hovered = element
            self.map.repaint_map()

    def choose_point(self, point: tuple[Element, int] | None) -> None:
        """Mark one corner or stop of what is selected."""
        if point != self.point:
            self.point = point
            self.map.repaint_map()

    def place(self, pixel: QPointF, snap: Snap) -> Vector:
        """Return the place under a pixel as it is taken."""
        return snap.point(self.map.world_at(pixel))

    def _forget(self, *_arguments: object) -> None:
        """Drop what was about the world or the selection before."""
        self._draft, self.readout = None, ""
        self.point = None
        self.hovered = None
        self.tip.hide()
        self.shown_changed.emit()
