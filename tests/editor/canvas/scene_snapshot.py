"""Describe what a scene shows in plain values, to compare one scene with another."""

from __future__ import annotations

from editor.canvas.scene.scene import CanvasScene


def scene_snapshot(scene: CanvasScene) -> dict[str, object]:
    """Return every item with its place and picture, by id."""
    found: dict[str, object] = {}
    if scene.tree is not None:
        for node_id, part in scene.tree.nodes.items():
            rect = scene.tree.rects[node_id]
            room = part.paint_bounds(rect).getRect()
            found[f"node {node_id}"] = (rect, room, part.picture, part.opacity)
        for parent, bus in scene.tree.buses.items():
            found[f"bus {parent}"] = [
                (line.child, bus.start, line.end, line.words, line.look) for line in bus.lines
            ]
        for name, table in (("rect", scene.tree.item.rects), ("room", scene.tree.item.rooms)):
            for key, row in table.rows.items():
                found[f"{name} {key}"] = tuple(table.sides[:, row])
    if scene.machine is not None:
        for node_id, state in scene.machine.states.items():
            found[f"state {node_id}"] = (
                state.x(),
                state.y(),
                state.zValue(),
                state.boundingRect().getRect(),
                state.picture,
            )
        for key, line in scene.machine.lines.items():
            found[f"line {key}"] = (line.points, line.edge_look, line.zValue())
        for key, label in scene.machine.labels.items():
            found[f"label {key}"] = (label.x(), label.y(), label.picture)
        for key, mark in scene.machine.marks_items.items():
            found[f"mark {key}"] = (mark.x(), mark.y(), mark.picture)
    return found
