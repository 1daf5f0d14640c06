"""Read and write the label of a transition as people write it: `heard after 2 s [guard] / action; action`.

All parts may be left out. Several events are set off by commas. `after` is the time since the source was
entered, `for` how long the transition waits once it is true; both take a number, a name, or an expression in
parentheses, and `s` or `ms`. Without brackets and an event, what is written is the guard.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphs.basics.frozen import shortest_number
from graphs.expressions.action_syntax import STATEMENT_WORDS
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import WORDS, is_name

Duration = int | float | dict[str, str]
"""Seconds, or `{"expr": "…"}`."""
Span = tuple[int, int]

POLLED = ("tick",)
"""What a transition without an event waits for."""
ELSE = "else"
_TIMES = ("after", "for")
_BETWEEN_VALUES = frozenset({"and", "or", "if", "else"})
_MISSPELLED = 0.8
"""How much a word is like a variable that it is taken for a misspelling of it."""
_BUILT_IN = frozenset({"tick", "always", "done", "done.success", "done.failure", "error", "error.execution"})
_DESCRIPTOR = re.compile(r"\s*(\*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\.\*)?)")
_TIME_WORD = re.compile(r"\s*(after|for)\b(?=\s*[\d(A-Za-z_])")
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)")
_NAME = re.compile(r"\s*([A-Za-z_]\w*)")
_UNIT = re.compile(r"\s*(ms|seconds?|secs?|s)\b")
_STATEMENT = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=(?!=)|(?:" + "|".join(STATEMENT_WORDS) + r")\s+[A-Za-z_])")


class LabelError(Exception):
    """Say which part of a label is wrong, why, and what to do."""

    def __init__(self, part: str, message: str, remedy: str = "") -> None:
        super().__init__(part, message, remedy)
        self.part, self.message, self.remedy = part, message, remedy

    def __str__(self) -> str:
        return f"In the {self.part}: {self.message} {self.remedy}".rstrip()


@dataclass(frozen=True, slots=True)
class LabelNames:
    """Hold the names that decide whether a lone word is an event or a guard."""

    events: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    """Everything that an expression may name."""

    def is_event(self, word: str) -> bool:
        """Tell whether a word names, or with `.*` stands for, events that are known."""
        prefix = word.removesuffix(".*")
        known = any(name == prefix or name.startswith(f"{prefix}.") for name in self.events)
        return known or word == "*" or word in _BUILT_IN

    def is_value(self, word: str) -> bool:
        """Tell whether a lone word is meant as a guard: a variable, or one that is misspelled."""
        first = word.partition(".")[0]
        if first in self.variables or word in WORDS:
            return True
        return bool(difflib.get_close_matches(word[:60], self.variables, n=1, cutoff=_MISSPELLED))


@dataclass(frozen=True, slots=True)
class TransitionLabel:
    """Hold what a label says."""

    events: tuple[str, ...] = POLLED
    after: Duration | None = None
    delay: Duration | None = None
    guard: str | None = None
    actions: tuple[str, ...] = ()
    is_else: bool = False


@dataclass(frozen=True, slots=True)
class LabelCut:
    """Say where the parts of a label are, however incomplete it is; None for a part that is not there."""

    head: Span
    """What is before brackets and slash: events and times, or a guard without brackets."""
    guard: Span | None = None
    """What is in the brackets."""
    is_closed: bool = True
    rest: Span = (0, 0)
    """What is between the closing bracket and the slash: nothing belongs there."""
    actions: Span | None = None


def parse_label(text: str, names: LabelNames) -> TransitionLabel:
    """Return what a label says; raise `LabelError`. Whether guard and actions are right is not looked at."""
    cut = cut_label(text, names)
    if not cut.is_closed and cut.guard is not None:
        raise LabelError("guard", "It does not end.", "Close it with ].")
    if text[slice(*cut.rest)].strip():
        found = text[slice(*cut.rest)].strip()
        raise LabelError("label", f"'{found[:24]}' follows the guard.", "Write / before what is to be done.")
    guard = None
    head = _Head(text, cut.head, names)
    if cut.guard is not None:
        guard = text[slice(*cut.guard)].strip() or None
    if cut.guard is None and _is_guard(text[slice(*cut.head)], names):
        guard = text[slice(*cut.head)].strip() or None
    else:
        head.read()
    lines = _lines_of(text, cut.actions) if cut.actions is not None else ()
    actions = tuple(text[slice(*span)] for span in lines)
    is_else = head.events == (ELSE,) and ELSE not in names.events
    events = POLLED if is_else or not head.events else head.events
    return TransitionLabel(events, head.after, head.delay, guard, actions, is_else)


def label_text(label: TransitionLabel) -> str:
    """Return the text that `parse_label` reads as this label."""
    words = [ELSE] if label.is_else else []
    if label.events != POLLED:
        words.append(", ".join(label.events))
    words += [f"after {_duration(label.after)}"] if label.after is not None else []
    words += [f"for {_duration(label.delay)}"] if label.delay is not None else []
    words += [f"[{label.guard}]"] if label.guard else []
    words += [f"/ {'; '.join(label.actions)}"] if label.actions else []
    return " ".join(words)


def cut_label(text: str, names: LabelNames) -> LabelCut:
    """Return where the parts of a label are."""
    opening = next((place for place in _plain_places(text, 0, depth=False) if text[place] == "["), None)
    slash = _slash(text, names, opening)
    if opening is None or (slash is not None and slash < opening):
        end = len(text) if slash is None else slash
        return LabelCut((0, end), rest=(end, end), actions=None if slash is None else (slash + 1, len(text)))
    closing = _closing(text, opening + 1)
    if closing is None:
        return LabelCut((0, opening), (opening + 1, len(text)), False, (len(text), len(text)))
    after = text.find("/", closing + 1)
    end = len(text) if after < 0 else after
    actions = None if after < 0 else (after + 1, len(text))
    return LabelCut((0, opening), (opening + 1, closing), True, (closing + 1, end), actions)


def _lines_of(text: str, span: Span) -> Iterator[Span]:
    """Yield where the action lines are that stand in a part of a text, set off by semicolons."""
    begin = span[0]
    ends = [place for place in _plain_places(text, *span, depth=False) if text[place] == ";"]
    for end in (*ends, span[1]):
        start, stop = _trimmed(text, (begin, end))
        if start < stop:
            yield start, stop
        begin = end + 1


def line_begin(text: str, span: Span, place: int) -> int:
    """Return where the action line begins that a place is in."""
    return max(
        (at + 1 for at in _plain_places(text, span[0], place, depth=False) if text[at] == ";"),
        default=span[0],
    )


def _plain_places(text: str, begin: int, end: int | None = None, *, depth: bool = True) -> Iterator[int]:
    """Yield the places outside of quotes, and with `depth` outside of parentheses."""
    quote, open_ones, place = "", 0, begin
    end = len(text) if end is None else end
    while place < end:
        character = text[place]
        if quote:
            if character == "\\":
                place += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        else:
            open_ones += (character == "(") - (character == ")")
            if not depth or open_ones <= 0:
                yield place
        place += 1


def _closing(text: str, begin: int) -> int | None:
    """Return where the bracket is that ends a guard; outside of quotes, else the last there is."""
    found = next((at for at in _plain_places(text, begin, depth=False) if text[at] == "]"), None)
    if found is not None:
        return found
    last = text.rfind("]", begin)
    return last if last >= 0 else None


def _slash(text: str, names: LabelNames, opening: int | None) -> int | None:
    """Return where the actions begin without a guard in brackets before them: not at a division."""
    for place in _plain_places(text, 0, opening):
        if text[place] != "/":
            continue
        head, rest = text[:place], text[place + 1 :]
        if not head.strip() or not rest.strip() or _STATEMENT.match(rest) or not _is_guard(head, names):
            return place
    return None


def _is_guard(head: str, names: LabelNames) -> bool:
    """Tell whether what stands without brackets is a guard, not events and times."""
    if not head.strip() or _TIME_WORD.match(head):
        return False
    first = _DESCRIPTOR.match(head)
    if first is None:
        return True
    word, rest = first[1], head[first.end() :]
    if word == ELSE and not rest.strip():
        return False
    if not rest.strip():
        return not names.is_event(word) and names.is_value(word)
    if word in WORDS or word == "*":
        return word != "*"
    follows = _NAME.match(rest)
    return not (rest.lstrip().startswith(",") or (follows is not None and follows[1] not in _BETWEEN_VALUES))


class _Head:
    """Read events and times."""

    def __init__(self, text: str, span: Span, names: LabelNames) -> None:
        self._text, (self._at, self._end) = text, _trimmed(text, span)
        self._names = names
        self.events: tuple[str, ...] = ()
        self.after: Duration | None = None
        self.delay: Duration | None = None

    def read(self) -> None:
        """Read all; raise `LabelError` at what is neither."""
        if self._at < self._end and not _TIME_WORD.match(self._text, self._at, self._end):
            self._read_events()
        while found := _TIME_WORD.match(self._text, self._at, self._end):
            self._at = found.end()
            self._read_time(found[1])
        if self._text[self._at : self._end].strip():
            words = self._text[self._at : self._end].strip()
            if words.split()[0] in _TIMES:
                raise _without_time(words.split()[0])
            raise LabelError(
                "event",
                f"'{words[:24]}' cannot follow here.",
                "Set events off by commas, and write the guard in brackets, as in heard [visible].",
            )

    def _read_events(self) -> None:
        events = []
        while True:
            found = _DESCRIPTOR.match(self._text, self._at, self._end)
            if found is None:
                raise LabelError("event", "An event's name is missing.", "Name one.")
            if found[1] in _TIMES and not self._names.is_event(found[1]):
                raise _without_time(found[1])
            events.append(found[1])
            self._at = found.end()
            comma = re.compile(r"\s*,").match(self._text, self._at, self._end)
            if comma is None:
                break
            self._at = comma.end()
        self.events = tuple(events)

    def _read_time(self, word: str) -> None:
        if (self.after if word == "after" else self.delay) is not None:
            raise LabelError("event", f"'{word}' stands here twice.", "Leave one out.")
        value = self._duration(word)
        unit = _UNIT.match(self._text, self._at, self._end)
        if unit is not None:
            self._at = unit.end()
            value = _in_seconds(value) if unit[1] == "ms" else value
        if word == "after":
            self.after = value
        else:
            self.delay = value

    def _duration(self, word: str) -> Duration:
        number = _NUMBER.match(self._text, self._at, self._end)
        if number is not None:
            self._at = number.end()
            return shortest_number(float(number[1]))
        name = _NAME.match(self._text, self._at, self._end)
        if name is not None:
            self._at = name.end()
            return {"expr": name[1]}
        opening = self._text.index("(", self._at)
        ends = [at for at in _plain_places(self._text, opening, self._end) if self._text[at] == ")"]
        if not ends:
            raise LabelError("event", f"The time of '{word}' does not end.", "Close it with ).")
        self._at = ends[0] + 1
        return {"expr": self._text[opening + 1 : ends[0]].strip()}


def _without_time(word: str) -> LabelError:
    return LabelError("event", f"'{word}' needs a time.", f"Write it behind, as in {word} 2 s.")


def _in_seconds(milliseconds: Duration) -> Duration:
    if isinstance(milliseconds, dict):
        return {"expr": f"({milliseconds['expr']}) / 1000"}
    return shortest_number(milliseconds / 1000)


def _duration(value: Duration) -> str:
    if isinstance(value, dict):
        text = value.get("expr", "")
        return f"{text} s" if is_name(text) else f"({text}) s"
    return f"{shortest_number(value)} s"


def _trimmed(text: str, span: Span) -> Span:
    begin, end = span
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    return begin, end


def label_problem(part: str, text: str, error: ExpressionError) -> LabelError:
    """Return an error of the expression or line in a part of a label as one of the label."""
    found = text[error.start : error.end].strip()
    near = f", at '{found[:24]}'" if found and found not in error.message else ""
    return LabelError(f"{part}{near}", error.message, error.remedy)
