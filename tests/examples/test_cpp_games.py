"""The small game in C++: short, with the guard's mind inside, and what an export wrote."""

from __future__ import annotations

from editor.basics.resource_files import resource_path
from editor.command_line.main import main
from tests.executors.cpp_runs import STRICT, built_cpp
from tests.executors.executor_runs import run

EXAMPLES = resource_path() / "examples"
GAME = EXAMPLES / "night_guard_cpp" / "game.cpp"


def test_the_guard_in_cpp_sees_a_thief_and_loses_him():
    program = built_cpp([GAME], "night_guard", "-O0", *STRICT)
    told = run([str(program), str(EXAMPLES / "night_guard"), "12"]).splitlines()
    told = [line.split(" s ")[-1].strip() for line in told]
    assert told[:4] == ["Patrol", "“Stop there!”", "Chase", "Search"]
    assert told[-1] == "Patrol"


def test_the_game_is_short_and_uses_what_an_export_writes(tmp_path):
    lines = GAME.read_text("utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 120
    out = tmp_path / "game"
    mind = EXAMPLES / "night_guard" / "night_guard.mind.json"
    assert main(["export", str(mind), "--out", str(out), "--for", "cpp"]) == 0
    written = (out / "night_guard_mind.hpp").read_text("utf-8")
    assert GAME.with_name("night_guard_mind.hpp").read_text("utf-8") == written
