"""A monkey at the canvas: seeded random gestures, keys and commands, with checks of what must always hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from editor.canvas.routing.shapes import Point
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.document_session import DocumentSession
from editor.window.main_window import MainWindow
from graphs.files.document_file import document_to_bytes
from tests.editor.monkey.panel_acts import use_inspector, use_map

Button: TypeAlias = Qt.MouseButton
Keys: TypeAlias = Qt.KeyboardModifier
GROUPS = ("edit.", "graph.", "view.", "run.", "panel.", "problems.", "world.", "preview.")
"""Groups of commands that change the document, the world, the view or the run."""
_NOT_ASKED = ("world.save", "world.save_as", "world.reload", "edit.record", "edit.stop_recording")
"""Commands that write or read files, and those of a recording that goes on over many acts."""
_BUTTONS = (Button.LeftButton,) * 8 + (Button.MiddleButton, Button.RightButton)
_MODIFIERS = (Keys.NoModifier,) * 5 + (
    Keys.ShiftModifier,
    Keys.ControlModifier,
    Keys.AltModifier,
    Keys.ShiftModifier | Keys.ControlModifier,
)
_KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Space, Qt.Key.Key_X, Qt.Key.Key_F, Qt.Key.Key_A, Qt.Key.Key_L, Qt.Key.Key_C, Qt.Key.Key_M),
)
_TEXTS = ("wait", "state", "seek", "d < 3", "", "not", "Patrol", "2.5", "1 +", "ü ✓", "sequence", "zzz")


class Monkey:
    """Play with the document in view; `did` says what, to be read when something went wrong."""

    def __init__(self, window: MainWindow, seed: int, groups: tuple[str, ...] = GROUPS) -> None:
        assert window.session is not None
        self.window = window
        self.rng = random.Random(seed)
        self.session: DocumentSession = window.session
        self.first = document_to_bytes(self.session.document)
        self.did: list[str] = []
        self._commands = [
            command.id
            for command in window.commands
            if command.id.startswith(groups) and command.id not in _NOT_ASKED
        ]
        self._acts: list[tuple[int, Callable[[], str]]] = [
            (5, self._click),
            (3, self._double_click),
            (8, self._drag),
            (3, self._drag_and_give_up),
            (3, self._wheel),
            (5, self._press_key),
            (8, self._run_command),
            (2, self._undo_or_redo),
            (3, self._play),
            (3, self._select_some),
            (4, lambda: use_inspector(window, self.rng)),
            (3, lambda: use_map(window, self.rng)),
        ]

    def mostly_edit(self) -> None:
        """Leave the run and the map alone, and undo but now and then."""
        self._acts = [
            (1, self._click),
            (6, self._drag),
            (10, self._run_command),
            (1, self._undo_or_redo),
            (4, self._select_some),
            (8, lambda: use_inspector(self.window, self.rng)),
        ]

    @property
    def view(self) -> CanvasView:
        """Return the canvas in view."""
        view = self.window.view
        assert view is not None
        return view

    def act(self) -> None:
        """Do one thing, answer what it asks, and let the window catch up."""
        weights = [weight for weight, _ in self._acts]
        _, what = self.rng.choices(self._acts, weights)[0]
        self.did.append(what())
        self._answer()
        QApplication.processEvents()
        self._come_back()

    def _answer(self) -> None:
        """Type into whatever line edit came up, and keep or drop it; put menus away."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit) and field.isVisible():
            text = self.rng.choice(_TEXTS)
            field.insert(text)
            key = self.rng.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab))
            QTest.keyClick(field, key)
            self.did.append(f"  typed {text!r} and {key.name}")
            QTest.keyClick(field, Qt.Key.Key_Escape)

    def _come_back(self) -> None:
        """Return to the document and the canvas if something led away."""
        if self.window.session is not self.session:
            self.window.area.open_session(self.session)
        self.view.camera.reduced_motion = True
        if not self.view.hasFocus():
            self.view.setFocus()

    # ---- where

    def _thing(self) -> Point | None:
        """Return a telling point of something that is shown: its middle, a rim, its port, its plate."""
        canvas = self.view.canvas
        contents = canvas.contents
        if contents is None:
            return None
        nodes = list(contents.node_ids())
        if canvas.machine is not None and canvas.machine.arrangement.routes and self.rng.random() < 0.3:
            route = self.rng.choice(list(canvas.machine.arrangement.routes.values()))
            return route.label.center if route.label is not None else self.rng.choice(route.points)
        if not nodes:
            return None
        rect = contents.node_rect(self.rng.choice(nodes))
        if rect is None:
            return None
        x = self.rng.choice((rect.left, rect.center[0], rect.right, rect.left + 20))
        y = self.rng.choice((rect.top, rect.center[1], rect.bottom, rect.top - 12, rect.top + 12))
        return x, y

    def _place(self) -> QPoint:
        """Return a point of the viewport, more often on a thing than not."""
        viewport = self.view.viewport()
        thing = self._thing() if self.rng.random() < 0.7 else None
        if thing is not None:
            place = self.view.mapFromScene(QPointF(*thing))
            if viewport.rect().contains(place):
                return place
        return QPoint(self.rng.randrange(viewport.width()), self.rng.randrange(viewport.height()))

    # ---- what

    def _click(self) -> str:
        place, keys = self._place(), self.rng.choice(_MODIFIERS)
        button = self.rng.choice((Button.LeftButton, Button.LeftButton, Button.RightButton))
        QTest.mouseClick(self.view.viewport(), button, keys, place)
        return f"click {button.name} {keys.name} at {place.toTuple()}"

    def _double_click(self) -> str:
        place = self._place()
        QTest.mouseDClick(self.view.viewport(), Button.LeftButton, Keys.NoModifier, place)
        return f"double-click at {place.toTuple()}"

    def _start_drag(self) -> tuple[Button, Keys, QPoint, QPoint]:
        # A layout that is done beside the window would change the document in the middle of the drag.
        self.view.long_work.finish()
        button, keys = self.rng.choice(_BUTTONS), self.rng.choice(_MODIFIERS)
        start, end = self._place(), self._place()
        viewport = self.view.viewport()
        QTest.mouseMove(viewport, start)
        QTest.mousePress(viewport, button, keys, start)
        for share in (0.2, 0.6, 1.0):
            QTest.mouseMove(viewport, start + (end - start) * share)
        return button, keys, start, end

    def _drag(self) -> str:
        button, keys, start, end = self._start_drag()
        QTest.mouseRelease(self.view.viewport(), button, keys, end)
        return f"drag {button.name} {keys.name} from {start.toTuple()} to {end.toTuple()}"

    def _drag_and_give_up(self) -> str:
        before = self.session.document
        button, keys, start, end = self._start_drag()
        QTest.keyClick(self.view, Qt.Key.Key_Escape)
        assert self.session.document is before, "a canceled gesture changed the document"
        QTest.mouseRelease(self.view.viewport(), button, keys, end)
        return f"drag and Esc {button.name} {keys.name} from {start.toTuple()} to {end.toTuple()}"

    def _wheel(self) -> str:
        place, turn = self._place(), self.rng.choice((-480, -120, 120, 480))
        viewport = self.view.viewport()
        event = QWheelEvent(
            QPointF(place),
            QPointF(viewport.mapToGlobal(place)),
            QPoint(),
            QPoint(0, turn),
            Button.NoButton,
            Keys.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(viewport, event)
        return f"wheel {turn}"

    def _press_key(self) -> str:
        key, keys = self.rng.choice(_KEYS), self.rng.choice(_MODIFIERS)
        QTest.keyClick(self.view, key, keys)
        return f"key {keys.name} {key.name}"

    def _run_command(self) -> str:
        command = self.rng.choice(self._commands)
        self.window.commands.run(command)
        return f"command {command}"

    def _undo_or_redo(self) -> str:
        times, back = self.rng.randrange(1, 6), self.rng.random() < 0.6
        for _ in range(times):
            (self.session.undo if back else self.session.redo)()
        return f"{'undo' if back else 'redo'} {times} times"

    def _play(self) -> str:
        ticks = self.rng.randrange(1, 12)
        self.window.run.advance(ticks)
        return f"play {ticks} ticks"

    def _select_some(self) -> str:
        ids = sorted(self.view.selectable_ids())
        chosen = self.rng.sample(ids, min(len(ids), self.rng.randrange(4)))
        self.session.select(chosen)
        return f"select {chosen}"

    # ---- what must hold

    def check_scene(self) -> None:
        """Raise AssertionError unless the scene shows what one made again shows."""
        view = self.view
        view.director.cancel()
        view.long_work.finish()
        QApplication.processEvents()
        folds = self.window.commands["view.fold_idle"]
        was_folded = folds.checked is not None and folds.checked()
        if was_folded:
            folds.run()
        fresh = CanvasScene(self.session.registry)
        fresh.sync(self.session.document, self.session.graph_id)
        assert structure_of(view.canvas) == structure_of(fresh)
        if was_folded:
            folds.run()

    def check_way_back(self) -> None:
        """Raise AssertionError unless undoing everything gives the first bytes; then do all of it again.

        Steps lead through the newest version, so a look at what ran in the past is ended.
        """
        self.window.run.stop()
        assert not self.session.is_looking_back
        steps = 0
        while self.session.history.can_undo:
            self.session.undo()
            steps += 1
        assert document_to_bytes(self.session.document) == self.first
        for _ in range(steps):
            self.session.redo()


def structure_of(scene: CanvasScene) -> dict[str, object]:
    """Return what a scene shows of the document alone, without marks and run, by id."""
    found: dict[str, object] = {f"frame {each}": scene.frames.rect(each) for each in scene.frames}
    if scene.tree is not None:
        for node_id, part in scene.tree.nodes.items():
            found[f"node {node_id}"] = (scene.tree.rects[node_id], part.base)
        for parent, bus in scene.tree.buses.items():
            found[f"bus {parent}"] = [(line.child, points, line.words) for line, points in bus.ways()]
    if scene.machine is not None:
        for node_id, state in scene.machine.states.items():
            found[f"state {node_id}"] = (rounded((state.x(), state.y())), state.zValue(), state.base)
        for key, line in scene.machine.lines.items():
            found[f"line {key}"] = (rounded(line.points), line.zValue())
        for key, mark in scene.machine.marks_items.items():
            found[f"mark {key}"] = (rounded((mark.x(), mark.y())), mark.base)
    return found


def rounded(places: object) -> object:
    """Return places to a millionth of a px: a drag adds up its way, and the last bit is not to be seen."""
    if isinstance(places, float):
        return round(places, 6)
    return tuple(rounded(each) for each in places) if isinstance(places, (tuple, list)) else places
