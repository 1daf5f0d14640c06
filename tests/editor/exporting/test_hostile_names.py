"""Whatever things are called, the files for a game parse, name them so and run nothing else."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from editor.documents.exports.languages.csharp import CSHARP
from editor.documents.exports.languages.game_shape import GameShape, game_shape, safe_words
from editor.documents.exports.languages.javascript import JAVASCRIPT
from editor.documents.exports.languages.language import FilePart, Language, is_unchanged, marked, supplies
from editor.documents.exports.languages.python import PYTHON
from editor.documents.open.sample_files import samples_folder
from graphs.expressions.types import BOOL, ENTITY, FLOAT, VECTOR, enum_type, list_type
from runtime.basics.context import Slot
from runtime.export.game_needs import (
    GameNeeds,
    NeededAction,
    NeededCondition,
    NeededEvent,
    NeededParameter,
    ParameterFacts,
)
from runtime.export.writing_and_reading import ExportedVariable
from tests.executors.executor_runs import built, run
from tests.other_programs import path_of

EXECUTORS = samples_folder().parent / "executors"

PARTS = (
    "*/ INJECTED(); /*",
    '"""',
    "'''",
    '"',
    "'",
    "\\",
    "`${INJECTED()}`",
    "\n",
    "\r",
    "\u2028",
    "\nINJECTED()\n",
    '"]; INJECTED(); ["',
    "'); INJECTED(); ('",
    "{stem}",
    "class",
    "constructor",
    "__proto__",
    "__init__",
    "property",
    "self",
    "given",
    "ACTIONS",
    "Literal",
    "1",
    "_",
    "-",
    " | ",
    "größe",
    "\ud800",
    "# -*- coding: rot13 -*-",
    "a",
)
HOSTILE = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map("".join)
FACTS = st.builds(ParameterFacts, st.booleans(), st.none() | HOSTILE, st.none(), st.none(), HOSTILE)
TYPES = st.one_of(
    st.sampled_from((BOOL, FLOAT, VECTOR, ENTITY, list_type("entity", 3))),
    st.lists(HOSTILE, min_size=1, max_size=3, unique=True).map(enum_type),
)


def by_name(values, most: int = 3):
    return st.dictionaries(HOSTILE, values, max_size=most)


def parameters(of):
    return st.lists(of, max_size=3, unique_by=lambda each: each[0] if isinstance(each, tuple) else each.name)


PARAMETERS = parameters(
    st.builds(
        lambda name, choices, facts: NeededParameter(name, "enum", (choices,), facts), HOSTILE, HOSTILE, FACTS
    )
    | st.builds(
        NeededParameter, HOSTILE, st.sampled_from(("point", "threshold", "seconds")), st.just(()), FACTS
    )
)
NEEDS = st.builds(
    GameNeeds,
    actions=by_name(st.builds(NeededAction, PARAMETERS.map(tuple), st.booleans(), HOSTILE)),
    conditions=by_name(st.builds(NeededCondition, parameters(st.tuples(HOSTILE, TYPES)).map(tuple), HOSTILE)),
    events=by_name(st.builds(NeededEvent, by_name(TYPES), st.just(True))),
    entity_fields=by_name(TYPES),
    queries=by_name(HOSTILE),
)
VARIABLES = st.lists(
    st.builds(
        lambda name, scope, kind, unit: ExportedVariable(name, scope, Slot("int", 0, kind), None, unit=unit),
        HOSTILE,
        st.sampled_from(("agent", "world")),
        TYPES,
        HOSTILE,
    ),
    max_size=3,
    unique_by=lambda each: each.name,
).map(tuple)
STEMS = HOSTILE.map(lambda text: text.replace("/", ""))


def written(language: Language, needs: GameNeeds, variables, stem: str) -> tuple[GameShape, dict[str, str]]:
    shape = game_shape(needs, variables, Path(f"{stem}.runtime.json"), language.reserved, names=True)
    return shape, {file.name.format(stem=shape.stem): file.write(shape) for file in language.files}


@given(NEEDS, VARIABLES, STEMS)
@settings(max_examples=150, deadline=None)
def test_python_parses_and_calls_nothing_that_a_name_says(needs, variables, stem):
    shape, texts = written(PYTHON, needs, variables, stem)
    for name, text in texts.items():
        tree = ast.parse(marked(text, "#").encode("utf-8"))
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call) and not node.args]
        assert "INJECTED" not in [call.id for call in calls if isinstance(call, ast.Name)], name
    tables: dict[str, list[str]] = {
        node.targets[0].id: [ast.literal_eval(key) for key in node.value.keys if key]
        for node in ast.parse(texts[f"{shape.stem}_game.py"]).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Dict)
    }
    assert tables.get("ACTIONS", []) == [*needs.actions]
    assert tables.get("CONDITIONS", []) == [*needs.conditions]
    assert tables.get("QUERIES", []) == [*needs.queries]


IMPORTING = """
globalThis.INJECTED = () => { globalThis.injected = true; };
const folder = new URL(`file://${process.argv[2]}/`);
const game = await import(new URL(process.argv[3] + "_game.mjs", folder));
await import(new URL(process.argv[3] + "_mind.mjs", folder));
const keys = [game.actions, game.conditions, game.queries].map(Object.keys);
console.log(JSON.stringify([globalThis.injected ?? false, ...keys]));
"""


