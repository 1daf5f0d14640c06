"""List what each step of the tutorial does in a window, and the pictures on the way.

The words are on the page `tutorial` alone; `STEPS` has a row for each of its numbered steps. A test follows
them and sees that the panel of the tutorial ticks off just the step that was done;
`tools.help_pages.help_shots` follows them too and takes the pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QImage

from tools.tutorial.tutorial_walk import GRAPH, WHY, WINDOW, TutorialWalk


@dataclass(frozen=True)
class TutorialStep:
    """Hold a step: what it does, the picture after it and what that shows."""

    act: Callable[[TutorialWalk], None]
    picture: str = ""
    shows: str = ""

    def follow(self, walk: TutorialWalk) -> QImage | None:
        """Do the step; return the picture after it, or None for a step without one."""
        self.act(walk)
        return walk.picture(self.shows) if self.picture else None


STEPS: tuple[TutorialStep, ...] = (
    TutorialStep(TutorialWalk.open_first_guard),
    TutorialStep(TutorialWalk.walk_the_round),
    TutorialStep(TutorialWalk.call_it_patrol, "tutorial-patrol", WINDOW),
    TutorialStep(TutorialWalk.add_chase),
    TutorialStep(TutorialWalk.let_chase_pursue),
    TutorialStep(TutorialWalk.connect_sees),
    TutorialStep(TutorialWalk.connect_loses),
    TutorialStep(TutorialWalk.show_intruder, "tutorial-chase", GRAPH),
    TutorialStep(TutorialWalk.hide_intruder),
    TutorialStep(TutorialWalk.make_tree),
    TutorialStep(TutorialWalk.add_selector),
    TutorialStep(TutorialWalk.add_sequence),
    TutorialStep(TutorialWalk.add_condition),
    TutorialStep(TutorialWalk.add_shot),
    TutorialStep(TutorialWalk.add_pursuit, "tutorial-tree", GRAPH),
    TutorialStep(TutorialWalk.use_tree),
    TutorialStep(TutorialWalk.hunt, "tutorial-hunt", GRAPH),
    TutorialStep(TutorialWalk.ask_why, "tutorial-why", WHY),
    TutorialStep(TutorialWalk.look_back),
    TutorialStep(TutorialWalk.come_back),
    TutorialStep(TutorialWalk.stop_at_chase),
)
"""The steps of the page, in its order."""

TUTORIAL_PICTURES = tuple(step.picture for step in STEPS if step.picture)
"""The names of the pictures of the page, without ending."""
