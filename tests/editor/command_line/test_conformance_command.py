"""`mindloom conformance` tells which cases an executor passes, and in words why it cannot be asked."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editor.command_line import conformance
from editor.command_line.main import main

PROGRAM: dict[str, Any] = {"uses": {"ops": ["action", "ordered"], "lines": ["assign"], "functions": ["abs"]}}
AGENT: dict[str, Any] = {
    "result": "running",
    "outcomes": [1, 1],
    "asked": [["tick", "walk", {"speed": 1.0}]],
    "variables": {"n": 3, "big": "Infinity", "on": True, "far": -6.500000000000002e16},
}
SAVE = {"agents": {"me": {"mind": "ab", "bytes": "01", "quiet": 2}}, "seed": 1, "tick": 2}


def case(name: str) -> dict[str, Any]:
    ticks: list[dict[str, Any]] = [{}, {"set": {"me": {"n": 3}}}]
    expect: list[dict[str, Any]] = [{"agents": {"me": AGENT}}, {"agents": {"me": AGENT}, "save": SAVE}]
    return {
        "id": name,
        "program": PROGRAM,
        "seed": 1,
        "agents": ["me"],
        "ticks": ticks,
        "expect": expect,
    }


RIGHT = """
import json, sys
told = {case["id"]: case["expect"] for case in map(json.loads, open(sys.argv[1], encoding="utf-8"))}
for line in sys.stdin:
    case = json.loads(line)
    assert "expect" not in case
    ticks = told[case["id"]]
    CHANGE
    print(json.dumps({"id": case["id"], "ticks": ticks}), flush=True)
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(case(name)) + "\n" for name in ("first", "second", "third")), "utf-8")
    return path


@pytest.fixture
def run(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run the command against a runner written in Python; return its code and what it printed."""

    def call(script: str, *options: str) -> tuple[int, str, str]:
        runner = tmp_path / "runner.py"
        runner.write_text(script, "utf-8")
        code = main(["conformance", "--suite", str(suite), *options, str(runner), str(suite)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def changed(change: str) -> str:
    return RIGHT.replace("CHANGE", change)


def test_a_right_runner_passes_with_a_table(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = run(changed("pass"))
    assert (code, err) == (0, "")
    assert "  ordered                 3       3\n" in out
    assert out.endswith("3 of 3 cases passed\n")


@pytest.mark.parametrize(
    "change",
    [
        "ticks[0]['agents']['me']['variables']['n'] = 3.0",
        "ticks[0]['agents']['me']['variables']['far'] = -65000000000000020",
        "ticks[0].update(effects=[], sent=[], shared={})",
        "ticks[1]['save']['agents']['me']['posted'] = []",
    ],
)
def test_a_number_is_a_number_and_what_is_empty_may_be_left_out(
    run: Callable[..., tuple[int, str, str]], change: str
) -> None:
    assert run(changed(change))[0] == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("ticks[1]['agents']['me']['outcomes'][1] = 2", "me › outcomes › 1: expected 1, came 2"),
        ("ticks[1]['agents']['me']['variables']['on'] = 1", "me › variables › on: expected true, came 1"),
        (
            "ticks[1]['agents']['me']['variables']['far'] = -10**400",
            "far: expected -6.500000000000002e+16, came",
        ),
        ("ticks[1]['agents']['me']['variables']['big'] = 1e308", 'big: expected "Infinity", came 1e+308'),
        ("del ticks[1]['agents']['me']['variables']['n']", 'n: expected 3, came "nothing"'),
        ("ticks[1]['agents']['me']['asked'] = []", "me › asked: expected [["),
        ("ticks[1]['effects'] = [['me', 'bang', {}]]", 'effects: expected "nothing", came [["me", "bang"'),
        ("ticks[1]['save']['agents']['me']['quiet'] = 1", "save › agents › me › quiet: expected 2, came 1"),
    ],
)
def test_a_wrong_runner_is_told_the_first_tick_that_differs(
    run: Callable[..., tuple[int, str, str]], change: str, words: str
) -> None:
    code, out, _ = run(changed(f"if case['id'] == 'second': {change}"))
    assert code == 1
    assert 'second: differs in tick 1, given {"set": {"me": {"n": 3}}}' in out
    assert words in out
    assert "2 of 3 cases passed" in out
    assert "  ordered                 2       3  !" in out


def test_a_case_alone_tells_all_that_differs(run: Callable[..., tuple[int, str, str]]) -> None:
    wrong = "ticks[0]['agents']['me'].update(result='success', outcomes=[2, 2], variables={})"
    code, out, _ = run(changed(wrong), "--case", "third")
    assert code == 1
    assert out.count("expected") == 7
    assert "0 of 1 cases passed" in out


def test_a_runner_may_refuse_and_answer_with_too_few_ticks(
    run: Callable[..., tuple[int, str, str]],
) -> None:
    refuses = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "refused": "no op 'ordered' here"}))
"""
    code, out, _ = run(refuses)
    assert code == 1
    assert "first: refused: no op 'ordered' here" in out
    code, out, _ = run(changed("ticks = ticks[:1]"))
    assert (code, "first: expected 2 ticks, came 1 ticks" in out) == (1, True)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (
            "import sys; sys.exit('out of luck')",
            "ended with 1 behind 0 answers, before first. It said: out of luck",
        ),
        ("import sys; sys.stdin.read()", "The runner ended with 0 behind 0 answers, before first."),
        ("print('hello')", "The runner printed 'hello' in place of"),
        ("print('[1')", "printed '[1' in place of"),
        ("print('[]')", "printed '[]' in place of"),
        (
            changed("if case['id'] == 'second': raise ValueError('oops')"),
            "ended with 1 behind 1 answers, before second",
        ),
        (changed("case['id'] = 'other'"), 'in place of {"id": "first"'),
        ("import sys; sys.stdout.buffer.write(bytes([255, 10]))", "in place of"),
    ],
    ids=["ends", "silent", "garbage", "half", "list", "crashes", "other", "bytes"],
)
def test_a_runner_that_cannot_answer_is_told_in_words(
    run: Callable[..., tuple[int, str, str]], script: str, words: str
) -> None:
    code, _, err = run(script)
    assert code == 2
    assert words in err
    assert err.count("\n") == 1
    assert err.startswith("conformance: error: ")


