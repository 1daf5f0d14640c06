"""Layers of the ground are added, named, set and removed as pure edits."""

from __future__ import annotations

import pytest

from graphs.worlds.edits.ground import (
    add_layer,
    add_layer_source,
    remove_layer,
    remove_layer_source,
    rename_layer,
    set_layer_field,
)
from graphs.worlds.edits.references import references_to, rename_element
from graphs.worlds.edits.setting import set_element_field, set_world_field
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import GUARD, refusal, survives_the_file, yard


def with_layers():
    """Return the yard with a layer of danger from the guard and one of heights."""
    world = rename_layer(add_layer(yard(), "influence"), "influence", "danger")
    world = set_layer_field(world, "danger", "sources.0.who", "guard, -player")
    return add_layer(world, "height")


def test_a_layer_is_added_under_a_free_name_with_a_source_that_is_in_order():
    world = add_layer(add_layer(yard(), "influence"), "influence")
    assert list(world.layers) == ["influence", "influence_2"]
    assert [source.who for source in world.layers["influence"].sources] == ["anyone"]
    assert check_world(world) == ()
    assert survives_the_file(world)
    red = set_element_field(yard(), GUARD, "team", "red")
    assert add_layer(red, "territory").layers["territory"].sources[0].who == "red"
    assert add_layer(red, "height").layers["height"].sources == ()


def test_a_layer_keeps_its_place_when_it_is_renamed_and_goes_when_it_is_removed():
    world = with_layers()
    assert list(rename_layer(world, "danger", " fear ").layers) == ["fear", "height"]
    assert rename_layer(world, "danger", "danger") is world
    assert list(remove_layer(world, "danger").layers) == ["height"]


def test_fields_of_a_layer_and_of_its_sources_are_set_and_taken_back():
    world = set_layer_field(with_layers(), "danger", "sources.0.radius", 9)
    world = set_layer_field(world, "danger", "half_life", 3)
    assert (world.layers["danger"].sources[0].radius, world.layers["danger"].half_life) == (9, 3)
    assert set_layer_field(world, "danger", "half_life", None).layers["danger"].half_life == 0
    assert set_layer_field(world, "danger", "half_life", 3) is world


def test_sources_are_added_at_the_end_and_removed_one_by_one():
    world = add_layer_source(with_layers(), "danger", " bell ")
    assert [source.who for source in world.layers["danger"].sources] == ["guard, -player", "bell"]
    assert [each.who for each in remove_layer_source(world, "danger", 0).layers["danger"].sources] == ["bell"]


def test_a_source_follows_the_id_of_whom_it_names():
    world = with_layers()
    assert references_to(world, GUARD) == ("layers.danger.sources.0.who",)
    renamed = rename_element(world, GUARD, "sentry")
    assert renamed.layers["danger"].sources[0].who == "sentry, -player"
    assert renamed.layers["height"] is world.layers["height"]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda world: add_layer(world, "smell"), "'kind'"),
        (lambda world: remove_layer(world, "gone"), "There is no layer 'gone'."),
        (lambda world: rename_layer(world, "danger", "height"), "There is a layer 'height' already."),
        (lambda world: rename_layer(world, "danger", " "), "cannot be the name of a layer"),
        (lambda world: rename_layer(world, "danger", "a:b"), "cannot be the name of a layer"),
        (lambda world: set_layer_field(world, "danger", "cell", 0), "The side of a cell is 0"),
        (lambda world: set_layer_field(world, "danger", "half_life", -1), "half-life"),
        (lambda world: set_layer_field(world, "danger", "sources.0.radius", -2), "The radius is -2"),
        (lambda world: set_layer_field(world, "danger", "sources.0.who", "foes"), "means nothing here"),
        (lambda world: add_layer_source(world, "danger", " "), "Nobody was named."),
        (lambda world: add_layer_source(world, "height", "guard"), "has no sources"),
        (lambda world: remove_layer_source(world, "danger", 1), "This source is no longer there."),
        (lambda world: set_world_field(world, "ways.cells_per_step", 0), "expected 1 to"),
    ],
)
def test_what_makes_no_sense_is_refused(edit, reason):
    assert reason in refusal(lambda: edit(with_layers())).reason
