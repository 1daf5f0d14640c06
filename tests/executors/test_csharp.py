"""A game in C# sees what it should; mistakes of a game or of a program are refused in words."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from runtime.export.export_document import export_document
from tests.executors.csharp_runs import CHECKS, FOLDER, run_program, run_script
from tests.executors.curve_programs import DAMAGES, FELT, OWN, damaged_program, rising_program
from tests.executors.damaged_choices import DAMAGED
from tests.executors.engine_game import Json
from tests.executors.executor_runs import built
from tests.executors.test_javascript import GUARD, program_of
from tests.other_programs import path_of
from tests.runtime.session_of import SAMPLES

# -- what is refused: one program tries all, so that it is built once ----------------------------------

REFUSALS = """
    var told = new List<string>();
    Json all = Json.Parse(data, "data");
    foreach (Json each in all["cases"].Items) {
        Json program = each["program"], text = each["text"];
        string words = null;
        try {
            Mind mind = Mind.Parse(text != null ? text.Text : JsonText.Of(program));
            var minds = new Minds();
            if (each["curves"] != null) minds.Add("b", mind, null, CurvesOf(each["curves"]));
            if (each.Word("do", "") != "") Do(each.Word("do", ""), minds, mind);
        } catch (MindError problem) { words = problem.Message; }
        told.Add(Quoted(words ?? "nothing was refused"));
    }
    Console.WriteLine("[" + string.Join(", ", told) + "]");
    }
    static Dictionary<string, Vector[]> CurvesOf(Json data) {
        var curves = new Dictionary<string, Vector[]>();
        foreach (string name in data.Names)
            curves[name] = data.Map(name, each =>
                new Vector(each.Items[0].NumberValue, each.Items[1].NumberValue));
        return curves;
    }
    static void Do(string what, Minds minds, Mind mind) {
        Agent a = minds.Add("a", mind);
        switch (what) {
            case "add": break;
            case "set a wrong value": a.Set("value", 1.5); break;
            case "set an unknown one": a.Set("valu", 1); break;
            case "post an unknown one": a.Post("swich"); break;
            case "post without fields": a.Post("switch"); break;
            case "post a wrong field":
                a.Post("switch", new Arguments { ["at"] = new Vector(), ["distance"] = "far",
                    ["target"] = "player" });
                break;
            case "add again": minds.Add("a", mind); break;
            case "tick an unknown one": minds.Tick(new[] { "b" }); break;
            default: {
                minds.Tick();
                Json save = Json.Parse(minds.Save(), "save"), own = save["agents"]["a"];
                if (what == "another mind") own.Add("mind", Json.Of("0"));
                if (what == "other ints") own["ints"].Items[0] = Json.Of(77);
                if (what == "another version") save.Add("version", Json.Of(1));
                if (what == "another agent") save["agents"].Add("b", own);
                if (what == "no numbers") own.Add("floats", Json.Of("x"));
                if (what == "an odd pending one") own.Add("pending", Json.Parse("{\\"a\\": [{}]}", "x")["a"]);
                minds.Restore(JsonText.Of(save));
                break;
            }
        }
"""


def _lacking(sort: str, name: str) -> Json:
    program = program_of("math_tree")
    program["uses"][sort] = [*program["uses"].get(sort, []), name]
    return program


def _changed(**changes: Any) -> Json:
    return {**program_of("math_tree"), **changes}


def _without_uses() -> Json:
    program = program_of("math_tree")
    del program["uses"]
    return program


def _leading_nowhere(child: int) -> Json:
    program = program_of("math_tree")
    program["rows"][0]["children"] = [1, child]
    return program


REFUSED: dict[str, tuple[Json, str]] = {
    "version 1": ({"program": _changed(version=1)}, "The export is of version 1, .*mindloom export NAME"),
    "no uses": ({"program": _without_uses()}, "The export is of version 1"),
    "another file": ({"program": {"format": "mindloom"}}, "mindloom-runtime"),
    "no JSON": ({"text": "{"}, "The export is no JSON: it ends too early"),
    "half a number": ({"text": '{"a": 1.}'}, r'no JSON: there is "}" at place 8'),
    "a list": ({"text": "[1]"}, "holds no object"),
    "an unknown op": ({"program": _lacking("ops", "dream")}, "uses 'dream' \\(ops\\)"),
    "an unknown line": ({"program": _lacking("lines", "sing")}, "uses 'sing' \\(lines\\)"),
    "an unknown function": ({"program": _lacking("functions", "tan")}, "uses 'tan' \\(functions\\)"),
    "a row that is not there": (
        {"program": _leading_nowhere(99)},
        "The export is damaged: There is no row 99. Export the document again",
    ),
    "a circle": ({"program": _leading_nowhere(0)}, "Row 0 cannot have the child 0"),
    "rows that are none": ({"program": _changed(rows=7)}, "The export is damaged: The rows are no list"),
    "a wrong type": ({"program": _changed(rows=[{"op": 3}])}, "The export is damaged: 'op' is no text"),
    "no action": (
        {"program": program_of("soldier"), "do": "add"},
        "needs the action 'arrive', .* minds.Actions.Add\\(\"arrive\", "
        "\\(context, given\\) => Status.Running\\)",
    ),
    "a wrong value": (
        {"program": program_of("math_tree"), "do": "set a wrong value"},
        "The variable 'value' is an int and cannot take 1.5.",
    ),
    "an unknown variable": (
        {"program": program_of("math_tree"), "do": "set an unknown one"},
        "The mind has no variable 'valu'; it has target, value.",
    ),
    "an unknown event": (
        {"program": program_of("light_bulb"), "do": "post an unknown one"},
        "no event 'swich'; it has switch",
    ),
    "a missing field": (
        {"program": program_of("light_bulb"), "do": "post without fields"},
        "The event 'switch' carries at: a vector, .*; see 'at'",
    ),
    "a wrong field": (
        {"program": program_of("light_bulb"), "do": "post a wrong field"},
        "switch.distance is a float.",
    ),
    "a second agent": ({"program": program_of("math_tree"), "do": "add again"}, "an agent 'a' already"),
    "no agent": ({"program": program_of("math_tree"), "do": "tick an unknown one"}, "no agent 'b'"),
    "a save of another mind": ({"program": program_of("math_tree"), "do": "another mind"}, "another mind"),
    "a changed save": ({"program": program_of("math_tree"), "do": "other ints"}, "its check does not fit"),
    "an old save": ({"program": program_of("math_tree"), "do": "another version"}, "no saved game"),
    "a save of more": (
        {"program": program_of("math_tree"), "do": "another agent"},
        "'b' is not on both sides",
    ),
    "a save without numbers": (
        {"program": program_of("math_tree"), "do": "no numbers"},
        "'floats' is no list",
    ),
    "a save that waits for nothing": (
        {"program": program_of("light_bulb"), "do": "an odd pending one"},
        "there is no transition -1 that waits",
    ),
    **{f"a program: {name}": ({"program": program}, words) for name, (program, words) in DAMAGED.items()},
    **{
        f"a damage: {json.dumps(damage)[:60]}": ({"program": damaged_program(damage)}, f"(?i){words}")
        for damage, words in DAMAGES
    },
    "a table of another curve": (
        {"program": rising_program(), "curves": {"urgge": OWN}},
        "The mind has no curve 'urgge'; it has urge.",
    ),
    **{
        f"a table of {len(table)} points": (
            {"program": rising_program(), "curves": {"urge": table}},
            "The curve 'urge' is not 1 to 64 points .*, x never falling.",
        )
        for table in ([], [[1, 0], [0, 0]], [[0, 0]] * 65)
    },
}


@cache
def _refusals() -> dict[str, str]:
    told = run_script(REFUSALS, {"cases": [case for case, _ in REFUSED.values()]})
    return dict(zip(REFUSED, told, strict=True))


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_words(name):
    assert re.search(REFUSED[name][1], _refusals()[name])


# -- what a game sees ---------------------------------------------------------------------------------


SEEN = """
    var tests = new List<string>();
    Mind mind = Mind.Parse(data);
    tests.Add("\\"begun\\": [" + string.Join(", ", Begun(mind)) + "]");
    tests.Add("\\"steering\\": [" + string.Join(", ", Steering(mind)) + "]");
    tests.Add("\\"effects\\": [" + string.Join(", ", Effects(mind)) + "]");
    tests.Add("\\"mistakes\\": [" + string.Join(", ", Mistakes(mind)) + "]");
    tests.Add("\\"restarted\\": [" + string.Join(", ", Restarted(mind)) + "]");
    Console.WriteLine("{" + string.Join(", ", tests) + "}");
    }

    class Walk : GameAction {
        public readonly List<string> Log = new List<string>();
        public override void Enter(Context context, Arguments given) {
            Log.Add(Quoted("enter " + context.Agent + " " + given.Vector("to")));
        }
        public override Status Tick(Context context, Arguments given) {
            Log.Add(Quoted("tick " + context.Now + " " + (Value)context.Elapsed + " " + (Value)context.Dt
                + " " + context.Row));
            return Status.Running;
        }
        public override void Halt(Context context, Arguments given) { Log.Add(Quoted("halt "
            + context.Agent)); }
    }

    static List<string> Begun(Mind mind) {
        var walk = new Walk();
        var minds = new Minds { Actions = { { "walk", walk } } };
        minds.Add("a", mind);
        minds.Tick();
        minds.Tick();
        minds.Remove("a");
        return walk.Log;
    }

    static List<string> Steering(Mind mind) {
        Status answer = Status.Running;
        var minds = new Minds { Actions = { { "walk", (context, given) =>
            answer == Status.Running ? Ready.Steering(context, given) : answer } } };
        Agent agent = minds.Add("a", mind);
        minds.Tick();
        Request first = agent.Requests[0];
        minds.Tick();
        var told = new List<string> { ReferenceEquals(first, agent.Requests[0]) ? "true" : "false" };
        told.Add(Quoted(first.Row + " " + first.Behavior + " " + first.Arguments.Count + " "
            + first.Arguments.Vector("to") + " "
            + (Value)first.Weight + " " + first.Priority + " " + first.Stream));
        answer = Status.Success;
        for (int k = 0; k < 2; k++) { minds.Tick(); told.Add(agent.Requests.Count.ToString()); }
        return told;
    }

    static List<string> Effects(Mind mind) {
        var minds = new Minds { Actions = { { "walk", Ready.Effect } } };
        minds.Add("b", mind);
        minds.Add("a", mind);
        minds.Tick();
        minds.Tick();
        var told = new List<string>();
        foreach (Effect each in minds.Effects)
            told.Add(Quoted(each.Agent + " " + each.Name + " " + each.Arguments.Vector("to") + " "
                + each.Arguments.Int("weight")));
        return told;
    }

    static List<string> Mistakes(Mind mind) {
        var told = new List<string>();
        foreach (ActionTick each in new ActionTick[] {
            (context, given) => throw new InvalidOperationException("no legs"),
            (context, given) => Status.Idle,
            (context, given) => { given.Number("to"); return Status.Running; },
            (context, given) => { given.Number("too"); return Status.Running; },
        }) {
            var minds = new Minds { Actions = { { "walk", each } } };
            Agent agent = minds.Add("a", mind);
            minds.Tick();
            told.Add(Quoted(agent.Status + ": " + agent.Errors[0].Row + " " + agent.Errors[0]));
        }
        return told;
    }

    static List<string> Restarted(Mind mind) {
        var minds = new Minds { Actions = { { "walk", (context, given) => Status.Running } } };
        Agent agent = minds.Add("a", mind);
        minds.Tick();
        var told = new List<string> { Quoted(agent.Status.ToString()) };
        agent.Halt();
        minds.Tick();
        told.Add(Quoted(agent.Status + " " + agent.Ended));
        agent.Restart();
        minds.Tick();
        told.Add(Quoted(agent.Status + " " + agent.Ended));
        return told;
"""


@cache
def _seen() -> Any:
    return run_script(SEEN, GUARD)


def test_an_action_is_begun_ticked_and_halted_with_its_context():
    assert _seen()["begun"] == ["enter a (1, 2)", "tick 0 0 0.1 0", "tick 1 0.1 0.1 0", "halt a"]


def test_steering_is_in_force_until_two_ticks_without_any():
    assert _seen()["steering"] == [True, "0 walk 1 (1, 2) 2 1 5", 1, 0]


def test_effects_are_those_of_the_last_tick():
    assert _seen()["effects"] == ["a walk (1, 2) 2", "b walk (1, 2) 2"]


def test_a_mistake_in_an_action_is_a_failure_that_is_told():
    assert _seen()["mistakes"] == [
        "Failure: 0 0: walk failed: no legs",
        "Failure: 0 0: walk gave Idle; a tick gives Running, Success or Failure.",
        "Failure: 0 0: walk failed: The value [1,2] is not a number.",
        "Failure: 0 0: walk failed: There is no argument 'too'; there are to, weight, priority.",
    ]


def test_restarting_begins_again_and_halting_does_nothing_more():
    assert _seen()["restarted"] == ["Running", "Idle True", "Running False"]


def test_an_agent_has_curves_of_its_own_and_what_it_missed_rises_in_its_next_tick():
    told = run_script(
        """
        var minds = new Minds();
        Mind mind = Mind.Parse(data);
        Agent a = minds.Add("a", mind);
        Agent b = minds.Add("b", mind, curves: new Dictionary<string, Vector[]> {
            ["urge"] = new[] { new Vector(0, 1), new Vector(2, 5) } });
        var told = new List<string>();
        for (int k = 0; k < 4; k++) {
            if (k == 1) minds.Tick(new[] { "b" }); else minds.Tick();
            told.Add("[" + a.Get("felt") + ", " + b.Get("felt") + "]");
            string save = minds.Save();
            if (save.Contains("urge")) told.Add(Quoted("The save has the table."));
            minds.Restore(save);
        }
        b.Restart();
        b.Set("hunger", 1);
        minds.Tick();
        Console.WriteLine("[" + string.Join(", ", told) + ", " + b.Get("felt") + "]");
        """,
        rising_program(),
    )
    first, _, third, fourth = FELT
    assert told == [[first, 5], [first, 5], [third, 5], [fourth, 5], 3]


def test_names_are_told_where_the_file_of_names_is_given():
    export = export_document(load_document(SAMPLES / "light_bulb.mind.json"), builtin_registry())
    told = run_script(
        """
        Json all = Json.Parse(data, "data");
        Mind named = Mind.Parse(all.Word("program", ""), all.Word("names", ""));
        var minds = new Minds();
        Agent a = minds.Add("a", named), b = minds.Add("b", Mind.Parse(all.Word("program", "")));
        minds.Tick();
        Console.WriteLine("[" + Quoted(string.Join(",", a.ActiveStates)) + "," + Quoted(string.Join(",",
            b.ActiveStates)) + ","
            + Quoted(a.StatusOf("off").ToString()) + "," + Quoted(a.StatusOf("on").ToString()) + "]");
        """,
        {"program": export.text(), "names": export.names_text()},
    )
    assert told == ["Off", "1", "Running", "Idle"]


# -- saves of an older version ------------------------------------------------------------------------

UPGRADED = """
    Json all = Json.Parse(data, "data");
    Mind before = Mind.Parse(JsonText.Of(all["before"])), after = Mind.Parse(JsonText.Of(all["after"]));
    Minds old = new Minds(3), game = new Minds(3);
    old.Add("a", before).Set("value", 15);
    for (int k = 0; k < 3; k++) old.Tick();
    string save = old.Save();
    game.Add("a", after);
    var told = new List<string> { save };
    game.Restore(save, JsonText.Of(all["table"]));
    told.Add(game.Save());
    foreach (Json each in all["odd"].Items) {
        try {
            game.Restore(save, JsonText.Of(each));
            told.Add(Quoted("not refused"));
        } catch (MindError problem) { told.Add(Quoted(problem.Message)); }
    }
    Console.WriteLine("[" + string.Join(", ", told) + "]");
"""


def test_a_save_of_an_older_version_goes_on_by_a_table_and_odd_tables_are_refused_in_words():
    before = program_of("math_tree")
    after = {**before, "hash": "f" * 16}
    sizes = before["memory"]
    table = {
        "format": "mindloom-upgrade",
        "version": 1,
        "from": before["hash"],
        "to": after["hash"],
        "begin": {"bytes": "00" * sizes["bytes"], "ints": [0] * sizes["ints"]},
        "always": [
            {"op": "ints", "from": 0, "to": 0, "count": sizes["ints"]},
            {"op": "bytes", "from": 0, "to": 0, "count": sizes["bytes"]},
        ],
        "rows": [],
        "transitions": [],
        "claims": [],
        "triggers": [],
        "events": [],
    }
    odd = [{**table, "version": 2}, {**table, "always": [{"op": "dance", "from": 0, "to": 0}]}]
    odd.append({**table, "always": [{"op": "ints", "from": 0, "to": 99}]})
    given = {"before": before, "after": after, "table": table, "odd": odd}
    save, upgraded, version, dance, place = run_script(UPGRADED, given)
    assert save["agents"]["a"]["ints"][0] != 0
    was, now = save["agents"]["a"], upgraded["agents"]["a"]
    assert (now["mind"], now["bytes"], now["ints"]) == ("f" * 16, was["bytes"], was["ints"])
    assert now["check"] != was["check"]
    assert version == "It is no mindloom-upgrade of version 1: export it again."
    assert dance == "The save or the table of its upgrade is damaged: there is no move 'dance'."
    assert place.startswith("The save or the table of its upgrade is damaged: ")


# -- memory -------------------------------------------------------------------------------------------

GROWTH = """
    var grown = new List<string>();
    foreach (Json program in Json.Parse(data, "data")["programs"].Items) {
        Mind mind = Mind.Parse(JsonText.Of(program));
        var minds = new Minds { EntityField = (entity, field) => Value.Missing };
        foreach (Need each in mind.Program.Actions)
            minds.Actions.Add(each.Name, each.Data.Flag("instant")
                ? (ActionTick)Ready.Effect : Ready.Steering);
        foreach (Need each in mind.Program.Conditions) minds.Conditions.Add(each.Name, (context,
            given) => false);
        for (int k = 0; k < 50; k++) minds.Add("a" + k, mind);
        for (int k = 0; k < 500; k++) minds.Tick();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int k = 0; k < 2000; k++) minds.Tick();
        grown.Add(((GC.GetAllocatedBytesForCurrentThread() - before)).ToString());
    }
    Console.WriteLine("[" + string.Join(", ", grown) + "]");
