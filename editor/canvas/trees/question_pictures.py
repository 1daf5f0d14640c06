"""Turn questions of decision trees into pictures: what is asked, over a bar with a segment for each branch.

`shown_range` says which stretch of the number line the bar of `ranges` stands for: the declared range of the
variable asked about, else from and to as far outside the bounds as they lie apart.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from editor.canvas.items.pictures import (
    NO_MARKS,
    NOT_RUN,
    ItemMarks,
    RunLook,
    tree_node_picture,
    with_node_state,
)
from editor.canvas.painting.pictures import BranchSegment, DecisionPicture, Margin, TableRow
from editor.canvas.painting.tree_node_painting import TreeNodePicture
from editor.canvas.trees.tree_shape import TreeGraph
from editor.theme.tokens import StatusLook
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import branch_text, node_title, value_text
from graphs.model import DecisionNode, DecisionTreeGraph, Document, TreeNode
from graphs.model.decision_tree import Branch as BranchModel

BAR_KINDS = frozenset({"test", "ranges", "switch", "first_of", "random", "table"})
"""Questions whose branches stand in a bar; the call of another tree is drawn as a node like any other."""

_LEAST_OUTSIDE = 1.0


def picture_of_tree_node(
    node: TreeNode | DecisionNode,
    graph: TreeGraph,
    document: Document,
    registry: Registry,
    *,
    order_number: int | None = None,
    dimmed: bool = False,
    collapsed_count: int = 0,
) -> TreeNodePicture:
    """Return the picture of a node of a tree, as the document has it; questions with branches get a bar."""
    if isinstance(node, DecisionNode) and node.kind in BAR_KINDS and isinstance(graph, DecisionTreeGraph):
        return question_picture(
            node, graph, document, registry, dimmed=dimmed, collapsed_count=collapsed_count
        )
    return tree_node_picture(
        node,
        graph,
        document,
        registry,
        order_number=order_number,
        dimmed=dimmed,
        collapsed_count=collapsed_count,
    )


def with_tree_node_state(picture: TreeNodePicture, marks: ItemMarks, run: RunLook) -> TreeNodePicture:
    """Return the picture of a node of a tree with marks and the look of the run."""
    if isinstance(picture, DecisionPicture):
        return with_question_state(picture, marks, run)
    return with_node_state(picture, marks, run)


def question_picture(
    node: DecisionNode,
    graph: DecisionTreeGraph,
    document: Document,
    registry: Registry,
    *,
    dimmed: bool = False,
    collapsed_count: int = 0,
) -> DecisionPicture:
    """Return the picture of a question with branches, as the document has it."""
    asked = asked_text(node)
    bounds = tuple(branch.upto for branch in node.branches[:-1] if branch.upto is not None)
    in_order = (
        node.kind == "ranges"
        and bool(bounds)
        and len(bounds) == len(node.branches) - 1
        and bounds == tuple(sorted(bounds))
    )
    scale = shown_range(node, bounds, graph, document) if in_order else None
    return DecisionPicture(
        title=node.title or asked or node_title(node, graph.kind, registry, document),
        icon=node.kind,
        branches=_branches(node, bounds, scale),
        note="first hit" if node.kind == "table" and node.policy == "first" else "",
        title_is_expression=bool(asked) and not node.title,
        is_scaled=scale is not None,
        scale=scale,
        bounds=bounds if in_order else (),
        table=_table(node),
        disabled=node.disabled,
        dimmed=dimmed,
        collapsed_count=collapsed_count,
    )


def asked_text(node: DecisionNode) -> str:
    """Return the expression that a question is about, "" for those about several or none."""
    if node.kind == "test":
        return node.test or ""
    if node.kind in ("ranges", "switch"):
        return expression_text(node.value) or ("" if node.value is None else value_text(node.value))
    return ""


def shown_range(
    node: DecisionNode, bounds: tuple[float, ...], graph: DecisionTreeGraph, document: Document
) -> tuple[float, float]:
    """Return the least and the greatest number on the bar of `ranges`, its `bounds` between them."""
    low, high = bounds[0], bounds[-1]
    outside = max(high - low, abs(low) if low == high else 0.0, _LEAST_OUTSIDE)
    name = expression_text(node.value) or ""
    declared = graph.variables.get(name) or graph.parameters.get(name) or document.variables.get(name)
    least = declared.min if declared is not None else None
    greatest = declared.max if declared is not None else None
    return (
        least if least is not None and least < low else low - outside,
        greatest if greatest is not None and greatest > high else high + outside,
    )


def _branches(
    node: DecisionNode, bounds: tuple[float, ...], scale: tuple[float, float] | None
) -> tuple[BranchSegment, ...]:
    models = node.branches
    if not models:
        return ()
    if scale is not None:
        shares = _true_shares((scale[0], *bounds, scale[1]))
    elif node.kind == "random":
        shares = _weights(models)
    else:
        shares = (1 / len(models),) * len(models)
    texts = [_segment_text(node, place, shares) for place in range(len(models))]
    fixed = node.kind in ("ranges", "first_of")
    return tuple(
        BranchSegment(text, share, is_expression=fixed and not model.else_)
        for text, share, model in zip(texts, shares, models, strict=True)
    )


def _true_shares(ends: tuple[float, ...]) -> tuple[float, ...]:
    whole = ends[-1] - ends[0]
    return tuple((right - left) / whole for left, right in pairwise(ends))


def _weights(models: tuple[BranchModel, ...]) -> tuple[float, ...]:
    weights = [1.0 if model.weight is None else max(0.0, model.weight) for model in models]
    total = sum(weights)
    return tuple(weight / total for weight in weights) if total else (1 / len(weights),) * len(weights)


def _segment_text(node: DecisionNode, place: int, shares: tuple[float, ...]) -> str:
    models = node.branches
    model, before = models[place], models[place - 1] if place else None
    if node.kind == "random":
        return f"{100 * shares[place]:.3g} %"
    if node.kind == "table" and not model.else_:
        return str(place + 1)
    if node.kind == "ranges" and before is not None and before.upto is not None and model.upto is not None:
        return f"{value_text(before.upto)} – {value_text(model.upto)}"
    return branch_text(model, before)


def _table(node: DecisionNode) -> tuple[TableRow, ...]:
    if node.kind != "table":
        return ()
    rows = [branch.row or () for branch in node.branches]
    return tuple(
        TableRow(name, tuple(row[place] if place < len(row) else "" for row in rows))
        for place, name in enumerate(node.inputs)
    )


def with_question_state(picture: DecisionPicture, marks: ItemMarks, run: RunLook) -> DecisionPicture:
    """Return a question's picture with marks and the look of the run: its branch, needle and margin."""
    if marks is NO_MARKS and run is NOT_RUN:
        return picture
    branches = picture.branches
    if run.branch is not None and run.branch < len(branches):
        taken = replace(branches[run.branch], taken=True)
        branches = (*branches[: run.branch], taken, *branches[run.branch + 1 :])
    return replace(
        picture,
        branches=branches,
        needle=None if run.number is None else _place(picture, run.number),
        margin=_margin(picture, run),
        value=run.value,
        status=run.status,
        last=run.last if run.status == StatusLook.IDLE else None,
        paused_here=run.paused_here,
        collapsed_status=run.status if picture.collapsed_count else StatusLook.IDLE,
        selected=marks.selected,
        drop_target=marks.drop_target,
        problem=marks.problem,
        breakpoint=marks.breakpoint,
    )


def _place(picture: DecisionPicture, number: float) -> float | None:
    """Return where a number is along the bar, 0..1; one outside of it is at its end."""
    if picture.scale is None:
        return None
    low, high = picture.scale
    return min(1.0, max(0.0, (number - low) / (high - low)))


def _margin(picture: DecisionPicture, run: RunLook) -> Margin | None:
    """Return how far the number is from the nearest end of its interval."""
    if run.number is None or run.branch is None or run.branch > len(picture.bounds):
        return None
    ends = picture.bounds[max(run.branch - 1, 0) : run.branch + 1]
    number = run.number
    end = min(ends, key=lambda end: abs(number - end), default=None)
    place = None if end is None else _place(picture, end)
    if end is None or place is None:
        return None
    return Margin(f"{abs(number - end):.3g}", place)
