"""Read the steps of the tutorial from its help page, which is where they are written. Without Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass

from editor.help.help_library import help_folder

_MARKUP = re.compile(r"\]\([^)]*\)|[\[*`]")
_STEP = re.compile(r"^\d+\. (.*)$")


@dataclass(frozen=True, slots=True)
class TutorialPart:
    """Hold one paragraph in Markdown: a heading, a step with its number from 1, or words between steps."""

    words: str
    step: int = 0
    is_heading: bool = False

    @property
    def plain(self) -> str:
        """Return the words without markup, to be read aloud."""
        return _MARKUP.sub("", self.words)


def tutorial_parts(page: str | None = None) -> tuple[TutorialPart, ...]:
    """Return the sections of the page that have steps, in order, without pictures."""
    text = page if page is not None else (help_folder() / "tutorial.md").read_text(encoding="utf-8")
    parts: list[TutorialPart] = []
    count = 0
    for section in text.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        if not any(map(_STEP.match, lines)):
            continue
        parts.append(TutorialPart(title, is_heading=True))
        for line in lines:
            found = _STEP.match(line)
            count += found is not None
            if found is not None:
                parts.append(TutorialPart(found[1], count))
            elif line.strip() and not line.startswith("!["):
                parts.append(TutorialPart(line))
    return tuple(parts)
