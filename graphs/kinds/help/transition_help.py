"""Tell the help page of transitions, which are no nodes and so have no kind (rule 4.2 to 4.11)."""

from __future__ import annotations

SUMMARY = "Lead from one state to others when its event comes and its guard holds."

CONTRACT = """\
A transition belongs to its source: a state, a choice, or the machine itself. A state's transitions are tried
by priority, then in their stored order, and the first enabled one is taken.

| it listens to | when it is asked |
|---|---|
| `tick`, the default | in every tick, outer states first; not in a tick whose poll entered its source |
| an event, such as `noise` | when that event is taken, inner states first |
| `done`, `done.success`, `done.failure` | when its source has completed |
| `always` | whenever the machine comes to rest, without waiting for a tick |

| taken | what happens, in this order |
|---|---|
| 1 | the states to leave exit, children first |
| 2 | its actions run |
| 3 | the states to enter are entered, parents first |

Without a target only its actions run. As an *interrupt* it is asked from whatever is active inside its owner,
before ordinary transitions; it stays silent while all its targets are active already.
"""

COMMON_MISTAKES = (
    "Leaving the event at `tick` and guarding with `received(…)`; listen to the event itself.",
    "Using `always` in a circle of states whose guards stay true: the machine is stopped after 1,000 rounds.",
    "Expecting two polled transitions in a row within one tick; mark the state between them `transient`.",
    "Confusing `after`, which counts from the entry of the source, with `delay`, which counts from the "
    "moment the guard became true.",
    "Relying on the picture for the order; the numbers on the labels say it.",
)

SEE_ALSO = ("state", "choice", "final", "history")

RULES = ("4.2", "4.3", "4.4", "4.5", "4.6", "4.9", "4.10", "4.11")
