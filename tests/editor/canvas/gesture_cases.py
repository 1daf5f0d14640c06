"""Every gesture of the canvas as data: how it is done, given up, and refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from editor.canvas.routing.shapes import Point
from graphs.model import Document
from tests.editor.canvas.conftest import NO_KEYS, Hand, Keys
from tests.editor.canvas.sample_documents import attack_or_flee, interrupts, soldier, tank

Do = Callable[[Hand], object]
Where = Callable[[Hand], Point]
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


class NothingOpenedError(AssertionError):
    """Say that no line edit came up, as in a document that may not be changed."""


@dataclass(frozen=True)
class Case:
    """One gesture: `row` of the table of conventions, `do` ends it, `cancel` gives it up half way.

    `refuse` does it where it cannot be done; `reason` is a part of what is said then. `zooms`
    says where its hits are tested besides 100 %.
    """

    name: str
    row: int
    make: Callable[[], Document]
    do: Do
    cancel: Do | None = None
    refuse: Do | None = None
    reason: str = ""
    zooms: tuple[float, ...] = (0.2, 3.0)

    def __str__(self) -> str:
        return f"{self.row}-{self.name}"


def drag(
    name: str,
    row: int,
    make: Callable[[], Document],
    start: Where,
    end: Where,
    keys: Keys = NO_KEYS,
    *,
    before: Do | None = None,
    after: Do | None = None,
    refuse: Do | None = None,
    reason: str = "",
    zooms: tuple[float, ...] = (0.2, 3.0),
) -> Case:
    """Return the case of a drag; `before` makes ready, `after` answers what it asks."""

    def do(hand: Hand) -> None:
        if before is not None:
            before(hand)
        hand.drag(start(hand), end(hand), keys=keys)
        if after is not None:
            after(hand)

    def cancel(hand: Hand) -> None:
        if before is not None:
            before(hand)
        hand.drag_and_escape(start(hand), end(hand), keys=keys)

    return Case(name, row, make, do, cancel, refuse, reason, zooms)


def typed(
    name: str,
    row: int,
    make: Callable[[], Document],
    begin: Do,
    text: str,
    *,
    refuse: Do | None = None,
    reason: str = "",
    zooms: tuple[float, ...] = (0.2, 3.0),
) -> Case:
    """Return the case of something that opens a line edit, in which a text is typed."""

    def end(hand: Hand, key: Qt.Key) -> None:
        begin(hand)
        field = hand.view.add_search.field if hand.view.add_search.isVisible() else hand.view.title_editor
        if not field.isVisible():
            raise NothingOpenedError
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, key)

    return Case(
        name,
        row,
        make,
        lambda hand: end(hand, Qt.Key.Key_Return),
        lambda hand: end(hand, Qt.Key.Key_Escape),
        refuse,
        reason,
        zooms,
    )


def center(node_id: str) -> Where:
    return lambda hand: hand.center(node_id)


def port(node_id: str) -> Where:
    return lambda hand: hand.tree.port(node_id)


def above(node_id: str, rise: float = 12.0) -> Where:
    """A point on the edge that leads down to a node of a tree."""
    return lambda hand: (hand.center(node_id)[0], hand.rect(node_id).top - rise)


def below(node_id: str, pixels: float) -> Where:
    """A point so many px of the screen below a node."""
    return lambda hand: (hand.center(node_id)[0], hand.rect(node_id).bottom + pixels / hand.view.camera.zoom)


def title(node_id: str) -> Where:
    return lambda hand: (hand.title_rect(node_id).left + 12, hand.title_rect(node_id).center[1] - 2)


def aside(node_id: str, dx: float = 30.0) -> Where:
    """A point of a state's body that is neither name nor row."""

    def find(hand: Hand) -> Point:
        rect = hand.rect(node_id)
        return rect.left + dx, rect.bottom - 4

    return find


def handle(node_id: str) -> Where:
    return lambda hand: (hand.rect(node_id).right, hand.center(node_id)[1])


def at(x: float, y: float) -> Where:
    return lambda _hand: (x, y)


def beside(where: Where, dx: float, dy: float) -> Where:
    def find(hand: Hand) -> Point:
        x, y = where(hand)
        return x + dx, y + dy

    return find


def line_middle(key: str) -> Where:
    """A point on the longest piece of a machine's line that no plate covers."""

    def find(hand: Hand) -> Point:
        route = hand.machine.arrangement.routes[key]
        (ax, ay), (bx, by) = route.points[0], route.points[1]
        return ax + (bx - ax) * 0.5, ay + (by - ay) * 0.5

    return find


