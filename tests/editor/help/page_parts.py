"""Take pages of the help apart."""

from __future__ import annotations

import re

from editor.help.help_library import _LINK, _is_picture, _without_code, heading_slug


def pictures_of(text: str) -> tuple[str, ...]:
    """Return what the pictures of a page are named, as written."""
    lines = _without_code(text).splitlines()
    return tuple(found[2] for line in lines for found in _LINK.finditer(line) if _is_picture(line, found))


def heading_slugs(text: str) -> tuple[str, ...]:
    """Return the names of all headings of a page, in order."""
    lines = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()
    return tuple(heading_slug(line.lstrip("#")) for line in lines if re.match(r"#{1,6} ", line))
