"""Build rows of the inspector from parameters and plain fields; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeAlias

from editor.panels.inspector.field_spec import Edit, FieldKind, FieldOf, FieldSpec, Whole
from editor.panels.inspector.field_text import block_check, expression_check
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import argument_type
from graphs.edits.field_values import plain_json
from graphs.edits.setting import set_field, set_parameter
from graphs.expressions.scope import Scope
from graphs.expressions.types import BOOL, ENTITY, FLOAT, VECTOR, Type
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document

Choices: TypeAlias = Sequence[tuple[JsonValue, str]]
"""Values with their words."""

_KINDS = {
    "bool": FieldKind.SWITCH,
    "int": FieldKind.INTEGER,
    "float": FieldKind.NUMBER,
    "seconds": FieldKind.NUMBER,
    "string": FieldKind.VALUE,
    "enum": FieldKind.CHOICE,
    "vector": FieldKind.VALUE,
    "entity": FieldKind.VALUE,
    "point": FieldKind.VALUE,
    "path": FieldKind.VALUE,
    "variable": FieldKind.CHOICE,
    "threshold": FieldKind.TEXT,
}


def label_of(name: str) -> str:
    """Return a field's name as a label: "Target radius" for `target_radius`."""
    return name.replace("_", " ").capitalize()


class RowBuilder(Generic[Whole]):
    """Build rows that set fields of one thing in what is edited as a whole."""

    OFFERS_NONE = False
    """Whether a choice offers nothing too where nothing is chosen."""

    def setter(self, path: str) -> Callable[[Whole, JsonValue], Whole]:
        """Return an edit that sets the field at `path`."""
        raise NotImplementedError

    def text(
        self, path: str, label: str, value: JsonValue, *, hint: str = "", placeholder: str = ""
    ) -> FieldOf[Whole]:
        """Return a line of text."""
        edit, shown = self.setter(path), value or None
        return FieldOf(
            path, label, FieldKind.TEXT, shown, edit, default="", help=hint, placeholder=placeholder
        )

    def note(self, value: str) -> FieldOf[Whole]:
        """Return the row for the note."""
        return FieldOf("note", "Note", FieldKind.NOTE, value or None, self.setter("note"), default="")

    def switch(
        self,
        path: str,
        label: str,
        value: bool | None,
        default: bool,
        *,
        hint: str = "",
        edit: Callable[[Whole, JsonValue], Whole] | None = None,
    ) -> FieldOf[Whole]:
        """Return a yes or no."""
        shown = None if value == default else value
        edit = edit or self.setter(path)
        return FieldOf(path, label, FieldKind.SWITCH, shown, edit, default=default, help=hint)

    def choice(
        self,
        path: str,
        label: str,
        value: JsonValue,
        choices: Choices,
        default: JsonValue = None,
        *,
        hint: str = "",
        placeholder: str = "",
        required: bool = False,
        edit: Callable[[Whole, JsonValue], Whole] | None = None,
    ) -> FieldOf[Whole]:
        """Return one of several; a value that is none of them is offered too, so that it is not lost."""
        offered = tuple(choices)
        shown = default if value is None else value
        if (shown is not None or self.OFFERS_NONE) and all(shown != choice for choice, _ in offered):
            offered = (*offered, (shown, str(shown)))
        return FieldOf(
            path,
            label,
            FieldKind.CHOICE,
            None if value == default and not required else value,
            edit or self.setter(path),
            default=default,
            choices=offered,
            help=hint,
            placeholder=placeholder,
            required=required,
        )

    def parameters(
        self,
        declared: Sequence[Parameter],
        values: Mapping[str, JsonValue],
        path: str = "params",
        variables: Choices = (),
    ) -> tuple[FieldOf[Whole], ...]:
        """Return a row for each declared parameter, and for each value that is not declared.

        `variables` are what a parameter that names a variable can name, where no scope says that.
        """
        rows = []
        for parameter in declared:
            key = f"{path}.{parameter.name}"
            row = self._parameter(parameter, values.get(parameter.name), key, variables)
            rows.append(replace(row, names=parameter.sections_named(values)))
        unknown = sorted(set(values) - {parameter.name for parameter in declared})
        return (
            *rows,
            *(self._undeclared(f"{path}.{name}", label_of(name), values[name]) for name in unknown),
        )

    def _parameter(
        self, parameter: Parameter, value: JsonValue, key: str, variables: Choices
    ) -> FieldOf[Whole]:
        raise NotImplementedError

    def _undeclared(self, key: str, label: str, value: JsonValue) -> FieldOf[Whole]:
        raise NotImplementedError

    def _declared(
        self,
        parameter: Parameter,
        value: JsonValue,
        key: str,
        kind: FieldKind,
        edit: Callable[[Whole, JsonValue], Whole],
    ) -> FieldOf[Whole]:
        """Return a row with all that a parameter's declaration says of its value."""
        unit = "s" if parameter.type == "seconds" and not parameter.unit else parameter.unit
        row = FieldOf(key, parameter.label, kind, value, edit, default=parameter.default, unit=unit)
        row = replace(row, minimum=parameter.minimum, maximum=parameter.maximum, help=parameter.help)
        return replace(row, required=parameter.required, literal=parameter.type)


