"""Write Python source line by line, and gather the objects its names stand for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class SourceWriter:
    """Hold the lines of one function under construction and the names it uses."""

    def __init__(self, names: dict[str, object]) -> None:
        self.lines: list[str] = []
        self.names = names
        self._indent = 1

    def line(self, text: str) -> None:
        """Add one line at the present depth."""
        self.lines.append("    " * self._indent + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add `head` and indent what is written inside; an empty block gets a `pass`.

        Without a head, what is written inside stands where it is.
        """
        if not head:
            yield
            return
        self.line(head)
        count = len(self.lines)
        self._indent += 1
        yield
        if len(self.lines) == count:
            self.line("pass")
        self._indent -= 1

    def name(self, prefix: str, index: int, value: object) -> str:
        """Let the name `prefix_index` stand for `value`, and return it."""
        name = f"{prefix}_{index}"
        self.names[name] = value
        return name
