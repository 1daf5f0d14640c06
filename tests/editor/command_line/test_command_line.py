from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable

import pytest

from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder
from graphs.edits.removing import remove
from graphs.edits.setting import set_field
from graphs.files.document_file import document_to_bytes
from tests.editor.window_builders import two_state_machine

TANK = samples_folder() / "tank.mind.json"
SOLDIER = samples_folder() / "soldier.mind.json"


def good_bytes() -> bytes:
    return document_to_bytes(two_state_machine()[0])


def misspelled() -> bytes:
    document, graph, _, _, edge = two_state_machine()
    return document_to_bytes(set_field(document, graph, edge, "guard", "dd < 5"))


def without_initial() -> bytes:
    value = json.loads(good_bytes())
    for graph in value["graphs"].values():
        graph.pop("initial")
    return json.dumps(value).encode()


def with_cycle() -> bytes:
    node = {"children": ["b"], "kind": "sequence"}
    tree = {
        "kind": "behavior_tree",
        "nodes": {"a": node, "b": {"children": ["a"], "kind": "sequence"}},
        "root": "a",
    }
    return json.dumps({"format": "mindloom", "graphs": {"g": tree}, "root": "g", "version": 1}).encode()


def with_unknown_kind() -> bytes:
    tree = {"kind": "behavior_tree", "nodes": {"a": {"kind": "alien"}}, "root": "a"}
    return json.dumps({"format": "mindloom", "graphs": {"g": tree}, "root": "g", "version": 1}).encode()


def wrong_types() -> bytes:
    return json.dumps({"format": "mindloom", "graphs": {"g": 7}, "root": [], "version": 1}).encode()


BAD: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "truncated": (lambda: good_bytes()[:100], 2, "line"),
    "wrong_types": (wrong_types, 2, "root|graphs"),
    "cycle": (with_cycle, 1, "circle|cycle|below|itself"),
    "no_initial": (without_initial, 1, "initial"),
    "unknown_kind": (with_unknown_kind, 1, "alien"),
    "misspelled": (misspelled, 1, "dd"),
    "brackets": (lambda: b"[" * 200_000, 2, "nested"),
    "noise": (lambda: random.Random(7).randbytes(50_000_000), 2, "UTF-8"),
    "empty": (lambda: b"", 2, "empty"),
    "other_format": (lambda: b'{"format": "other"}', 2, "not a Mindloom"),
}


@pytest.mark.parametrize("name", BAD)
def test_check_says_file_place_reason_and_remedy(tmp_path, capsys, name):
    import re

    make, code, words = BAD[name]
    path = tmp_path / f"{name}.mind.json"
    path.write_bytes(make())
    assert main(["check", str(path)]) == code
    captured = capsys.readouterr()
    first = captured.out.splitlines()[0]
    assert first.startswith(str(path))
    assert re.search(words, captured.out, re.IGNORECASE), captured.out
    assert "Traceback" not in captured.out + captured.err
    assert first.rstrip().endswith("."), first


def test_check_of_good_files_says_so(tmp_path, capsys):
    tree = {"kind": "behavior_tree", "nodes": {"a": {"kind": "wait"}}, "root": "a"}
    good = {"format": "mindloom", "graphs": {"g": tree}, "root": "g", "version": 1}
    files = [tmp_path / name for name in ("one.mind.json", "other.mind.json")]
    for file in files:
        file.write_text(json.dumps(good))
    world = samples_folder() / "tank.world.json"
    assert main(["check", *map(str, files), str(world)]) == 0
    assert capsys.readouterr().out == "No problems in 3 files.\n"


def test_check_lints_and_warnings_alone_are_no_failure(capsys):
    assert main(["check", str(TANK)]) == 0
    assert "warning W207: Nothing fires for d from 5 to 6 while visible." in capsys.readouterr().out


def test_check_as_json_is_a_list_of_messages(tmp_path, capsys):
    path = tmp_path / "m.mind.json"
    path.write_bytes(misspelled())
    assert main(["check", "--json", str(path)]) == 1
    messages = json.loads(capsys.readouterr().out)
    assert {"file", "place", "severity", "code", "message", "remedy"} == set(messages[0])
    assert messages[0]["place"].startswith("graphs.")


def test_check_of_a_missing_file_is_wrong_use(tmp_path, capsys):
    assert main(["check", str(tmp_path / "gone.mind.json")]) == 2
    assert "no such file" in capsys.readouterr().out


