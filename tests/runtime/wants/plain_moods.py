"""Mix moods plainly, from the text of rule 10.8, and draw random ones."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.runtime.wants.plain_draws import plain_draw

Matrix = list[list[float]]


@dataclass
class PlainMoods:
    """Hold shares, matrices by row and column, and the tick at which the quiet time is over."""

    shares: list[float]
    default: Matrix
    quiet_ticks: int
    transitions: list[Matrix]
    draws: bool = False
    since: int = 0
    active: int = -1
    drawn: int = 0

    def begin(self, tick: int) -> None:
        """Be in the first mood."""
        self.since = tick
        self._pick(f"{START}")

    def tick(self, tick: int, triggered: int | None) -> None:
        """Mix by the first transition triggered, else, after a quiet time, by the default."""
        if triggered is not None:
            self._mix(self.transitions[triggered])
            self.since = tick
            self._pick(f"t{triggered}")
        elif tick - self.since >= self.quiet_ticks:
            self._mix(self.default)
            self.since = tick
            self._pick(DECAY)

    def _mix(self, matrix: Matrix) -> None:
        self.shares = [
            sum(part * share for part, share in zip(row, self.shares, strict=True)) for row in matrix
        ]

    def _pick(self, path: str) -> None:
        if not self.draws:
            self.active = self.shares.index(max(self.shares))
            return
        place = plain_draw(SEED, AGENT, path, self._count(path)) * sum(self.shares)
        running = 0.0
        for number, share in enumerate(self.shares):
            running += share
            if place < running or number == len(self.shares) - 1:
                self.active = number
                return

    def _count(self, path: str) -> int:
        counts = self.__dict__.setdefault("counts", {})
        counts[path] = counts.get(path, -1) + 1
        return int(counts[path])


START, DECAY = "~moods", "~decay"
"""What draws, by the last id of its path: the entry of the moods, and the quiet time."""

SEED, AGENT = 1, "me"


def random_moods(random: Random) -> PlainMoods:
    """Draw moods with two to five states and up to three transitions, columns of sum 1."""
    count = random.randint(2, 5)
    shares = [round(random.random(), 2) for _ in range(count)]
    return PlainMoods(
        shares,
        _matrix(random, count),
        random.randint(1, 30),
        [_matrix(random, count) for _ in range(random.randint(0, 3))],
        random.random() < 0.5,
    )


def _matrix(random: Random, count: int) -> Matrix:
    columns = []
    for _ in range(count):
        parts = [random.choice((0, 0, 1, 2, 3, 5)) for _ in range(count)]
        parts[random.randrange(count)] += 1
        columns.append([round(part / sum(parts), 6) for part in parts])
    return [[columns[column][row] for column in range(count)] for row in range(count)]
