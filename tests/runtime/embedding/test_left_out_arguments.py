"""What a document leaves out reaches a game's action as its own default, or is refused when loading."""

from __future__ import annotations

import json
from typing import Any

import pytest

from editor.documents.exports.needs_text import need_lines
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter
from runtime.embedding import (
    Action,
    ActionContext,
    ConditionContext,
    EmbeddingError,
    EntityId,
    ExportProblem,
    GameMinds,
    Mind,
    Point,
    Status,
    action,
    condition,
    typed_arguments,
)
from runtime.export.export_document import export_document
from tests.runtime.lone_brain import document, tree

GATE = EntityId("gate")
REGISTRY = builtin_registry().extended(
    actions=[
        ActionDeclaration(
            id="hail",
            title="Hail",
            summary="Call somebody.",
            parameters=(
                Parameter("who", "entity", optional=True),
                Parameter("times", "int", optional=True, minimum=1, maximum=5),
            ),
            instant=True,
        )
    ],
    conditions=[
        ConditionDeclaration(
            id="is_wet",
            title="Is wet",
            summary="Whether it rains.",
            parameters=(Parameter("depth", "float", optional=True, minimum=0, unit="mm"),),
        )
    ],
)
ARRIVE = document(
    {"g": tree({"root": {"kind": "action", "action": "arrive", "params": {"target": [3.0, 4.0]}}})}
)
HAIL = document({"g": tree({"root": {"kind": "set", "actions": ["do hail()"]}})})
IS_WET = document({"g": tree({"root": {"kind": "condition", "test": "is_wet()"}})})


def ticked(source: Any, supplied: Any) -> tuple[Status, tuple[str, ...]]:
    """Return how the first tick of an exported document ends in a game, and what went wrong."""
    text = export_document(source, REGISTRY).text()
    minds = GameMinds()
    mind = minds.add("a", Mind.from_bytes(text.encode(), [supplied]))
    minds.tick()
    return mind.status, tuple(error.message for error in mind.errors)


def test_an_action_typed_as_the_requirements_show_runs():
    got: list[object] = []

    @action(name="arrive")
    def walk(
        context: ActionContext,
        target: Point,
        target_radius: float = 9.0,
        slow_radius: float = 3.0,
        time_to_target: float = 0.1,
        speed: float | None = None,
        weight: float = 1.0,
        priority: int = 1,
    ) -> Status:
        got.extend((target, target_radius, speed))
        return Status.RUNNING

    assert ticked(ARRIVE, walk) == (Status.RUNNING, ())
    # What is declared with a default comes from the document's side, here 0.5, and not from the function.
    assert got == [(3.0, 4.0), 0.5, None]


def arrive_with(parameters: str) -> Any:
    """Return an action that takes these parameters in place of `speed: float | None = None`."""
    names: dict[str, Any] = {"action": action, "ActionContext": ActionContext, "Point": Point, "got": []}
    code = (
        "@action(name='arrive')\n"
        f"def walk(context: ActionContext, target: Point, target_radius: float, slow_radius: float, "
        f"time_to_target: float, {parameters}, weight: float, priority: int) -> bool:\n"
        "    got.append(speed)\n"
        "    return True\n"
    )
    exec(code, names)
    return names["walk"], names["got"]


@pytest.mark.parametrize(
    ("typed", "reached"),
    [
        ("speed: float | None", None),
        ("speed: float = 2.5, *", 2.5),
        ("speed: float | None = 2.5, *", 2.5),
        ("speed: float | None = None, *", None),
    ],
)
def test_what_is_left_out_is_the_default_of_the_function_or_none(typed, reached):
    walk, got = arrive_with(typed)
    assert ticked(ARRIVE, walk) == (Status.SUCCESS, ())
    assert got == [reached]


def test_a_function_that_cannot_take_what_is_left_out_is_refused_when_loading():
    walk, _ = arrive_with("speed: float")
    with pytest.raises(EmbeddingError, match=r"leaves out 'speed' of the action 'arrive'. Type it '\| None'"):
        ticked(ARRIVE, walk)


