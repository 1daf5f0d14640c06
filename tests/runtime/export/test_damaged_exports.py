"""An export that is damaged is refused in words, or runs; nothing in it is ever run as code."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.export.export_document import ExportOptions
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import load_program, parse_export
from runtime.minds.actions.action import ActionLibrary
from tests.example_counts import daily
from tests.runtime.export.damaged_exports import damage, run_damaged
from tests.runtime.export.exported_sessions import exported_text

VARIED = ("attack_or_flee", "card_duel", "decorator_gym", "stealth_guard", "tank")
EXPORTS = [
    json.loads(exported_text(f"{name}.mind.json", ExportOptions(names=names)))
    for name in VARIED
    for names in (True, False)
]


@settings(max_examples=daily(25, deep=120), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.sampled_from(range(len(EXPORTS))), st.booleans())
def test_a_damaged_export_is_refused_in_words_or_runs(seed, which, interpreted):
    changed = damage(EXPORTS[which], random.Random(seed))
    refused: ExportProblem | None = None
    try:
        run_damaged(changed, interpreted=interpreted)
    except ExportProblem as problem:
        refused = problem
    assert refused is None or (refused.message.endswith((".", "?")) and refused.remedy)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The file is empty."),
        ("[1]", "Expected an object, found a list."),
        ('{"format": "mindloom"}', 'The file is no export: its "format" is not "mindloom-runtime".'),
        (
            '{"format": "mindloom-runtime", "version": 9}',
            "The export is of version 9;",
        ),
        ('{"format": "mindloom-runtime", "version": 1}', "The field 'defaults' is missing."),
        ("[" * 2000, "Brackets are nested deeper"),
    ],
)
def test_what_is_no_export_is_refused(text, said):
    with pytest.raises(ExportProblem, match=said[:30].replace("[", r"\[")):
        load_program(parse_export(text.encode()), ActionLibrary({}))


def test_an_action_without_a_behavior_is_refused_by_its_name():
    with pytest.raises(ExportProblem, match="The action 'arrive' has no behavior here"):
        load_program(EXPORTS[-1], ActionLibrary({}))
