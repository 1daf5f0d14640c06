"""Keep the list of recent files, with those the user pinned. Without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor.basics.user_state import UserState
from graphs.files.plain_file import is_file
from graphs.worlds.minds.world_choice import WORLD_SUFFIX

PINNED_KEY = "pinned"
MAXIMUM_PINNED = 24


@dataclass(frozen=True)
class RecentFile:
    """Hold one entry of the list: the file, whether it is pinned, whether it is still there."""

    path: Path
    is_pinned: bool
    exists: bool

    @property
    def is_world(self) -> bool:
        """Tell whether it is a world."""
        return self.path.name.endswith(WORLD_SUFFIX)

    @property
    def place(self) -> str:
        """Return the folder it is in, the user's own written as "~"."""
        folder = self.path.parent
        try:
            return str(Path("~") / folder.relative_to(Path.home()))
        except (ValueError, RuntimeError):
            return str(folder)


class RecentFiles:
    """Read and change the list in the user's state."""

    def __init__(self, state: UserState) -> None:
        self._state = state

    @property
    def pinned(self) -> tuple[Path, ...]:
        """Return the pinned files in the order in which they were pinned."""
        return tuple(Path(path) for path in self._state.texts(PINNED_KEY) if path)[:MAXIMUM_PINNED]

    def files(self) -> tuple[RecentFile, ...]:
        """Return all entries: the pinned ones first, then the others, the newest first.

        Files that are gone stay in the list, marked, until the user removes them.
        """
        pinned = self.pinned
        others = [path for path in self._state.recent if path not in pinned]
        return tuple(
            RecentFile(path, place < len(pinned), is_file(path))
            for place, path in enumerate([*pinned, *others])
        )

    def is_pinned(self, path: Path) -> bool:
        """Tell whether a file is pinned."""
        return path.resolve() in self.pinned

    def pin(self, path: Path, on: bool = True) -> None:
        """Pin a file, so that it stays in the list however many others are opened, or let it go again."""
        resolved = path.resolve()
        others = [str(pinned) for pinned in self.pinned if pinned != resolved]
        if on:
            self._state.set(PINNED_KEY, [*others, str(resolved)][-MAXIMUM_PINNED:])
        else:
            self._state.set(PINNED_KEY, others)
            self._state.add_recent(resolved)

    def remove(self, path: Path) -> None:
        """Take a file out of the list, pinned or not."""
        self._state.set(PINNED_KEY, [str(other) for other in self.pinned if other != path])
        self._state.set("recent", [str(other) for other in self._state.recent if other != path])

    def rename(self, old: Path, new: Path) -> None:
        """Let an entry go on under another name."""
        for key, known in ((PINNED_KEY, self.pinned), ("recent", self._state.recent)):
            self._state.set(key, [str(new if path == old else path) for path in known])

    def clear(self) -> None:
        """Forget all files that are not pinned."""
        self._state.set("recent", [])
