"""Go through the text of a file by patterns, with the line and the column at hand."""

from __future__ import annotations

import re

from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source


class TextCursor:
    """Hold how far a text has been read."""

    def __init__(self, source: Source, text: str) -> None:
        self.source, self.text, self.at = source, text, 0
        self._counted, self._line, self._start = 0, 1, 0

    def ends(self) -> bool:
        """Tell whether nothing is left."""
        return self.at >= len(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what is here by a pattern and go behind it; None where something else is."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def take(self, mark: str) -> bool:
        """Go behind a mark; return False where something else is."""
        is_there = self.text.startswith(mark, self.at)
        self.at += len(mark) if is_there else 0
        return is_there

    def place(self) -> tuple[int, int]:
        """Return line and column from 1; they are counted on from the last place that was asked for."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._start = max(self._start, self.text.rfind("\n", self._counted, self.at) + 1)
        self._counted = self.at
        return self._line, self.at - self._start + 1

    def wrong(self, said: str, remedy: str) -> FileProblem:
        """Return the refusal of what is here."""
        return self.source.problem(said, remedy, *self.place())
