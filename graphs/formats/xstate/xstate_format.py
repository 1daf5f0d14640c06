"""The record of XState."""

from __future__ import annotations

from graphs.formats.basics.format_record import Format
from graphs.formats.basics.sources import Source
from graphs.formats.xstate.read_xstate import read_xstate
from graphs.formats.xstate.write_xstate import write_xstate


def _is_xstate(source: Source) -> bool:
    head = source.data[:262_144]
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or b'"format"' in head:
        return False
    return b'"states"' in head or b'"machines"' in head


XSTATE = Format("xstate", "XState", (".machine.json",), _is_xstate, read_xstate, write_xstate)
