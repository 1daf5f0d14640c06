"""Every command refuses a pipe that is named in place of a file, and waits for nothing."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from editor.command_line.main import main
from editor.documents.open.sample_files import sample_paths
from graphs.projects.project_file import PROJECT_FILE_NAME
from tests.graphs.example_document import EXAMPLE

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of POSIX")

CALLS = (
    (".mind.json", "check {pipe}"),
    (".mind.json", "run {pipe}"),
    (".mind.json", "fmt {pipe}"),
    (".mind.json", "diff {pipe} {mind}"),
    (".mind.json", "diff {mind} {pipe}"),
    (".mind.json", "merge {mind} {mind} {pipe} --out {out}"),
    (".mind.json", "render {pipe} --out {out}.svg"),
    (".mind.json", "export {pipe} --out {out}"),
    (".world.json", "check {pipe}"),
    (".world.json", "run {mind} --world {pipe}"),
    (".world.json", "simulate {pipe} --out {out}.csv"),
    (".case.json", "check {pipe}"),
    (".case.json", "test {pipe}"),
    (".kinds.json", "check {pipe}"),
    (".runtime.json", "check {pipe}"),
    (".runtime.json", "run {pipe}"),
    (".trace", "trace info {pipe}"),
    (".trace", "trace diff {pipe} {pipe}"),
    (".trace", "trace stats {pipe}"),
    (".trace", "trace export {pipe} --out {out}.json"),
    (".project.json", "check {mind} --project {pipe}"),
    (".project.json", "kinds --project {pipe}"),
    (".jsonl", "run {mind} --ticks 1 --trace {pipe}"),
    (".xml", "test {case} --junit {pipe}"),
)


@pytest.mark.parametrize(("suffix", "call"), CALLS, ids=[call for _, call in CALLS])
def test_a_pipe_is_refused(
    suffix: str, call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, mind, case = tmp_path / f"pipe{suffix}", tmp_path / "some.mind.json", tmp_path / "some.case.json"
    os.mkfifo(pipe)
    mind.write_bytes(EXAMPLE)
    case.write_text(json.dumps({"format": "mindloom-case", "version": 1}), encoding="utf-8")
    places = {"pipe": pipe, "mind": mind, "case": case, "out": tmp_path / "out"}
    assert main([part.format(**places) for part in call.split()]) == 2
    printed = "".join(capsys.readouterr())
    assert "it is a pipe, not a file" in printed.lower()


def test_pipes_beside_a_document_are_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tank = next(path for path in sample_paths() if path.name == "tank.mind.json")
    shutil.copy(tank, tmp_path / tank.name)
    for name in ("a.world.json", "a.mind.json", PROJECT_FILE_NAME):
        os.mkfifo(tmp_path / name)
    assert main(["run", str(tmp_path / tank.name), "--ticks", "1"]) == 0
    assert "in an empty field: 1 ticks" in capsys.readouterr().out


def test_a_mind_of_a_world_that_is_a_pipe_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = {"format": "mindloom-world", "version": 1, "size": [9, 9]}
    world["agents"] = {"a": {"at": [1, 1], "mind": "pipe.mind.json"}}
    (tmp_path / "w.world.json").write_text(json.dumps(world), encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.mind.json")
    assert main(["check", str(tmp_path / "w.world.json")]) == 1
    assert "it is a pipe, not a file" in capsys.readouterr().out
