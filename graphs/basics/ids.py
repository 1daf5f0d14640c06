"""Make short random ids, and compare and change long lists of ids quickly."""

from __future__ import annotations

import re
import secrets
from collections import Counter, OrderedDict
from collections.abc import Collection, Container, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits that are not taken for one another."""

LENGTH = 8

Ids = tuple[str, ...]
FEW = 8
"""So many members are taken out of a list one after the other."""
LONG = 256
PAIRS_KEPT = 8
"""Pairs of long lists that are compared several times in one edit: by indexes, the history and the check."""
# By the ids of both lists, which are held and so keep their ids.
_ends: OrderedDict[tuple[int, int], tuple[Ids, Ids, tuple[int, int]]] = OrderedDict()


class GivenIds:
    """Hand out ids that were given, in order, and remember in `made` all that were handed out.

    Once none is left, random ones follow. One that is taken raises `IdTaken`.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        self.left = list(given)
        self.made: list[str] = []


class IdTaken(ValueError):
    """Say that something has an id already that was given for something new."""

    def __init__(self, taken: str) -> None:
        super().__init__(f"The id {taken!r} is taken.")


_source: ContextVar[GivenIds | None] = ContextVar("ids", default=None)


def ids_in_use() -> GivenIds | None:
    """Return what `new_id` takes its ids from now, None where they are random."""
    return _source.get()


@contextmanager
def ids_from(source: GivenIds) -> Iterator[None]:
    """Let `new_id` take its ids from a source within this block: an edit can be made the same again."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)


def new_id(*taken: Container[str]) -> str:
    """Return a new random id of eight characters that is in none of `taken`.

    An id starts with a letter, is made once, kept on rename and move, and made again on paste. It names
    things in files only; no run draws from the source used here. Within `ids_from` ids may be given.
    """
    source = _source.get()
    if source is not None and source.left:
        candidate = source.left.pop(0)
        if any(candidate in some for some in taken):
            raise IdTaken(candidate)
    else:
        candidate = _random_id()
        while any(candidate in some for some in taken):
            candidate = _random_id()
    if source is not None:
        source.made.append(candidate)
    return candidate


def _random_id() -> str:
    first = secrets.choice(ALPHABET[:24])
    return first + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH - 1))


def free_name(wanted: str, *taken: Container[str], joint: str = "_") -> str:
    """Return the name that is wanted, or that with a number behind it, so that it is in none of `taken`."""
    found, number = wanted, 1
    while any(found in each for each in taken):
        number += 1
        found = f"{wanted}{joint}{number}"
    return found


def numbered_name(stem: str, taken: Container[str]) -> str:
    """Return a name with a number behind it, from 1 on, that is not taken: `wolf_1`."""
    return next(name for number in count(1) if (name := f"{stem}_{number}") not in taken)


def slug(text: str) -> str:
    """Return a readable id made of a text: "go_home" of "Go home!"."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:32].strip("_")


def common_ends(old: Ids, new: Ids) -> tuple[int, int]:
    """Return how many members two lists share at their beginning and, beyond that, at their end."""
    if min(len(old), len(new)) < LONG:
        return _common_ends(old, new)
    key = (id(old), id(new))
    kept = _ends.get(key)
    if kept is None:
        kept = _ends[key] = (old, new, _common_ends(old, new))
        while len(_ends) > PAIRS_KEPT:
            _ends.popitem(last=False)
    return kept[2]


def _common_ends(old: Ids, new: Ids) -> tuple[int, int]:
    most = min(len(old), len(new))
    start = _common_length(old, new, most)
    end = _common_length(old[start:][::-1], new[start:][::-1], most - start)
    return start, end


def lost_and_gained(old: Ids, new: Ids) -> tuple[Ids, Ids]:
    """Return the members that only one of two lists has, as often as it has more; order does not count."""
    if old is new or old == new:
        return (), ()
    start, end = common_ends(old, new)
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if not before or not after:
        return before, after
    if is_one_move(before, after):
        return (), ()
    had, has = set(before), set(after)
    if len(had) == len(before) and len(has) == len(after):
        return tuple(had - has), tuple(has - had)
    counted, counts = Counter(before), Counter(after)
    return tuple((counted - counts).elements()), tuple((counts - counted).elements())


def is_one_move(old: Ids, new: Ids) -> bool:
    """Tell whether two lists without common ends differ by a member that went from one end to the other."""
    if len(old) != len(new):
        return False
    return (old[0] == new[-1] and old[1:] == new[:-1]) or (old[-1] == new[0] and old[:-1] == new[1:])


def have_same_members(old: Ids, new: Ids) -> bool:
    """Tell whether two lists hold the same members, each as often."""
    return lost_and_gained(old, new) == ((), ())


def without_member(ids: Ids, member: str, times: int = 1) -> Ids:
    """Return a list without the first so many of its entries that are `member`; it must have them."""
    for _ in range(times):
        place = ids.index(member)
        ids = ids[:place] + ids[place + 1 :]
    return ids


def without_members(ids: Ids, gone: Collection[str]) -> Ids:
    """Return a list without some members; the same list if it has none of them."""
    if len(gone) > FEW:
        kept = tuple(each for each in ids if each not in gone)
        return ids if len(kept) == len(ids) else kept
    for key in gone:
        times = ids.count(key)
        ids = without_member(ids, key, times) if times else ids
    return ids


def _common_length(old: Ids, new: Ids, most: int) -> int:
    low, step = 0, most
    while step:
        if old[low : low + step] == new[low : low + step]:
            low += step
            step = min(step, most - low)
        else:
            step //= 2
    return low
