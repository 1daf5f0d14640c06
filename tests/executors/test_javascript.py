"""A game in JavaScript sees what it should; mistakes of a game or of a program are refused in words."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import manifest_from_bytes
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
from tests.executors.javascript_runs import FOLDER, run_script
from tests.executors.known_game import check_known
from tests.runtime.session_of import SAMPLES

# -- what is refused ----------------------------------------------------------------------------------


def program_of(sample: str) -> Json:
    """Return the program of a sample."""
    return copy.deepcopy(
        export_document(load_document(SAMPLES / f"{sample}.mind.json"), builtin_registry()).data
    )


def said(script: str, data: Any) -> str:
    """Return the words of the refusal that a script meets."""
    told = run_script(
        "const minds = (actions = {}) => new Minds({ actions });\n"
        f"try {{ {script}; console.log('null') }} catch (problem) {{\n"
        "  if (!(problem instanceof MindError)) throw problem;\n"
        "  console.log(JSON.stringify(problem.message));\n"
        "}",
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


def test_another_file_is_refused():
    assert "mindloom-runtime" in said("Mind.parse(data)", {"format": "mindloom"})
    assert "no JSON" in said("Mind.parse(data)", "{")


@pytest.mark.parametrize(("sort", "name"), [("ops", "dream"), ("lines", "sing"), ("functions", "tan")])
def test_what_the_executor_lacks_is_refused_by_name(sort, name):
    program = program_of("math_tree")
    program["uses"][sort] = [*program["uses"].get(sort, []), name]
    assert f"'{name}'" in said("Mind.parse(data)", program)


def test_a_row_that_leads_nowhere_is_refused():
    program = program_of("math_tree")
    program["rows"][0]["children"] = [1, 99]
    words = said("Mind.parse(data)", program)
    assert words.startswith("The export is damaged")
    assert "there is no row 99" in words.lower()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("data.memory.objects = 2.5", "Its memory cannot have 2.5 objects."),
        ("data.memory.ints = 2 ** 31", "Its memory cannot have 2147483648 ints."),
        ("data.memory.bytes = null", "Its memory cannot have null bytes."),
        ("data.variables[0].type = null", "null is no type."),
        ("data.variables[0].type = { list: 'int', most: 1e9 }", "is no type."),
        ("data.variables[0].place = 4000", "There is no place 4000 for a variable."),
        ("data.needs = { events: { bell: { payload: { at: {} } } } }", "{} is no type."),
        ("data.rows[0].children = [0]", "Row 0 leads back to row 0."),
        ("data.hash = null", "It has no hash, or no rate."),
        ("data.rate = 0", "It has no hash, or no rate."),
    ],
)
def test_a_program_that_cannot_be_held_in_memory_or_has_no_types_is_refused_at_load(change, words):
    told = said(f"{change}; Mind.parse(data)", program_of("math_tree"))
    assert told.startswith("The export is damaged: ")
    assert words in told


def test_questions_that_lead_back_to_each_other_are_refused_in_the_tick():
    program = program_of("attack_or_flee")
    asking, row = next((k, each) for k, each in enumerate(program["rows"]) if "branches" in each)
    row["branches"] = [asking] * len(row["branches"])
    told = said(
        "const mind = Mind.parse(data);"
        "const actions = Object.fromEntries(Object.keys(mind.needs.actions).map((each) => [each, effect]));"
        "const all = minds(actions); all.add('a', mind); all.tick()",
        program,
    )
    assert told.startswith("The export is damaged: questions lead back to each other")


def test_an_action_that_the_game_lacks_is_refused_by_name():
    words = said("minds().add('a', Mind.parse(data))", program_of("soldier"))
    assert "the action 'arrive'" in words
    assert "new Minds({ actions: { arrive:" in words


@of_every_damage
def test_curves_and_variables_that_rise_are_refused_where_they_are_damaged(damage, words):
    told = said("Mind.parse(data)", damaged_program(damage))
    assert told.startswith("The export is damaged: ")
    assert re.search(words, told, re.IGNORECASE)


def test_a_curve_of_an_agent_that_is_none_of_its_mind_or_no_table_is_refused():
    script = "minds().add('a', Mind.parse(data.program), {}, { curves: data.curves })"

    def refused(curves: Json) -> str:
        return said(script, {"program": rising_program(), "curves": curves})

    assert refused({"urgge": OWN}) == "The mind has no curve 'urgge'; it has urge."
    told = [refused({"urge": table}) for table in TABLES]
    assert all(each.startswith("The curve 'urge' is not 1 to 64 points") for each in told), told


def test_an_agent_can_have_a_curve_of_its_own_and_keeps_it_when_it_begins_again():
    told = run_script(
        """
        const mind = Mind.parse(data.program), minds = new Minds();
        const usual = minds.add("a", mind), own = minds.add("b", mind, {}, { curves: { urge: data.own } });
        const felt = [];
        for (let k = 0; k < 4; k++) { minds.tick(); felt.push([usual.get("felt"), own.get("felt")]); }
        own.restart();
        own.set("hunger", 1);
        minds.tick();
        console.log(JSON.stringify([felt, own.get("felt")]));
        """,
        {"program": rising_program(), "own": OWN},
    )
    assert told == [[[value, 5] for value in FELT], 3]


def test_a_value_that_does_not_fit_a_variable_is_refused():
    program = program_of("math_tree")
    script = "minds().add('a', Mind.parse(data)).set"
    assert said(f"{script}('value', 1.5)", program) == "The variable 'value' is an int and cannot take 1.5."
    assert said(f"{script}('valu', 1)", program) == "The mind has no variable 'valu'; it has target, value."


def test_an_event_that_does_not_fit_is_refused():
    program = program_of("light_bulb")
    script = "minds().add('a', Mind.parse(data)).post"
    assert "no event 'swich'; it has switch" in said(f"{script}('swich')", program)
    assert "see 'at'" in said(f"{script}('switch')", program)
    wrong = "{at: [0, 0], distance: 'far', target: 'player'}"
    assert said(f"{script}('switch', {wrong})", program) == "switch.distance is a float."


def test_a_second_agent_of_an_id_and_an_unknown_one_are_refused():
    script = "const all = minds(); all.add('a', Mind.parse(data));"
    program = program_of("math_tree")
    assert "an agent 'a' already" in said(f"{script} all.add('a', Mind.parse(data))", program)
    assert "no agent 'b'" in said(f"{script} all.tick(['b'])", program)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("save.agents.a.mind = '0'", "another mind"),
        ("save.agents.a.ints[0] += 1", "its check does not fit"),
        ("save.version = 1", "no saved game"),
        ("save.agents.b = save.agents.a", "'b' is not on both sides"),
        ("save.agents.a.quiet = null", "What was saved is damaged: "),
        ("save.agents.a.posted = [{ name: 'x', fields: { at: {} } }]", "What was saved is damaged: "),
    ],
)
def test_a_save_that_does_not_fit_is_refused(change, words):
    script = "const all = minds(); all.add('a', Mind.parse(data)); all.tick(); const save = all.save();"
    assert words in said(f"{script} {change}; all.restore(save)", program_of("math_tree"))


# -- what a game sees ---------------------------------------------------------------------------------

GUARD: Json = {
    "format": "mindloom-runtime",
    "version": 2,
    "hash": "0123456789abcdef",
    "rate": 10,
    "uses": {"ops": ["action"]},
    "memory": {"bytes": 2, "ints": 1},
    "needs": {
        "actions": {
            "walk": {
                "parameters": [
                    {"name": "to", "type": "point"},
                    {"name": "weight", "type": "float", "default": 2},
                    {"name": "priority", "type": "int", "default": 1},
                ]
            }
        }
    },
    "rows": [{"op": "action", "action": "walk", "arguments": {"to": [1, 2]}, "entered": 0, "begun": 1}],
}
GUARD["rows"][0] |= {"stream": 5, "rank": 0}


def test_an_action_is_begun_ticked_and_halted_with_its_context():
    told = run_script(
        """
        const log = [];
        class Walk {
          enter(context, given) { log.push(["enter", context.agent, given.to]); }
          tick({ now, elapsed, dt, row }) { log.push(["tick", now, elapsed, dt, row]); return "running"; }
          halt(context) { log.push(["halt", context.mind.id]); }
        }
        const minds = new Minds({ actions: { walk: Walk } });
        minds.add("a", Mind.parse(data));
        minds.tick(); minds.tick(); minds.remove("a");
        console.log(JSON.stringify(log));
        """,
        GUARD,
    )
    begun = [["enter", "a", [1, 2]], ["tick", 0, 0, 0.1, 0]]
    assert told == [*begun, ["tick", 1, 0.1, 0.1, 0], ["halt", "a"]]


def test_steering_is_in_force_until_two_ticks_without_any():
    told = run_script(
        """
        let answer = "running";
        const walk = (context, given) => (answer === "running" ? steering(context, given) : answer);
        const minds = new Minds({ actions: { walk } });
        const agent = minds.add("a", Mind.parse(data));
        minds.tick();
        const [first] = agent.requests;
        minds.tick();
        const log = [first === agent.requests[0], { ...first }];
        answer = "success";
        for (let k = 0; k < 2; k++) { minds.tick(); log.push(agent.requests.length); }
        console.log(JSON.stringify(log));
        """,
        GUARD,
    )
    request = {"row": 0, "behavior": "walk", "arguments": {"to": [1, 2]}, "weight": 2, "priority": 1}
    assert told == [True, {**request, "stream": 5}, 1, 0]


def test_effects_are_those_of_the_last_tick():
    told = run_script(
        """
        const minds = new Minds({ actions: { walk: effect } });
        minds.add("b", Mind.parse(data)); minds.add("a", Mind.parse(data));
        minds.tick(); minds.tick();
        console.log(JSON.stringify(minds.effects));
        """,
        GUARD,
    )
    arguments = {"to": [1, 2], "weight": 2, "priority": 1}
    assert told == [{"agent": agent, "name": "walk", "arguments": arguments} for agent in ("a", "b")]


def test_every_mistake_of_a_tick_is_told_in_its_order():
    walk = GUARD["rows"][0]
    rows = [
        {"op": "ordered", "ending": "success", "children": [1, 2], "place": 0, "tried": 3},
        {**walk, "parent": 0, "entered": 1},
        {**walk, "parent": 0, "entered": 2},
    ]
    program = {**GUARD, "memory": {"bytes": 4, "ints": 3}, "rows": rows}
    told = run_script(
        """
        const minds = new Minds({ actions: { walk: ({ row }) => { throw new Error(`leg ${row}`); } } });
        const agent = minds.add("a", Mind.parse(data));
        minds.tick();
        const first = agent.errors;
        minds.tick();
        console.log(JSON.stringify([first, agent.errors]));
        """,
        program,
    )
    words = [[each["message"] for each in tick] for tick in told]
    assert words == [["walk failed: leg 1", "walk failed: leg 2"]] * 2


@pytest.mark.parametrize(
    ("walk", "words"),
    [
        ("() => { throw new Error('no legs') }", "walk failed: no legs"),
        ("() => undefined", 'walk gave undefined; a tick gives "running", "success" or "failure".'),
        ("() => true", 'walk gave true; a tick gives "running", "success" or "failure".'),
    ],
)
def test_a_mistake_in_an_action_is_a_failure_that_is_told(walk, words):
    told = run_script(
        f"""
        const minds = new Minds({{ actions: {{ walk: {walk} }} }});
        const agent = minds.add("a", Mind.parse(data));
        minds.tick();
        console.log(JSON.stringify([agent.status, agent.errors]));
        """,
        GUARD,
    )
    assert told == ["failure", [{"row": 0, "message": words, "node": "0"}]]


def test_names_are_told_where_the_file_of_names_is_given():
    export = export_document(load_document(SAMPLES / "light_bulb.mind.json"), builtin_registry())
    told = run_script(
        """
        const named = Mind.parse(data.program, { names: data.names });
        const minds = new Minds();
        const [a, b] = [minds.add("a", named), minds.add("b", Mind.parse(data.program))];
        minds.tick();
        console.log(JSON.stringify([a.activeStates, b.activeStates, a.statusOf("off"), a.statusOf("on")]));
        """,
        {"program": export.text(), "names": export.names_text()},
    )
    assert told == [["Off"], ["1"], "running", "idle"]


def test_restarting_begins_again_and_halting_does_nothing_more():
    told = run_script(
        """
        const minds = new Minds({ actions: { walk: () => "running" } });
        const agent = minds.add("a", Mind.parse(data));
        minds.tick();
        const log = [agent.status];
        agent.halt(); minds.tick(); log.push(agent.status, agent.ended);
        agent.restart(); minds.tick(); log.push(agent.status, agent.ended);
        console.log(JSON.stringify(log));
        """,
        GUARD,
    )
    assert told == ["running", "idle", True, "running", False]


def test_a_mind_that_is_ordered_what_to_do_goes_on_by_itself_when_that_is_taken_back():
    told = run_script(
        """
        const minds = new Minds({ actions: { walk: () => "running" } });
        const agent = minds.add("a", Mind.parse(data)), log = [], plain = JSON.stringify(minds.save());
        for (const to of ["success", "no order", "disabled", "no order", null]) {
          if (to !== "no order") agent.order(0, to);
          minds.tick();
          log.push([agent.status, agent.ordered]);
        }
        agent.restart(); agent.order(0, "disabled");
        log.push(JSON.stringify(minds.save().agents) === JSON.stringify(JSON.parse(plain).agents));
        agent.restore(JSON.parse(plain).agents.a); log.push(agent.ordered);
        agent.order(0, "disabled"); agent.restart(); log.push(agent.ordered);
        agent.order(0, "disabled"); agent.halt(); log.push(agent.ordered);
        console.log(JSON.stringify(log));
        """,
        GUARD,
    )
    left_out = ["skipped", [[0, "disabled"]]]
    ticks = [["success", []], ["running", []], left_out, left_out, ["running", []]]
    assert told == [*ticks, True, [], [], []]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ('agent.order(0, "enter")', "Row 0 is no state that can be entered."),
        ('agent.order(1, "success")', "Row 1 is no node that can be forced."),
        ('agent.order("constructor", "success")', "Row constructor is no node that can be forced."),
        (
            'agent.order(0, "running")',
            "An order is success, failure, skipped, disabled, enter or null, not running.",
        ),
        ("agent.halt(); agent.order(0, null)", "The mind has ended; it takes no orders."),
    ],
)
def test_what_cannot_be_ordered_is_refused(order, words):
    begun = 'const agent = minds({ walk: () => "running" }).add("a", Mind.parse(data))'
    assert said(f"{begun}; {order}", GUARD) == words


@pytest.mark.parametrize("sample", ["math_tree", "attack_or_flee", "soldier"])
def test_a_tick_of_a_tree_makes_no_objects(sample):
    grown = run_script(
        """
        const mind = Mind.parse(data);
        const needed = Object.entries(mind.needs.actions ?? {});
        const action = ([name, each]) => [name, each.instant ? effect : steering];
        const actions = Object.fromEntries(needed.map(action));
        const minds = new Minds({ actions });
        for (let k = 0; k < 50; k++) minds.add(`a${k}`, mind);
        for (let k = 0; k < 3000; k++) minds.tick();
        gc();
        const before = process.memoryUsage().heapUsed;
        for (let k = 0; k < 500; k++) minds.tick();
        console.log((process.memoryUsage().heapUsed - before) / 500 / 50);
        """,
        program_of(sample),
    )
    assert grown < 8


# -- a manifest from code -----------------------------------------------------------------------------


def test_mindloom_knows_a_game_by_its_manifest():
    program = copy.deepcopy(GUARD)
    payload = {"at": "vector", "mood": {"enum": ["calm", "angry"]}}
    program["needs"] |= {
        "events": {"bell": {"payload": payload}},
        "entity_fields": {"armor": "float", "team": "string"},
    }
    told = run_script(
        """
        const run = () => "success";
        const shots = { name: "shots", type: "int", default: 3, min: 1, max: 9, unit: "shots" };
        const reload = describe(effect, { summary: "Load the gun.", instant: true, parameters: [shots] });
        const conditions = { is_dark: describe(run, { summary: "Tell if it is." }) };
        const minds = new Minds({ actions: { walk: run, arrive: steering, reload }, conditions });
        minds.add("a", Mind.parse(data));
        console.log(minds.manifest({ alarm: { loud: "bool" } }));
        """,
        program,
    )
    known = registry_with([manifest_from_bytes(json.dumps(told).encode())], builtin_registry())
    check_known(known)


# -- its declarations -----------------------------------------------------------------------------------


def test_the_declarations_name_what_is_there():
    text = (FOLDER / "mindloom.d.mts").read_text(encoding="utf-8")
    made = set(re.findall(r"^export (?:declare )?(?:class|const|function) (\w+)", text, re.MULTILINE))
    classes = re.findall(
        r"^export (?:declare )?class (\w+)[^{\n]*\{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL
    )
    members = {
        name: re.findall(r"^  (?:static |readonly |get )*(\w+)\??[(:<]", body, re.MULTILINE)
        for name, body in classes
    }
    told = run_script(
        """
        const mind = Mind.parse(data.program);
        const minds = new Minds();
        const all = { Mind: mind, Minds: minds, Agent: minds.add("a", mind), MindError: new MindError("") };
        const missing = [];
        for (const [name, members] of Object.entries(data.members)) {
          for (const member of members) {
            const isThere = member === "constructor" || member in all[name] || member in mindloom[name];
            if (!isThere) missing.push(`${name}.${member}`);
          }
        }
        console.log(JSON.stringify({ names: Object.keys(mindloom), missing }));
        """,
        {"program": program_of("math_tree"), "members": members},
    )
    assert set(told["names"]) == made
    assert told["missing"] == []
    assert {"tick", "save", "restore", "add"} <= set(members["Minds"])


def test_the_files_have_the_notice_of_their_license():
    for name in ("mindloom.mjs", "mindloom.d.mts", "conformance.mjs"):
        assert "MIT License" in (FOLDER / name).read_text(encoding="utf-8")[:600], name


def test_every_op_line_node_and_function_of_programs_is_known():
    schema = json.dumps(json.loads((SAMPLES.parent / "schemas" / "runtime.schema.json").read_text("utf-8")))
    named = set(re.findall(r'"(?:op|node)": \{"const": "(\w+)"', schema))
    for functions in re.findall(r'"function": \{"enum": \[([^]]+)\]', schema):
        named |= set(json.loads(f"[{functions}]"))
    assert {"ordered", "assign", "constant", "atan2"} <= named
    text = (FOLDER / "mindloom.mjs").read_text(encoding="utf-8")
    assert [
        name for name in sorted(named) if not re.search(rf"^  {name}[(:]|OPS\.{name} = ", text, re.M)
    ] == []
