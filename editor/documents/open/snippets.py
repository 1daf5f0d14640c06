"""Keep selections under names in the user's own folder: a file for each, in the form of the clipboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from editor.theme.tokens import GRAPH_LOOKS
from graphs.edits.clipboard import paste, read_fragment
from graphs.edits.refusal import EditRefused
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import write_whole
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.structure.queries import TOP

FOLDER_NAME = "snippets"
ENDING = ".snippet.json"
MOST_BYTES = 1_000_000
"""A larger file is no snippet."""
MOST_SNIPPETS = 200
LONGEST_NAME = 60
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')


@dataclass(frozen=True, slots=True)
class Snippet:
    """Hold one snippet: its name, how many nodes it has, the kind of graph it fits ("" for any), its text."""

    name: str
    path: Path
    kind: str
    count: int
    text: str


class SnippetShelf:
    """Own the snippets of a folder; without one there are none. What is read are data: nothing in it runs."""

    def __init__(self, state_folder: Path | None = None) -> None:
        self._folder = state_folder / FOLDER_NAME if state_folder is not None else None
        self._read: dict[Path, tuple[object, Snippet | None]] = {}

    @property
    def all(self) -> tuple[Snippet, ...]:
        """Return the snippets by name; what cannot be read is left out."""
        return tuple(snippet for _, snippet in self._files() if snippet is not None)

    @property
    def damaged(self) -> tuple[Path, ...]:
        """Return the files that cannot be read as snippets."""
        return tuple(path for path, snippet in self._files() if snippet is None)

    def save(self, name: str, text: str) -> Path:
        """Keep what was copied under a name; raise EditRefused for a name that cannot be, and OSError."""
        read_fragment(text)
        path = self._free_path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode("utf-8"))
        return path

    def rename(self, snippet: Snippet, name: str) -> None:
        """Give a snippet another name; raise EditRefused for a name that cannot be, and OSError."""
        if name.strip() == snippet.name:
            return
        is_same = name.strip().lower() == snippet.name.lower()
        snippet.path.rename(self._free_path(name, but=snippet.path if is_same else None))

    def delete(self, path: Path) -> None:
        """Delete the file of a snippet, or a damaged one; raise OSError."""
        path.unlink(missing_ok=True)

    def _free_path(self, name: str, but: Path | None = None) -> Path:
        name = name.strip()
        if self._folder is None or not name or name.startswith(".") or _FORBIDDEN.search(name):
            raise EditRefused(
                f"{name!r} cannot be the name of a snippet." if name else "A snippet needs a name.",
                'Use letters, digits, spaces and signs other than / \\ : * ? " < > |, and no dot first.',
            )
        if len(name) > LONGEST_NAME:
            raise EditRefused(f"The name has {len(name)} characters.", f"Use {LONGEST_NAME} at most.")
        taken = next((path for path, _ in self._files() if _name_of(path).lower() == name.lower()), but)
        if taken != but:
            raise EditRefused(f"There is a snippet called {name} already.", "Choose another name.")
        return self._folder / f"{name}{ENDING}"

    def _files(self) -> Iterator[tuple[Path, Snippet | None]]:
        """Yield the files with what is in them, read again where they changed."""
        found = self._folder.glob(f"*{ENDING}") if self._folder is not None else ()
        for path in sorted(found, key=lambda path: path.name.lower())[:MOST_SNIPPETS]:
            try:
                about = path.stat()
            except OSError:
                continue
            stamp = about.st_mtime_ns, about.st_size
            if self._read.get(path, (None,))[0] != stamp:
                self._read[path] = stamp, _snippet(path, about.st_size)
            yield path, self._read[path][1]


def insert_snippet(
    document: Document,
    graph_id: str,
    snippet: Snippet,
    registry: Registry,
    *,
    parent: str = TOP,
    index: int | None = None,
    at: tuple[float, float] | None = None,
) -> tuple[Document, tuple[str, ...]]:
    """Put a snippet into a graph as `paste` does; raise EditRefused in a graph of another kind."""
    graph = document.graphs.get(graph_id)
    if graph is not None and snippet.kind not in ("", graph.kind):
        words = f"a {GRAPH_LOOKS[snippet.kind].title.lower()}"
        raise EditRefused(f"The snippet {snippet.name} holds nodes of {words}.", f"Insert it into {words}.")
    return paste(document, graph_id, snippet.text, registry, parent=parent, index=index, at=at)


def _snippet(path: Path, size: int) -> Snippet | None:
    try:
        text = plain_file(path).read_text(encoding="utf-8") if size <= MOST_BYTES else ""
        fragment = read_fragment(text)
    except (OSError, ValueError, EditRefused):
        return None
    kind = fragment.graph.kind if fragment.tops else ""
    return Snippet(_name_of(path), path, kind, len(fragment.graph.nodes), text)


def _name_of(path: Path) -> str:
    return path.name.removesuffix(ENDING)
