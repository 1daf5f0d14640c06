"""Turn what builders are given into what stands in a document, as the fields and kinds are declared."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue
from graphs.basics.since import mentioned_models
from graphs.edits.field_values import plain_json
from graphs.edits.refusal import EditRefused
from graphs.expressions.names import name_remedy
from graphs.kinds.declarations.node_kind import NodeKind
from mindloom.given_values import GivenExpression, GivenNode, GivenOutput, GivenRecord

Plain = dict[str, JsonValue]

ARGUMENTS = {"action": "params", "graph": "arguments"}
"""Where what is given for an action, or for a called graph, stands."""


def plain_value(value: object) -> JsonValue:
    """Return a value of a parameter: a literal, an expression or an output."""
    if isinstance(value, GivenExpression):
        return {"expr": value.text}
    if isinstance(value, GivenOutput):
        return {"variable": value.variable}
    if isinstance(value, (list, tuple)):
        return [plain_value(each) for each in value]
    if isinstance(value, Mapping):
        raise EditRefused("A dictionary is no value here.", "Give a literal, expr(…), out(…) or part(…).")
    return plain_json(value)


def plain_field(hint: object, value: object) -> JsonValue:
    """Return the value of a field of a model that is annotated with `hint`."""
    forms = tuple(_forms(hint))
    is_list = is_list_field(hint)
    model = next((form for form in forms if isinstance(form, type) and issubclass(form, BaseModel)), None)
    if is_list and str not in forms and not isinstance(value, (list, tuple)):
        value = (value,)
    if is_list and isinstance(value, (list, tuple)):
        inner = next(get_args(form)[0] for form in forms if get_origin(form) is tuple)
        return [plain_field(inner, each) for each in value]
    if isinstance(value, (GivenRecord, GivenNode)):
        if model is None:
            raise EditRefused("A part is given for a field that has none.", "Give a plain value.")
        return plain_record(model, value)
    if model is not None and str not in forms and isinstance(value, (str, GivenExpression)):
        return plain_record(model, GivenRecord((value,)))
    if isinstance(value, Mapping) and [get_origin(form) for form in forms] == [dict]:
        inner = get_args(forms[0])[1]
        nested = _has_fields(inner)
        return {
            str(key): plain_field(inner, each) if nested else plain_value(each) for key, each in value.items()
        }
    if isinstance(value, GivenExpression) and str in forms and not any(map(_is_object, forms)):
        return value.text
    return plain_value(value)


def _has_fields(hint: object) -> bool:
    """Tell whether the entries of an object are parts, or objects again."""
    return bool(mentioned_models(hint)) or get_origin(hint) is dict


def plain_record(model: type[BaseModel], given: GivenRecord | GivenNode) -> Plain:
    """Return a record of a model: values without names are for its first fields.

    Of a node, as in the activity of a state, the one value names an action or a graph.
    """
    fields = field_hints(model)
    named = dict(given.named)
    if isinstance(given, GivenNode):
        if given.kind not in ("", "action"):
            raise EditRefused(f"The node {given.kind!r} cannot be given here.", "Give do(…) or call(…).")
        named["action" if given.kind == "action" else "graph"] = given.values[0] if given.values else None
    else:
        named = {**dict(zip(fields, given.values, strict=False)), **named}
    return plain_fields(fields, named)


def plain_fields(
    fields: Mapping[str, object], named: Mapping[str, object], declared: Iterable[str] = ()
) -> Plain:
    """Return what is given by name: fields of the model, parameters in `declared`, others as arguments.

    A name that is none of these is refused where nothing is called that could take it.
    """
    parameters = frozenset(declared)
    holder = next((ARGUMENTS[key] for key in ARGUMENTS if named.get(key) is not None and key in fields), "")
    plain: Plain = {}
    for name, value in named.items():
        plain_name = name.removesuffix("_")
        key = plain_name if plain_name in fields or plain_name in parameters else name
        if key in ARGUMENTS.values() and key in fields and isinstance(value, Mapping):
            _inside(plain, key).update({str(each): plain_value(inner) for each, inner in value.items()})
        elif key in fields and key not in parameters:
            plain[key] = plain_field(fields[key], value)
        elif key in parameters or (holder and holder in fields):
            _inside(plain, "params" if key in parameters else holder)[key] = plain_value(value)
        else:
            known = [*fields, *parameters]
            raise EditRefused(f"There is no {name!r} here.", name_remedy(name, known))
    return plain


def _inside(plain: Plain, key: str) -> Plain:
    inner = plain.setdefault(key, {})
    assert isinstance(inner, dict)
    return inner


def field_hints(model: type[BaseModel], without: Iterable[str] = ()) -> Mapping[str, object]:
    """Return the fields of a model by the names that files have for them, with their annotations."""
    hints = get_type_hints(model, include_extras=True)
    gone = frozenset(without)
    return {info.alias or name: hints[name] for name, info in model.model_fields.items() if name not in gone}


def is_list_field(hint: object) -> bool:
    """Tell whether a field may hold a list of any length."""
    return any(get_origin(form) is tuple and Ellipsis in get_args(form) for form in _forms(hint))


def main_field(kind: NodeKind) -> str:
    """Return the field or parameter that a value without a name is for, "" where a kind has none."""
    if "name" in kind.fields:
        return "name"
    return next(iter((*kind.required_fields, *(each.name for each in kind.parameters))), "")


def _forms(hint: Any) -> Iterator[object]:
    """Yield the forms that a value may have: members of unions, each without its notes."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        for member in get_args(hint):
            yield from _forms(member)
    elif origin is Annotated:
        yield from _forms(get_args(hint)[0])
    else:
        yield hint


def _is_object(form: object) -> bool:
    """Tell whether a form is one that an expression stands in as an object."""
    return get_origin(form) is dict or form is dict or not (isinstance(form, type) or get_origin(form))
