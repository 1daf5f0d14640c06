"""Load an exported mind together with the actions and conditions that the game supplies."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from graphs.checks.rules.scopes import argument_type
from graphs.expressions.typed import ConditionCall, Constant, walk_typed
from graphs.expressions.types import Type
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.parameter import Parameter
from graphs.model.document import Document
from runtime.basics.context import Slot
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.game_needs import GameNeeds, NeededAction, NeededCondition, code_of_all, needed_parameter
from runtime.export.load_program import LoadedExport, load_files, load_program, parse_export
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.action_lines import DoLine
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.call_signature import signature_of
from runtime.minds.actions.condition import Condition, ConditionContext, ConditionLibrary
from runtime.minds.actions.parameter_types import NO_DEFAULT
from runtime.minds.actions.registration import ActionRegistration, registrations_in
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import DEFAULT_RATE
from runtime.minds.program.code import Expression
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow

Supplied = Callable[..., object]
"""A function or class that was decorated with `action` or `condition`."""
_Declared = dict[tuple[str, str], tuple[Parameter, ...]]


class EmbeddingError(ValueError):
    """Say what was asked for that is not there or does not fit, and what would."""


def check_left_out(rows: tuple[Row, ...], supplied: Iterable[Callable[..., object]]) -> None:
    """Raise `EmbeddingError` where a call leaves out what a supplied function has no default for."""
    left_out = frozenset(_left_out(rows))
    for target in supplied:
        for registration in registrations_in({"": target}):
            if not inspect.isfunction(registration.source):
                continue
            acts = isinstance(registration, ActionRegistration)
            signature = signature_of(registration.source, ActionContext if acts else ConditionContext)
            sort, name = "action" if acts else "condition", registration.declaration.id
            for place, typed in enumerate(signature.typed):
                key = typed.parameter.name if acts else str(place)
                if typed.left_out is NO_DEFAULT and (sort, name, key) in left_out:
                    raise EmbeddingError(
                        f"The export leaves out {typed.parameter.name!r} of the {sort} {name!r}. "
                        f"Type it '| None' here{_or_default(typed.parameter.type)}."
                    )


def _or_default(type_name: str) -> str:
    return "" if type_name in ("entity", "point") else ", or give it a default"


def _left_out(rows: tuple[Row, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield what is left out: actions with names of parameters, conditions with places of arguments."""
    for row in rows:
        if isinstance(row, ActionRow):
            yield from (("action", row.action_id, name) for name, value in row.arguments if value.is_left_out)
    for code in code_of_all(rows):
        if isinstance(code, DoLine):
            yield from (
                ("action", code.name, name) for name, argument in code.arguments if argument.is_left_out
            )
        elif isinstance(code, Expression):
            for part in walk_typed(code.typed):
                if isinstance(part, ConditionCall):
                    for place, given in enumerate(part.arguments):
                        if isinstance(given, Constant) and given.value is None:
                            yield "condition", part.condition, str(place)


