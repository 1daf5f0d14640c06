"""A game in C++ sees what it should; mistakes of a game or of a program are refused in words."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import load_manifest
from graphs.projects.manifest_registry import registry_with
from runtime.export.export_document import export_document
from tests.executors.cpp_runs import FOLDER, PLAIN, SCENARIOS, run_scenario, scenarios
from tests.executors.curve_programs import FELT, OWN, damaged_program, of_every_damage, rising_program
from tests.executors.damaged_choices import DAMAGED
from tests.executors.engine_game import Json
from tests.executors.executor_runs import run
from tests.executors.test_javascript import GUARD, program_of
from tests.other_programs import path_of
from tests.runtime.session_of import SAMPLES

# -- what is refused ----------------------------------------------------------------------------------


def test_an_export_of_version_1_is_refused():
    words = run_scenario("refused_parse", {**program_of("math_tree"), "version": 1})
    assert words.startswith("The export is of version 1")
    assert "mindloom export NAME.mind.json" in words


def test_a_version_2_that_does_not_say_what_it_uses_is_refused_as_version_1():
    program = program_of("math_tree")
    del program["uses"]
    assert run_scenario("refused_parse", program).startswith("The export is of version 1")


def test_another_file_is_refused():
    assert "mindloom-runtime" in run_scenario("refused_parse", {"format": "mindloom"})
    assert "no JSON" in run_scenario("refused_parse", "{")
    assert "holds no object" in run_scenario("refused_parse", "3")


@pytest.mark.parametrize(("sort", "name"), [("ops", "dream"), ("lines", "sing"), ("functions", "tan")])
def test_what_the_executor_lacks_is_refused_by_name(sort, name):
    program = program_of("math_tree")
    program["uses"][sort] = [*program["uses"].get(sort, []), name]
    assert f"'{name}'" in run_scenario("refused_parse", program)


def test_a_row_that_leads_nowhere_is_refused():
    program = program_of("math_tree")
    program["rows"][0]["children"] = [1, 99]
    words = run_scenario("refused_parse", program)
    assert words.startswith("The export is damaged")
    assert "there is no row 99" in words.lower()


@pytest.mark.parametrize("place", [-1, 4000, 1.5, None, "1"])
def test_a_place_outside_of_the_memory_is_refused(place):
    program = program_of("math_tree")
    row = next(row for row in program["rows"] if row["op"] == "ordered")
    row["place"] = place
    assert "There is no place for 'place'" in run_scenario("refused_parse", program)


def test_an_action_that_the_game_lacks_is_refused_by_name():
    words = run_scenario("refused_add", program_of("soldier"))
    assert "the action 'arrive'" in words
    assert 'game.actions["arrive"] = ' in words


def test_a_value_that_does_not_fit_a_variable_and_another_agent_are_refused():
    told = run_scenario(
        "refused_use", {"program": program_of("math_tree"), "sets": [["value", 1.5], ["valu", 1]]}
    )
    assert told == [
        "The variable 'value' is an int and cannot take 1.5.",
        "The mind has no variable 'valu'; it has target, value.",
        "There is an agent 'a' already.",
        "There is no agent 'b'.",
    ]


def test_an_event_that_does_not_fit_is_refused():
    wrong = {"at": [0, 0], "distance": "far", "target": "player"}
    posts = [["swich", {}], ["switch", {}], ["switch", wrong]]
    unknown, lacking, misfit, *_ = run_scenario(
        "refused_use", {"program": program_of("light_bulb"), "posts": posts}
    )
    assert "no event 'swich'; it has switch" in unknown
    assert "see 'at'" in lacking
    assert misfit == "switch.distance is a float."


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_curve_rise_or_choice_is_refused(name):
    program, words = DAMAGED[name]
    told = run_scenario("refused_parse", program)
    assert told.startswith("The export is damaged: ")
    assert re.search(words, told)


@of_every_damage
def test_curves_and_variables_that_rise_are_refused_where_they_are_damaged(damage, words):
    told = run_scenario("refused_parse", damaged_program(damage))
    assert told.startswith("The export is damaged: ")
    assert re.search(words, told, re.IGNORECASE)


def test_a_curve_of_an_agent_that_is_none_of_its_mind_or_no_table_is_refused():
    def refused(curves: Json) -> str:
        return run_scenario("refused_curves", {"program": rising_program(), "curves": curves})

    assert refused({"urgge": OWN}) == "The mind has no curve 'urgge'; it has urge."
    for table in ([], [[1, 0], [0, 0]], [[0, 0]] * 65):
        assert refused({"urge": table}).startswith("The curve 'urge' is not 1 to 64 points")


def tampered(save: Json, change: str) -> None:
    agent = save["agents"]["a"]
    match change:
        case "mind":
            agent["mind"] = "0"
        case "ints":
            agent["ints"][0] += 1
        case "version":
            save["version"] = 1
        case "agents":
            save["agents"]["b"] = agent
        case "bytes":
            agent["bytes"] = agent["bytes"][2:]
        case "tick":
            del save["tick"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("mind", "another mind"),
        ("ints", "its check does not fit"),
        ("bytes", "its check does not fit"),
        ("version", "no saved game"),
        ("agents", "'b' is not on both sides"),
        ("tick", "it has no tick"),
        ("", "nothing was refused"),
    ],
)
def test_a_save_that_does_not_fit_is_refused(change, words):
    program = program_of("math_tree")
    save = run_scenario("save", program)
    tampered(save, change)
    assert words in run_scenario("refused_save", {"program": program, "save": save})


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"version": 2}, "It is no mindloom-upgrade of version 1: export it again."),
        ({"version": 1, "begin": {}}, "is damaged: there is no place"),
        ({"version": 1, "from": "elsewhere"}, "another mind"),
    ],
)
def test_a_table_of_an_upgrade_that_does_not_fit_is_refused(table, words):
    program = program_of("math_tree")
    save = run_scenario("save", program)
    newer = {**program, "hash": "0000000000000000"}
    move = {"op": "ints", "from": 0, "to": 0}
    whole = {"format": "mindloom-upgrade", "from": program["hash"], "to": newer["hash"], "always": [move]}
    told = run_scenario("refused_save", {"program": newer, "save": save, "upgrades": [{**whole, **table}]})
    assert words in told


def test_a_save_of_an_older_version_goes_on_by_its_table():
    program = program_of("math_tree")
    save = run_scenario("save", program)
    newer = {**program, "hash": "0000000000000000"}
    memory = program["memory"]
    begin = {"bytes": "00" * memory["bytes"], "ints": [0] * memory["ints"]}
    move = {"op": "ints", "from": 0, "to": 0, "count": memory["ints"]}
    table = {"format": "mindloom-upgrade", "version": 1, "from": program["hash"], "to": newer["hash"]}
    table |= {"begin": begin, "always": [move]}
    data = {"program": newer, "save": save, "upgrades": [table]}
    assert run_scenario("refused_save", data) == "nothing was refused"


# -- what a game sees ---------------------------------------------------------------------------------


def test_an_action_is_begun_ticked_and_halted_with_its_context():
    begun = [["enter", "a", [1, 2]], ["tick", 0, 0, 0.1, 0]]
    assert run_scenario("steps", GUARD) == [*begun, ["tick", 1, 0.1, 0.1, 0], ["halt", "a"]]


def test_an_agent_has_curves_of_its_own_and_what_it_missed_rises_in_its_next_tick():
    told = run_scenario("own_curves", {"program": rising_program(), "curves": {"urge": OWN}})
    first, _, third, fourth = FELT
    assert told == [[first, 5], [first, 5], [third, 5], [fourth, 5], 3]


def test_steering_is_in_force_until_two_ticks_without_any():
    request = {"row": 0, "behavior": "walk", "arguments": {"to": [1, 2]}, "weight": 2, "priority": 1}
    assert run_scenario("requests", GUARD) == [True, {**request, "stream": 5}, 1, 0]


def test_effects_are_those_of_the_last_tick():
    arguments = {"to": [1, 2], "weight": 2, "priority": 1}
    assert run_scenario("effects", GUARD) == [
        {"agent": agent, "name": "walk", "arguments": arguments} for agent in ("a", "b")
    ]


def test_a_mistake_in_an_action_is_a_failure_that_is_told():
    words = (
        "walk failed: no legs",
        'walk gave \'skipped\'; a tick gives "running", "success" or "failure".',
        "walk failed: This node has no place that counts draws.",
        "walk failed: The game tells nothing of door.open.",
    )
    assert run_scenario("mistakes", GUARD) == [
        ["failure", [{"row": 0, "message": each, "node": "0"}]] for each in words
    ]


def test_names_are_told_where_the_file_of_names_is_given():
    export = export_document(load_document(SAMPLES / "light_bulb.mind.json"), builtin_registry())
    told = run_scenario("names", {"program": export.text(), "names": export.names_text()})
    refused = "Without the file of names the node 'off' cannot be found."
    assert told == [["Off"], ["1"], "running", "idle", refused]


def test_restarting_begins_again_and_halting_does_nothing_more():
    assert run_scenario("restart", GUARD) == ["running", False, "idle", True, "running", False]


def test_nobody_ticks_or_halts_while_a_tick_is_under_way():
    told = run_scenario("ticking", GUARD)
    assert told.count("A tick is under way") == 2


@pytest.mark.parametrize("sample", ["math_tree", "attack_or_flee", "soldier", "tank", "light_bulb"])
def test_ticks_take_no_memory_in_the_long_run(sample):
    assert run_scenario("memory", program_of(sample)) == 0


# -- what the editor reads of a game ------------------------------------------------------------------


def test_the_manifest_of_a_game_is_read_without_a_problem(tmp_path: Path):
    program = program_of("light_bulb")
    program["needs"] |= copy.deepcopy(GUARD["needs"])
    program["needs"]["actions"]["walk"]["parameters"].append(
        {"name": "gait", "type": {"enum": ["slow", "fast"]}, "default": "slow"}
    )
    file = tmp_path / "game.kinds.json"
    file.write_text(json.dumps(run_scenario("manifest", program)), encoding="utf-8")
    known = registry_with([load_manifest(file)], builtin_registry())
    assert {"knock", "walk"} == {*known.actions} - {*builtin_registry().actions}
    assert {"is_open"} == {*known.conditions} - {*builtin_registry().conditions}
    assert {"switch", "knocked"} <= {*known.events}
    assert "locked" in known.entity_fields
    names = {name: [each.name for each in known.actions[name].parameters] for name in ("knock", "walk")}
    assert names["knock"] == ["times", "door", "loud", "how", "far"]
    assert names["walk"] == ["to", "weight", "priority", "gait"]
    assert known.actions["knock"].instant


# -- its files -----------------------------------------------------------------------------------------


SHIPPED = ("mindloom.hpp", "mindloom_link.hpp", "link_notes.hpp", "link_sockets.hpp", "conformance.cpp")


def test_the_files_have_the_notice_of_their_license():
    for name in SHIPPED:
        assert "MIT License" in (FOLDER / name).read_text(encoding="utf-8")[:600], name


def test_the_headers_compile_without_exceptions_and_without_types_at_run_time():
    assert {"-fno-exceptions", "-fno-rtti"} <= {*PLAIN}
    assert '#include "link_sockets.hpp"' in SCENARIOS.read_text("utf-8")
    assert scenarios().exists()


def test_the_files_are_formatted():
    formatter = path_of("clang-format")
    for name in SHIPPED:
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert run([formatter, "--style=file", str(FOLDER / name)]) == text, name


def test_every_op_line_node_and_function_of_programs_is_known():
    schema = json.dumps(json.loads((SAMPLES.parent / "schemas" / "runtime.schema.json").read_text("utf-8")))
    named = set(re.findall(r'"(?:op|node)": \{"const": "(\w+)"', schema))
    for functions in re.findall(r'"function": \{"enum": \[([^]]+)\]', schema):
        named |= set(json.loads(f"[{functions}]"))
    assert {"ordered", "assign", "constant", "atan2"} <= named
    text = (FOLDER / "mindloom.hpp").read_text(encoding="utf-8")
    lists = "".join(re.findall(r"string_view \w+Names\[\] = \{(.*?)\};", text, re.DOTALL))
    assert [name for name in sorted(named) if f'"{name}"' not in lists] == []
