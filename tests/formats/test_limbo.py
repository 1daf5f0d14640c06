"""Trees of LimboAI: what each task becomes, what is told, and what is refused."""

from __future__ import annotations

import pytest

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from tests.formats.game_trees import errors, imported, read_file, root_of, told, tree_of

HEAD = '[gd_resource type="BehaviorTree" format=3]\n'
FOOT = '[resource]\nroot_task = SubResource("root")\n'


def one(task: str, children: int = 0) -> Imported:
    """Read a tree of one task, its class first, with so many tasks of the game inside."""
    kind, _, rest = task.partition("\n")
    inner = "".join(f'[sub_resource type="BTFail" id="{n}"]\n' for n in range(children))
    listed = ", ".join(f'SubResource("{n}")' for n in range(children))
    made = f'[sub_resource type="{kind}" id="root"]\n{rest}\nchildren = [{listed}]\n'
    return imported("limbo", HEAD + inner + made + FOOT, "t.tres")


def test_a_file_of_exact_tasks_has_no_other_row_and_no_error() -> None:
    found = read_file("limbo", "exact.tres")
    assert told(found) == {}
    assert errors(found) == []


def test_variables_of_the_plan_have_type_default_and_range() -> None:
    variables = read_file("limbo", "exact.tres").document.variables
    assert {name: (each.type, each.default) for name, each in variables.items()} == {
        "speed": ("float", 40),
        "alert": ("bool", False),
        "shots": ("int", 3),
        "home": ("vector", [1, -2.5]),
        "foe": ("entity", None),
    }
    assert (variables["speed"].min, variables["speed"].max) == (10, 100)


def test_scripts_are_actions_and_conditions_called_by_their_files() -> None:
    found = read_file("limbo", "exact.tres")
    nodes = tree_of(found).nodes
    assert nodes["walk_to"].title == 'Walk "home"\nquickly'
    assert nodes["walk_to"].params == {"target": [3, 4], "speed": {"expr": "speed"}, "mode": "run"}
    assert nodes["in_range"].test == "in_range(distance = 2.5)"
    assert nodes["check_var"].note == "only when near"


def test_tasks_of_the_blackboard_are_conditions_and_lines() -> None:
    nodes = tree_of(read_file("limbo", "exact.tres")).nodes
    assert nodes["check_var"].test == "shots >= 3"
    assert nodes["set_var"].actions == ("shots = shots - 3",)
    assert nodes["check_trigger_condition"].test == "alert"
    assert nodes["check_trigger_set"].actions == ("alert = false",)


@pytest.mark.parametrize(
    ("task", "kind", "params"),
    [
        ("BTSequence", "sequence", {}),
        ("BTSelector", "selector", {}),
        ("BTDynamicSequence", "sequence", {"memory": "none"}),
        ("BTDynamicSelector", "selector", {"memory": "none"}),
        ("BTInvert", "inverter", {}),
        ("BTAlwaysFail", "force_failure", {}),
        ("BTAlwaysSucceed", "force_success", {}),
        ("BTRepeat", "repeat", {"count": 1, "on_failure": "count"}),
        ("BTRepeat\nforever = true", "repeat", {"on_failure": "count"}),
        ("BTRepeat\ntimes = 3\nabort_on_failure = true", "repeat", {"count": 3, "on_failure": "end"}),
        ("BTRepeatUntilFailure", "until_failure", {}),
        ("BTRepeatUntilSuccess", "until_success", {}),
        ("BTRunLimit\ncount_policy = 2", "run_limit", {"count": 1, "counts": "all", "afterwards": "failure"}),
        ("BTCooldown\nduration = 2.0", "cooldown", {"seconds": 2, "after": "success"}),
        ("BTCooldown\ntrigger_on_failure = true", "cooldown", {"seconds": 10, "after": "end"}),
    ],
)
def test_tasks_with_a_task_inside_that_are_exact(task: str, kind: str, params: dict[str, object]) -> None:
    found = one(task, 1)
    assert (root_of(found).kind, root_of(found).params) == (kind, params)
    assert told(found) == {}


