"""Cases of lints of machines and of guards: a document that triggers each, and one that almost does."""

from __future__ import annotations

from graphs.model import Document
from tests.graphs.lints.small_documents import (
    SEEN,
    WAIT,
    asked,
    compound,
    first_of,
    guards,
    nested,
    regions,
    states,
    under,
)

Case = tuple[str, str, Document, Document]
"""The code of a lint, the place it stands at, the document it is found in, the one it is not."""

GUARDS: list[Case] = [
    # A gap between two guards, and one that a guard covers.
    (
        "W207",
        "nodes.a.transitions",
        guards(ab="3 < d < 5", ac="d > 6", ba="d < 3", ca="d < 2"),
        guards(ab="3 < d < 5", ac="d >= 5", ba="d <= 3", ca="d < 2"),
    ),
    # The band of a hysteresis is next to where the state is entered.
    (
        "W207",
        "nodes.b.transitions",
        guards(ab="d < 5", ba="d > 5"),
        guards(ab="d < 5", ba="d > 6"),
    ),
    # A point that both guards of a boundary leave out.
    ("W207", "nodes.a.transitions", guards(ab="d < 1", ac="d > 1"), guards(ab="d < 1", ac="d >= 1")),
    # The same for an int may be meant: it is a value to rest at.
    ("W207", "nodes.a.transitions", guards(ab="d < 1", ac="d > 1"), guards(ab="ammo < 1", ac="ammo > 1")),
    # Where the state is entered for the gap, it is its home.
    (
        "W207",
        "nodes.b.transitions",
        guards(ab="d < 2", ba="3 < d < 5", bc="d > 6"),
        guards(ab="d < 2 or d == 5.5", ba="3 < d < 5", bc="d > 6"),
    ),
    # An opaque guard might cover the gap.
    (
        "W207",
        "nodes.a.transitions",
        guards(ab="d < 1", ac="d > 1"),
        guards(ab="d < 1", ac="d > 1", ab2="distance(self, foe) < 3"),
    ),
    # So does a transition of the state around it.
    (
        "W207",
        "nodes.in.transitions",
        compound("d > 6", "d < 2 or 3 < d < 5", back="d == 2.5"),
        compound("d >= 5", "d < 2 or 3 < d < 5", back="d == 2.5"),
    ),
    # Two guards on the same event, the polled ones of a tick, and guards that exclude each other.
    ("I301", "nodes.a.transitions", guards(ab="d < 5", ac="seen"), guards(ab="d < 5", ac="d >= 5 and seen")),
    ("I301", "nodes.a.transitions", guards(ab="d < 5", ac="d < 6"), guards(ab="d < 5", ac=None)),
    (
        "I301",
        "nodes.a.transitions",
        states({"ab": {"guard": "d < 5", "event": "noise"}, "ac": {"guard": "seen", "event": "noise.near"}}),
        states({"ab": {"guard": "d < 5", "event": "noise"}, "ac": {"guard": "seen", "event": "alarm"}}),
    ),
    (
        "I301",
        "nodes.a.transitions",
        guards(ab="d < 5", ac="seen"),
        states({"ab": {"guard": "d < 5"}, "ac": {"guard": "seen", "priority": 1}}),
    ),
    ("I301", "nodes.a.transitions", guards(ab="d < 5", ac="seen"), guards(ab="d < 5", ab2="seen")),
    # Shadowed by one, by two together, by an outer one, by an eventless one.
    ("W212", "edges.ac.guard", guards(ab="d < 5", ac="d < 4 and seen"), guards(ab="d < 5", ac="d < 6")),
    ("W212", "edges.ac", guards(ab=None, ac=None), states({"ab": {"after": 2}, "ac": {}})),
    (
        "W212",
        "edges.ac.guard",
        guards(ab="d < 5", ab2="d >= 5", ac="seen"),
        guards(ab="d < 5", ab2="d > 5", ac="seen"),
    ),
    ("W212", "edges.step.guard", compound("d > 5", "d > 6"), compound("d > 6", "d > 5")),
    ("W212", "edges.step.guard", compound("d > 5", "d > 6"), compound("d > 5", "d > 6", "noise")),
    # A transient state is asked once more without those around it.
    ("W212", "edges.step.guard", compound("d > 5", "d > 6"), compound("d > 5", "d > 6", transient=True)),
    (
        "W212",
        "edges.ac.guard",
        states({"ab": {"event": "always"}, "ac": {"guard": "seen"}}),
        states({"ab": {"event": "always", "guard": "d > 1"}, "ac": {"guard": "seen"}}),
    ),
    (
        "W212",
        "edges.ac.guard",
        states(
            {
                "ab": {"event": "noise", "guard": "event.loudness > 3"},
                "ac": {"event": "noise", "guard": "event.loudness > 5"},
            }
        ),
        states(
            {
                "ab": {"event": "noise", "guard": "event.loudness > 5"},
                "ac": {"event": "noise", "guard": "event.loudness > 3"},
            }
        ),
    ),
    # A targetless polled transition does not end the walk.
    ("W212", "edges.ac.guard", guards(ab="d < 5", ac="d < 4"), guards(a_="d < 5", ac="d < 4")),
    # The higher priority is asked first.
    (
        "W212",
        "edges.ac.guard",
        guards(ab="d < 5", ac="d < 4"),
        states({"ab": {"guard": "d < 5"}, "ac": {"guard": "d < 4", "priority": 2}}),
    ),
    ("W212", "nodes.r.branches.1.test", first_of("d < 5", "d < 4"), first_of("d < 4", "d < 5")),
    # Over the declared ranges.
    ("W213", "edges.ab.guard", guards(ab="health < 0"), guards(ab="health <= 0")),
    ("W213", "edges.ab.guard", guards(ab="d < 3 and d > 5"), guards(ab="d < 3 or d > 5")),
    ("W213", "edges.ab.guard", guards(ab="ammo > 2 and ammo < 3"), guards(ab="d > 2 and d < 3")),
    (
        "W213",
        "nodes.n1.guard.test",
        under("selector", {**WAIT, "guard": {"test": "health > 100"}}),
        under("selector", {**WAIT, "guard": {"test": "health > 99"}}),
    ),
    ("W213", "nodes.r.test", asked("ammo > 30"), asked("ammo >= 30")),
    ("W213", "nodes.r.branches.0.test", first_of("seen and not seen"), first_of("seen")),
    ("I304", "edges.ab.guard", guards(ab="health >= 0"), guards(ab="health > 0")),
    ("I304", "nodes.r.test", nested({"r": {"kind": "condition", "test": "ammo <= 30"}}), nested({"r": SEEN})),
    ("I304", "edges.ab.guard", guards(ab='mood != "calm" or mood == "calm"'), guards(ab='mood != "calm"')),
    # A failing part makes the guard false, so it is not always true.
    ("I304", "edges.ab.guard", guards(ab="d < 1 or d >= 1"), guards(ab="1 / d > 2 or d < 1 or d >= 1")),
]

