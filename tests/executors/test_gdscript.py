"""What a game in GDScript sees of its executor, run in Godot 3 with the names that it has there."""

from __future__ import annotations

import copy
import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from editor.basics.resource_files import resource_path
from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import load_manifest
from graphs.projects.manifest_registry import registry_with
from tests.executors.curve_programs import DAMAGES, FELT, OWN, TABLES, damaged_program, rising_program
from tests.executors.damaged_choices import DAMAGED
from tests.executors.gdscript_runs import EXECUTOR, run_godot
from tools.godot3_variant import godot3_variant, write_variants

SCRIPT = """
extends SceneTree
const Mindloom = preload("mindloom.gd")
var calls = []


class Walk:
	var calls = []

	func _init(log_of):
		calls = log_of

	func enter(_context, given):
		calls.append("enter " + given["script"])

	func tick(_context, given):
		calls.append("tick " + given["script"])
		return "running"

	func halt(_context, given):
		calls.append("halt " + given["script"])


var waited = 0


# Wait a moment for another program; false when that was too long.
func waits():
	OS.delay_msec(1)
	waited += 1
	return waited < 60000


func _init():
	play()
	quit()


func tell(value):
	print("TOLD ", Mindloom.JsonWriter.text_of(value))


func data():
	var file = FileAccess.open("res://data.json", FileAccess.READ)
	var text = file.get_as_text()
	file.close()
	return Mindloom.JsonReader.new().read(text)


func run(_context, _given):
	return "running"


func done(_context, _given):
	return "success"


func walk(context, given):
	calls.append([context.agent, context.action(), context.elapsed(), given["to"]])
	return "running" if calls.size() < 3 else context.fail("no way")


func drawn(context, _given):
	calls.append(context.random() * 2.0 - 1.0)
	calls.append(context.random_int(1, 6))
	return "running"


func odd(_context, _given):
	return 7


func minds_of(action):
	return Mindloom.Minds.new({"seed": 7, "actions": {"walk": action}})


func play():
"""

GUARD: dict[str, Any] = {
    "format": "mindloom-runtime",
    "version": 2,
    "hash": "0123456789abcdef",
    "rate": 10,
    "uses": {"ops": ["action"]},
    "memory": {"bytes": 2, "ints": 2, "floats": 3},
    "needs": {
        "actions": {"walk": {"parameters": [{"name": "to", "type": "vector", "default": [1, 2]}]}},
        "events": {
            "bell": {"payload": {"at": "vector", "mood": {"enum": ["calm", "angry"]}}, "listens": True}
        },
        "entity_fields": {"armor": "float", "team": "string"},
    },
    "variables": [
        {"name": "i", "type": "int", "place": 1},
        {"name": "f", "type": "float", "place": 0},
        {"name": "v", "type": "vector", "place": 1},
    ],
    "rows": [{"op": "action", "action": "walk", "entered": 0, "begun": 1, "stream": 3, "draws": 1}],
}


def run_scripts(bodies: Sequence[str], data: Any) -> list[Any]:
    """Return what scripts tell that may use the executor and `data()`, all in one run of Godot."""
    lines = [f"\t{line}" for body in bodies for line in body.strip("\n").splitlines()]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write_variants(EXECUTOR, folder)
        (folder / "project.godot").write_text("config_version=4\n", "utf-8")
        (folder / "data.json").write_text(json.dumps(data), "utf-8")
        (folder / "played.gd").write_text(godot3_variant(SCRIPT + "\n".join([*lines, ""])), "utf-8")
        said = run_godot(folder, "played.gd").split("\n")
    return [json.loads(line[5:]) for line in said if line.startswith("TOLD ")]


def damaged(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GUARD), **changes}


