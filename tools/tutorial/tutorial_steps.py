"""List the steps of the tutorial: their words, what each does in a window, and the pictures on the way.

`STEPS` holds every numbered step of the page `tutorial` word by word. A test compares the words with the page
and follows the steps; `tools.help_pages.help_shots` follows them too and takes the pictures. So neither words
nor pictures can go stale unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QImage

from tools.tutorial.tutorial_walk import GRAPH, WHY, WINDOW, TutorialWalk


@dataclass(frozen=True)
class TutorialStep:
    """Hold a step: its words as on the page, what it does, the picture after it and what that shows."""

    words: str
    act: Callable[[TutorialWalk], None]
    picture: str = ""
    shows: str = ""

    def follow(self, walk: TutorialWalk) -> QImage | None:
        """Do the step; return the picture after it, or None for a step without one."""
        self.act(walk)
        return walk.picture(self.shows) if self.picture else None


STEPS: tuple[TutorialStep, ...] = (
    TutorialStep(
        "Open [the first guard](command:sample.first_guard). A guard and an intruder stand in a yard."
        " On the canvas is all that the guard has in mind: one state, **Stand**.",
        TutorialWalk.open_first_guard,
    ),
    TutorialStep(
        "Click **Stand**. In the **Inspector** open the field **Does** and choose *Follow path*. "
        "Write `round` for **Path** and press Enter.",
        TutorialWalk.walk_the_round,
    ),
    TutorialStep(
        "Press **F2**, type `Patrol` and press Enter.", TutorialWalk.call_it_patrol, "tutorial-patrol", WINDOW
    ),
    TutorialStep(
        "Double-click the empty canvas to the right of **Patrol**. Type `state` and press Enter. "
        "Press **F2**, type `Chase` and press Enter.",
        TutorialWalk.add_chase,
    ),
    TutorialStep(
        "For **Does** choose *Pursue*, and for **Target** write `intruder`.", TutorialWalk.let_chase_pursue
    ),
    TutorialStep(
        "Point at **Patrol**: a small handle shows on its right side. Drag the handle onto **Chase**."
        " The new transition is selected; write `visible` for its **Guard**.",
        TutorialWalk.connect_sees,
    ),
    TutorialStep(
        "Drag the handle of **Chase** onto **Patrol**. Write `not visible` for **Guard**, unfold "
        "**Timing** and write `2` for **Delay**.",
        TutorialWalk.connect_loses,
    ),
    TutorialStep(
        "On the map, drag the intruder into the yellow cone. The guard turns to **Chase**.",
        TutorialWalk.show_intruder,
        "tutorial-chase",
        GRAPH,
    ),
    TutorialStep(
        "Drag the intruder behind the hedge at the top of the map. After two seconds the guard is "
        "back on its round.",
        TutorialWalk.hide_intruder,
    ),
    TutorialStep(
        "Choose **Graph ▸ New graph in this document ▸ Behavior tree**. An empty"
        " canvas opens. In the **Inspector** write `Hunt` for **Title**.",
        TutorialWalk.make_tree,
    ),
    TutorialStep(
        "Press **Tab**, type `selector` and press Enter. In the **Inspector** choose "
        "*starts over each tick* for **Memory**.",
        TutorialWalk.add_selector,
    ),
    TutorialStep(
        "Drag from the dot below **Selector** down to the left and let go. Type `sequence` and press Enter.",
        TutorialWalk.add_sequence,
    ),
    TutorialStep(
        "Drag from the dot below **Sequence** down to the left, type `condition` and press Enter. "
        "Write `d < 4` for **Test**.",
        TutorialWalk.add_condition,
    ),
    TutorialStep(
        "Drag from **Sequence** again, to the right of the condition: type `fire`, press Enter, and "
        "write `intruder` for **Target**. Drag once more, to the right of that: type `wait` and press"
        " Enter.",
        TutorialWalk.add_shot,
    ),
    TutorialStep(
        "Drag from the dot below **Selector** down to the right, type `pursue`, press Enter, and "
        "write `intruder` for **Target**.",
        TutorialWalk.add_pursuit,
        "tutorial-tree",
        GRAPH,
    ),
    TutorialStep(
        "Click the tab **First guard**. Click **Chase**, and for **Does** choose *Hunt*.",
        TutorialWalk.use_tree,
    ),
    TutorialStep(
        "Drag the intruder into the cone once more, then double-click the word *Hunt* in **Chase** to"
        " look inside. The guard comes nearer, and then it fires.",
        TutorialWalk.hunt,
        "tutorial-hunt",
        GRAPH,
    ),
    TutorialStep(
        "Press **F5** to pause. Click **Pursue** and open the panel **Why** beside the inspector.",
        TutorialWalk.ask_why,
        "tutorial-why",
        WHY,
    ),
    TutorialStep(
        "In the **Timeline**, click a moment near its beginning. Canvas, map and values all go back "
        "to it, and a banner says so.",
        TutorialWalk.look_back,
    ),
    TutorialStep("Press *Back to live* in the banner.", TutorialWalk.come_back),
    TutorialStep(
        "Press **Alt+Up** to leave the tree, click **Chase** and press **F9**: a breakpoint. Drag the"
        " intruder behind the hedge, press **F5**, and when the guard is back on its round drag the "
        "intruder into the cone. The run is held at the moment **Chase** is entered.",
        TutorialWalk.stop_at_chase,
    ),
)
"""The steps of the page, in its order."""

TUTORIAL_PICTURES = tuple(step.picture for step in STEPS if step.picture)
"""The names of the pictures of the page, without ending."""
