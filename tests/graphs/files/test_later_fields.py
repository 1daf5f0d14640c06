"""What came with a later version of files makes a file say so, wherever it is used."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import pytest

from graphs.basics.frozen import Frozen
from graphs.basics.since import Since, needed_version
from graphs.model import Document
from graphs.structure import file_version as asked
from tests.graphs.builders import REGISTRY


class Wheel(Frozen):
    """A part with a field of a later version, and one with some later values."""

    size: int = 1
    spikes: Annotated[int, Since(3)] = 0
    made_of: Annotated[str, Since(2, only=frozenset({"glass"}).__contains__)] = "wood"


class Cart(Frozen):
    """A whole whose parts may be newer than it is."""

    wheels: dict[str, Wheel] = {}
    spare: tuple[Wheel, ...] = ()
    front: Wheel | int | None = None
    flag: Annotated[bool, Since(4)] = False


@pytest.mark.parametrize(
    ("cart", "version"),
    [
        (Cart(), 1),
        (Cart(wheels={"a": Wheel(size=2)}, spare=(Wheel(),), front=3), 1),
        (Cart(wheels={"a": Wheel(), "b": Wheel(spikes=1)}), 3),
        (Cart(spare=(Wheel(made_of="iron"),)), 1),
        (Cart(spare=(Wheel(made_of="glass"),)), 2),
        (Cart(front=Wheel(spikes=2)), 3),
        (Cart(front=Wheel(spikes=2), flag=True), 4),
        (Cart(front=Wheel(spikes=0), flag=False), 1),
    ],
)
def test_the_newest_field_that_is_used_says_the_version(cart: Cart, version: int) -> None:
    assert needed_version(cart) == version


def document(**params: Any) -> Document:
    """Return a document whose root is a parallel with these parameters."""
    node = {"kind": "parallel", "params": params}
    graph = {"kind": "behavior_tree", "root": "a", "nodes": {"a": node}}
    text = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}}
    return Document.model_validate(text)


@pytest.mark.parametrize(
    ("later", "params", "version"),
    [
        ({}, {"decide": "end"}, 1),
        ({"since": 2}, {"decide": "end"}, 2),
        ({"since": 2}, {}, 1),
        ({"since": 2, "later_choices": ("end",)}, {"decide": "each"}, 1),
        ({"since": 2, "later_choices": ("end",)}, {"decide": "end"}, 2),
    ],
)
def test_a_parameter_and_a_choice_may_be_later_than_their_kind(
    later: dict[str, Any], params: dict[str, Any], version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = REGISTRY.kinds["behavior_tree", "parallel"]
    decide = kind.parameter("decide")
    assert decide is not None
    changed = replace(kind, parameters=(replace(decide, **{"since": 1, "later_choices": (), **later}),))
    kinds = {**REGISTRY.kinds, ("behavior_tree", "parallel"): changed}
    monkeypatch.setattr(asked, "builtin_registry", lambda: replace(REGISTRY, kinds=kinds))
    asked._later_parameters.cache_clear()
    try:
        assert asked.file_version(document(**params)) == version
    finally:
        asked._later_parameters.cache_clear()


LEAF: dict[str, Any] = {"kind": "behavior_tree", "root": "a", "nodes": {"a": {"kind": "wait"}}}
MACHINE: dict[str, Any] = {"kind": "state_machine", "edges": {"t": {}}}


def leaf(**fields: Any) -> dict[str, Any]:
    """Return a document whose one node has these fields."""
    return {"graphs": {"g": {**LEAF, "nodes": {"a": {"kind": "wait", **fields}}}}}


LATER: list[dict[str, Any]] = [
    {"curves": {"urge": {}}},
    {"sheets": {"danger": {}}},
    {"variables": {"hunger": {"type": "float", "rise": 1}}},
    {"graphs": {"g": {**MACHINE, "moods": {}}}},
    {"graphs": {"g": {**MACHINE, "edges": {"t": {"matrix": {"a": {"a": 1}}}}}}},
    leaf(kind="goal_selector"),
    leaf(kind="strategy"),
    leaf(needs=("hunger",)),
    leaf(slot={"effects": {"hunger": -1}}),
    leaf(slot={"duration": 2}),
    leaf(slot={"considerations": ({"score": "1"},)}),
    leaf(slot={"feasible": "true"}),
    leaf(slot={"attempts": 2}),
    leaf(slot={"dropped": True}),
    leaf(kind="utility_selector", params={"top": 2}),
    leaf(kind="utility_selector", params={"lock": 2}),
    leaf(kind="utility_selector", params={"momentum": 2}),
]


@pytest.mark.parametrize("more", LATER)
def test_curves_sheets_goals_and_moods_came_with_version_4(more: dict[str, Any]) -> None:
    text = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": LEAF}}
    assert asked.file_version(Document.model_validate(text)) == 1
    assert asked.file_version(Document.model_validate({**text, **more})) == 4


@pytest.mark.parametrize("more", LATER)
def test_only_what_differs_from_a_known_document_is_looked_at(more: dict[str, Any]) -> None:
    text = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": LEAF}}
    plain, later = Document.model_validate(text), Document.model_validate({**text, **more})
    after = asked.with_file_version(later, plain)
    assert after == asked.with_file_version(later)
    assert asked.with_file_version(after, after) is after
    back = plain.model_copy(update={"version": after.version})
    assert asked.with_file_version(back, after) is back
    assert asked.with_file_version(later, later.model_copy()) is later, (
        "a known document is taken at its word"
    )


def test_parts_of_the_known_document_are_not_looked_at() -> None:
    cart = Cart(wheels={"a": Wheel(spikes=1)}, front=Wheel(made_of="glass"))
    assert needed_version(cart.model_copy(update={"spare": (Wheel(size=4),)}), cart) == 1
    assert needed_version(cart.model_copy(update={"wheels": {**cart.wheels, "b": Wheel(size=2)}}), cart) == 1
    assert needed_version(cart.model_copy(update={"wheels": {"a": Wheel(made_of="glass")}}), cart) == 2