"""

SILENT = ["math_tree", "attack_or_flee", "soldier", "tank", "basic_guard", "simple_guard", "light_bulb"]


def test_a_tick_of_trees_and_machines_makes_no_objects():
    grown = run_script(GROWTH, {"programs": [program_of(name) for name in SILENT]})
    assert dict(zip(SILENT, grown, strict=True)) == dict.fromkeys(SILENT, 0)


# -- the manifest -------------------------------------------------------------------------------------

MANIFEST = """
    Json all = Json.Parse(data, "data");
    var minds = new Minds {
        Actions = {
            { "walk", (context, given) => Status.Running },
            { "shout", Ready.Effect, new Description("Say something for all to hear.",
                new Parameter("words", "string") { Help = "What is said.", Optional = true },
                new Parameter("mood", "enum") { Choices = new[] { "calm", "cross" }, Default = "calm" },
                new Parameter("loud", "float") { Default = 0.5, Min = 0, Max = 1, Unit = "of all" }) {
                    Instant = true } },
            { "pursue", Ready.Steering },
        },
        Conditions = { { "is_dark", (context, given) => true, new Description("The light is out.") } },
    };
    minds.Add("a", Mind.Parse(JsonText.Of(all["program"])));
    Console.WriteLine(minds.Manifest(new Dictionary<string, Dictionary<string, string>> {
        { "dawn", new Dictionary<string, string> { { "at", "float" } } },
    }));