@dataclass(frozen=True)
class Mind:
    """Hold an exported mind and what the game supplies to it; any number of agents can think with it.

    `needs` list what it asks of the game, `rate` are the ticks per second that it was exported for; `files`
    are what was loaded.
    """

    needs: GameNeeds
    rate: int
    fingerprint: str
    conditions: ConditionLibrary
    files: ProgramFiles
    _library: ActionLibrary

    @property
    def has_names(self) -> bool:
        """Tell whether nodes have names: the file of names was beside the program."""
        return self.files.names is not None

    @classmethod
    def load(cls, path: str | Path, supplied: Iterable[Supplied] = ()) -> Self:
        """Load an export file, with the file of its names if that is beside it. Nothing is ever run as code.

        `supplied` are the game's functions and classes, decorated with `action` or `condition`. They come
        before the built-in ones of the same name.

        Raises
        ------
        OSError
            When the file cannot be read.
        ExportProblem
            When it is damaged, of a newer version, or needs an action that is not supplied.
        EmbeddingError
            When what is supplied does not fit what the mind asks for.
        """
        return cls._of(load_files(Path(path)), supplied)

    @classmethod
    def from_document(
        cls, document: Document, supplied: Iterable[Supplied] = (), *, rate: int = DEFAULT_RATE
    ) -> Self:
        """Export a document at once and load that, for `rate` ticks per second; see `load`.

        Actions and conditions that are supplied need no other declaration. Raises `CompileError`, naming each
        error of the document, and what `load` raises.
        """
        supplied = tuple(supplied)
        registry = builtin_registry()
        found = [each for target in supplied for each in registrations_in({"": target})]
        acting = [each.declaration for each in found if isinstance(each, ActionRegistration)]
        asking = [each.declaration for each in found if not isinstance(each, ActionRegistration)]
        known = registry.extended(
            actions=[each for each in acting if each.id not in registry.actions],
            conditions=[each for each in asking if each.id not in registry.conditions],
        )
        export = export_document(document, known, ExportOptions(rate=rate))
        return cls._of(ProgramFiles(export.data, export.names), supplied)

    @classmethod
    def from_bytes(
        cls, data: bytes, supplied: Iterable[Supplied] = (), *, names: bytes | None = None
    ) -> Self:
        """Load an export that is in memory, with the file of its names if given; see `load`."""
        told = None if names is None else parse_export(names)
        return cls._of(ProgramFiles(parse_export(data), told), supplied)

    @classmethod
    def _of(cls, files: ProgramFiles, supplied: Iterable[Supplied]) -> Self:
        supplied = tuple(supplied)
        actions, conditions, declared = _supplied(supplied)
        library = ActionLibrary(actions)
        loaded = load_program(files.program, library, names=files.names)
        for name, needed in sorted(loaded.needs.actions.items()):
            _check_action(name, needed, declared.get(("action", name)))
        for name, asked in sorted(loaded.needs.conditions.items()):
            _check_condition(name, asked, declared.get(("condition", name)))
        check_left_out(loaded.program.rows, supplied)
        behaviors = ConditionLibrary(conditions)
        fingerprint = str(files.program.get("hash", ""))
        return cls(loaded.needs, loaded.program.rate, fingerprint, behaviors, files, library)

    def loaded(self, world_variables: Mapping[str, Slot] | None = None) -> LoadedExport:
        """Return the program; `world_variables` are the places of what several minds share."""
        files = self.files
        return load_program(files.program, self._library, world_variables, names=files.names)


def _supplied(supplied: Iterable[Supplied]) -> tuple[dict[str, Action], dict[str, Condition], _Declared]:
    """Return behavior by name, and the parameters of all actions and conditions there are."""
    built_in, conditions = builtin_library(), builtin_conditions()
    actions = {name: action for name in built_in if (action := built_in.get(name))}
    answers = {name: condition for name in conditions if (condition := conditions.get(name))}
    registry = builtin_registry()
    declared: _Declared = {("action", name): key.parameters for name, key in registry.actions.items()}
    declared |= {("condition", name): each.parameters for name, each in registry.conditions.items()}
    for target in supplied:
        found = registrations_in({"": target})
        if not found:
            name = getattr(target, "__name__", repr(target))
            raise EmbeddingError(
                f"{name} is no action and no condition. Decorate it with @action() or @condition()."
            )
        registration = found[0]
        sort = "action" if isinstance(registration, ActionRegistration) else "condition"
        declared[sort, registration.declaration.id] = registration.declaration.parameters
        if isinstance(registration, ActionRegistration):
            actions[registration.declaration.id] = registration.action
        else:
            answers[registration.declaration.id] = registration.condition
    return actions, answers, declared


def _check_action(name: str, needed: NeededAction, given: tuple[Parameter, ...] | None) -> None:
    if given is None:
        return
    asked = [(parameter.name, parameter.type, parameter.choices) for parameter in needed.parameters]
    has = [(parameter.name, parameter.type, parameter.choices) for parameter in map(needed_parameter, given)]
    if asked != has:
        raise EmbeddingError(
            f"The action {name!r} takes ({_words(asked)}) in the export and ({_words(has)}) here. "
            "Give both the same parameters."
        )


def _check_condition(name: str, asked: NeededCondition, given: tuple[Parameter, ...] | None) -> None:
    if given is None:
        raise EmbeddingError(f"The condition {name!r} is not supplied. Pass a function of that name.")
    wanted = [kind for _, kind in asked.parameters]
    has: list[Type | None] = [argument_type(parameter) for parameter in given]
    fits = len(wanted) == len(has) and all(
        wanted_type is None or wanted_type == kind for wanted_type, kind in zip(has, wanted, strict=True)
    )
    if not fits:
        words = ", ".join(f"{key}: {kind}" for key, kind in asked.parameters)
        raise EmbeddingError(f"The condition {name!r} takes ({words}) in the export; that is not so here.")


def _words(parameters: list[tuple[str, str, tuple[str, ...]]]) -> str:
    return ", ".join(f"{name}: {kind}" for name, kind, _ in parameters) or "nothing"
