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

from editor.documents.exports.languages.cpp import CPP
from editor.documents.exports.languages.csharp import CSHARP
from editor.documents.exports.languages.game_shape import GameShape, game_shape, safe_words
from editor.documents.exports.languages.gdscript import GDSCRIPT
from editor.documents.exports.languages.javascript import JAVASCRIPT
from editor.documents.exports.languages.language import FilePart, Language, is_unchanged, marked, supplies
from editor.documents.exports.languages.listed_languages import LANGUAGES
from editor.documents.exports.languages.lua import LUA
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
from tests.example_counts import daily
from tests.executors.executor_runs import built, run
from tests.executors.gdscript_runs import run_godot
from tests.other_programs import path_of
from tools.godot3_variant import godot3_variant

EXECUTORS = samples_folder().parent / "executors"

ONE_FOLDER = [HealthCheck.function_scoped_fixture]
"""All examples of a test may write into its one folder."""

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
    "]] INJECTED() --[[",
    "end",
    "nil",
    "extends",
    "breakpoint",
    "#",
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
@settings(max_examples=daily(40, deep=600), deadline=None)
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
const facades = await import(new URL(process.argv[3] + "_mind.mjs", folder));
const posted = [];
const agent = { post: (name, fields) => posted.push([name, Object.keys(fields)]) };
const facade = new facades[process.argv[4]]({ add: () => agent }, "a", {});
for (const [word, count] of JSON.parse(process.argv[5])) facade[word](...Array(count).fill(null));
const keys = [game.actions, game.conditions, game.queries].map(Object.keys);
console.log(JSON.stringify([globalThis.injected ?? false, posted, ...keys]));
"""


@given(NEEDS, VARIABLES, STEMS)
@example(GameNeeds(actions={"__proto__": NeededAction(), "*/ INJECTED() /*": NeededAction()}), (), "a")
@example(GameNeeds(events={"it's": NeededEvent({"__proto__": BOOL, "a": BOOL}, True)}), (), "a")
@settings(
    max_examples=daily(4, deep=60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_javascript_runs_nothing_that_a_name_says(tmp_path, needs, variables, stem):
    node = path_of("nodejs")
    shape, texts = written(JAVASCRIPT, needs, variables, stem)
    shutil.copy(EXECUTORS / "javascript" / "mindloom.mjs", tmp_path)
    for name, text in texts.items():
        (tmp_path / name).write_bytes(marked(text, "//").encode("utf-8"))
    (tmp_path / "importing.mjs").write_text(IMPORTING, encoding="utf-8")
    subprocess.run([node, "--check", f"{shape.stem}_example.mjs"], cwd=tmp_path, check=True, timeout=60)
    words = json.dumps([[event.word, len(event.values)] for event in shape.events])
    script = [node, "importing.mjs", str(tmp_path), shape.stem, shape.title, words]
    told = subprocess.run(script, cwd=tmp_path, capture_output=True, timeout=60)
    assert told.returncode == 0, told.stderr.decode("utf-8", "replace")
    injected, posted, *keys = json.loads(told.stdout)
    assert injected is False
    fields = {name: sorted(event.payload) for name, event in needs.events.items()}
    assert {name: sorted(each) for name, each in posted} == fields
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

REQUIRING = """
local was, folder, stem = false, arg[1], arg[2]
function INJECTED() was = true end
package.path = folder .. "/?.lua"
assert(loadfile(folder .. "/" .. stem .. "_example.lua"))
local game = require(stem .. "_game")
require(stem .. "_mind")
local named = {}
for k, sort in ipairs({ "actions", "conditions", "queries" }) do
  named[k] = setmetatable({}, getmetatable(require("mindloom").decode("[]")))
  for name in pairs(game[sort]) do table.insert(named[k], name) end
