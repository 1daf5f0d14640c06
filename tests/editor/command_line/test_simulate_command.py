"""`mindloom simulate`: the table, the summary, going on after a stop, Ctrl+C, a cluster, refusals."""

from __future__ import annotations

import json
import math
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder
from runtime.trials.batches.batch_run import BatchRun
from runtime.trials.batches.results_store import call_path, progress_path

TANK = str(samples_folder() / "tank.world.json")
CALL = ["--ticks", "20", "--runs", "6", "--vary", "player.x=2..22", "--measure", "near=min:d@tank_1"]


def simulate(out: Path, *arguments: str, jobs: str = "1") -> int:
    return main(["simulate", TANK, *CALL, "--jobs", jobs, "--out", str(out), *arguments])


def beside_a_cluster(out: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    call = ["simulate", TANK, *CALL, "--jobs", "1", "--out", str(out), *arguments]
    command = [sys.executable, "-m", "tests.editor.command_line.beside_a_cluster", *call]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def whole_folder(tmp_path_factory):
    """Return a folder with all that the call writes."""
    folder = tmp_path_factory.mktemp("whole")
    assert simulate(folder / "whole.csv") == 0
    return folder


@pytest.fixture
def whole(whole_folder, tmp_path, capsys):
    """Return the bytes that the call gives, written as `whole.csv`."""
    shutil.copytree(whole_folder, tmp_path, dirs_exist_ok=True)
    capsys.readouterr()
    return (tmp_path / "whole.csv").read_bytes()


def test_a_row_for_each_run_and_a_summary(tmp_path, capsys):
    out = tmp_path / "a.csv"
    assert simulate(out) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"6 runs, results in {out}\n")
    assert "95 % interval" in printed
    assert "nodes and transitions reached" in printed
    heading, *rows = (line.split(",") for line in out.read_text().splitlines())
    assert heading == ["run", "seed", "player.x", "near", "ticks", "errors"]
    assert [int(row[0]) for row in rows] == list(range(6))
    # Tank 1 stands at x = 6 and the player 9 below it; neither gets far in 20 ticks.
    assert all(abs(float(row[3]) - math.dist((6, 10.6), (float(row[2]), 1.6))) < 1.5 for row in rows)


