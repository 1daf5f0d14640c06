"""Report what is wrong in an expression, where, and what to do about it."""

from __future__ import annotations


class ExpressionError(Exception):
    """Say that an expression or action line is refused (rule 2.6).

    ``start`` and ``end`` are character positions in the checked text (``end`` exclusive), ``remedy``
    is a full sentence or empty, ``line`` is the zero-based index in an action block or None.
    """

    def __init__(self, message: str, start: int, end: int, remedy: str = "", line: int | None = None) -> None:
        super().__init__(message, start, end, remedy, line)
        self.message = message
        self.start = start
        self.end = end
        self.remedy = remedy
        self.line = line

    def __str__(self) -> str:
        place = "" if self.line is None else f"Line {self.line + 1}: "
        return f"{place}{self.message} {self.remedy}".rstrip()

    def at_line(self, line: int) -> ExpressionError:
        """Return the same error, as it is in the given zero-based line of an action block."""
        return ExpressionError(self.message, self.start, self.end, self.remedy, line)