end
print(require("mindloom").encode({ was, named[1], named[2], named[3] }))
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
@settings(
    max_examples=daily(2, deep=20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
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
@example(GameNeeds(actions={"end": NeededAction(), "]] INJECTED() --[[": NeededAction()}), (), "a")
@settings(
    max_examples=daily(5, deep=60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_lua_runs_nothing_that_a_name_says(tmp_path, needs, variables, stem):
    shape, texts = written(LUA, needs, variables, stem)
    shutil.copy(EXECUTORS / "lua" / "mindloom.lua", tmp_path)
    for name, text in texts.items():
        (tmp_path / name).write_bytes(marked(text, "--").encode("utf-8"))
    (tmp_path / "requiring.lua").write_text(REQUIRING, encoding="utf-8")
    for package in ("lua5.1", "lua5.4", "luajit"):
        told = subprocess.run(
            [path_of(package), "requiring.lua", str(tmp_path), shape.stem],
            cwd=tmp_path,
            capture_output=True,
            timeout=60,
        )
        assert told.returncode == 0, told.stderr.decode("utf-8", "replace")
        injected, *keys = json.loads(told.stdout.decode("utf-8", "surrogatepass"))
        assert injected is False
        named = [needs.actions, needs.conditions, needs.queries]
        assert [sorted(each) for each in keys] == [sorted(each) for each in named]


HARD = GameNeeds(
    actions={"*/ INJECTED() /*": NeededAction((NeededParameter("class", "seconds", (), ParameterFacts()),))},
    conditions={'"]; INJECTED(); ["': NeededCondition((("\\", BOOL),))},
    events={"EOF": NeededEvent({"größe": enum_type(("a", "\ud800")), "x": ENTITY}, True)},
    entity_fields={"\nINJECTED()\n": VECTOR, "list": list_type("entity", 3)},
    queries={"near": "\\"},
)

LOADING = """
extends SceneTree
const Mindloom = preload("mindloom.gd")
func _init():
	var loaded = [load("res://STEM_game.gd"), load("res://STEM_mind.gd"), load("res://STEM_example.gd")]
	var options = loaded[0].new().options() if not loaded.has(null) and loaded[1].new() != null else {}
	var keys = [options["actions"].keys(), options["conditions"].keys(), options["queries"].keys()]
	print("KEYS ", Mindloom.JsonWriter.text_of(keys))
	quit()
"""


@given(NEEDS, VARIABLES, STEMS)
@example(HARD, (ExportedVariable("script", "agent", Slot("int", 0, FLOAT), None, unit="\\"),), "extends")
@settings(
    max_examples=daily(2, deep=20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_gdscript_loads_whatever_things_are_called(tmp_path, needs, variables, stem):
    shape, texts = written(GDSCRIPT, needs, variables, stem)
    texts |= {"mindloom.gd": (EXECUTORS / "gdscript" / "mindloom.gd").read_text("utf-8")}
    texts |= {"loading.gd": LOADING.replace("STEM", shape.stem)}
    for name, text in texts.items():
        (tmp_path / name).write_text(godot3_variant(marked(text, "#")), "utf-8")
    (tmp_path / "project.godot").write_text("config_version=4\n", "utf-8")
    (told,) = [each for each in run_godot(tmp_path, "loading.gd").split("\n") if each.startswith("KEYS ")]
    named = [needs.actions, needs.conditions, needs.queries]
    assert json.loads(told[5:]) == [
        [re.sub("[\ud800-\udfff]", "\ufffd", name) for name in each] for each in named
    ]


@given(NEEDS, VARIABLES, STEMS)
@settings(max_examples=daily(30, deep=400), deadline=None)
def test_declarations_hold_nothing_of_a_name_outside_strings_and_comments(needs, variables, stem):
    shape, texts = written(JAVASCRIPT, needs, variables, stem)
    text = texts[f"{shape.stem}_mind.d.mts"]
    bare = re.sub(r'/\*\*.*?\*/|"(\\.|[^"\\\n])*"', '""', text, flags=re.DOTALL)
    assert re.fullmatch(r"[\w{}()\[\]:;,|<>?=\" \n]*", bare, re.ASCII)
    assert all(bare.count(left) == bare.count(right) for left, right in ("{}", "()", "[]"))


@given(NEEDS, VARIABLES, STEMS)
@settings(max_examples=daily(30, deep=400), deadline=None)
def test_cpp_holds_nothing_of_a_name_outside_strings_and_comments(needs, variables, stem):
    _, texts = written(CPP, needs, variables, stem)
    for name, text in texts.items():
        code = re.sub("^//.*$", "", text, flags=re.MULTILINE)
        bare = re.sub(r'/\*\*.*?\*/|"(\\.|[^"\\\n])*"', '""', code, flags=re.DOTALL)
        assert re.fullmatch(r"[\w{}()\[\]:;,.|<>?=#&*/+!\-\" \n]*", bare, re.ASCII), name
        assert all(bare.count(left) == bare.count(right) for left, right in ("{}", "()", "[]"))


@given(NEEDS, VARIABLES, STEMS)
@example(HARD, (ExportedVariable("NULL", "agent", Slot("int", 0, FLOAT), None, unit="\\"),), "NULL")
@settings(
    max_examples=daily(1, deep=10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_cpp_compiles_whatever_things_are_called(tmp_path, needs, variables, stem):
    compiler = path_of("g++")
    shape, texts = written(CPP, needs, variables, stem)
    for name, text in texts.items():
        (tmp_path / name).write_bytes(marked(text, "//").encode("utf-8"))
    options = ["-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-I", str(EXECUTORS / "cpp")]
    told = subprocess.run(
        [compiler, *options, f"{shape.stem}_example.cpp"], cwd=tmp_path, capture_output=True, timeout=600
    )
    assert told.returncode == 0, told.stderr.decode("utf-8", "replace")[:2000]


@given(st.lists(HOSTILE, unique=True))
def test_words_are_identifiers_in_every_language_and_no_two_are_the_same(names):
    reserved = frozenset[str]().union(*(language.reserved for language in LANGUAGES.values()))
    words = safe_words(names, reserved)
    assert len({*words}) == len(names)
    for word in words:
        assert re.fullmatch("[A-Za-z][A-Za-z0-9_]*", word)
        assert word not in reserved


@given(NEEDS)
@settings(max_examples=daily(20, deep=240), deadline=None)
def test_a_fresh_stub_supplies_all_that_is_needed(needs):
    for language in LANGUAGES.values():
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
