"""Plain functions and generators run as actions; mistakes in them fail the node and the run goes on."""

from __future__ import annotations

import math
import sys

import pytest

from graphs.model import Document
from runtime.basics.status import HALTED, NodeOutcome, Status
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.call_signature import typed_arguments
from runtime.minds.actions.parameter_types import EntityId, Point, Seconds, Vector
from runtime.minds.actions.registration import action
from runtime.session.session import NotResumable
from tests.runtime.actions.game_session import (
    asking,
    doing,
    errors,
    game_of,
    lone,
    session_with,
    statuses,
    tree_document,
)
from tests.runtime.session_of import replace_document

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE


@action()
def answering(what: str):
    return {"yes": True, "no": False, "nothing": None, "runs": R, "ends": S, "fails": F}.get(what, what)


@pytest.mark.parametrize(
    ("what", "result"), [("yes", S), ("no", F), ("nothing", S), ("runs", R), ("ends", S), ("fails", F)]
)
def test_what_a_function_returns_is_its_result(what, result):
    session = lone(game_of(answering), doing("answering", what=what))
    assert statuses(session, 2) == [result, result]
    assert errors(session) == ()


def test_3_12_a_function_that_returns_something_else_fails_with_a_record():
    session = lone(game_of(answering), doing("answering", what="maybe"))
    (error,) = errors(session)
    assert (
        error.message
        == "answering raised TypeError: an action gives a Status, True, False or nothing, not 'maybe'"
    )


@action(state={"seen": "int", "where": "vector"})
def wait_three(context: ActionContext) -> Status:
    """Count its own ticks in a declared field."""
    seen = context.state.seen
    assert isinstance(seen, int)
    context.state.seen = seen + 1
    return S if seen == 3 else R


def test_3_12_a_function_remembers_in_declared_fields_that_are_made_anew_on_enter():
    session = lone(game_of(wait_three), doing("wait_three"))
    assert statuses(session, 8) == [R, R, R, S] * 2


def test_3_12_a_field_of_another_type_or_name_is_refused_and_recorded():
    @action(state={"n": "int"})
    def careless(context: ActionContext, what: str) -> None:
        if what == "type":
            context.state.n = 2.5
        elif what == "read":
            math.sqrt(context.state.m)  # type: ignore[arg-type]
        else:
            context.state.m = 1

    game = game_of(careless)
    for what, said in (
        ("type", "the field n is an int and cannot take 2.5"),
        ("name", "declares no field 'm'; declared: n"),
        ("read", "declares no field 'm'"),
    ):
        (error,) = errors(lone(game, doing("careless", what=what)))
        assert said in error.message


@action()
def heard(who: EntityId, at: Point, after: Seconds, by: EntityId | None = None, to: Vector = (0.0, 1.0)):
    """Say what came."""
    raise LookupError(repr((who, at, after, by, to)))


def test_arguments_come_in_the_types_that_are_declared():
    node = doing("heard", who="other", at=[1, 2], after=2)
    (error,) = errors(lone(game_of(heard), node))
    assert error.message.endswith("('other', (1.0, 2.0), 2.0, None, (0.0, 1.0))")
    node = doing("heard", who="me", at="other", after={"expr": "1 + 1"}, by="me", to=[3, 4])
    (error,) = errors(lone(game_of(heard), node))
    assert error.message.endswith("('me', 'other', 2.0, 'me', (3.0, 4.0))")


def test_2_6_nobody_where_somebody_is_wanted_fails_the_action_before_it_is_called():
    node = doing("heard", who={"expr": "friend"}, at="other", after=1)
    (error,) = errors(lone(game_of(heard), node, variables={"friend": {"type": "entity"}}))
    assert (error.message, error.detail) == ("The argument who is nobody.", "")


@action()
class Approach(Action):
    class parameters:  # noqa: N801 - read as an attribute
        to: EntityId
        near: float = 2.0

    def tick(self, context: ActionContext) -> Status:
        given = typed_arguments(context, Approach.parameters)
        x, y = context.position_of(given.to)
        own_x, own_y = context.position_of(context.agent)
        context.request("seek", {"target": given.to, "speed": None})
        return S if math.dist((x, y), (own_x, own_y)) <= given.near else R


def test_a_class_reads_its_arguments_as_they_are_declared_and_steers():
    session = lone(game_of(Approach), doing("approach", to="other"))
    results = statuses(session, 200)
    assert results[:2] == [R, R]
    assert S in results
    assert session.world.agents.position[0, 0] > 6


