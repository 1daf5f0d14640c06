"""An export for a language: its files, what becomes of those that are there, and that they run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from editor.command_line.export import ExportWish
from editor.command_line.export_watch import export_on_saves
from editor.command_line.main import main
from editor.documents.exports.languages.language import marked
from editor.documents.exports.languages.listed_languages import LANGUAGES
from editor.documents.open.sample_files import samples_folder
from tests.executors import gdscript_runs
from tests.executors.executor_runs import built
from tests.other_programs import path_of

SAMPLES = samples_folder()
EXAMPLES = ("stealth_guard", "basic_guard", "decorator_gym", "attack_or_flee")


def _run_csharp(example: Path) -> list[str]:
    """Compile the files of a game, without a warning; return what runs it."""
    program = example.with_suffix(".exe")
    sources = [str(path) for path in example.parent.glob("*.cs")]
    command = [path_of("mono-mcs"), "-langversion:7", "-warn:4", "-warnaserror+", f"-out:{program}", *sources]
    subprocess.run(command, check=True, timeout=120)
    return [path_of("mono-runtime"), str(program)]


def _run_cpp(example: Path) -> list[str]:
    program = shutil.copy(_cpp_examples(), example.with_suffix(".run"))  # it looks for data beside itself
    return [str(program), example.stem]


@cache
def _cpp_examples() -> Path:
    """Return a program of the examples of all samples, each a function instead of `main`.

    So minds whose actions have the same names are in one game.
    """
    folder = Path(tempfile.mkdtemp())
    parts, picks = [], []
    for sample in EXAMPLES:
        assert export(SAMPLES / f"{sample}.mind.json", "--out", folder, "--for", "cpp") == 0
        example = folder / f"{sample}_example.cpp"
        text, count = re.subn(r"\bint main\(", f"int {sample}_main(", example.read_text("utf-8"))
        assert count == 1
        assert text.endswith(";\n}\n")
        parts += [text.removesuffix("}\n"), "  return 0;\n}\n"]
        picks.append(f'  if (wanted == "{example.stem}") return {sample}_main(count, words);\n')
    main_text = ["int main(int count, char** words) {\n", "  const std::string wanted = words[1];\n"]
    source = folder / "examples.cpp"
    source.write_text("".join([*parts, *main_text, *picks, "  return 2;\n}\n"]), encoding="utf-8")
    command = [path_of("g++"), "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror"]
    made = built([source], "examples", lambda program: [*command, "-o", str(program)])
    shutil.rmtree(folder)
    return made


RUNNERS: dict[str, Callable[[Path], list[str]]] = {
    "python": lambda example: [sys.executable, str(example)],
    "javascript": lambda example: [path_of("nodejs"), str(example)],
    "csharp": _run_csharp,
    "cpp": _run_cpp,
    "lua": lambda example: [path_of("lua5.4"), str(example)],
    "gdscript": lambda example: [sys.executable, gdscript_runs.__file__, str(example)],
}
"""What runs the example of a language, compiled where it has to be."""


def export(*arguments: object) -> int:
    return main(["export", *map(str, arguments)])


@pytest.fixture
def guard(tmp_path: Path) -> Path:
    """Return a copy of the sample of a guard, alone in its folder."""
    shutil.copy(SAMPLES / "stealth_guard.mind.json", tmp_path / "guard.mind.json")
    return tmp_path / "guard.mind.json"


def add_action(document: Path, before: str, after: str) -> None:
    """Let the document ask for another action of Mindloom's in the place of one."""
    text = document.read_text(encoding="utf-8")
    assert f'"{before}"' in text
    document.write_text(text.replace(f'"{before}"', f'"{after}"'), encoding="utf-8")


@pytest.mark.parametrize("language", RUNNERS)
@pytest.mark.parametrize("sample", EXAMPLES)
def test_the_example_runs_at_once(tmp_path, language, sample):
    out = tmp_path / "game"
    assert export(SAMPLES / f"{sample}.mind.json", "--out", out, "--for", language) == 0
    (example,) = out.glob("*_example.*")
    command = RUNNERS[language](example)
    told = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[0].startswith("tick 0: states ")
    assert lines[-1] == "60 ticks"


