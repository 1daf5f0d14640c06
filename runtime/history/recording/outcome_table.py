"""Give every distinct outcome of a brain tick a number, and its bytes their words (rule 7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

from runtime.basics.status import (
    ANSWERED,
    FIRST_BRANCH,
    HALTED,
    NO_ANSWER,
    NOT_REACHED,
    RESULT_MASK,
    NodeOutcome,
    StateOutcome,
    Status,
    TransitionOutcome,
)
from runtime.minds.program.rows import RowFamily
from runtime.records.brain_frames import BrainFrames
from runtime.records.trace_frame import BrainFrame

NOT_TICKED = 0
"""The code of an agent whose brain did not tick."""

_ENDED = 128

_NODE_WORDS: Mapping[int, str] = {
    NodeOutcome.NOT_VISITED: "none",
    NodeOutcome.RUNNING: "running",
    NodeOutcome.SUCCESS: "success",
    NodeOutcome.FAILURE: "failure",
    NodeOutcome.SKIPPED: "skipped",
}
_STATE_WORDS: Mapping[int, str] = {
    StateOutcome.INACTIVE: "inactive",
    StateOutcome.ACTIVE: "active",
    StateOutcome.ENTERED: "entered",
    StateOutcome.EXITED: "exited",
    StateOutcome.REENTERED: "re-entered",
    StateOutcome.PASSED: "passed",
}
_TRANSITION_WORDS: Mapping[int, str] = {
    TransitionOutcome.NOT_CONSIDERED: "none",
    TransitionOutcome.GUARD_FALSE: "false",
    TransitionOutcome.TRUE_BUT_LOST: "lost",
    TransitionOutcome.PENDING: "pending",
    TransitionOutcome.TAKEN: "taken",
}
_DECISION_WORDS: Mapping[int, str] = {NOT_REACHED: "none", NO_ANSWER: "no answer", ANSWERED: "answered"}


class BrainOutcome(NamedTuple):
    """Hold all that a brain tick leaves that is a matter of the program: the same again and again.

    `outcomes` has a byte per row, `taken` the rows of the transitions taken, in order.
    """

    outcomes: bytes
    status: Status
    ended: bool
    taken: tuple[int, ...]


class OutcomeTable:
    """Number brain outcomes in the order in which they are first met.

    Agents of a crowd and ticks of a run share most of them: a thousand agents of a tree of fifty nodes meet
    some hundreds. Code 0 stands for a brain that did not tick.
    """

    def __init__(self) -> None:
        self._codes: dict[tuple[bytes, int, tuple[int, ...]], int] = {}
        self._plain: dict[tuple[bytes, int], int] = {}
        self._keys: list[tuple[bytes, int, tuple[int, ...]]] = [(b"", 0, ())]
        self.byte_count = 0

    def __len__(self) -> int:
        return len(self._keys)

    def code_of(self, brain: BrainFrame | BrainOutcome) -> int:
        """Return the code of what a brain did; a new one where nothing like it was met before."""
        key = (brain.outcomes, brain.status | (_ENDED if brain.ended else 0), brain.taken)
        code = self._codes.get(key)
        return self._add(key) if code is None else code

    def codes_of(self, brains: Mapping[str, BrainFrame]) -> list[int]:
        """Return the codes of what all brains did in a step, in their order."""
        if not isinstance(brains, BrainFrames):
            return [self.code_of(brain) for brain in brains.values()]
        codes = list(map(self._plain.get, zip(brains.outcomes, brains.statuses, strict=True)))
        if brains.told or None in codes:
            for place, agent in enumerate(brains.agents):
                if codes[place] is None or agent in brains.told:
                    codes[place] = self.code_of(brains[agent])
        return cast("list[int]", codes)

    def _add(self, key: tuple[bytes, int, tuple[int, ...]]) -> int:
        code = self._codes[key] = len(self._keys)
        self._keys.append(key)
        if not (key[1] & _ENDED or key[2]):
            self._plain[key[:2]] = code
        # The key's tuple, its places in the list and in the dictionary, and what the tuple holds.
        self.byte_count += 280 + len(key[0]) + 8 * len(key[2])
        return code

    def __getitem__(self, code: int) -> BrainOutcome:
        """Return what a code stands for."""
        outcomes, status, taken = self._keys[code]
        return BrainOutcome(outcomes, Status(status & ~_ENDED), bool(status & _ENDED), taken)

    def outcomes(self, code: int) -> bytes:
        """Return the outcome bytes a code stands for; none for a brain that did not tick."""
        return self._keys[code][0]

    def taken(self, code: int) -> tuple[int, ...]:
        """Return the transitions a code stands for."""
        return self._keys[code][2]


def outcome_word(family: RowFamily, outcome: int) -> str:
    """Return the word of an outcome byte, such as `running+halted`, `halted`, `re-entered`, `taken`."""
    if family is RowFamily.STATE:
        return _STATE_WORDS[outcome]
    if family is RowFamily.TRANSITION:
        return _TRANSITION_WORDS[outcome]
    if family is RowFamily.DECISION:
        return _DECISION_WORDS.get(outcome) or f"branch {outcome - FIRST_BRANCH + 1}"
    word = _NODE_WORDS[outcome & RESULT_MASK]
    if not outcome & HALTED:
        return word
    return "halted" if word == "none" else f"{word}+halted"


def result_word(status: Status) -> str:
    """Return the word of a brain's result; IDLE is that of a brain that has ended."""
    return "ended" if status is Status.IDLE else status.name.lower()
