"""Damaged files of other programs are read or refused in words; a slice of the soak of the same name."""

from __future__ import annotations

import pytest

from graphs.formats.listed_formats import FORMATS
from tests.soak.mutated_formats import seeds_of, slice_of

READABLE = [name for name, each in FORMATS.items() if each.read is not None]


@pytest.mark.parametrize("name", READABLE)
def test_damaged_files_are_read_or_refused_in_words(name: str) -> None:
    assert seeds_of(FORMATS[name]), "tests/formats has no files of the format"
    assert not [*slice_of(FORMATS[name], range(60))]