@action()
def clumsy(what: str) -> Status:
    if what == "exit":
        sys.exit("bye")
    if what == "deep":
        return clumsy(what)
    raise ZeroDivisionError(what)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("zero", "clumsy raised ZeroDivisionError: zero"),
        ("exit", "clumsy raised SystemExit: bye"),
        ("deep", "clumsy raised RecursionError: "),
    ],
)
def test_3_12_an_exception_fails_its_node_is_recorded_with_the_traceback_and_the_run_goes_on(what, said):
    nodes = {
        "r": {"kind": "selector", "children": ["a", "b"]},
        "a": doing("clumsy", what=what),
        "b": doing("wait_three"),
    }
    session = session_with(game_of(clumsy, wait_three), tree_document(nodes))
    frames = [session.step().brains["me"] for _ in range(5)]
    assert [frame.status for frame in frames] == [R, R, R, S, R]
    (error,) = frames[0].errors
    row = session.programs["me"].rows[error.row]
    assert row.node == "a"
    assert frames[0].outcomes[error.row] == NodeOutcome.FAILURE
    assert error.message.startswith(said)
    assert "test_function_actions.py" in error.detail
    assert "in clumsy" in error.detail


@pytest.mark.parametrize("reason", ["enter", "halt"])
def test_3_12_an_exception_in_enter_or_halt_is_recorded_too(reason):
    @action()
    class Failing(Action):
        def enter(self, context: ActionContext) -> None:
            if reason == "enter":
                raise KeyError("enter")

        def tick(self, context: ActionContext) -> Status:
            return R

        def halt(self, context: ActionContext) -> None:
            raise KeyError("halt")

    node = {**doing("failing"), "guard": {"test": "go", "abort": "self"}}
    session = lone(game_of(Failing), node, variables={"go": {"type": "bool", "default": True}})
    first = session.step().brains["me"]
    if reason == "enter":
        assert first.status == F
        assert first.errors[0].message == "Failing raised KeyError: 'enter'"
        return
    session.write_variable("me", "go", False)
    frame = session.step().brains["me"]
    assert frame.status == F
    assert frame.outcomes[0] == NodeOutcome.FAILURE | HALTED
    assert frame.errors[0].message == "Failing raised KeyError when halted: 'halt'"
    assert "Traceback" in frame.errors[0].detail


# -- generators -------------------------------------------------------------------------------------


def patrol_of(log: list[str]):
    @action()
    def patrol(context: ActionContext, times: int = 2, word: str = ""):
        """Yield some times; `word` may be a mistake."""
        log.append(f"begin {context.tick}")
        try:
            for count in range(times):
                if word == "crash" and count == 1:
                    raise ZeroDivisionError(word)
                yield R if word == "running" else S if word == "ended" else None
                log.append(f"{context.argument('word')} {context.tick}")
        finally:
            log.append("over")
        return F if word == "fails" else None

    return patrol


def trial(log, **params):
    return session_with(
        game_of(patrol_of(log)), tree_document({"r": doing("patrol", **params)}), checked=False
    )


def test_3_12_a_yield_is_running_and_the_end_is_the_result():
    log: list[str] = []
    session = trial(log)
    assert statuses(session, 6) == [R, R, S] * 2
    assert log == ["begin 0", " 1", " 2", "over", "begin 3", " 4", " 5", "over"]
    assert statuses(trial([], word="fails"), 3) == [R, R, F]
    assert statuses(trial([], word="running"), 3) == [R, R, S]


def test_3_12_a_generator_keeps_its_first_arguments_and_its_context_shows_the_present_ones():
    log: list[str] = []
    game = game_of(patrol_of(log))
    node = doing("patrol", times=3, word={"expr": "word"})
    document = tree_document({"r": node}, variables={"word": {"type": "string", "default": "one"}})
    session = session_with(game, document, checked=False)
    session.step()
    session.write_variable("me", "word", "two")
    session.step()
    assert log == ["begin 0", "two 1"]


def test_3_12_a_halted_generator_is_closed_and_starts_afresh():
    log: list[str] = []
    node = {**doing("patrol", times=9), "guard": {"test": "go", "abort": "self"}}
    document = tree_document({"r": node}, variables={"go": {"type": "bool", "default": True}})
    session = session_with(game_of(patrol_of(log)), document, checked=False)
    session.step()
    session.write_variable("me", "go", False)
    frame = session.step().brains["me"]
    assert frame.outcomes[0] == NodeOutcome.FAILURE | HALTED
    assert frame.errors == ()
    assert log == ["begin 0", "over"]
    assert session.brains["me"].trials == {}
    session.write_variable("me", "go", True)
    session.step()
    assert log[2:] == ["begin 2"]


def test_3_12_a_mistake_in_a_generator_fails_the_node_and_it_starts_afresh():
    session = trial([], word="crash")
    frames = [session.step().brains["me"] for _ in range(4)]
    assert [frame.status for frame in frames] == [R, F, R, F]
    assert frames[1].errors[0].message == "patrol raised ZeroDivisionError: crash"
    assert "in patrol" in frames[1].errors[0].detail
    assert session.brains["me"].trials == {}