"""


def test_the_editor_knows_a_game_by_its_manifest():
    program = copy.deepcopy(GUARD)
    needs = program["needs"]
    needs["events"] = {
        "noise": {"listens": True, "payload": {"at": "vector", "kind": {"enum": ["step", "shot"]}}}
    }
    needs["entity_fields"] = {"armor": "float", "position": "vector", "rank": {"enum": ["low", "high"]}}
    told = json.dumps(run_script(MANIFEST, {"program": program})).encode()
    registry = registry_with([manifest_from_bytes(told)], builtin_registry())
    walk, shout = registry.actions["walk"], registry.actions["shout"]
    assert [(each.name, each.type, each.default) for each in walk.parameters] == [
        ("to", "point", None),
        ("weight", "float", 2),
        ("priority", "int", 1),
    ]
    assert (shout.summary, shout.instant) == ("Say something for all to hear.", True)
    words, mood, loud = shout.parameters
    assert (words.help, words.optional) == ("What is said.", True)
    assert (mood.choices, mood.default) == (("calm", "cross"), "calm")
    assert (loud.default, loud.minimum, loud.maximum, loud.unit) == (0.5, 0, 1, "of all")
    assert registry.conditions["is_dark"].summary == "The light is out."
    assert {"noise", "dawn"} <= {*registry.events}
    assert {"armor", "rank"} <= {*registry.entity_fields}


def test_no_manifest_declares_what_mindloom_has():
    text = (FOLDER / "Mindloom.cs").read_text("utf-8")
    lists = [
        set(re.findall(r"\w+", " ".join(re.findall(r'"([^"]*)"', found))))
        for found in re.findall(r"string\[\] (?:Actions|Conditions) = \((.*?)\)\.Split", text, re.DOTALL)
    ]
    registry = builtin_registry()
    assert lists == [{*registry.actions}, {*registry.conditions}]


# -- the file -----------------------------------------------------------------------------------------


def test_it_compiles_as_a_library_without_a_warning():
    mcs = path_of("mono-mcs")
    names = ("Mindloom.cs", "MindloomLink.cs", "LinkNotes.cs", "LinkSocket.cs")
    sources = [FOLDER / name for name in names]
    built(sources, "strict.dll", lambda made: [mcs, *CHECKS, "-target:library", f"-out:{made}"])


def test_classes_of_a_game_may_be_called_as_those_inside():
    names = ["Program", "Row", "Line", "Item", "Value", "Agent", "Math", "List", "Dictionary", "Encoding"]
    names += ["Exception", "Func", "Json"]
    classes = "".join(f"public static class {name} {{ }}\n" for name in names)
    game = f"{classes}class Game {{ static void Main() {{ System.Console.WriteLine(1); }} }}"
    assert run_program(game) == "1\n"


def test_the_files_have_the_notice_of_their_license():
    for name in ("Mindloom.cs", "MindloomLink.cs", "LinkNotes.cs", "LinkSocket.cs", "Conformance.cs"):
        assert "MIT License" in (FOLDER / name).read_text(encoding="utf-8")[:600], name


def test_lines_are_short():
    for name in ("Mindloom.cs", "MindloomLink.cs", "LinkNotes.cs", "LinkSocket.cs", "Conformance.cs"):
        assert max(map(len, (FOLDER / name).read_text("utf-8").splitlines())) <= 120


def test_every_op_line_node_and_function_of_programs_is_known():
    schema = json.dumps(json.loads((SAMPLES.parent / "schemas" / "runtime.schema.json").read_text("utf-8")))
    named = set(re.findall(r'"(?:op|node)": \{"const": "(\w+)"', schema))
    for functions in re.findall(r'"function": \{"enum": \[([^]]+)\]', schema):
        named |= set(json.loads(f"[{functions}]"))
    assert {"ordered", "assign", "constant", "atan2"} <= named
    known = set(re.findall(r'"(\w+)"', (FOLDER / "Mindloom.cs").read_text(encoding="utf-8")))
    assert named - known == set()


def test_numbers_of_a_culture_with_commas_are_written_with_points():
    told = run_script(
        """
        System.Threading.Thread.CurrentThread.CurrentCulture = new System.Globalization.CultureInfo("de-DE");
        var minds = new Minds();
        minds.Add("a", Mind.Parse(data));
        minds.Tick();
        minds.Restore(minds.Save());
        Console.WriteLine("[" + JsonText.OfNumber(0.5) + ", " + JsonText.OfNumber(1e300) + ", " + (Value)2.5
            + "]");
        """,
        program_of("water"),
    )
    assert told == [0.5, 1e300, 2.5]
