"""XML as it stands in a file comes back with all that is in it; what could reach beyond it is refused."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, read_xml, xml_text

NAMES = st.text(string.ascii_letters, min_size=1, max_size=6)
TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), max_size=20
)
COMMENTS = TEXTS.filter(lambda text: "--" not in text and not text.endswith("-"))
PIECES = st.builds(XmlPiece, st.just("comment"), COMMENTS)
ELEMENTS = st.recursive(
    st.builds(XmlElement, NAMES, st.dictionaries(NAMES, TEXTS, max_size=3)),
    lambda inner: st.builds(
        XmlElement, NAMES, st.dictionaries(NAMES, TEXTS, max_size=3), st.lists(inner | PIECES, max_size=4)
    ),
    max_leaves=12,
)


def source(text: str) -> Source:
    return Source("x.xml", text.encode())


def content(element: XmlElement) -> object:
    inside = [content(each) if isinstance(each, XmlElement) else each for each in element.content]
    return element.tag, element.attributes, [each for each in inside if not getattr(each, "is_space", False)]


@given(ELEMENTS, st.lists(PIECES, max_size=2))
def test_what_is_written_is_read_again(root: XmlElement, before: list[XmlPiece]) -> None:
    text = xml_text(XmlFile(root, before))
    read = read_xml(source(text))
    assert content(read.root) == content(root)
    assert read.before == before
    assert xml_text(read) == text


def test_elements_know_their_places() -> None:
    root = read_xml(source('<a>\n  <b x="1"/>\n  <c>\n<d/></c></a>')).root
    assert [(each.tag, each.line, each.column) for each in root.walk()] == [
        ("a", 1, 1),
        ("b", 2, 3),
        ("c", 3, 3),
        ("d", 4, 1),
    ]


def test_texts_comments_and_sections_keep_their_places() -> None:
    text = "<a><!-- one -->x &lt; <![CDATA[y < z]]><b/> end<?go on?></a>"
    assert xml_text(read_xml(source(text))).splitlines()[1] == text


REFUSED = {
    "no XML": "<a><b></a>",
    "nothing": "",
    "an entity that grows": '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>',
    "an external entity": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    "a document type": '<!DOCTYPE a SYSTEM "a.dtd"><a/>',
    "an unknown encoding": '<?xml version="1.0" encoding="klingon"?><a/>',
    "too deep": "<a>" * 300 + "</a>" * 300,
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_in_words(text: str) -> None:
    with pytest.raises(FileProblem) as caught:
        read_xml(source(text))
    assert caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../secret.xml", "a/../../secret.xml", "C:/x.xml", "link.xml"]
)
def test_a_file_beside_it_is_never_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.xml").write_text("<a/>")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.xml").symlink_to(tmp_path / "secret.xml")
    (inside / "x.xml").write_text("<a/>")
    (inside / "y.xml").write_text("<b/>")
    first = Source.at(inside / "x.xml")
    assert first.beside("y.xml").data == b"<b/>"
    with pytest.raises(FileProblem, match="not in the folder"):
        first.beside(name)


def test_files_that_include_themselves_come_to_an_end(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text("<a/>")
    current = Source.at(tmp_path / "x.xml")
    for _ in range(200):
        current = current.beside("x.xml")
    with pytest.raises(FileProblem, match="more than 200 files"):
        current.beside("x.xml")
