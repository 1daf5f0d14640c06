"""Say what every node can have, guards, preconditions, lines at ends, as scripts beside a node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphs.formats.btcpp.attached_scripts import AttachedScripts, attached_scripts
from graphs.formats.btcpp.library_kinds import Note
from graphs.formats.btcpp.node_models import POST_SCRIPTS, PRECONDITIONS
from graphs.formats.btcpp.script_translation import ScriptScope, Unsayable
from graphs.formats.btcpp.script_writing import KeyScope, lines_script, negated_script, script_of
from graphs.model.behavior_tree import Precondition, TreeNode

_ORDER = tuple(PRECONDITIONS.values())
_NAMES = {gives: name for name, gives in PRECONDITIONS.items()}


def attached_attributes(
    node: TreeNode,
    own: tuple[Precondition, ...],
    old: Mapping[str, str],
    scope: ScriptScope,
    keys: KeyScope,
) -> tuple[dict[str, str], list[Note]]:
    """Return the attributes of a node's scripts: as they were where they still say what the node has.

    `own` are preconditions that the kind itself stands for, and that are said by it.
    """
    before = attached_scripts(old, scope)
    found: dict[str, str] = {}
    notes: list[Note] = []
    rest = node.preconditions[: len(node.preconditions) - len(own)]
    is_plain = node.guard is None and not node.disabled
    if is_plain and rest == tuple(before.preconditions):
        found |= {name: old[name] for name in PRECONDITIONS if name in old}
    else:
        found |= _unsaid(old, PRECONDITIONS, before.notes)
        for gives, texts in _tests(node, rest, keys, notes).items():
            joined = (" && " if gives == "while" else " || ").join(
                f"({text})" if len(texts) > 1 else text for text in texts
            )
            found[_NAMES[gives]] = joined
    found |= _unsaid(old, POST_SCRIPTS, before.notes)
    _end_lines(node, keys, found, notes, old, before)
    for number, service in enumerate(node.services, 1):
        reason = "The library has no services."
        remedy = "Run what it does in a parallel with a Repeat."
        notes.append(Note("lost", f"service {number} ({service.action or 'lines'})", reason, remedy))
    if node.slot is not None and (node.slot.weight is not None or node.slot.score is not None):
        notes.append(Note("lost", "slot", "The library has no weights and no scores."))
    return found, notes


def _unsaid(old: Mapping[str, str], names: Iterable[str], notes: list[Note]) -> dict[str, str]:
    """Return scripts that stand for nothing here, so that nothing here can have changed them."""
    kept = {note.what for note in notes}
    return {name: old[name] for name in names if name in old and name in kept}


def _tests(
    node: TreeNode, rest: tuple[Precondition, ...], keys: KeyScope, notes: list[Note]
) -> dict[str, list[str]]:
    """Return the tests before a node by what they give, in the order in which the library asks them."""
    found: dict[str, list[str]] = {}

    def add(gives: str, text: str, what: str, negated: bool = False) -> None:
        try:
            script = script_of(text, keys)
            found.setdefault(gives, []).append(negated_script(script) if negated else script)
        except Unsayable as error:
            notes.append(Note("lost", what, str(error), "Say it with numbers, texts, true and false."))

    if node.disabled:
        found["skip"] = ["true"]
    if node.guard is not None:
        skips = node.guard.refused == "skipped"
        if node.guard.abort == "self" and skips:
            add("while", node.guard.test, "guard")
        else:
            add("skip" if skips else "fail", node.guard.test, "guard", negated=True)
            if node.guard.abort != "none":
                said = f"It aborts ({node.guard.abort}) here; there it is tested only before the node runs."
                notes.append(Note("lost", "guard", said, "Take a ReactiveSequence or ReactiveFallback."))
    for each in rest:
        add(each.gives, each.test, "precondition")
    order = [_ORDER.index(each.gives) for each in rest]
    if node.guard is not None and rest:
        order.insert(0, _ORDER.index("skip" if node.guard.refused == "skipped" else "fail"))
    if order != sorted(order):
        said = "The library asks _failureIf first, then _successIf, _skipIf and _while."
        notes.append(Note("changed", "preconditions", said))
    return {gives: found[gives] for gives in _ORDER if gives in found}


def _end_lines(
    node: TreeNode,
    keys: KeyScope,
    found: dict[str, str],
    notes: list[Note],
    old: Mapping[str, str],
    before: AttachedScripts,
) -> None:
    """Write the lines at ends; `_post` stays where its lines are still behind those of both ends."""
    fields: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "_onSuccess": (node.on_success, before.on_success),
        "_onFailure": (node.on_failure, before.on_failure),
        "_onHalted": (node.on_halt, before.on_halt),
        "_post": (node.on_end, ()),
    }
    count = len(before.post)
    both = (node.on_success[-count:], node.on_failure[-count:])
    if count and not node.on_end and both == (before.post, before.post):
        found["_post"] = old["_post"]
        for name in ("_onSuccess", "_onFailure"):
            now, then = fields[name]
            fields[name] = (now[:-count], then[:-count])
    if node.on_end:
        notes.append(Note("changed", "on_end", "There it runs after SUCCESS and FAILURE alone."))
    for name, (lines, then) in fields.items():
        if name in old and name != "_post" and lines == then:
            found[name] = old[name]
            continue
        if not any(line.strip() for line in lines):
            continue
        try:
            found[name] = lines_script(lines, keys)
        except Unsayable as error:
            notes.append(Note("lost", name, str(error), "Say it with assignments alone."))
