"""What is offered below a question for places are its parts, and they are offered nowhere else."""

from __future__ import annotations

import pytest

from editor.canvas.commands.node_choices import node_choices, offered_at_top
from editor.panels.inspector.field_spec import FieldSpec
from editor.panels.inspector.node_contents import element_content
from editor.panels.inspector.place_fields import with_place_names
from graphs.checks.rules.scopes import graph_scope
from graphs.edits.adding import add_node
from graphs.edits.setting import set_parameter
from graphs.edits.variables import add_variable, set_variable_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.document import empty_document
from graphs.structure.queries import children_of
from graphs.worlds.edits.adding import add_zone
from graphs.worlds.edits.ground import add_layer
from graphs.worlds.model.ground_and_squads import FightingCircle, Squad
from graphs.worlds.model.world_file import empty_world
from tests.editor.canvas.conftest import OpenCanvas

REGISTRY = builtin_registry()
PARTS = {kind.id for kind in REGISTRY.kinds.values() if kind.part_of == "best_place"}
DOCUMENT = empty_document().model_copy(
    update={"graphs": {"g": BehaviorTreeGraph(kind="behavior_tree")}, "root": "g"}
)


def test_parts_stand_under_a_heading_of_their_own_after_all_other_kinds():
    choices = [each for each in node_choices(DOCUMENT, "g", REGISTRY) if each.key.startswith("kind:")]
    parts = [choice.kind for choice in choices if choice.group == "Parts of Best place"]
    assert set(parts) == PARTS
    assert [choice.kind for choice in choices][-len(parts) :] == parts


def test_at_the_top_of_a_tree_no_part_is_offered():
    choices = offered_at_top(node_choices(DOCUMENT, "g", REGISTRY), DOCUMENT.graphs["g"], REGISTRY)
    assert not PARTS & {choice.kind for choice in choices}
    assert "best_place" in {choice.kind for choice in choices}


@pytest.mark.parametrize(("kind", "is_question"), [("best_place", True), ("sequence", False)])
def test_the_search_below_a_node_offers_what_can_hang_there(
    open_canvas: OpenCanvas, kind: str, is_question: bool
) -> None:
    made, parent = add_node(DOCUMENT, "g", kind, REGISTRY)
    hand = open_canvas(made)
    hand.view.adding.open_add_search(parent=parent)
    offered = {choice.kind for choice in hand.view.search.popup.shown}
    hand.view.search.popup.cancel()
    assert offered == PARTS if is_question else offered and not PARTS & offered


def test_a_part_is_refused_as_the_beginning_of_its_tree(open_canvas: OpenCanvas) -> None:
    made, _ = add_node(DOCUMENT, "g", "sequence", REGISTRY)
    made, part = add_node(made, "g", "keep_places", REGISTRY, at=(400.0, 400.0))
    hand, said = open_canvas(made), list[str]()
    before = hand.session.document
    hand.session.select((part,))
    hand.session.refused.connect(lambda reason, remedy: said.append(f"{reason} {remedy}"))
    hand.view.structure.make_start()
    assert said == ["Keep places is a part of Best place and is no tree by itself. Add a Best place first."]
    assert hand.session.document is before


def test_the_search_of_an_empty_place_offers_no_part(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(add_node(DOCUMENT, "g", "sequence", REGISTRY)[0])
    hand.view.adding.open_add_search(at=(400.0, 400.0))
    assert not PARTS & {choice.kind for choice in hand.view.search.popup.shown}
    hand.view.search.popup.cancel()


def test_a_question_that_is_picked_starts_with_points_and_a_score_in_one_step(
    open_canvas: OpenCanvas,
) -> None:
    hand = open_canvas(add_node(DOCUMENT, "g", "sequence", REGISTRY)[0])
    before = hand.view.document
    choice = next(each for each in node_choices(before, "g", REGISTRY) if each.kind == "best_place")
    assert hand.view.adding.add_at(choice, (400.0, 400.0))
    graph = hand.view.document.graphs["g"]
    [question] = [key for key, node in graph.nodes.items() if node.kind == "best_place"]
    parts = [graph.nodes[child] for child in children_of(graph, question)]
    assert [part.kind for part in parts] == ["points_ring", "score_places"]
    assert parts[1].params == {"by": "distance", "worst": 12, "best": 0}
    hand.view.session.undo()
    assert hand.view.document == before


class TestFieldsOfQuestions:
    def row(self, kind: str, key: str, **params: object) -> FieldSpec:
        document, node = add_node(DOCUMENT, "g", "best_place", REGISTRY)
        document, _ = add_variable(document, "spot", "vector")
        document, _ = add_variable(document, "spots", "list")
        document, _ = add_variable(document, "count", "int")
        document = set_variable_field(document, "spots", "of", "vector")
        if kind != "best_place":
            document, node = add_node(document, "g", kind, REGISTRY, parent=node)
        for name, value in params.items():
            document = set_parameter(document, "g", node, name, value, REGISTRY)
        world = add_zone(empty_world(), ((1, 1), (2, 1), (2, 2)))[0]
        world = add_layer(world, "influence")
        plain = element_content(document, "g", node, REGISTRY)
        content = with_place_names(plain, graph_scope(document, "g", REGISTRY), world)
        assert content is not None
        return next(each for part in content.sections for each in part.fields if each.key == f"params.{key}")

    @pytest.mark.parametrize(
        ("by", "names"),
        [("area", ["zone_1"]), ("influence", ["influence"]), ("height", ["influence"]), ("distance", [])],
    )
    def test_a_measure_lists_the_areas_or_layers_of_the_world(self, by, names):
        for kind in ("keep_places", "score_places"):
            assert [value for value, _ in self.row(kind, "name", by=by).choices] == names

    @pytest.mark.parametrize(("take", "names"), [("best", ["spot"]), ("draw", ["spot"]), ("list", ["spots"])])
    def test_an_answer_lists_variables_that_can_take_it_and_keeps_the_one_chosen(self, take, names):
        assert [value for value, _ in self.row("best_place", "into", take=take).choices] == names
        kept = [value for value, _ in self.row("best_place", "into", take=take, into="count").choices]
        assert {*map(str, kept)} == {*names, "count"}

    @pytest.mark.parametrize(
        ("action", "key", "names"),
        [("request_slot", "of", ["ring", "red"]), ("request_token", "token", ["grenade"])],
    )
    def test_an_action_lists_the_squads_circles_and_tokens_it_can_name(self, action, key, names):
        document, node = add_node(DOCUMENT, "g", "action", REGISTRY, fields={"action": action})
        world = empty_world().model_copy(
            update={
                "squads": {"red": Squad(members=("ada",))},
                "circles": {"ring": FightingCircle(around="ada")},
                "tokens": {"grenade": 2},
            }
        )
        scope = graph_scope(document, "g", REGISTRY)
        for there, offered in ((world, names), (None, [])):
            content = with_place_names(element_content(document, "g", node, REGISTRY), scope, there)
            assert content is not None
            [row] = [each for part in content.sections for each in part.fields if each.key == f"params.{key}"]
            assert {value for value, _ in row.choices} == {*offered}
