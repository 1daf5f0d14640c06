"""Put pictures beside each other on a few sheets, to look at all of them quickly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.theme.fonts import ui_font

SHEET = QSize(1480, 1480)
"""The most px that a sheet takes."""

WHOLE = 726
"""How wide a picture of the whole window is on a sheet, px."""

CROPPED_BELOW = 1000
"""Pictures narrower than this, px, are of a part of the window and stay as large as they are."""

NAME, GAP = 20, 8
_GROUND, _WORDS = QColor("#7A7A7A"), QColor("#FFFFFF")


@dataclass
class _Sheet:
    """Hold which pictures stand where on a sheet."""

    places: list[tuple[Path, QRect]] = field(default_factory=list)

    @property
    def bottom(self) -> int:
        return max((place.bottom() for _, place in self.places), default=0) + NAME + GAP

    @property
    def right(self) -> int:
        return max((place.right() for _, place in self.places), default=0) + GAP


def write_contact_sheets(pictures: Sequence[Path], folder: Path) -> list[Path]:
    """Write `contact-01.png` and so on with all pictures in order, the names below; return the paths."""
    written = []
    for number, sheet in enumerate(_arranged(pictures), 1):
        image = QImage(QSize(sheet.right, sheet.bottom), QImage.Format.Format_RGB32)
        image.fill(_GROUND)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(ui_font())
        painter.setPen(_WORDS)
        for path, place in sheet.places:
            picture = QImage(str(path)).scaled(
                place.size(), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            painter.drawImage(place.topLeft(), picture)
            painter.drawText(place.bottomLeft() + QPoint(2, 15), path.stem)
        painter.end()
        written.append(folder / f"contact-{number:02}.png")
        if not image.save(str(written[-1])):
            raise OSError(f"{written[-1]} cannot be written")
    return written


def shown_size(size: QSize) -> QSize:
    """Return how large a picture of this size stands on a sheet."""
    widest = WHOLE if size.width() >= CROPPED_BELOW else SHEET.width() - 2 * GAP
    return size.scaled(QSize(min(size.width(), widest), SHEET.height()), Qt.AspectRatioMode.KeepAspectRatio)


def _arranged(pictures: Sequence[Path]) -> list[_Sheet]:
    """Return the sheets, filled row by row."""
    sheets = [_Sheet()]
    at, row = QPoint(GAP, GAP), 0
    for path in pictures:
        size = shown_size(QImage(str(path)).size())
        if at.x() > GAP and at.x() + size.width() + GAP > SHEET.width():
            at, row = QPoint(GAP, at.y() + row + NAME + GAP), 0
        if at.y() > GAP and at.y() + size.height() + NAME > SHEET.height():
            sheets.append(_Sheet())
            at, row = QPoint(GAP, GAP), 0
        sheets[-1].places.append((path, QRect(at, size)))
        at, row = at + QPoint(size.width() + GAP, 0), max(row, size.height())
    return sheets if sheets[0].places else []
