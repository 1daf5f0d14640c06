"""A guard that patrols, chases, investigates and returns, built in a world of its own from an empty window.

Told twice: by the mouse alone, where not a letter is typed, and as a practiced hand does it, with keys too.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from editor.canvas.commands.node_search import _ROW, AddSearch
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.guard_composer import GuardComposer
from editor.window.main_window import MainWindow
from editor.window.parts.picking import WindowPicking
from graphs.model import StateMachineGraph
from graphs.worlds.model.world_file import WorldDocument
from tests.e2e.keyboard_hand import KeyboardHand
from tests.e2e.mouse_hand import MouseHand, _entry
from tests.e2e.qt_events import QtEvents

CLICK, KEY, DECISION = 1.1, 0.28, 1.35
"""Seconds that the keystroke-level model (Card, Moran and Newell) gives each."""


class GuardHand(MouseHand):
    """Work on the map and with the composer too, and count what is decided: what to do next, and to what."""

    def __init__(self, window: MainWindow, events: QtEvents | None = None) -> None:
        super().__init__(window, events)
        self.decisions = 0

    @property
    def seconds(self) -> float:
        """Return the estimate of the keystroke-level model."""
        return self.clicks * CLICK + self.decisions * DECISION

    @property
    def world(self) -> WorldDocument:
        """Return the world that is edited."""
        session = self.window.world.session
        assert session is not None
        return session.world

    def place_of_guard(self) -> tuple[float, float]:
        """Return where the guard begins, m."""
        choice = self.window.run.choice
        assert choice is not None
        x, y = choice.world.agents["agent"].at
        return float(x), float(y)

    def first_stop(self) -> tuple[float, float]:
        """Return the first waypoint of the path of the patrol, m."""
        x, y = self.world.waypoints[self.world.paths["path_1"].waypoints[0]].at
        return float(x), float(y)

    def node_ids(self) -> frozenset[str]:
        """Return the ids of the nodes in view."""
        graph = self.view.graph
        assert graph is not None
        return frozenset(graph.nodes)

    def tool(self, words: str) -> None:
        """Click a button of the row over the map."""
        self.decisions += 1
        row = self.window.preview.findChild(QWidget, "worldEditRow")
        assert isinstance(row, QWidget)
        found = [button for button in row.findChildren(QAbstractButton) if button.isVisible()]
        self.click(next(button for button in found if _says(button, words)))

    def map_click(self, x: float, y: float, *, double: bool = False) -> None:
        """Click, or double-click, on a place of the world."""
        board = self.window.preview.map
        self.events.click(board.viewport(), board.view.point((x, y)).toPoint(), times=2 if double else 1)
        self.clicks += 2 if double else 1
        for _ in range(3):
            QApplication.processEvents()

    def world_row(self, key: str) -> FieldRow:
        """Return a row of the inspector of the world, scrolled into view."""
        page = self.window.world.inspector
        for _ in range(50):
            QApplication.processEvents()
            if key in page.rows:
                break
        self.scroll_to(page.rows[key])
        return page.rows[key]

    def take_listed(self, search: AddSearch, title: str) -> None:
        """Turn the wheel over the open list until a title is seen, and click it."""
        assert search.isVisible()
        results, titles = search._results, [choice.title for choice in search.shown]
        for _ in range(80):
            for index, top, heading in results._rows():
                del heading
                if titles[index] == title and top + _ROW <= results.height():
                    self.click(results, QPoint(results.width() // 2, top + _ROW // 2))
                    return
            self.wheel(results, -120)
        raise AssertionError(f"{title} is not in the list")

    def ask(self, words: str, *, negated: bool = False) -> None:
        """Compose the guard of the selected transition: one thing is asked, or asked not to be."""
        self.decisions += 1
        self.click(self.row("guard").compose_button)
        composer = self.window.part(WindowPicking).composer
        self.choose_subject(composer, words)
        if negated:
            self.click(composer.rows[-1].negation)

    def choose_subject(self, composer: GuardComposer, words: str) -> None:
        """Choose from the list of what can be asked, which opens by itself."""
        subject = composer.rows[-1].subject
        menu = None
        for _ in range(50):
            QApplication.processEvents()
            menu = next((menu for menu in subject.findChildren(QMenu) if menu.isVisible()), None)
            if menu is not None:
                break
        assert menu is not None
        action = next(action for action in menu.actions() if action.text().startswith(words))
        self.pick(_entry(menu.actions(), action.text()).text())

    def list_pick(self, row: FieldRow, words: str) -> None:
        """Choose from the list beside a field."""
        self.decisions += 1
        self.scroll_to(row)
        self.click(row.list_button)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        self.pick(next(action.text() for action in menu.actions() if action.text().startswith(words)))


def _says(button: QAbstractButton, words: str) -> bool:
    return any(text.startswith(words) for text in (button.text(), button.accessibleName(), button.toolTip()))


def make_world(hand: GuardHand) -> None:
    """Draw the patrol's path, place an intruder that is steered, and let the guard see it."""
    edit_world = hand.window.findChild(QWidget, "editWorld")
    assert isinstance(edit_world, QWidget)
    hand.click(edit_world)
    x, y = hand.place_of_guard()
    hand.tool("Path")
    hand.map_click(x - 4, y + 3)
    hand.map_click(x + 4, y + 3)
    hand.map_click(x + 4, y - 3, double=True)
    assert len(hand.world.paths) == 1
    hand.tool("Agent")
    hand.map_click(x + 8, y - 4)
    assert len(hand.world.agents) == 2
    hand.click(hand.world_row("player").editor, QPoint(12, 12))
    hand.tool("Select")
    hand.map_click(x, y)
    hand.world_row("sensors.0.kind")
    wire = hand.button("Wire the usual")
    hand.scroll_to(wire)
    hand.click(wire)


