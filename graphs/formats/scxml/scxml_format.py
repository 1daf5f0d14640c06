"""The record of SCXML."""

from __future__ import annotations

from graphs.formats.basics.format_record import Format
from graphs.formats.basics.sources import Source
from graphs.formats.scxml.read_scxml import read_scxml
from graphs.formats.scxml.write_scxml import write_scxml

_NAMESPACE = b"http://www.w3.org/2005/07/scxml"


def _is_scxml(source: Source) -> bool:
    head = source.data[:65_536]
    return b"<scxml" in head or (b":scxml" in head and _NAMESPACE in head)


SCXML = Format("scxml", "SCXML", (".scxml",), _is_scxml, read_scxml, write_scxml)
