"""Say what a case of a gesture is: how it is done, given up, and refused; and find the places on a canvas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from editor.canvas.routing.shapes import Point
from graphs.model import Document
from tests.editor.canvas.conftest import NO_KEYS, Hand, Keys

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
    says where its hits are tested besides 100 %. `begin` opens a line edit for what is typed, `wrong` is a
    text that it does not take.
    """

    name: str
    row: int
    make: Callable[[], Document]
    do: Do
    cancel: Do | None = None
    refuse: Do | None = None
    reason: str = ""
    zooms: tuple[float, ...] = (0.2, 3.0)
    begin: Do | None = None
    wrong: str = ""

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
    wrong: str = "",
    refuse: Do | None = None,
    reason: str = "",
    zooms: tuple[float, ...] = (0.2, 3.0),
) -> Case:
    """Return the case of something that opens a line edit, in which a text is typed."""

    def end(hand: Hand, key: Qt.Key) -> None:
        begin(hand)
        field = hand.view.search.popup.field if hand.view.search.popup.isVisible() else hand.view.title_editor
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
        begin,
        wrong,
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
        QTest.keyClicks(hand.view.search.popup.field, text)
        QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Return)

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


def press_and_escape(where: Where, keys: Keys = ALT) -> Do:
    """Press the button, think better of it, and let go."""

    def do(hand: Hand) -> None:
        hand.press(where(hand), keys=keys)
        hand.key(Qt.Key.Key_Escape)
        hand.release(where(hand), keys=keys)

    return do


def with_x_held(act: Do) -> Do:
    def do(hand: Hand) -> None:
        QTest.keyPress(hand.view, Qt.Key.Key_X)
        act(hand)
        QTest.keyRelease(hand.view, Qt.Key.Key_X)

    return do


def copy_paste(hand: Hand) -> None:
    hand.view.clipboard.copy_selection()
    hand.session.select(())
    hand.view.clipboard.paste_clipboard()


def paste_nonsense(hand: Hand) -> None:
    QGuiApplication.clipboard().setText("nothing of ours")
    hand.view.clipboard.paste_clipboard()


def framed(make: Callable[[], Document]) -> Callable[[], Document]:
    from graphs.edits.frames import add_frame

    return lambda: add_frame(make(), "g1", (420, -60), (320, 40), title="Fight")[0]


def loose(make: Callable[[], Document], node_id: str) -> Callable[[], Document]:
    """The document with a node of its tree taken off its parent."""
    from graphs.edits.connecting import disconnect

    return lambda: disconnect(make(), "g1", node_id, at=(-400, 480))
