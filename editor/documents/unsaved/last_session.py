"""Remember what was open and where it was looked at, to begin there the next time. Without Qt.

What the file holds is a convenience: one that is missing, damaged or of another version is no session.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from graphs.files.document_file import write_whole
from graphs.files.plain_file import is_file, plain_file

FILE_NAME = "session.json"
VERSION = 1
MOST_TABS = 200


class KeptTab(BaseModel):
    """Hold one tab: the file, the way of graphs to the one in view, the box entered in it, what was seen.

    `zoom` is 1 for 100 %, `center` a point of the canvas, `selection` the ids of what was selected.
    """

    model_config = ConfigDict(frozen=True)

    path: Path
    way: tuple[str, ...] = ()
    box: str = ""
    zoom: float = 1.0
    center: tuple[float, float] | None = None
    selection: tuple[str, ...] = ()


class KeptSide(BaseModel):
    """Hold the second canvas: what it showed, whether below the first, and the first one's share of the room.

    `is_in_use` says that commands acted on it. A share is 0 to 1.
    """

    model_config = ConfigDict(frozen=True)

    tab: KeptTab
    is_below: bool = False
    share: float = 0.5
    is_in_use: bool = False


class KeptSession(BaseModel):
    """Hold a whole session: the tabs, which one was in view (-1 for none), the world, and the panels.

    `side` is the second canvas, None for one that was not divided.

    `world` is the file of the world that ran, `agent` the one picked in it. `panels` are the
    ids of the panels in front, `folded` the stacks that showed only their icons.
    """

    model_config = ConfigDict(frozen=True)

    version: int = VERSION
    tabs: tuple[KeptTab, ...] = ()
    current: int = -1
    side: KeptSide | None = None
    world: Path | None = None
    agent: str | None = None
    panels: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[Path, ...]:
        """Return the files that are gone, each once."""
        side = (self.side.tab,) if self.side is not None else ()
        named = dict.fromkeys(tab.path for tab in (*self.tabs, *side))
        return tuple(path for path in named if not is_file(path))


class LastSession:
    """Read and write the session in the user's state folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def read(self) -> KeptSession | None:
        """Return the session kept last, None for none that can be used."""
        try:
            kept = KeptSession.model_validate_json(plain_file(self._path).read_bytes())
        except (OSError, ValidationError, ValueError):
            return None
        usable = kept.version == VERSION and len(kept.tabs) <= MOST_TABS
        return kept if usable and (kept.tabs or kept.world is not None) else None

    def write(self, kept: KeptSession) -> None:
        """Keep a session; in silence when the folder refuses."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, f"{kept.model_dump_json(indent=2)}\n".encode())
        except OSError:
            return
