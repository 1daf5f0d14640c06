"""The commands diff, merge, schema and kinds: what they print, write and return, without Qt."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from editor.command_line.main import main
from graphs.files.document_file import document_to_bytes, load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.graphs import all_edits as edits
from tests.graphs.builders import document_of, machine

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
TANK = RESOURCES / "samples" / "tank.mind.json"

Write = Callable[..., Path]


def guard(condition: str = "distance < 5", **fields: object) -> Document:
    """Return a guard that goes from Patrol to Chase on a condition."""
    states = {"s1": {"kind": "state", "name": "Patrol", "transitions": ["t1"]},
              "s2": {"kind": "state", "name": "Chase"}}  # fmt: skip
    edges = {"t1": {"targets": ["s2"], "guard": condition}}
    return document_of({**machine(states, edges), "title": "Guard", **fields})


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a document, or bytes, into a file of the test."""

    def written(name: str, content: Document | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else document_to_bytes(content))
        return path

    return written


def run(*arguments: object) -> int:
    """Run a command."""
    return main([str(argument) for argument in arguments])


def test_diff_of_equal_documents_returns_0(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    document = guard()
    spaced = json.dumps(json.loads(document_to_bytes(document)), indent=7).encode()
    assert run("diff", write("a.mind.json", document), write("b.mind.json", spaced)) == 0
    assert capsys.readouterr().out == "No difference.\n"


def test_diff_tells_a_changed_guard_and_returns_1(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = write("a.mind.json", guard()), write("b.mind.json", guard("distance < 6"))
    assert run("diff", a, b) == 1
    assert capsys.readouterr().out == ('Guard › Patrol → Chase: guard "distance < 5" → "distance < 6"\n')


def test_diff_as_json_is_one_object(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = write("a.mind.json", guard()), write("b.mind.json", guard("distance < 6"))
    assert run("diff", a, b, "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert value["format"] == "mindloom-difference"
    assert [(each["path"], each["old"], each["new"]) for each in value["differences"]] == [
        ("graphs.g.edges.t1.guard", "distance < 5", "distance < 6")
    ]
    assert run("diff", a, a, "--json") == 0
    assert json.loads(capsys.readouterr().out)["differences"] == []


def test_diff_takes_an_empty_file_for_a_document_without_graphs(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("diff", write("nothing", b""), write("b.mind.json", guard())) == 1
    assert "Guard added (state machine, 2 nodes)" in capsys.readouterr().out


def test_diff_shows_a_newer_version(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    newer = document_to_bytes(guard()).replace(b'"version": 1', b'"version": 9')
    assert run("diff", write("a.mind.json", guard()), write("b.mind.json", newer)) == 1
    assert capsys.readouterr().out == "Document: version 1 → 9\n"


@pytest.mark.parametrize("command", ["diff", "merge"])
def test_a_file_that_cannot_be_read_returns_2_and_says_where(
    command: str, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = write("a.mind.json", guard()), write("b.mind.json", b'{"format": "mindloom",')
    more = [good] if command == "merge" else []
    before = good.read_bytes()
    assert run(command, *more, good, bad) == 2
    assert "b.mind.json: line 1, column 23: error: " in capsys.readouterr().err
    assert run(command, *more, good, tmp_path / "missing.mind.json") == 2
    assert "There is no such file." in capsys.readouterr().err
    assert good.read_bytes() == before


def test_merge_writes_both_changes_in_the_place_of_ours(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = guard("distance < 6"), guard(note="theirs")
    path = write("ours", ours)
    assert run("merge", write("base", guard()), path, write("theirs", theirs)) == 0
    assert load_document(path) == guard("distance < 6", note="theirs")
    assert capsys.readouterr() == ("", "")


def test_merge_writes_elsewhere_if_told(write: Write, tmp_path: Path) -> None:
    path, out = write("ours", guard("distance < 6")), tmp_path / "merged.mind.json"
    before = path.read_bytes()
    assert run("merge", write("base", guard()), path, write("theirs", guard(note="x")), "--out", out) == 0
    assert load_document(out) == guard("distance < 6", note="x")
    assert path.read_bytes() == before


def test_merge_lists_conflicts_and_writes_a_document_that_loads(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write("ours", guard("distance < 6"))
    theirs = write("theirs", guard("distance < 7", note="theirs"))
    assert run("merge", write("base", guard()), path, theirs, "--name", "guard.mind.json") == 1
    assert load_document(path) == guard("distance < 6", note="theirs")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "guard.mind.json: graphs.g.edges.t1.guard: conflict: Guard › Patrol → Chase: guard was changed on "
        'both sides: ours to "distance < 6", theirs to "distance < 7"; ours is kept.\n'
    )


def test_merge_as_json_has_all_values(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    gone = edits.remove(guard(), "g", ["s2"])
    changed = edits.rename(guard(), "g", "s2", "Hunt")
    assert run("merge", write("base", guard()), write("ours", gone), write("theirs", changed), "--json") == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["cause"], one["kept"], one["path"]) == ("removed", "ours", "graphs.g.nodes.s2")
    assert one["theirs"]["nodes"]["s2"]["name"] == "Hunt"
    assert "ours" not in one
    assert one["covers"] == ["s2"]


def test_merge_of_a_file_that_both_sides_added(write: Write) -> None:
    path = write("ours", guard())
    assert run("merge", write("base", b""), path, write("theirs", guard())) == 0
    assert run("merge", write("base", b""), path, write("theirs", guard("distance < 9"))) == 1
    assert load_document(path) == guard()


@pytest.mark.parametrize(("conflict", "status"), [(False, 0), (True, 1)])
def test_git_merges_documents_with_the_driver(tmp_path: Path, conflict: bool, status: int) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    path = tmp_path / "guard.mind.json"
    program = "import sys; from editor.command_line import main; sys.exit(main())"
    driver = f'PYTHONPATH="{RESOURCES.parent}" "{sys.executable}" -c "{program}" merge %O %A %B --name %P'

    def git(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *arguments],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def commit(document: Document) -> None:
        path.write_bytes(document_to_bytes(document))
        git("add", ".")
        git("commit", "-qm", "Change")

    git("init", "-q", "-b", "main")
    git("config", "merge.mindloom.driver", driver)
    (tmp_path / ".gitattributes").write_text("*.mind.json merge=mindloom\n", encoding="utf-8")
    commit(guard())
    git("checkout", "-q", "-b", "theirs")
    commit(guard("distance < 7" if conflict else "distance < 5", note="theirs"))
    git("checkout", "-q", "main")
    commit(guard("distance < 6"))
    merge = git("merge", "theirs", "-m", "Merge")
    assert merge.returncode == status, merge.stderr
    assert load_document(path) == guard("distance < 6", note="theirs")
    assert ("guard.mind.json: graphs.g.edges.t1.guard: conflict:" in merge.stderr) == conflict


@pytest.mark.parametrize(
    "name", ["document", "world", "project", "manifest", "case", "runtime", "edits", "tree"]
)
def test_schema_prints_what_is_published(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema", name) == 0
    printed = capsys.readouterr().out
    assert printed == (RESOURCES / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    Draft202012Validator.check_schema(json.loads(printed))


def test_schema_is_that_of_documents_if_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema") == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Mindloom document"


def test_kinds_lists_every_kind_with_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("kinds") == 0
    lines = capsys.readouterr().out.split("\n")
    registry = builtin_registry()
    for kind in registry.kinds.values():
        assert any(line.startswith(f"  {kind.id}: {kind.summary}") for line in lines)
    assert lines[0] == "Behavior trees"
    assert "Actions" in lines


def test_kinds_as_json_holds_the_whole_registry(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("kinds", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    registry = builtin_registry()
    assert [(item["graph_kind"], item["id"]) for item in value["kinds"]] == [*registry.kinds]
    assert [entry["id"] for entry in value["actions"]] == [*registry.actions]
    (wait,) = [each for each in value["kinds"] if each["id"] == "wait"]
    assert wait["parameters"][0]["name"] == "seconds"


@pytest.mark.parametrize(
    "arguments",
    [["diff", TANK, TANK], ["merge", TANK, TANK, TANK], ["schema"], ["kinds"]],
    ids=lambda arguments: arguments[0],
)
def test_the_commands_work_without_qt(arguments: list[str | Path]) -> None:
    program = (
        "import sys\n"
        "sys.modules['PySide6'] = sys.modules['shiboken6'] = None\n"
        "from editor.command_line import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=RESOURCES.parent, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_diff_draws_a_picture_if_told(write: Write, tmp_path: Path) -> None:
    out = tmp_path / "difference.svg"
    a, b = write("a.mind.json", guard()), write("b.mind.json", guard("distance < 6"))
    assert run("diff", a, b, "--svg", out) == 1
    assert out.read_text(encoding="utf-8").lstrip().startswith("<?xml")
