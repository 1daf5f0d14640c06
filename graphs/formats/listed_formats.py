"""List all formats, and find the one of a file by what is in it."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.formats.basics.format_record import Format
from graphs.formats.basics.sources import Source
from graphs.formats.behavior3.read_behavior3 import BEHAVIOR3
from graphs.formats.btcpp.btcpp_format import BTCPP, BTCPP_3
from graphs.formats.gdx.read_gdx import GDX
from graphs.formats.limbo.read_limbo import LIMBO
from graphs.formats.pictures.diagrams_in_text import MERMAID, PLANTUML
from graphs.formats.pictures.dot_file import DOT
from graphs.formats.pictures.drawio_file import DRAWIO
from graphs.formats.scxml.scxml_format import SCXML
from graphs.formats.xstate.xstate_format import XSTATE

_LISTED: tuple[Format, ...] = (
    BTCPP,
    BTCPP_3,
    SCXML,
    XSTATE,
    GDX,
    LIMBO,
    BEHAVIOR3,
    MERMAID,
    PLANTUML,
    DOT,
    DRAWIO,
)

FORMATS: Mapping[str, Format] = {each.id: each for each in _LISTED}
"""All formats by id, in the order in which people are offered them."""


def recognized(source: Source) -> Format | None:
    """Return the format of a file, by what is in it; None for a file of none that is read."""
    return next((each for each in FORMATS.values() if each.read and each.recognizes(source)), None)
