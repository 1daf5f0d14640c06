"""Turn parts of a document, as its file has them, into what a plain tree says, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from pydantic import BaseModel

from graphs.basics.json_text import JsonObject, JsonValue, to_canonical_json
from graphs.expressions.names import name_remedy
from graphs.kinds.declarations.registry import Registry
from graphs.plain.tree_json import Place, TreeRefused
from graphs.plain.words import SHORT, Form, form_of

CORRECT = "Correct it; `mindloom schema tree` says what can be where."


def said(value: JsonValue, key: str = "expr", instead: str = "=") -> JsonValue:
    """Return a value with its expressions as a plain tree says them."""
    if isinstance(value, list):
        return [said(each, key, instead) for each in value]
    if isinstance(value, dict):
        if value.keys() == {key} and isinstance(value[key], str):
            return {instead: value[key]}
        return {name: said(each, key, instead) for name, each in value.items()}
    return value


def say(form: Form, record: JsonObject, registry: Registry) -> JsonObject:
    """Return what a plain tree says of a part; what its model does not know is left out."""
    out: JsonObject = {}
    holders, taken = form.holders(record, registry), set(form.taken)
    for name, word in form.words.items():
        if name in holders:
            given, known = cast(JsonObject, record.get(name, {})), holders[name]
            beside = {each for each in given if each not in taken and (known is None or each in known)}
            out |= {each: said(given[each]) for each in sorted(beside)}
            taken.update(known or ())
            if given.keys() - beside:
                out[name] = {each: said(given[each]) for each in sorted(given.keys() - beside)}
        elif name in record:
            value = _said_field(form, name, record[name], registry)
            out[word] = value[0] if word == "to" and isinstance(value, list) and len(value) == 1 else value
    return out


def _said_field(form: Form, name: str, value: JsonValue, registry: Registry) -> JsonValue:
    model = form.parts.get(name)
    if model is None:
        return said(value)
    if isinstance(value, list):
        return [_said_part(model, each, registry) for each in value]
    if isinstance(value, dict) and name in form.maps:
        return {each: _said_part(model, value[each], registry) for each in sorted(value)}
    return _said_part(model, value, registry)


def _said_part(model: type[BaseModel], value: JsonValue, registry: Registry) -> JsonValue:
    if not isinstance(value, dict):
        return value
    out = say(form_of(model), value, registry)
    return out[SHORT[model]] if out.keys() == {SHORT.get(model)} else out


@dataclass
class Reader:
    """Read parts. `spots` are the places of the records made, with the word of each field, by identity."""

    registry: Registry
    spots: dict[int, tuple[Place, Form]] = field(default_factory=dict)

    def part(
        self, form: Form, given: JsonObject, at: Place, hidden: Iterable[str] = (), others: Iterable[str] = ()
    ) -> JsonObject:
        """Return the JSON of a part that a plain tree says at a place.

        `hidden` fields are said otherwise; `others` are words beside those of fields.
        """
        fields = {word: name for name, word in form.words.items() if name not in hidden}
        record: JsonObject = {}
        self.spots[id(record)] = at, form
        for word in [each for each in given if each in fields]:
            name, place = fields[word], (*at, word)
            if name in ("params", "arguments"):
                values = object_at(given[word], place)
                record[name] = {each: said(values[each], "=", "expr") for each in values}
            else:
                record[name] = self._field(form, name, given[word], place)
        for word in [each for each in given if each not in fields]:
            self.beside(form, record, word, given[word], at, (*fields, *others))
        return record

    def beside(
        self,
        form: Form,
        record: JsonObject,
        word: str,
        value: JsonValue,
        at: Place,
        others: Iterable[str] = (),
    ) -> None:
        """Put a value that is given beside fields where it belongs."""
        holders = form.holders(record, self.registry)
        for name, known in holders.items():
            if word in known if known is not None else word not in form.taken:
                values = cast(JsonObject, record.setdefault(name, {}))
                if word in values:
                    raise TreeRefused((*at, word), f"{word!r} is given twice.", f"Take it out of {name!r}.")
                values[word] = said(value, "=", "expr")
                return
        names = [*others, *(each for known in holders.values() for each in known or ())]
        raise TreeRefused((*at, word), f"There is no {word!r} here.", name_remedy(word, names))

    def _field(self, form: Form, name: str, value: JsonValue, at: Place) -> JsonValue:
        model = form.parts.get(name)
        if model is None:
            return (
                [value] if form.words[name] == "to" and isinstance(value, str) else said(value, "=", "expr")
            )
        if isinstance(value, list):
            return [self._part(model, each, (*at, place)) for place, each in enumerate(value)]
        if isinstance(value, dict) and name in form.maps:
            return {each: self._part(model, value[each], (*at, each)) for each in value}
        return self._part(model, value, at)

    def _part(self, model: type[BaseModel], value: JsonValue, at: Place) -> JsonValue:
        if isinstance(value, str) and model in SHORT:
            value = {SHORT[model]: value}
        return self.part(form_of(model), value, at) if isinstance(value, dict) else value


def object_at(value: JsonValue, at: Place) -> JsonObject:
    """Return a value that must be an object; raises `TreeRefused`."""
    if isinstance(value, dict):
        return value
    raise _unexpected("an object", value, at)


def list_at(value: JsonValue, at: Place) -> list[tuple[JsonValue, Place]]:
    """Return the items of a value that must be a list, null being an empty one, with their places."""
    if value is None or isinstance(value, list):
        return [(each, (*at, place)) for place, each in enumerate(value or [])]
    raise _unexpected("a list", value, at)


def _unexpected(what: str, value: JsonValue, at: Place) -> TreeRefused:
    shown = " ".join(to_canonical_json(value).split())
    shown = shown if len(shown) <= 60 else f"{shown[:57]}…"
    return TreeRefused(at, f"Expected {what}; found {shown}.", CORRECT)
