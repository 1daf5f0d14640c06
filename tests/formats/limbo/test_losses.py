"""What a tree of LimboAI loses, keeps or changes is told at its line, and what is exact is not."""

from __future__ import annotations

from random import Random

import pytest

from tests.formats.game_trees import MARK, MOST_FALSE, false_share, imported, told_at_mark, tree_of

HEAD = (
    '[gd_resource type="BehaviorTree" format=3]\n[ext_resource type="Script" path="res://a/own.gd" id="1"]\n'
)
PLAN = """[sub_resource type="BlackboardPlan" id="plan"]
var/n/name = &"n"
var/n/type = 2
var/n/value = 3
var/word/name = &"word"
var/word/type = 4
var/word/value = "go"
"""
LEAVES = """[sub_resource type="BTFail" id="f"]
[sub_resource type="BTWait" id="w"]
duration = 2.0
[sub_resource type="BBVariant" id="one"]
type = 2
saved_value = 1
[sub_resource type="BBVariant" id="text"]
type = 4
saved_value = "stop"
[sub_resource type="BBVariant" id="gone"]
value_source = 1
variable = &"gone"
"""
WRAPPERS = (
    "",
    '[sub_resource type="BTSelector" id="root"]\nchildren = [SubResource("w"), SubResource("it")]\n',
    '[sub_resource type="BTInvert" id="outer"]\nchildren = [SubResource("it")]\n'
    '[sub_resource type="BTSelector" id="root"]\nchildren = [SubResource("outer"), SubResource("f")]\n',
)
FOOT = '[resource]\nblackboard_plan = SubResource("plan")\nroot_task = SubResource("root")\n'

Case = tuple[str, str, str, str]
"""The section of a task with a marked line, how it is imported, what its row is about, its node."""


def task(kind: str, *lines: str, children: str = "", mark: str = MARK) -> str:
    listed = ", ".join(f'SubResource("{child}")' for child in children)
    return f'{mark}[sub_resource type="BT{kind}" id="it"]\n' + "\n".join(
        [f"children = [{listed}]", *lines, ""]
    )


def changed(kind: str, node: str, *variants: tuple[str, str], how: str = "changed") -> list[Case]:
    """Return cases of one task: the tasks inside it, and a line that it has."""
    return [(task(kind, line, children=inner), how, kind, node) for inner, line in variants]


def plan(*lines: str) -> str:
    """Return a plan with lines of its own, used by a scope."""
    return '[sub_resource type="BlackboardPlan" id="inner"]\n' + "\n".join(lines) + "\n" + SCOPE


SCOPE = task("NewScope", 'blackboard_plan = SubResource("inner")', children="f", mark="")


def variable(name: str, kind: int, value: str, *more: str) -> str:
    rest = [f"var/{name}/{each}" for each in (f"type = {kind}", f"value = {value}", *more)]
    return plan(f'{MARK}var/{name}/name = &"{name}"', *rest)


def inner_tree(rest: str) -> str:
    tree = f'[sub_resource type="BehaviorTree" id="inner"]\nroot_task = SubResource("{rest}")\n'
    return tree + task("Subtree", 'subtree = SubResource("inner")')


