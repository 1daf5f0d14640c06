"""Describe one kind of node: the only source of what the kind is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from graphs.kinds.declarations.flow import FREE, Flow
from graphs.kinds.declarations.parameter import HasParameters, Parameter

GraphKind = Literal["behavior_tree", "state_machine", "decision_tree"]

Category = Literal[
    "composite", "decorator", "condition", "action", "leaf", "call", "state", "mark", "question"
]
"""What a kind is drawn as: marks are initial, final, history and choice of a machine."""

Family = Literal["flow", "modify", "ask", "act", "world", "value", "tree", "machine", "decision"]
"""The hue of a kind's icon chip."""


@dataclass(frozen=True, slots=True)
class ChildRule:
    """Say how many children a node may have; `maximum` None is without end."""

    minimum: int = 0
    maximum: int | None = 0

    def describe(self) -> str:
        """Return the rule in words: "exactly one child"."""
        words = {0: "no children", 1: "one child"}
        if self.minimum == self.maximum:
            return ("exactly " if self.minimum else "") + words.get(self.minimum, f"{self.minimum} children")
        if self.maximum is None:
            least = words.get(self.minimum, f"{self.minimum} children")
            return "any number of children" if self.minimum == 0 else f"at least {least}"
        return f"{self.minimum} to {self.maximum} children"


NO_CHILDREN = ChildRule(0, 0)
ONE_CHILD = ChildRule(1, 1)
SOME_CHILDREN = ChildRule(1, None)
ANY_CHILDREN = ChildRule(0, None)


@dataclass(frozen=True, slots=True)
class NodeKind(HasParameters):
    """Describe one kind of node; palette, inspector, checks, schema and help all read this record.

    `title_template` is filled with parameters in braces ("Wait {seconds} s"; the rules are in
    `graphs.kinds.declarations.titles`); `fields` names the fields of the node that this kind uses beside
    `params` ("test", "actions", "action", "graph", …), `required_fields` those that must be set;
    `slot_fields` what it keeps in its children's slots, `branch_fields` in the entries of `branches`;
    `child_labels` names children by place;
    `calls` lists the kinds of graph that `graph` may name; `flow` says what a node makes of its children's
    results, for lints; a kind that is `part_of` another hangs below that one alone, which takes no other
    children; `starts_with` are the kinds of the children that one gets when it is picked from a list, filled
    in as their `example` says; one that `takes_places` claims or gives back (rule 3.16); `example` are the
    fields of the node in the picture on its help page. `icon` is the kind's own unless another is named,
    `version` that of files the kind came with.

    The help page of the kind is made from `contract` (Markdown: what the kind does, then its per-tick table),
    `common_mistakes` (sentences), `see_also` (ids of other kinds, as `graph_kind.id` outside this graph kind)
    and `rules` (numbers of rules).
    """

    id: str
    graph_kind: GraphKind
    category: Category
    title: str
    family: Family
    summary: str
    icon: str = ""
    title_template: str = ""
    line_template: str = ""
    parameters: tuple[Parameter, ...] = ()
    children: ChildRule = NO_CHILDREN
    part_of: str = ""
    starts_with: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    required_fields: tuple[str, ...] = ()
    slot_fields: tuple[str, ...] = ()
    branch_fields: tuple[str, ...] = ()
    child_labels: tuple[str, ...] = ()
    calls: tuple[GraphKind, ...] = ()
    flow: Flow = FREE
    takes_places: bool = False
    example: Mapping[str, object] = field(default_factory=dict, hash=False)
    contract: str = ""
    common_mistakes: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    version: int = 1

    def __post_init__(self) -> None:
        if not self.icon:
            object.__setattr__(self, "icon", self.id)


composite = partial(NodeKind, graph_kind="behavior_tree", category="composite", family="flow")
decorator = partial(
    NodeKind, graph_kind="behavior_tree", category="decorator", family="modify", children=ONE_CHILD
)
leaf = partial(NodeKind, graph_kind="behavior_tree", category="leaf", family="act")
question = partial(
    NodeKind, graph_kind="decision_tree", category="question", family="decision", children=SOME_CHILDREN
)
mark = partial(NodeKind, graph_kind="state_machine", category="mark", family="machine")
"""Declare a kind as most of its sort are: these hold what all of one sort have alike."""
