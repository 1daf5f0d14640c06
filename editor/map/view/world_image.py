"""Paint the world of a session into an image, without a window."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.painting.label_painting import LabelOf
from editor.map.painting.map_painting import Hover, no_label, paint_map
from editor.map.picture.map_view import fitted_view
from editor.map.picture.trail import Trail
from editor.map.picture.world_picture import StateOf
from editor.map.view.session_reading import SessionReader
from editor.theme.tokens import Theme

if TYPE_CHECKING:
    from runtime.session.session import Session


def paint_world(
    session: Session,
    picked_agent: str | None,
    size: QSize,
    theme: Theme,
    choice: OverlayChoice | None = None,
    *,
    label_of: LabelOf = no_label,
    trail: Trail | None = None,
    ratio: float = 1.0,
    hover: Hover | None = None,
    state_of: StateOf | None = None,
) -> QImage:
    """Return a picture of the whole world as it is now.

    `size` is in logical px and `ratio` the image's px per logical px. `picked_agent` is the id of the agent
    that shows its senses and vectors; an unknown id picks none. `choice` says which overlays are drawn,
    without one those that are at first; `hover` adds a legend; `state_of` tells what agents are in. Needs a
    QGuiApplication.
    """
    image = QImage(
        math.ceil(size.width() * ratio), math.ceil(size.height() * ratio), QImage.Format.Format_RGB32
    )
    image.fill(Qt.GlobalColor.black)
    image.setDevicePixelRatio(ratio)
    reader = SessionReader(session, state_of=state_of)
    view = fitted_view(reader.ground.size, size.width(), size.height())
    painter = QPainter(image)
    try:
        paint_map(
            painter,
            reader.read(picked_agent, trail, choice),
            view,
            theme,
            choice if choice is not None else OverlayChoice(),
            label_of=label_of,
            ratio=ratio,
            hover=hover,
        )
    finally:
        painter.end()
    return image