def line_end(key: str) -> Where:
    return lambda hand: hand.machine.arrangement.routes[key].points[-1]


def guard_strip(node_id: str) -> Where:
    return lambda hand: (hand.center(node_id)[0], hand.rect(node_id).top + 11)


def plate(key: str, row: int = 0) -> Where:
    def find(hand: Hand) -> Point:
        label = hand.machine.arrangement.routes[key].label
        assert label is not None
        return label.center[0], label.top + 11 + 22 * row

    return find


def hover(node_id: str) -> Do:
    return lambda hand: hand.move(hand.center(node_id))


def select(*ids: str) -> Do:
    return lambda hand: hand.session.select(ids)


def selected(call: Callable[[Hand], object], *ids: str) -> Do:
    """Select, then act."""

    def do(hand: Hand) -> None:
        hand.session.select(ids)
        call(hand)

    return do


def pick(text: str) -> Do:
    """Answer the search that a drag opened."""

    def do(hand: Hand) -> None:
        QTest.keyClicks(hand.view.add_search.field, text)
        QTest.keyClick(hand.view.add_search.field, Qt.Key.Key_Return)

    return do


def close_name(hand: Hand) -> None:
    hand.view.title_editor.cancel()


def press_and_move(start: Where, end: Where, keys: Keys = NO_KEYS) -> Do:
    """Drag somewhere and release there, leaving the reason to be read."""
    return lambda hand: hand.drag(start(hand), end(hand), keys=keys)


def double_click(where: Where) -> Do:
    return lambda hand: hand.double_click(where(hand))


def alt_click(where: Where) -> Do:
    return lambda hand: hand.click(where(hand), keys=ALT)


def with_x_held(act: Do) -> Do:
    def do(hand: Hand) -> None:
        QTest.keyPress(hand.view, Qt.Key.Key_X)
        act(hand)
        QTest.keyRelease(hand.view, Qt.Key.Key_X)

    return do


def copy_paste(hand: Hand) -> None:
    hand.view.copy_selection()
    hand.session.select(())
    hand.view.paste_clipboard()


def paste_nonsense(hand: Hand) -> None:
    QGuiApplication.clipboard().setText("nothing of ours")
    hand.view.paste_clipboard()


def framed(make: Callable[[], Document]) -> Callable[[], Document]:
    from graphs.edits import add_frame

    return lambda: add_frame(make(), "g1", (420, -60), (320, 40), title="Fight")[0]


def loose(make: Callable[[], Document], node_id: str) -> Callable[[], Document]:
    """The document with a node of its tree taken off its parent."""
    from graphs.edits import disconnect

    return lambda: disconnect(make(), "g1", node_id, at=(-400, 480))


