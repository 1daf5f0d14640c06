"""Make documents of trees of py_trees, from their objects; py_trees itself is never imported here.

What its behaviors do in a tick was read in py_trees 2.6. Nothing of a tree is run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Protocol, cast

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.game_leaf import literal, number_of, type_of
from graphs.formats.basics.gathered_trees import (
    MOST_LEVELS,
    GatheredNode,
    GatheredTree,
    GatheredTrees,
    KindWithParams,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.variables_and_events import Variable, VariableType

_PLAIN: Mapping[str, KindWithParams] = {
    "Inverter": ("inverter", {}),
    "FailureIsSuccess": ("force_success", {}),
    "SuccessIsFailure": ("force_failure", {}),
    "FailureIsRunning": ("until_success", {}),
    "SuccessIsRunning": ("repeat", {}),
    "PassThrough": ("sequence", {}),
    "Success": ("succeed", {}),
    "Failure": ("fail", {}),
    "Running": ("fixed_status", {"status": "running"}),
    "Dummy": ("fixed_status", {"status": "running"}),
}
_OPERATORS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class PyTreesBehaviour(Protocol):
    """Say what is read of every behavior of py_trees."""

    @property
    def name(self) -> str:
        """Return what it is called."""

    @property
    def children(self) -> Sequence[PyTreesBehaviour]:
        """Return what is below it."""


def read_py_trees(root: PyTreesBehaviour, registry: Registry) -> Imported:
    """Return the document of a tree, a manifest and a row for each behavior; raises `FileProblem`."""
    if not _bases(root, "Behaviour"):
        said = f"{type(root).__name__} is no behavior of py_trees."
        raise FileProblem(Path(), "root", said, "Give the root of a tree, not a BehaviourTree.")
    trees = GatheredTrees("py_trees", registry)
    tree = trees.tree(root.name)
    _PyTreesReading(trees, tree).add(root, None, 0)
    return trees.finished(tree, root.name)


def _bases(behavior: object, name: str) -> bool:
    """Tell whether something is of a class of py_trees, or of one that is made of it."""
    bases = (each for each in type(behavior).__mro__ if each.__name__ == name)
    return any(each.__module__.startswith("py_trees.") for each in bases)


class _PyTreesReading:
    """Make a node of each behavior."""

    def __init__(self, trees: GatheredTrees, tree: GatheredTree) -> None:
        self._trees, self._tree, self._names = trees, tree, trees.names

    def add(self, behavior: PyTreesBehaviour, parent: GatheredNode | None, depth: int) -> GatheredNode:
        """Add a behavior with all below it; return its node."""
        if depth > MOST_LEVELS:
            said = f"It has over {MOST_LEVELS} levels."
            raise FileProblem(Path(), behavior.name, said, "Make it of several trees.")
        kind = type(behavior)
        is_own = not kind.__module__.startswith("py_trees.")
        node = self._trees.add(self._tree, behavior.name or kind.__name__, parent)
        node.fields["title"] = behavior.name
        node.origin["class"] = f"{kind.__module__}.{kind.__qualname__}"
        if not is_own and kind.__name__ in _MAKERS:
            _MAKERS[kind.__name__](self, behavior, node)
        elif not is_own and kind.__name__ in _PLAIN:
            name, params = _PLAIN[kind.__name__]
            node.become(name, **params)
        else:
            self._other(behavior, node)
        self._trees.say_of(node, f"{kind.__name__} {behavior.name!r}", ("", 0, 0))
        chosen = _within(behavior, "policy.children")
        for child in behavior.children:
            added = self.add(child, node, depth + 1)
            if isinstance(chosen, Sequence) and any(child is each for each in chosen):
                added.fields["slot"] = {"chosen": True}
        return node

    def _other(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Let a behavior of the game be an action; one with children keeps its place."""
        name = type(behavior).__name__
        if behavior.children:
            node.become_foreign(name)
            return
        self._trees.action(node, name, {})
        if type(behavior).__module__.startswith("py_trees."):
            said = f"Nothing here does what {name} does with what it was given; it is an action of the game."
            node.tell("kept", said, "Write it for the game, or build it of nodes.", "3.12")

    def in_order(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a sequence or a selector."""
        is_sequence = type(behavior).__name__ == "Sequence"
        if not behavior.children:
            node.become("succeed" if is_sequence else "fail")
            return
        params = {} if getattr(behavior, "memory", True) else {"memory": "none"}
        node.become("sequence" if is_sequence else "selector", **params)

    def parallel(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a parallel: all children are ticked, then it is decided, and one failure is enough."""
        if not behavior.children:
            node.become("succeed")
            return
        words = {"SuccessOnOne": "any", "SuccessOnSelected": "chosen"}
        success = words.get(type(_within(behavior, "policy")).__name__, "all")
        ended = "wait" if _within(behavior, "policy.synchronise") else "again"
        node.become("parallel", success=success, decide="end", ended=ended)

    def repeat(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a repeat: one attempt in a tick."""
        count = int(getattr(behavior, "num_success", -1))
        node.become("repeat", **({"count": count} if count > 0 else {}))

    def retry(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a retry: one attempt in a tick."""
        node.become("retry", count=max(1, int(getattr(behavior, "num_failures", 1))))

    def one_shot(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a node that completes once."""
        is_success = _within(behavior, "policy.name") == "ON_SUCCESSFUL_COMPLETION"
        node.become("run_once", counts="success" if is_success else "all", afterwards="last")

    def timed(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a timeout or a wait."""
        kind = "timeout" if type(behavior).__name__ == "Timeout" else "wait"
        node.become(kind, seconds=max(0.0, float(getattr(behavior, "duration", 5.0))))
        node.tell_clock()

    def until(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Make a condition on what its child gives."""
        wanted = _within(behavior, "succeed_status.name")
        if wanted in ("SUCCESS", "FAILURE"):
            node.become("until_success" if wanted == "SUCCESS" else "until_failure")
        else:
            self._other(behavior, node)

    def guard(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Guard a child in every tick by a function of the game."""
        asked = getattr(behavior, "condition", None)
        asked = getattr(asked, "func", asked)
        name = str(getattr(asked, "__name__", "condition")).strip("<>")
        self._trees.ask(name, {}, lambda test: node.fields.update(guard={"test": test, "abort": "self"}))

    def check(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Compare a variable of the blackboard with a value."""
        variable = str(_within(behavior, "check.variable") or "")
        word = _OPERATORS.get(str(_within(behavior, "check.operator.__name__")))
        value = _constant(_within(behavior, "check.value_generator"))
        kind = self._declared(variable, value, node)
        if kind is None or word is None or (word not in ("==", "!=") and kind not in ("int", "float")):
            self._other(behavior, node)
            return
        waits = type(behavior).__name__ == "WaitForBlackboardVariableValue"
        test = f"{self._names.legal(variable)} {word} {literal(value)}"
        node.fields.update(kind="wait_until" if waits else "condition", test=test)

    def set(self, behavior: PyTreesBehaviour, node: GatheredNode) -> None:
        """Set a variable of the blackboard to a value."""
        variable = str(getattr(behavior, "variable_name", ""))
        value = _constant(getattr(behavior, "variable_value_generator", None))
        kind = self._declared(variable, value, node)
        if kind is None or not getattr(behavior, "overwrite", True):
            self._other(behavior, node)
        else:
            node.fields.update(kind="set", actions=[f"{self._names.legal(variable)} = {literal(value)}"])

    def _declared(self, variable: str, value: JsonValue, node: GatheredNode) -> VariableType | None:
        """Declare a variable with what the blackboard has of it; None for what no variable can hold."""
        kind = _type_of(value)
        if kind is None or not variable:
            return None
        legal = self._names.legal(variable)
        known = self._trees.variables.get(legal)
        if known is not None and known.type != kind and (known.type, kind) != ("float", "int"):
            return None
        storage = _within(sys.modules.get("py_trees.blackboard"), "Blackboard.storage")
        stored = storage.get("/" + variable.lstrip("/")) if isinstance(storage, Mapping) else None
        if _type_of(stored) != (known.type if known else kind):
            empty: dict[str, JsonValue] = {"bool": False, "string": ""}
            stored = empty.get(kind, 0)
            said = f"There {variable!r} has no value until it is set; here it begins with {stored!r}."
            node.tell("changed", said, "Set the default of the variable.", "2.1")
        if known is None:
            self._trees.variables[legal] = Variable(type=kind, default=cast(JsonValue, stored))
        return kind


def _within(part: object, path: str) -> object:
    """Return what a path of attributes leads to, None where one is not there."""
    return reduce(lambda found, name: getattr(found, name, None), path.split("."), part)


def _type_of(value: object) -> VariableType | None:
    """Return the type of a value, None for one that no variable can hold."""
    is_number = type(value) in (int, float)
    fits = isinstance(value, bool | int | float | str) and not (is_number and number_of(repr(value)) is None)
    return type_of(cast(JsonValue, value)) if fits else None


def _constant(made: object) -> JsonValue:
    """Return the value that py_trees wraps in a function of its own; None for a function of the user's."""
    is_wrapped = str(getattr(made, "__module__", "")).startswith("py_trees.")
    value = made() if callable(made) and is_wrapped else None
    return value if isinstance(value, bool | int | float | str) else None


_Maker = Callable[[_PyTreesReading, PyTreesBehaviour, GatheredNode], None]
_MAKERS: Mapping[str, _Maker] = {
    "Sequence": _PyTreesReading.in_order,
    "Selector": _PyTreesReading.in_order,
    "Parallel": _PyTreesReading.parallel,
    "Repeat": _PyTreesReading.repeat,
    "Retry": _PyTreesReading.retry,
    "OneShot": _PyTreesReading.one_shot,
    "Timeout": _PyTreesReading.timed,
    "Timer": _PyTreesReading.timed,
    "Condition": _PyTreesReading.until,
    "EternalGuard": _PyTreesReading.guard,
    "CheckBlackboardVariableValue": _PyTreesReading.check,
    "WaitForBlackboardVariableValue": _PyTreesReading.check,
    "SetBlackboardVariable": _PyTreesReading.set,
}
