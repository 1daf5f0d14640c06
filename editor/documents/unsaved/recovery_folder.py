"""Keep the side files of this program, and find those of programs that ended without saving; no Qt."""

from __future__ import annotations

import json
import os
import secrets
import sys
from dataclasses import asdict, dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path
from typing import IO, Literal

from graphs.files.document_file import FileProblem, read_file, write_whole
from graphs.files.plain_file import plain_file

FOLDER_NAME = "recovery"

_MOST_TRIES = 5


@dataclass(frozen=True)
class Leftover:
    """Hold a side file that a program left behind; with a `problem`, why it cannot be read."""

    path: Path
    header: SideHeader
    content: bytes = b""
    problem: str = ""


class RecoveryFolder:
    """Own a folder of side files in the user's state folder, which no other program touches while it runs.

    Nothing is made on disk before the first side file is written. All methods may be called from any one
    thread at a time.
    """

    def __init__(self, state_folder: Path) -> None:
        self._root = state_folder / FOLDER_NAME
        self._own = self._root / "none"
        self._lock: FolderLock | None = None
        self._adopted: dict[Path, FolderLock] = {}

    def write(self, key: str, header: SideHeader, data: bytes) -> None:
        """Write a side file whole or not at all, in place of the one of the same key; raise OSError."""
        if self._lock is None:
            self._lock = self._locked_folder()
        write_whole(self._file(key), side_bytes(header, data))

    def remove(self, key: str) -> None:
        """Remove the side file of a key, if there is one."""
        self._file(key).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove all own side files and the folder: the user was asked about every change."""
        if self._lock is not None:
            _empty(self._own, self._lock)
            self._lock = None
        self.release()

    def release(self) -> None:
        """Let go of everything and leave the side files that there are."""
        for folder, lock in (*self._adopted.items(), (self._own, self._lock)):
            if lock is not None:
                lock.release()
                _remove_if_empty(folder)
        self._adopted, self._lock = {}, None

    def leftovers(self) -> tuple[Leftover, ...]:
        """Return the side files of programs that run no more, the oldest first, and hold on to them."""
        found: list[Leftover] = []
        for folder in _folders(self._root):
            if folder == self._own or not self._adopt(folder):
                continue
            files = sorted(file for file in folder.glob(f"*{SIDE_SUFFIX}") if not file.is_dir())
            found += [_read(file) for file in files]
            if not files:
                self._let_go(folder)
        return tuple(sorted(found, key=lambda leftover: (leftover.header.time, str(leftover.path))))

    def discard(self, leftover: Leftover) -> None:
        """Remove a side file that was left behind; raise OSError when the disk refuses."""
        leftover.path.unlink(missing_ok=True)
        if not any(leftover.path.parent.glob(f"*{SIDE_SUFFIX}")):
            self._let_go(leftover.path.parent)

    def _locked_folder(self) -> FolderLock:
        """Make the own folder; a program that looks for leftovers may take it away before it is held."""
        for _ in range(_MOST_TRIES):
            self._own = self._root / f"{os.getpid()}-{secrets.token_hex(4)}"
            self._own.mkdir(parents=True, exist_ok=True)
            lock = FolderLock(self._own)
            try:
                if lock.take():
                    return lock
            except FileNotFoundError:
                continue
        raise OSError(f"no folder can be held in {self._root}")

    def _file(self, key: str) -> Path:
        return self._own / f"{key}{SIDE_SUFFIX}"

    def _adopt(self, folder: Path) -> bool:
        """Take the lock of a folder; False when a running program has it or it cannot be reached."""
        lock = self._adopted.get(folder) or FolderLock(folder)
        try:
            taken = lock.take()
        except OSError:
            return False
        if taken:
            self._adopted[folder] = lock
        return taken

    def _let_go(self, folder: Path) -> None:
        lock = self._adopted.pop(folder, None)
        if lock is not None:
            _empty(folder, lock)


def _folders(root: Path) -> list[Path]:
    try:
        return sorted(folder for folder in root.iterdir() if folder.is_dir())
    except OSError:
        return []


def _read(file: Path) -> Leftover:
    unknown = SideHeader("document", file.name)
    try:
        header, content = read_side(read_file(file))
    except FileProblem as problem:
        return Leftover(file, unknown, problem=problem.message)
    except ValueError as error:
        return Leftover(file, unknown, problem=str(error))
    return Leftover(file, header, content)


def _empty(folder: Path, lock: FolderLock) -> None:
    """Remove what this program wrote into a folder, and the folder unless something else is in it."""
    for file in [*folder.glob(f"*{SIDE_SUFFIX}"), *folder.glob(f".*{SIDE_SUFFIX}.*.part")]:
        file.unlink(missing_ok=True)
    lock.release()
    _remove_if_empty(folder)


def _remove_if_empty(folder: Path) -> None:
    try:
        if all(file.name == LOCK_NAME for file in folder.iterdir()):
            (folder / LOCK_NAME).unlink(missing_ok=True)
            folder.rmdir()
    except OSError:
        return


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
    are_texts = all(isinstance(text, str) for text in texts.values())
    if texts["kind"] not in ("document", "world") or not are_texts:
        raise ValueError("Its first line does not say what it holds.")
    if not all(_can_be_path(texts[name]) for name in ("path", "folder", "made_for")):
        raise ValueError("Its first line names a file that cannot be.")
    return SideHeader(**texts), content


def _can_be_path(text: str) -> bool:
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


LOCK_NAME = "in-use"


class FolderLock:
    """Own the lock file of one folder. Without Qt.

    A lock is taken at the operating system, not by the file being there, so that a program that was killed
    holds nothing and a process number used again means nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_NAME
        self._stream: IO[bytes] | None = None

    def take(self) -> bool:
        """Take the lock; False when another program has it. Raises OSError where no file can be made."""
        if self._stream is not None:
            return True
        stream = plain_file(self.path).open("ab")
        try:
            _lock(stream)
        except OSError:
            stream.close()
            return False
        self._stream = stream
        return True

    def release(self) -> None:
        """Let go of the lock and remove its file."""
        if self._stream is None:
            return
        # Windows removes no open file, so that the file goes last.
        self._stream.close()
        self._stream = None
        self.path.unlink(missing_ok=True)


def _lock(stream: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
