"""Describe one command: what menus, keys, the tool bar, the palette and tests share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from editor.basics.resource_files import resource_path


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


@cache
def command_words() -> Mapping[str, Mapping[str, str]]:
    """Return title, help and icon of the commands whose words are the same always, by id."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(
        resource_path("commands.json").read_text("utf-8")
    )
    return found["commands"]


def worded(
    command_id: str,
    run: Callable[[], None],
    *,
    enabled: Callable[[], bool] = always,
    checked: Callable[[], bool] | None = None,
) -> Command:
    """Return a command with its words from `resources/commands.json`; raises KeyError for an unknown id."""
    words = command_words()[command_id]
    return Command(
        command_id, words["title"], run, words.get("help", ""), words.get("icon", ""), enabled, checked
    )