MACHINES: list[Case] = [
    ("W204", "nodes.a.transitions", guards(ab="health < 0"), guards(ab="health < 1")),
    (
        "W204",
        "nodes.a.transitions",
        states({"ab": {"disabled": True}}),
        states({"ab": {"disabled": True}, "ac": {"guard": "seen"}}),
    ),
    ("W214", "edges.ab.guard", guards(ab="d < 5", ba="d >= 5"), guards(ab="d < 5", ba="d >= 6")),
    (
        "W214",
        "edges.ab.guard",
        guards(ab="d < 5 and seen", ba="d > 5"),
        states({"ab": {"guard": "d < 5 and seen"}, "ba": {"guard": "d > 5", "after": 1}}),
    ),
    ("W214", "edges.ab.guard", guards(ab="d < 5", ba="d >= 5"), guards(ab="ammo < 5", ba="ammo >= 5")),
    (
        "W214",
        "edges.ab.guard",
        guards(ab="d < 5", ba="d >= 5"),
        states({"ab": {"guard": "d < 5", "event": "noise"}, "ba": {"guard": "d >= 5"}}),
    ),
    ("W219", "edges.ab.guard", guards(ab="d < 5", ba="d > 3"), guards(ab="d < 5", ba="d > 6")),
    (
        "W219",
        "edges.ab.guard",
        guards(ab="count < 5", ba="count > 3"),
        states({"ab": {"guard": "count < 5"}, "ba": {"guard": "count > 3", "actions": ["count = 0"]}}),
    ),
    # The transition taken first uses the trigger up.
    ("W219", "edges.ab.guard", guards(ab="seen", ba="seen"), guards(ab="hit", ba="hit")),
    ("W219", "edges.ab.guard", guards(ab="not hit", ba="not hit"), guards(ab="hit and seen", ba="seen")),
    ("W215", "edges.t.targets", regions("y1"), regions("x2")),
    ("W215", "edges.t.targets", regions("y"), regions("out")),
    (
        "W216",
        "edges.ab.after",
        states({"ab": {"group": "w"}, "ac": {"group": "w"}}),
        states({"ab": {"group": "w", "after": 0.5}, "ac": {"group": "w", "after": 0.5}}),
    ),
    (
        "W216",
        "edges.ab.after",
        states({"ab": {"group": "w"}, "ac": {"group": "w"}}),
        states({"ab": {"group": "w", "event": "noise"}, "ac": {"group": "w", "event": "noise"}}),
    ),
]
