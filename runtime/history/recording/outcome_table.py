"""Give every distinct outcome of a brain tick a number, so that a tick of an agent costs two bytes."""

from __future__ import annotations

from typing import NamedTuple

from runtime.basics.status import Status
from runtime.records.trace_frame import BrainFrame

NOT_TICKED = 0
"""The code of an agent whose brain did not tick."""

_ENDED = 128


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
        self._keys: list[tuple[bytes, int, tuple[int, ...]]] = [(b"", 0, ())]
        self.byte_count = 0

    def __len__(self) -> int:
        return len(self._keys)

    def code_of(self, brain: BrainFrame) -> int:
        """Return the code of what a brain did; a new one where nothing like it was met before."""
        key = (brain.outcomes, brain.status | (_ENDED if brain.ended else 0), brain.taken)
        code = self._codes.get(key)
        return self._add(key) if code is None else code

    def code_for(self, outcome: BrainOutcome) -> int:
        """Return the code of an outcome that another table held."""
        key = (outcome.outcomes, outcome.status | (_ENDED if outcome.ended else 0), outcome.taken)
        code = self._codes.get(key)
        return self._add(key) if code is None else code

    def _add(self, key: tuple[bytes, int, tuple[int, ...]]) -> int:
        code = self._codes[key] = len(self._keys)
        self._keys.append(key)
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
