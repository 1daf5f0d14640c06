"""Lists live in fixed memory, and go where other variables go: games, recordings, snapshots, swaps."""

from __future__ import annotations

import json
from typing import Any

import pytest

from editor.documents.exports.needs_text import counted, need_lines
from graphs.edits.variables import rename_variable, set_variable_field
from graphs.expressions.rename import rename_variable as rename_in_text
from graphs.expressions.rename import variable_written, variables_in
from graphs.expressions.types import Items
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.embedding import EmbeddingError, GameMinds, Mind
from runtime.export.export_document import export_document
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import load_program, parse_export
from runtime.export.writing_and_reading import ExportedVariable
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import open_recording, save_recording
from runtime.history.recording.rerun import run_again
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, tree
from tests.runtime.session_of import session_of

VARIABLES: dict[str, Any] = {
    "foes": {"type": "list", "of": "entity", "most": 3},
    "marks": {"type": "list", "of": "vector", "most": 2},
    "moods": {"type": "list", "of": "enum", "values": ["calm", "cross"], "most": 2, "default": ["cross"]},
    "n": {"type": "int"},
}
LINES = [
    {"if": "len(marks) == 2", "then": ["clear marks"]},
    "append vec(n, 0.5) to marks",
    {"if": 'contains(moods, "cross")', "then": ['remove "cross" from moods', 'append "calm" to moods']},
    "n = n + 1",
]


def mind(lines: Any = LINES, **variables: Any) -> Document:
    graph = tree({"root": {"kind": "set", "actions": lines}})
    return document({"g": graph}, variables={**VARIABLES, **variables})


def test_memory_stays_what_it_is_and_what_is_taken_out_leaves_nothing_behind():
    fresh, used = LoneBrain(mind()), LoneBrain(mind())
    sizes = dict(used.program.layout.sizes)
    used.write("foes", Items(("a", "b", "c")))
    used.write("marks", Items(((1.0, 2.0),)))
    used.write("foes", Items())
    used.write("marks", Items())
    assert used.program.layout.sizes == sizes
    assert used.state_hash() == fresh.state_hash()


def test_a_list_of_another_type_or_too_long_is_not_written():
    brain = LoneBrain(mind())
    for wrong in (Items(("a", "b", "c", "d")), Items((1,)), "a", ("a",)):
        brain.write("foes", wrong)  # type: ignore[arg-type]
    brain.tick()
    assert brain.variable("foes") == Items()
    assert len(brain.brain.errors) == 4


def test_a_game_sets_and_reads_lists_and_saves_them():
    text = export_document(mind(), REGISTRY).text()
    minds = GameMinds()
    guard = minds.add("guard", Mind.from_bytes(text.encode()))
    guard.set("foes", ["thief", "dog"])
    guard.set("marks", [(1, 2)])
    minds.tick()
    assert guard.get("foes") == ["thief", "dog"]
    assert guard.variables["marks"] == [(1.0, 2.0), (0.0, 0.5)]
    assert guard.get("moods") == ["calm"]
    saved = json.loads(json.dumps(minds.save()))
    again = GameMinds()
    other = again.add("guard", Mind.from_bytes(text.encode()))
    again.restore(saved)
    assert other.variables == guard.variables
    for wrong in (["a"] * 4, [1], "thief", None):
        with pytest.raises(EmbeddingError, match="a list of up to 3 entities"):
            guard.set("foes", wrong)


def test_a_recording_keeps_what_was_written_to_lists_and_a_rerun_comes_to_the_same(tmp_path):
    agents = {"a": {"mind": "m.mind.json", "variables": {"foes": ["b"]}}, "b": {}}
    run = RecordedRun(session_of(agents, {"m.mind.json": mind()}))
    session = run.session
    assert session.variables("a")["foes"] == Items(("b",))
    for tick in range(40):
        if tick == 9:
            session.write_variable("a", "foes", Items(("a", "b")))
        run.step()
    assert session.variables("a")["foes"] == Items(("a", "b"))
    save_recording(tmp_path / "run.trace", run.recording, session)
    game = GameBehaviors(builtin_registry(), builtin_library(), ConditionLibrary())
    opened = open_recording(tmp_path / "run.trace", game)
    for tick in range(40):
        assert opened.recording.frame(tick).brains == run.recording.frame(tick).brains
    list(run_again(opened.recording, opened.session, 39, 39))
    assert opened.session.state_hash() == session.state_hash()


def test_a_snapshot_brings_lists_back():
    session = session_of({"a": {"mind": "m.mind.json"}}, {"m.mind.json": mind()})
    for _ in range(3):
        session.step()
    kept, before = session.snapshot(), session.variables("a")
    for _ in range(2):
        session.step()
    assert session.variables("a") != before
    session.restore(kept)
    assert session.variables("a") == before