def test_a_strict_type_checker_passes_an_export_for_python(tmp_path):
    pytest.importorskip("mypy")
    for sample in ("stealth_guard", "soldier", "card_duel", "grenade_drill"):
        assert export(SAMPLES / f"{sample}.mind.json", "--out", tmp_path, "--for", "python") == 0
    checker = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", "--config-file", ""]
    told = subprocess.run(
        [*checker, "--cache-dir", str(tmp_path / "cache"), *map(str, tmp_path.glob("*.py"))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert told.returncode == 0, told.stdout
    assert "no issues found in 13 source files" in told.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_executor_of_every_language_ships_with_the_program(guard, language):
    out = guard.parent / "game"
    assert export(guard, "--out", out, "--for", language) == 0
    names = {*LANGUAGES[language].executor, "guard.runtime.json", "guard.names.json"}
    names |= {file.name.format(stem="guard") for file in LANGUAGES[language].files}
    assert {path.name for path in out.iterdir()} == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_link_of_every_language_is_written_where_it_is_asked_for(guard, language):
    out = guard.parent / "game"
    assert export(guard, "--out", out, "--for", language, "--link") == 0
    assert LANGUAGES[language].link
    assert {*LANGUAGES[language].link} <= {path.name for path in out.iterdir()}


def test_a_link_without_a_language_is_refused_and_nothing_is_written(guard, capsys):
    assert export(guard, "--link") == 2
    assert "--for javascript --link" in capsys.readouterr().err
    assert [path.name for path in guard.parent.iterdir()] == [guard.name]


def test_a_second_export_keeps_the_stub_and_replaces_what_it_wrote(guard, capsys):
    assert export(guard, "--for", "python") == 0
    assert "new: mindloom_mind.py, guard_mind.py, guard_game.py, guard_example.py" in capsys.readouterr().out
    stub = guard.with_name("guard_game.py")
    stub.write_text(stub.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    facade = guard.with_name("guard_mind.py").read_bytes()
    add_action(guard, "pursue", "evade")
    assert export(guard, "--for", "python") == 0
    told = capsys.readouterr().out
    assert "replaced: guard_mind.py\n" in told
    assert "kept, it is yours: guard_game.py" in told
    assert "Add to guard_game.py: action evade." in told
    assert stub.read_text(encoding="utf-8").endswith("# mine\n")
    assert guard.with_name("guard_mind.py").read_bytes() != facade


def test_a_file_that_was_changed_is_kept_unless_force_is_said(guard, capsys):
    export(guard, "--for", "javascript")
    executor, stub = guard.with_name("mindloom.mjs"), guard.with_name("guard_game.mjs")
    written = executor.read_bytes()
    executor.write_bytes(written + b"// faster\n")
    stub.write_bytes(b"// all mine\n")
    capsys.readouterr()
    assert export(guard, "--for", "javascript") == 0
    told = capsys.readouterr().out
    assert "kept, it was changed: mindloom.mjs\n--force replaces what was changed." in told
    assert executor.read_bytes().endswith(b"// faster\n")
    assert export(guard, "--for", "javascript", "--force") == 0
    assert executor.read_bytes() == written
    assert stub.read_bytes() == b"// all mine\n"


def test_an_older_executor_of_ours_is_replaced_also_with_other_ends_of_lines(guard):
    export(guard, "--for", "python")
    executor = guard.with_name("mindloom_mind.py")
    written = executor.read_bytes()
    executor.write_bytes(marked('"""An older one."""\n', "#").replace("\n", "\r\n").encode())
    assert export(guard, "--for", "python") == 0
    assert executor.read_bytes() == written


def test_json_tells_of_each_file_and_of_what_the_stub_lacks(guard, capsys):
    export(guard, "--for", "python")
    add_action(guard, "pursue", "evade")
    capsys.readouterr()
    assert export(guard, "--for", "python", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    fates = {Path(each["file"]).name: each["fate"] for each in told["files"]}
    assert fates["guard_game.py"] == "kept, it is yours"
    assert fates["mindloom_mind.py"] == "kept, the same"
    assert told["lacking"] == [{"what": "action", "name": "evade"}]


def test_a_document_with_errors_writes_no_file_for_a_language(guard, capsys):
    guard.write_text(guard.read_text(encoding="utf-8").replace("visible", "visable", 1), encoding="utf-8")
    out = guard.parent / "game"
    assert export(guard, "--for", "python", "--out", out) == 1
    assert not out.exists()


# -- on each save ---------------------------------------------------------------------------------------


class Saves:
    """Do one thing at each rest, then interrupt, as Ctrl-C does."""

    def __init__(self, *deeds) -> None:
        self.deeds = list(deeds)

    def __call__(self) -> None:
        if not self.deeds:
            raise KeyboardInterrupt
        self.deeds.pop(0)()


def test_watch_exports_on_each_save_and_ends_well(guard, capsys):
    wish = ExportWish(guard, language="python", short=True)
    good = guard.read_bytes()

    def nothing() -> None:
        pass

    def save() -> None:
        add_action(guard, "pursue", "evade")

    def spoil() -> None:
        guard.write_text("{", encoding="utf-8")

    def mend() -> None:
        guard.write_bytes(good)

    assert export_on_saves(wish, Saves(nothing, save, nothing, spoil, guard.unlink, mend, nothing)) == 0
    told, trouble = capsys.readouterr()
    wrote = f"wrote {guard.with_name('guard.runtime.json')}"
    lines = told.splitlines()
    assert [line.startswith(wrote) for line in lines] == [True, True, False, True]
    assert lines[2] == "Add to guard_game.py: action evade."
    assert trouble.count("error") == 1


def test_watch_looks_at_the_documents_that_it_uses(tmp_path, capsys):
    caller, called = (tmp_path / f"{name}.mind.json" for name in ("caller", "called"))
    text = json.loads((SAMPLES / "stealth_guard.mind.json").read_bytes())
    graph = next(key for key, each in text["graphs"].items() if each["kind"] == "behavior_tree")
    tree = text["graphs"][graph]
    text["graphs"], text["root"] = {graph: tree}, graph
    for path, node in (
        (called, {"kind": "action", "action": "stop"}),
        (caller, {"kind": "subtree", "graph": f"called.mind.json#{graph}"}),
    ):
        tree["nodes"], tree["root"] = {"n": node}, "n"
        path.write_text(json.dumps(text), encoding="utf-8")

    def save() -> None:
        add_action(called, "stop", "wander")

    assert export_on_saves(ExportWish(caller, short=True), Saves(save)) == 0
    told, trouble = capsys.readouterr()
    assert trouble == ""
    assert told.count("wrote ") == 2


def test_two_minds_with_actions_of_the_same_names_are_in_one_game_in_csharp(tmp_path):
    for sample in ("soldier", "plain_soldier"):
        assert export(SAMPLES / f"{sample}.mind.json", "--out", tmp_path, "--for", "csharp") == 0
    sources = [str(path) for path in tmp_path.glob("*.cs") if not path.stem.endswith("_example")]
    command = [path_of("mono-mcs"), "-langversion:7", "-warn:4", "-warnaserror+", "-target:library"]
    subprocess.run([*command, f"-out:{tmp_path / 'game.dll'}", *sources], check=True, timeout=120)
