"""Hold what a document's references into other files lead to, for the check and the compiler.

Files are read elsewhere; here is only what was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.model.document import Graph


@dataclass(frozen=True, slots=True)
class ReferenceRefusal:
    """Say why a reference into another file leads nowhere; `instead` is a reference that would, or ""."""

    message: str
    remedy: str
    why: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class ReferencedGraphs:
    """Hold the graphs of other files that a document names, by reference as written.

    A reference that stands in neither mapping was not followed.
    """

    graphs: Mapping[str, Graph] = field(default_factory=dict)
    refusals: Mapping[str, ReferenceRefusal] = field(default_factory=dict)


NOTHING_REFERENCED = ReferencedGraphs()
