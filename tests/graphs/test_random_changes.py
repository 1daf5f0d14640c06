"""The random changes that other tests build on keep a document sound."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.graphs.invariants import broken_invariants
from tests.graphs.random_changes import changed_values
from tests.graphs.random_documents import document_from_value, document_values


@given(st.data())
def test_a_changed_document_is_sound(data: st.DataObject) -> None:
    changed = data.draw(changed_values(data.draw(document_values())))
    found = broken_invariants(document_from_value(changed))
    assert [each for each in found if " calls " not in each] == []
