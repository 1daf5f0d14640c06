"""`mindloom run --trace OUT.trace` and `mindloom trace`: keep, compare, describe and export runs."""

from __future__ import annotations

import json

import pytest

from editor.command_line.main import main
from editor.documents.open.sample_files import sample_paths


@pytest.fixture
def tank():
    return str(next(path for path in sample_paths() if path.name.startswith("tank")))


@pytest.fixture
def recorded(tank, tmp_path, capsys):
    """Return how to record the tank with a seed; gives the path of the recording."""

    def record(name: str, seed: int, ticks: int = 90) -> str:
        out = tmp_path / name
        assert main(["run", tank, "--seed", str(seed), "--ticks", str(ticks), "--trace", str(out)]) == 0
        capsys.readouterr()
        return str(out)

    return record


def test_equal_runs_are_the_same_and_others_name_the_first_difference(recorded, capsys):
    first, same, other = recorded("a.trace", 1), recorded("b.trace", 1), recorded("c.trace", 2)
    assert main(["trace", "diff", first, same]) == 0
    assert capsys.readouterr().out == "The same in all 90 ticks.\n"
    assert main(["trace", "diff", first, recorded("d.trace", 1, 40)]) == 0
    assert capsys.readouterr().out == "The same up to tick 39, where the shorter one ends.\n"
    code = main(["trace", "diff", first, other, "--json"])
    found = json.loads(capsys.readouterr().out)["difference"]
    assert code == (1 if found else 0)


def test_a_recording_says_what_is_in_it(recorded, capsys):
    file = recorded("a.trace", 7)
    assert main(["trace", "info", file, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["ticks"], facts["seed"], facts["minds"]) == (90, 7, ["tank.mind.json"])
    assert main(["trace", "info", file]) == 0
    assert "90 ticks (1.50 s)" in capsys.readouterr().out


def test_an_exported_recording_has_the_lines_that_a_trace_of_the_run_has(tank, recorded, tmp_path, capsys):
    lines = tmp_path / "straight.jsonl"
    assert main(["run", tank, "--seed", "3", "--ticks", "90", "--trace", str(lines)]) == 0
    out = tmp_path / "exported.jsonl"
    assert main(["trace", "export", recorded("a.trace", 3), "--out", str(out)]) == 0
    straight, exported = (file.read_text().splitlines() for file in (lines, out))
    assert exported[0] == straight[0]
    assert len(exported) == len(straight) == 91
    for ours, theirs in zip(map(json.loads, exported[1:]), map(json.loads, straight[1:]), strict=True):
        assert ours["tick"] == theirs["tick"]
        assert ours["events"] == theirs["events"]
        for agent, brain in theirs["brains"].items():
            assert ours["brains"][agent]["outcomes"] == brain["outcomes"]


def test_a_chrome_trace_has_a_span_for_each_time_a_state_was_active(recorded, tmp_path, capsys):
    out = tmp_path / "chrome.json"
    assert main(["trace", "export", recorded("a.trace", 3), "--out", str(out)]) == 0
    events = json.loads(out.read_text())["traceEvents"]
    patrol = [event for event in events if event.get("name") == "Patrol" and event["cat"] == "state"]
    assert patrol[0]["ts"] == 0
    assert patrol[0]["dur"] == round(90 / 60 * 1_000_000)
    named = {event["pid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
    assert {named[event["pid"]] for event in patrol} == set(named.values())


@pytest.mark.parametrize(
    "what", [["trace", "info"], ["trace", "diff", "X"], ["trace", "export", "--out", "o.json"]]
)
def test_what_is_no_recording_is_refused_with_a_remedy(tmp_path, capsys, what):
    file = tmp_path / "x.trace"
    file.write_text("{}")
    arguments = [str(file) if each == "X" else each for each in what]
    assert main([*arguments, str(file)]) == 2
    said = capsys.readouterr().err
    assert "This is no recording. Name a *.trace file." in said
    assert "Traceback" not in said


def test_an_export_of_another_form_is_refused(recorded, tmp_path, capsys):
    assert main(["trace", "export", recorded("a.trace", 3), "--out", str(tmp_path / "a.csv")]) == 2
    assert "must end in .jsonl" in capsys.readouterr().err


def test_statistics_say_how_often_everything_happened_and_what_never_did(recorded, capsys):
    file = recorded("a.trace", 7, 240)
    assert main(["trace", "stats", file, "--json"]) == 0
    (mind,) = json.loads(capsys.readouterr().out)["minds"]
    assert mind["ticks"] == 240 * len(mind["agents"])
    by_title = {each["title"]: each for each in mind["elements"]}
    assert by_title["Patrol"]["share"] > 0.5
    assert by_title["MovingToTarget → FindingNewTarget"]["times"] > 0
    assert 0.5 < by_title["MovingToTarget"]["share"] <= 1
    states = mind["coverage"]["states"]
    assert 0 < states["reached"] < states["total"]
    assert main(["trace", "stats", file]) == 0
    out = capsys.readouterr().out
    assert f"{states['reached']} of {states['total']} states" in out
    assert "never entered" in out


def test_statistics_of_several_runs_one_agent_and_a_range(recorded, capsys):
    first, other = recorded("a.trace", 7, 120), recorded("b.trace", 8, 60)

    def ticks(*arguments: str) -> int:
        assert main(["trace", "stats", *arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)["minds"][0]["ticks"]

    agents = ticks(first) // 120
    assert ticks(first, other) == 180 * agents
    assert ticks(first, "--from", "10", "--to", "19") == 10 * agents
    assert main(["trace", "stats", first, "--agent", "nobody"]) == 2
    assert "No agent nobody thinks in it" in capsys.readouterr().err


def test_the_statistics_say_what_chances_drew_beside_what_they_promise(tmp_path, capsys):
    gym = str(next(path for path in sample_paths() if path.name == "decorator_gym.mind.json"))
    out = str(tmp_path / "gym.trace")
    assert main(["run", gym, "--ticks", "600", "--trace", out]) == 0
    capsys.readouterr()
    assert main(["trace", "stats", out]) == 0
    line = next(item for item in capsys.readouterr().out.splitlines() if "Chance 0.2" in item)
    assert "draws Kick the door" in line
    assert "(expected 20.0%)" in line
    assert main(["trace", "stats", out, "--json"]) == 0
    minds = json.loads(capsys.readouterr().out)["minds"]
    [chance] = [each for mind in minds for each in mind["elements"] if each["kind"] == "probability"]
    [child] = chance["drawn"]
    assert child["expected"] == pytest.approx(child["draws"] * 0.2)
    assert 0 < child["draws"] <= chance["visits"]
