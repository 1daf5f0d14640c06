"""Make the small graph that a help page shows, the kind with what is usually around it, and paint it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.scene.scene import CanvasScene
from graphs.files.document_file import document_from_bytes
from graphs.kinds.declarations.action_declarations import ConditionDeclaration
from graphs.kinds.declarations.node_kind import ChildRule, GraphKind, NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.help_pages import TRANSITION_PAGE, action_page, condition_page, kind_page
from graphs.model import Document

_Fields = Mapping[str, object]

EXAMPLE = "example"
"""Id of the graph that is drawn."""

_LIBRARY: Mapping[str, tuple[GraphKind, str]] = {
    "patrol": ("behavior_tree", "Patrol"),
    "guard": ("state_machine", "Guard"),
    "mood": ("decision_tree", "Mood"),
}
"""Graphs that an example may call."""

_CHILDREN: Sequence[_Fields] = (
    {"kind": "condition", "test": "enemy_near"},
    {"kind": "action", "action": "arrive", "params": {"target": {"expr": "post"}}},
    {"kind": "wait", "params": {"seconds": 2}},
)
"""What is under a node of a behavior tree, in order."""

_FIELDS: Mapping[str, object] = {
    "test": "health < 30",
    "value": {"expr": "health"},
    "actions": ["alarm = true"],
    "action": "arrive",
    "inputs": ["health", "enemy_near"],
    "outcome": "retreat",
}
"""Values of fields that a kind needs."""

_SLOTS: Mapping[str, Sequence[_Fields]] = {
    "score": ({"score": "1 - health"}, {"score": "danger"}, {"score": "0.3"}),
    "weight": ({"weight": 3}, {"weight": 2}, {"weight": 1}),
    "case": ({"case": "calm"}, {"case": "angry"}, {"default": True}),
}

_BRANCHES: Mapping[str, Sequence[_Fields]] = {
    "test": ({"when": True}, {"when": False}),
    "ranges": ({"upto": 20}, {"upto": 60}, {}),
    "switch": ({"case": "calm"}, {"case": "angry"}, {"else": True}),
    "first_of": ({"test": "health < 20"}, {"test": "enemy_near"}, {"else": True}),
    "random": ({"weight": 3}, {"weight": 2}, {"weight": 1}),
    "table": ({"row": ["< 20", "true"]}, {"row": ["", "true"]}, {"else": True}),
}

_ANSWERS: Sequence[_Fields] = (
    {"kind": "action", "action": "leave", "params": {"target": "enemy"}},
    {"kind": "action", "action": "arrive", "params": {"target": {"expr": "post"}}},
    {"kind": "outcome", "outcome": "rest"},
)

_ARGUMENTS: Mapping[str, object] = {"entity": "player", "path": "round"}
"""Values of an action's parameters that must be given, by type."""


_ASKED_OF: Mapping[str, str] = {"entity": "player", "string": '"loud"', "float": "5", "bool": "true"}
"""Values of a condition's parameters that must be given, as an expression says them, by type."""


def example_of(page: str, registry: Registry) -> Document | None:
    """Return the document whose graph `EXAMPLE` the picture of a page shows, or None for a page without."""
    if page == TRANSITION_PAGE:
        return _machine_example("transition")
    kind = next((known for known in registry.kinds.values() if kind_page(known) == page), None)
    if kind is not None:
        return _kind_example(kind)
    condition = next(
        (known for known in registry.conditions.values() if condition_page(known.id) == page), None
    )
    if condition is not None:
        return _condition_example(condition)
    action = next((known for known in registry.actions.values() if action_page(known.id) == page), None)
    if action is None:
        return None
    params = {
        parameter.name: _ARGUMENTS.get(parameter.type, {"expr": "post"})
        for parameter in action.parameters
        if parameter.required
    }
    return _document(_tree("behavior_tree", {"kind": "action", "action": action.id, "params": params}, ()))


def _condition_example(condition: ConditionDeclaration) -> Document:
    """Return a guard that asks a condition of the player, or of the post."""
    given = [
        _ASKED_OF.get(parameter.type, "post") for parameter in condition.parameters if parameter.required
    ]
    test = f"{condition.id}({', '.join(given)})"
    return _document(_tree("behavior_tree", {"kind": "condition", "test": test}, ()))


def _kind_example(kind: NodeKind) -> Document:
    if kind.graph_kind == "state_machine":
        return _machine_example(kind.id)
    node: dict[str, object] = {"kind": kind.id}
    node |= {name: _FIELDS[name] for name in kind.required_fields if name in _FIELDS}
    if kind.calls:
        node["graph"] = next(name for name, (called, _) in _LIBRARY.items() if called in kind.calls)
    node |= kind.example
    if kind.graph_kind == "decision_tree":
        branches = _BRANCHES.get(kind.id, ())
        return _document(_tree("decision_tree", node, _ANSWERS[: len(branches)], branches))
    most = 3 if kind.children.maximum is None else kind.children.maximum
    begins_acting = most == 1 or kind.children == ChildRule(2, None)
    begin = 1 if begins_acting else 0
    children = [dict(child) for child in _CHILDREN[begin : most + (most == 1)]]
    slots = next((_SLOTS[name] for name in kind.slot_fields if name in _SLOTS), ())
    for child, slot in zip(children, slots, strict=False):
        child["slot"] = slot
    return _document(_tree("behavior_tree", node, children))


def _tree(
    graph_kind: GraphKind, top: _Fields, children: Sequence[_Fields], branches: Sequence[_Fields] = ()
) -> dict[str, object]:
    ids = [f"c{number}" for number, _ in enumerate(children)]
    node = dict(top)
    if branches:
        node["branches"] = [
            {**branch, "child": node_id} for branch, node_id in zip(branches, ids, strict=True)
        ]
    elif ids:
        node["children"] = ids
    nodes = {"top": node, **dict(zip(ids, children, strict=True))}
    return {"kind": graph_kind, "nodes": nodes, "root": "top", "title": "Example"}