@pytest.mark.parametrize(
    ("task", "kind"),
    [
        ("BTSequence", "succeed"),
        ("BTSelector", "fail"),
        ("BTDynamicSelector", "succeed"),
        ("BTAlwaysSucceed", "succeed"),
        ("BTFail", "fail"),
        ("BTWait", "wait"),
        ('BTConsolePrint\ntext = "hi"', "log"),
    ],
)
def test_tasks_without_a_task_inside_that_are_exact(task: str, kind: str) -> None:
    kind_of_root = "sequence" if task == "BTInvert" else kind
    assert root_of(one(task)).kind == kind_of_root


@pytest.mark.parametrize(
    ("numbers", "reasons"),
    [
        ("num_successes_required = 3", ["aborted only when"]),
        ("num_successes_required = 2", ["aborted only when", "in one tick"]),
        ("num_successes_required = 3\nnum_failures_required = 3", ["out of reach"]),
        ("num_successes_required = 5", ["asks for 5 of 3"]),
    ],
)
def test_a_parallel_says_where_it_decides_otherwise(numbers: str, reasons: list[str]) -> None:
    row = next(row for row in one(f"BTParallel\n{numbers}", 3).rows if row.what == "Parallel")
    assert row.how == "changed"
    for reason in reasons:
        assert reason in row.reason


def test_what_changes_is_told_at_its_line() -> None:
    found = read_file("limbo", "changed.tres")
    assert {key for key, how in told(found).items() if how == "changed"} == {
        ("Parallel", 20), ("WaitTicks", 14), ("RandomWait", 17), ("Delay", 23), ("TimeLimit", 26),
        ("Probability", 29), ("Cooldown", 33), ("ForEach", 39), ("NewScope", 44),
        ("ProbabilitySelector", 47), ("RandomSequence", 54), ("RandomSelector", 57),
    }  # fmt: skip
    assert told(found)["variable pose", 7] == "kept"
    heavy = [node.slot.weight for node in tree_of(found).nodes.values() if node.slot]
    assert heavy == [3]
    assert errors(found) == []


def test_what_has_no_form_keeps_its_place_and_its_texts() -> None:
    found = read_file("limbo", "kept.tres")
    assert {key for key, how in told(found).items() if how != "changed"} == {
        ("my_composite", 10), ("Strange", 7), ("Subtree", 15), ("SetVar", 25), ("task without effect", 33),
        ("BTFail unused", 40), ("property power", 8), ("property speed", 13), ("property subtree", 16),
        ("property color", 38),
    }  # fmt: skip
    nodes = tree_of(found).nodes
    assert nodes["strange"].origin["limbo"] == {"type": "BTStrange", "properties": {"power": "3"}}
    assert nodes["my_composite"].children == ("strange",)
    assert nodes["sequence_2"].disabled
    assert tree_of(found).loose == ("play_animation_2",)
    assert errors(found) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "no section [resource]"),
        (HEAD + FOOT, "no sub_resource 'root'"),
        (HEAD + "[resource]\nx = ", "no value"),
        (HEAD + "[resource]\nx = [1, 2", "missing"),
        (HEAD + "[resource]\nx = " + "[" * 90, "deep in each other"),
        (HEAD + "[resource\n", "missing"),
        (
            HEAD + '[sub_resource type="BTInvert" id="root"]\nchildren = [SubResource("root")]\n' + FOOT,
            "inside itself",
        ),
    ],
)
def test_what_is_no_resource_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(FileProblem) as caught:
        imported("limbo", text, "t.tres")
    assert said in caught.value.message
    assert caught.value.remedy


def test_a_second_import_is_the_same_document() -> None:
    assert read_file("limbo", "changed.tres") == read_file("limbo", "changed.tres")
