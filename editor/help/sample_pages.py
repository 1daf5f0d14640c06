"""Find the help page of a bundled sample and the picture of it. Qt-free.

A page about samples names its documents in links `command:sample.NAME`; the first page that names one is its
page.
"""

from __future__ import annotations

from functools import cache

from editor.documents.open.world_choice import DOCUMENT_SUFFIX
from editor.help.help_library import SAMPLES, file_addresses, help_folder, links_of

OPENS_SAMPLE = "command:sample."


def page_of_sample(file_name: str) -> str:
    """Return the address of the page about a sample's document, "" when no page names it."""
    return _pages().get(file_name.removesuffix(DOCUMENT_SUFFIX), "")


@cache
def _pages() -> dict[str, str]:
    pages: dict[str, str] = {}
    own = [one for one in file_addresses() if one.startswith(SAMPLES) and not one.endswith("/index")]
    for address in own:
        text = (help_folder() / f"{address}.md").read_text(encoding="utf-8")
        for link in links_of(text):
            if link.target.startswith(OPENS_SAMPLE):
                pages.setdefault(link.target.removeprefix(OPENS_SAMPLE), address)
    return pages
