"""Read what the menu bar and the context menus hold: ids of commands, separators, submenus."""

from __future__ import annotations

import json
from typing import NotRequired, TypedDict, cast

from editor.basics.resource_files import resource_path

SEPARATOR = "-"
RECENT, TEMPLATES = "<recent>", "<templates>"
"""The submenus whose entries are files, read when they open."""

Entries = tuple[str, ...]


class _Submenu(TypedDict):
    title: str
    commands: NotRequired[list[str]]
    prefix: NotRequired[str]
    after: NotRequired[list[str]]


class _Tables(TypedDict):
    bar: dict[str, list[str]]
    context: dict[str, list[str]]
    submenus: dict[str, _Submenu]
    repeated: list[str]


_TABLES = cast(_Tables, json.loads(resource_path("menus.json").read_text("utf-8")))
_SUBMENUS = _TABLES["submenus"]

MENUS: dict[str, Entries] = {title: tuple(entries) for title, entries in _TABLES["bar"].items()}
"""The menu bar: titles with their commands; names in angle brackets are submenus."""

NODE_MENU, PROBLEM_MENU, CANVAS_MENU, MAP_MENU, NEW_GRAPH_MENU, FOREIGN_MENU = (
    tuple(_TABLES["context"][name]) for name in ("node", "problem", "canvas", "map", "new_graph", "foreign")
)
"""Context menus; that of the map holds while its world is edited."""

SUBMENUS = {name: submenu["title"] for name, submenu in _SUBMENUS.items()}
"""The titles of the submenus."""

LISTED: dict[str, Entries] = {
    name: tuple(submenu["commands"]) for name, submenu in _SUBMENUS.items() if "commands" in submenu
}
"""What submenus list."""

PREFIXED = {name: submenu["prefix"] for name, submenu in _SUBMENUS.items() if "prefix" in submenu}
"""What the ids of the commands in a submenu begin with."""

AFTER: dict[str, Entries] = {
    name: tuple(submenu["after"]) for name, submenu in _SUBMENUS.items() if "after" in submenu
}
"""What follows those commands."""

REPEATED = tuple(_TABLES["repeated"])
"""Words of titles that say again what the submenu around them says; the palette needs them."""
