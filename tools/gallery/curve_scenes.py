"""Show curves and a fuzzy sheet that tanks of a run read."""

from __future__ import annotations

from functools import partial

from editor.window.main_window import MainWindow
from editor.window.parts.curves import curves_panel, sheet_panel
from graphs.edits.curves import add_curve, set_curve_field
from graphs.edits.fuzzy_sheets import (
    add_fuzzy_input,
    add_fuzzy_output,
    add_fuzzy_rule,
    add_sheet,
    rename_fuzzy_set,
    set_fuzzy_axis_field,
    set_fuzzy_set_field,
)
from graphs.edits.setting import set_field
from graphs.model import Document
from graphs.model.curves import CurveShape
from tools.gallery.scene import Scene

SHAPES: tuple[CurveShape, ...] = (
    *("linear", "polynomial", "logistic", "bell", "steps"),
    *("triangle", "trapezoid", "left_shoulder", "right_shoulder", "points"),
)


def with_curves(document: Document) -> Document:
    """Return a document of tanks with curves over their distance, one of which a guard reads."""
    shapes: tuple[tuple[str, CurveShape], ...] = (
        ("near", "left_shoulder"),
        ("midway", "bell"),
        ("far", "right_shoulder"),
    )
    for name, shape in shapes:
        document, _ = add_curve(document, name, shape, low=0, high=20, axis="distance")
    document, _ = add_curve(document, "fear", "logistic", low=0, high=12)
    document, _ = add_curve(document, "ease", "polynomial")
    guard = "d > 5 and curve midway(d) >= 0"
    return set_field(document, document.root or "", "chase_far", "guard", guard)


def with_sheet(document: Document) -> Document:
    """Return a document of tanks with a sheet of two inputs, an output and rules."""
    document, key = add_sheet(document, "Threat")
    for name, high in (("d", 20), ("wp", 8)):
        document, _ = add_fuzzy_input(document, key, name)
        document = set_fuzzy_axis_field(document, key, name, "high", high)
        document = set_fuzzy_axis_field(document, key, name, "unit", "u")
        for name_of_set, at in (("low", [0, 2, 5]), ("middle", [2, 5, 8]), ("high", [5, 8, high])):
            document = set_fuzzy_set_field(document, key, name, name_of_set, "at", at)
    for old, new in (("low", "near"), ("middle", "medium"), ("high", "far")):
        document = rename_fuzzy_set(document, key, "d", old, new)
    document, _ = add_fuzzy_output(document, key, "threat")
    rules = (
        ("d is near", "high"),
        ("d is medium and wp is low", "middle"),
        ("d is medium and wp is not low", "high"),
        ("(d is medium or d is far) and wp is very high", "low"),
        ("d is far and visible", "middle"),
        ("d is far", "low"),
    )
    for when, then in rules:
        document = add_fuzzy_rule(document, key, when, "threat", then)
    return document


def _play(window: MainWindow, ticks: int) -> None:
    window.run.apply_edits_now()
    window.run.advance(ticks)


def show_curves(window: MainWindow) -> None:
    """Show three curves on one axis, with a needle for each tank."""
    if window.session is not None:
        window.session.apply("Add curves", with_curves)
    _play(window, 200)
    window.panels.show_panel("curves")
    window.part(curves_panel).pick("midway")


def show_shape(window: MainWindow, shape: CurveShape) -> None:
    """Show one curve of a shape, as it is when it is new."""
    if window.session is not None:
        window.session.apply("Add", lambda document: add_curve(document, shape, shape)[0])
        if shape == "points":
            points = [[0, 0.1], [0.3, 0.8], [0.6, 0.5], [1, 0.9]]
            window.session.apply("Set", lambda d: set_curve_field(d, shape, "points", points))
    window.panels.show_panel("curves")
    window.part(curves_panel).pick(shape)


def show_sheet(window: MainWindow) -> None:
    """Show a sheet with what it comes to for the picked tank."""
    if window.session is not None:
        window.session.apply("Add sheet", with_sheet)
    _play(window, 200)
    window.panels.show_panel("fuzzy")
    window.part(sheet_panel).pick("d", "medium")


CURVE_SCENES = (
    Scene("panel-curves", act=show_curves, shows=("panel:curves",), crop="curves"),
    Scene("panel-fuzzy", act=show_sheet, shows=("panel:fuzzy",), crop="fuzzy"),
    Scene("curves-in-the-window", act=show_curves, shows=("panel:curves",)),
    Scene("fuzzy-in-the-window", act=show_sheet, shows=("panel:fuzzy",)),
    *(
        Scene(
            f"curve-{shape}",
            ticks=0,
            act=partial(show_shape, shape=shape),
            shows=("panel:curves",),
            crop="curves",
        )
        for shape in SHAPES
    ),
)
