"""Write the tables of the help page about the preview from the overlays' own records, and read the page."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from editor.basics.resource_files import resource_path
from editor.map.overlays.overlay_catalogue import kinds_of
from editor.map.overlays.overlay_kind import SECTIONS, OverlayKind, Section
from editor.map.picture.world_picture import Whom
from graphs.files.document_file import write_whole
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.worlds.kinds.sensors import SENSOR_KINDS

BEGIN, END = (
    "<!-- overlays: written by python -m tools.help_pages.preview_page -->",
    "<!-- end of overlays -->",
)

_HEADER = "| overlay | shows | of | at first for |\n|---|---|---|---|"
_WHOM = {Whom.NONE: "nobody", Whom.PICKED: "the picked agent", Whom.ALL: "all"}


def overlay_tables() -> str:
    """Return a table of overlays for each section, as Markdown."""
    parts = []
    for section in Section:
        title = SECTIONS[section]
        rows = "\n".join(_rows(section))
        parts.append(f"### {title.title}\n\n{title.help}.\n\n{_HEADER}\n{rows}\n")
    return "\n".join(parts)


def _rows(section: Section) -> Iterator[str]:
    for kind in kinds_of(section):
        yield f"| **{kind.title}** | {kind.help}{_marks(kind)} | {_of(kind)} | {_WHOM[kind.whom]} |"


def _marks(kind: OverlayKind) -> str:
    words = "; ".join(style.words for style in kind.styles)
    return f" Marks: {words}." if words else ""


def _of(kind: OverlayKind) -> str:
    """Return the behaviors and sensors that a kind shows, in words."""
    if set(kind.shows) == set(BEHAVIORS):
        return "every behavior"
    titles = [
        BEHAVIORS[name].title if name in BEHAVIORS else f"sensor {SENSOR_KINDS[name].title.lower()}"
        for name in kind.shows
    ]
    return ", ".join(titles) or ("agents" if len(kind.choices) == 3 else "the world")


def with_tables(page: str) -> str:
    """Return the page with its tables as the records are now.

    Raises ValueError for a page without a place for them.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page has no place for the overlays: expected {BEGIN!r} and {END!r}.")
    return f"{before}{BEGIN}\n\n{overlay_tables()}\n{END}{after}"


def page_text() -> str:
    """Return the help page about the preview."""
    return resource_path("help", "preview.md").read_text(encoding="utf-8")


def main() -> int:
    """Write the tables into the page."""
    path = resource_path("help", "preview.md")
    write_whole(path, with_tables(page_text()).encode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