ONE, TEXT = 'value = SubResource("one")', 'value = SubResource("text")'
CASES: dict[str, list[Case]] = {
    "RandomSequence": changed("RandomSequence", "random_sequence", ("fw", ""), ("wf", ""), ("fwf", "")),
    "RandomSelector": changed("RandomSelector", "random_selector", ("fw", ""), ("wf", ""), ("wwf", "")),
    "ProbabilitySelector": changed(
        "ProbabilitySelector", "probability_selector", ("f", ""), ("fw", "abort_on_failure = true"), ("", "")
    ),
    "Parallel": changed(
        "Parallel",
        "parallel",
        ("fw", ""),
        ("fww", "num_successes_required = 2"),
        ("w", "num_failures_required = 4"),
    ),
    "Cooldown that begins cooled": changed(
        "Cooldown",
        "cooldown",
        *((inner, f"start_cooled = true\nduration = {n}.5") for n, inner in enumerate("fwf")),
    ),
    "Cooldown in a pause": changed(
        "Cooldown",
        "cooldown",
        *((inner, f"process_pause = true\nduration = {n}.0") for n, inner in enumerate("fwf")),
    ),
    "TimeLimit": changed(
        "TimeLimit", "time_limit", ("f", ""), ("w", "time_limit = 2.5"), ("f", "time_limit = 0")
    ),
    "Delay": changed("Delay", "delay", ("f", ""), ("w", "seconds = 2.5"), ("f", "seconds = 0")),
    "Probability": changed(
        "Probability", "probability", ("f", ""), ("w", "run_chance = 0.25"), ("f", "run_chance = 2")
    ),
    "ForEach": changed(
        "ForEach",
        "for_each",
        *((inner, f'array_var = &"all{n}"\nsave_var = &"item"') for n, inner in enumerate("fwf")),
    ),
    "ForEach without a list": changed(
        "ForEach",
        "for_each",
        ("f", ""),
        ("w", 'array_var = &"n"\nsave_var = &"item"'),
        ("f", 'array_var = &"all"\nsave_var = &"word"'),
        how="kept",
    ),
    "NewScope": changed("NewScope", "new_scope", ("f", ""), ("w", ""), ("f", 'custom_name = "Inside"')),
    "Subtree": [(inner_tree(rest), "changed", "Subtree", "subtree") for rest in ("f", "w", "noted")],
    "Subtree that is not there": [
        (task("Subtree", line), "kept", "Subtree", "subtree")
        for line in ("", 'subtree = ExtResource("1")', 'subtree = ExtResource("9")')
    ],
    "RandomWait": changed(
        "RandomWait", "random_wait", ("", ""), ("", "max_duration = 3.0"), ("", "min_duration = 0.5")
    ),
    "WaitTicks": changed("WaitTicks", "wait_ticks", ("", ""), ("", "num_ticks = 7"), ("", "num_ticks = 60")),
    "CheckVar": [
        (task("CheckVar", *lines), "kept", "CheckVar", "check_var")
        for lines in (
            (ONE, 'variable = &"word"'),
            (TEXT, 'variable = &"word"', "check_type = 3"),
            (ONE, 'variable = &"n"', "check_type = 9"),
        )
    ],
    "SetVar": [
        (task("SetVar", *lines), "kept", "SetVar", "set_var")
        for lines in (
            (ONE, 'variable = &"word"'),
            (TEXT, 'variable = &"word"', "operation = 2"),
            (ONE, 'variable = &"n"', "operation = 6"),
        )
    ],
    "CheckTrigger": [
        (task("CheckTrigger", line), "kept", "CheckTrigger", "check_trigger")
        for line in ("", 'variable = &"n"', 'variable = &"word"')
    ],
    "ConsolePrint with values": [
        (
            task("ConsolePrint", f'text = "{said}"', f"bb_format_parameters = {names}"),
            "changed",
            "ConsolePrint",
            "console_print",
        )
        for said, names in (("a", '["n"]'), ("%s %s", '["n", "word"]'), ("", 'PackedStringArray("n")'))
    ],
    "a task of others": changed("Strange", "strange", ("", ""), ("f", "speed = 2"), ("fw", ""), how="kept"),
    "a task of others with a script": [
        (task(kind, 'script = ExtResource("1")', children="fw"), "kept", "own", "own")
        for kind in ("Composite", "Decorator", "Action")
    ],
    "a task with a variable that the plan has not": [
        (task(kind, 'script = ExtResource("1")', f'{name} = SubResource("gone")'), "changed", "own", "own")
        for kind, name in (("Action", "speed"), ("Action", "target"), ("Condition", "near"))
    ],
    "arrays of tasks of the game": [
        (task(kind, f"{name} = {said}", *more), "changed", kind, node)
        for kind, name, said, more, node in (
            ("CallMethod", "args", "[1, 2]", (), "call_method"),
            ("SetAgentProperty", "value", 'PackedStringArray("a", "b")', (), "set_agent_property"),
            ("PlayAnimation", "tint", '{"a": 1}', ("blend = 1",), "play_animation"),
        )
    ],
    "a decorator without a task": [
        *changed("Delay", "delay", ("", "")),
        *changed("RunLimit", "run_limit", ("", "run_limit = 2")),
        *changed("Probability", "probability", ("", "")),
    ],
    "variables of types that are none here": [
        (variable("pose", 18, "Transform3D(1, 0, 0)"), "kept", "variable pose", ""),
        (variable("names", 27, '{"a": 1}'), "kept", "variable names", ""),
        (variable("tint", 20, "Color(1, 0, 0, 1)"), "kept", "variable tint", ""),
        (variable("mixed", 28, '[1, "a"]'), "kept", "variable mixed", ""),
    ],
    "variables that are joined to others": [
        (variable("a", 2, "1", 'property_binding = NodePath(".:a")'), "changed", "variable a", ""),
        (plan(f'{MARK}mapping/a = &"b"'), "changed", "mapping/a", ""),
        (plan(f'{MARK}binding/a = NodePath(".:b")'), "changed", "binding/a", ""),
    ],
    "variables of another type in another plan": [
        (variable("n", 3, "1.5"), "changed", "variable n", ""),
        (variable("word", 1, "true"), "changed", "variable word", ""),
        (variable("n", 28, "[1, 2]"), "changed", "variable n", ""),
    ],
    "hints of variables": [
        (variable("a", 2, "1", "hint = 2", 'hint_string = "Low,High"'), "lost", "variable a", ""),
        (variable("b", 4, '"x"', "hint = 13", 'hint_string = "*.png"'), "lost", "variable b", ""),
        (variable("c", 3, "9.0", "hint = 1", 'hint_string = "0,5"'), "lost", "variable c", ""),
    ],
    "what a plan says beyond its variables": [
        (plan(f"{MARK}prefetch_nodepath_vars = false"), "lost", "prefetch_nodepath_vars", ""),
        (plan(f"{MARK}metadata/seen = 1"), "lost", "metadata/seen", ""),
        (plan('var/a/name = &"a"', "var/a/type = 1", f"{MARK}var/a/odd = 2"), "lost", "var/a/odd", ""),
    ],
    "what a task says beyond": [
        (task("Wait", f"{MARK}color = Color(1, 0, 0, 1)", mark=""), "kept", "property color", "wait"),
        (task("Sequence", "x = 1", f"{MARK}y = 2", children="f", mark=""), "kept", "property y", "sequence"),
        (task("Strange", f"{MARK}power = 3", mark=""), "kept", "property power", "strange"),
    ],
    "parts that nothing uses": [
        (f'{MARK}[sub_resource type="{kind}" id="x"]\n{task("Wait", mark="")}', "lost", f"{kind} x", "")
        for kind in ("BTFail", "BBNode", "BlackboardPlan")
    ],
    "tasks that never run": [
        (f"{part}{task(kind, children=inner, mark='')}", "kept", "task without effect", name)
        for part, kind, inner, name in (
            (f'{MARK}[sub_resource type="BTFail" id="a"]\ncustom_name = "apart"\n', "Invert", "fa", "fail_2"),
            (f'{MARK}[sub_resource type="BTWait" id="a"]\ncustom_name = "apart"\n', "Delay", "wa", "wait_3"),
            (f'{MARK}[sub_resource type="BTWait" id="a"]\ncustom_name = "apart"\n', "Fail", "a", "wait"),
        )
    ],
}
EXTRA = (
    '[sub_resource type="BTComment" id="c"]\ncustom_name = "seen"\n'
    '[sub_resource type="BTSequence" id="noted"]\n'
    'children = [SubResource("c"), SubResource("f")]\n'
)


