"""Take the picture of the help page about squads: a formation and a fighting circle on the map."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter

from editor.map.overlays.overlay_catalogue import only
from editor.map.view.session_reading import SessionReader
from editor.map.view.world_image import paint_world
from editor.theme.theme_manager import current_theme
from tools.gallery.overlay_squad_scenes import SQUAD_SCENES

SQUADS_PICTURE = "squads-on-the-map"
_SIZE = QSize(520, 334)


def take_squads(folder: Path, ending: str) -> Path:
    """Take the picture in the theme in use and return its path."""
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    image = QImage(_SIZE.width() * len(SQUAD_SCENES), _SIZE.height(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for place, scene in enumerate(SQUAD_SCENES):
        session, trail = scene.open()
        name_of = SessionReader(session).name_of
        choice = only(*scene.kinds, "labels")
        picture = paint_world(
            session, scene.picked, _SIZE, current_theme(), choice, label_of=name_of, trail=trail
        )
        painter.drawImage(place * _SIZE.width(), 0, picture)
    painter.end()
    path = folder / "pictures" / f"{SQUADS_PICTURE}{ending}.png"
    if not image.save(str(path)):
        raise OSError(f"{path} cannot be written")
    return path
