"""Write the help page of the senses from their records and contracts.

`python -m tools.help_pages.senses_page > resources/help/senses.md`
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Sequence

from graphs.kinds.declarations.parameter import Parameter
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS, EmitterKind
from graphs.worlds.kinds.sensor_kind import SensorKind
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from runtime.worlds.bodies import things
from runtime.worlds.senses.senses import SENSOR_GROUPS

_INTRO = """\
# Senses

What an agent knows of its world it knows by its sensors. A sensor stands in the world file, at the agent;
it writes *outputs* to variables of the agent's mind and raises *events* in it, before the mind thinks in the
same step. So a mind reads its variables and waits for its events, and runs in a game as it does here.

| field of a sensor | what it says |
|---|---|
| `kind` | one of the kinds below |
| `params` | values of its parameters; what is left out has its default |
| `every` | the time between two looks in seconds; 0 is every step. Slow senses are cheap senses |
| `phase` | the step of the interval on which it senses; left out, the agents of a crowd take turns |
| `writes` | variable of the mind: output of the sensor |
| `raises` | event of the mind: event of the sensor, with whatever fields the mind declares of it |

In the tables below *usually* is the name that **Wire the usual** gives in the mind; see
[worlds](worlds.md).

Every sensor senses in the first step. What it makes of everything around it, and what decided, is told where
the picked agent's senses are shown: *behind w1*, *too faint through w2*, *outside the cone*.
"""

_FILTERS = """\
## What a sensor looks for

"""

_EMITTERS = """\
## What there is to sense

Sources give off noise, scent, interest or light at their places, agents by their `emits`, a list of the same
kinds. One that is not `active` waits until an action switches it on. Walls take `muffling` of the loudness of
a sound that goes through them, and end sight unless they are `see_through`. Nothing leaves scent in a zone
that `clears_scent`.
"""

_OUTRO = """\
## In minds

[Make noise](kinds/action.make_noise.md), [Attract](kinds/action.attract.md), [Emote](kinds/action.emote.md),
[Leave scent](kinds/action.leave_scent.md), [Ring source](kinds/action.ring_source.md) and
[Switch source](kinds/action.switch_source.md) give others something to sense, from the next step on;
[Forget interest](kinds/action.forget_interest.md) lets everything matter again.
[Look at](kinds/action.look_at.md) and [Look around](kinds/action.look_around.md) turn the eyes.
[Can see](kinds/condition.can_see.md),
[Clear line](kinds/condition.clear_line.md), [In zone](kinds/condition.in_zone.md),
[Has tag](kinds/condition.has_tag.md) and [Switched on](kinds/condition.switched_on.md) ask at the moment.

A sensor marked *cheats* knows what nobody at its place could know. That is fine where it plays better.

The samples *Sensor playground* and *Stealth squad* have a sense in each agent.
"""

CONTRACT_OF_CLASS = frozenset({"visor", "health", "distance", "fact", "waypoint"})
"""Sensors that share a module, whose contracts are the docstrings of their classes."""


def senses_markdown() -> str:
    """Return the page."""
    parts = [_INTRO, _FILTERS + _after_first_paragraph(things.__doc__ or "")]
    parts += [_sensor_section(kind) for kind in SENSOR_KINDS.values()]
    parts.append(_EMITTERS)
    parts += [_emitter_section(kind) for kind in EMITTER_KINDS.values()]
    parts.append(_OUTRO)
    return "\n".join(f"{part.strip()}\n" for part in parts)


def _sensor_section(kind: SensorKind) -> str:
    group = SENSOR_GROUPS[kind.id]
    own = inspect.cleandoc(group.__doc__ or "")
    contract = own if kind.id in CONTRACT_OF_CLASS else sys.modules[group.__module__].__doc__ or ""
    contract = _after_first_paragraph(contract)
    cheats = " It cheats." if kind.cheats else ""
    return "\n\n".join(
        (
            f"## {kind.title}",
            f"`{kind.id}` · {kind.summary}{cheats}",
            contract,
            _parameters(kind.parameters),
            _table(
                ("output", "type", "usually", "what it is"),
                ((f"`{each.name}`", each.type, _usual(each.usual), each.help) for each in kind.outputs),
            ),
            _table(
                ("event", "carries", "usually", "when"),
                (
                    (
                        f"`{each.name}`",
                        ", ".join(f"`{name}`" for name in each.payload),
                        _usual(each.usual),
                        each.help,
                    )
                    for each in kind.events
                ),
            ),
        )
    ).replace("\n\n\n\n", "\n\n")


def _usual(name: str) -> str:
    return f"`{name}`" if name else "—"


def _emitter_section(kind: EmitterKind) -> str:
    title = f"### {kind.title}\n\n`{kind.id}` · {kind.summary}"
    return f"{title}\n\n{_parameters(kind.parameters)}"


def _parameters(parameters: Sequence[Parameter]) -> str:
    return _table(
        ("parameter", "default", "unit", "what it is"),
        (
            (f"`{each.name}`", _default(each), each.unit or "—", each.help + _choices(each))
            for each in parameters
        ),
    )


def _default(parameter: Parameter) -> str:
    if parameter.default is None:
        return "none" if parameter.optional else "must be given"
    if isinstance(parameter.default, bool):
        return f"`{str(parameter.default).lower()}`"
    if isinstance(parameter.default, float):
        return f"`{parameter.default:g}`"
    return f"`{parameter.default}`" if parameter.default != "" else "none"


def _choices(parameter: Parameter) -> str:
    return f" One of {', '.join(parameter.choices)}." if parameter.choices else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join((f"| {' | '.join(heads)} |", "|" + "---|" * len(heads), *lines))


def _after_first_paragraph(text: str) -> str:
    """Return a docstring without its first paragraph."""
    return text.partition("\n\n")[2].strip()


if __name__ == "__main__":
    sys.stdout.write(senses_markdown())
