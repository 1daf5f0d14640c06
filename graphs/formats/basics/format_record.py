"""The record of one format: how a file of it is known, read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.projects.manifest_file import Manifest


@dataclass(frozen=True)
class Imported:
    """Hold what files became: a document, what the game must bring for it, and a row for every construct."""

    document: Document
    rows: tuple[FormatRow, ...]
    manifest: Manifest | None = None


@dataclass(frozen=True)
class WrittenFile:
    """Hold a file that was written: how its name ends behind that of the document, and its text."""

    suffix: str
    text: str


@dataclass(frozen=True)
class Written:
    """Hold what a document became: the file itself first, then others beside it, and a row for every part."""

    files: tuple[WrittenFile, ...]
    rows: tuple[FormatRow, ...]


Reader = Callable[[Sequence[Source], Registry], Imported]
"""Read files of a format, together into one document; raises `FileProblem` for what is none of it.

What is read refers to places in these files. Rows are in the order of the files.
"""

Writer = Callable[[Document, Registry, str], Written]
"""Write a document; the text is what it is called, the name of its file without the ending.

Never refuses a document that opens: what cannot be said is a row.
"""


@dataclass(frozen=True)
class Format:
    """Describe one format.

    `id` is its name on the command line, `title` what people call it, `endings` how names of its files end,
    the one that is written first. `recognizes` tells by what a file holds, cheaply, whether it is of the
    format; it raises nothing, whatever the bytes.
    """

    id: str
    title: str
    endings: tuple[str, ...]
    recognizes: Callable[[Source], bool] = lambda _source: False
    read: Reader | None = None
    write: Writer | None = None