def test_a_runner_that_says_nothing_is_not_waited_for_for_ever(
    run: Callable[..., tuple[int, str, str]],
) -> None:
    code, _, err = run("import threading; threading.Event().wait()", "--seconds", "0.2")
    assert code == 2
    assert "said nothing for 0.2 seconds, at the case first" in err


def test_words_pick_cases_by_name_and_by_what_they_use(
    suite: Path, run: Callable[..., tuple[int, str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "1 of 1 cases passed" in run(changed("pass"), "--only", "seco")[1]
    assert "3 of 3 cases passed" in run(changed("pass"), "--only", "ordered")[1]
    assert run(changed("pass"), "--only", "nonesuch")[0] == 2
    assert "no case called 'fourth'" in run(changed("pass"), "--case", "fourth")[2]
    assert main(["conformance", "--suite", str(suite), "--list"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "first  2 ticks  action ordered"


def test_what_is_no_suite_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, data in enumerate(
        (b"", b"{}", b"hello\n", gzip.compress(b"[]\n"), gzip.compress(b"{}")[:9], b"\x1f\x8bxx", b"[" * 9999)
    ):
        path = tmp_path / f"{number}.gz"
        path.write_bytes(data)
        assert main(["conformance", "--suite", str(path), "--list"]) == 2
        told = capsys.readouterr().err
        assert told.startswith("conformance: error: ")
        assert told.count("\n") == 1


def test_where_the_suite_is_not_installed_the_way_to_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(conformance, "BESIDE_A_CHECKOUT", tmp_path / "cases.jsonl.gz")
    assert main(["conformance", sys.executable]) == 2
    assert "--suite FILE" in capsys.readouterr().err


def test_a_program_that_is_not_there_and_none_at_all_are_told(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["conformance", "--suite", str(suite), str(tmp_path / "nothing")]) == 2
    assert "cannot be run" in capsys.readouterr().err
    assert main(["conformance", "--suite", str(suite)]) == 2
    assert "Name the program" in capsys.readouterr().err
