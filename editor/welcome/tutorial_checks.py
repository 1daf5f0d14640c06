"""Say for each step of the tutorial when it is done, and where in the window it is done.

The words are on the help page; the checks are in its order. What they ask is how document, run and window are
now: a step is asked only once all before it are done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRect

from editor.welcome.tour_checks import TourEyes
from graphs.model import BehaviorTreeGraph, Document, StateMachineGraph, StateNode, TreeNode
from graphs.model.state_machine import Edge

_GUARD = "guard"
"""The agent of the sample."""
_ROOT, _VARIABLES = "guard", {"d", "intruder", "visible"}
"""What the sample is known by."""

_Find = Callable[[TourEyes], str]
"""Return the id of an element, "" while it is not there."""
_Where = Callable[[TourEyes], QRect]
"""Return a place in px of the window's center, empty where it is not in view."""


@dataclass(frozen=True, slots=True)
class TutorialCheck:
    """Hold one step's check."""

    is_done: Callable[[TourEyes], bool]
    where: _Where


# ---- what is there


def _document(eyes: TourEyes) -> Document | None:
    """Return the document in view if it began as the sample, under whatever name."""
    session = eyes.window.session()
    document = session.document if session is not None else None
    is_sample = document is not None and document.root == _ROOT and document.variables.keys() >= _VARIABLES
    return document if is_sample else None


def _machine(eyes: TourEyes) -> StateMachineGraph | None:
    document = _document(eyes)
    root = document.graphs.get(document.root or "") if document is not None else None
    return root if isinstance(root, StateMachineGraph) else None


def _state(eyes: TourEyes, name: str) -> tuple[str, StateNode | None]:
    """Return id and state of a name; "" and None where there is none."""
    machine = _machine(eyes)
    states = machine.nodes.items() if machine is not None else ()
    return next(((key, node) for key, node in states if node.name.strip().lower() == name), ("", None))


def _edge(eyes: TourEyes, source: str, target: str) -> tuple[str, Edge | None]:
    machine, (_, start), (end, _) = _machine(eyes), _state(eyes, source), _state(eyes, target)
    if machine is None or start is None:
        return "", None
    edges = ((key, machine.edges.get(key)) for key in start.transitions)
    return next(((key, edge) for key, edge in edges if edge is not None and end in edge.targets), ("", None))


def _hunt(eyes: TourEyes) -> tuple[str, BehaviorTreeGraph | None]:
    document = _document(eyes)
    for key, graph in document.graphs.items() if document is not None else ():
        if isinstance(graph, BehaviorTreeGraph) and graph.title.strip().lower() == "hunt":
            return key, graph
    return "", None


def _tree_node(eyes: TourEyes, *way: str) -> tuple[str, TreeNode | None]:
    """Return the node of the tree that a way of kinds or actions leads to, from the root."""
    _, graph = _hunt(eyes)
    among: tuple[str, ...] = (graph.root or "",) if graph is not None else ()
    found: tuple[str, TreeNode | None] = ("", None)
    for wanted in way:
        nodes = ((key, graph.nodes.get(key)) for key in among) if graph is not None else ()
        found = next(
            ((key, node) for key, node in nodes if node and wanted in (node.kind, node.action)), ("", None)
        )
        among = found[1].children if found[1] is not None else ()
    return found


def _given(value: object) -> str:
    """Return what a field holds, as it is typed but for spaces; "" for nothing."""
    written = value.get("expr") if isinstance(value, Mapping) else getattr(value, "expr", value)
    return "".join(str(written).split()) if written is not None else ""


def _does(node: StateNode | None, action: str, name: str, value: str) -> bool:
    activity = node.activity if node is not None else None
    return activity is not None and activity.action == action and _given(activity.params.get(name)) == value


def _acts(node: TreeNode | None, value: str) -> bool:
    return node is not None and _given(node.params.get("target")) == value


def _is_active(name: str) -> Callable[[TourEyes], bool]:
    def is_done(eyes: TourEyes) -> bool:
        session = eyes.window.run.session
        is_here = _document(eyes) is not None and session is not None and _GUARD in session.agent_ids
        return is_here and eyes.window.run.active_words(_GUARD).strip().lower() == name

    return is_done


def _walks(eyes: TourEyes) -> bool:
    machine = _machine(eyes)
    return machine is not None and any(
        _does(node, "follow_path", "path", "round") for node in machine.nodes.values()
    )


def _leads(source: str, target: str, guard: str, delay: str = "") -> Callable[[TourEyes], bool]:
    def is_done(eyes: TourEyes) -> bool:
        _, edge = _edge(eyes, source, target)
        given = (_given(edge.guard), _given(edge.delay).removesuffix(".0")) if edge is not None else ()
        return given == (guard, delay)

    return is_done


def _shows_hunt(eyes: TourEyes) -> bool:
    session, (graph_id, _) = eyes.window.session(), _hunt(eyes)
    return session is not None and bool(graph_id) and session.graph_id == graph_id


def _uses_hunt(eyes: TourEyes) -> bool:
    (_, chase), (graph_id, _) = _state(eyes, "chase"), _hunt(eyes)
    return chase is not None and chase.activity is not None and chase.activity.graph == graph_id != ""


def _starts_over(eyes: TourEyes) -> bool:
    _, selector = _tree_node(eyes, "selector")
    return selector is not None and selector.params.get("memory") == "none"


def _asks(eyes: TourEyes) -> bool:
    _, condition = _tree_node(eyes, "selector", "sequence", "condition")
    return condition is not None and _given(condition.test) == "d<4"