def test_what_does_not_fit_is_refused_in_words():
    programs = [
        damaged(version=1),
        damaged(uses={"ops": ["hover"]}),
        damaged(uses={"functions": ["cube"]}),
        damaged(format="else"),
        damaged(rows=[{**GUARD["rows"][0], "children": [9]}]),
        GUARD,
        damaged(rows=[{**GUARD["rows"][0], "children": 2_147_483_648}]),
        damaged(rows=[{**GUARD["rows"][0], "children": [0]}]),
        damaged(rows=[{**GUARD["rows"][0], "end": "x"}]),
        damaged(rows=[{**GUARD["rows"][0], "branches": [0]}]),
    ]
    told = run_scripts(
        [
            "for each in data():\n\ttell(Mindloom.Mind.parse(each).problem)",
            'for each in ["{", "[]"]:\n\ttell(Mindloom.Mind.parse(each).problem)',
            "var mind = Mindloom.Mind.parse(data()[5])",
            'var minds = Mindloom.Minds.new()\ntell([minds.add("a", mind), minds.problem])',
            'minds = minds_of(Callable(self, "run"))\nvar a = minds.add("a", mind)',
            'tell([minds.add("a", mind), minds.problem])',
            'tell([a.set_value("i", "x"), minds.problem])',
            'tell([a.set_value("none", 1), minds.problem])',
            'tell([a.post("bell", {"at": [1, 2]}), minds.problem])',
            'tell([a.post("gong"), minds.problem])',
            'tell([minds.agent("b"), minds.problem])',
            'var saved = minds.save()\nsaved["agents"]["a"]["bytes"] = "0101"',
            "tell([minds.restore(saved), minds.problem])",
            'tell([minds.restore({"format": "x"}), minds.problem])',
            'tell([minds.restore(minds.save(), [{"from": "old"}]), minds.problem])',
        ],
        programs,
    )
    assert told[:10] == [
        "The export is of version 1, and this executor reads version 2. "
        "Export the document again: mindloom export NAME.mind.json.",
        "The export uses 'hover' (ops), which this executor does not have.",
        "The export uses 'cube' (functions), which this executor does not have.",
        'The file is no export: its format is not "mindloom-runtime".',
        "The export is damaged: There is no row 9. "
        "Export the document again: mindloom export NAME.mind.json.",
        "",
        *(
            f"The export is damaged: {what}. Export the document again: mindloom export NAME.mind.json."
            for what in (
                *("'children' is no list", "Row 0 is within itself", "'end' is no whole number"),
                "Row 0 is within itself",
            )
        ),
    ]
    told = told[:6] + told[10:]
    assert told[6].startswith("The export is no JSON: character 1 should be ")
    assert told[7] == "The export holds no object."
    refused = [words for _, words in told[8:-1]]
    assert [value for value, _ in told[8:-1]] == [None, None, False, False, False, False, None, False, False]
    assert refused[0].startswith("The mind needs the action 'walk', and the game has none.")
    assert refused[1:] == [
        "There is an agent 'a' already.",
        "The variable 'i' is an int and cannot take \"x\".",
        "The mind has no variable 'none'; it has i, f, v.",
        "The event 'bell' carries at: a vector, mood: an enum of calm, angry; see 'mood'.",
        "The mind has no event 'gong'; it has bell.",
        "There is no agent 'b'.",
        "What was saved is damaged: its check does not fit.",
        "This is no saved game of version 2.",
    ]
    assert told[-1][0] is True


def test_damaged_curves_rises_and_choices_are_refused():
    cases = [*DAMAGED.values(), *((damaged_program(damage), words) for damage, words in DAMAGES)]
    told = run_scripts(
        ["for each in data():\n\ttell(Mindloom.Mind.parse(each).problem)"], [program for program, _ in cases]
    )
    assert len(told) == len(cases)
    for (_, words), came in zip(cases, told, strict=True):
        assert came.startswith("The export is damaged: ")
        assert re.search(words, came, re.IGNORECASE)


