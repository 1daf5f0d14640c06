"""Give names of other programs the form that names have here, each one of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphs.basics.ids import free_name
from graphs.expressions.names import RESERVED_NAMES


class LegalNames:
    """Hand out a legal name for each name of another program, always the same one.

    `taken` are names that none may have. `originals` says what each legal name was.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*taken, *RESERVED_NAMES}
        self._legal: dict[str, str] = {}

    @property
    def originals(self) -> dict[str, str]:
        """Return the original names by the legal ones, in the order they were asked for."""
        return {legal: original for original, legal in self._legal.items()}

    def legal(self, original: str, otherwise: str = "name") -> str:
        """Return the legal name of an original; `otherwise` is for one without any letter or digit."""
        found = self._legal.get(original)
        if found is None:
            found = self._legal[original] = self.free(original, otherwise)
        return found

    def free(self, wanted: str, otherwise: str = "name") -> str:
        """Return a legal name like the one that is wanted, and keep it from others."""
        stem = (
            re.sub(r"[^A-Za-z0-9_]+", "_", wanted)[:60].strip("_" if wanted[:1] != "_" else "") or otherwise
        )
        stem = f"{otherwise}_{stem}" if stem[0].isdigit() else stem
        found = free_name(stem, self._taken)
        self._taken.add(found)
        return found