def _fires(eyes: TourEyes) -> bool:
    waits = _tree_node(eyes, "selector", "sequence", "wait")[1] is not None
    return waits and _acts(_tree_node(eyes, "selector", "sequence", "fire")[1], "intruder")


def _asks_why(eyes: TourEyes) -> bool:
    session, (pursue, _) = eyes.window.session(), _tree_node(eyes, "selector", "pursue")
    selected = session is not None and session.selection == {pursue}
    return selected and not eyes.window.run.is_running and eyes.window.is_panel_shown("why")


def _is_held(eyes: TourEyes) -> bool:
    return eyes.window.breakpoints.stop is not None and _is_active("chase")(eyes)


# ---- where it is done


def _on_canvas(eyes: TourEyes) -> QRect:
    view = eyes.window.view()
    if view is None:
        return QRect()
    popup = view.search.popup
    return eyes.of_widget(popup if popup.isVisible() else view.viewport())


def _node(*way: str) -> _Find:
    return lambda eyes: _tree_node(eyes, *way)[0]


def _named(name: str) -> _Find:
    return lambda eyes: _state(eyes, name)[0]


def _first_state(eyes: TourEyes) -> str:
    machine = _machine(eyes)
    return next(iter(machine.children), "") if machine is not None else ""


def _at(*finds: _Find) -> _Where:
    """Return where the first element is that is in view; the canvas while there is none at all."""

    def where(eyes: TourEyes) -> QRect:
        elements = [found for find in finds if (found := find(eyes))]
        places = (eyes.of_element(element) for element in elements)
        return (
            next((place for place in places if not place.isEmpty()), QRect())
            if elements
            else _on_canvas(eyes)
        )

    return where


def _field(keys: tuple[str, ...], *finds: _Find) -> _Where:
    """Return where a field of an element is: in the inspector while that shows the element, else itself."""

    def where(eyes: TourEyes) -> QRect:
        session = eyes.window.session()
        selection = session.selection if session is not None else ()
        if len(selection) == 1 and next((found for find in finds if (found := find(eyes))), "") in selection:
            for key in keys:
                if not (place := eyes.of_field(key)).isEmpty():
                    return place
        return _at(*finds)(eyes)

    return where


def _wire(source: str, target: str, *keys: str) -> _Where:
    """Return where a transition gets its fields; its source, with the handle, while it is not selected."""
    return _field(keys, lambda eyes: _edge(eyes, source, target)[0], _named(source))


def _on_map(eyes: TourEyes) -> QRect:
    return eyes.of_widget(eyes.window.map)


def _to_pause(eyes: TourEyes) -> QRect:
    if eyes.window.run.is_running:
        return eyes.of_play()
    session, pursue = eyes.window.session(), _tree_node(eyes, "selector", "pursue")[0]
    is_selected = session is not None and session.selection == {pursue}
    return eyes.window.place_of_panel("why") if is_selected else eyes.of_element(pursue)


def _to_hunt(eyes: TourEyes) -> QRect:
    return eyes.of_element(_state(eyes, "chase")[0]) if _is_active("chase")(eyes) else _on_map(eyes)


_SELECTOR, _SEQUENCE = _node("selector"), _node("selector", "sequence")
_CONDITION = _node("selector", "sequence", "condition")

CHECKS: tuple[TutorialCheck, ...] = (
    TutorialCheck(lambda eyes: _document(eyes) is not None, lambda eyes: eyes.of_menu("File")),
    TutorialCheck(_walks, _field(("activity.params.path", "activity"), _first_state)),
    TutorialCheck(lambda eyes: bool(_named("patrol")(eyes)), _at(_first_state)),
    TutorialCheck(lambda eyes: bool(_named("chase")(eyes)), _on_canvas),
    TutorialCheck(
        lambda eyes: _does(_state(eyes, "chase")[1], "pursue", "target", "intruder"),
        _field(("activity.params.target", "activity"), _named("chase")),
    ),
    TutorialCheck(_leads("patrol", "chase", "visible"), _wire("patrol", "chase", "guard")),
    TutorialCheck(_leads("chase", "patrol", "notvisible", "2"), _wire("chase", "patrol", "delay", "guard")),
    TutorialCheck(_is_active("chase"), _on_map),
    TutorialCheck(_is_active("patrol"), _on_map),
    TutorialCheck(lambda eyes: bool(_hunt(eyes)[0]), lambda eyes: eyes.of_menu("Graph")),
    TutorialCheck(_starts_over, _field(("params.memory",), _SELECTOR)),
    TutorialCheck(lambda eyes: bool(_SEQUENCE(eyes)), _at(_SELECTOR)),
    TutorialCheck(_asks, _field(("test",), _CONDITION, _SEQUENCE)),
    TutorialCheck(_fires, _at(_SEQUENCE)),
    TutorialCheck(lambda eyes: _acts(_tree_node(eyes, "selector", "pursue")[1], "intruder"), _at(_SELECTOR)),
    TutorialCheck(_uses_hunt, _field(("activity",), _named("chase"))),
    TutorialCheck(lambda eyes: _shows_hunt(eyes) and _is_active("chase")(eyes), _to_hunt),
    TutorialCheck(_asks_why, _to_pause),
    TutorialCheck(
        lambda eyes: eyes.window.run.time.is_past, lambda eyes: eyes.window.place_of_panel("timeline")
    ),
    TutorialCheck(
        lambda eyes: not eyes.window.run.time.is_past,
        lambda eyes: eyes.of_button("Back to live", eyes.center),
    ),
    TutorialCheck(_is_held, _at(_named("chase"))),
)
"""The checks in the order of the page."""