def test_check_of_a_world_tells_what_its_minds_do_not_declare(tmp_path, capsys):
    world = json.loads((samples_folder() / "tank.world.json").read_text())
    world["agents"]["tank_1"]["sensors"][0]["writes"] = {"seen": "visible"}
    path = tmp_path / "w.world.json"
    path.write_text(json.dumps(world))
    (tmp_path / "tank.mind.json").write_bytes(TANK.read_bytes())
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "agents.tank_1.sensors.0.writes.seen" in out
    assert "no variable 'seen'" in out


def test_check_of_a_world_names_a_missing_mind(tmp_path, capsys):
    world = json.loads((samples_folder() / "tank.world.json").read_text())
    path = tmp_path / "w.world.json"
    path.write_text(json.dumps(world))
    assert main(["check", str(path)]) == 1
    assert "tank.mind.json" in capsys.readouterr().out


def test_run_prints_states_and_hash(capsys):
    assert main(["run", str(TANK), "--ticks", "60"]) == 0
    out = capsys.readouterr().out
    assert "Patrol > MovingToTarget" in out
    assert "trace hash" in out


@pytest.mark.parametrize("sample", [TANK, SOLDIER])
def test_run_gives_the_same_hash_in_two_processes(sample, capsys):
    call = ["run", str(sample), "--ticks", "120", "--json"]
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    done = subprocess.run(
        [sys.executable, "-m", "editor.command_line", *call],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
    )
    assert main(call) == 0
    here, there = json.loads(capsys.readouterr().out), json.loads(done.stdout)
    assert here["trace_hash"] == there["trace_hash"]


def test_run_writes_a_trace_with_a_line_each_step(tmp_path, capsys):
    trace = tmp_path / "t.jsonl"
    assert main(["run", str(TANK), "--ticks", "7", "--trace", str(trace), "--json"]) == 0
    lines = trace.read_text().splitlines()
    assert len(lines) == 8
    assert json.loads(lines[-1])["tick"] + 1 == json.loads(capsys.readouterr().out)["tick"]


def test_run_with_another_seed_says_so(capsys):
    assert main(["run", str(TANK), "--ticks", "2", "--seed", "99", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == 99


def test_run_of_a_broken_document_names_place_and_reason(tmp_path, capsys):
    path = tmp_path / "m.mind.json"
    path.write_bytes(misspelled())
    assert main(["run", str(path)]) == 1
    assert "dd" in capsys.readouterr().err


def test_run_of_a_document_without_states_is_refused(tmp_path, capsys):
    document, graph, idle, go, _ = two_state_machine()
    path = tmp_path / "m.mind.json"
    path.write_bytes(document_to_bytes(remove(document, graph, [idle, go])))
    assert main(["run", str(path)]) == 1
    assert capsys.readouterr().err.strip()


def test_run_with_a_trace_that_cannot_be_written(tmp_path, capsys):
    assert main(["run", str(TANK), "--ticks", "1", "--trace", str(tmp_path / "no" / "t.jsonl")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["run"], ["check"], ["run", "x", "--ticks", "-1"], ["--nonsense"]])
def test_wrong_use_is_exit_code_2(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_unknown_word_is_no_file_and_lists_the_commands(capsys):
    assert main(["chekc"]) == 2
    assert "check, run, test, fmt" in capsys.readouterr().err


def test_fmt_rewrites_and_then_finds_nothing(tmp_path, capsys):
    path = tmp_path / "m.mind.json"
    canonical = good_bytes()
    path.write_text(json.dumps(json.loads(canonical)))
    assert main(["fmt", "--check", str(path)]) == 1
    assert "line" in capsys.readouterr().out
    assert main(["fmt", str(path)]) == 0
    assert path.read_bytes() == canonical
    assert main(["fmt", "--check", str(path)]) == 0


def test_fmt_leaves_a_broken_file_alone(tmp_path, capsys):
    path = tmp_path / "m.mind.json"
    path.write_text("{")
    assert main(["fmt", str(path)]) == 2
    assert path.read_text() == "{"


def test_version_is_printed(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("mindloom ")


@pytest.mark.parametrize(
    "arguments", [["check", str(TANK)], ["run", str(TANK), "--ticks", "2"], ["fmt", "--check", str(TANK)]]
)
def test_commands_do_not_import_qt(arguments):
    code = (
        "import sys; sys.modules['PySide6'] = None; sys.modules['pyqtgraph'] = None\n"
        f"from editor.command_line.main import main; sys.exit(main({arguments!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
