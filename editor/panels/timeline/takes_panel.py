"""The panel with the takes of the run: name them, compare them with the run shown, go on with one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QScrollArea, QWidget

from editor.panels.timeline.lanes import inputs_of
from editor.running.run_controller import RunController
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.hairline import hairline
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.push_buttons import low_button
from graphs.kinds.declarations.registry import Registry
from runtime.history.recording.comparison import Divergence, NotComparable, first_divergence
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.rows import Row

_PARTS = {
    "inputs": "what was asked",
    "outcome": "what happened",
    "variable": "the value of",
    "events": "the events",
    "pose": "where it stood",
}


class TakeNames:
    """Give every take a name: a number in the order in which they were left, or what the user calls it."""

    def __init__(self) -> None:
        self._names: list[tuple[Recording, str]] = []
        self._count = 0

    def of(self, recording: Recording) -> str:
        """Return the name of a take, which it keeps."""
        for known, name in self._names:
            if known is recording:
                return name
        self._count += 1
        self._names.append((recording, f"Take {self._count}"))
        return self._names[-1][1]

    def rename(self, recording: Recording, name: str) -> None:
        """Call a take something else; nothing typed leaves it as it was."""
        former = self.of(recording)
        self._names = [
            (take, (name.strip() or former) if take is recording else old) for take, old in self._names
        ]

    def forget(self) -> None:
        """Begin afresh with another run."""
        self._names.clear()
        self._count = 0


@dataclass(frozen=True, slots=True)
class TakeDifference:
    """Hold where two takes go apart: by what was asked (None where by nothing), and what first came of it.

    `asked_words` say what was asked of the take and of the run shown.
    `title` is of the node, state or transition that did something else, `graph` and `element` its place.
    """

    asked: Divergence | None
    asked_words: tuple[str, str]
    came: Divergence | None
    title: str = ""
    graph: str = ""
    element: str = ""


def compare_takes(
    take: Recording, shown: Recording, registry: Registry, agent_title: Callable[[str], str] = str
) -> TakeDifference:
    """Return where a take and the run shown go apart, agents named by title; raise `NotComparable`."""
    first = first_divergence(take, shown)
    asked = first if first is not None and first.part == "inputs" else None
    said = ("", "")
    if asked is not None:
        said = (
            _asked(take, asked.tick, registry, agent_title),
            _asked(shown, asked.tick, registry, agent_title),
        )
    came = first_divergence(take, shown, inputs=False)
    row = _row_of(came, shown) if came is not None else None
    if came is None or row is None:
        return TakeDifference(asked, said, came)
    segment = shown.segment_at(came.tick)
    mind = shown.cast.minds[came.agent].partition("#")[0]
    words = RowWords(shown.program(came.agent, came.tick), segment.minds.documents[mind], registry)
    return TakeDifference(asked, said, came, words.title(row.index), row.graph, row.node)


def _asked(recording: Recording, tick: int, registry: Registry, agent_title: Callable[[str], str]) -> str:
    """Return what was asked at a tick in words, each once."""
    minds = recording.cast.minds
    marks = (inputs_of(recording, agent, registry, tick, tick + 1, agent_title) for agent in minds)
    return ", ".join(dict.fromkeys(mark.name for of_agent in marks for mark in of_agent)) or "nothing"


def _row_of(found: Divergence, shown: Recording) -> Row | None:
    if found.part != "outcome" or not found.name:
        return None
    rows = shown.program(found.agent, found.tick).rows
    return next((row for row in rows if (row.path or row.graph) == found.name), None)


def difference_lines(
    found: TakeDifference, name: str, agent_title: Callable[[str], str] = str
) -> tuple[str, ...]:
    """Return in a few sentences where a take and the run shown go apart."""
    if found.came is None and found.asked is None:
        return (f"{name} and the run shown are the same as far as both go.",)
    lines = []
    if found.asked is not None:
        asked = found.asked
        first, second = found.asked_words
        lines.append(f"Asked something else at tick {asked.tick:,}. {name}: {first}. Here: {second}.")
    if found.came is None:
        lines.append("Nothing different has come of it so far.")
        return tuple(lines)
    came = found.came
    what = f"'{found.title}'" if found.title else " ".join(filter(None, (_PARTS[came.part], came.name)))
    who = f" of {agent_title(came.agent)}" if came.agent else ""
    lines.append(f"First difference at tick {came.tick:,}: {what}{who}.")
    lines.append(f"{name}: {came.first}. Here: {came.second}.")
    return tuple(lines)


def take_words(take: Recording) -> str:
    """Return how far a take goes."""
    ends = (
        f"ticks {take.first_tick:,} to {take.end_tick - 1:,}" if take.end_tick > take.first_tick else "empty"
    )
    seconds = (take.end_tick - take.first_tick) / take.cast.rate
    return f"{ends} · {seconds:.1f} s"


_EMPTY = "No takes. Go back to a tick and change something there: the run before is kept here as a take."
_ASK = "Select a take to see where the run shown goes another way."


class TakesPanel(Panel):
    """List the takes that branches left behind; `go_to` carries a divergence with graph and element."""

    go_to = Signal(object, str, str)

    def __init__(self, run: RunController) -> None:
        super().__init__("takes", "Takes", "branch")
        self._run = run
        self._names = TakeNames()
        self._known: object = None
        self.difference: TakeDifference | None = None
        self.focus_on = self.list = QListWidget()
        self.list.setAccessibleName("Takes")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(lambda _row: self._show_difference())
        self.list.itemChanged.connect(self._renamed)
        self.words = PlainLabel(_ASK, wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.look = low_button(
            "Look there", "secondary", "Look at the tick where the two first differ, in the run shown"
        )
        self.look.clicked.connect(lambda _checked=False: self._look())
        self.other = low_button(
            "Look there in the take", "secondary", "Show the take at that tick; the run shown is kept"
        )
        self.other.clicked.connect(lambda _checked=False: self.take_up())
        self.empty = EmptyNote(_EMPTY)
        self._page = QWidget()
        self._lay_out()
        run.time.recording_changed.connect(self.refresh)
        run.time.branched.connect(lambda _tick: self.refresh())
        self.refresh()

    def compare_last(self) -> None:
        """Compare the run shown with the take left last."""
        self.refresh()
        self.list.setCurrentRow(self.list.count() - 1)
        self._show_difference()

    def refresh(self) -> None:
        """List the takes as they are now."""
        takes, run = self._run.time.takes, self._run.time.run
        if run is not self._known:
            self._known = run
            self._names.forget()
        row = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for take in takes:
            item = QListWidgetItem(self._names.of(take))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setToolTip(plain_tip(f"{take_words(take)}. F2 renames it."))
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, len(takes) - 1))
        self.list.blockSignals(False)
        self.empty.setVisible(not takes)
        self._page.setVisible(bool(takes))
        self._show_difference()

    def take_up(self) -> None:
        """Go on with the selected take, at the tick where the two differ or at the one shown."""
        found = self._selected()
        if found is None:
            return
        came = self.difference.came if self.difference is not None else None
        place = self.list.currentRow()
        tick = came.tick if came is not None else self._run.time.shown_tick
        self._run.take_up(place, tick)
        self.list.setCurrentRow(place)

    def _selected(self) -> Recording | None:
        takes, row = self._run.time.takes, self.list.currentRow()
        return takes[row] if 0 <= row < len(takes) else None

    def _show_difference(self) -> None:
        take, shown = self._selected(), self._run.time.recording
        self.difference = None
        if take is None or shown is None:
            self.words.setText(_ASK)
        else:
            name = self._names.of(take)
            try:
                self.difference = compare_takes(take, shown, self._run.registry, self._run.agent_title)
                lines = (take_words(take), *difference_lines(self.difference, name, self._run.agent_title))
            except NotComparable as refusal:
                lines = (str(refusal),)
            self.words.setText("\n".join(lines))
        self.look.setEnabled(self.difference is not None and self.difference.came is not None)
        self.other.setEnabled(take is not None)

    def _look(self) -> None:
        found = self.difference
        if found is not None and found.came is not None:
            self.go_to.emit(found.came, found.graph, found.element)

    def _renamed(self, item: QListWidgetItem) -> None:
        take = self._run.time.takes[self.list.row(item)]
        self._names.rename(take, item.text())
        self.list.blockSignals(True)
        item.setText(self._names.of(take))
        self.list.blockSignals(False)
        self._show_difference()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        add_all(buttons, self.look, self.other)
        buttons.addStretch(1)
        right = column_box(margins=(14, 10, 14, 10), spacing=10)
        words = QScrollArea(widgetResizable=True)
        words.setFrameShape(QFrame.Shape.NoFrame)
        words.setAccessibleName("Where the take and the run shown differ")
        words.setWidget(self.words)
        right.addWidget(words, 1)
        right.addLayout(buttons)
        box = row_box(self._page, margins=(0, 0, 0, 0), spacing=0)
        self.list.setFixedWidth(scaled(220))
        add_all(box, self.list, hairline(vertical=True))
        box.addLayout(right, 1)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self._page, 1)
