"""Read XML as the library's parser does, which takes a bare `&` and `<` in attributes for what they are.

Scripts such as `_skipIf="a < 1 && b"` are often written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlFile, read_xml

_BARE = re.compile(rb"&(?!#[0-9]+;|#x[0-9a-fA-F]+;|[A-Za-z]+;)")
_MARK = re.compile(rb"[\"'>]")
_SKIPPED = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"))


def read_tolerant_xml(source: Source) -> XmlFile:
    """Return what is in a file; raises `FileProblem` for what is no XML even with such scripts."""
    try:
        return read_xml(source)
    except FileProblem:
        repaired = b"".join(_parts(source.data))
        if repaired == source.data:
            raise
        return read_xml(replace(source, data=repaired))


def _parts(data: bytes) -> Iterator[bytes]:
    """Yield a file in parts, with bare characters in the values of attributes escaped."""
    place = 0
    while (begin := data.find(b"<", place)) >= 0:
        skipped = next((end for start, end in _SKIPPED if data.startswith(start, begin)), None)
        if skipped is not None:
            end = data.find(skipped, begin)
            if end < 0:
                break
            yield data[place : end + len(skipped)]
            place = end + len(skipped)
            continue
        yield data[place : begin + 1]
        place = begin + 1
        while (mark := _MARK.search(data, place)) is not None and mark[0] != b">":
            end = data.find(mark[0], mark.end())
            if end < 0:
                break
            yield data[place : mark.end()]
            yield _BARE.sub(b"&amp;", data[mark.end() : end]).replace(b"<", b"&lt;") + mark[0]
            place = end + 1
        if mark is None or mark[0] != b">":
            break
    yield data[place:]
