"""Check that a document declares what the game shares as the game does (rule 2.2)."""

from __future__ import annotations

from graphs.checks.rules.graph_check import Findings
from graphs.checks.rules.problem import Place
from graphs.checks.rules.scopes import type_of_shape, type_of_variable
from graphs.expressions.types import Type, ValueType
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document


def check_shared_declarations(document: Document, registry: Registry, findings: Findings) -> None:
    """Report variables and events that the game's manifests declare otherwise than the document."""
    for name, variable in document.variables.items():
        shared = registry.variables.get(name)
        if shared is None:
            continue
        own, wanted = type_of_variable(variable), type_of_variable(shared.variable)
        field = f"variables.{name}"
        if own != wanted:
            findings.add(
                "E062",
                Place("", "", f"{field}.values" if own.kind == wanted.kind else f"{field}.type"),
                f"'{name}' is {_words(own)} here and {_words(wanted)} in the game.",
                f"Declare it as {_words(wanted)}, or choose another name.",
                why="The game reads and writes it by this name.",
            )
        if variable.scope != shared.variable.scope:
            findings.add(
                "E062",
                Place("", "", f"{field}.scope"),
                f"'{name}' is of scope {variable.scope} here and {shared.variable.scope} in the game.",
                f"Declare it with scope {shared.variable.scope}, or choose another name.",
                why="The game reads and writes it by this name.",
            )
    _check_events(document, registry, findings)


def _check_events(document: Document, registry: Registry, findings: Findings) -> None:
    for name, event in document.events.items():
        shared = registry.events.get(name)
        if shared is None:
            continue
        for field in sorted({*event.payload, *shared.payload}):
            own, wanted = event.payload.get(field), shared.payload.get(field)
            if own is not None and wanted is not None and own == wanted.type:
                continue
            place = Place(
                "", "", f"events.{name}.payload" if own is None else f"events.{name}.payload.{field}"
            )
            says = f"is {own} here" if own is not None else "is missing here"
            means = (
                f"{_words(type_of_shape(wanted))} in the game" if wanted is not None else "not in the game"
            )
            findings.add(
                "E062",
                place,
                f"What '{name}' carries as '{field}' {says} and {means}.",
                f"Remove the event '{name}' from the document: the game declares it.",
                why="The game posts the event as its manifest says.",
            )


def _words(wanted: Type) -> str:
    if wanted.kind is ValueType.ENUM:
        return f"an enum of {', '.join(wanted.values)}"
    return wanted.phrase
