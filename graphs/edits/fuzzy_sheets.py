"""Add, change, rename and remove fuzzy sheets, their inputs and outputs, sets and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from graphs.basics.ids import free_name
from graphs.curves.curve_handles import new_curve, with_handle_at
from graphs.edits.curves import (
    changed_curve,
    checked_name,
    curve_with_point,
    curve_without_point,
    with_texts,
)
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed, with_entry, without
from graphs.expressions.names import HEDGES
from graphs.expressions.rename import rename_axis, rename_set
from graphs.model.curves import Curve, CurveShape
from graphs.model.document import Document
from graphs.model.fuzzy_sheets import MOST_SETS, FuzzyAxis, FuzzyInput, FuzzyOutput, FuzzyRule, FuzzySheet

Axis = FuzzyInput | FuzzyOutput
AnyAxis = TypeVar("AnyAxis", FuzzyInput, FuzzyOutput)


@edit
def add_sheet(document: Document, title: str = "") -> tuple[Document, str]:
    """Add a fuzzy sheet without anything on it and return the document and the sheet's key."""
    key = free_name("sheet", document.sheets)
    return put(document, sheets=with_entry(document.sheets, key, FuzzySheet(title=title))), key


@edit
def remove_sheet(document: Document, sheet: str) -> Document:
    """Remove a fuzzy sheet; expressions that ask it are kept and reported by the check."""
    need_sheet(document, sheet)
    return put(document, sheets=without(document.sheets, {sheet}))


@edit
def set_sheet_field(document: Document, sheet: str, path: str, value: object) -> Document:
    """Set the `title` or the `note` of a fuzzy sheet."""
    if path not in ("title", "note"):
        raise EditRefused(f"There is no field {path!r} to set here.", "Use title or note.")
    return _with_sheet(document, sheet, with_field(need_sheet(document, sheet), path, value))


@edit
def add_fuzzy_input(document: Document, sheet: str, name: str) -> tuple[Document, str]:
    """Add an input with three sets and return the document and its name, numbered if it is taken.

    An input named like a variable reads it, and its axis goes from the least to the greatest value of that.
    """
    found, free = need_sheet(document, sheet), _free_axis(document, name)
    variable = document.variables.get(free)
    low, high = (variable.min, variable.max) if variable is not None else (None, None)
    axis = _with_usual_sets(FuzzyInput(), low, high)
    if free not in document.variables:
        axis = put(axis, value="0")
    return _with_sheet(document, sheet, put(found, inputs=with_entry(found.inputs, free, axis))), free


@edit
def add_fuzzy_output(document: Document, sheet: str, name: str) -> tuple[Document, str]:
    """Add an output with three sets and return the document and its name, numbered if it is taken."""
    found, free = need_sheet(document, sheet), _free_axis(document, name)
    axis = _with_usual_sets(FuzzyOutput(), None, None)
    return _with_sheet(document, sheet, put(found, outputs=with_entry(found.outputs, free, axis))), free


@edit
def remove_fuzzy_axis(document: Document, sheet: str, axis: str) -> Document:
    """Remove an input or output; rules and expressions that name it are kept and reported by the check."""
    found = need_sheet(document, sheet)
    _need_axis(found, axis)
    inputs, outputs = without(found.inputs, {axis}), without(found.outputs, {axis})
    return _with_sheet(document, sheet, put(found, inputs=inputs, outputs=outputs))


@edit
def rename_fuzzy_axis(document: Document, sheet: str, axis: str, new_name: str) -> Document:
    """Rename an input or output in its sheet and in every expression that asks it.

    An input that read the variable of its own name goes on to read it.
    """
    found = need_sheet(document, sheet)
    old = _need_axis(found, axis)
    if new_name == axis:
        return document
    if checked_name(new_name, "a name on a fuzzy sheet") in _axis_names(document):
        raise EditRefused(f"There is an input or output {new_name!r} already.", "Choose another name.")
    if isinstance(old, FuzzyInput) and not old.value:
        found = _with_axis(found, axis, put(old, value=axis))
    rules = tuple(put(rule, output=new_name) if rule.output == axis else rule for rule in found.rules)
    inputs, outputs = renamed(found.inputs, axis, new_name), renamed(found.outputs, axis, new_name)
    document = _with_sheet(document, sheet, put(found, inputs=inputs, outputs=outputs, rules=rules))
    return with_texts(document, lambda text: rename_axis(text, axis, new_name))