def test_8_4_a_list_carries_over_by_name_and_type():
    brain = LoneBrain(mind())
    brain.tick()
    brain.write("foes", Items(("a",)))
    brain.tick()
    brain.swap(mind([*LINES, "n = n + 1"]))
    assert brain.variable("foes") == Items(("a",))
    brain.swap(mind(foes={"type": "list", "of": "entity", "most": 4}))
    assert brain.variable("foes") == Items()


def test_lists_of_every_type_come_back_from_the_file_and_say_version_2():
    data = document_to_bytes(mind())
    assert json.loads(data)["version"] == 2
    assert document_to_bytes(document_from_bytes(data)) == data
    one = set_variable_field(mind(), "moods", "type", "int").variables["moods"]
    assert (one.of, one.most, one.values) == ("entity", 8, ())
    assert json.loads(document_to_bytes(document({"g": tree({"root": {"kind": "succeed"}})})))["version"] == 1


@pytest.mark.parametrize(
    "wrong", [{"most": 0}, {"most": 65}, {"of": "list"}, {"of": "trigger"}, {"most": 1.5}]
)
def test_a_list_of_no_size_or_of_lists_is_refused_with_its_place(wrong: dict[str, Any]) -> None:
    text = json.loads(document_to_bytes(mind()))
    text["variables"]["foes"] |= wrong
    with pytest.raises(FileProblem) as refused:
        document_from_bytes(json.dumps(text).encode())
    (field,) = wrong
    assert refused.value.where == f"variables.foes.{field}"


@pytest.mark.parametrize(
    ("line", "read", "written", "renamed"),
    [
        ("append foe to seen", ("foe", "seen"), "seen", "append foe to known"),
        ("append at(seen, 0) to seen", ("seen",), "seen", "append at(known, 0) to known"),
        ("append vec(seen, 1) to seen", ("seen",), "seen", "append vec(known, 1) to known"),
        ("append to to seen", ("to", "seen"), "seen", "append to to known"),
        ("remove 3 from seen", ("seen",), "seen", "remove 3 from known"),
        ("clear seen", ("seen",), "seen", "clear known"),
        ("clear = seen", ("clear", "seen"), "clear", "clear = known"),
        ("append(seen)", ("seen",), None, "append(known)"),
    ],
)
def test_lines_about_lists_are_renamed(line: str, read: Any, written: str | None, renamed: str) -> None:
    assert (variables_in(line), variable_written(line)) == (read, written)
    assert rename_in_text(line, "seen", "known") == renamed


def test_renaming_a_list_renames_it_everywhere():
    renamed = rename_variable(mind(), "marks", "spots")
    assert LoneBrain(renamed).ticks(3) == "SSS"


def test_an_export_whose_list_lies_outside_its_memory_is_refused():
    text = json.loads(export_document(mind(), REGISTRY).text())
    assert text["version"] == 2
    place = next(place for place, each in enumerate(text["variables"]) if each["name"] == "marks")
    for field, value in (
        ("length", 10**6),
        ("place", 10**6),
        ("length", "x"),
        ("type", {"list": "int", "most": 0}),
    ):
        damaged = json.loads(json.dumps(text))
        damaged["variables"][place][field] = value
        with pytest.raises(ExportProblem):
            load_program(parse_export(json.dumps(damaged).encode()), builtin_library())


def each(params: dict[str, Any]) -> Document:
    """Return a mind that notes in a list what it goes through."""
    nodes = {
        "root": {"kind": "for_each", "params": {"item": "one", **params}, "children": ["c"]},
        "c": {"kind": "set", "actions": ["append one to found"]},
    }
    variables = {"one": {"type": "entity"}, "found": {"type": "list", "most": 64}}
    return document({"g": tree(nodes)}, variables=variables)


EYES = [{"kind": "sight", "params": {"range": 12, "half_angle": 90, "looks_for": "anyone"}}]


def test_the_world_gives_foes_in_view_nearest_first_and_those_equally_far_by_id():
    agents: dict[str, Any] = {
        "eye": {"mind": "m.mind.json", "team": "a", "at": [2, 7], "sensors": EYES},
        "z": {"team": "b", "at": [5, 9]},
        "y": {"team": "b", "at": [5, 5]},
        "near": {"team": "c", "at": [4, 7]},
        "friend": {"team": "a", "at": [3, 7]},
        "far": {"team": "b", "at": [19, 7]},
        "behind": {"team": "b", "at": [0.8, 7]},
    }
    session = session_of(agents, {"m.mind.json": each({"query": "foes_seen"})})
    session.step()
    assert session.variables("eye")["found"] == Items(("near", "y", "z"))


