"""Let go of what is kept of texts that were laid out and measured."""

from __future__ import annotations

from editor.canvas.painting.label_painting import runs_of_parts
from editor.canvas.painting.node_geometry import measured_node
from editor.canvas.painting.state_painting import state_width
from editor.theme.text_lines import text_line, text_width


def forget_layouts() -> None:
    """Forget them all: those of a closed document are of no use, what is still shown is laid out again."""
    for kept in (text_line, text_width, runs_of_parts, measured_node, state_width):
        kept.cache_clear()