@edit
def set_fuzzy_axis_field(document: Document, sheet: str, axis: str, path: str, value: object) -> Document:
    """Set a field of an input or output: `low`, `high`, `unit`, `note`, `value`, `number`, `samples`."""
    found = need_sheet(document, sheet)
    old = _need_axis(found, axis)
    if path.partition(".")[0] == "sets":
        raise EditRefused("Sets have edits of their own.", "Use set_fuzzy_set_field.")
    new: Axis = with_field(old, path, value)
    if not new.low < new.high:
        raise EditRefused("The axis ends where it begins, or before.", "Set the high end above the low.")
    if path in ("low", "high") and new is not old:
        sets = {name: put(each, low=new.low, high=new.high) for name, each in new.sets.items()}
        new = put(new, sets=sets)
    return _with_sheet(document, sheet, _with_axis(found, axis, new))


@edit
def add_fuzzy_set(
    document: Document, sheet: str, axis: str, name: str, shape: CurveShape = "triangle"
) -> tuple[Document, str]:
    """Add a set to an input or output and return the document and its name, numbered if it is taken."""
    found = need_sheet(document, sheet)
    old = _need_axis(found, axis)
    if len(old.sets) >= MOST_SETS:
        raise EditRefused(f"{axis} has {MOST_SETS} sets, which is the most.", "Remove one first.")
    free = free_name(_checked_set(name), old.sets)
    curve = new_curve(shape, old.low, old.high)
    return _with_sheet(document, sheet, _with_set(found, axis, free, curve)), free


@edit
def remove_fuzzy_set(document: Document, sheet: str, axis: str, name: str) -> Document:
    """Remove a set; rules and expressions that name it are kept and reported by the check."""
    found = need_sheet(document, sheet)
    need_set(document, sheet, axis, name)
    old = _need_axis(found, axis)
    return _with_sheet(document, sheet, _with_axis(found, axis, put(old, sets=without(old.sets, {name}))))


@edit
def rename_fuzzy_set(document: Document, sheet: str, axis: str, name: str, new_name: str) -> Document:
    """Rename a set on its axis, in rules and in every expression that names it."""
    found = need_sheet(document, sheet)
    need_set(document, sheet, axis, name)
    if new_name == name:
        return document
    old = _need_axis(found, axis)
    if _checked_set(new_name) in old.sets:
        raise EditRefused(f"{axis} has a set {new_name!r} already.", "Choose another name.")
    sets = renamed(old.sets, name, new_name)
    rules = tuple(
        put(rule, then=new_name) if rule.output == axis and rule.then == name else rule
        for rule in found.rules
    )
    document = _with_sheet(document, sheet, put(_with_axis(found, axis, put(old, sets=sets)), rules=rules))
    return with_texts(document, lambda text: rename_set(text, axis, name, new_name))


@edit
def set_fuzzy_set_field(
    document: Document, sheet: str, axis: str, name: str, path: str, value: object
) -> Document:
    """Set a field of a set's curve, such as `shape`, `width` or `at`."""
    curve = changed_curve(need_set(document, sheet, axis, name), path, value)
    return _with_sheet(document, sheet, _with_set(need_sheet(document, sheet), axis, name, curve))


@edit
def move_fuzzy_set_handle(
    document: Document, sheet: str, axis: str, name: str, handle: str, x: float, y: float | None = None
) -> Document:
    """Move a point of a set's curve; corners keep their heights, which are 0 and 1."""
    curve = with_handle_at(need_set(document, sheet, axis, name), handle, x, y)
    return _with_sheet(document, sheet, _with_set(need_sheet(document, sheet), axis, name, curve))


@edit
def add_fuzzy_set_point(document: Document, sheet: str, axis: str, name: str, x: float, y: float) -> Document:
    """Add a point to a set whose curve is one of points or steps."""
    curve = curve_with_point(need_set(document, sheet, axis, name), x, min(max(y, 0.0), 1.0))
    return _with_sheet(document, sheet, _with_set(need_sheet(document, sheet), axis, name, curve))


@edit
def remove_fuzzy_set_point(document: Document, sheet: str, axis: str, name: str, place: int) -> Document:
    """Remove a point of a set whose curve is one of points or steps."""
    curve = curve_without_point(need_set(document, sheet, axis, name), place)
    return _with_sheet(document, sheet, _with_set(need_sheet(document, sheet), axis, name, curve))


@edit
def add_fuzzy_rule(
    document: Document, sheet: str, when: str = "", output: str = "", then: str = ""
) -> Document:
    """Add a rule at the end of a sheet: as far as `when` holds, `output` is in the set `then`."""
    found = need_sheet(document, sheet)
    rule = FuzzyRule(when=when, output=output, then=then)
    return _with_sheet(document, sheet, put(found, rules=(*found.rules, rule)))


