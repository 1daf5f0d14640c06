"""Describe, write and read one side file: what of a document or world no file of the user holds yet.

A side file is one line of JSON that says what it is, and below it the document or world as its own file would
hold it. Whoever deletes the first line has an ordinary file.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path
from typing import Literal

Kind = Literal["document", "world"]

SIDE_SUFFIX = ".recovery"
VERSION = 1


@dataclass(frozen=True, slots=True)
class SideHeader:
    """Say what a side file holds.

    `path` is the file it would be saved to, "" before it has one, and `name` that file's name. `time` is when
    it was written, in ISO form with the offset from UTC. `base` is the hash of the user's file that the
    changes began with, "" without one. `folder` is where the minds of a world are named from, `made_for`
    the file, or the name without one, of the document that an untitled world was made for.
    """

    kind: Kind
    name: str
    path: str = ""
    time: str = ""
    base: str = ""
    folder: str = ""
    made_for: str = ""

    @property
    def file(self) -> Path | None:
        """Return the file it would be saved to, None before it has one."""
        return Path(self.path) if self.path else None

    @property
    def written_at(self) -> datetime | None:
        """Return when it was written, None if that cannot be read."""
        try:
            found = datetime.fromisoformat(self.time).astimezone(UTC)
        except (ValueError, OverflowError, OSError):
            return None
        # The first and the last year have hours that no other time zone can say.
        return found if MINYEAR < found.year < MAXYEAR else None


def side_bytes(header: SideHeader, data: bytes) -> bytes:
    """Return the bytes of a side file; `data` are those of the ordinary file."""
    line = json.dumps({"format": "mindloom-recovery", "version": VERSION, **asdict(header)}, sort_keys=True)
    return f"{line}\n".encode() + data


def read_side(data: bytes) -> tuple[SideHeader, bytes]:
    """Return header and content of a side file; raise ValueError with what is wrong for other bytes."""
    line, separator, content = data.partition(b"\n")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not separator or not isinstance(value, dict) or value.get("format") != "mindloom-recovery":
        raise ValueError("This is no recovery file of Mindloom.")
    if value.get("version") != VERSION:
        raise ValueError(f"It was written by another version of Mindloom ({str(value.get('version'))[:20]}).")
    texts = {name: value.get(name, "") for name in SideHeader.__slots__}
    if texts["kind"] not in ("document", "world") or not all(isinstance(one, str) for one in texts.values()):
        raise ValueError("Its first line does not say what it holds.")
    if not all(_can_be_path(texts[name]) for name in ("path", "folder", "made_for")):
        raise ValueError("Its first line names a file that cannot be.")
    return SideHeader(**texts), content


def _can_be_path(text: str) -> bool:
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False
