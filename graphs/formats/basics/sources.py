"""The files that are read: their bytes, and others beside them that they name.

What a file names is only looked for in the folder of the file that was asked for and below it, links
followed, so that no file reads what is none of its business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from graphs.files.document_file import FileProblem, read_file

MOST_BYTES = 8 * 1024 * 1024
"""The largest file of another program that is read."""

MOST_FILES = 200
"""The most files that one import reads."""


@dataclass
class SourceFolder:
    """Hold the folder that one import may read, and count what it read."""

    path: Path
    files: int = 0

    def load(self, name: str, asked_by: str) -> bytes:
        """Return the bytes of a file by its path from this folder; raises `FileProblem`."""
        parts = PurePosixPath(name.replace("\\", "/"))
        inside = not (parts.is_absolute() or ":" in name or ".." in parts.parts or "\0" in name)
        target = self.path / parts
        if not inside or not target.resolve().is_relative_to(self.path.resolve()):
            said = f"It includes {name!r}, which is not in the folder of the file that is imported."
            raise FileProblem(Path(asked_by), "", said, "Copy the file beside it, and name it without '..'.")
        self.files += 1
        if self.files > MOST_FILES:
            said = f"It includes more than {MOST_FILES} files."
            raise FileProblem(Path(asked_by), "", said, "Import them in parts.")
        return limited(read_file(target), target)


def limited(data: bytes, path: Path) -> bytes:
    """Return the bytes of a file, or raise `FileProblem` where they are too many."""
    if len(data) > MOST_BYTES:
        said = f"The file has {len(data):,} bytes; at most {MOST_BYTES:,} are read."
        raise FileProblem(path, "", said, "Split it into several files.")
    return data


@dataclass(frozen=True)
class Source:
    """Hold one file: `name` as it is shown and, from `folder`, looked for; what it holds; where it is."""

    name: str
    data: bytes
    folder: SourceFolder | None = field(default=None, compare=False)

    @classmethod
    def at(cls, path: Path) -> Source:
        """Return the file at a path; raises `FileProblem`."""
        return cls(path.name, limited(read_file(path), path), SourceFolder(path.parent))

    def text(self, remedy: str = "Save it in UTF-8.") -> str:
        """Return what it holds as text; raises `FileProblem` where it is not UTF-8."""
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self.problem(f"Its text cannot be read: byte {error.start} is not UTF-8.", remedy) from None

    def beside(self, name: str) -> Source:
        """Return a file that this one names, relative to itself; raises `FileProblem`."""
        if self.folder is None:
            said = f"It includes {name!r}, and it is not known where to look for it."
            raise self.problem(said, "Import it from a folder.")
        parent = PurePosixPath(self.name.replace("\\", "/")).parent
        inner = name if parent == PurePosixPath() else f"{parent.as_posix()}/{name}"
        return Source(inner, self.folder.load(inner, self.name), self.folder)

    def found_beside(self, *names: str) -> Source | None:
        """Return the first file that is there of some that this one may mean."""
        for name in dict.fromkeys(filter(None, names)):
            try:
                return self.beside(name)
            except FileProblem:
                continue
        return None

    def problem(self, said: str, remedy: str, *at: int) -> FileProblem:
        """Return the refusal of this file; `at` are a line and a column, or a line alone, 0 for none."""
        words = zip(("line", "column"), at, strict=False)
        where = ", ".join(f"{word} {number}" for word, number in words if number)
        return FileProblem(Path(self.name), where, said, remedy)
