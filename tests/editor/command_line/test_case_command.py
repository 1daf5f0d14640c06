"""The command test: which cases it runs, what it prints, writes and returns, without Qt."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder

ROOT = Path(__file__).resolve().parents[3]
MIND: dict[str, Any] = {
    "format": "mindloom",
    "version": 1,
    "root": "g",
    "graphs": {
        "g": {
            "kind": "behavior_tree",
            "root": "root",
            "nodes": {
                "root": {"kind": "sequence", "children": ["ask", "go"]},
                "ask": {"kind": "condition", "test": "n > 2"},
                "go": {"kind": "action", "action": "work", "title": "Go there"},
            },
        }
    },
    "variables": {"n": {"type": "int", "default": 3}},
}


def case(result: str = "success", **fields: Any) -> dict[str, Any]:
    return {
        "format": "mindloom-case",
        "version": 1,
        "title": "It goes there",
        "mind": MIND,
        "leaves": {"go": "S"},
        "ticks": [{"expect": {"result": result}}],
        **fields,
    }


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    return main(["test", *map(str, arguments)])


def test_cases_that_hold_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "a.case.json", case())
    write(tmp_path / "deep" / "er" / "b.case.json", case())
    write(tmp_path / ".hidden" / "c.case.json", case("failure"))
    write(tmp_path / "d.json", "no case")
    assert run(tmp_path) == 0
    assert capsys.readouterr().out == "2 cases: 2 passed.\n"


def test_this_folder_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "a.case.json", case())
    monkeypatch.chdir(tmp_path)
    assert run() == 0
    assert capsys.readouterr().out == "1 case: 1 passed.\n"


def test_a_failure_names_tick_node_both_sides_and_the_visits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ticks = [{}, {"set": {"n": 1}, "expect": {"outcomes": {"Go there": "success"}, "result": "success"}}]
    file = write(tmp_path / "a.case.json", case(ticks=ticks))
    assert run(file) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"FAILED {file}: It goes there",
        "  tick 1 (ticks.1): result: expected success, got failure",
        "  tick 1 (ticks.1): outcome of go (Go there): expected success, got none (not visited)",
        "    visits of tick 1, in the order in which they ended:",
        "      ask (Condition)  failure   n is 1, 1 too low",
        "      root (Sequence)  failure   child 1 gave FAILURE",
        "1 case: 1 failed.",
    ]


def test_only_the_first_ticks_that_fail_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "a.case.json", case(ticks=[{"repeat": 9, "expect": {"result": "running"}}]))
    assert run(file) == 1
    out = capsys.readouterr().out
    assert out.count("expected running, got success") == 3
    assert "  6 more ticks do not hold.\n" in out


def test_a_case_that_does_not_fit_its_mind_fails_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "a.case.json", case(leaves={"gone": "S"}))
    assert run(file) == 1
    assert "  leaves.gone: There is no 'gone' in this mind. " in capsys.readouterr().out


def test_what_cannot_be_read_is_told_and_the_rest_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, broken = write(tmp_path / "a.case.json", case()), write(tmp_path / "b.case.json", "{")
    write(tmp_path / "c.case.json", case(mind=None, document="gone.mind.json"))
    assert run(tmp_path) == 2
    out = capsys.readouterr().out
    assert f"{broken}: error: line 1" in out
    assert f"{tmp_path / 'c.case.json'}: error: {tmp_path / 'gone.mind.json'}: " in out
    assert out.endswith("3 cases: 1 passed, 2 unreadable.\n")
    assert str(good) not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["gone"], "There is no such file or folder."), (["."], "There are no *.case.json files in .")],
)
def test_nothing_to_run_is_wrong_use(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 2
    assert said in capsys.readouterr().err


def test_what_of_a_start_is_gone_from_the_mind_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = {"nodes": {"old": {"status": "running"}}}
    file = write(tmp_path / "a.case.json", {**case(), "start": start})
    assert run(tmp_path) == 0
    captured = capsys.readouterr()
    assert captured.out == "1 case: 1 passed.\n"
    assert captured.err == f"{file}: note: start.nodes.old: It is not in this mind. It is left out.\n"
    assert run(tmp_path, "--json") == 0
    (told,) = json.loads(capsys.readouterr().out)["cases"]
    assert told["notes"] == [{"where": "start.nodes.old", "message": "It is not in this mind."}]


def test_k_chooses_by_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "Patrol-1.case.json", case())
    write(tmp_path / "chase-1.case.json", case("failure"))
    assert run(tmp_path, "-k", "patrol") == 0
    assert capsys.readouterr().out == "1 case: 1 passed.\n"
    assert run(tmp_path, "-k", "hide") == 2
    said = capsys.readouterr().err
    assert "with 'hide' in their path" in said
    assert "Give -k another text." in said


def test_json_says_the_same_to_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "a.case.json", case("failure"))
    write(tmp_path / "b.case.json", case())
    assert run(tmp_path, "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert (value["passed"], value["failed"], value["unreadable"]) == (1, 1, 0)
    failed, passed = value["cases"]
    assert passed == {
        "file": str(tmp_path / "b.case.json"),
        "title": "It goes there",
        "outcome": "passed",
        "ticks": 1,
        "problems": [],
        "notes": [],
        "failed_ticks": [],
    }
    assert (failed["file"], failed["outcome"]) == (str(file), "failed")
    (tick,) = failed["failed_ticks"]
    assert tick["mismatches"] == [{"what": "result", "node": "", "expected": "failure", "got": "success"}]
    assert [visit["node"] for visit in tick["visits"]] == [
        "ask (Condition)",
        "go (Go there)",
        "root (Sequence)",
    ]


def test_junit_counts_failures_and_errors_and_escapes_what_xml_cannot_hold(tmp_path: Path) -> None:
    write(tmp_path / "a.case.json", case("failure", title="Control \u0001 & <angle>"))
    write(tmp_path / "b.case.json", case())
    write(tmp_path / "inner" / "c.case.json", "[]")
    report = tmp_path / "report.xml"
    assert run(tmp_path, "--junit", report) == 2
    root = ET.parse(report).getroot()
    assert root.attrib | {"time": ""} == {
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "time": "",
        "name": "mindloom",
    }
    cases = {each.attrib["name"]: each for each in root.iter("testcase")}
    assert list(cases) == ["a", "b", "c"]
    assert len(cases["b"]) == 0
    failure = cases["a"][0]
    assert failure.tag == "failure"
    assert failure.attrib["message"] == "tick 0 (ticks.0): result: expected failure, got success"
    assert failure.text is not None
    assert "Control � & <angle>" in failure.text
    assert cases["c"][0].tag == "error"


def test_a_report_that_cannot_be_written_is_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "a.case.json", case())
    assert run(tmp_path, "--junit", tmp_path / "gone" / "report.xml") == 2
    assert "The report cannot be written" in capsys.readouterr().err


def test_a_case_reads_the_document_it_names_and_the_names_of_its_project(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests" / "graphs" / "projects" / "outpost", tmp_path / "outpost")
    tree = {
        "kind": "behavior_tree",
        "root": "root",
        "nodes": {"root": {"kind": "action", "action": "reload"}},
    }
    write(
        tmp_path / "outpost" / "minds" / "loader.mind.json",
        {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": tree}},
    )
    value = {
        "format": "mindloom-case",
        "version": 1,
        "document": "../minds/loader.mind.json",
        "leaves": {"root": "RS"},
        "ticks": [{"expect": {"result": "running"}}, {"expect": {"result": "success"}}],
    }
    file = write(tmp_path / "outpost" / "tests" / "a.case.json", value)
    assert run(file) == 0
    assert run(write(file, {**value, "document": "../../loader.mind.json"})) == 2


def test_the_samples_hold_without_qt() -> None:
    code = (
        "import sys; sys.modules['PySide6'] = None; from editor.command_line.main import main; "
        f"sys.exit(main(['test', {str(samples_folder())!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "failed" not in done.stdout


def test_check_and_fmt_take_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "a.case.json", case())
    assert main(["check", str(file)]) == 0
    assert main(["fmt", "--check", str(file)]) == 1
    assert main(["fmt", str(file)]) == 0
    assert main(["fmt", "--check", str(file)]) == 0
    assert main(["check", str(write(tmp_path / "b.case.json", case(tikcs=[])))]) == 2
    assert "Did you mean 'ticks'?" in capsys.readouterr().out
