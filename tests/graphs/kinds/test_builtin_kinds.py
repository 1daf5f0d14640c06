"""Every kind and action is complete: icon, texts, parameters with fitting defaults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import Parameter, parameter_problem
from graphs.model import DecisionNode, StateNode, TreeNode

REGISTRY = builtin_registry()
KINDS = list(REGISTRY.kinds.values())
ICONS = Path(__file__).resolve().parents[3] / "resources" / "icons"
MODELS: dict[str, type[BaseModel]] = {
    "behavior_tree": TreeNode,
    "state_machine": StateNode,
    "decision_tree": DecisionNode,
}

SPECIFIED = {
    "behavior_tree": "sequence selector round_robin pipeline_sequence parallel simple_parallel "
    "random_sequence random_selector random_child utility_selector goal_selector strategy if_else switch "
    "try_recover inverter force_success force_failure repeat retry until_success until_failure for_each "
    "timeout delay cooldown rate_limit run_limit run_once probability breakpoint fixed_status condition "
    "action wait wait_until set raise claim release log succeed fail subtree run_machine decide "
    "foreign_node best_place points_ring points_grid points_along_path points_of_waypoints points_of_cover "
    "keep_places score_places",
    "state_machine": "state parallel final history choice",
    "decision_tree": "test ranges switch first_of random table tree outcome action run value",
}


def test_all_kinds_of_the_specification_are_there() -> None:
    for graph_kind, ids in SPECIFIED.items():
        assert {kind.id for kind in KINDS if kind.graph_kind == graph_kind} == set(ids.split())


def test_the_built_in_actions_are_there() -> None:
    expected = (
        "seek flee pursue evade arrive leave face align look_where_you_go wander follow_path go_to "
        "follow_waypoints roam match_velocity interpose offset_pursuit hold_slot "
        "separation alignment cohesion flock avoid_agents "
        "avoid_walls avoid_obstacles stop fire throw_at aim_at strike heal remove look_at look_around "
        "make_noise emote attract forget_interest leave_scent ring_source switch_source "
        "find_place open_door close_door switch_link go_to_nearest close_in hide_from "
        "request_slot release_slot request_attack end_attack request_token release_token set_formation "
        "order acknowledge"
    )
    assert " ".join(REGISTRY.actions) == expected
    instant = (
        "fire throw_at strike heal remove make_noise emote attract forget_interest leave_scent ring_source "
        "switch_source open_door close_door switch_link release_slot end_attack release_token "
        "set_formation acknowledge"
    )
    assert " ".join(action.id for action in REGISTRY.actions.values() if action.instant) == instant


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.graph_kind}.{kind.id}")
def test_a_kind_is_complete(kind: NodeKind) -> None:
    assert (ICONS / f"{kind.icon}.svg").is_file()
    assert kind.summary.endswith(".")
    assert "|---|" in kind.contract, "the contract has a per-tick table"
    fields = MODELS[kind.graph_kind].model_fields
    assert set(kind.fields) <= set(fields)
    assert set(kind.required_fields) <= set(kind.fields)
    names = {parameter.name for parameter in kind.parameters}
    assert len(names) == len(kind.parameters)
    for template in (kind.title_template, kind.line_template):
        assert set(re.findall(r"\{(\w+)", template)) <= names | set(fields)


PARAMETERS: list[tuple[str, Parameter]] = [
    *((kind.id, parameter) for kind in KINDS for parameter in kind.parameters),
    *((action.id, parameter) for action in REGISTRY.actions.values() for parameter in action.parameters),
]


@pytest.mark.parametrize(
    ("owner", "parameter"), PARAMETERS, ids=[f"{each}.{p.name}" for each, p in PARAMETERS]
)
def test_a_parameter_is_complete_and_its_default_fits(owner: str, parameter: Parameter) -> None:
    assert parameter.help.endswith("."), owner
    assert (parameter.type == "enum") == bool(parameter.choices)
    if not parameter.required:
        assert parameter_problem(parameter, parameter.default) == ""


def test_icons_have_the_kinds_id_where_there_is_one() -> None:
    borrowed = {kind.id: kind.icon for kind in KINDS if kind.icon != kind.id}
    assert not [
        each for each in borrowed if (ICONS / f"{each}.svg").is_file() and each not in ("parallel", "tree")
    ]


@pytest.mark.parametrize(
    ("type_name", "good", "bad"),
    [
        ("bool", [True, False], [0, 1, "true"]),
        ("int", [0, -3], [1.5, True, "1"]),
        ("float", [0, 2.5], [True, "1", [1]]),
        ("seconds", [0, 2.5], ["2 s", True]),
        ("string", ["", "x"], [1, True]),
        ("vector", [[0, 1.5]], [[0], [0, "x"], "x", 1]),
        ("point", [[0, 1.5], "player"], ["", 1, [1]]),
        ("entity", ["player"], ["", 1, [0, 0]]),
        ("variable", ["health"], ["", 1]),
        ("path", ["round"], ["", 1]),
        ("threshold", ["all", "any", 2], ["some", 1.5, True]),
    ],
)
def test_literals_are_checked_by_type(type_name: str, good: list[object], bad: list[object]) -> None:
    parameter = Parameter("thing", type_name)  # type: ignore[arg-type]
    assert [value for value in good if parameter_problem(parameter, value)] == []  # type: ignore[arg-type]
    assert [value for value in bad if not parameter_problem(parameter, value)] == []  # type: ignore[arg-type]


def test_ranges_and_choices_are_named() -> None:
    chance = Parameter("chance", "float", 0.5, minimum=0, maximum=1)
    assert parameter_problem(chance, 2) == "Chance is 2; the most is 1."
    assert parameter_problem(chance, -1) == "Chance is -1; the least is 0."
    pace = Parameter("pace", "enum", "tick", choices=("tick", "same_tick"), evaluated="never")
    assert parameter_problem(pace, "fast") == 'Pace is "fast"; expected one of tick, same_tick.'
    assert "takes no expression" in parameter_problem(pace, {"expr": "x"})
    assert parameter_problem(chance, {"expr": "x"}) == ""
