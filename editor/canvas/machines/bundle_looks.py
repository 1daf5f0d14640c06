"""Choose how the one line of a bundle looks from what became of its transitions."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.items.run_look import TransitionLook
from editor.canvas.painting.pictures import EdgeLook, LabelState
from editor.theme.motion import motion
from editor.theme.tokens import StatusLook
from graphs.model import Edge

TOKEN_SHARE = 0.24
"""The dot of a taken transition travels in the first 240 ms of the fade of one second."""


def line_look(
    looks: Sequence[tuple[TransitionLook, Edge]], *, selected: bool = False, hovered: bool = False
) -> EdgeLook:
    """Return the look of a line: taken, then error, pending, refused, idle, whichever comes first."""
    states = {look.state: look for look, _ in looks}
    taken = states.get(LabelState.TAKEN)
    if taken is not None:
        return EdgeLook(status=StatusLook.RUNNING, fade=taken.fade, selected=selected, hovered=hovered)
    if LabelState.ERROR in states:
        return EdgeLook(status=StatusLook.ERROR, selected=selected, hovered=hovered)
    if LabelState.PENDING in states:
        return EdgeLook(status=StatusLook.PENDING, selected=selected, hovered=hovered)
    if LabelState.REFUSED in states:
        return EdgeLook(refused=True, selected=selected, hovered=hovered)
    disabled = all(edge.disabled for _, edge in looks)
    status = StatusLook.DISABLED if disabled else StatusLook.IDLE
    return EdgeLook(status=status, selected=selected, hovered=hovered)


def line_token(looks: Sequence[tuple[TransitionLook, Edge]]) -> float:
    """Return how far (0..1) the dot of a transition just taken has gone, -1 for none."""
    if motion().is_reduced:
        return -1.0
    for look, _ in looks:
        if look.state == LabelState.TAKEN and look.fade < TOKEN_SHARE:
            return look.fade / TOKEN_SHARE
    return -1.0