def test_the_world_gives_the_waypoints_of_a_path_along_it_and_no_path_fails_the_node():
    world: dict[str, Any] = {
        "waypoints": {name: {"at": [place, 2]} for place, name in enumerate("cab")},
        "paths": {"round": {"waypoints": ["b", "c", "a"]}},
    }
    agents = {"a1": {"mind": "m.mind.json"}, "a2": {"mind": "n.mind.json"}}
    minds = {
        "m.mind.json": each({"query": "path_waypoints", "of": "round"}),
        "n.mind.json": each({"query": "path_waypoints", "of": "square"}),
    }
    session = session_of(agents, minds, **world)
    frame = session.step()
    assert session.variables("a1")["found"] == Items(("b", "c", "a"))
    (error,) = frame.brains["a2"].errors
    assert "There is no path 'square' in this world." in error.message


def test_a_game_answers_queries_by_name_and_one_that_does_not_is_refused_when_a_mind_is_added():
    text = export_document(each({"query": "foes_seen"}), REGISTRY).text()
    needs = json.loads(text)["needs"]
    assert needs["queries"] == {"foes_seen": "nearest first, those equally far in ascending id"}
    exported = Mind.from_bytes(text.encode())
    with pytest.raises(EmbeddingError, match=r"'foes_seen', nearest first.*GameMinds\(queries="):
        GameMinds().add("guard", exported)
    minds = GameMinds(queries={"foes_seen": lambda agent, of: [f"foe of {agent}", "other"]})
    guard = minds.add("guard", exported)
    minds.tick()
    assert guard.get("found") == ["foe of guard", "other"]
    assert not export_document(mind(), REGISTRY).needs.queries
    assert '"queries"' not in export_document(mind(), REGISTRY).text()


def test_what_a_query_gave_is_told_by_a_snapshot_and_a_rerun():
    nodes = {
        "root": {"kind": "for_each", "params": {"item": "one", "query": "foes_seen"}, "children": ["c"]},
        "c": {"kind": "wait", "params": {"seconds": 0.05}},
    }
    source = document({"g": tree(nodes)}, variables={"one": {"type": "entity"}})
    agents: dict[str, Any] = {
        "eye": {"mind": "m.mind.json", "team": "a", "at": [2, 7], "sensors": EYES},
        "x": {"team": "b", "at": [6, 7]},
        "y": {"team": "b", "at": [5, 5]},
    }
    session = session_of(agents, {"m.mind.json": source})
    for _ in range(3):
        session.step()
    kept = session.snapshot()

    def seen_in_8_steps() -> list[object]:
        seen: list[object] = []
        for _ in range(8):
            session.step()
            seen.append(session.variables("eye")["one"])
        return seen

    before = seen_in_8_steps()
    assert set(before) == {"x", "y"}
    session.restore(kept)
    assert seen_in_8_steps() == before


def test_8_2_a_round_goes_on_with_what_it_took_over_an_edit_and_is_over_when_the_kind_changes():
    def waiting(kind: str = "for_each", seconds: float = 0.05) -> Document:
        params = {"list": "xs", "item": "x"} if kind == "for_each" else {}
        nodes = {
            "root": {"kind": kind, "params": params, "children": ["w"]},
            "w": {"kind": "wait", "params": {"seconds": seconds}},
        }
        listed = {"type": "list", "of": "int", "default": [1, 2, 3]}
        return document({"g": tree(nodes)}, variables={"xs": listed, "x": {"type": "int"}})

    brain = LoneBrain(waiting())
    brain.ticks(4)
    assert brain.variable("x") == 2
    brain.write("xs", Items((9,)))
    brain.swap(waiting(seconds=0.04))
    brain.ticks(3)
    assert brain.variable("x") == 3
    brain.swap(waiting("inverter"))
    brain.tick()
    brain.swap(waiting())
    brain.tick()
    assert brain.variable("x") == 9


def test_what_a_game_must_supply_tells_of_lists_and_queries():
    needs = Mind.from_bytes(export_document(each({"query": "foes_seen"}), REGISTRY).text().encode()).needs
    exported = load_program(
        parse_export(export_document(mind(), REGISTRY).text().encode()), builtin_library()
    )
    variables = tuple(
        ExportedVariable(name, "agent", slot, None) for name, slot in exported.program.variables.items()
    )
    text = "\n".join(need_lines(needs, variables))
    assert "foes_seen(of)" in text
    assert "nearest first, those equally far in ascending id" in text
    assert "list of up to 3, entity" in text
    assert "1 query" in counted(needs, variables)
