"""The page on embedding: its programs run, and it lists exactly what `runtime.embedding` offers."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import runtime.embedding
from runtime.minds.actions import parameter_types

PAGE = (Path(__file__).parents[3] / "resources" / "help" / "embedding.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
OFFERED = {
    name: value
    for name, value in vars(runtime.embedding).items()
    if not name.startswith("_") and not isinstance(value, ModuleType)
}
ALIASES = {"EntityId", "PathName", "Point", "Seconds", "VariableName"}


def test_the_page_lists_what_is_offered_and_nothing_else():
    table = PAGE.split("## All that there is\n")[1]
    listed = [
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert sorted(listed) == sorted(OFFERED)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_of_the_page_runs(number, monkeypatch):
    module = ModuleType(f"program_{number}_of_the_page")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(PROGRAMS[number], module.__name__, "exec"), vars(module))


def test_the_page_has_its_programs():
    assert [each.count("minds.tick(") > 0 for each in PROGRAMS] == [True, True, True]


@pytest.mark.parametrize("name", sorted(set(OFFERED) - ALIASES - {"Vector"}))
def test_what_is_offered_is_documented_in_the_form_of_the_house(name):
    offered = OFFERED[name]
    for of, text in _documented(name, offered):
        assert text, f"{of} has no docstring"
        first = text.strip().split("\n\n")[0]
        assert first.rstrip().endswith((".", ":")), f"{of}: {first}"
        assert first.split()[0] not in ("A", "An", "The", "This"), f"{of}: {first}"
        assert first[0].isupper(), f"{of}: {first}"


@pytest.mark.parametrize("name", sorted(ALIASES))
def test_a_type_of_parameters_says_what_it_is(name):
    body = ast.parse(inspect.getsource(parameter_types)).body
    for each, behind in itertools.pairwise(body):
        if re.match(rf"{name}\b.* = ", ast.unparse(each)):
            assert isinstance(behind, ast.Expr)
            assert isinstance(behind.value, ast.Constant)
            assert str(behind.value.value).endswith(".")
            return
    raise AssertionError(f"{name} is not declared in {parameter_types.__name__}")


def _documented(name: str, offered: object) -> list[tuple[str, str]]:
    found = [(name, offered.__doc__ or "")]
    if inspect.isclass(offered):
        for member, value in vars(offered).items():
            is_public = not member.startswith("_")
            if is_public and (inspect.isfunction(value) or isinstance(value, (property, classmethod))):
                found.append((f"{name}.{member}", value.__doc__ or ""))
    return found