def _machine_example(kind: str) -> Document:
    nodes, edges, layout = _MACHINES[kind]
    tops = [
        node_id
        for node_id in nodes
        if not any(node_id in _list(node.get("children")) for node in nodes.values())
    ]
    return _document(
        {
            "children": tops,
            "edges": dict(edges),
            "initial": tops[0],
            "kind": "state_machine",
            "layout": dict(layout),
            "nodes": dict(nodes),
            "title": "Example",
        }
    )


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


_Machine = tuple[Mapping[str, dict[str, object]], _Fields, _Fields]


def _at(x: float, y: float, width: float = 0, height: float = 0) -> dict[str, object]:
    return {"at": [x, y], **({"size": [width, height]} if width else {})}


_PATROL: dict[str, object] = {
    "activity": {"action": "follow_path", "params": {"path": "round"}},
    "kind": "state",
    "name": "Patrol",
    "transitions": ["t"],
}
_ALERT: dict[str, object] = {"entry": ["alarm = true"], "kind": "state", "name": "Alert"}

_MACHINES: Mapping[str, _Machine] = {
    "state": (
        {"a": _PATROL, "b": _ALERT},
        {"t": {"guard": "enemy_near", "targets": ["b"]}},
        {"a": _at(0, 0), "b": _at(330, 0)},
    ),
    "transition": (
        {"a": _PATROL, "b": _ALERT},
        {"t": {"actions": ["seen = event.at"], "event": "noise", "guard": "enemy_near", "targets": ["b"]}},
        {"a": _at(0, 0), "b": _at(430, 0)},
    ),
    "parallel": (
        {
            "p": {"children": ["move", "aim"], "kind": "parallel", "name": "Fight"},
            "move": {"children": ["near"], "initial": "near", "kind": "state", "name": "Legs"},
            "aim": {"children": ["turn"], "initial": "turn", "kind": "state", "name": "Arms"},
            "near": {
                "activity": {"action": "arrive", "params": {"target": "enemy"}},
                "kind": "state",
                "name": "Close in",
            },
            "turn": {
                "activity": {"action": "face", "params": {"target": "enemy"}},
                "kind": "state",
                "name": "Aim",
            },
        },
        {},
        {
            "p": _at(0, 0, 508, 182),
            "move": _at(16, 44, 230, 122),
            "aim": _at(262, 44, 230, 122),
            "near": _at(60, 52),
            "turn": _at(60, 52),
        },
    ),
    "final": (
        {"a": _PATROL | {"name": "Search"}, "f": {"kind": "final", "name": "Found"}},
        {"t": {"event": "done", "targets": ["f"]}},
        {"a": _at(0, 0), "f": _at(280, 12)},
    ),
    "history": (
        {
            "o": {"kind": "state", "name": "Stunned", "transitions": ["t"]},
            "c": {"children": ["h", "a", "b"], "initial": "a", "kind": "state", "name": "On duty"},
            "h": {"default": "a", "kind": "history"},
            "a": {"kind": "state", "name": "Patrol"},
            "b": {"kind": "state", "name": "Rest"},
        },
        {"t": {"after": 2, "targets": ["h"]}},
        {
            "o": _at(0, 70),
            "c": _at(230, 0, 330, 190),
            "h": _at(30, 76),
            "a": _at(150, 56),
            "b": _at(150, 122),
        },
    ),
    "choice": (
        {
            "a": {"kind": "state", "name": "Alert", "transitions": ["t"]},
            "c": {"kind": "choice", "transitions": ["yes", "no"]},
            "f": {"kind": "state", "name": "Attack"},
            "r": {"kind": "state", "name": "Retreat"},
        },
        {
            "t": {"event": "noise", "targets": ["c"]},
            "yes": {"guard": "health > 30", "targets": ["f"]},
            "no": {"else": True, "targets": ["r"]},
        },
        {"a": _at(0, 50), "c": _at(220, 56), "f": _at(440, 0), "r": _at(440, 100)},
    ),
}
"""Nodes, edges and places of the machines drawn."""


def _document(graph: dict[str, object]) -> Document:
    library: dict[str, object] = {
        name: {"kind": kind, "nodes": {}, "title": title} for name, (kind, title) in _LIBRARY.items()
    }
    data = {"format": "mindloom", "graphs": {**library, EXAMPLE: graph}, "root": EXAMPLE, "version": 1}
    return document_from_bytes(json.dumps(data).encode())


MARGIN = 12.0
"""Room around the graph, px."""


def page_picture(page: str, registry: Registry, ratio: float = 1.0) -> QImage | None:
    """Return the picture of a page in the current theme, or None for a page without one.

    `ratio` is the number of px for each logical px; the image carries it, so it is shown at its own size.
    """
    document = example_of(page, registry)
    return None if document is None else graph_picture(document, EXAMPLE, registry, ratio)


def graph_picture(document: Document, graph_id: str, registry: Registry, ratio: float = 1.0) -> QImage:
    """Return the picture of a graph in the current theme, all of it, on nothing."""
    scene = CanvasScene(registry)
    scene.sync(document, graph_id)
    area = QRectF(scene.content_rect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).toAlignedRect())
    size = QSize(round(area.width() * ratio), round(area.height() * ratio))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
    )
    scene.render(painter, QRectF(0, 0, size.width(), size.height()), area)
    painter.end()
    scene.deleteLater()
    image.setDevicePixelRatio(ratio)
    return image
