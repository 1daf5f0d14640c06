"""Hold what the pictures of one moment show, and how the window comes to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from editor.window.frame.window_arrangement import DEFAULT_SIZE
from editor.window.main_window import MainWindow

FIRST = "tank.mind.json"
"""The sample of a scene that names no other."""

NO_DOCUMENT = ""
"""The sample of a scene without a document: the window as it stands at the very first start."""

EMPTY = "empty"
"""What a scene declares in `shows` when its subjects have nothing in them."""

Act = Callable[[MainWindow], None]


@dataclass(frozen=True)
class Scene:
    """Hold one moment of the window; it is pictured in every theme.

    `name` begins the names of its pictures: `<name>-<theme>.png`. `sample` is opened and `ticks` of it are
    played, then `act` does the rest. `shows` declares what the scene is a picture of, as the package
    describes. `crop` names a panel: only it is in the picture, with its row of tabs. `scale` is the ratio
    of px of the screen to px of the window. Scenes with the same `together` start alike and are pictured
    in one window, one after another: their acts only bring something into view, and are done again in each
    theme.
    """

    name: str
    sample: str = FIRST
    ticks: int = 300
    act: Act | None = None
    size: tuple[int, int] = DEFAULT_SIZE
    shows: tuple[str, ...] = ()
    crop: str = ""
    scale: float = 1
    together: str = ""

    @property
    def is_empty(self) -> bool:
        """Tell whether what is shown has nothing in it."""
        return EMPTY in self.shows

    @property
    def subjects(self) -> tuple[str, ...]:
        """Return what is shown, such as "panel:problems"."""
        return tuple(each for each in self.shows if each != EMPTY)
