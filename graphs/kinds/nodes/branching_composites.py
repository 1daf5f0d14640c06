"""Declare `if_else`, `switch` and `try_recover` (rule 3, composites)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphs.kinds.declarations.flow import ANY, F, Flow, K, Outcome, R, S, any_of
from graphs.kinds.declarations.node_kind import SOME_CHILDREN, ChildRule, composite
from graphs.kinds.declarations.parameter import PACE, Parameter, count
from graphs.model.behavior_tree import TreeNode


def _if_else(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    if not 2 <= len(children) <= 3:
        return ANY
    asked = children[0]
    found = asked & R
    if asked & S:
        found |= children[1]
    if asked & (F | K):
        found |= children[2] if len(children) == 3 else F
    return found


def _try_recover(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    if len(children) != 2:
        return ANY
    first = children[0]
    return first | R if first & F else first


IF_ELSE = composite(
    id="if_else",
    title="If else",
    summary="Run the second child if the first succeeds, else the third.",
    line_template="{reactive}",
    parameters=(
        Parameter(
            "reactive", "bool", False, "Ask the condition every tick, not only on enter.", evaluated="never"
        ),
    ),
    children=ChildRule(2, 3),
    child_labels=("condition", "then", "else"),
    flow=Flow(_if_else, picks_one=True, asks_first=True, answers=True),
    contract="""\
Asks its first child, then runs the second or the third.

| condition gives | the node |
|---|---|
| RUNNING | gives RUNNING |
| SUCCESS | gives the result of *then* |
| FAILURE or SKIPPED | gives the result of *else*; FAILURE without one |

`reactive: false` asks once, on enter, and stays with its branch until that ends. `reactive: true` asks in
every tick, and a change of the answer halts the other branch before the new one is ticked. While the
condition is RUNNING there is no answer: a branch that runs waits, unticked.
""",
    common_mistakes=(
        "Expecting the branch to change while it runs; switch `reactive` on for that.",
        "Leaving the third child out and wondering why the node fails when the condition does.",
        "Using a condition with effects under `reactive: true`; it is run in every tick.",
    ),
    see_also=("switch", "selector", "condition"),
    rules=("3.3", "3.7"),
)

SWITCH = composite(
    id="switch",
    title="Switch",
    summary="Run the child whose case equals a variable.",
    title_template="Switch {variable}",
    parameters=(Parameter("variable", "variable", None, "The variable that is compared with each case."),),
    children=SOME_CHILDREN,
    slot_fields=("case", "default"),
    flow=Flow(any_of(F), picks_one=True),
    example={"params": {"variable": "mood"}},
    contract="""\
Compares a variable with the case in each child's slot, in order, and runs the child that matches. The child
marked default takes what no case matched.

| the variable | the switch |
|---|---|
| equals the case of a child | ticks that child and gives its result |
| now equals another case | halts the former child, then ticks the new one |
| equals no case | ticks the default child; FAILURE without one |
""",
    common_mistakes=(
        "Leaving the default out for an enum that gets a new value later.",
        "Expecting the running child to end first; a change of the variable halts it at once.",
        "Comparing a computed float with exact cases; take a decision tree with Ranges for intervals.",
    ),
    see_also=("if_else", "utility_selector", "decision_tree.switch", "decision_tree.ranges"),
    rules=("3.3", "3.7"),
)

TRY_RECOVER = composite(
    id="try_recover",
    title="Try, recover",
    summary="Run the first child; when it fails, recover with the second and try again.",
    line_template="{attempts} ×",
    parameters=(
        count("attempts", 1, "How often the first child is tried again."),
        replace(PACE, help="When the first child is tried again: in the next tick, or at once.", since=2),
    ),
    children=ChildRule(2, 2),
    child_labels=("try", "recover"),
    flow=Flow(_try_recover, picks_one=True),
    contract="""\
Runs its first child; when that fails it runs the second to put things right, and tries the first again.

| child gives | the node |
|---|---|
| first: RUNNING, SUCCESS or SKIPPED | gives that result |
| first: FAILURE, attempts left | ticks the second in the same tick |
| first: FAILURE, none left | gives FAILURE |
| second: RUNNING | gives RUNNING |
| second: SUCCESS, `pace: tick` | gives RUNNING and tries the first again on the next tick |
| second: SUCCESS, `pace: same_tick` | tries the first again in the same tick, within the visit budget |
| second: FAILURE or SKIPPED | gives FAILURE |

The first child is tried again at most `attempts` times.
""",
    common_mistakes=(
        "Counting the first try among the attempts: with 1 the first child runs twice at most.",
        "Using it for a plain fallback; where the second child is the other way to reach the goal, take "
        "Selector.",
    ),
    see_also=("retry", "selector"),
    rules=("3.3", "3.7"),
)

KINDS = (IF_ELSE, SWITCH, TRY_RECOVER)