@edit
def remove_fuzzy_rule(document: Document, sheet: str, place: int) -> Document:
    """Remove the rule at a place of a sheet, the first at 0."""
    found = need_sheet(document, sheet)
    need_rule(found, place)
    return _with_sheet(document, sheet, put(found, rules=(*found.rules[:place], *found.rules[place + 1 :])))


@edit
def move_fuzzy_rule(document: Document, sheet: str, place: int, to: int) -> Document:
    """Move a rule of a sheet to another place in their order."""
    found = need_sheet(document, sheet)
    rule = need_rule(found, place)
    rest = [*found.rules[:place], *found.rules[place + 1 :]]
    to = max(0, min(to, len(rest)))
    if to == place:
        return document
    return _with_sheet(document, sheet, put(found, rules=(*rest[:to], rule, *rest[to:])))


@edit
def set_fuzzy_rule_field(document: Document, sheet: str, place: int, path: str, value: object) -> Document:
    """Set a field of a rule: `when`, `output`, `then`, `disabled` or `note`; another output drops the set."""
    found = need_sheet(document, sheet)
    old = need_rule(found, place)
    new = with_field(old, path, value)
    if new is old:
        return document
    if path == "output":
        output = found.outputs.get(new.output)
        new = put(new, then=new.then if output is not None and new.then in output.sets else "")
    return _with_sheet(
        document, sheet, put(found, rules=(*found.rules[:place], new, *found.rules[place + 1 :]))
    )


def need_sheet(document: Document, sheet: str) -> FuzzySheet:
    """Return a fuzzy sheet, or refuse."""
    found = document.sheets.get(sheet)
    if found is None:
        raise EditRefused("This fuzzy sheet is no longer there.", "Choose another one.")
    return found


def need_set(document: Document, sheet: str, axis: str, name: str) -> Curve:
    """Return the curve of a set, or refuse."""
    curve = _need_axis(need_sheet(document, sheet), axis).sets.get(name)
    if curve is None:
        raise EditRefused("This set is no longer there.", "Choose another one.")
    return curve


def need_rule(sheet: FuzzySheet, place: int) -> FuzzyRule:
    """Return a rule of a sheet, or refuse."""
    if not 0 <= place < len(sheet.rules):
        raise EditRefused("This rule is no longer there.", "Choose another one.")
    return sheet.rules[place]


def _need_axis(sheet: FuzzySheet, axis: str) -> Axis:
    found = sheet.inputs.get(axis) or sheet.outputs.get(axis)
    if found is None:
        raise EditRefused("This input or output is no longer there.", "Choose another one.")
    return found


def _checked_set(name: str) -> str:
    if name in HEDGES:
        raise EditRefused(f"{name!r} is a word before sets and cannot name one.", "Choose another name.")
    return checked_name(name, "a set's name")


def _axis_names(document: Document) -> Iterator[str]:
    for sheet in document.sheets.values():
        yield from (*sheet.inputs, *sheet.outputs)


def _free_axis(document: Document, name: str) -> str:
    return free_name(checked_name(name, "a name on a fuzzy sheet"), set(_axis_names(document)))


def _with_usual_sets(axis: AnyAxis, low: float | None, high: float | None) -> AnyAxis:
    low = 0 if low is None else low
    high = high if high is not None and high > low else low + 1
    middle = (low + high) / 2
    places = {
        "low": ("left_shoulder", (low, low, middle)),
        "middle": ("triangle", (low, middle, high)),
        "high": ("right_shoulder", (middle, high, high)),
    }
    sets = {
        name: Curve.model_validate({"shape": shape, "low": low, "high": high, "at": at})
        for name, (shape, at) in places.items()
    }
    return put(axis, low=low, high=high, sets=sets)


def _with_set(sheet: FuzzySheet, axis: str, name: str, curve: Curve) -> FuzzySheet:
    old = _need_axis(sheet, axis)
    if old.sets.get(name) is curve:
        return sheet
    return _with_axis(sheet, axis, put(old, sets=with_entry(old.sets, name, curve)))


def _with_axis(sheet: FuzzySheet, axis: str, new: FuzzyAxis) -> FuzzySheet:
    if sheet.inputs.get(axis) is new or sheet.outputs.get(axis) is new:
        return sheet
    if isinstance(new, FuzzyInput):
        return put(sheet, inputs=with_entry(sheet.inputs, axis, new))
    assert isinstance(new, FuzzyOutput)
    return put(sheet, outputs=with_entry(sheet.outputs, axis, new))


def _with_sheet(document: Document, sheet: str, new: FuzzySheet) -> Document:
    if document.sheets.get(sheet) is new:
        return document
    return put(document, sheets=with_entry(document.sheets, sheet, new))
