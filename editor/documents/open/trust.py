"""Remember which project folders the user trusts, and show the Python that would run; without Qt.

The list is in the user's own state folder, never in a project, so that no project can trust itself. A
list that is missing or damaged trusts no folder.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from editor.basics.plain_markdown import plain_markdown
from editor.basics.user_state import state_folder
from editor.documents.open.messages import Message, message_of
from editor.documents.open.open_project import OpenProject, Trusts, trusts_every_folder, waiting_text
from graphs.files.document_file import write_whole
from graphs.files.plain_file import plain_file
from graphs.projects.project_file import Project
from graphs.projects.relative_paths import PathRefused, path_inside

FILE_NAME = "trusted_folders.json"


class TrustStore:
    """Read and write the list of trusted folders, by their real paths.

    Trust is for one folder: neither the folders in it nor those around it are trusted with it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or state_folder()) / FILE_NAME

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return the trusted folders, in order of their paths; they may be gone by now."""
        return tuple(Path(folder) for folder in sorted(self._read()))

    def trusts(self, folder: Path) -> bool:
        """Tell whether the user trusts `folder`."""
        return _real(folder) in self._read()

    def trust(self, folder: Path) -> None:
        """Trust `folder` from now on; raise OSError when the list cannot be written."""
        self._write(self._read() | {_real(folder)})

    def withdraw(self, folder: Path) -> None:
        """Trust `folder` no longer; raise OSError when the list cannot be written."""
        known = self._read()
        if _real(folder) in known:
            self._write(known - {_real(folder)})

    def _read(self) -> frozenset[str]:
        try:
            value = json.loads(plain_file(self._path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return frozenset()
        listed = value.get("folders") if isinstance(value, dict) else None
        if not isinstance(listed, list) or not all(isinstance(name, str) and name for name in listed):
            return frozenset()
        return frozenset(listed)

    def _write(self, folders: frozenset[str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"folders": sorted(folders)}, indent=2, ensure_ascii=False)
        write_whole(self._path, f"{text}\n".encode())


def _real(folder: Path) -> str:
    return os.path.realpath(folder)


MOST_LINES_SHOWN = 400
"""Lines of one module that are shown; the rest is for a text editor."""


@dataclass(frozen=True, slots=True)
class ListedModule:
    """Hold one Python file a project names: its text, or why there is none to read."""

    name: str
    text: str = ""
    trouble: str = ""

    @property
    def line_count(self) -> int:
        """Return how many lines it has."""
        return len(self.text.splitlines())


def listed_modules(project: Project) -> tuple[ListedModule, ...]:
    """Return the Python files a project names, in their order, read as text and never run."""
    return tuple(_listed(project, name) for name in project.file.python_modules)


def module_page(project: Project, *, trusted: bool) -> str:
    """Return a page in Markdown that shows what runs, or would run, when the folder is trusted."""
    what = "These files run" if trusted else "These files would run"
    standing = (
        "The folder is trusted." if trusted else "The folder is not trusted: none of them has run from here."
    )
    parts = [
        "# Python modules of this project",
        f"{what} when a document of the folder is opened, in this order. They can do anything your account "
        f"can. {standing}",
        f"Folder: {plain_markdown(str(project.folder))}",
    ]
    for module in listed_modules(project):
        parts.append(f"## {plain_markdown(module.name)}")
        if module.trouble:
            parts.append(plain_markdown(module.trouble))
            continue
        count = "1 line" if module.line_count == 1 else f"{module.line_count:,} lines"
        parts += [count, _shown_source(module)]
    parts.append("Files that they import from the folder run with them and are not listed here.")
    return "\n\n".join(parts)


def module_words(project: Project) -> str:
    """Return the names of the modules in one line, with what cannot be read."""
    return ", ".join(
        f"{module.name} (missing)" if module.trouble else module.name for module in listed_modules(project)
    )


def _listed(project: Project, name: str) -> ListedModule:
    try:
        path = path_inside(project.folder, project.folder, name)
        return ListedModule(name, plain_file(path).read_text(encoding="utf-8", errors="replace"))
    except PathRefused as refused:
        return ListedModule(name, trouble=f"{refused.message} {refused.remedy}".strip())
    except OSError as error:
        return ListedModule(name, trouble=f"It cannot be read: {error.strerror or error}.")


def _shown_source(module: ListedModule) -> str:
    lines = module.text.splitlines()
    shown = [f"    {line}" for line in lines[:MOST_LINES_SHOWN]]
    more = len(lines) - MOST_LINES_SHOWN
    if more > 0:
        shown.append(f"    … {more:,} more lines")
    return "\n".join(shown)


def trusting(trust: bool) -> Trusts:
    """Return which folders are trusted: all with `--trust`, else the folders that the user trusts already."""
    return trusts_every_folder if trust else TrustStore().trusts


def module_messages(found: OpenProject) -> list[Message]:
    """Return what is wrong with Python modules of a project, and which did not run for want of trust."""
    if found.project is None:
        return []
    file = str(found.project.path)
    messages = [message_of(problem, str(problem.path or file)) for problem in found.module_problems]
    if found.waiting_modules:
        remedy = "Add --trust to run them, if you know where they come from."
        messages.append(Message(file, "python_modules", "note", "", waiting_text(found), remedy))
    return messages
