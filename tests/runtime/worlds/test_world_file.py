"""World files: canonical bytes, unknown fields kept, located errors."""

from __future__ import annotations

import json

import pytest

from graphs.files.document_file import FileProblem
from graphs.worlds.model.world_difference import world_difference
from graphs.worlds.model.world_file import (
    empty_world,
    load_world,
    save_world,
    world_from_bytes,
    world_to_bytes,
)

HEAD = {"format": "mindloom-world", "version": 1, "size": [20, 14]}


def read(**fields):
    return world_from_bytes(json.dumps({**HEAD, **fields}).encode())


def test_a_canonical_file_loads_and_saves_byte_identical(tmp_path):
    path = tmp_path / "a.world.json"
    path.write_bytes(world_to_bytes(read(agents={"t": {"at": [1, 2.5], "heading": 90, "stop": "brake"}})))
    before = path.read_bytes()
    save_world(path, load_world(path))
    assert path.read_bytes() == before


def test_fields_equal_to_their_default_are_not_written():
    world = read(rate=60, seed=0, agents={"t": {"at": [1, 2], "radius": 0.5, "limits": {"max_speed": 3}}})
    written = json.loads(world_to_bytes(world))
    assert written == {**HEAD, "agents": {"t": {"at": [1, 2]}}}


def test_unknown_fields_keep_their_values_and_types():
    world = read(weather={"rain": [1.0, 2, None]}, agents={"t": {"at": [1, 2], "hat": "red"}})
    written = json.loads(world_to_bytes(world))
    assert written["weather"] == {"rain": [1.0, 2, None]}
    assert isinstance(written["weather"]["rain"][0], float)
    assert written["agents"]["t"]["hat"] == "red"


def test_an_empty_world_can_be_written_and_read():
    world = empty_world(30, 20)
    assert world_from_bytes(world_to_bytes(world)) == world


@pytest.mark.parametrize(
    ("change", "where", "says"),
    [
        ({"size": [20, True]}, "size.1", "finite number"),
        ({"size": [20]}, "size.1", "missing"),
        ({"agents": {"t": {}}}, "agents.t.at", "missing"),
        ({"agents": {"t": {"at": [1, "2"]}}}, "agents.t.at.1", "finite number"),
        ({"agents": {"t": {"at": [1, 2], "stop": "fly"}}}, "agents.t.stop", "brake"),
        ({"rate": 60.5}, "rate", "integer"),
        ({"agents": {"t": {"at": [1, 2], "immovable": "very"}}}, "agents.t.immovable", "boolean"),
        ({"agents": {"t": {"at": [1, 2], "immovable": 1}}}, "agents.t.immovable", "boolean"),
        ({"paths": {"p": {"waypoints": [1]}}}, "paths.p.waypoints.0", "string"),
        ({"version": 5}, "version", "version 5"),
        ({"version": True}, "version", "version number"),
        ({"format": "mindloom"}, "format", "not a Mindloom world"),
    ],
)
def test_a_wrong_value_is_located(change, where, says):
    with pytest.raises(FileProblem) as caught:
        read(**change)
    assert caught.value.where == where
    assert says in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b'{"size": NaN}', b"\xff\xfe", b"[" * 200_000, b'{"a": 1, "a": 2}', b"12"]
)
def test_what_is_no_world_is_refused(data):
    with pytest.raises(FileProblem):
        world_from_bytes(data)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"format": "mindloom-world", "version": 1, "size": [20, 14], "size": [2, 1]}', "size"),
        ('{"format": "mindloom-world", "version": 1, "size": [20, 14], "rain": NaN}', "NaN"),
        ('{"format": "mindloom-world", "version": 1, "size": [20, 14], "rain": "\\ud800"}', ""),
        (
            f'{{"format": "mindloom-world", "version": 1, "size": [20, 14], "rain": {"[" * 200}{"]" * 200}}}',
            "",
        ),
    ],
    ids=["key twice", "not finite", "half a surrogate pair", "too deep"],
)
def test_a_world_that_is_no_strict_json_is_refused_though_it_fits_the_model(text, says):
    with pytest.raises(FileProblem) as refused:
        world_from_bytes(text.encode())
    assert says in str(refused.value)
    assert "line 1" in refused.value.where


def test_a_byte_order_mark_is_passed_over():
    assert world_from_bytes(b"\xef\xbb\xbf" + json.dumps(HEAD).encode()) == read()


def test_a_world_with_an_immovable_agent_is_of_version_2_and_any_other_stays_of_version_1():
    old = read(agents={"t": {"at": [1, 2]}})
    written = world_to_bytes(old)
    assert b"immovable" not in written
    assert json.loads(written)["version"] == 1
    firm = read(agents={"t": {"at": [1, 2], "immovable": True}})
    saved = world_to_bytes(firm)
    assert json.loads(saved)["version"] == 2
    assert world_to_bytes(world_from_bytes(saved)) == saved
    assert world_from_bytes(saved).agents["t"].immovable
    assert not old.agents["t"].immovable


def test_the_version_of_what_is_saved_is_no_difference():
    firm = read(agents={"t": {"at": [1, 2], "immovable": True}})
    assert world_difference(firm, world_from_bytes(world_to_bytes(firm))) == ()
    assert world_difference(read(agents={"t": {"at": [1, 2]}}), firm) == (
        "version 1 → 2",
        "agent t: immovable default → true",
    )
