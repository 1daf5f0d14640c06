"""The night guard for Godot: its logic played in Godot 3 without a window, and short."""

from __future__ import annotations

import json
import shutil

import pytest

from editor.basics.resource_files import resource_path
from editor.command_line.main import main
from tests.executors.gdscript_runs import run_godot
from tools.godot3_variant import write_variants

EXAMPLES = resource_path("examples")
GAME = EXAMPLES / "night_guard_godot"

PLAYED = """
extends SceneTree

var told = []
var game = null


func _init():
	play()
	quit()


func go(seconds):
	for _k in range(seconds * 50):
		game._process(0.02)
		var states = game.guard.active_states()
		var now = states[states.size() - 1]
		if told.size() == 0 or told[told.size() - 1] != now:
			told.append(now)


func play():
	game = preload("game.gd").new()
	game._ready()
	go(1)
	var went = game.places["guard"].x
	Input.action_press("ui_left")
	go(1)
	Input.action_release("ui_left")
	var thief = game.places["thief"].x
	game.places["thief"] = game.places["guard"] + Vector2(2, 0)
	go(1)
	var words = game.words
	game.places["thief"] = Vector2(10, 13.5)
	go(12)
	print("TOLD ", game.Mindloom.JsonWriter.text_of(
		{"states": told, "words": words, "thief": thief, "went": went, "errors": game.guard.errors.size()}
	))
	game.free()
"""


def test_the_guard_sees_a_thief_and_loses_him(tmp_path):
    made, played = tmp_path / "made", tmp_path / "played"
    shutil.copytree(GAME, made)
    mind = EXAMPLES / "night_guard" / "night_guard.mind.json"
    assert main(["export", str(mind), "--out", str(made), "--for", "gdscript"]) == 0
    shutil.copytree(made, played)
    write_variants(made, played)
    (played / "project.godot").write_text("config_version=4\n", "utf-8")
    (played / "played.gd").write_text(PLAYED, "utf-8")
    (said,) = [line for line in run_godot(played, "played.gd").splitlines() if line.startswith("TOLD ")]
    told = json.loads(said[5:])
    assert told["states"][:3] == ["Patrol", "Chase", "Search"]
    assert told["states"][-1] == "Patrol"
    assert told["words"] == "Stop there!"
    assert told["went"] > 3
    assert told["thief"] == pytest.approx(6, abs=0.1)
    assert told["errors"] == 0


def test_the_scene_plays_the_script_and_the_game_is_short():
    assert "res://game.gd" in (GAME / "game.tscn").read_text("utf-8")
    assert 'run/main_scene="res://game.tscn"' in (GAME / "project.godot").read_text("utf-8")
    lines = (GAME / "game.gd").read_text("utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 120