def test_the_summary_as_json_and_again_when_all_is_there(tmp_path, capsys):
    out = tmp_path / "a.jsonl"
    assert simulate(out, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["runs"] == 6
    before = out.stat().st_mtime_ns
    assert simulate(out, "--json") == 0
    again = capsys.readouterr()
    assert json.loads(again.out) == told
    assert "complete already" in again.err
    assert out.stat().st_mtime_ns == before


def test_another_call_does_not_touch_the_results(tmp_path, whole, capsys):
    out = tmp_path / "whole.csv"
    assert simulate(out, "--seed", "9") == 2
    assert "what differs is the seed" in capsys.readouterr().err
    assert out.read_bytes() == whole
    assert simulate(out, "--seed", "9", "--restart") == 0
    assert out.read_bytes() != whole


def test_a_restart_that_cannot_begin_throws_nothing_away(tmp_path, whole, capsys):
    out = tmp_path / "whole.csv"
    refused = beside_a_cluster(out, "--restart", "--cluster", "tcp://127.0.0.1:1")
    assert (refused.returncode, "No cluster answers" in refused.stderr) == (2, True), refused.stderr
    assert out.read_bytes() == whole
    assert simulate(out) == 0
    assert "complete already" in capsys.readouterr().err


def test_measures_of_the_world_are_columns_too(tmp_path, capsys):
    sample = json.loads(Path(TANK).read_text())
    sample["measures"] = {"hunts": {"agent": "tank_2", "kind": "time_in", "of": "chase"}}
    world = tmp_path / "measured.world.json"
    world.write_text(json.dumps(sample))
    (tmp_path / "tank.mind.json").write_bytes((samples_folder() / "tank.mind.json").read_bytes())
    out = tmp_path / "a.csv"
    assert main(["simulate", str(world), *CALL, "--jobs", "1", "--out", str(out)]) == 0
    assert out.read_text().splitlines()[0] == "run,seed,player.x,hunts,near,ticks,errors"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--vary", "nothing=1..2"], "Nothing here is called"),
        (["--measure", "x=time_in:nowhere"], "There is no 'nowhere'"),
        (["--measure", "x=visible@nobody"], "no agent 'nobody'"),
        (["--until", "nothing > 2"], "nothing"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(tmp_path, arguments, said, capsys):
    assert simulate(tmp_path / "a.csv", *arguments) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "a.csv").exists()
    assert simulate(tmp_path / "a.csv") == 0


def test_a_cluster_that_does_not_answer_is_refused_and_leaves_nothing(tmp_path):
    out = tmp_path / "a.csv"
    refused = beside_a_cluster(out, "--cluster", "tcp://127.0.0.1:1")
    assert (refused.returncode, "No cluster answers" in refused.stderr) == (2, True), refused.stderr
    assert not out.exists()


def test_a_world_that_cannot_run_is_a_problem_and_one_that_is_not_there_wrong_use(tmp_path, capsys):
    world = tmp_path / "a.world.json"
    out = str(tmp_path / "a.csv")
    assert main(["simulate", str(world), "--out", out]) == 2
    world.write_text('{"format": "mindloom-world", "version": 1, "size": [0, 5]}')
    assert main(["simulate", str(world), "--out", out]) == 1
    assert "size" in capsys.readouterr().err


def test_ctrl_c_keeps_what_has_finished_and_the_same_call_goes_on(tmp_path, whole, capsys, monkeypatch):
    out = tmp_path / "a.csv"
    polled = BatchRun.poll

    def interrupted(self, timeout):
        if self._store.runs:
            raise KeyboardInterrupt
        return polled(self, timeout)

    with monkeypatch.context() as patched:
        patched.setattr(BatchRun, "poll", interrupted)
        assert simulate(out) == 130
    assert "Stopped after" in capsys.readouterr().err
    assert progress_path(out).exists()
    assert not out.exists()
    assert simulate(out) == 0
    assert "Going on:" in capsys.readouterr().err
    assert out.read_bytes() == whole
    assert not progress_path(out).exists()
    assert call_path(out).exists()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_killed_with_its_workers_at_work_it_goes_on_to_the_same_bytes(tmp_path, capsys):
    call = ["simulate", TANK, "--ticks", "10", "--runs", "12", "--vary", "player.x=2..22"]
    out, whole = tmp_path / "a.csv", tmp_path / "whole.csv"
    command = [sys.executable, "-m", "editor.command_line", *call, "--jobs", "2", "--out", str(out)]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while started.poll() is None and _lines(progress_path(out)) < 4:
        time.sleep(0.01)
    started.kill()
    started.wait()
    assert main([*call, "--jobs", "1", "--out", str(out)]) == 0
    assert main([*call, "--jobs", "1", "--out", str(whole)]) == 0
    capsys.readouterr()
    assert out.read_bytes() == whole.read_bytes()


def test_a_dask_cluster_gives_the_same_bytes(tmp_path, whole):
    out = tmp_path / "a.csv"
    played = beside_a_cluster(out, "--cluster", "CLUSTER")
    assert played.returncode == 0, played.stderr
    assert out.read_bytes() == whole


def _lines(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0


def test_one_run_is_played_again_as_it_was_and_kept_for_the_editor(tmp_path, whole, capsys):
    rows = [line.split(",") for line in whole.decode().splitlines()]
    trace = tmp_path / "run.trace"
    call = ["simulate", TANK, *CALL, "--replay", "4"]
    assert main([*call, "--trace", str(trace), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [str(told[name]) for name in ("run", "seed", "ticks", "errors")] == [
        rows[5][rows[0].index(name)] for name in ("run", "seed", "ticks", "errors")
    ]
    assert str(told["varied"]["player.x"]) == rows[5][2]
    assert str(told["measured"]["near"]) == rows[5][3]
    assert main(["trace", "info", str(trace), "--json"]) == 0
    kept = json.loads(capsys.readouterr().out)
    assert (kept["ticks"], kept["seed"]) == (20, told["seed"])
    assert main(call) == 0
    assert f"player.x: {told['varied']['player.x']}" in capsys.readouterr().out


def test_a_call_says_where_its_table_goes_or_which_run_to_replay(tmp_path, capsys):
    assert main(["simulate", TANK]) == 2
    assert "--replay" in capsys.readouterr().err
    assert simulate(tmp_path / "a.csv", "--replay", "3") == 2
    assert main(["simulate", TANK, "--replay", "3", "--trace", str(tmp_path / "a.json")]) == 2
    assert "Let its name end in .trace" in capsys.readouterr().err


MODULE = '''"""What a counter can do."""

from runtime.minds.actions.registration import action


@action(instant=True)
def note(words: str) -> bool:
    """Do nothing."""
    return True
'''


@pytest.fixture
def game_world(tmp_path, modules_as_before):
    """Return the world of a project whose mind uses an action in Python."""
    mind = {
        "format": "mindloom",
        "graphs": {
            "g": {
                "kind": "behavior_tree",
                "nodes": {"n": {"action": "note", "kind": "action", "params": {"words": "hello"}}},
                "root": "n",
            }
        },
        "root": "g",
        "version": 1,
    }
    world = {
        "agents": {"a": {"at": [2, 2], "mind": "game.mind.json"}},
        "format": "mindloom-world",
        "size": [9, 9],
        "version": 1,
    }
    project = {"format": "mindloom-project", "python_modules": ["notes.py"], "version": 1}
    for name, value in (("game.mind", mind), ("game.world", world), ("mindloom.project", project)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    (tmp_path / "notes.py").write_text(MODULE)
    return tmp_path / "game.world.json"


def test_actions_of_a_trusted_project_run_in_workers_too(game_world, capsys):
    out = game_world.with_name("a.csv")
    call = [
        "simulate",
        str(game_world),
        "--runs",
        "3",
        "--ticks",
        "5",
        "--measure",
        "n=entries:n",
        "--out",
        str(out),
    ]
    assert main([*call, "--jobs", "1"]) == 1
    assert "did not run" in capsys.readouterr().err
    assert main([*call, "--jobs", "2", "--trust"]) == 0
    assert [line.split(",")[2] for line in out.read_text().splitlines()] == ["n", "5", "5", "5"]
    game_world.with_name("notes.py").write_text(MODULE + "\n")
    assert main([*call, "--jobs", "1", "--trust"]) == 2
    assert "the game's own actions" in capsys.readouterr().err
