"""Add, change, rename and remove the response curves of a document."""

from __future__ import annotations

from graphs.basics.ids import free_name
from graphs.curves.curve_handles import new_curve, with_handle_at, with_point, with_shape, without_point
from graphs.curves.curve_tables import curve_problems
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed, with_entry, without
from graphs.expressions.names import RESERVED_NAMES, is_name
from graphs.expressions.rename import rename_curve as rename_curve_in_text
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.curves import MOST_POINTS, Curve, CurveShape
from graphs.model.document import Document
from graphs.model.variables_and_events import Variable
from graphs.structure.expression_places import Rewrite, rewritten_document, shared

OF_POINTS = ("points", "steps")
"""The shapes that are made of points."""


@edit
def add_curve(
    document: Document, name: str, shape: CurveShape, *, low: float = 0, high: float = 1, axis: str = ""
) -> tuple[Document, str]:
    """Add a curve from 0 to 1 over an axis; return the document and its name, numbered if it is taken."""
    if not low < high:
        raise EditRefused("The axis ends where it begins, or before.", "Set the high end above the low.")
    return _with_new(document, name, new_curve(shape, low, high, axis))


@edit
def duplicate_curve(document: Document, name: str) -> tuple[Document, str]:
    """Add a copy of a curve and return the document and the name of the copy."""
    return _with_new(document, name, need_curve(document, name))


@edit
def remove_curve(document: Document, name: str) -> Document:
    """Remove a curve; expressions that read it are kept and reported by the check."""
    need_curve(document, name)
    return put(document, curves=without(document.curves, {name}))


@edit
def rename_curve(document: Document, name: str, new_name: str) -> Document:
    """Rename a curve in its declaration and in every expression that reads it."""
    need_curve(document, name)
    if new_name == name:
        return document
    if checked_name(new_name, "a curve's name") in document.curves:
        raise EditRefused(f"There is a curve {new_name!r} already.", "Choose another name.")
    document = put(document, curves=renamed(document.curves, name, new_name))
    return with_texts(document, lambda text: rename_curve_in_text(text, name, new_name))


@edit
def set_curve_field(document: Document, name: str, path: str, value: object) -> Document:
    """Set a field of a curve, such as `low`, `power` or `axis`; a new `shape` keeps what fits it."""
    return _with_curve(document, name, changed_curve(need_curve(document, name), path, value))


@edit
def move_curve_handle(
    document: Document, name: str, handle: str, x: float, y: float | None = None
) -> Document:
    """Move a point of a curve: `at.1` a corner, `points.0` a point, else `low`, `high`, `middle`, `width`."""
    return _with_curve(document, name, with_handle_at(need_curve(document, name), handle, x, y))


@edit
def add_curve_point(document: Document, name: str, x: float, y: float) -> Document:
    """Add a point to a curve of points or steps."""
    return _with_curve(document, name, curve_with_point(need_curve(document, name), x, y))


@edit
def remove_curve_point(document: Document, name: str, place: int) -> Document:
    """Remove a point of a curve of points or steps; the last one stays."""
    return _with_curve(document, name, curve_without_point(need_curve(document, name), place))


def need_curve(document: Document, name: str) -> Curve:
    """Return a curve, or refuse."""
    curve = document.curves.get(name)
    if curve is None:
        raise EditRefused("This curve is no longer there.", "Choose another one.")
    return curve


def changed_curve(curve: Curve, path: str, value: object) -> Curve:
    """Return a curve with a field set as a user sets it, or refuse what would be no curve."""
    changed = with_field(curve, path, value)
    if path == "shape" and changed is not curve:
        changed = with_shape(curve, changed.shape)
    before = {problem[0] for problem in curve_problems(curve)}
    for field, said, remedy in curve_problems(changed):
        if field not in before:
            raise EditRefused(said, remedy)
    return changed


def curve_with_point(curve: Curve, x: float, y: float) -> Curve:
    """Return a curve of points or steps with one more, or refuse."""
    if curve.shape not in OF_POINTS:
        raise EditRefused("This curve has no points.", "Give it the shape points or steps.")
    most = MOST_POINTS // 2 if curve.shape == "steps" else MOST_POINTS
    if len(curve.points) >= most:
        raise EditRefused(f"The curve has {most} points, which is the most.", "Remove one first.")
    return with_point(curve, x, y)


def curve_without_point(curve: Curve, place: int) -> Curve:
    """Return a curve of points or steps with one less, or refuse."""
    if curve.shape not in OF_POINTS or not 0 <= place < len(curve.points):
        raise EditRefused("This point is no longer there.", "Choose another one.")
    if len(curve.points) == 1:
        raise EditRefused("A curve has at least one point.", "Move it instead.")
    return without_point(curve, place)


def checked_name(name: str, what: str) -> str:
    """Return a name that expressions can say, or refuse."""
    if not is_name(name) or name in RESERVED_NAMES:
        remedy = "Use letters, digits and underscores, a letter first, and no word of the language."
        raise EditRefused(f"{name!r} cannot be {what}.", remedy)
    return name


def with_texts(document: Document, rewrite: Rewrite) -> Document:
    """Return the document with every expression rewritten, those of defaults and fuzzy sheets too."""
    document = put(document, variables=with_defaults(document.variables, rewrite))
    graphs = {
        graph_id: put(graph, variables=with_defaults(graph.variables, rewrite))
        for graph_id, graph in document.graphs.items()
    }
    return rewritten_document(put(document, graphs=shared(graphs, document.graphs)), rewrite)


def with_defaults(variables: dict[str, Variable], rewrite: Rewrite) -> dict[str, Variable]:
    """Return variables with the expressions of their defaults rewritten."""
    changed = {}
    for name, variable in variables.items():
        text = expression_text(variable.default)
        if text is not None and rewrite(text) != text:
            changed[name] = put(variable, default={"expr": rewrite(text)})
    return {**variables, **changed} if changed else variables


def _with_curve(document: Document, name: str, curve: Curve) -> Document:
    if document.curves[name] is curve:
        return document
    return put(document, curves=with_entry(document.curves, name, curve))


def _with_new(document: Document, name: str, curve: Curve) -> tuple[Document, str]:
    free = free_name(checked_name(name, "a curve's name"), document.curves)
    return put(document, curves=with_entry(document.curves, free, curve)), free
