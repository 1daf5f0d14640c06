"""Find and read help pages: those in files, of kinds, actions and conditions, of what is selected. Qt-free.

A page has an address: its path below the help folder without ending, such as `worlds`, `samples/tank` or
`kinds/action.arrive`. Pages of kinds are written from a registry, so those of a game have theirs too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from editor.basics.resource_files import resource_path
from editor.canvas.commands.node_choices import NodeChoice
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.help_pages import (
    INDEX_PAGE,
    TRANSITION_PAGE,
    action_page,
    condition_page,
    kind_page,
    page_markdown,
    page_names,
)
from graphs.model import Graph, StateMachineGraph
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX

FIRST_PAGE = "index"
KINDS = "kinds/"
SAMPLES = "samples/"
KINDS_INDEX = f"{KINDS}{INDEX_PAGE}"

_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")


@dataclass(frozen=True)
class PageLink:
    """Hold a link of a page: its words and where it leads, as written."""

    words: str
    target: str


def help_folder() -> Path:
    """Return the folder of the pages."""
    return resource_path("help")


def file_addresses() -> tuple[str, ...]:
    """Return the addresses of all pages that are in files, pages of kinds left out, in order of name."""
    folder = help_folder()
    found = (path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md"))
    return tuple(sorted(address for address in found if not address.startswith(KINDS)))


def page_addresses(registry: Registry) -> tuple[str, ...]:
    """Return the addresses of all pages: files first, then what the registry has."""
    return (*file_addresses(), *(f"{KINDS}{name}" for name in page_names(registry)))


def page_text(address: str, registry: Registry) -> str | None:
    """Return a page as Markdown, or None where there is none of this address."""
    path = PurePosixPath(address)
    if ".." in path.parts or path.is_absolute():
        return None
    if path.parts[:1] == ("kinds",) and len(path.parts) == 2:
        return page_markdown(path.name, registry)
    file = help_folder() / f"{address}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def page_title(text: str) -> str:
    """Return the first heading of a page; "" without one."""
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), "")


def links_of(text: str) -> tuple[PageLink, ...]:
    """Return the links of a page in order, pictures left out; code is no place for links."""
    links = []
    for line in _without_code(text).splitlines():
        links += [
            PageLink(found[1], found[2]) for found in _LINK.finditer(line) if not _is_picture(line, found)
        ]
    return tuple(links)


def heading_slug(heading: str) -> str:
    """Return the name by which a link leads to a heading, made as forges of git make it."""
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return words.replace(" ", "-")


def _is_picture(line: str, found: re.Match[str]) -> bool:
    return found.start() > 0 and line[found.start() - 1] == "!"


def _without_code(text: str) -> str:
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


OPENS_SAMPLE = "command:sample."


def page_of_sample(file_name: str) -> str:
    """Return the address of the page about a sample's document, "" when no page names it."""
    return _pages().get(file_name.removesuffix(DOCUMENT_SUFFIX), "")


@cache
def _pages() -> dict[str, str]:
    pages: dict[str, str] = {}
    own = [
        address
        for address in file_addresses()
        if address.startswith(SAMPLES) and not address.endswith("/index")
    ]
    for address in own:
        text = (help_folder() / f"{address}.md").read_text(encoding="utf-8")
        for link in links_of(text):
            if link.target.startswith(OPENS_SAMPLE):
                pages.setdefault(link.target.removeprefix(OPENS_SAMPLE), address)
    return pages


PANEL_PAGES: Mapping[str, str] = {
    "agents": "worlds",
    "blackboard": "expressions",
    "breakpoints": "debugging#breakpoints",
    "curves": "curves-and-fuzzy-sheets",
    "differences": "files",
    "files": "files",
    "find": "finding-your-way",
    "fuzzy": "curves-and-fuzzy-sheets#fuzzy-sheets",
    "foreign": "foreign-programs",
    "report": "importing",
    "history": "files",
    "log": "debugging",
    "moods": "needs-goals-and-moods#moods",
    "plots": "debugging",
    "preview": "preview",
    "problems": "checks",
    "senses": "senses",
    "statistics": "debugging",
    "takes": "debugging",
    "tests": "tests",
    "timeline": "debugging",
    "transitions": "debugging",
    "tutorial": "tutorial",
    "why": "debugging#asking-why",
}
"""The addresses of pages about panels, by the id of the panel; others are about what is selected."""


def page_of_panel(panel: str, heading: str = "") -> str:
    """Return the address of a panel's page, at a heading of it or the row of a table that begins so."""
    page = PANEL_PAGES[panel]
    return f"{page.partition('#')[0]}#{heading}" if heading else page


def page_of_selection(graph: Graph | None, selection: Iterable[str], registry: Registry) -> str:
    """Return the page of what is selected; the index where nothing, or more than one kind, is selected."""
    pages = (
        {page_of_element(graph, element, registry) for element in selection} if graph is not None else set()
    )
    return next(iter(pages)) if len(pages) == 1 else INDEX_PAGE


def page_of_element(graph: Graph, element: str, registry: Registry) -> str:
    """Return the page of a node or transition; of its action, where a node is but that."""
    if isinstance(graph, StateMachineGraph) and element in graph.edges:
        return TRANSITION_PAGE
    node = graph.nodes.get(element)
    if node is None:
        return INDEX_PAGE
    action = getattr(node, "action", None)
    if isinstance(action, str) and action in registry.actions:
        return action_page(action)
    kind = registry.kind(graph.kind, node.kind)
    return kind_page(kind) if kind is not None else INDEX_PAGE


def page_of_choice(choice: NodeChoice, graph_kind: GraphKind, registry: Registry) -> str:
    """Return the page of what can be added."""
    source, _, name = choice.key.partition(":")
    if source == "action" and name in registry.actions:
        return action_page(name)
    if source == "condition" and name in registry.conditions:
        return condition_page(name)
    kind = registry.kind(graph_kind, choice.kind)
    return kind_page(kind) if kind is not None else INDEX_PAGE
