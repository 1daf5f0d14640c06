"""Hold parameters that several kinds declare alike."""

from __future__ import annotations

from graphs.kinds.declarations.parameter import Parameter

MEMORY = Parameter(
    "memory",
    "enum",
    "resume",
    "Resume goes on at the child that was running. Keep also keeps the place when it ends "
    "before its last child or is halted. None starts at the first child every tick, the reactive form.",
    choices=("resume", "keep", "none"),
    evaluated="never",
)

PACE = Parameter(
    "pace",
    "enum",
    "tick",
    "Tick makes one attempt per tick; same tick loops at once, within the visit budget.",
    choices=("tick", "same_tick"),
    evaluated="never",
)

REFUSED = Parameter(
    "refused",
    "enum",
    "failure",
    "What a refusal gives.",
    choices=("failure", "skipped"),
    evaluated="never",
)

COUNTS = Parameter(
    "counts",
    "enum",
    "all",
    "Which completions count.",
    choices=("all", "success", "failure"),
    evaluated="never",
)

AFTERWARDS = Parameter(
    "afterwards",
    "enum",
    "skipped",
    "What it gives once the limit is reached.",
    choices=("skipped", "failure", "last"),
    evaluated="never",
)


def duration(name: str, default: float, text: str) -> Parameter:
    """Return a parameter that holds a duration in seconds, evaluated on enter (rule 2.2)."""
    return Parameter(name, "seconds", default, text, minimum=0, unit="s", evaluated="enter")


def count(name: str, default: int | None, text: str, *, optional: bool = False) -> Parameter:
    """Return a parameter that holds a number of times from 0 on, evaluated on enter."""
    return Parameter(name, "int", default, text, minimum=0, evaluated="enter", optional=optional)
