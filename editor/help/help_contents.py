"""Read the table of contents of the help from its first page. Qt-free.

The first page is the only source: each of its headings of the second level is a section, each link of a list
below it is a page. What the kinds and the samples have more is listed under their own pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from editor.help.help_library import (
    FIRST_PAGE,
    KINDS,
    KINDS_INDEX,
    SAMPLES,
    file_addresses,
    links_of,
    page_text,
    page_title,
)
from graphs.kinds.declarations.registry import Registry

SAMPLES_INDEX = f"{SAMPLES}index"
MORE = "More"


@dataclass(frozen=True)
class ContentsEntry:
    """Hold a line of the contents: its title, the page's address ("" for a heading), what is below it."""

    title: str
    address: str = ""
    entries: tuple[ContentsEntry, ...] = field(default=())


def help_contents(registry: Registry) -> tuple[ContentsEntry, ...]:
    """Return the sections of the contents in order; pages named nowhere stand in one more section."""
    text = page_text(FIRST_PAGE, registry) or ""
    sections = [
        ContentsEntry(title, entries=tuple(_entry(line, registry) for line in lines if links_of(line)))
        for title, lines in _sections(text, "- ")
    ]
    named = {one.address for section in sections for one in all_entries((section,))} | {FIRST_PAGE}
    left = [address for address in file_addresses() if address not in named]
    if left:
        more = [ContentsEntry(page_title(page_text(one, registry) or "") or one, one) for one in left]
        sections.append(ContentsEntry(MORE, entries=tuple(more)))
    return tuple(section for section in sections if section.entries)


def all_entries(entries: Iterable[ContentsEntry]) -> list[ContentsEntry]:
    """Return entries with everything below them, in the order they are listed."""
    found: list[ContentsEntry] = []
    for one in entries:
        found += [one, *all_entries(one.entries)]
    return found


def _entry(line: str, registry: Registry) -> ContentsEntry:
    link = links_of(line)[0]
    address = link.target.removesuffix(".md")
    if address == KINDS_INDEX:
        return ContentsEntry(link.words, address, _groups(address, KINDS, "| ", registry))
    if address == SAMPLES_INDEX:
        return ContentsEntry(link.words, address, _groups(address, SAMPLES, "- ", registry))
    return ContentsEntry(link.words, address)


def _groups(address: str, folder: str, mark: str, registry: Registry) -> tuple[ContentsEntry, ...]:
    """Return the sections of a page that lists the pages of a folder, each with its pages."""
    groups = []
    for title, lines in _sections(page_text(address, registry) or "", mark):
        links = [links_of(line)[0] for line in lines if links_of(line)]
        pages = (ContentsEntry(one.words, folder + one.target.removesuffix(".md")) for one in links)
        groups.append(ContentsEntry(title, entries=tuple(pages)))
    return tuple(one for one in groups if one.entries)


def _sections(text: str, mark: str) -> list[tuple[str, list[str]]]:
    """Return each heading of the second level with the lines below it that begin with a mark."""
    sections: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("## "):
            sections.append((line[3:].strip(), []))
        elif sections and line.startswith(mark):
            sections[-1][1].append(line)
    return sections
