"""The commands that let what is idle step back or fold away."""

from __future__ import annotations

from collections.abc import Iterable

from editor.commands.command import Command
from editor.window.parts.window_idle_folding import WindowIdleFolding
from editor.window.parts.window_veils import WindowVeils


def idle_commands(veils: WindowVeils, foldings: WindowIdleFolding) -> Iterable[Command]:
    """Return the commands, each of which is on or off."""
    yield Command(
        "view.fold_idle",
        "Fold what is idle",
        lambda: foldings.switch(on=not foldings.is_on),
        "Show branches and compound states folded in which nothing is active, and unfold them as they begin; "
        "nothing of the document changes.",
        "layers",
        checked=lambda: foldings.is_on,
    )
    yield Command(
        "view.dim_idle",
        "Dim what is idle",
        lambda: veils.switch(on=not veils.is_on),
        "Let nodes and states that do nothing in the tick shown step back; nothing of the document changes.",
        "eye_off",
        checked=lambda: veils.is_on,
    )