def test_3_12_a_yield_of_a_result_is_a_mistake_that_says_what_to_write():
    (error,) = errors(trial([], word="ended"))
    assert "a yield means RUNNING" in error.message
    assert "return the result instead" in error.message


def test_3_12_a_program_with_a_generator_is_not_resumable_and_says_so():
    session = trial([])
    assert session.programs["me"].resumable is False
    session.step()
    with pytest.raises(NotResumable) as error:
        session.snapshot()
    assert error.value.agents == ("me",)
    assert "The minds of me run an action written with yield" in str(error.value)
    assert "state_fields" in str(error.value)
    assert session.step().tick == 1


def test_3_12_a_session_that_runs_a_generator_by_now_cannot_be_restored():
    game = game_of(patrol_of([]), wait_three)
    session = session_with(game, tree_document({"r": doing("wait_three")}), checked=False)
    assert session.programs["me"].resumable
    saved = session.snapshot()
    replace_document(session, "m.mind.json", tree_document({"r": doing("patrol")}))
    session.step()
    with pytest.raises(NotResumable):
        session.restore(saved)


def test_3_12_a_disabled_generator_leaves_the_program_resumable():
    nodes = {
        "r": {"kind": "sequence", "children": ["a", "b"]},
        "a": {**doing("patrol"), "disabled": True},
        "b": doing("wait_three"),
    }
    session = session_with(game_of(patrol_of([]), wait_three), tree_document(nodes))
    assert session.programs["me"].resumable
    session.snapshot()


def test_8_2_a_generator_goes_on_over_an_edit_of_another_node():
    log: list[str] = []
    session = trial(log)
    session.step()
    nodes = {"r": {**doing("patrol"), "title": "Round"}}
    replace_document(session, "m.mind.json", tree_document(nodes))
    assert statuses(session, 2) == [R, S]
    assert log == ["begin 0", " 1", " 2", "over"]


def test_8_2_a_generator_goes_on_as_another_row_and_is_closed_when_its_node_goes():
    log: list[str] = []

    def walking(*names: str) -> Document:
        root = {"kind": "parallel", "children": list(names)}
        nodes = {name: doing("patrol") if name == "p" else {"kind": "wait"} for name in names}
        return tree_document({"r": root, **nodes})

    game = game_of(patrol_of(log))
    session = session_with(game, walking("p", "w"), checked=False)
    session.step()
    replace_document(session, "m.mind.json", walking("w", "x", "p"))
    session.step()
    assert log == ["begin 0", " 1"]
    replace_document(session, "m.mind.json", walking("w", "x"))
    session.step()
    assert log == ["begin 0", " 1", "over"]


def test_two_agents_run_one_generator_apart_from_each_other():
    log: list[str] = []
    twin = {"at": [12, 8], "mind": "m.mind.json"}
    session = session_with(
        game_of(patrol_of(log)), tree_document({"r": doing("patrol")}), checked=False, twin=twin
    )
    for _ in range(3):
        session.step()
    assert log == ["begin 0", "begin 0", " 1", " 1", " 2", "over", " 2", "over"]


def test_no_built_in_action_is_a_generator():
    from runtime.minds.actions.steering_actions import builtin_library

    library = builtin_library()
    actions = [library.get(name) for name in library]
    assert all(each is not None and each.resumable for each in actions)


# -- instant actions and activities -------------------------------------------------------------------


def test_2_5_an_instant_function_runs_in_an_action_block_and_its_failure_ends_the_block():
    @action(instant=True)
    def check(number: int = 1) -> bool:
        return number < 5

    block = {"kind": "set", "actions": ["n = n + 1", "do check(number = n)", "m = n"]}
    number = {"type": "int"}
    session = lone(game_of(check), block, variables={"n": number, "m": number})
    frames = [session.step().brains["me"] for _ in range(6)]
    assert session.variables("me") == {"m": 4, "n": 6}
    frame = frames[-1]
    assert frame.errors[0].message == "line 2: the instant action check gave FAILURE."


def test_6_1_a_registered_action_is_the_activity_of_a_state():
    import json

    from graphs.model import Document

    states = {
        "a": {
            "kind": "state",
            "name": "A",
            "activity": {"action": "wait_three"},
            "transitions": ["t"],
        },
        "b": {"kind": "state", "name": "B"},
    }
    machine = {
        "kind": "state_machine",
        "children": ["a", "b"],
        "initial": "a",
        "nodes": states,
        "edges": {"t": {"event": "done.success", "targets": ["b"]}},
    }
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": machine}}
    session = session_with(game_of(wait_three), Document.model_validate_json(json.dumps(value)))
    taken = [session.step().brains["me"].taken for _ in range(5)]
    assert [bool(each) for each in taken] == [False, False, False, True, False]


def test_an_asked_condition_beside_actions_needs_no_registration():
    session = lone(game_of(wait_three), asking("1 < 2"))
    assert statuses(session, 1) == [S]
