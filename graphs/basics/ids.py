"""Make the short random ids of graphs, nodes and edges."""

from __future__ import annotations

import secrets
from collections.abc import Container

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits that are not taken for one another."""

LENGTH = 8


def new_id(taken: Container[str] = ()) -> str:
    """Return a new random id of eight characters that is not in `taken`.

    An id starts with a letter, is made once, kept on rename and move, and made anew on paste. It names
    things in files only; no run draws from the source used here.
    """
    while True:
        first = secrets.choice(ALPHABET[:24])
        candidate = first + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH - 1))
        if candidate not in taken:
            return candidate
