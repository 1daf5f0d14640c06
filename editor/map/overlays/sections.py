"""Name the sections of overlays: each is one toggle in the title row of the preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from editor.map.overlays.overlay_kind import Section


@dataclass(frozen=True, slots=True)
class SectionTitle:
    """Hold the words and the icon of a section."""

    title: str
    icon: str
    help: str


SECTIONS: Mapping[Section, SectionTitle] = {
    Section.SIGHT: SectionTitle("Sight", "eye", "Show what agents see"),
    Section.SENSES: SectionTitle("Other senses", "ear", "Show what agents hear, smell, touch and measure"),
    Section.VECTORS: SectionTitle("Steering", "vectors", "Show what moves agents, and how they decide on it"),
    Section.PATHS: SectionTitle("Ways", "pin", "Show ways, waypoints, trails and flights"),
    Section.LABELS: SectionTitle("Labels", "comment", "Show what agents do above their heads"),
    Section.GRID: SectionTitle("Ground", "grid", "Show the grid and fields on the ground"),
}
