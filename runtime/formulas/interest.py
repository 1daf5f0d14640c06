"""Say which interests matter more, who of a squad goes to see, and whether one is noticed (SENSE-16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.basics.random_numbers import draw_int, fnv1a_32

_STREAM = fnv1a_32("awareness")


def is_relevant(priority: int, current: int) -> bool:
    """Tell whether an interest is worth leaving the current one: only a strictly higher one is."""
    return priority > current


def scout_count(affected: int) -> int:
    """Return how many of `affected` agents go to see: ⌊log2 n⌋, and one if there is only one."""
    return 1 if affected == 1 else max(affected, 1).bit_length() - 1


@dataclass(frozen=True, slots=True)
class Squad:
    """Hold who reacts: the leader, None for one who is alone, and the scouts in ascending order."""

    leader: int | None
    scouts: tuple[int, ...]
    draws: int


def choose_squad(affected: Sequence[int], seed: int, source: str, draws: int) -> Squad:
    """Return who of the `affected`, ascending, leads and who goes to see.

    The leader is drawn among all, the scouts among the others, without replacement. Draws are those of rule
    1.4 with the agent `source` and the path `awareness`, numbered from `draws`; the result says how many
    there were. One who is alone is a scout without a leader; nobody is drawn for.
    """
    left = list(affected)
    if len(left) < 2:
        return Squad(None, tuple(left), 0)
    stream = fnv1a_32(source)

    def drawn(number: int) -> int:
        return left.pop(draw_int(seed, stream, _STREAM, draws + number, 0, len(left) - 1))

    leader = drawn(0)
    count = scout_count(len(affected))
    scouts = [drawn(number) for number in range(1, count + 1)]
    return Squad(leader, tuple(sorted(scouts)), count + 1)