@given(NEEDS, VARIABLES, STEMS)
@example(GameNeeds(actions={"__proto__": NeededAction(), "*/ INJECTED() /*": NeededAction()}), (), "a")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_javascript_runs_nothing_that_a_name_says(tmp_path, needs, variables, stem):
    node = path_of("nodejs")
    shape, texts = written(JAVASCRIPT, needs, variables, stem)
    shutil.copy(EXECUTORS / "javascript" / "mindloom.mjs", tmp_path)
    for name, text in texts.items():
        (tmp_path / name).write_bytes(marked(text, "//").encode("utf-8"))
    (tmp_path / "importing.mjs").write_text(IMPORTING, encoding="utf-8")
    subprocess.run([node, "--check", f"{shape.stem}_example.mjs"], cwd=tmp_path, check=True, timeout=60)
    told = subprocess.run(
        [node, "importing.mjs", str(tmp_path), shape.stem], cwd=tmp_path, capture_output=True, timeout=60
    )
    assert told.returncode == 0, told.stderr.decode("utf-8", "replace")
    injected, *keys = json.loads(told.stdout)
    assert injected is False
    named = [needs.actions, needs.conditions, needs.queries]
    assert [sorted(each) for each in keys] == [sorted(each) for each in named]


LISTING = r"""
using System; using System.Collections;
static class Listing {
  static string Told(IEnumerable names) {
    string all = "";
    foreach (string name in names) {
      string told = "";
      foreach (char each in name) told += "\\u" + ((int)each).ToString("x4");
      all += (all == "" ? "" : ", ") + "\"" + told + "\"";
    }
    return "[" + all + "]";
  }
  static void Main() {
    var minds = TITLEGame.Supply(new Mindloom.Minds());
    Console.WriteLine("[" + Told(minds.Actions) + ", " + Told(minds.Conditions) + ", " + Told(minds.Queries)
        + "]");
  }
}
"""


@given(NEEDS, VARIABLES, STEMS)
@example(GameNeeds(actions={"*/ INJECTED() /*": NeededAction(), "class": NeededAction()}), (), "a")
@example(
    GameNeeds(actions={"AGame": NeededAction(), "Supply": NeededAction()}),
    tuple(
        ExportedVariable(name, "agent", Slot("int", 0, BOOL), None) for name in ("A", "A_", "Agent", "int")
    ),
    "a",
)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_csharp_compiles_and_runs_nothing_that_a_name_says(tmp_path, needs, variables, stem):
    compiler, mono = [path_of("mono-mcs"), "-langversion:7"], path_of("mono-runtime")
    library = built(
        [EXECUTORS / "csharp" / "Mindloom.cs"],
        "Mindloom.dll",
        lambda made: [*compiler, "-target:library", f"-out:{made}"],
    )
    shape, texts = written(CSHARP, needs, variables, stem)
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    for name, text in texts.items():
        (folder / name).write_bytes(marked(text, "//").encode("utf-8"))
    (folder / "listing.cs").write_text(LISTING.replace("TITLE", shape.title), encoding="utf-8")
    shutil.copy(library, folder)
    run(
        [
            *compiler,
            f"-r:{library}",
            "-main:Listing",
            f"-out:{folder}/all.exe",
            *map(str, folder.glob("*.cs")),
        ]
    )
    named = [needs.actions, needs.conditions, needs.queries]
    assert json.loads(run([mono, f"{folder}/all.exe"])) == [[*each] for each in named]


@given(NEEDS, VARIABLES, STEMS)
@settings(max_examples=100, deadline=None)
def test_declarations_hold_nothing_of_a_name_outside_strings_and_comments(needs, variables, stem):
    shape, texts = written(JAVASCRIPT, needs, variables, stem)
    text = texts[f"{shape.stem}_mind.d.mts"]
    bare = re.sub(r'/\*\*.*?\*/|"(\\.|[^"\\\n])*"', '""', text, flags=re.DOTALL)
    assert re.fullmatch(r"[\w{}()\[\]:;,|<>?=\" \n]*", bare, re.ASCII)
    assert all(bare.count(left) == bare.count(right) for left, right in ("{}", "()", "[]"))


@given(st.lists(HOSTILE, unique=True))
def test_words_are_identifiers_in_every_language_and_no_two_are_the_same(names):
    reserved = PYTHON.reserved | JAVASCRIPT.reserved | CSHARP.reserved
    words = safe_words(names, reserved)
    assert len({*words}) == len(names)
    for word in words:
        assert re.fullmatch("[A-Za-z][A-Za-z0-9_]*", word)
        assert word not in reserved


@given(NEEDS)
@settings(max_examples=60, deadline=None)
def test_a_fresh_stub_supplies_all_that_is_needed(needs):
    for language in (PYTHON, JAVASCRIPT, CSHARP):
        shape, texts = written(language, needs, (), "guard")
        (stub,) = (
            texts[each.name.format(stem="guard")] for each in language.files if each.part == FilePart.STUB
        )
        names = [name for _, name in shape.supplied()]
        assert [name for name in names if name.isidentifier() and not supplies(stub, name)] == []


@given(st.text())
def test_a_file_is_known_as_unchanged_until_something_is_added(text):
    plain = text.replace("\r", "").encode("utf-8", "ignore").decode()
    data = marked(plain, "//").encode()
    assert is_unchanged(data)
    assert not is_unchanged(data + b"x")