def add_state(hand: GuardHand, title: str) -> str:
    """Add a state that does something, by the button and the list; return its id."""
    hand.decisions += 1
    before = hand.node_ids()
    hand.click(hand.button("Add node"))
    hand.take_listed(hand.view.search.popup, title)
    [made] = hand.node_ids() - before
    return made


def draw(hand: GuardHand, source: str, target: str) -> str:
    """Draw a transition to another state."""
    hand.decisions += 1
    before = frozenset(hand.edges())
    inside, goal = hand.rect_of(source), hand.rect_of(target)
    hand.move(QPoint(inside.left() + 30, inside.top() + 8))
    hand.drag(QPoint(inside.right(), inside.center().y()), QPoint(goal.left() + 30, goal.bottom() - 5))
    [made] = frozenset(hand.edges()) - before
    return made


def build_by_mouse(hand: GuardHand) -> None:
    """Build all of it by mouse, and see that it is what was meant."""
    window = hand.window
    hand.menu("File", "New state machine")
    hand.view.camera.reduced_motion = True
    make_world(hand)
    hand.tool("Done")
    stop = hand.first_stop()
    patrol = add_state(hand, "Follow path")
    hand.click(hand.row("activity.params.path")._pick_button)
    hand.map_click(stop[0] + 4, stop[1])
    chase = add_state(hand, "Pursue")
    hand.list_pick(hand.row("activity.params.target"), "target")
    look = add_state(hand, "Go to")
    hand.list_pick(hand.row("activity.params.target"), "last_seen")
    back = add_state(hand, "Arrive")
    hand.click(hand.row("activity.params.target")._pick_button)
    hand.map_click(*stop)
    hand.show_all()
    for source, target, asked, negated in (
        (patrol, chase, "visible", False),
        (chase, look, "visible", True),
        (look, chase, "visible", False),
        (back, chase, "visible", False),
    ):
        draw(hand, source, target)
        hand.ask(asked, negated=negated)
    for source, target in ((look, back), (back, patrol)):
        draw(hand, source, target)
        hand.choose("event", "done")
    check_guard(window, patrol, chase, look, back)


