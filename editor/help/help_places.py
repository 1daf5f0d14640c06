"""List what the help has to go to: its pages and their headings. Qt-free."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from editor.help.help_library import KINDS, file_addresses, heading_slug, help_folder, page_title
from editor.help.help_search import plain_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.help_pages import action_page, condition_page, kind_page

_KINDS_PAGE = "Nodes"


@dataclass(frozen=True, slots=True)
class HelpPlace:
    """Hold a page or a heading of one: its words, where it stands ("" for a page of a file), its address."""

    title: str
    page: str
    address: str


def help_places(registry: Registry) -> tuple[HelpPlace, ...]:
    """Return the pages that stand in files with their headings, then the pages of kinds and actions."""
    return (*_places_of_files(str(help_folder())), *_places_of_kinds(registry))


@lru_cache(maxsize=1)
def _places_of_files(_folder: str) -> tuple[HelpPlace, ...]:
    return tuple(place for address in file_addresses() for place in _places_of(address, _read(address)))


def _read(address: str) -> str:
    return (help_folder() / f"{address}.md").read_text(encoding="utf-8")


def _places_of(address: str, text: str) -> Iterator[HelpPlace]:
    title = plain_text(page_title(text)) or address
    yield HelpPlace(title, "", address)
    is_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code and re.match(r"#{2,6} ", line):
            words = plain_text(line)
            yield HelpPlace(words, title, f"{address}#{heading_slug(words)}")


def _places_of_kinds(registry: Registry) -> Iterator[HelpPlace]:
    for kind in registry.kinds.values():
        yield HelpPlace(kind.title, _KINDS_PAGE, f"{KINDS}{kind_page(kind)}")
    for action in registry.actions.values():
        yield HelpPlace(action.title, "Actions", f"{KINDS}{action_page(action.id)}")
    for condition in registry.conditions.values():
        yield HelpPlace(condition.title, "Conditions", f"{KINDS}{condition_page(condition.id)}")
