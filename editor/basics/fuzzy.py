"""Find entries by a few typed letters; no Qt."""

from __future__ import annotations


def match_score(wanted: str, text: str) -> int | None:
    """Return how well `text` answers what was typed: higher is better, None for not at all.

    All words must be found, each as a piece of the text, or as its letters in order.
    """
    lowered = text.lower()
    total = 0
    for word in wanted.lower().split():
        at = lowered.find(word)
        if at >= 0:
            starts_word = at == 0 or not lowered[at - 1].isalnum()
            total += 100 + (40 if starts_word else 0) - min(at, 30)
            continue
        if not _letters_in_order(word, lowered):
            return None
        total += 10
    return total - len(text) // 8


def _letters_in_order(word: str, text: str) -> bool:
    at = 0
    for letter in word:
        at = text.find(letter, at) + 1
        if at == 0:
            return False
    return True