def check_guard(window: MainWindow, patrol: str, chase: str, look: str, back: str) -> None:
    """See that the guard has all its transitions and senses, no mistake, and patrols."""
    session, world = window.session, window.world.session
    assert session is not None
    assert world is not None
    graph = session.graph
    assert isinstance(graph, StateMachineGraph)
    edges = {
        (source, edge.targets[0]): (edge.event, edge.guard)
        for source, node in graph.nodes.items()
        for edge in (graph.edges[each] for each in node.transitions)
    }
    assert edges == {
        (patrol, chase): ("tick", "visible"),
        (chase, look): ("tick", "not visible"),
        (look, chase): ("tick", "visible"),
        (back, chase): ("tick", "visible"),
        (look, back): ("done", None),
        (back, patrol): ("done", None),
    }
    assert world.world.agents["agent"].sensors[0].writes == {
        "visible": "visible",
        "target": "target",
        "last_seen": "position",
    }
    session.check_now()
    assert [problem for problem in session.problems if problem.severity == "error"] == []
    world.check_now()
    assert [problem for problem in world.problems if problem.severity == "error"] == []
    start = _place_of_guard(window)
    window.run.advance(60)
    assert _place_of_guard(window) != start, "it patrols"


def _place_of_guard(window: MainWindow) -> tuple[float, float]:
    """Return where the guard is in the run, m; an edit before the step may have begun another run."""
    run = window.run.session
    assert run is not None
    x, y = run.world.pose("agent").position
    return x, y


class BothHands(GuardHand):
    """Press keys too; `words` counts what is typed, beginnings of words included."""

    def __init__(self, window: MainWindow, events: QtEvents | None = None) -> None:
        super().__init__(window, events)
        self.keys = KeyboardHand(window, self.events)
        self.words = 0

    @property
    def seconds(self) -> float:
        """Return the estimate of the keystroke-level model."""
        return super().seconds + self.keys.pressed * KEY

    def word(self, text: str) -> None:
        """Type a word or its beginning, and Enter."""
        self.keys.type(text)
        self.keys.press("Return")
        self.words += len(text.split())

    def add(self, words: str, title: str) -> None:
        """Add a state that does something by its name."""
        self.decisions += 1
        self.keys.to_canvas()
        self.keys.press("Tab")
        self.word(words)
        assert title in {self.view.name_of(node) for node in self.node_ids()}


def build_with_keys(hand: BothHands) -> None:
    """Build the same with keys where they are shorter."""
    window = hand.window
    hand.decisions += 3  # a path, an intruder, what the agent sees
    hand.keys.press("Ctrl+N")
    hand.view.camera.reduced_motion = True
    hand.keys.press("F4", "P")
    x, y = hand.place_of_guard()
    hand.map_click(x - 4, y + 3)
    hand.map_click(x + 4, y + 3)
    hand.map_click(x + 4, y - 3)
    hand.keys.press("Return", "A")
    hand.map_click(x + 8, y - 4)
    hand.click(hand.world_row("player").editor, QPoint(12, 12))
    window.preview.map.setFocus()
    hand.keys.press("V")
    hand.map_click(x, y)
    hand.world_row("sensors.0.kind")
    hand.menu("World", "Wire the usual")
    hand.keys.press("F4")
    stop = hand.first_stop()
    states = []
    for words, title in (
        ("follow", "Follow path"),
        ("pursue", "Pursue"),
        ("go", "Go to"),
        ("arrive", "Arrive"),
    ):
        hand.add(words, title)
        hand.decisions += 1
        states += [hand.node(title)]
        if title in ("Follow path", "Arrive"):
            key = "activity.params.path" if title == "Follow path" else "activity.params.target"
            hand.click(hand.row(key)._pick_button)
            hand.map_click(stop[0] + (4 if title == "Follow path" else 0), stop[1])
        else:
            hand.click(hand.row("activity.params.target").list_button)
            hand.keys.press(*("TARGET" if title == "Pursue" else "LAST"), "Return")
            hand.words += 1
    patrol, chase, look, back = states
    hand.show_all()
    for source, target, negated in (
        (patrol, chase, False),
        (chase, look, True),
        (look, chase, False),
        (back, chase, False),
    ):
        draw(hand, source, target)
        hand.decisions += 1
        hand.keys.to_canvas()
        hand.keys.press("G")
        for _ in range(50):
            if QApplication.activePopupWidget() is not None:
                break
            QApplication.processEvents()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        hand.pick(next(action.text() for action in menu.actions() if action.text().startswith("visible")))
        if negated:
            hand.keys.press("Shift+Tab", "Space", "Tab")
        hand.keys.press("Ctrl+Return")
    for source, target in ((look, back), (back, patrol)):
        draw(hand, source, target)
        hand.choose("event", "done")
    check_guard(window, patrol, chase, look, back)
