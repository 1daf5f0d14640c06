"""Say in a sentence what each field of a node, slot, branch and transition holds, for the help pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """Describe one field: what it holds in a word or two, and what it is for."""

    holds: str
    text: str


NODE_FIELDS: Mapping[str, FieldHelp] = {
    "test": FieldHelp("expression, bool", "What is asked."),
    "value": FieldHelp("literal or expression", "What is compared, or answered."),
    "actions": FieldHelp("action block", "Lines such as `alarm = true`, run in order."),
    "action": FieldHelp("action", "Which action runs; its parameters stand below it in the inspector."),
    "graph": FieldHelp("graph", "Which graph is called."),
    "arguments": FieldHelp(
        "values by name", "What the parameters of the called graph get, before every tick."
    ),
    "name": FieldHelp("text", "What it is called; unique among its siblings."),
    "initial": FieldHelp("child", "The child entered first; it may carry actions."),
    "transitions": FieldHelp("ordered transitions", "The ways out, in the order they are tried."),
    "activity": FieldHelp("action or graph", "What runs while the state is active."),
    "entry": FieldHelp("action block", "Runs when the state is entered, before its children are."),
    "update": FieldHelp("action block", "Runs in every tick, before the activity."),
    "exit": FieldHelp("action block", "Runs when the state is left, after its activity was halted."),
    "transient": FieldHelp("bool, false", "Ask its polled transitions in the very tick a poll entered it."),
    "status": FieldHelp("success or failure", "How what it ends has gone."),
    "depth": FieldHelp("shallow or deep", "How far down it remembers."),
    "default": FieldHelp("state", "What is entered where nothing is remembered yet."),
    "decision": FieldHelp("decision tree", "A tree whose outcome picks the branch, in place of guards."),
    "timeout": FieldHelp("int or expression", "After how many evaluations it draws anew; empty: never."),
    "inputs": FieldHelp("expressions", "What each column of the rows is compared with."),
    "policy": FieldHelp("first or unique", "Take the first row that matches, or allow one match only."),
    "outcome": FieldHelp("text", "The name that is answered."),
}
"""Fields of nodes that stand beside the parameters."""

SLOT_FIELDS: Mapping[str, FieldHelp] = {
    "weight": FieldHelp("number from 0, 1", "How likely this child is drawn; 0 is never."),
    "score": FieldHelp("expression, number", "How good this child is now."),
    "case": FieldHelp("value", "The value this child stands for."),
    "default": FieldHelp("bool, false", "Take this child where no case matches."),
}
"""What a parent keeps in the slot of each child."""

BRANCH_FIELDS: Mapping[str, FieldHelp] = {
    "when": FieldHelp("true or false", "The answer this branch stands for."),
    "upto": FieldHelp("number", "Upper bound of the interval; the last branch has none."),
    "closed": FieldHelp("bool, false", "The bound itself belongs to this branch."),
    "case": FieldHelp("value", "The value this branch stands for."),
    "test": FieldHelp("expression, bool", "What is asked for this branch."),
    "else": FieldHelp("bool, false", "Take this branch where no other fits; it stands last."),
    "weight": FieldHelp("number from 0", "How likely this branch is drawn; 0 is never."),
    "row": FieldHelp("cells", "One cell for each input; an empty one matches anything."),
}
"""What stands in an entry of `branches`."""

TRANSITION_FIELDS: Mapping[str, FieldHelp] = {
    "event": FieldHelp("descriptor, `tick`", "What it listens to: `tick` is polled, `always` eventless."),
    "guard": FieldHelp("expression, bool", "Must be true for it to be taken."),
    "targets": FieldHelp("states", "Where it leads; none: it runs its actions and leaves nothing."),
    "actions": FieldHelp("action block", "Runs between the exits and the entries."),
    "priority": FieldHelp("int, 0", "Higher ones of a source are tried first."),
    "after": FieldHelp("seconds", "Enabled from so long after its source was entered."),
    "delay": FieldHelp("seconds", "Stays pending so long before it is taken."),
    "jitter": FieldHelp("seconds, 0", "How far the drawn delay may lie on either side."),
    "recheck": FieldHelp("bool, true", "Cancel it when its guard turns false while it is pending."),
    "cooldown": FieldHelp("seconds", "How long after being taken it stays shut."),
    "group": FieldHelp("text", "Name of the weighted group it is drawn in."),
    "weight": FieldHelp("number from 0, 1", "How likely it is drawn in its group; 0 is never."),
    "internal": FieldHelp("bool, false", "Do not leave the source where its targets lie inside."),
    "interrupt": FieldHelp("bool, false", "Take it from whatever is active inside its owner."),
    "reenter": FieldHelp("bool, false", "Let an interrupt enter again what is active already."),
    "outcome": FieldHelp("text", "The answer of a choice's decision tree that it stands for."),
    "else": FieldHelp("bool, false", "The branch of a choice that is taken where no other is."),
}
"""Fields of transitions."""


TRANSITION_SUMMARY = "Lead from one state to others when its event comes and its guard holds."

TRANSITION_CONTRACT = """\
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

TRANSITION_COMMON_MISTAKES = (
    "Leaving the event at `tick` and guarding with `received(…)`; listen to the event itself.",
    "Using `always` in a circle of states whose guards stay true: the machine is stopped after 1,000 rounds.",
    "Expecting two polled transitions in a row within one tick; mark the state between them `transient`.",
    "Confusing `after`, which counts from the entry of the source, with `delay`, which counts from the "
    "moment the guard became true.",
    "Relying on the picture for the order; the numbers on the labels say it.",
)

TRANSITION_SEE_ALSO = ("state", "choice", "final", "history")

TRANSITION_RULES = ("4.2", "4.3", "4.4", "4.5", "4.6", "4.9", "4.10", "4.11")
