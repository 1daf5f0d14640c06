"""The command that lets what is idle step back."""

from __future__ import annotations

from collections.abc import Iterable

from editor.commands.command import Command
from editor.window_veils import WindowVeils


def idle_commands(veils: WindowVeils) -> Iterable[Command]:
    """Return the command, which is on or off."""
    yield Command(
        "view.dim_idle",
        "Dim what is idle",
        lambda: veils.switch(on=not veils.is_on),
        "Let nodes and states that do nothing in the tick shown step back; nothing of the document changes.",
        "eye_off",
        checked=lambda: veils.is_on,
    )