class FieldBuilder(RowBuilder[Document]):
    """Build rows for one element (node, transition or, with "", the graph) of a graph.

    `paths` are the names of the paths that an action can be given.
    """

    OFFERS_NONE = True

    def __init__(
        self,
        document: Document,
        graph_id: str,
        element_id: str,
        registry: Registry,
        scope: Scope,
        paths: Sequence[str] = (),
    ) -> None:
        self.document, self.graph_id, self.element_id = document, graph_id, element_id
        self.registry, self.scope, self.paths = registry, scope, paths

    def setter(self, path: str) -> Edit:
        """Return an edit that sets the field at `path` of the element."""
        graph_id, element_id = self.graph_id, self.element_id
        return lambda document, value: set_field(document, graph_id, element_id, path, value)

    def expression(
        self,
        path: str,
        label: str,
        value: JsonValue,
        expected: Type | None = BOOL,
        *,
        hint: str = "",
        required: bool = False,
        edit: Edit | None = None,
    ) -> FieldSpec:
        """Return a row for an expression stored as a bare string."""
        row = FieldSpec(path, label, FieldKind.EXPRESSION, value or None, edit or self.setter(path))
        check = expression_check(self.scope, expected, required=required)
        return replace(row, default="", help=hint, check=check, required=required)

    def lines(self, path: str, label: str, value: Sequence[str], *, hint: str = "") -> FieldSpec:
        """Return a row for an action block."""
        shown: JsonValue = list(value) or None
        check, edit = block_check(self.scope), self.setter(path)
        return FieldSpec(path, label, FieldKind.LINES, shown, edit, default=[], help=hint, check=check)

    def number(
        self,
        path: str,
        label: str,
        value: object,
        default: JsonValue = None,
        *,
        unit: str = "",
        minimum: float | None = 0,
        whole: bool = False,
        takes_expression: bool = True,
        hint: str = "",
    ) -> FieldSpec:
        """Return a number, or an expression where one may stand."""
        plain = plain_json(value)
        kind, shown = FieldKind.INTEGER if whole else FieldKind.NUMBER, None if plain == default else plain
        row = FieldSpec(path, label, kind, shown, self.setter(path), default=default, unit=unit, help=hint)
        check = expression_check(self.scope, FLOAT) if takes_expression else None
        return replace(row, minimum=minimum, takes_expression=takes_expression, check=check)

    def _undeclared(self, key: str, label: str, value: JsonValue) -> FieldSpec:
        edit = self._parameter_setter(key)
        row = FieldSpec(key, label, FieldKind.VALUE, value, edit, takes_expression=True, literal="any")
        return replace(row, help="This parameter is not declared; its value is kept as it is.")

    def _parameter(self, parameter: Parameter, value: JsonValue, key: str, variables: Choices) -> FieldSpec:
        choices: tuple[tuple[JsonValue, str], ...] = ()
        if parameter.type == "enum":
            choices = tuple((choice, parameter.words_of(choice)) for choice in parameter.choices)
        elif parameter.type == "variable":
            choices = tuple((name, name) for name in sorted(self.scope.variables))
        elif parameter.type == "path":
            choices = tuple((name, name) for name in sorted(self.paths))
        takes_expression = parameter.evaluated != "never" and parameter.type != "variable"
        check = expression_check(self.scope, argument_type(parameter)) if takes_expression else None
        row = self._declared(parameter, value, key, _KINDS[parameter.type], self._parameter_setter(key))
        if takes_expression and row.kind is FieldKind.VALUE:
            choices = (*choices, *self._variables_for(parameter))
        row = replace(row, choices=choices, takes_expression=takes_expression, check=check)
        return replace(row, placeholder=_placeholder(parameter))

    def _variables_for(self, parameter: Parameter) -> tuple[tuple[JsonValue, str], ...]:
        """Return the variables that fit a parameter, to be listed beside what is typed."""
        wanted = argument_type(parameter)
        fitting = (VECTOR, ENTITY) if wanted is None else (wanted,)
        known = sorted(self.scope.variables.items())
        return tuple(
            ({"expr": name}, f"{name}   {info.type}") for name, info in known if info.type in fitting
        )

    def _parameter_setter(self, key: str) -> Edit:
        path, _, name = key.partition(".")
        if path != "params":
            return self.setter(key)
        graph_id, element_id, registry = self.graph_id, self.element_id, self.registry
        return lambda document, value: set_parameter(document, graph_id, element_id, name, value, registry)


def _placeholder(parameter: Parameter) -> str:
    """Return what stands where an optional parameter has no value, as its help says it."""
    if not parameter.optional:
        return ""
    _, said, words = parameter.help.partition("left out, ")
    return words.partition(".")[0] if said else "none"