def test_a_function_that_is_always_given_the_argument_is_not_refused():
    walk, got = arrive_with("speed: float")
    params = {"target": [3.0, 4.0], "speed": 7}
    given = document({"g": tree({"root": {"kind": "action", "action": "arrive", "params": params}})})
    assert ticked(given, walk) == (Status.SUCCESS, ())
    assert got == [7.0]


def test_a_class_gets_its_own_defaults_from_typed_arguments():
    got: list[object] = []

    @action(name="hail", instant=True)
    class Hail(Action):
        class parameters:  # noqa: N801 - the name that registrations look for
            who: EntityId | None
            times: int = 3

        def tick(self, context: ActionContext) -> Status:
            given = typed_arguments(context, Hail.parameters)
            got.extend((given.who, given.times))
            return Status.SUCCESS

    assert ticked(HAIL, Hail) == (Status.SUCCESS, ())
    assert got == [None, 3]


def test_a_line_and_a_condition_keep_the_same_rule():
    got: list[object] = []

    @action(name="hail", instant=True)
    def hail(who: EntityId | None, times: int = 3) -> bool:
        got.append((who, times))
        return True

    @action(name="hail", instant=True)
    def hail_somebody(who: EntityId = GATE, times: int = 3) -> bool:
        return True

    @condition()
    def is_wet(context: ConditionContext, depth: float = 4.0) -> bool:
        got.append(depth)
        return True

    @condition(name="is_wet")
    def is_very_wet(depth: float) -> bool:
        return True

    assert ticked(HAIL, hail) == (Status.SUCCESS, ())
    assert ticked(IS_WET, is_wet) == (Status.SUCCESS, ())
    assert got == [(None, 3), 4.0]
    with pytest.raises(
        EmbeddingError, match=r"leaves out 'who' of the action 'hail'\. Type it '\| None' here\.$"
    ):
        ticked(HAIL, hail_somebody)
    with pytest.raises(EmbeddingError, match="leaves out 'depth' of the condition 'is_wet'"):
        ticked(IS_WET, is_very_wet)


def test_the_list_tells_of_each_parameter_what_is_declared():
    shown = "\n".join(need_lines(export_document(HAIL, REGISTRY).needs, ()))
    assert "hail(who: entity = none, times: int = none)" in shown
    assert [line.split(None, 1) for line in shown.splitlines()[2:]] == [
        ["who", "optional"],
        ["times", "optional, 1 to 5"],
    ]
    arrive = "\n".join(need_lines(export_document(ARRIVE, REGISTRY).needs, ()))
    assert "arrive(target: point, target_radius: float = 0.5," in arrive
    assert "speed               optional, at least 0, in u/s" in arrive
    assert "target              always given" in arrive
    assert "target_radius       0.5 where it is left out, at least 0, in u" in arrive
    wet = need_lines(export_document(IS_WET, REGISTRY).needs, ())
    assert any("depth               optional, at least 0, in mm" in line for line in wet)


@pytest.mark.parametrize("source", [ARRIVE, HAIL, IS_WET])
def test_a_loaded_export_needs_what_the_document_needed(source):
    export = export_document(source, REGISTRY)

    @action(name="hail", instant=True)
    def hail(who: EntityId | None, times: int = 3) -> bool:
        return True

    @condition()
    def is_wet(depth: float = 4.0) -> bool:
        return True

    names = export.names_text().encode()
    needs = Mind.from_bytes(export.text().encode(), [hail, is_wet], names=names).needs
    assert (needs.actions, needs.conditions) == (export.needs.actions, export.needs.conditions)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"optional": 1}, "optional.*true or false"),
        ({"default": {}}, "default.*a value"),
        ({"default": [1, 2, 3]}, "default.*a value"),
        ({"minimum": "low"}, "minimum.*a number"),
        ({"unit": 3}, "unit.*a text"),
        ({"best": 3}, "no field 'best'"),
    ],
)
def test_what_is_told_wrongly_of_a_parameter_is_refused(wrong, words):
    data = json.loads(export_document(ARRIVE, REGISTRY).text())
    data["needs"]["actions"]["arrive"]["parameters"][0] |= wrong
    with pytest.raises(ExportProblem, match=words):
        Mind.from_bytes(json.dumps(data).encode())
