from __future__ import annotations

import pytest

from graphs.searching.find_in_document import TextQuery


@pytest.mark.parametrize(
    ("query", "text", "spans"),
    [
        (TextQuery("d"), "red d", ((2, 3), (4, 5))),
        (TextQuery("d", whole_words=True), "red d < d_2", ((4, 5),)),
        (TextQuery("Chase"), "chase the CHASE", ((0, 5), (10, 15))),
        (TextQuery("Chase", match_case=True), "chase the Chase", ((10, 15),)),
        (TextQuery("a.b*"), "a.b* axb", ((0, 4),)),
        (TextQuery("  d <  "), "3 > d < 5", ((4, 7),)),
        (TextQuery("   "), "anything", ()),
        (TextQuery("< 5", whole_words=True), "d < 5 and d < 55", ((2, 5),)),
    ],
)
def test_a_text_is_found_where_it_stands(
    query: TextQuery, text: str, spans: tuple[tuple[int, int], ...]
) -> None:
    assert query.spans(text) == spans