def test_a_curve_of_an_agent_that_is_none_of_its_mind_or_no_table_is_refused():
    told = run_scripts(
        [
            'var mind = Mindloom.Mind.parse(data()["program"])\nvar minds = Mindloom.Minds.new()',
            'for each in data()["curves"]:\n\ttell([minds.add("a", mind, {}, each), minds.problem])',
            "tell(minds.agents.size())",
        ],
        {"program": rising_program(), "curves": [{"urgge": OWN}, *({"urge": table} for table in TABLES)]},
    )
    *refused, left = told
    assert refused[0] == [None, "The mind has no curve 'urgge'; it has urge."]
    assert [value for value, _ in refused] == [None] * (len(TABLES) + 1)
    assert all(words.startswith("The curve 'urge' is not 1 to 64 points") for _, words in refused[1:])
    assert left == 0


def test_an_agent_has_curves_of_its_own_and_what_it_missed_rises_in_its_next_tick():
    told = run_scripts(
        [
            'var mind = Mindloom.Mind.parse(data()["program"])\nvar minds = Mindloom.Minds.new()',
            'var a = minds.add("a", mind)\nvar b = minds.add("b", mind, {}, data()["curves"])',
            'for k in range(4):\n\tminds.tick(["b"] if k == 1 else null)',
            '\ttell([a.get_value("felt"), b.get_value("felt")])\n\tvar save = minds.save_text()',
            '\tif "urge" in save: tell("The save has the table.")\n\tminds.restore_text(save)',
            'b.restart()\nb.set_value("hunger", 1)\nminds.tick()\ntell(b.get_value("felt"))',
        ],
        {"program": rising_program(), "curves": {"urge": OWN}},
    )
    first, _, third, fourth = FELT
    assert told == [[first, 5], [first, 5], [third, 5], [fourth, 5], 3]


def test_an_action_has_its_context_and_what_fails_is_told():
    told = run_scripts(
        [
            'var minds = minds_of(Callable(self, "walk"))',
            'var a = minds.add("a", Mindloom.Mind.parse(data()))',
            "for _k in range(3):\n\tminds.tick()\ntell([calls, a.status, a.errors])",
            'a.restart()\nminds.behaviors["walk"] = Callable(self, "odd")',
            "minds.tick()\ntell([a.status, a.errors])",
        ],
        GUARD,
    )
    calls, status, errors = told[0]
    assert calls == [["a", "walk", at, [1, 2]] for at in (0, 0.1, 0.2)]
    assert (status, errors) == ("failure", [{"row": 0, "message": "walk failed: no way", "node": "0"}])
    assert told[1][0] == "failure"
    assert told[1][1][0]["message"] == 'walk gave 7; a tick gives "running", "success" or "failure".'


def test_steering_lasts_until_two_ticks_without_any_and_effects_one():
    told = run_scripts(
        [
            "var minds = minds_of(Mindloom.Steering.new())",
            'var a = minds.add("a", Mindloom.Mind.parse(data()))\nminds.tick()\ntell(a.requests)',
            'minds.behaviors["walk"] = Mindloom.OneEffect.new()',
            "for _k in range(3):\n\tminds.tick()\n\ttell([a.requests.size(), minds.effects])",
            "a.halt()\nminds.tick()\ntell([a.status, a.ended])",
            "a.restart()\nminds.tick()\ntell([a.status, a.ended])",
        ],
        GUARD,
    )
    request = {
        "row": 0,
        "behavior": "walk",
        "arguments": {"to": [1, 2]},
        "weight": 1,
        "priority": 1,
        "stream": 3,
    }
    effects = [{"agent": "a", "name": "walk", "arguments": {"to": [1, 2]}}]
    assert told == [[request], [1, effects], [0, effects], [0, effects], ["idle", True], ["success", False]]


