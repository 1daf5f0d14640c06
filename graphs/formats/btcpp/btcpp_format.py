"""The records of BehaviorTree.CPP: version 4 is read and written, version 3 is read by it and written."""

from __future__ import annotations

from graphs.formats.basics.format_record import Format
from graphs.formats.basics.sources import Source
from graphs.formats.btcpp.document_reading import read_document
from graphs.formats.btcpp.document_writing import write_version_3, write_version_4

_BEGINNING = 4096


def _recognizes(source: Source) -> bool:
    """Tell whether a file holds trees of BehaviorTree.CPP, by marks that no other format has."""
    data = source.data
    if b"BTCPP_format" in data[:_BEGINNING]:
        return True
    is_root = b"<root" in data or b"<Root" in data
    return is_root and (b"<BehaviorTree" in data or b"<TreeNodesModel" in data)


BTCPP = Format(
    "btcpp",
    "BehaviorTree.CPP",
    (".xml", ".btproj"),
    recognizes=_recognizes,
    read=read_document,
    write=write_version_4,
)

BTCPP_3 = Format("btcpp3", "BehaviorTree.CPP 3", (".xml",), write=write_version_3)
