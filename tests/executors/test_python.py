"""A game in Python sees what it should; mistakes of a game or of a program are refused in words."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from resources.executors.python.mindloom_mind import (
    Context,
    Mind,
    MindError,
    Minds,
    describe,
    effect,
    steering,
)
from runtime.export.export_document import Export, export_document
from tests.executors.curve_programs import (
    FELT,
    OWN,
    TABLES,
    damaged_program,
    of_every_damage,
    rising_program,
)
from tests.executors.engine_game import Json
from tests.executors.javascript_runs import run_script
from tests.executors.known_game import check_known
from tests.executors.test_javascript import GUARD, program_of
from tests.runtime.session_of import SAMPLES

WALK = {"to": (1.0, 2.0), "weight": 2.0, "priority": 1}


def exported(sample: str) -> Export:
    return export_document(load_document(SAMPLES / f"{sample}.mind.json"), builtin_registry())


def walking(walk: Any, program: Json = GUARD) -> Minds:
    """Return minds with one agent, `a`, whose only action is done by `walk`."""
    minds = Minds(actions={"walk": walk})
    minds.add("a", Mind.parse(program))
    return minds


# -- what is refused ----------------------------------------------------------------------------------


def test_a_version_2_that_does_not_say_what_it_uses_is_refused_as_version_1():
    program = {name: value for name, value in program_of("math_tree").items() if name != "uses"}
    with pytest.raises(MindError, match=r"of version 1.*mindloom export NAME\.mind\.json"):
        Mind.parse(program)


def test_another_file_and_names_of_another_export_are_refused():
    with pytest.raises(MindError, match="mindloom-runtime"):
        Mind.parse({"format": "mindloom"})
    with pytest.raises(MindError, match="no JSON"):
        Mind.parse("{")
    with pytest.raises(MindError, match="of another export"):
        Mind.parse(exported("math_tree").text(), exported("light_bulb").names_text())


@pytest.mark.parametrize(("sort", "name"), [("lines", "sing"), ("functions", "tan")])
def test_what_the_executor_lacks_is_refused_by_name(sort, name):
    program = program_of("math_tree")
    program["uses"][sort] = [*program["uses"].get(sort, []), name]
    with pytest.raises(MindError, match=rf"uses {name} \({sort}\)"):
        Mind.parse(program)


def test_a_damaged_program_is_refused_at_load_when_it_is_added_or_in_the_tick():
    program = program_of("math_tree")

    def refused(**damage: Any) -> str:
        minds = Minds()
        try:
            minds.add("a", Mind.parse({**copy.deepcopy(program), **damage}))
            minds.tick()
        except MindError as problem:
            return str(problem)
        return "nothing was refused"

    variable = program["variables"][0]

    assert "its memory cannot have 4294967296 ints" in refused(memory={**program["memory"], "ints": 2**32})
    assert "its memory cannot have 2.5 objects" in refused(memory={**program["memory"], "objects": 2.5})
    assert "a variable is called 7" in refused(variables=[{**variable, "name": 7}])
    assert "there is no place 4000 for" in refused(variables=[{**variable, "place": 4000}])
    assert "None is no type" in refused(variables=[{**variable, "type": None}])
    endless = {"list": "int", "most": 2**40}
    assert "is no type" in refused(variables=[{**variable, "type": endless, "length": 0}])
    assert "{} is no type" in refused(needs={"events": {"bell": {"payload": {"at": {}}}}})
    assert "it has no hash, or no rate" in refused(rate=0)
    first, *others = program["rows"]
    assert "row 0 cannot end before row 2147483648" in refused(rows=[{**first, "end": 2**31}, *others])
    words = (
        refused(uses={"ops": [{}]}),
        refused(defaults=[{"variable": "x"}]),
    )
    assert all(each.startswith("The export is damaged (") for each in words), words
    program = program_of("attack_or_flee")
    asking, row = next((k, each) for k, each in enumerate(program["rows"]) if "branches" in each)
    row["branches"] = [asking] * len(row["branches"])
    mind = Mind.parse(program)
    minds = Minds(actions=dict.fromkeys(mind.needs["actions"], effect))
    minds.add("a", mind)
    with pytest.raises(MindError, match="questions lead back to each other"):
        minds.tick()
    with pytest.raises(MindError, match="The save is damaged"):
        minds.restore({**minds.save(), "agents": 3})


@of_every_damage
def test_curves_and_variables_that_rise_are_refused_where_they_are_damaged(damage, words):
    with pytest.raises(MindError, match=f"(?i){words}"):
        Mind.parse(damaged_program(damage))


def test_a_curve_of_an_agent_that_is_none_of_its_mind_or_no_table_is_refused():
    mind, minds = Mind.parse(rising_program()), Minds()
    with pytest.raises(MindError, match="The mind has no curve urgge; it has urge"):
        minds.add("a", mind, curves={"urgge": OWN})
    for table in TABLES:
        with pytest.raises(MindError, match="The curve urge is not 1 to 64 points"):
            minds.add("a", mind, curves={"urge": table})
    assert [*minds] == []


def test_a_value_that_does_not_fit_a_variable_is_refused():
    agent = Minds().add("a", Mind.parse(program_of("math_tree")))
    with pytest.raises(MindError, match=r"variable value is an int: 1\.5"):
        agent.set("value", 1.5)
    with pytest.raises(MindError, match="no variable valu; it has "):
        agent.get("valu")


def test_an_event_that_does_not_fit_is_refused_and_posts_nothing():
    agent = Minds().add("a", Mind.parse(program_of("light_bulb")))
    with pytest.raises(MindError, match="no event swich; it has switch"):
        agent.post("swich")
    with pytest.raises(MindError, match=r"switch has the fields .*not none"):
        agent.post("switch")
    with pytest.raises(MindError, match="'far' is not a float"):
        agent.post("switch", at=(0, 0), distance="far", target="player")
    assert agent.posted == []


def test_a_second_agent_of_an_id_and_an_unknown_one_are_refused():
    mind, minds = Mind.parse(program_of("math_tree")), Minds()
    minds.add("a", mind)
    with pytest.raises(MindError, match="an agent a already"):
        minds.add("a", mind)
    with pytest.raises(MindError, match="no agent b"):
        minds.tick(["b"])


def spoiled(save: Json, place: str) -> Json:
    """Return a save that is damaged in a place."""
    agent = save["agents"]["a"]
    return {
        "mind": {**save, "agents": {"a": {**agent, "mind": "0"}}},
        "ints": {**save, "agents": {"a": {**agent, "ints": [each + 1 for each in agent["ints"]]}}},
        "version": {**save, "version": 1},
        "agents": {**save, "agents": {"a": agent, "b": agent}},
    }[place]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("mind", "of another mind"),
        ("ints", "its check does not fit"),
        ("version", "no saved game"),
        ("agents", "b is not on both sides"),
    ],
)
def test_a_save_that_does_not_fit_is_refused(place, words):
    minds = Minds()
    minds.add("a", Mind.parse(program_of("math_tree")))
    minds.tick()
    with pytest.raises(MindError, match=words):
        minds.restore(spoiled(minds.save(), place))


def test_what_must_wait_for_the_end_of_a_tick_is_refused_meanwhile():
    def walk(context: Context, arguments: Json) -> str:
        with pytest.raises(MindError, match="A tick is under way"):
            context.mind.minds.save()
        return "success"

    minds = walking(walk)
    minds.tick()
    assert minds.get("a").errors == []
    assert minds.get("a").status == "success"


# -- what a game sees ---------------------------------------------------------------------------------


def test_an_agent_can_have_a_curve_of_its_own_and_keeps_it_when_it_begins_again():
    mind, minds = Mind.parse(rising_program()), Minds()
    usual, own = minds.add("a", mind), minds.add("b", mind, curves={"urge": OWN})
    felt = []
    for _ in FELT:
        minds.tick()
        felt.append((usual.get("felt"), own.get("felt")))
    assert felt == [(value, 5.0) for value in FELT]
    own.restart()
    own.set("hunger", 1.0)
    minds.tick()
    assert own.get("felt") == 3.0


def test_an_action_is_begun_ticked_and_halted_with_its_context():
    class Walk:
        log: ClassVar[list[Any]] = []

        def enter(self, context: Context, given: Json) -> None:
            self.log.append(("enter", context.agent, given))

        def tick(self, context: Context, given: Json) -> str:
            self.log.append(("tick", context.now, context.elapsed, context.dt, context.row))
            return "running"

        def halt(self, context: Context, given: Json) -> None:
            self.log.append(("halt", context.mind.id))

    minds = walking(Walk)
    minds.tick()
    minds.tick()
    minds.remove("a")
    begun = [("enter", "a", WALK), ("tick", 0, 0.0, 0.1, 0)]
    assert Walk.log == [*begun, ("tick", 1, 0.1, 0.1, 0), ("halt", "a")]


def test_steering_is_in_force_until_two_ticks_without_any():
    answer = "running"

    def walk(context: Context, given: Mapping[str, Any]) -> str:
        return steering(context, given) if answer == "running" else answer

    minds = walking(walk)
    minds.tick()
    minds.tick()
    agent = minds.get("a")
    request = {"row": 0, "behavior": "walk", "arguments": {"to": (1.0, 2.0)}, "weight": 2.0, "priority": 1}
    assert [each._asdict() for each in agent.requests] == [{**request, "stream": 5}]
    answer, counts = "success", []
    for _ in range(2):
        minds.tick()
        counts.append(len(agent.requests))
    assert counts == [1, 0]


def test_effects_are_those_of_the_last_tick():
    minds = Minds(actions={"walk": effect})
    for agent in ("b", "a"):
        minds.add(agent, Mind.parse(GUARD))
    minds.tick()
    minds.tick()
    assert minds.effects == [("a", "walk", WALK), ("b", "walk", WALK)]


def raising(context: Context, given: Json) -> str:
    raise RuntimeError("no legs")


@pytest.mark.parametrize(
    ("walk", "words"),
    [
        (raising, "walk failed: no legs"),
        (lambda context, given: None, "walk gave None; give "),
        (lambda context, given: "succes", "walk gave 'succes'; give "),
    ],
)
def test_a_mistake_in_an_action_is_a_failure_that_is_told(walk: Callable[..., Any], words: str):
    minds = walking(walk)
    minds.tick()
    agent = minds.get("a")
    assert agent.status == "failure"
    ((row, message, node),) = agent.errors
    assert (row, node) == (0, "0")
    assert message.startswith(words)
    minds.tick()
    assert len(agent.errors) == 1, "errors are those of one tick"


def test_an_action_draws_the_numbers_of_its_row_and_only_where_it_has_a_place_for_them():
    def walk(context: Context, given: Json) -> str:
        drawn.append((context.random(), context.random_int(1, 6)))
        return "running"

    drawn: list[tuple[float, int]] = []
    counted = {**GUARD, "memory": {"bytes": 2, "ints": 2}, "rows": [{**GUARD["rows"][0], "draws": 1}]}
    first = walking(walk, counted)
    first.tick()
    saved = first.save()
    first.tick()
    again = walking(walk, counted)
    again.restore(json.loads(json.dumps(saved)))
    again.tick()
    assert drawn[2] == drawn[1] != drawn[0]
    assert all(0 <= number < 1 and 1 <= whole <= 6 for number, whole in drawn)

    lacking = walking(walk)
    lacking.tick()
    assert "no place that counts draws" in lacking.get("a").errors[0].message


def test_states_are_named_as_in_javascript_where_the_file_of_names_is_given():
    export = exported("light_bulb")
    minds = Minds()
    named = minds.add("a", Mind.parse(export.text(), export.names_text()))
    plain = minds.add("b", Mind.parse(export.text()))
    minds.tick()
    told = [named.active_states, plain.active_states, named.status_of("off"), named.status_of("on")]
    assert told == [["Off"], ["1"], "running", "idle"]
    assert told == run_script(
        """
        const minds = new Minds();
        const named = minds.add("a", Mind.parse(data.program, { names: data.names }));
        const plain = minds.add("b", Mind.parse(data.program));
        minds.tick();
        const told = [named.activeStates, plain.activeStates, named.statusOf("off"), named.statusOf("on")];
        console.log(JSON.stringify(told));
        """,
        {"program": export.text(), "names": export.names_text()},
    )
    with pytest.raises(MindError, match="no node of"):
        named.status_of("of")
    with pytest.raises(MindError, match="Without the file of names"):
        plain.status_of("off")


def test_restarting_begins_again_and_halting_does_nothing_more():
    minds = walking(lambda context, given: "running")
    agent, told = minds.get("a"), []
    minds.tick()
    told.append((agent.status, agent.ended))
    agent.halt()
    minds.tick()
    told.append((agent.status, agent.ended))
    agent.restart()
    minds.tick()
    told.append((agent.status, agent.ended))
    assert told == [("running", False), ("idle", True), ("running", False)]


# -- orders ---------------------------------------------------------------------------------------------


def test_a_mind_that_is_ordered_what_to_do_goes_on_by_itself_when_that_is_taken_back():
    minds = walking(lambda context, given: "running")
    agent, told = minds.get("a"), []
    for to in ("success", "no order", "disabled", "no order", None):
        if to != "no order":
            agent.order(0, to)
        minds.tick()
        told.append((agent.status, agent.ordered))
    left_out = ("skipped", [(0, "disabled")])
    assert told == [("success", []), ("running", []), left_out, left_out, ("running", [])]


def test_orders_are_gone_when_a_mind_is_given_another_memory_and_are_not_saved():
    minds = walking(lambda context, given: "running")
    agent, plain = minds.get("a"), minds.save()
    for forget in (lambda: agent.restore(plain["agents"]["a"]), agent.restart, lambda: minds.restore(plain)):
        agent.order(0, "disabled")
        assert minds.save() == plain
        forget()
        assert agent.ordered == []


@pytest.mark.parametrize(
    ("row", "to", "words"),
    [
        (0, "enter", r"Row 0 is no state that can be entered\."),
        (1, "success", r"Row 1 is no node that can be forced\."),
        (-1, "success", r"Row -1 is no node that can be forced\."),
        (0, "running", r"An order is success, failure, skipped, disabled, enter or None, not running\."),
    ],
)
def test_what_cannot_be_ordered_is_refused(row, to, words):
    agent = walking(lambda context, given: "running").get("a")
    with pytest.raises(MindError, match=words):
        agent.order(row, to)
    assert agent.ordered == []


def test_a_mind_that_has_ended_takes_no_orders_and_none_takes_them_during_a_tick():
    def walk(context: Context, given: Json) -> str:
        agent.order(0, "success")
        return "running"

    minds = walking(walk)
    agent = minds.get("a")
    minds.tick()
    assert "A tick is under way" in agent.errors[0].message
    agent.order(0, "disabled")
    agent.halt()
    assert agent.ordered == []
    with pytest.raises(MindError, match=r"The mind has ended; it takes no orders\."):
        agent.order(0, None)


# -- a manifest from code -----------------------------------------------------------------------------


def test_mindloom_knows_a_game_by_its_manifest():
    program: Json = copy.deepcopy(GUARD)
    payload = {"at": "vector", "mood": {"enum": ["calm", "angry"]}}
    program["needs"] |= {
        "events": {"bell": {"payload": payload}},
        "entity_fields": {"armor": "float", "team": "string"},
    }
    shots = {"name": "shots", "type": "int", "default": 3, "min": 1, "max": 9, "unit": "shots"}
    reload = describe(effect, summary="Load the gun.", instant=True, parameters=[shots])
    minds = Minds(
        actions={"walk": steering, "arrive": steering, "reload": reload},
        conditions={"is_dark": describe(lambda _: True, summary="Tell if it is.")},
    )
    minds.add("a", Mind.parse(program))
    told = json.dumps(minds.manifest({"alarm": {"loud": "bool"}}))
    check_known(registry_with([manifest_from_bytes(told.encode())], builtin_registry()))


def test_what_is_described_acts_as_before():
    class Walk:
        def tick(self, context: Context, given: Mapping[str, Any]) -> str:
            return "success"

    for walk in (Walk, Walk(), Walk().tick):
        minds = walking(describe(walk, summary="Walk."))
        minds.tick()
        assert minds.get("a").status == "success"
        assert minds.manifest()["actions"]["walk"]["summary"] == "Walk."
