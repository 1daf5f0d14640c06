"""Say the scripts that every node can have, both ways: what decides before it, what runs at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphs.formats.btcpp.node_models import PRECONDITIONS, SCRIPTS
from graphs.formats.btcpp.notes import ENDS_ONLY, OTHER_ORDER, SAY_OTHERWISE, Note
from graphs.formats.btcpp.script_translation import ScriptScope, Unsayable, said_lines, said_test
from graphs.formats.btcpp.script_writing import KeyScope, lines_script, script_of
from graphs.model.behavior_tree import Precondition, TreeNode

_ORDER = tuple(PRECONDITIONS.values())
_NAMES = {gives: name for name, gives in PRECONDITIONS.items()}


@dataclass(slots=True)
class AttachedScripts:
    """Hold what scripts become: preconditions in the order in which the library asks, lines by attribute."""

    preconditions: list[Precondition] = field(default_factory=list)
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    def at_end(self, name: str) -> tuple[str, ...]:
        """Return the lines of success or failure; `_post` runs after both, so it stands behind either."""
        return (*self.lines.get(name, ()), *self.lines.get("_post", ()))


def attached_scripts(attributes: Mapping[str, str], scope: ScriptScope) -> AttachedScripts:
    """Return what the scripts of a node become."""
    found = AttachedScripts()
    for name in SCRIPTS:
        if name not in attributes:
            continue
        gives = PRECONDITIONS.get(name)
        try:
            if gives is None:
                found.lines[name] = said_lines(attributes[name], scope)
            else:
                test = said_test(attributes[name], scope)
                found.preconditions.append(Precondition.model_validate({"test": test, "gives": gives}))
        except Unsayable as error:
            said = f"It is left out here, and written back as it was. {error}"
            found.notes.append(Note("kept", name, said, SAY_OTHERWISE, "3.17" if gives is None else "3.9"))
    return found


def attached_attributes(
    node: TreeNode, own: int, old: Mapping[str, str], scope: ScriptScope, keys: KeyScope
) -> tuple[dict[str, str], list[Note]]:
    """Return the attributes of a node's scripts: as they were where they still say what the node has.

    The last preconditions, `own` of them, are said by the kind of the node.
    """
    before = attached_scripts(old, scope)
    notes: list[Note] = []
    # Scripts that stand for nothing here cannot have been changed here.
    found = {note.what: old[note.what] for note in before.notes}
    rest = node.preconditions[: len(node.preconditions) - own]
    if node.guard is None and not node.disabled and rest == tuple(before.preconditions):
        found |= {name: old[name] for name in PRECONDITIONS if name in old}
    else:
        found |= _tests(node, rest, keys, notes)
    found |= _end_lines(node, keys, old, before, notes)
    for number, service in enumerate(node.services, 1):
        what, remedy = (
            f"service {number} ({service.action or 'lines'})",
            "Run what it does in a parallel with a Repeat.",
        )
        notes.append(Note("lost", what, "The library has no services.", remedy))
    if node.slot is not None and (node.slot.weight is not None or node.slot.score is not None):
        notes.append(Note("lost", "slot", "The library has no weights and no scores."))
    return found, notes


def _tests(node: TreeNode, rest: Sequence[Precondition], keys: KeyScope, notes: list[Note]) -> dict[str, str]:
    """Return the tests before a node, those that give the same joined into one."""
    found: dict[str, list[str]] = {"skip": ["true"]} if node.disabled else {}

    def add(gives: str, text: str, what: str, form: str = "{}") -> None:
        try:
            found.setdefault(gives, []).append(form.format(script_of(text, keys)))
        except Unsayable as error:
            notes.append(Note("lost", what, str(error), "Say it with numbers, texts, true and false."))

    order = [_ORDER.index(each.gives) for each in rest]
    if node.guard is not None:
        refused = "skip" if node.guard.refused == "skipped" else "fail"
        order[:0] = [_ORDER.index(refused)]
        if node.guard.abort == "self" and refused == "skip":
            add("while", node.guard.test, "guard")
        else:
            add(refused, node.guard.test, "guard", "!({})")
            if node.guard.abort != "none":
                said = f"It aborts ({node.guard.abort}) here; there it is tested only before the node runs."
                notes.append(Note("lost", "guard", said, "Take a ReactiveSequence or ReactiveFallback."))
    for each in rest:
        add(each.gives, each.test, "precondition")
    if order != sorted(order):
        notes.append(OTHER_ORDER.at("preconditions"))
    return {
        _NAMES[gives]: (" && " if gives == "while" else " || ").join(
            f"({text})" if len(found[gives]) > 1 else text for text in found[gives]
        )
        for gives in _ORDER
        if found.get(gives)
    }


def _end_lines(
    node: TreeNode, keys: KeyScope, old: Mapping[str, str], before: AttachedScripts, notes: list[Note]
) -> dict[str, str]:
    """Return the lines at ends; `_post` stays where its lines are still behind those of both ends."""
    found: dict[str, str] = {}
    lines = {
        "_onSuccess": node.on_success,
        "_onFailure": node.on_failure,
        "_onHalted": node.on_halt,
        "_post": node.on_end,
    }
    post = before.lines.get("_post", ())
    if node.on_end:
        notes.append(ENDS_ONLY.at("on_end"))
    elif post and node.on_success[-len(post) :] == node.on_failure[-len(post) :] == post:
        lines["_post"] = post
        for name in ("_onSuccess", "_onFailure"):
            lines[name] = lines[name][: -len(post)]
    for name, now in lines.items():
        if name in old and now == before.lines.get(name):
            found[name] = old[name]
        elif any(line.strip() for line in now):
            try:
                found[name] = lines_script(now, keys)
            except Unsayable as error:
                notes.append(Note("lost", name, str(error), "Say it with assignments alone."))
    return found
