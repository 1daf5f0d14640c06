"""Describe one command: what menus, keys, the tool bar, the palette and tests share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def always() -> bool:
    """Say yes: the command can always run."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """Hold one command.

    `id` is "group.verb", `title` what a menu shows ("…" at the end when it asks something first), `help`
    one sentence. `enabled` tells whether it can run now; `checked` makes it a toggle and tells its state.
    """

    id: str
    title: str
    run: Callable[[], None]
    help: str = ""
    icon: str = ""
    enabled: Callable[[], bool] = always
    checked: Callable[[], bool] | None = None
