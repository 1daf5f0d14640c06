"""What is told where a construct is not exact: each known difference once, with what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphs.formats.basics.format_report import FormatRow, How

SAY_OTHERWISE = "Write it with the expressions that Mindloom has."
REGISTER = "The game must register a node of this ID that does it."
WORK_OUT = "Work it out into a variable before."


@dataclass(frozen=True, slots=True)
class Note:
    """Hold why a construct is not exact; `what` is a part of the node, "" the node itself."""

    how: How
    what: str
    reason: str
    remedy: str = ""
    rule: str = ""

    def at(self, what: str = "", **values: object) -> Note:
        """Return the note about a part of a node, with values set into its reason."""
        return replace(self, what=what, reason=self.reason.format(**values))

    def on(self, row: FormatRow) -> FormatRow:
        """Return the row of a node with this note."""
        what = f"{row.what} {self.what}".rstrip()
        return replace(row, how=self.how, what=what, reason=self.reason, remedy=self.remedy, rule=self.rule)


def lost_expression(port: str, text: str, why: str = "") -> Note:
    """Return the note about an expression where a port takes a value or a key."""
    return Note("lost", port, f"The expression {text} is no value of a port. {why}".rstrip(), WORK_OUT)


def _changed(rule: str, reason: str, remedy: str) -> Note:
    return Note("changed", "", reason, remedy, rule)


_PLAIN_CONDITION = "Let it be a plain condition, and test what may skip it inside."
_CANNOT_SKIP = "Test inside of the child what may skip it, and let it succeed or fail there."
_NO_TICKS = "Tick as often in a second as the game does."
_SAME_TICK = "Let the kind go on in the same tick, or put a wait into it."

# What differs when a file is read.
BY_THE_CLOCK = _changed("1.1", "It counts milliseconds of the clock there and ticks here.", _NO_TICKS)
RATE = _changed("1.1", f"Its time goes on here while it does not run. {BY_THE_CLOCK.reason}", _NO_TICKS)
FIRST_VALUE = _changed(
    "2.1", "A variable always has a value; it gets the first one of its type.", "Test for that value."
)
WRITES_A_TEXT = _changed(
    "2.1",
    "The library writes a text there, also where a {kind} is wanted, or refuses to.",
    "Write it by a Script.",
)
KEY_IN_BRACES = _changed(
    "",
    "The library takes the text that the entry holds for the key; here it is the key.",
    "Write the key without braces.",
)
ON_ENTER = _changed(
    "2.2", "It is read in every tick there, here when the node is entered.", "Write the entry before that."
)
OTHER_TYPE = _changed("2.2", "It is a {there} there and a {here} here.", "Declare both alike.")
TOO_MANY = _changed(
    "", "There are {children} children; the library refuses to run it.", "Give a number of children."
)
NO_FAILURE = _changed(
    "3.6", "It fails there without any failure; here at the first one.", "Give a number from 1 on."
)
NO_SUCCESS = _changed(
    "3.6",
    "With no success wanted it ends after its first child there, also where that fails.",
    "Give a number from 1 on.",
)
YIELDS = _changed(
    "3.6",
    "It goes on with the next child in the next tick; there in another pass of the same tickOnce.",
    "Take the kind without Async, if one tick is to do it all.",
)
ALMOST_EQUAL = _changed(
    "3.6", "Numbers that are almost equal are a case too there.", "Compare whole numbers or texts."
)
TAKEN_FOR_TRUE = _changed(
    "3.13", "It is taken for true; which it is cannot change here.", "Write true or false."
)
WRONG_CHILDREN = _changed("3.6", "It needs {needed}; the library does not run it either.", "Correct it.")
TICKED_AGAIN = _changed(
    "3.6",
    "To go on it has the tree ticked again there, and {above} above ticks more then.",
    "Move it out from under that node.",
)
KEEPS_RESULT = _changed(
    "3.6", "Its condition keeps its result there, and is not begun again in the next tick.", _PLAIN_CONDITION
)
HALTED_WHEN_SKIPPED = _changed(
    "3.7",
    "Skipped by what is below, it counts as running there: it is halted, not asked again.",
    "Test at the node below alone what may skip it.",
)
PARALLEL_SKIPS = _changed(
    "3.7", "A child that is skipped is ticked again in each tick there; here it has ended.", _CANNOT_SKIP
)
RUNS_WHEN_SKIPPED = _changed(
    "3.7", "Where its child is skipped it gives RUNNING there, and SKIPPED here.", _CANNOT_SKIP
)
COUNTS_ON = _changed("3.7", "Its count goes on there where its child is skipped.", _CANNOT_SKIP)
THROWS_WHEN_SKIPPED = _changed(
    "3.7",
    "Where its condition is skipped the library throws; here that counts as a failure.",
    _PLAIN_CONDITION,
)
NOT_ASKED_AGAIN = _changed(
    "3.7", "Where its child is skipped its test is not asked again there.", _CANNOT_SKIP
)
ALL_SKIPPED = _changed(
    "3.7",
    "It is skipped there where all are in one tick, here where none ended since it was entered.",
    _CANNOT_SKIP,
)
HALTED_TEST = _changed(
    "3.9", "After a halt its test is not asked again there.", "Take _failureIf or _skipIf."
)
RUNS_AT_DECIDED_END = _changed(
    "3.17",
    "Scripts at the end run there also where a precondition gave the end.",
    "Put a Script behind the node instead.",
)
RUNS_AT_EACH_RESULT = _changed(
    "3.17", "Scripts at its end run there again with each result.", "Give the scripts to the child."
)

# What differs when a file is written.
NO_WAIT = _changed("", "It waits for no other tick between children.", "Put a wait between them.")
SAME_CALL = _changed(
    "", "It goes on in another pass of the same tickOnce.", "Put a wait between the children."
)
FORGETS = _changed(
    "", "It does not keep its place when it ends early or is halted.", "Keep in a variable how far it is."
)
DECIDES_EARLY = _changed("", "It decides after each child there.", "Let it decide after each child here too.")
ENDED_WAITS = _changed(
    "", "A child that has ended waits there.", "Put a Repeat around the child, if it is to run again."
)
WITHIN_THE_TICK = _changed("", "It goes on within the tick there, not in the next one.", _SAME_TICK)
CLOCK_THERE = _changed("", BY_THE_CLOCK.reason, _NO_TICKS)
NAV2 = _changed("", "It is a kind of Nav2.", REGISTER)
NAV2_RATE = _changed("", "It is a kind of Nav2, and counts by the clock.", REGISTER)
OTHER_FILE = _changed("", "It is a graph of another file.", "Export that file too, and include it.")
ENDS_ONLY = _changed("", "There it runs after SUCCESS and FAILURE alone.", "Give the lines to on_halt too.")
OTHER_ORDER = _changed(
    "", "The library asks _failureIf first, then _successIf, _skipIf and _while.", "Put them into that order."
)
