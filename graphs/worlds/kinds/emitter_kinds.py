"""Declare what sources and agents can give off: noise, scent, interest and light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.kinds.declarations.parameter import HasParameters, Parameter, choice, number
from graphs.worlds.kinds.sensor_kind import seconds

INTEREST_PRIORITIES: Mapping[str, int] = {
    "lowest": 0,
    "broken": 1,
    "missing": 2,
    "suspect": 4,
    "smoke": 4,
    "box": 5,
    "flare": 10,
    "terror": 20,
}
"""The interests by name with their priorities: a larger one goes before."""

LOUDEST = 1_000_000.0
"""The loudest noise, so that sums stay finite."""


@dataclass(frozen=True, slots=True)
class EmitterKind(HasParameters):
    """Declare one kind of emitter."""

    id: str
    title: str
    summary: str
    catalogue_id: str
    parameters: tuple[Parameter, ...]


_FIRST = number(
    "first",
    None,
    "When it gives something off first; left out, at once, and steps of a crowd at different times.",
    most=3600,
    unit="s",
    optional=True,
)

NOISE = EmitterKind(
    "noise",
    "Noise",
    "Makes a noise again and again.",
    "SENSE-09",
    (
        Parameter("loudness", "float", 10.0, "How loud it is at its place.", minimum=0, maximum=LOUDEST),
        number("attenuation", 1.0, "How much loudness is lost with each unit of distance.", most=LOUDEST),
        Parameter("tag", "string", "", "What kind of noise it is, for filters of hearing.", optional=True),
        seconds("every", 2.0, "The time between two noises; 0: only when an action rings it."),
        _FIRST,
        Parameter(
            "moving", "bool", False, "Only while the agent moves, and the louder the faster, as steps are."
        ),
    ),
)

SCENT = EmitterKind(
    "scent",
    "Scent",
    "Leaves a trail of scent that fades.",
    "SENSE-11",
    (
        Parameter("strength", "float", 1.0, "How strong fresh scent is.", minimum=0, maximum=LOUDEST),
        Parameter(
            "lifetime", "float", 10.0, "Until a trace has faded away.", minimum=0.01, maximum=3600, unit="s"
        ),
        Parameter(
            "every", "float", 0.5, "The time between two traces.", minimum=0.01, maximum=3600, unit="s"
        ),
        _FIRST,
    ),
)

INTEREST = EmitterKind(
    "interest",
    "Interest",
    "Draws attention: agents around notice it, and some go to see.",
    "SENSE-16",
    (
        Parameter(
            "interest",
            "enum",
            "suspect",
            "What there is to notice; each has a priority of its own.",
            choices=tuple(INTEREST_PRIORITIES),
        ),
        Parameter(
            "priority",
            "int",
            None,
            "How much it matters, in place of that of the interest.",
            minimum=0,
            maximum=1000,
            optional=True,
        ),
        choice(
            "sense",
            ("sound", "sight"),
            "How it is noticed: sound is muffled by walls, sight needs a clear line.",
        ),
        Parameter("radius", "float", 8.0, "How far away it is noticed.", minimum=0, unit="units"),
        choice(
            "who",
            ("squad", "all", "nearest"),
            "Who reacts of those it reaches: a squad sends some of its own, or all do, or the nearest.",
        ),
        seconds("lasts", 0.0, "How long it waits for somebody to notice; 0: for one step."),
        seconds("every", 0.0, "The time after which it is there again; 0: once."),
        _FIRST,
    ),
)

LIGHT = EmitterKind(
    "light",
    "Light",
    "Lights what is around it, so that graded vision sees it better.",
    "SENSE-04",
    (
        Parameter("radius", "float", 6.0, "How far its light reaches.", minimum=0, unit="units"),
        Parameter("brightness", "float", 1.0, "How bright it is beside it.", minimum=0, maximum=1),
    ),
)

EMITTER_KINDS: Mapping[str, EmitterKind] = {kind.id: kind for kind in (NOISE, SCENT, INTEREST, LIGHT)}
"""All kinds of emitters by id."""
