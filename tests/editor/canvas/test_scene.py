"""The scene follows the document by identity and always equals one built again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from editor.canvas.items.overview_item import CODES
from editor.canvas.items.pictures import RunLook, RunLooks, TransitionLook
from editor.canvas.machines import machine_arranger
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.machines.machine_shape import machine_shape
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.pictures import (
    DecisionPicture,
    LabelState,
    NodePicture,
    ProblemLook,
    StatePicture,
)
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.trees.tree_contents import TreeContents
from editor.theme.tokens import StatusLook
from graphs.edits.refusal import EditRefused
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, parents_of
from tests.editor.canvas.sample_documents import (
    attack_or_flee,
    game_registry,
    interrupts,
    large_tree,
    soldier,
    tank,
)
from tests.editor.canvas.scene_snapshot import scene_snapshot
from tests.graphs import all_edits as edits


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> QApplication:
    return qapp


def _scene(document: Document, graph_id: str = "g1") -> CanvasScene:
    scene = CanvasScene(game_registry())
    scene.sync(document, graph_id)
    return scene


def _tree(scene: CanvasScene) -> TreeContents:
    assert scene.tree is not None
    return scene.tree


def _machine(scene: CanvasScene) -> MachineContents:
    assert scene.machine is not None
    return scene.machine


def _random_edit(document: Document, rng: random.Random) -> Document:
    graph = document.graphs["g1"]
    registry = game_registry()
    nodes = sorted(graph.nodes)
    edges = sorted(getattr(graph, "edges", {}))
    node = rng.choice(nodes) if nodes else ""
    other = rng.choice(nodes) if nodes else ""
    is_machine = graph.kind == "state_machine"
    kind = "state" if is_machine else rng.choice(["wait", "sequence", "inverter"])
    choices: list[Callable[[], Document]] = [
        lambda: edits.add_node(
            document,
            "g1",
            kind,
            registry,
            parent=rng.choice([TOP, node]),
            at=(rng.randrange(900), rng.randrange(600)),
        )[0],
        lambda: edits.connect(document, "g1", node, other, registry)[0],
        lambda: edits.remove(document, "g1", [rng.choice(nodes + edges)]),
        lambda: edits.rename(document, "g1", node, f"Name {rng.randrange(1000)}"),
        lambda: edits.reparent(document, "g1", node, rng.choice([TOP, other]), registry, at=(40, 60)),
        lambda: edits.set_enabled(document, "g1", [node], rng.random() < 0.5),
        lambda: edits.set_collapsed(document, "g1", node, rng.random() < 0.5),
        lambda: edits.move_child(document, "g1", node, rng.randrange(4)),
    ]
    if is_machine:
        choices.append(lambda: edits.move(document, "g1", {node: (rng.randrange(900), rng.randrange(600))}))
        if edges:
            choices.append(
                lambda: edits.set_field(document, "g1", rng.choice(edges), "guard", f"d > {rng.randrange(9)}")
            )
    try:
        return rng.choice(choices)()
    except EditRefused:
        return document


@pytest.mark.parametrize("make", [tank, soldier, interrupts], ids=["tank", "soldier", "interrupts"])
@pytest.mark.parametrize("seed", range(3))
def test_the_scene_equals_one_built_anew_after_random_edits(make: Callable[..., Document], seed: int) -> None:
    rng = random.Random(seed)
    document = make()
    scene = _scene(document)
    states = [document]
    for _ in range(30):
        document = _random_edit(document, rng)
        states.append(document)
        scene.sync(document, "g1")
        assert scene_snapshot(scene) == scene_snapshot(_scene(document))
    for former in reversed(states):
        scene.sync(former, "g1")
    assert scene_snapshot(scene) == scene_snapshot(_scene(states[0]))
    QApplication.processEvents()


def _random_machine_edit(document: Document, rng: random.Random) -> Document:
    graph = document.graphs["g1"]
    assert isinstance(graph, StateMachineGraph)
    place = (rng.randrange(900), rng.randrange(600))
    some = rng.choice([*graph.nodes, TOP])
    choices: list[Callable[[], Document]] = [
        lambda: edits.resize(document, "g1", some, rng.choice([None, place])),
        lambda: edits.wrap_into_compound_state(document, "g1", [some], game_registry())[0],
        lambda: edits.set_initial(document, "g1", next(iter(parents_of(graph, some)), TOP), some),
        lambda: edits.move(document, "g1", {some: rng.choice([None, place])}),
    ]
    for edge in list(graph.edges)[:2]:
        choices.append(lambda edge=edge: edits.set_field(document, "g1", edge, "interrupt", True))  # type: ignore[misc]
    try:
        return rng.choice(choices)() if rng.random() < 0.5 else _random_edit(document, rng)
    except EditRefused:
        return document


@pytest.mark.parametrize(
    "make", [tank, interrupts, lambda: tank(stored=False)], ids=["tank", "interrupts", "free"]
)
@pytest.mark.parametrize("seed", range(2))
def test_a_scene_that_keeps_unchanged_boxes_equals_one_that_arranges_every_box(
    make: Callable[..., Document], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_arranger, "MANY_BUNDLES", -1)
    rng = random.Random(seed)
    document = make()
    keeps, arranges = _scene(document), _scene(document)
    kept = 0
    for _ in range(40):
        document = _random_machine_edit(document, rng)
        before = _machine(keeps).arrangement.insides
        # Lines that were led before would be kept in both; without a version no box is.
        keeper, arranger = _machine(keeps).arranger, _machine(arranges).arranger
        keeper.arrangement = replace(keeper.arrangement, solved={})
        arranger.arrangement = replace(arranger.arrangement, solved={}, version=None)
        keeps.sync(document, "g1")
        arranges.sync(document, "g1")
        assert scene_snapshot(keeps) == scene_snapshot(arranges)
        graph = _machine(keeps).graph
        assert graph is not None
        assert _machine(keeps).shape == machine_shape(graph)
        now = _machine(keeps).arrangement.insides
        kept += sum(1 for box, inside in now.items() if before.get(box) is inside)
    assert kept > 20


def test_items_of_what_did_not_change_stay_the_same_objects() -> None:
    document = soldier()
    scene = _scene(document)
    before = dict(_tree(scene).nodes)
    scene.sync(edits.rename(document, "g1", "fire", "Shoot once"), "g1")
    assert all(_tree(scene).nodes[key] is item for key, item in before.items())
    assert _tree(scene).nodes["fire"].picture.title == "Shoot once"


def test_a_renamed_graph_shows_on_the_nodes_that_call_it() -> None:
    document = soldier()
    scene = _scene(document)
    scene.sync(edits.rename_graph(document, "g2", "Walk about"), "g1")
    assert _tree(scene).nodes["patrol"].picture.title == "Walk about"


def test_switching_graphs_leaves_no_item_behind() -> None:
    document = soldier()
    scene = _scene(document)
    scene.sync(document, "g2")
    scene.sync(document, "g1")
    assert scene_snapshot(scene) == scene_snapshot(_scene(document))
    nodes = len(_tree(scene).nodes)
    assert len(scene.items()) < 3 * nodes + 10
    scene.sync(document, "gone")
    assert scene.is_empty


def test_order_numbers_stand_only_under_parents_of_several() -> None:
    scene = _scene(soldier())
    numbers = {key: item.picture.order_number for key, item in _tree(scene).nodes.items()}
    assert (numbers["attack"], numbers["lost"], numbers["seen"]) == (1, 2, 3)
    assert numbers["fire"] is None
    assert numbers["root"] is None


def test_branches_of_a_decision_tree_stand_in_its_questions_and_their_numbers_on_the_edges() -> None:
    tree = _tree(_scene(attack_or_flee()))
    numbers = {(parent, line.child): line.words for parent, bus in tree.buses.items() for line in bus.lines}
    assert (numbers["seen", "wander"], numbers["hp", "flee"], numbers["hp", "dist"]) == ("1", "1", "2")
    pictures = {key: part.picture for key, part in tree.nodes.items()}
    asked = pictures["hp"]
    assert isinstance(asked, DecisionPicture)
    assert [branch.text for branch in asked.branches] == ["< 30", "≥ 30"]
    assert isinstance(pictures["flee"], NodePicture)
    assert len(pictures) == 6


def test_states_and_labels_of_the_tank_do_not_overlap() -> None:
    machine = _machine(_scene(tank()))
    rects = machine.arrangement.rects
    leaves = [rect for key, rect in rects.items() if key != "patrol"]
    labels = [route.label for route in machine.arrangement.routes.values() if route.label is not None]
    assert len(labels) == 8
    for label in labels:
        assert not any(label.overlaps(rect) for rect in leaves)
        assert sum(label.overlaps(other) for other in labels) == 1
    patrol = rects["patrol"]
    for label in labels:
        assert patrol.contains_rect(label) or not patrol.overlaps(label)


def test_transitions_with_the_same_ends_share_one_plate_with_a_row_each() -> None:
    machine = _machine(_scene(tank()))
    rows = machine.labels["chase>patrol"].picture.rows
    assert [(row.order_number, row.guard[0].text) for row in rows] == [(2, "d > 5"), (3, "not visible")]
    assert "finding>moving" not in machine.labels


def test_problems_and_selection_show_on_the_items() -> None:
    scene = _scene(tank())
    scene.set_selection(frozenset({"chase", "pc"}))
    scene.set_problems({"shoot": ProblemLook.WARNING})
    assert _machine(scene).states["chase"].picture.selected
    assert _machine(scene).lines["patrol>chase"].edge_look.selected
    assert _machine(scene).states["shoot"].picture.problem == ProblemLook.WARNING
    scene.set_selection(frozenset())
    assert not _machine(scene).states["chase"].picture.selected


def test_the_run_recolors_only_what_it_names_and_passes_over_unknown_ids() -> None:
    document = soldier()
    scene = _scene(document)
    looks = RunLooks(
        nodes={"root": RunLook(StatusLook.RUNNING), "attack": RunLook(StatusLook.FAILURE), "gone": RunLook()}
    )
    scene.set_run_looks(looks, looks.nodes)
    assert _tree(scene).nodes["root"].picture.status == StatusLook.RUNNING
    line = next(line for line in _tree(scene).buses["root"].lines if line.child == "attack")
    assert line.look.status == StatusLook.FAILURE
    scene.clear_run()
    assert scene_snapshot(scene) == scene_snapshot(_scene(document))


def test_blocks_from_afar_have_the_colors_of_their_nodes_after_an_edit() -> None:
    document = soldier()
    scene = _scene(document)
    scene.set_detail(Detail.DOT)
    document, added = edits.add_node(document, "g1", "wait", game_registry(), parent="root", index=0)
    scene.sync(document, "g1")
    looks = RunLooks({added: RunLook(StatusLook.RUNNING), "lost": RunLook(StatusLook.FAILURE)})
    scene.set_run_looks(looks, looks.nodes)
    tree = _tree(scene)
    rows = tree.item.rects.rows
    codes = {node: int(tree.overview.block_codes[row]) for node, row in rows.items()}
    assert [node for node, code in codes.items() if code == CODES[StatusLook.RUNNING]] == [added]
    assert [node for node, code in codes.items() if code == CODES[StatusLook.FAILURE]] == ["lost"]


def test_an_edge_straight_down_is_one_line_from_afar_and_any_other_three() -> None:
    scene = _scene(soldier())
    scene.set_detail(Detail.DOT)
    tree = _tree(scene)
    lines = [line for bus in tree.buses.values() for line in bus.drops]
    straight = sum(line.begin[0] == line.end[0] for line in lines)
    assert 0 < straight < len(lines)
    assert len(tree.overview.line_codes) == straight + 3 * (len(lines) - straight)


def test_a_taken_transition_lights_its_line_and_its_row() -> None:
    scene = _scene(tank())
    looks = RunLooks(transitions={"cp2": TransitionLook(LabelState.TAKEN, fade=0.1)})
    scene.set_run_looks(looks, looks.transitions)
    machine = _machine(scene)
    assert machine.lines["chase>patrol"].edge_look.status == StatusLook.RUNNING
    assert [row.state for row in machine.labels["chase>patrol"].picture.rows] == [
        LabelState.IDLE,
        LabelState.TAKEN,
    ]


def test_a_size_never_depends_on_the_run() -> None:
    document = tank()
    scene = _scene(document)
    before = dict(_machine(scene).arrangement.rects)
    looks = RunLooks(nodes={"chase": RunLook(StatusLook.RUNNING, dwell="123.4 s")})
    scene.set_run_looks(looks, looks.nodes)
    scene.sync(document, "g1")
    assert _machine(scene).arrangement.rects == before
    picture = _machine(scene).states["chase"].picture
    assert isinstance(picture, StatePicture)
    assert picture.dwell == "123.4 s"


def test_from_afar_one_item_paints_a_whole_tree() -> None:
    scene = _scene(large_tree(200))
    scene.set_detail(Detail.DOT)
    assert [item.isVisible() for item in (_tree(scene).item, _tree(scene).overview)] == [False, True]
    scene.set_detail(Detail.FULL)
    assert [item.isVisible() for item in (_tree(scene).item, _tree(scene).overview)] == [True, False]


def test_leaves_of_one_size_that_change_places_take_their_edges_along() -> None:
    document = soldier()
    for each in ("insight", "taunt"):
        document = edits.rename(document, "g1", each, "Same")
    document = edits.set_field(document, "g1", "insight", "test", None)
    scene = _scene(document)
    changed = edits.move_child(document, "g1", "insight", 2)
    scene.sync(changed, "g1")
    assert [line.child for line in _tree(scene).buses["seen"].lines] == ["chase", "taunt", "insight"]
    assert scene_snapshot(scene) == scene_snapshot(_scene(changed))


def test_a_state_a_million_px_away_is_shown_at_once() -> None:
    scene = _scene(edits.move(tank(), "g1", {"shoot": (9e6, -7e6)}))
    assert _machine(scene).node_rect("shoot") is not None
    assert "chase>shoot" in _machine(scene).arrangement.routes
