"""Say what is looked for, and where it stands in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

Span = tuple[int, int]
"""Begin and end of a match in a text, in characters."""


@dataclass(frozen=True)
class TextQuery:
    """Hold what is looked for: a piece of text, in any case unless `match_case`.

    `whole_words` leaves out matches inside longer words: `d` is not found in `red`.
    """

    text: str
    whole_words: bool = False
    match_case: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is looked for."""
        return not self.text.strip()

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return where the piece stands in a text; nothing for an empty query."""
        if self.is_empty:
            return ()
        return tuple(found.span() for found in self._pattern.finditer(text))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        piece = re.escape(self.text.strip())
        if self.whole_words:
            piece = rf"(?<!\w){piece}(?!\w)"
        return re.compile(piece, 0 if self.match_case else re.IGNORECASE)
