"""Read and write measures as one line of text: `shots=entries:shell@tank_1`."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import get_args

from graphs.expressions.names import name_remedy
from graphs.worlds.model.world_file import MeasureEntry, MeasureKind
from runtime.trials.batches.refusal import BatchRefused

FORM = "Write NAME=EXPRESSION, or NAME=KIND:OF, with @AGENT behind it for one agent."

_KINDS: tuple[MeasureKind, ...] = get_args(MeasureKind)
_NAME = re.compile(r"[\w.-]+\Z")
_AGENT = re.compile(r"(?P<rest>.*)@(?P<agent>[\w.-]+)\Z", re.DOTALL)
_KIND = re.compile(rf"({'|'.join(_KINDS)})\s*:(.*)\Z", re.DOTALL)


def named_measure(text: str, agents: Collection[str]) -> tuple[str, MeasureEntry]:
    """Return the name and the measure that `NAME=[KIND:]OF[@AGENT]` says; the kind is `end` if not given.

    `agents` are those of the world. Raises `BatchRefused` for a text that has another form.
    """
    name, sign, rest = text.partition("=")
    name = name.strip()
    if not sign or not _NAME.match(name) or not rest.strip():
        raise BatchRefused(f"measure {text!r}", "It has no name or nothing to measure.", FORM)
    return name, measure_of(rest, agents, "end", f"measure {name}")


def measure_of(text: str, agents: Collection[str], default: MeasureKind, where: str) -> MeasureEntry:
    """Return the measure that `[KIND:]OF[@AGENT]` says; raise `BatchRefused` for an unknown agent."""
    kind: MeasureKind = default
    matched = _KIND.match(text.strip())
    if matched:
        kind, text = next(one for one in _KINDS if one == matched[1]), matched[2]
    agent: str | None = None
    behind = _AGENT.match(text.strip())
    if behind:
        agent, text = behind["agent"], behind["rest"]
        if agent not in agents:
            known = name_remedy(agent, agents, "Name an agent of the world.")
            raise BatchRefused(where, f"There is no agent {agent!r} in the world.", known)
    if not text.strip():
        raise BatchRefused(where, "There is nothing to measure.", FORM)
    return MeasureEntry(kind=kind, of=text.strip(), agent=agent)


def measure_text(measure: MeasureEntry) -> str:
    """Return a measure as it is written behind the `=`."""
    kind = "" if measure.kind == "end" else f"{measure.kind}:"
    return f"{kind}{measure.of}{'@' + measure.agent if measure.agent else ''}"
