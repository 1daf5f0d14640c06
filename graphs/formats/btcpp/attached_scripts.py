"""Say the scripts that every node can have: those that decide before it, those that run at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.formats.btcpp.library_kinds import Note
from graphs.formats.btcpp.node_models import PRECONDITIONS
from graphs.formats.btcpp.script_translation import ScriptScope, Unsayable, said_lines, said_test
from graphs.model.behavior_tree import Precondition

_KEPT = "It is left out here, and written back as it was. "


@dataclass(slots=True)
class AttachedScripts:
    """Hold the preconditions and the lines at ends that scripts become."""

    preconditions: list[Precondition] = field(default_factory=list)
    on_success: tuple[str, ...] = ()
    on_failure: tuple[str, ...] = ()
    on_halt: tuple[str, ...] = ()
    post: tuple[str, ...] = ()
    notes: list[Note] = field(default_factory=list)


def attached_scripts(attributes: Mapping[str, str], scope: ScriptScope) -> AttachedScripts:
    """Return what the scripts of a node become, in the order in which the library asks them.

    `_post` runs after success and failure alone, so it stands behind the lines of both.
    """
    found = AttachedScripts()
    for name, gives in PRECONDITIONS.items():
        if name in attributes:
            try:
                test = said_test(attributes[name], scope)
                found.preconditions.append(Precondition.model_validate({"test": test, "gives": gives}))
            except Unsayable as error:
                found.notes.append(Note("kept", name, _KEPT + str(error), "", "3.9"))
    found.post = post = _lines(found, attributes, "_post", scope)
    found.on_success = (*_lines(found, attributes, "_onSuccess", scope), *post)
    found.on_failure = (*_lines(found, attributes, "_onFailure", scope), *post)
    found.on_halt = _lines(found, attributes, "_onHalted", scope)
    return found


def _lines(
    found: AttachedScripts, attributes: Mapping[str, str], name: str, scope: ScriptScope
) -> tuple[str, ...]:
    if name not in attributes:
        return ()
    try:
        return said_lines(attributes[name], scope)
    except Unsayable as error:
        found.notes.append(Note("kept", name, _KEPT + str(error), "", "3.17"))
        return ()