TREE_CASES = (
    typed("add-by-tab", 1, soldier, selected(lambda hand: hand.key(Qt.Key.Key_Tab), "lost"), "wander"),
    typed("add-by-double-click", 1, soldier, double_click(at(-300, 640)), "wander"),
    drag(
        "wire-and-add",
        2,
        soldier,
        port("lost"),
        at(40, 430),
        after=pick("wait"),
        refuse=press_and_move(port("cool"), at(-500, 480)),
        reason="child",
    ),
    drag(
        "wire-to-a-node",
        3,
        soldier,
        port("lost"),
        center("taunt"),
        refuse=press_and_move(port("fire"), center("taunt")),
        reason="leaf",
    ),
    drag("wire-near-a-node", 3, soldier, port("lost"), below("taunt", 9)),
    drag("insert-into-an-edge", 5, soldier, center("lost"), above("seen")),
    drag(
        "reorder-by-drag",
        6,
        soldier,
        beside(center("insight"), -40, 9),
        lambda hand: (hand.rect("taunt").right - 8, hand.center("taunt")[1]),
        refuse=press_and_move(center("attack"), center("taunt")),
        reason="leaf",
        zooms=(3.0,),
    ),
    Case("disconnect-an-edge", 6, soldier, alt_click(above("lost", 10))),
    Case("disconnect-with-x", 6, soldier, with_x_held(lambda hand: hand.click(above("lost", 10)(hand)))),
    Case(
        "empty-a-port",
        6,
        soldier,
        alt_click(port("seen")),
        refuse=alt_click(port("taunt")),
        reason="Nothing hangs below",
    ),
    drag(
        "pull-a-node-out",
        6,
        soldier,
        center("seen"),
        at(-300, 430),
        ALT,
        refuse=press_and_move(center("root"), at(-300, 430), ALT),
        reason="several children",
    ),
    drag(
        "knife",
        6,
        soldier,
        lambda hand: (hand.rect("attack").left - 60, hand.rect("attack").top - 12),
        lambda hand: (hand.rect("lost").right + 20, hand.rect("lost").top - 9),
        ALT,
        refuse=press_and_move(at(-700, 480), at(-640, 520), ALT),
        reason="crosses no edge",
    ),
    Case("delete", 7, soldier, selected(lambda hand: hand.view.delete_selection(), "lost")),
    Case(
        "delete-and-heal",
        7,
        soldier,
        selected(lambda hand: hand.view.delete_and_heal(), "cool"),
        refuse=selected(lambda hand: hand.view.delete_and_heal(), "root"),
        reason="several children",
    ),
    Case("duplicate", 8, soldier, selected(lambda hand: hand.view.duplicate_selection(), "lost")),
    Case(
        "copy-and-paste",
        8,
        soldier,
        selected(copy_paste, "lost"),
        refuse=paste_nonsense,
        reason="no Mindloom nodes",
    ),
    Case(
        "wrap",
        9,
        soldier,
        selected(lambda hand: hand.view.wrap_selection(), "seen"),
        refuse=selected(lambda hand: hand.view.unwrap_selected(), "fire"),
        reason="",
    ),
    Case("earlier", 15, soldier, selected(lambda hand: hand.view.move_earlier(), "lost")),
    Case(
        "into-the-sibling",
        15,
        soldier,
        selected(lambda hand: hand.view.move_in(), "seen"),
        refuse=selected(lambda hand: hand.view.move_in(), "attack"),
        reason="Nothing stands before",
    ),
    Case(
        "out-of-the-parent",
        15,
        soldier,
        selected(lambda hand: hand.view.move_out(), "lostq"),
        refuse=selected(lambda hand: hand.view.move_out(), "lost"),
        reason="at the top already",
    ),
    Case(
        "nudge-a-loose-node",
        15,
        loose(soldier, "taunt"),
        selected(lambda hand: hand.key(Qt.Key.Key_Right, SHIFT), "taunt"),
        refuse=selected(lambda hand: hand.key(Qt.Key.Key_Right, SHIFT), "lost"),
        reason="arrange themselves",
    ),
    drag("move-a-loose-node", 16, loose(soldier, "taunt"), center("taunt"), at(-200, 560)),
    typed("rename-by-title", 18, soldier, double_click(title("lost")), "Give up"),
    typed("rename-by-f2", 18, soldier, selected(lambda hand: hand.view.rename_selected(), "lost"), "Give up"),
    typed("edit-a-test", 19, soldier, double_click(beside(center("range"), 0, 9)), "d <= 4"),
    typed("edit-a-guard", 19, soldier, double_click(guard_strip("attack")), "ammo > 1"),
)