def test_a_mind_that_is_ordered_what_to_do_goes_on_by_itself_when_that_is_taken_back():
    told = run_scripts(
        [
            'var minds = minds_of(Callable(self, "run"))\nvar mind = Mindloom.Mind.parse(data())',
            'var a = minds.add("a", mind)\nvar plain = minds.save()',
            'for to in ["success", "", "disabled", "", null]:',
            '\tif to == null or to != "":\n\t\ta.order(0, to)',
            "\tminds.tick()\n\ttell([a.status, a.ordered()])",
            'a.restart()\na.order(0, "disabled")',
            'var text = Mindloom.JsonWriter.text_of(plain["agents"]["a"])',
            "tell(Mindloom.JsonWriter.text_of(a.save()) == text)\ntell(a.ordered())",
            'a.restart()\ntell(a.ordered())\na.order(0, "failure")',
            'a.restore(plain["agents"]["a"])\ntell(a.ordered())\na.order(0, "failure")',
            'minds.restore(plain)\ntell(a.ordered())\na.order(0, "failure")',
            "a.halt()\ntell(a.ordered())",
        ],
        GUARD,
    )
    left_out = [[0, "disabled"]]
    ticks = [["success", []], ["running", []], ["skipped", left_out], ["skipped", left_out], ["running", []]]
    assert told == [*ticks, True, left_out, [], [], [], []]


def test_what_cannot_be_ordered_is_refused():
    orders = ['0, "enter"', '1, "success"', '-1, "success"', 'null, "success"', '0, "running"', "0, 3"]
    told = run_scripts(
        [
            'var minds = minds_of(Callable(self, "run"))',
            'var a = minds.add("a", Mindloom.Mind.parse(data()))',
            *(f"tell([a.order({each}), minds.problem])" for each in orders),
            "tell(a.ordered())\nminds.is_ticking = true",
            'tell([a.order(0, "success"), minds.problem])\nminds.is_ticking = false',
            "a.halt()\ntell([a.order(0, null), minds.problem])",
        ],
        GUARD,
    )
    known = "An order is success, failure, skipped, disabled, enter or null, not "
    assert told == [
        [False, "Row 0 is no state that can be entered."],
        [False, "Row 1 is no node that can be forced."],
        [False, "Row -1 is no node that can be forced."],
        [False, "Row Null is no node that can be forced."],
        [False, f"{known}running."],
        [False, f"{known}3."],
        [],
        [False, "A tick is under way; give orders when it is over."],
        [False, "The mind has ended; it takes no orders."],
    ]


def test_numbers_and_texts_come_back_as_they_were():
    numbers = [
        0,
        1,
        -7,
        2**31 - 1,
        0.1,
        1 / 3,
        0.1 + 0.2,
        1e300,
        5e-324,
        1e21,
        123456789012345.6,
        2.0**53,
        -2.5e-7,
    ]
    numbers += [1.7976931348623157e308, 2.2250738585072014e-308, 4.35, 0.7999999999999999, 9007199254740993]
    texts = ["", "größe", "日本", "🙂", 'a"b\\c/d', "\n\t\u0001\u007f", "\u2028"]
    (told,) = run_scripts(
        ["tell(data())"], {"numbers": numbers, "texts": texts, "none": None, "empty": [[], {}]}
    )
    assert told == {"numbers": numbers, "texts": texts, "none": None, "empty": [[], {}]}


def test_a_saved_game_keeps_every_digit_and_goes_on():
    told = run_scripts(
        [
            'var mind = Mindloom.Mind.parse(data())\nvar minds = minds_of(Callable(self, "drawn"))',
            'var a = minds.add("a", mind, {"i": 3.0, "f": 1, "v": Vector2(0.5, -2)})',
            'a.set_value("f", 1.0 / 3.0)\nminds.tick()\nvar text = minds.save_text()\ntell(minds.save())',
            "minds.tick()\nvar before = calls\ncalls = []",
            'minds = minds_of(Callable(self, "drawn"))\na = minds.add("a", mind)',
            "tell(minds.restore_text(text))",
            "tell(a.variables())\nminds.tick()\ntell([before, calls])\nminds.close()\nmind.close()",
        ],
        GUARD,
    )
    saved = told[0]["agents"]["a"]
    hashed = 0x811C9DC5
    for byte in f"0123456789abcdef|{saved['bytes']}|{','.join(map(str, saved['ints']))}".encode():
        hashed = (hashed ^ byte) * 0x01000193 % 2**32
    assert saved["check"] == hashed
    assert told[1] is True
    assert told[2]["f"] == 1 / 3
    assert told[2]["v"] == [0.5, -2]
    before, after = told[3]
    assert len(before) == 4
    assert before[2:] == after


