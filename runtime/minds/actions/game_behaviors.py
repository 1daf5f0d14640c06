"""Join what a game declares in Python with what there is: declarations and behavior, found together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from runtime.minds.actions.action import Action, ActionLibrary
from runtime.minds.actions.condition import Condition, ConditionLibrary
from runtime.minds.actions.project_modules import FoundRegistration, LoadedModules
from runtime.minds.actions.registration import ActionRegistration, ConditionRegistration, Registration


@dataclass(frozen=True)
class GameBehaviors:
    """Hold all declarations there are, the behavior of those that have one, and what did not fit.

    `has_own_code` tells whether some of the behavior is the game's, which may remember things in its modules.
    """

    registry: Registry
    actions: ActionLibrary
    conditions: ConditionLibrary
    problems: tuple[FileProblem, ...] = ()
    has_own_code: bool = False


def with_modules(
    registry: Registry, actions: ActionLibrary, conditions: ConditionLibrary, loaded: LoadedModules
) -> GameBehaviors:
    """Return all that is given, with what the modules of a project declare.

    What a manifest declares already keeps its declaration, less its stand-in, and gets its behavior from the
    module, when both have the same parameters. A name that is built in, or that two functions have, is a
    problem, located at the second; what it declares is left out.
    """
    if not loaded.found:
        return GameBehaviors(registry, actions, conditions, loaded.problems)
    joining = _Joining(registry, actions, conditions)
    for each in loaded.found:
        joining.add(each)
    extended = registry.extended(
        actions=joining.new_actions.values(), conditions=joining.new_conditions.values()
    )
    return GameBehaviors(
        _without_stand_ins(extended, joining),
        actions.extended(joining.actions),
        conditions.extended(joining.conditions),
        (*loaded.problems, *joining.problems),
        has_own_code=bool(joining.actions or joining.conditions),
    )


def with_registrations(
    registry: Registry,
    actions: ActionLibrary,
    conditions: ConditionLibrary,
    registrations: tuple[Registration, ...],
) -> GameBehaviors:
    """Return all that is given with what a game that embeds the runtime declares.

    Raises ValueError for a name that has a declaration already.
    """
    acting = [found for found in registrations if isinstance(found, ActionRegistration)]
    asking = [found for found in registrations if isinstance(found, ConditionRegistration)]
    return GameBehaviors(
        registry.extended(
            actions=[entry.declaration for entry in acting],
            conditions=[value.declaration for value in asking],
        ),
        actions.extended({each.declaration.id: each.action for each in acting}),
        conditions.extended({item.declaration.id: item.condition for item in asking}),
        has_own_code=bool(registrations),
    )


def _without_stand_ins(registry: Registry, joined: _Joining) -> Registry:
    """Return the registry with no stand-in for what has a behavior of its own now."""
    return replace(
        registry,
        actions={
            name: replace(action, stand_in=None) if name in joined.actions else action
            for name, action in registry.actions.items()
        },
        conditions={
            name: replace(condition, stand_in=None) if name in joined.conditions else condition
            for name, condition in registry.conditions.items()
        },
    )


class _Joining:
    def __init__(self, registry: Registry, actions: ActionLibrary, conditions: ConditionLibrary) -> None:
        self._registry = registry
        self._with_behavior = {"action": set(actions), "condition": set(conditions)}
        self._origins: dict[tuple[str, str], FoundRegistration] = {}
        self.new_actions: dict[str, ActionDeclaration] = {}
        self.new_conditions: dict[str, ConditionDeclaration] = {}
        self.actions: dict[str, Action] = {}
        self.conditions: dict[str, Condition] = {}
        self.problems: list[FileProblem] = []

    def add(self, found: FoundRegistration) -> None:
        """Take one registration, or note why it cannot be taken."""
        one = found.registration
        sort = "action" if isinstance(one, ActionRegistration) else "condition"
        name = one.declaration.id
        known: Mapping[str, ActionDeclaration | ConditionDeclaration] = (
            self._registry.actions if sort == "action" else self._registry.conditions
        )
        declared = known.get(name)
        problem = self._clash(sort, name, found) or _difference(sort, declared, one)
        if problem is not None:
            self.problems.append(FileProblem(found.path, found.where, *problem))
            return
        self._origins[(sort, name)] = found
        if isinstance(one, ActionRegistration):
            self.actions[name] = one.action
            if declared is None:
                self.new_actions[name] = one.declaration
        else:
            self.conditions[name] = one.condition
            if declared is None:
                self.new_conditions[name] = one.declaration

    def _clash(self, sort: str, name: str, found: FoundRegistration) -> tuple[str, str] | None:
        former = self._origins.get((sort, name))
        if former is not None:
            place = f"{former.where} of {former.path.name}"
            return f"The {sort} {name!r} is declared at {place} too.", "Rename one of the two."
        if name in self._with_behavior[sort]:
            return f"The {sort} {name!r} is built in.", "Choose another name for the game's own."
        return None


def _difference(
    sort: str, declared: ActionDeclaration | ConditionDeclaration | None, one: Registration
) -> tuple[str, str] | None:
    """Return why a module's declaration does not fit the manifest's, if it does not."""
    if declared is None:
        return None
    name = declared.id
    remedy = "Give both the same parameters, or declare it in one of the two places."
    wanted, given = _shape(declared.parameters), _shape(one.declaration.parameters)
    if wanted != given:
        return (
            f"The {sort} {name!r} takes ({_words(wanted)}) in the manifest and ({_words(given)}) here.",
            remedy,
        )
    if getattr(declared, "instant", False) != getattr(one.declaration, "instant", False):
        return f"The action {name!r} is instant in one of manifest and module only.", remedy
    return None


_Shape = tuple[tuple[str, str, tuple[str, ...]], ...]


def _shape(parameters: tuple[Parameter, ...]) -> _Shape:
    return tuple((parameter.name, parameter.type, parameter.choices) for parameter in parameters)


def _words(shape: _Shape) -> str:
    return ", ".join(f"{name}: {kind}" for name, kind, _ in shape) or "nothing"
