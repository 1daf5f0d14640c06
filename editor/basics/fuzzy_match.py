"""Match what was typed against names: letters in order, the better the nearer to words and their starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")

_START, _WORD_START, _IN_ROW, _ANYWHERE, _GAP = 60.0, 30.0, 20.0, 4.0, 0.5


def match_score(typed: str, text: str) -> float | None:
    """Return how well `typed` matches `text`, higher is better, or None where letters are missing.

    Case and blanks do not count. A match at the start of the text or of a word, and letters in a row, count
    most; among equals the shorter text wins.
    """
    wanted = [letter for letter in typed.lower() if not letter.isspace()]
    if not wanted:
        return 0.0
    plain = text.lower()
    best: float | None = None
    start = plain.find(wanted[0])
    while start >= 0:
        score = _score_from(wanted, plain, start)
        if score is not None and (best is None or score > best):
            best = score
        start = plain.find(wanted[0], start + 1)
    return None if best is None else best - len(text) * 0.1


def _score_from(wanted: list[str], text: str, start: int) -> float | None:
    score = _START if start == 0 else _WORD_START if _starts_word(text, start) else _ANYWHERE
    at = start
    for letter in wanted[1:]:
        following = text.find(letter, at + 1)
        if following < 0:
            return None
        if following == at + 1:
            score += _IN_ROW
        elif _starts_word(text, following):
            score += _WORD_START / 2
        else:
            score += _ANYWHERE - _GAP * (following - at)
        at = following
    return score


def _starts_word(text: str, place: int) -> bool:
    return place == 0 or not text[place - 1].isalnum()


def best_matches(typed: str, things: Iterable[Thing], texts: Callable[[Thing], Iterable[str]]) -> list[Thing]:
    """Return the things of which a text matches, the best first; equals keep their order.

    The first text of a thing counts fully, the others (help, category) a quarter.
    """
    found: list[tuple[float, int, Thing]] = []
    for place, thing in enumerate(things):
        scores = []
        for rank, text in enumerate(texts(thing)):
            score = match_score(typed, text)
            if score is not None:
                scores.append(score if rank == 0 else score * 0.25 - 20)
        if scores:
            found.append((-max(scores), place, thing))
    found.sort(key=lambda entry: entry[:2])
    return [thing for _, _, thing in found]
