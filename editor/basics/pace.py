"""Say how far long work is, how fast it goes and how long it will take."""

from __future__ import annotations


def progress_words(done: int, runs: int, there: int, seconds: float) -> str:
    """Return how many of `runs` are done, how many come in a second, or in a minute, and the time to go.

    `there` were done before, in no time; the others took `seconds`.
    """
    text = f"{done:,} of {runs:,} runs"
    fresh = done - there
    if fresh <= 0 or seconds <= 0:
        return text
    rate = fresh / seconds
    pace = f"{rate:.1f} runs/s" if rate >= 1 else f"{rate * 60:.1f} runs/min"
    return f"{text} · {pace} · {duration((runs - done) / rate)} left"


def duration(seconds: float) -> str:
    """Return a time in words that suit its size: 12 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
