"""Hold what is known while a manifest is turned into declarations, and collect what does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from graphs.expressions.names import RESERVED_NAMES, is_name, nearest_name
from graphs.files.document_file import FileProblem, and_more
from graphs.kinds.declarations.registry import Registry, ValueShape
from graphs.model.variables_and_events import VariableType
from graphs.projects.manifest_file import ManifestFile

VALUE_TYPES: tuple[VariableType, ...] = tuple(arg for arg in get_args(VariableType) if arg != "trigger")
"""Built-in types of what events carry and entities have; a trigger is a variable, never a value."""


@dataclass
class ManifestReading:
    """Read one manifest against the built-in registry and what earlier manifests declared.

    `origins` says which manifest declared what, by (sort, id).
    """

    file: ManifestFile
    base: Registry
    registry: Registry
    origins: Mapping[tuple[str, str], Path | None] = field(default_factory=dict)
    problems: list[tuple[str, str, str]] = field(default_factory=list)

    def refuse(self, where: str, message: str, remedy: str) -> None:
        """Note what does not fit, at a path into the file such as `actions.reload.icon`."""
        self.problems.append((where, message, remedy))

    def check_free(self, sort: str, where: str, name: str, taken: Iterable[str]) -> None:
        """Refuse an id that is no name or has a declaration already; `sort` is "action", "condition", …."""
        if sort != "event" and (not is_name(name) or name in RESERVED_NAMES):
            self.refuse(
                where,
                f"{name!r} cannot be the name of {_with_article(sort)}.",
                "Use letters, digits and underscores, a letter first, and no word of the language.",
            )
        if name not in taken:
            return
        if (sort, name) not in self.origins:
            self.refuse(where, f"The {sort} {name!r} is built in.", "Choose another name for the game's own.")
            return
        origin = self.origins[(sort, name)]
        remedy = f"The {sort} {name!r} is declared in {origin.name if origin else 'another manifest'} too."
        self.refuse(where, remedy, "Remove one of the two, or rename it.")

    def shape(self, where: str, name: str, values: tuple[str, ...] = ()) -> ValueShape:
        """Return the type called `name`: a built-in type of values or one of the game's."""
        named = self.named_type(name)
        if named is not None:
            if values:
                self.refuse(where, f"The type {name!r} has its values already.", "Remove the field 'values'.")
            return ValueShape("enum", named)
        for known in VALUE_TYPES:
            if name == known:
                if known == "enum" and not values:
                    self.refuse(
                        where, "An enum needs its values.", "Declare it under 'types' and name it here."
                    )
                return ValueShape(known, values)
        self.unknown_type(where, name, VALUE_TYPES)
        return ValueShape("string")

    def named_type(self, name: str) -> tuple[str, ...] | None:
        """Return the values of a type declared in this manifest or an earlier one, None for no such type."""
        own = self.file.manifest.types.get(name)
        if own is not None:
            return own.values
        earlier = self.registry.value_types.get(name)
        return earlier.values if earlier else None

    def unknown_type(self, where: str, name: str, known: Iterable[str]) -> None:
        """Refuse a type that is not declared."""
        all_known = [*known, *self.file.manifest.types, *self.registry.value_types]
        nearest = nearest_name(name[:60], all_known)
        remedy = f"Use {nearest!r}." if nearest else f"Known are {', '.join(all_known)}."
        self.refuse(where, f"There is no type {name[:60]!r}.", remedy)

    def raise_first(self) -> None:
        """Raise the first problem as a `FileProblem` that says how many more there are, if there is any."""
        if not self.problems:
            return
        where, message, remedy = self.problems[0]
        raise FileProblem(self.file.path, where, message, and_more(remedy, len(self.problems) - 1))


def title_of(name: str) -> str:
    """Return an id as people read it: "Move to cover" for `move_to_cover`."""
    words = name.replace("_", " ").replace(".", " ").strip()
    return words[:1].upper() + words[1:]


def _with_article(sort: str) -> str:
    return f"{'an' if sort[0] in 'aeiou' else 'a'} {sort}"
