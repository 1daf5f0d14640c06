"""Give a program other curves, as while one is dragged: all else of it stays the very same."""

from __future__ import annotations

from dataclasses import replace

from graphs.basics.mapping_differences import replacement
from graphs.curves.curve_tables import curve_problems
from graphs.curves.fuzzy_numbers import document_tables
from graphs.model import Document
from runtime.minds.expansion.expanded_document import expanded
from runtime.minds.program.program import Program

_MAY_DIFFER = ("curves", "version")


def differs_in_curves_only(before: Document, after: Document) -> bool:
    """Tell whether all but sound curves of the same names is the very same in two documents.

    What says the same in another way, such as 1 and 1.0, counts as a difference.
    """
    if before.curves.keys() != after.curves.keys() or before.model_extra != after.model_extra:
        return False
    if any(curve_problems(after.curves[key]) for key in replacement(before.curves, after.curves).changed):
        return False
    rest = (name for name in Document.model_fields if name not in _MAY_DIFFER)
    return all(_is_same(getattr(before, name), getattr(after, name)) for name in rest)


def _is_same(before: object, after: object) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return not replacement(before, after)
    return before is after or (type(before) is type(after) and before == after)


def with_curves(program: Program, document: Document) -> Program:
    """Return a program whose expressions read the curves of a document."""
    made = replace(program, curves=document_tables(expanded(document)))
    # Forms are made of the rows, which are the same; no table is in them.
    made.forms.update(program.forms)
    return made
