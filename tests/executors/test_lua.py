"""A game in Lua sees what it should; mistakes of a game or of a program are refused in words."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import load_manifest
from graphs.projects.manifest_registry import registry_with
from runtime.export.export_document import export_document
from tests.executors.curve_programs import (
    FELT,
    OWN,
    TABLES,
    damaged_program,
    of_every_damage,
    rising_program,
)
from tests.executors.engine_game import Json
from tests.executors.lua_runs import FOLDER, LUAS, run_script
from tests.executors.test_javascript import GUARD, program_of
from tests.runtime.session_of import SAMPLES

# -- what is refused ----------------------------------------------------------------------------------


def said(script: str, data: Any) -> str:
    """Return the words of the refusal that a script meets."""
    told = run_script(
        "local function minds(actions) return Minds{ actions = actions } end\n"
        f"local isDone, problem = pcall(function() {script} end)\n"
        "if isDone then tell(null) else\n"
        "  if getmetatable(problem) ~= MindError then error(problem, 0) end\n"
        "  assert(tostring(problem) == problem.message)\n"
        "  tell(problem.message)\n"
        "end",
        data,
    )
    assert isinstance(told, str), "nothing was refused"
    return told


def test_an_export_of_version_1_is_refused():
    words = said("Mind.parse(data)", {**program_of("math_tree"), "version": 1})
    assert words.startswith("The export is of version 1")
    assert "mindloom export NAME.mind.json" in words


def test_a_version_2_that_does_not_say_what_it_uses_is_refused_as_version_1():
    program = program_of("math_tree")
    del program["uses"]
    assert said("Mind.parse(data)", program).startswith("The export is of version 1")


@pytest.mark.parametrize(
    "text", ["{", '{"a": 1', '{"a": 01x}', '["a\nb"]', "{} {}", '{"a": tru}', "", '"\\q"']
)
def test_a_text_that_is_no_json_is_refused(text):
    assert "no JSON" in said("Mind.parse(data)", text)


def test_another_file_is_refused():
    assert "mindloom-runtime" in said("Mind.parse(data)", {"format": "mindloom"})
    assert "holds no object" in said("Mind.parse(data)", "3")


@pytest.mark.parametrize(("sort", "name"), [("ops", "dream"), ("lines", "sing"), ("functions", "tan")])
def test_what_the_executor_lacks_is_refused_by_name(sort, name):
    program = program_of("math_tree")
    program["uses"][sort] = [*program["uses"].get(sort, []), name]
    assert f"'{name}'" in said("Mind.parse(data)", program)


@pytest.mark.parametrize(("field", "value"), [("children", [1, 99]), ("end", 2**31)])
def test_a_row_that_leads_nowhere_is_refused(field, value):
    program = program_of("math_tree")
    program["rows"][0][field] = value
    words = said("Mind.parse(data)", program)
    assert words.startswith("The export is damaged: There is no row ")


def test_an_action_that_the_game_lacks_is_refused_by_name():
    words = said("minds():add('a', Mind.parse(data))", program_of("soldier"))
    assert "the action 'arrive'" in words
    assert "Minds{ actions = { arrive =" in words


@of_every_damage
def test_curves_and_variables_that_rise_are_refused_where_they_are_damaged(damage, words):
    told = said("Mind.parse(data)", damaged_program(damage))
    assert told.startswith("The export is damaged: ")
    assert re.search(words, told, re.IGNORECASE)


def test_a_curve_of_an_agent_that_is_none_of_its_mind_or_no_table_is_refused():
    script = "minds():add('a', Mind.parse(data.program), nil, data.curves)"

    def refused(curves: Json) -> str:
        return said(script, {"program": rising_program(), "curves": curves})

    assert refused({"urgge": OWN}) == "The mind has no curve 'urgge'; it has urge."
    told = [refused({"urge": table}) for table in TABLES]
    assert all(each.startswith("The curve 'urge' is not 1 to 64 points") for each in told), told


@pytest.mark.parametrize("lua", LUAS)
def test_an_agent_can_have_a_curve_of_its_own_and_keeps_it_when_it_begins_again(lua):
    told = run_script(
        """
        local mind, minds = Mind.parse(data.program), Minds{}
        local usual, own = minds:add("a", mind), minds:add("b", mind, nil, { urge = data.own })
        local felt = {}
        for k = 1, 4 do minds:tick() felt[k] = { usual:get("felt"), own:get("felt") } end
        own:restart()
        own:set("hunger", 1)
        minds:tick()
        tell({ felt, own:get("felt") })
        """,
        {"program": rising_program(), "own": OWN},
        lua,
    )
    assert told == [[[value, 5] for value in FELT], 3]


def test_a_value_that_does_not_fit_a_variable_is_refused():
    program = program_of("math_tree")
    script = "minds():add('a', Mind.parse(data)):set"
    assert said(f"{script}('value', 1.5)", program) == "The variable 'value' is an int and cannot take 1.5."
    assert said(f"{script}('value', {{1}})", program) == "The variable 'value' is an int and cannot take [1]."
    assert said(f"{script}('valu', 1)", program) == "The mind has no variable 'valu'; it has target, value."


def test_an_event_that_does_not_fit_is_refused():
    program = program_of("light_bulb")
    script = "minds():add('a', Mind.parse(data)):post"
    assert "no event 'swich'; it has switch" in said(f"{script}('swich')", program)
    assert "see 'at'" in said(f"{script}('switch')", program)
    wrong = "{at = {0, 0}, distance = 'far', target = 'player'}"
    assert said(f"{script}('switch', {wrong})", program) == "switch.distance is a float."


def test_a_second_agent_of_an_id_and_an_unknown_one_are_refused():
    script = "local all = minds() all:add('a', Mind.parse(data))"
    program = program_of("math_tree")
    assert "an agent 'a' already" in said(f"{script} all:add('a', Mind.parse(data))", program)
    assert "no agent 'b'" in said(f"{script} all:tick({{'b'}})", program)


def test_an_action_that_is_no_action_is_refused():
    assert "The action 'walk' is no function" in said("Minds{ actions = { walk = 3 } }", None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("save.agents.a.mind = '0'", "another mind"),
        ("save.agents.a.ints[1] = 77", "its check does not fit"),
        ("save.version = 1", "no saved game"),
        ("save.agents.b = save.agents.a", "'b' is not on both sides"),
    ],
)
def test_a_save_that_does_not_fit_is_refused(change, words):
    script = "local all = minds() all:add('a', Mind.parse(data)) all:tick() local save = all:save()"
    assert words in said(f"{script} {change} all:restore(save)", program_of("math_tree"))


def test_what_ticks_would_change_below_them_is_refused_while_they_run():
    told = run_script(
        """
        local minds, said
        minds = Minds{ actions = { walk = function()
          local isDone, problem = pcall(minds.tick, minds)
          said = problem.message
          return "success"
        end } }
        minds:add("a", Mind.parse(data))
        minds:tick()
        tell({ said })
        """,
        GUARD,
    )
    assert told == ["A tick is under way; tick when it is over."]


# -- what a game sees ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lua", LUAS)
def test_an_action_is_begun_ticked_and_halted_with_its_context(lua):
    told = run_script(
        """
        local log, Walk = {}, {}
        function Walk:enter(context, given) log[#log + 1] = { "enter", context.agent, given.to } end
        function Walk:tick(context)
          log[#log + 1] = { "tick", context.now, context.elapsed, context.dt, context.row, context.action }
          return "running"
        end
        function Walk:halt(context) log[#log + 1] = { "halt", context.mind.id } end
        local minds = Minds{ actions = { walk = Walk } }
        minds:add("a", Mind.parse(data))
        minds:tick() minds:tick() minds:remove("a")
        tell(log)
        """,
        GUARD,
        lua,
    )
    begun = [["enter", "a", [1, 2]], ["tick", 0, 0, 0.1, 0, "walk"]]
    assert told == [*begun, ["tick", 1, 0.1, 0.1, 0, "walk"], ["halt", "a"]]


@pytest.mark.parametrize("lua", LUAS)
def test_steering_is_in_force_until_two_ticks_without_any(lua):
    told = run_script(
        """
        local answer = "running"
        local function walk(context, given)
          return answer == "running" and steering(context, given) or answer
        end
        local minds = Minds{ actions = { walk = walk } }
        local agent = minds:add("a", Mind.parse(data))
        minds:tick()
        local first = agent.requests[1]
        minds:tick()
        local log = { first == agent.requests[1], first }
        answer = "success"
        for _ = 1, 2 do minds:tick() log[#log + 1] = #agent.requests end
        tell(log)
        """,
        GUARD,
        lua,
    )
    request = {"row": 0, "behavior": "walk", "arguments": {"to": [1, 2]}, "weight": 2, "priority": 1}
    assert told == [True, {**request, "stream": 5}, 1, 0]


def test_effects_are_those_of_the_last_tick():
    told = run_script(
        """
        local minds = Minds{ actions = { walk = effect } }
        minds:add("b", Mind.parse(data)) minds:add("a", Mind.parse(data))
        minds:tick() minds:tick()
        tell(minds.effects)
        """,
        GUARD,
    )
    arguments = {"to": [1, 2], "weight": 2, "priority": 1}
    assert told == [{"agent": agent, "name": "walk", "arguments": arguments} for agent in ("a", "b")]


@pytest.mark.parametrize(
    ("walk", "words"),
    [
        ("function() error('no legs', 0) end", "walk failed: no legs"),
        ("function() return nil end", 'walk gave nil; a tick gives "running", "success" or "failure".'),
        ("function() return true end", 'walk gave true; a tick gives "running", "success" or "failure".'),
        (
            "function() return 'runs' end",
            'walk gave \'runs\'; a tick gives "running", "success" or "failure".',
        ),
    ],
)
def test_a_mistake_in_an_action_is_a_failure_that_is_told(walk, words):
    told = run_script(
        f"""
        local minds = Minds{{ actions = {{ walk = {walk} }} }}
        local agent = minds:add("a", Mind.parse(data))
        minds:tick()
        tell({{ agent.status, agent.errors }})
        """,
        GUARD,
    )
    assert told == ["failure", [{"row": 0, "message": words, "node": "0"}]]


def test_names_are_told_where_the_file_of_names_is_given():
    export = export_document(load_document(SAMPLES / "light_bulb.mind.json"), builtin_registry())
    told = run_script(
        """
        local minds = Minds{}
        local a = minds:add("a", Mind.parse(data.program, data.names))
        local b = minds:add("b", Mind.parse(data.program))
        minds:tick()
        tell({ a:activeStates(), b:activeStates(), a:statusOf("off"), a:statusOf("on") })
        """,
        {"program": export.text(), "names": export.names_text()},
    )
    assert told == [["Off"], ["1"], "running", "idle"]


def test_restarting_begins_again_and_halting_does_nothing_more():
    told = run_script(
        """
        local minds = Minds{ actions = { walk = function() return "running" end } }
        local agent = minds:add("a", Mind.parse(data))
        minds:tick()
        local log = { agent.status }
        local function note() log[#log + 1] = agent.status log[#log + 1] = agent.ended end
        agent:halt() minds:tick() note()
        agent:restart() minds:tick() note()
        tell(log)
        """,
        GUARD,
    )
    assert told == ["running", "idle", True, "running", False]


def test_nobody_is_nil_for_a_game_and_null_in_tables():
    program = {
        **GUARD,
        "memory": {**GUARD["memory"], "objects": 1},
        "variables": [{"name": "foe", "type": "entity", "place": 0}],
    }
    told = run_script(
        """
        local agent = Minds{ actions = { walk = effect } }:add("a", Mind.parse(data), { foe = "thief" })
        local log = { agent:get("foe") }
        agent:set("foe", nil)
        log[2] = agent:get("foe") == nil and agent:variables().foe == null
        tell(log)
        """,
        program,
    )
    assert told == ["thief", True]


@pytest.mark.parametrize("lua", LUAS)
@pytest.mark.parametrize("sample", ["math_tree", "attack_or_flee", "soldier", "tank", "stealth_guard"])
def test_a_tick_makes_next_to_no_garbage(sample, lua):
    grown = run_script(
        """
        local mind, actions, conditions = Mind.parse(data), {}, {}
        local needs = mind.needs
        for name, each in pairs(needs.actions or {}) do
          actions[name] = each.instant and effect or steering
        end
        for name in pairs(needs.conditions or {}) do conditions[name] = function() return false end end
        local function entityField() return 1 end
        local minds = Minds{ actions = actions, conditions = conditions, entityField = entityField }
        for k = 1, 20 do minds:add("a" .. k, mind) end
        for _ = 1, 300 do minds:tick() end
        collectgarbage()
        collectgarbage("stop")
        local before = collectgarbage("count")
        for _ = 1, 50 do minds:tick() end
        tell({ (collectgarbage("count") - before) / 50 })
        """,
        program_of(sample),
        lua,
    )
    assert grown[0] < 1, "kB a tick"


# -- saves of an older version ------------------------------------------------------------------------

OLDER: Json = {
    "format": "mindloom-upgrade",
    "version": 1,
    "from": "0123456789abcdef",
    "to": "fedcba9876543210",
    "begin": {"bytes": "0000", "ints": [0, 0]},
    "always": [],
    "rows": [{"row": 0, "to": 0, "moves": [{"op": "bytes", "from": 1, "to": 1}]}],
    "transitions": [],
    "claims": [],
    "triggers": [],
    "events": [],
}
NEWER: Json = {**GUARD, "hash": "fedcba9876543210", "memory": {"bytes": 2, "ints": 2}}

RESTORED = """
local function game(program)
  local minds = Minds{ actions = { walk = function() return "running" end } }
  return minds, minds:add("a", Mind.parse(program))
end
local old = game(data.old)
old:tick()
local new, agent = game(data.new)
local isDone, problem = pcall(new.restore, new, old:save(), { data.upgrade })
tell({ isDone and new:save().agents.a.bytes or problem.message })
"""


def test_a_save_of_an_older_version_goes_on():
    (told,) = run_script(RESTORED, {"old": GUARD, "new": NEWER, "upgrade": OLDER})
    assert told == "0101"
    (told,) = run_script(RESTORED, {"old": GUARD, "new": NEWER, "upgrade": json.dumps(OLDER)})
    assert told == "0101"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "It is no mindloom-upgrade of version 1: export it again."),
        (
            {"rows": [{"row": 7, "to": 0}]},
            "The save or the table of its upgrade is damaged: there is no place 7.",
        ),
        ({"rows": 3}, "The save or the table of its upgrade is damaged: "),
        ({"from": "another"}, "It was saved of another mind, or of another version of it."),
    ],
)
def test_a_table_of_an_upgrade_that_does_not_fit_is_refused(change, words):
    (told,) = run_script(RESTORED, {"old": GUARD, "new": NEWER, "upgrade": {**OLDER, **change}})
    assert told.startswith(words)


# -- numbers and texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lua", LUAS)
def test_numbers_and_texts_come_back_as_they_were(lua):
    numbers = [0, 1, -7, 2**31 - 1, 0.1, 1 / 3, 1e300, 5e-324, 1e21, 123456789012345.6, 2**53, -2.5e-7]
    texts = ["", "größe", "日本", "🙂", 'a"b\\c/d', "\n\t\u0001\u007f", "\u2028"]
    told = run_script(
        "tell(data)", {"numbers": numbers, "texts": texts, "none": None, "empty": [[], {}]}, lua
    )
    assert told["numbers"] == numbers
    assert told["texts"] == texts
    assert told["none"] is None
    assert told["empty"] == [[], {}]


@pytest.mark.parametrize("lua", LUAS)
def test_whole_numbers_look_the_same_in_every_lua(lua):
    program = {
        **GUARD,
        "memory": {"bytes": 2, "ints": 2, "floats": 1},
        "variables": [
            {"name": "i", "type": "int", "place": 1},
            {"name": "f", "type": "float", "place": 0},
        ],
    }
    told = run_script(
        """
        local minds = Minds{ actions = { walk = effect } }
        local agent = minds:add("a", Mind.parse(data))
        agent:set("i", 3.0) agent:set("f", 3)
        minds:tick()
        local save = minds:save()
        tell({ tostring(agent:get("i")), agent:get("f"), save.agents.a.check })
        """,
        program,
        lua,
    )
    assert told[:2] == ["3", 3]
    hashed = 0x811C9DC5
    for byte in b"0123456789abcdef|0001|0,3":
        hashed = (hashed ^ byte) * 0x01000193 % 2**32
    assert told[2] == hashed


@pytest.mark.parametrize("lua", LUAS)
def test_draws_are_those_of_the_page(lua):
    program = copy.deepcopy(GUARD)
    program["memory"]["ints"] = 2
    program["rows"][0] |= {"stream": 2035142697, "draws": 1}
    told = run_script(
        """
        local log = {}
        local minds = Minds{ seed = 7, actions = { walk = function(context)
          log[#log + 1] = context:random() * 2 - 1
          log[#log + 1] = context:randomInt(1, 6)
          return "running"
        end } }
        minds:add("guard", Mind.parse(data))
        minds:tick()
        minds:tick()
        tell(log)
        """,
        program,
        lua,
    )
    assert told == [0.7704864372499287, 4, -0.7583894189447165, 4]


# -- a manifest from code -----------------------------------------------------------------------------


def manifest_of(tmp_path: Path, script: str, data: Any) -> Any:
    """Return what Mindloom knows by the manifest that a script tells."""
    path = tmp_path / "game.kinds.json"
    path.write_text(json.dumps(run_script(script, data)), encoding="utf-8")
    return registry_with([load_manifest(path)], builtin_registry())


def test_mindloom_reads_the_manifest_of_a_game(tmp_path):
    program = copy.deepcopy(GUARD)
    program["needs"] |= {
        "events": {
            "bell": {"payload": {"at": "vector", "mood": {"enum": ["calm", "angry"]}}, "listens": True}
        },
        "entity_fields": {"armor": "float", "team": "string"},
    }
    known = manifest_of(
        tmp_path,
        """
        local function run() return "success" end
        local minds = Minds{
          actions = { walk = run, arrive = steering, reload = mindloom.describe(effect, {
            summary = "Load the gun.", instant = true,
            parameters = { { name = "shots", type = "int", default = 3, min = 1, max = 9, unit = "shots" },
              { name = "whom", type = "entity", optional = true } } }) },
          conditions = { is_dark = mindloom.describe(run, { summary = "Tell if it is." }) },
        }
        minds:add("a", Mind.parse(data))
        print(minds:manifest({ alarm = { loud = "bool" } }))
        """,
        program,
    )
    reload = known.actions["reload"]
    assert (reload.summary, reload.instant) == ("Load the gun.", True)
    assert [(each.name, each.type, each.default, each.unit) for each in reload.parameters] == [
        ("shots", "int", 3, "shots"),
        ("whom", "entity", None, ""),
    ]
    assert (reload.parameters[0].minimum, reload.parameters[0].maximum) == (1, 9)
    assert reload.parameters[1].optional
    assert [each.name for each in known.actions["walk"].parameters] == ["to", "weight", "priority"]
    assert known.conditions["is_dark"].summary == "Tell if it is."
    assert {"bell", "alarm"} <= {*known.events}
    assert known.entity_fields["armor"].shape.type == "float"


# -- the files ------------------------------------------------------------------------------------------


def test_the_files_have_the_notice_of_their_license():
    for name in ("mindloom.lua", "conformance.lua"):
        assert "MIT License" in (FOLDER / name).read_text(encoding="utf-8")[:600], name


def test_every_op_line_node_and_function_of_programs_is_known():
    schema = json.dumps(json.loads((SAMPLES.parent / "schemas" / "runtime.schema.json").read_text("utf-8")))
    named = set(re.findall(r'"(?:op|node)": \{"const": "(\w+)"', schema))
    for functions in re.findall(r'"function": \{"enum": \[([^]]+)\]', schema):
        named |= set(json.loads(f"[{functions}]"))
    assert {"ordered", "assign", "constant", "atan2"} <= named
    text = (FOLDER / "mindloom.lua").read_text(encoding="utf-8")
    known = {
        *re.findall(r'(?:OPS|NODES|LINES)(?:\.|\[")(\w+)', text),
        *re.findall(r"^  (\w+) = ", text, re.M),
    }
    assert sorted(named - known) == []


def test_the_executor_keeps_to_what_every_lua_knows():
    text = (FOLDER / "mindloom.lua").read_text(encoding="utf-8")
    bare = re.sub(r'--\[\[.*?\]\]|--[^\n]*|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', "", text, flags=re.DOTALL)
    assert not re.search(r"\bgoto\b|::|//|<<|>>|[&|~](?!=)|\bload(string|file)?\b|\b(io|os|debug)\.", bare)
    assert max(map(len, text.splitlines())) <= 120
