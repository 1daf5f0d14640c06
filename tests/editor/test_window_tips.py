"""The words beside the pointer over edges: what guards and questions saw, live and in the past."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from editor.canvas.machines.machine_shape import bundle_id
from editor.canvas.routing.shapes import point_along
from editor.running.element_tips import Moment, element_tip
from editor.window.parts.tips import WindowTips
from graphs.edits.setting import set_field
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def played(window):
    def play(name: str, ticks: int, graph: str = ""):
        open_sample(window, name, "timeline")
        if graph:
            window.area.enter(graph)
        window.run.advance(ticks)
        window.view.entering.frame_all()
        window.view.camera.stop()
        return window

    yield play
    at_rest(window)


def places(view) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield a place on each edge of the graph shown: on its plate, else on its line."""
    if view.canvas.machine is not None:
        for edge in view.graph.edges:
            row, middle = view.canvas.machine.plate_row(edge), view.canvas.machine.middle_of(edge)
            yield edge, row.center if row is not None else middle
        return
    for parent, bus in view.canvas.tree.buses.items():
        for line, points in bus.ways():
            x, y = points[-1]
            yield f"{parent}>{line.child}", (x, y - 6)


def tips(window) -> dict[str, str]:
    view = window.view
    found = {}
    for edge, (x, y) in places(view):
        at = view.mapFromScene(x, y)
        found[edge] = window.part(WindowTips).words_at(view, at.x(), at.y())
    return found


@pytest.mark.parametrize(
    ("name", "graph"), [("tank", ""), ("soldier", ""), ("attack_or_flee", "attack_or_flee")]
)
def test_every_edge_of_every_kind_says_something_live_and_in_the_past(played, name, graph):
    window = played(name, 200, graph)
    assert all(tips(window).values())
    window.run.look_at(90)
    window.run.time.finish()
    assert all(tips(window).values())


def test_a_transition_that_was_not_asked_says_what_its_guard_would_see(played):
    window = played("tank", 200)
    d = window.run.session.variables("tank_1")["d"]
    assert d > 5
    words = tips(window)["chase_far"]
    assert words.startswith("not asked in this tick\nits guard would hold: d is ")
    assert f"{d:.4g}" in words
    window.run.look_at(40)
    window.run.time.finish()
    then = window.run.session.variables("tank_1")["d"]
    assert f"{then:.4g}" in tips(window)["chase_far"]


def test_what_was_asked_before_says_when_and_what_came_of_it(played):
    window = played("tank", 200)
    shown = window.run.view
    row = next(row.index for row in shown.program.rows if row.node == "entry_moving")
    words = tips(window)["entry_moving"].splitlines()
    assert words[0] == f"not asked in this tick, last at tick {shown.taken_tick(row)}: taken"
    assert words[1].startswith("its guard would ")


def test_the_line_of_several_transitions_tells_of_all_of_them(played):
    window = played("tank", 120)
    machine, view = window.view.canvas.machine, window.view
    beside = machine.edges_beside("chase_far")
    assert set(beside) == {"chase_far", "chase_lost"}
    points = machine.arrangement.routes[bundle_id("chase", "patrol")].points
    along = (view.mapFromScene(*point_along(points, place / 20)[0]) for place in range(1, 20))
    words = {window.part(WindowTips).words_at(view, at.x(), at.y()) for at in along}
    both = next(word for word in words if word.startswith("[d > 5]: "))
    assert [line.split(":")[0] for line in both.splitlines()] == ["[d > 5]", "[not visible]"]


def test_the_branch_of_a_question_says_whether_it_was_taken_and_what_was_seen(played):
    window = played("attack_or_flee", 100, "attack_or_flee")
    words = tips(window)
    assert words["seen>hurt"] == "true: taken\nenemy_visible is true"
    assert words["seen>wander"] == "false: not taken\nenemy_visible is true"


def test_without_a_brain_at_the_tick_shown_nothing_is_made_up(played):
    window = played("tank", 60)
    words = element_tip(Moment(window.run.view), "tank", "chase_far")
    assert words == "not asked in this tick\nnever taken so far"
    assert element_tip(Moment(window.run.view), "tank", "gone") == ""


def test_an_edge_of_a_tree_says_what_the_preconditions_below_it_would_see(played):
    window = played("soldier", 20)
    edge = next(iter(tips(window)))
    child = edge.partition(">")[2]
    test = {"test": "time > 9", "gives": "skip"}
    graph = window.view.graph_id
    window.session.apply("Ask", lambda document: set_field(document, graph, child, "preconditions", [test]))
    window.run.advance(1)
    assert any(
        line.startswith("its precondition 1 would fail: time is ") for line in tips(window)[edge].splitlines()
    )
    window.session.undo()
