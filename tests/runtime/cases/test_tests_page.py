"""The help page of behavior tests says what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

from pydantic import BaseModel

from graphs.files.schema import models_in
from runtime.trials.cases import case_file
from runtime.trials.cases.case_file import CaseFile, Outcome, Result, case_from_bytes
from runtime.trials.cases.case_runner import run_case
from tests.runtime.cases.test_cases import GAME

ROOT = Path(__file__).resolve().parents[3]
HELP = ROOT / "resources" / "help"
PAGE = (HELP / "tests.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]


def test_the_example_says_what_it_lacks_and_then_holds() -> None:
    value = json.loads(EXAMPLE)
    case = case_from_bytes(json.dumps(value).encode())
    assert case.mind is not None
    (problem,) = run_case(case, case.mind, GAME).problems
    assert "run" in problem.message
    assert "no script" in problem.message
    whole = case_from_bytes(json.dumps({**value, "leaves": {"run": "S", "walk": "RRS"}}).encode())
    result = run_case(whole, case.mind, GAME)
    assert result.passed, [tick.mismatches for tick in result.ticks]


def test_the_page_names_every_field_and_word() -> None:
    own: list[type[BaseModel]] = [
        each for each in models_in(CaseFile) if each.__module__ == case_file.__name__
    ]
    names = {name for item in own for name in item.model_fields} - {"schema_", "format", "version", "title"}
    words = {word.removesuffix("+halted") for word in (*get_args(Outcome), *get_args(Result))}
    missing = [name for name in names | words if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE]
    assert sorted(missing) == []


def test_what_the_page_names_exists() -> None:
    for path in re.findall(r"`((?:graphs|runtime|editor|resources|tests)/[\w/.]*)`", PAGE):
        assert (ROOT / path).exists(), path
    for target in re.findall(r"\]\(([\w-]+\.md)\)", PAGE):
        assert (HELP / target).is_file(), target
    assert "(tests.md)" in (HELP / "file-formats.md").read_text(encoding="utf-8")
