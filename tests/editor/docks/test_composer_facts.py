"""What can be composed is what can be asked: every subject and value offered makes a right condition."""

from __future__ import annotations

import pytest

from editor.documents.open.sample_files import sample_paths
from editor.panels.inspector.composer_facts import NEW, ComposerFacts
from graphs.checks.rules.scopes import graph_scope
from graphs.expressions.condition_rows import COMPARISONS, ConditionRow, read_rows, rows_text
from graphs.expressions.types import BOOL
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry

MINDS = [path for path in sample_paths() if path.name.endswith(".mind.json")]


@pytest.mark.parametrize("path", MINDS[:6], ids=lambda path: path.name)
def test_every_comparison_that_is_offered_is_right(path) -> None:
    document = load_document(path)
    graph_id = document.root or next(iter(document.graphs))
    scope = graph_scope(document, graph_id, builtin_registry())
    facts = ComposerFacts(scope, document, graph_id, {"smells": ("bool", "smell")}, ("red",))
    subjects = [str(choice.value) for choice in facts.subjects() if choice.value not in NEW]
    assert "smells" in subjects
    for subject in subjects:
        kind = facts.type_of(subject)
        assert kind is not None, subject
        for sign, _ in COMPARISONS[kind.kind]:
            row = ConditionRow(subject, sign)
            if row.takes_value:
                row = ConditionRow(subject, sign, facts.first_value(subject))
            if row.takes_value and not row.value:
                continue
            text = rows_text([row])
            assert facts.problem(text, BOOL) == "", text
            assert read_rows(text) == (row,)
        for choice in facts.values(subject):
            assert facts.problem(f"{subject} == {choice.value}", BOOL) == ""
