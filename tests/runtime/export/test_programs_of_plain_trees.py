"""A document, and what its plain tree says, are exported to the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.projects.project_registry import project_of, project_registry
from tests.example_counts import daily
from tests.runtime.export.tree_files import RANDOM_MINDS, assert_same_by_tree

SAMPLES = sorted((Path(__file__).resolve().parents[3] / "resources").rglob("*.mind.json"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_a_sample_is_exported_alike_from_its_plain_tree(path: Path) -> None:
    registry = project_registry(project_of(path, None), builtin_registry())
    text = assert_same_by_tree(load_document(path), registry)
    assert len(text.encode()) < path.stat().st_size


@pytest.mark.parametrize("what", RANDOM_MINDS)
@settings(max_examples=daily(10, deep=500), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_random_mind_is_exported_alike_from_its_plain_tree(what: str, data: st.DataObject) -> None:
    document: Document = data.draw(RANDOM_MINDS[what])
    assert_same_by_tree(document)
