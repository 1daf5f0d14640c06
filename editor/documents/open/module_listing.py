"""Say which Python files a project would run, and show them, without running any; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from editor.basics.plain_markdown import plain_markdown
from graphs.files.plain_file import plain_file
from graphs.projects.project_file import Project
from graphs.projects.relative_paths import PathRefused, path_inside

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
