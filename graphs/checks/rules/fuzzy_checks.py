"""Check the response curves and fuzzy sheets of a document (rules 10.1 to 10.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graphs.checks.rules.expression_checks import DECLARE_REMEDY, declaring_fix
from graphs.checks.rules.graph_check import Findings
from graphs.checks.rules.problem import Fix, Place
from graphs.checks.rules.scopes import document_scope
from graphs.curves.curve_tables import curve_problems, curve_table, is_too_large
from graphs.expressions.checker import check_expression, checked_rule
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import HEDGES, RESERVED_NAMES, is_name, name_remedy
from graphs.expressions.scope import Scope
from graphs.expressions.types import FLOAT, Type
from graphs.kinds.declarations.registry import Registry
from graphs.model.curves import LARGEST, Curve
from graphs.model.document import Document
from graphs.model.fuzzy_sheets import (
    FEWEST_SAMPLES,
    MOST_SAMPLES,
    MOST_SETS,
    FuzzyAxis,
    FuzzyOutput,
    FuzzyRule,
    FuzzySheet,
)

_USABLE = "Use letters, digits and underscores, a letter first, and no word of the language."


def check_curves_and_sheets(document: Document, registry: Registry, findings: Findings) -> None:
    """Report damaged curves and sheets, names that cannot be used, and expressions that are wrong."""
    for name, curve in document.curves.items():
        _check_name(f"curves.{name}", name, findings)
        _check_curve(f"curves.{name}", f"The curve {name}", curve, findings)
    if not document.sheets:
        return
    owners: dict[str, str] = {}
    for sheet_name, sheet in document.sheets.items():
        for path, name, axis in axes_of(sheet_name, sheet):
            _check_axis(path, name, axis, findings)
            other = owners.setdefault(name, path)
            if other != path:
                said = f"'{name}' is also an input or output at {other}."
                findings.add("E061", Place("", "", path), said, "Rename one of the two.")
    scope = document_scope(document, registry)
    for sheet_name, sheet in document.sheets.items():
        _check_texts(sheet_name, sheet, scope, findings)


def axes_of(sheet_name: str, sheet: FuzzySheet) -> Iterator[tuple[str, str, FuzzyAxis]]:
    """Yield the inputs and outputs of a sheet: where each is, its name, and the axis."""
    groups: Mapping[str, Mapping[str, FuzzyAxis]] = {"inputs": sheet.inputs, "outputs": sheet.outputs}
    for group, axes in groups.items():
        for name, axis in axes.items():
            yield f"sheets.{sheet_name}.{group}.{name}", name, axis


def _check_name(path: str, name: str, findings: Findings) -> None:
    if not is_name(name) or name in RESERVED_NAMES:
        said = f"'{name}' cannot be a name here."
        findings.add("E061", Place("", "", path), said, _USABLE, why="Expressions could not name it.")


def _check_curve(path: str, what: str, curve: Curve, findings: Findings) -> None:
    for field, said, remedy in curve_problems(curve):
        findings.add("E063", Place("", "", f"{path}.{field}"), f"{what}: {said}", remedy)


def _check_axis(path: str, name: str, axis: FuzzyAxis, findings: Findings) -> None:
    _check_name(path, name, findings)
    if is_too_large(axis.low) or is_too_large(axis.high):
        said = f"The axis of '{name}' goes beyond {LARGEST:g}."
        findings.add("E064", Place("", "", f"{path}.high"), said, "Take another unit.")
    elif not axis.low < axis.high:
        said = f"The axis of '{name}' ends where it begins, or before."
        findings.add("E064", Place("", "", f"{path}.high"), said, "Set the high end above the low.")
    if len(axis.sets) > MOST_SETS:
        said = f"'{name}' has {len(axis.sets)} sets; the most are {MOST_SETS}."
        findings.add("E064", Place("", "", f"{path}.sets"), said, "Remove some.")
    if isinstance(axis, FuzzyOutput) and not FEWEST_SAMPLES <= axis.samples <= MOST_SAMPLES:
        said = f"'{name}' is looked at in {axis.samples} places."
        remedy = f"Take {FEWEST_SAMPLES} to {MOST_SAMPLES} samples."
        findings.add("E064", Place("", "", f"{path}.samples"), said, remedy)
    for set_name, curve in axis.sets.items():
        where = f"{path}.sets.{set_name}"
        _check_name(where, set_name, findings)
        if set_name in HEDGES:
            said = f"The set '{set_name}' of '{name}' is called like a hedge."
            findings.add("E061", Place("", "", where), said, "Choose another name.")
        _check_curve(where, f"The set {set_name} of {name}", curve, findings)
        if not curve_problems(curve):
            _check_degrees(where, f"The set {set_name} of {name}", curve, findings)


def _check_degrees(path: str, what: str, curve: Curve, findings: Findings) -> None:
    heights = curve_table(curve)[1]
    if min(heights) < 0 or max(heights) > 1:
        said = f"{what} goes from {min(heights):g} to {max(heights):g}."
        why = "A degree is a number from 0 to 1."
        findings.add("E064", Place("", "", path), said, "Keep bottom and top between 0 and 1.", why=why)


def _check_texts(sheet_name: str, sheet: FuzzySheet, scope: Scope, findings: Findings) -> None:
    """Report inputs and rules whose expressions are wrong, that ask themselves, or that lead nowhere."""
    for name, entry in sheet.inputs.items():
        path = f"sheets.{sheet_name}.inputs.{name}.value"
        text = entry.value or name
        try:
            check_expression(text, replace(scope, asked_axes=(name,)), FLOAT)
        except ExpressionError as error:
            fix = _declaring_fix(text, error, scope, FLOAT)
            _report_text(path, f"The input '{name}': {error.message}", error, findings, fix)
    for number, rule in enumerate(sheet.rules):
        if not rule.disabled:
            _check_rule(f"sheets.{sheet_name}.rules.{number}", number, rule, sheet, scope, findings)


def _check_rule(
    path: str, number: int, rule: FuzzyRule, sheet: FuzzySheet, scope: Scope, findings: Findings
) -> None:
    if not rule.when.strip():
        said = f"Rule {number + 1} has no condition."
        findings.add("E101", Place("", "", f"{path}.when"), said, "Write one, as in 'health is low'.")
    else:
        try:
            checked_rule(rule.when, replace(scope, asked_axes=(rule.output,)))
        except ExpressionError as error:
            fix = _declaring_fix(rule.when, error, scope, None)
            _report_text(f"{path}.when", f"Rule {number + 1}: {error.message}", error, findings, fix)
    output = sheet.outputs.get(rule.output)
    if output is None:
        said = f"Rule {number + 1} gives '{rule.output}', which is no output of its sheet."
        findings.add("E065", Place("", "", f"{path}.output"), said, name_remedy(rule.output, sheet.outputs))
    elif rule.then not in output.sets:
        said = f"Rule {number + 1} gives '{rule.then}', which is no set of {rule.output}."
        findings.add("E065", Place("", "", f"{path}.then"), said, name_remedy(rule.then, output.sets))


def _declaring_fix(text: str, error: ExpressionError, scope: Scope, expected: Type | None) -> Fix | None:
    if error.remedy != DECLARE_REMEDY:
        return None
    return declaring_fix(text[error.start : error.end], text, scope, expected=expected)


def _report_text(path: str, said: str, error: ExpressionError, findings: Findings, fix: Fix | None) -> None:
    code = "E102" if error.message.startswith("Unknown ") else "E103"
    place = Place("", "", path, None, error.start, error.end)
    findings.add(code, place, said, error.remedy or "Correct the expression.", fix=fix)