def test_mindloom_reads_the_manifest_of_a_game(tmp_path):
    (told,) = run_scripts(
        [
            'var shots = {"name": "shots", "type": "int", "default": 3, "min": 1, "max": 9, "unit": "shots"}',
            'var said = {"summary": "Load the gun.", "instant": true, "parameters": [shots]}',
            'var reload = Mindloom.describe(Callable(self, "done"), said)',
            'var dark = Mindloom.describe(Callable(self, "done"), {"summary": "Tell if it is."})',
            'var actions = {"walk": Callable(self, "run"), "reload": reload}',
            'var minds = Mindloom.Minds.new({"actions": actions, "conditions": {"is_dark": dark}})',
            'minds.add("a", Mindloom.Mind.parse(data()))',
            'print("TOLD ", minds.manifest({"alarm": {"loud": "bool"}}))',
        ],
        GUARD,
    )
    path = tmp_path / "game.kinds.json"
    path.write_text(json.dumps(told), "utf-8")
    known = registry_with([load_manifest(path)], builtin_registry())
    reload = known.actions["reload"]
    assert (reload.summary, reload.instant) == ("Load the gun.", True)
    assert [(each.name, each.default, each.unit) for each in reload.parameters] == [("shots", 3, "shots")]
    assert [each.name for each in known.actions["walk"].parameters] == ["to"]
    assert known.conditions["is_dark"].summary == "Tell if it is."
    assert {"bell", "alarm"} <= {*known.events}
    assert known.entity_fields["armor"].shape.type == "float"


@pytest.mark.parametrize("sample", ["stealth_guard", "decorator_gym"])
def test_the_example_of_an_export_runs_at_once(tmp_path, sample):
    made, played = tmp_path / "made", tmp_path / "played"
    out = ["--out", str(made), "--for", "gdscript"]
    assert main(["export", str(samples_folder() / f"{sample}.mind.json"), *out]) == 0
    played.mkdir()
    for each in made.iterdir():
        (played / each.name).write_bytes(each.read_bytes())
    write_variants(made, played)
    (played / "project.godot").write_text("config_version=4\n", "utf-8")
    lines = run_godot(played, f"{sample}_example.gd").splitlines()
    assert any(line.startswith("tick 0: states ") for line in lines)
    assert "60 ticks" in lines


def test_the_files_have_the_notice_of_their_license_and_keep_to_short_lines():
    for name in ("mindloom.gd", "conformance.gd"):
        text = (EXECUTOR / name).read_text("utf-8")
        assert "MIT License" in "".join(text.splitlines(keepends=True)[:6])
        assert max(map(len, text.splitlines())) <= 120
    assert "not been run in Godot 4" in (EXECUTOR / "README.md").read_text("utf-8")
    assert "not in Godot 4 itself" in (resource_path("help") / "executors.md").read_text("utf-8")


def test_every_op_line_node_and_function_of_programs_is_known():
    schema = json.dumps(json.loads((resource_path("schemas") / "runtime.schema.json").read_text("utf-8")))
    named = set(re.findall(r'"(?:op|node)": \{"const": "(\w+)"', schema))
    for functions in re.findall(r'"function": \{"enum": \[([^]]+)\]', schema):
        named |= set(json.loads(f"[{functions}]"))
    assert {"ordered", "assign", "constant", "atan2"} <= named
    known = {*re.findall(r'"(\w+)"', (EXECUTOR / "mindloom.gd").read_text("utf-8"))}
    assert sorted(named - known) == []