MACHINE_CASES = (
    typed("add-by-double-click", 1, tank, double_click(at(600, 580)), "state"),
    typed("add-into-a-box", 1, tank, double_click(at(270, 385)), "state", zooms=(3.0,)),
    drag(
        "wire-to-a-state",
        3,
        tank,
        handle("shoot"),
        aside("moving"),
        before=hover("shoot"),
        zooms=(3.0,),
    ),
    drag(
        "wire-from-the-body",
        4,
        tank,
        aside("chase"),
        aside("finding"),
        SHIFT,
        refuse=None,
    ),
    drag(
        "wire-to-a-new-state",
        4,
        tank,
        aside("chase"),
        at(820, 200),
        SHIFT,
        after=close_name,
    ),
    drag("self-loop", 4, tank, handle("chase"), aside("chase", 20), before=hover("chase"), zooms=(3.0,)),
    drag(
        "retarget",
        4,
        tank,
        beside(line_end("patrol>chase"), -2, 0),
        aside("shoot"),
        refuse=press_and_move(
            beside(line_end("patrol>chase"), -2, 0),
            at(420, 620),
        ),
        reason="both ends",
    ),
    drag(
        "leave-a-final-state",
        4,
        interrupts,
        aside("calm", 20),
        center("dead"),
        SHIFT,
        refuse=press_and_move(center("dead"), aside("calm", 20), SHIFT),
        reason="final",
        zooms=(),
    ),
    drag("insert-into-a-transition", 5, tank, aside("shoot"), plate("patrol>chase"), zooms=(3.0,)),
    Case("disconnect-a-transition", 6, tank, alt_click(plate("chase>shoot"))),
    Case("disconnect-with-x", 6, tank, with_x_held(lambda hand: hand.click(plate("chase>shoot")(hand)))),
    drag(
        "pull-a-state-out",
        6,
        tank,
        aside("shoot"),
        at(760, 520),
        ALT,
        zooms=(0.2, 3.0),
    ),
    drag(
        "knife",
        6,
        tank,
        beside(line_middle("shoot>patrol"), 6, -30),
        beside(line_middle("shoot>patrol"), 0, 34),
        ALT,
        refuse=press_and_move(at(600, 600), at(640, 640), ALT),
        reason="crosses no edge",
        zooms=(3.0,),
    ),
    Case("delete", 7, tank, selected(lambda hand: hand.view.delete_selection(), "shoot")),
    Case("delete-and-heal", 7, tank, selected(lambda hand: hand.view.delete_and_heal(), "shoot")),
    Case("duplicate", 8, tank, selected(lambda hand: hand.view.duplicate_selection(), "shoot")),
    Case(
        "copy-and-paste", 8, tank, selected(copy_paste, "chase"), refuse=paste_nonsense, reason="no Mindloom"
    ),
    Case("wrap", 9, tank, selected(lambda hand: hand.view.wrap_selection(), "chase", "shoot")),
    Case("unwrap", 9, tank, selected(lambda hand: hand.view.unwrap_selected(), "patrol")),
    Case("nudge", 15, tank, selected(lambda hand: hand.key(Qt.Key.Key_Down, SHIFT), "chase")),
    Case("out-of-the-box", 15, tank, selected(lambda hand: hand.view.move_out(), "finding")),
    drag("move", 16, tank, aside("shoot"), beside(aside("shoot"), 70, 60)),
    drag("nest", 16, tank, aside("shoot"), aside("chase", 40)),
    drag("move-without-snapping", 16, tank, aside("shoot"), beside(aside("shoot"), 71, 63), CTRL),
    drag(
        "resize",
        16,
        tank,
        lambda hand: (hand.rect("patrol").right - 1, hand.rect("patrol").bottom - 1),
        lambda hand: (hand.rect("patrol").right + 60, hand.rect("patrol").bottom + 90),
    ),
    drag("move-a-frame", 16, framed(tank), at(470, -40), at(530, -120), zooms=(0.2, 3.0)),
    Case(
        "align",
        16,
        tank,
        selected(lambda hand: hand.view.align_selection("middle"), "chase", "shoot"),
        refuse=selected(lambda hand: hand.view.align_selection("middle"), "chase"),
        reason="Too few",
    ),
    typed(
        "rename-by-title",
        18,
        tank,
        double_click(title("shoot")),
        "Fire",
    ),
    typed("edit-a-guard", 19, tank, double_click(plate("chase>patrol", 1)), "d > 7"),
    typed(
        "edit-an-entry",
        19,
        tank,
        double_click(lambda hand: (hand.center("finding")[0], hand.rect("finding").top + 37)),
        "waypoint = 0",
        zooms=(3.0,),
    ),
)

DECISION_CASES = (
    drag("wire-and-add", 2, attack_or_flee, port("hp"), at(-400, 300), after=pick("outcome"), zooms=(3.0,)),
    drag(
        "share-a-leaf",
        3,
        attack_or_flee,
        port("dist"),
        center("flee"),
        refuse=press_and_move(port("flee"), center("wander")),
        reason="",
    ),
    Case("disconnect-a-branch", 6, attack_or_flee, alt_click(above("flee", 6))),
    drag("pull-a-question-out", 6, attack_or_flee, center("hp"), at(-500, 60), ALT),
    Case("delete-and-heal", 7, attack_or_flee, selected(lambda hand: hand.view.delete_and_heal(), "hp")),
    Case("duplicate", 8, attack_or_flee, selected(lambda hand: hand.view.duplicate_selection(), "dist")),
    Case("later", 15, attack_or_flee, selected(lambda hand: hand.view.move_later(), "flee")),
    typed(
        "rename-by-f2", 18, attack_or_flee, selected(lambda hand: hand.view.rename_selected(), "hp"), "Hurt?"
    ),
    typed("edit-a-test", 19, attack_or_flee, double_click(beside(center("seen"), 0, 9)), "not visible"),
)

CASES = (*TREE_CASES, *MACHINE_CASES, *DECISION_CASES)
