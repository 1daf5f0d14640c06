"""Hold all steering requests in force as arrays, behavior by behavior, ready to be computed at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from graphs.kinds.actions.steering_behaviors import BEHAVIORS, BehaviorDeclaration
from runtime.basics.vectors import BoolArray, FloatArray, IntArray
from runtime.worlds.requests.steering_requests import CompiledRequest

MEMORY_WIDTH = 3
"""How many numbers a request can remember; what they mean is its behavior's business."""

Exchange = Callable[[CompiledRequest, int, CompiledRequest], int]
"""Forget a request that has drawn so many numbers, for another; return how many that one has drawn."""

_COLUMNS = {
    behavior_id: {parameter.name: place for place, parameter in enumerate(behavior.numbers)}
    for behavior_id, behavior in BEHAVIORS.items()
}


def number_places(behavior_id: str, *names: str) -> tuple[int, ...]:
    """Return where the numeric arguments `names` of a behavior stand among the `numbers` of a request."""
    return tuple(_COLUMNS[behavior_id][name] for name in names)


@dataclass(slots=True, eq=False)
class Batch:
    """Hold all r requests for one behavior: `rows` (r,) are their places among all requests.

    `memory` (r, 3) is what each remembers, `remembers` (r,) whether it does yet, `draws` (r,) how often it
    has drawn; steering writes them. `streams` (r,) are the starts of their random numbers (rule 1.4),
    filled by the behavior that draws and -1 until then. `agents_key` is the same for batches of the same
    agents; `one_each` tells that no agent has two. `asks` (r,) tells which are requests and no modifiers.
    """

    behavior: BehaviorDeclaration
    requests: list[CompiledRequest]
    rows: IntArray
    agent: IntArray
    numbers: FloatArray
    target_row: IntArray
    target: FloatArray
    track: IntArray
    memory: FloatArray
    remembers: BoolArray
    draws: IntArray
    asks: BoolArray
    streams: IntArray
    agents_key: bytes = b""
    one_each: bool = False
    modes: dict[str, BoolArray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.agents_key = self.agent.tobytes()
        self.one_each = bool((self.agent[1:] > self.agent[:-1]).all())

    def column(self, name: str) -> FloatArray:
        """Return the numeric argument `name` of every request (r,)."""
        return self.numbers[:, _COLUMNS[self.behavior.id][name]]

    def other(self) -> tuple[IntArray, FloatArray]:
        """Return what every request names beside its target: rows (r,) of entities, and places (r, 2)."""
        rows = np.array([request.other_row for request in self.requests], dtype=np.int64)
        return rows, np.array([request.other for request in self.requests], dtype=np.float64).reshape(-1, 2)

    def has_mode(self, mode: str) -> BoolArray:
        """Tell for every request (r,) whether it names `mode` as the way to do it."""
        found = self.modes.get(mode)
        if found is None:
            found = np.array([request.mode == mode for request in self.requests], dtype=np.bool_)
            self.modes[mode] = found
        return found

    def begin_anew(self, place: int, draws: int) -> None:
        """Let another request stand at `place` that remembers nothing and has drawn so many numbers."""
        self.memory[place] = 0.0
        self.remembers[place] = False
        self.draws[place] = draws
        self.streams[place] = -1
        self.modes.clear()

    def has_column(self, name: str) -> bool:
        """Tell whether the behavior has a numeric argument `name`."""
        return name in _COLUMNS[self.behavior.id]


@dataclass(frozen=True, slots=True, eq=False)
class Steered:
    """Tell of n agents whose movement and whose facing any request speaks on; modifiers do not."""

    moved: BoolArray
    turned: BoolArray


@dataclass(slots=True, eq=False)
class RequestTable:
    """Hold all requests and modifiers in force, by agent and, within one, in the order filed.

    `agent`, `weight`, `priority` and `is_modifier` are (r,); `batches` hold the same rows by behavior.
    `places` says where a row stands: its batch and the row in it. `steered` and `speeds` are filled by the
    first step that asks for them; other arguments than before empty `speeds`, and count on `version`.
    """

    agent: IntArray
    weight: FloatArray
    priority: IntArray
    is_modifier: BoolArray
    batches: tuple[Batch, ...]
    places: list[tuple[Batch, int]]
    first_rows: dict[int, int] = field(default_factory=dict)
    steered: Steered | None = None
    speeds: FloatArray | None = None
    version: int = 0

    def rows_of(self, agent: int) -> Iterator[int]:
        """Yield the rows of one agent, in their order."""
        row = self.first_rows.get(agent, -1)
        while 0 <= row < len(self.places) and int(self.agent[row]) == agent:
            yield row
            row += 1

    def steered_agents(self, count: int) -> Steered:
        """Tell of `count` agents whose movement and whose facing any request speaks on."""
        if self.steered is None:
            moved, turned = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
            for batch in self.batches:
                asking = batch.agent[batch.asks]
                moved[asking] |= batch.behavior.steering.moves
                turned[asking] |= batch.behavior.steering.turns
            self.steered = Steered(moved, turned)
        return self.steered

    def patch(self, agent: int, compiled: Sequence[CompiledRequest], exchange: Exchange) -> bool:
        """Put an agent's new requests in the place of those it has; where they do not fit, do nothing: False.

        They fit where there are as many and each is for the behavior of the one that it follows: the same
        request with other arguments, or that of another node, which remembers nothing yet. The modifiers
        stand behind the requests and stay.
        """
        rows = [row for row in self.rows_of(agent) if not self.is_modifier[row]]
        if len(rows) != len(compiled):
            return False
        places = [self.places[row] for row in rows]
        standing = [batch.requests[place] for batch, place in places]
        if not _can_follow(standing, compiled):
            return False
        self.speeds = None
        self.version += 1
        for row, (batch, place), old, request in zip(rows, places, standing, compiled, strict=True):
            if old.key != request.key:
                batch.begin_anew(place, exchange(old, int(batch.draws[place]), request))
                batch.track[place] = request.track
                if batch.behavior.id == "go_to":
                    # Whoever walks the routes knows requests by their list: other ones are another list.
                    batch.requests = list(batch.requests)
            batch.requests[place] = request
            batch.numbers[place] = request.numbers
            batch.target_row[place] = request.target_row
            batch.target[place] = request.target
            self.weight[row], self.priority[row] = request.weight, request.priority
        return True


def _can_follow(standing: Sequence[CompiledRequest], compiled: Sequence[CompiledRequest]) -> bool:
    """Tell whether each request can take the place of the one that is there."""
    known = {request.key for request in standing}
    return all(
        old.shape == request.shape or (old.behavior == request.behavior and request.key not in known)
        for old, request in zip(standing, compiled, strict=True)
    )


def build_table(requests: Sequence[CompiledRequest]) -> RequestTable:
    """Return the table of `requests`, which stand by agent; nothing is remembered yet."""
    by_behavior: dict[str, list[int]] = {}
    first_rows: dict[int, int] = {}
    for row, request in enumerate(requests):
        by_behavior.setdefault(request.behavior, []).append(row)
        first_rows.setdefault(request.agent, row)
    batches = tuple(_batch(name, by_behavior[name], requests) for name in sorted(by_behavior))
    where = {row: (batch, place) for batch in batches for place, row in enumerate(batch.rows.tolist())}
    return RequestTable(
        agent=np.array([request.agent for request in requests], dtype=np.int64),
        weight=np.array([request.weight for request in requests], dtype=np.float64),
        priority=np.array([request.priority for request in requests], dtype=np.int64),
        is_modifier=np.array([request.is_modifier for request in requests], dtype=np.bool_),
        batches=batches,
        places=[where[row] for row in range(len(requests))],
        first_rows=first_rows,
    )


def _batch(behavior: str, rows: list[int], requests: Sequence[CompiledRequest]) -> Batch:
    chosen = [requests[row] for row in rows]
    count = len(chosen)
    return Batch(
        behavior=BEHAVIORS[behavior],
        requests=chosen,
        rows=np.array(rows, dtype=np.int64),
        agent=np.array([request.agent for request in chosen], dtype=np.int64),
        numbers=np.asfortranarray(
            np.array([request.numbers for request in chosen], dtype=np.float64).reshape(count, -1)
        ),
        target_row=np.array([request.target_row for request in chosen], dtype=np.int64),
        target=np.asfortranarray(
            np.array([request.target for request in chosen], dtype=np.float64).reshape(-1, 2)
        ),
        track=np.array([request.track for request in chosen], dtype=np.int64),
        memory=np.zeros((count, MEMORY_WIDTH)),
        remembers=np.zeros(count, dtype=np.bool_),
        draws=np.zeros(count, dtype=np.int64),
        asks=np.array([not request.is_modifier for request in chosen], dtype=np.bool_),
        streams=np.full(count, -1, dtype=np.int64),
    )
