"""An export that is damaged is refused in words, or runs; nothing in it is ever run as code."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.basics.json_text import JsonObject
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import ActionOfGame, ExportOptions
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import load_program, parse_export
from runtime.minds.actions.action import ActionLibrary
from tests.example_counts import daily
from tests.runtime.export.damaged_exports import damage, run_damaged
from tests.runtime.export.exported_sessions import exported_files

VARIED = ("attack_or_flee", "card_duel", "decorator_gym", "stealth_guard", "tank")
FILES = [exported_files(f"{name}.mind.json", ExportOptions()) for name in VARIED]


@settings(max_examples=daily(25, deep=120), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.sampled_from(range(len(FILES))), st.booleans(), st.booleans())
def test_a_damaged_export_is_refused_in_words_or_runs(seed, which, named, interpreted):
    files = FILES[which]
    names = files.names if named else None
    program = damage(files.program, random.Random(seed))
    if named and seed % 2:
        program, names = files.program, damage(files.names, random.Random(seed))
    refused: ExportProblem | None = None
    try:
        run_damaged(program, interpreted=interpreted, names=names)
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
        ('{"format": "mindloom-runtime", "version": 1}', "The export is of an older version"),
        ('{"format": "mindloom-runtime", "version": 2}', "The export is of an older version"),
        ('{"format": "mindloom-runtime", "version": 2, "uses": {}}', "The field 'rate' is missing."),
        ("[" * 2000, "Brackets are nested deeper"),
    ],
)
def test_what_is_no_export_is_refused(text, said):
    with pytest.raises(ExportProblem, match=said[:30].replace("[", r"\[")):
        load_program(parse_export(text.encode()), ActionLibrary({}))


def test_an_action_without_a_behavior_is_refused_by_its_name():
    with pytest.raises(ExportProblem, match="The action 'arrive' has no behavior here"):
        load_program(FILES[-1].program, ActionLibrary({}))


def test_an_older_export_is_refused_with_the_command_to_run():
    with pytest.raises(ExportProblem, match="Export the document again: mindloom export NAME"):
        load_program({**FILES[0].program, "version": 1}, ActionLibrary({}))


def test_a_program_that_hides_what_it_uses_is_refused():
    program: JsonObject = {**FILES[0].program, "uses": {"ops": ["call"]}}
    with pytest.raises(ExportProblem, match="It does not list what the rows use"):
        load_program(program, ActionLibrary(dict.fromkeys(builtin_registry().actions, ActionOfGame())))


def test_names_of_another_program_are_refused():
    library = ActionLibrary(dict.fromkeys(builtin_registry().actions, ActionOfGame()))
    with pytest.raises(ExportProblem, match="They are the names of another program"):
        load_program(FILES[0].program, library, names=FILES[1].names)


def test_names_cannot_change_what_a_program_does():
    names: Any = copy.deepcopy(FILES[0].names)
    names["texts"]["/rows/0/op"] = "fixed"
    library = ActionLibrary(dict.fromkeys(builtin_registry().actions, ActionOfGame()))
    with pytest.raises(ExportProblem, match="There is no such place"):
        load_program(FILES[0].program, library, names=names)