def file_of(text: str, number: int) -> str:
    """Return a file with the task at one of three places: the root, inside a selector, deep inside."""
    used = EXTRA if '"noted"' in text else ""
    leaves = [f"[sub_resource{part}" for part in LEAVES.split("[sub_resource")[1:]]
    wrapped = WRAPPERS[number % 3]
    ids = [part.split('id="')[1].split('"')[0] for part in leaves]
    inside = "".join(
        part
        for name, part in zip(ids, leaves, strict=True)
        if f'SubResource("{name}")' in text + wrapped + used
    )
    foot = FOOT if wrapped else FOOT.replace('"root"', '"it"')
    return HEAD + PLAN + inside + used + text + wrapped + foot


KNOWN = """[sub_resource type="BBVariant" id="known"]
value_source = 1
variable = &"n"
"""


@pytest.mark.parametrize(
    ("listed", "names", "given"),
    [
        (("known",), ("n",), "n"),
        (("one", "known"), ("n",), "1, n"),
        (("known", "gone"), ("n", "gone"), "n, gone"),
        (("gone", "text", "known", "known"), ("gone", "n", "n"), "gone, stop, n, n"),
    ],
)
def test_each_variable_inside_an_array_is_told(
    listed: tuple[str, ...], names: tuple[str, ...], given: str
) -> None:
    said = ", ".join(f'SubResource("{each}")' for each in listed)
    for number in range(3):
        text = KNOWN + task("CallMethod", f"args = [{said}]")
        told_at_mark("limbo", file_of(text, number), "t.tres", ("changed", "CallMethod", "call_method"))
        found = imported("limbo", file_of(text, number).replace(MARK, ""), "t.tres")
        reasons = [row.reason for row in found.rows if row.what == "CallMethod"]
        assert [reasons[0].count(f"Of the variable {name!r} in args") for name in names] == [
            names.count(name) for name in names
        ]
        assert tree_of(found).nodes["call_method"].params == {"args": given}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        pytest.param(file_of(text, number), (how, what, node), id=f"{name} {number}")
        for name, cases in CASES.items()
        for number, (text, how, what, node) in enumerate(cases)
    ],
)
def test_what_is_not_exact_is_told_at_its_line(text: str, row: tuple[str, str, str]) -> None:
    told_at_mark("limbo", text, "t.tres", row)


