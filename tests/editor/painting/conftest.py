"""Fixtures of the painting tests."""

from __future__ import annotations

import pytest

from editor.theme.tokens import load_theme
from tests.editor.painting.pixel_canvas import Canvas


@pytest.fixture
def dark():
    return load_theme("dark")


@pytest.fixture
def make_canvas(qapp, dark):
    """Return a maker of canvases: `make_canvas(width, height, theme=dark, scale=1)`."""

    def make(width: float, height: float, theme=None, scale: float = 1.0) -> Canvas:
        return Canvas(width, height, theme or dark, scale)

    return make