def test_each_construct_has_three_files() -> None:
    assert all(len(cases) >= 3 for cases in CASES.values())


ORDERS = ("Sequence", "Selector", "DynamicSequence", "DynamicSelector")
DECORATORS = (
    *("Invert", "AlwaysFail", "AlwaysSucceed", "RepeatUntilFailure", "RepeatUntilSuccess", "Cooldown"),
    *("Repeat", "Repeat\ntimes = 3\nabort_on_failure = true", "RunLimit\ncount_policy = 2"),
    *("Parallel", "Cooldown\nduration = 2.5\ntrigger_on_failure = true", "Repeat\nforever = true"),
)
LEAF_TASKS = (
    *("Fail", "Wait", "Wait\nduration = 2.5", 'ConsolePrint\ntext = "hi"', 'CheckTrigger\nvariable = &"on"'),
    f'CheckVar\nvariable = &"n"\ncheck_type = 3\n{ONE}',
    f'SetVar\nvariable = &"n"\noperation = 1\n{ONE}',
    f'CheckVar\nvariable = &"word"\n{TEXT}',
    *('Action\nscript = ExtResource("1")\nspeed = 2.5', 'Condition\nscript = ExtResource("1")\nnear = true'),
    *('CallMethod\nmethod = &"go"', "StopAnimation", 'CheckAgentProperty\nproperty = &"alive"'),
    *('PlayAnimation\nanimation_name = &"walk"', "PauseAnimation", "AwaitAnimation", "SetAgentProperty"),
)
VALUES = """[sub_resource type="BBVariant" id="one"]
type = 2
saved_value = 1
[sub_resource type="BBVariant" id="text"]
type = 4
saved_value = "stop"
"""


SEEN = 'custom_name = "seen"'


class ExactFile:
    """Make a file of constructs that are exact by the table."""

    def __init__(self, seed: int) -> None:
        self.rng, self.parts, self.count = Random(seed), list[str](), 0

    def add(self, depth: int, number: int = 0) -> str:
        kind = self.rng.choice((*ORDERS, *DECORATORS) if depth else LEAF_TASKS)
        wanted = 0 if not depth else self.rng.randint(1, 3) if kind in ORDERS else 1
        inner = [f'SubResource("{self.add(depth - 1, n)}")' for n in range(wanted)]
        if inner and self.rng.random() < 0.2:
            inner.insert(0, f'SubResource("{self.section("Comment", SEEN)}")')
        name, _, rest = kind.partition("\n")
        extra = self.rng.choice(["", 'custom_name = "Named"', "_enabled = false" if number else ""])
        return self.section(name, *(["children = [" + ", ".join(inner) + "]"] if inner else []), rest, extra)

    def section(self, kind: str, *lines: str) -> str:
        self.count += 1
        name = f"{kind}_{self.count}"
        self.parts.append("\n".join([f'[sub_resource type="BT{kind}" id="{name}"]', *filter(None, lines)]))
        return name

    def text(self) -> str:
        root = self.add(3)
        body = "\n".join(self.parts) + "\n"
        values = "".join(
            f"[sub_resource{part}"
            for part in VALUES.split("[sub_resource")[1:]
            if f'SubResource("{part.split(chr(34))[3]}")' in body
        )
        said = ('name = &"far"', "type = 3", "value = 4.0", "hint = 1", 'hint_string = "0,9"')
        more = "".join(f"var/far/{each}\n" for each in said)
        return HEAD + PLAN + more + values + body + FOOT.replace('"root"', f'"{root}"')


def test_few_rows_of_exact_files_are_false_alarms() -> None:
    rows = [row for seed in range(40) for row in imported("limbo", ExactFile(seed).text(), "t.tres").rows]
    assert false_share(rows) <= MOST_FALSE
