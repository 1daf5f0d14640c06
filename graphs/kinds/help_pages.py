"""Write the help page of every kind, action and condition as Markdown, from its record alone.

A page is named after what it is about: `behavior_tree.sequence`, `action.arrive`, `condition.can_see`. Links
between pages are relative file names, so that they work in a folder of files as in the application.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.node_kind import GraphKind, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import value_text

TRANSITION_SUMMARY = "Lead from one state to others when its event comes and its guard holds."
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
INDEX_PAGE = "index"
TRANSITION_PAGE = "state_machine.transition"
GRAPH_TITLES: Mapping[GraphKind, str] = {
    "behavior_tree": "Behavior trees",
    "state_machine": "State machines",
    "decision_tree": "Decision trees",
}
"""Headings of the index, in its order."""
CATEGORY_WORDS = {
    "composite": "Composite",
    "decorator": "Decorator",
    "condition": "Condition",
    "action": "Action",
    "leaf": "Leaf",
    "call": "Call of another graph",
    "state": "State",
    "mark": "Mark",
    "question": "Question",
}
_EVALUATED = {"tick": "before every tick", "enter": "on enter", "never": "fixed"}
_INSTANT = "It ends in the tick it starts, and may stand in an action block as `do name(…)`."
_CONDITION_TABLE = """\
| asked | what it answers |
|---|---|
| in any expression | true or false, at most once per brain tick and arguments |
| it fails | counts as false; the error is recorded |"""


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
    "timeout": FieldHelp("int or expression", "After how many evaluations it draws again; empty: never."),
    "inputs": FieldHelp("expressions", "What each column of the rows is compared with."),
    "policy": FieldHelp("first or unique", "Take the first row that matches, or allow one match only."),
    "outcome": FieldHelp("text", "The name that is answered."),
    "needs": FieldHelp("variables, float", "What children are weighed by; each is better low."),
}
"""Fields of nodes that stand beside the parameters."""

SLOT_FIELDS: Mapping[str, FieldHelp] = {
    "weight": FieldHelp("number from 0, 1", "How likely this child is drawn; 0 is never."),
    "score": FieldHelp("expression, number", "How good this child is now."),
    "case": FieldHelp("value", "The value this child stands for."),
    "default": FieldHelp("bool, false", "Take this child where no case matches."),
    "chosen": FieldHelp("bool, false", "Its success is needed with `success: chosen`."),
    "effects": FieldHelp(
        "number or expression by need", "What its success adds to each need; below 0 helps."
    ),
    "duration": FieldHelp("seconds, 0", "How long it takes; needs rise that long meanwhile."),
    "considerations": FieldHelp(
        "expressions with weights", "Scores from 0 to 1 that are combined; a weight counts in a sum."
    ),
    "feasible": FieldHelp("expression, bool", "What must hold for its goal to be pursued."),
    "attempts": FieldHelp("int from 1, 1", "How often its plan may fail before its goal is set aside."),
    "dropped": FieldHelp("bool, false", "Set its goal aside for the rest of the run."),
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
"""What is in an entry of `branches`."""

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
    "matrix": FieldHelp("numbers", "How it mixes the shares of a machine with moods."),
}
"""Fields of transitions."""


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


def kind_page(kind: NodeKind) -> str:
    """Return the name of a kind's page, without ending."""
    return f"{kind.graph_kind}.{kind.id}"


def action_page(action_id: str) -> str:
    """Return the name of an action's page, without ending."""
    return f"action.{action_id}"


def condition_page(condition_id: str) -> str:
    """Return the name of a condition's page, without ending."""
    return f"condition.{condition_id}"


def page_names(registry: Registry) -> tuple[str, ...]:
    """Return the names of all pages of a registry, the index first."""
    return (
        INDEX_PAGE,
        *map(kind_page, registry.kinds.values()),
        TRANSITION_PAGE,
        *map(action_page, registry.actions),
        *map(condition_page, registry.conditions),
    )


def page_markdown(name: str, registry: Registry) -> str | None:
    """Return the page of this name as Markdown, or None when the registry has nothing of that name."""
    if name == INDEX_PAGE:
        return index_markdown(registry)
    if name == TRANSITION_PAGE:
        return transition_help_markdown()
    source, _, rest = name.partition(".")
    if source == "action" and rest in registry.actions:
        return action_help_markdown(registry.actions[rest], registry)
    if source == "condition" and rest in registry.conditions:
        return condition_help_markdown(registry.conditions[rest], registry)
    kind = next((each for each in registry.kinds.values() if kind_page(each) == name), None)
    return None if kind is None else kind_help_markdown(kind, registry)


def kind_help_markdown(kind: NodeKind, registry: Registry) -> str:
    """Return the help page of a kind; `registry` gives the titles of what it names under *See also*."""
    see = [_kind_link(name, kind.graph_kind, registry) for name in kind.see_also]
    return _page(
        kind.title,
        kind.summary,
        kind_page(kind),
        ("What it does", kind.contract.strip("\n")),
        ("Children", _children_text(kind)),
        ("Each child's slot", _field_table(kind.slot_fields, SLOT_FIELDS, ())),
        ("Each branch", _field_table(kind.branch_fields, BRANCH_FIELDS, ())),
        ("Parameters", _parameter_table(kind.parameters)),
        ("Fields", _field_table(kind.fields, NODE_FIELDS, kind.required_fields)),
        ("Common mistakes", _bullets(kind.common_mistakes)),
        ("See also", " · ".join(see)),
        footer=_footer(f"{CATEGORY_WORDS[kind.category]} · `{kind.id}`", kind.rules),
    )


def action_help_markdown(action: ActionDeclaration, registry: Registry | None = None) -> str:
    """Return the help page of an action; `registry` gives the titles of other actions it names."""
    others = registry.actions if registry is not None else {}
    see = [
        _link(others[name].title if name in others else name, action_page(name)) for name in action.see_also
    ]
    see += [] if action.instant else [_link("Action", "behavior_tree.action")]
    return _page(
        action.title,
        action.summary,
        action_page(action.id),
        ("What it does", "\n\n".join(part for part in (action.help, action.contract.strip("\n")) if part)),
        ("Instant", _INSTANT if action.instant else ""),
        ("Parameters", _parameter_table(action.parameters)),
        ("Common mistakes", _bullets(action.common_mistakes)),
        ("See also", " · ".join(see)),
        footer=_footer(f"Action · `{action.id}`", action.rules),
    )


def condition_help_markdown(condition: ConditionDeclaration, registry: Registry | None = None) -> str:
    """Return the help page of a condition; `registry` gives the titles of others and actions it names."""
    others = registry.conditions if registry is not None else {}
    actions = registry.actions if registry is not None else {}
    see = [_link(others[name].title, condition_page(name)) for name in condition.see_also if name in others]
    see += [
        _link(actions[name].title, action_page(name)) for name in condition.see_actions if name in actions
    ]
    see.append(_link("Condition", "behavior_tree.condition"))
    does = (condition.help, condition.contract.strip("\n"), _CONDITION_TABLE)
    names = ", ".join(parameter.name for parameter in condition.parameters)
    return _page(
        condition.title,
        condition.summary,
        condition_page(condition.id),
        ("What it does", "\n\n".join(part for part in does if part)),
        ("In an expression", f"`{condition.id}({names})`"),
        ("Parameters", _parameter_table(condition.parameters)),
        ("Common mistakes", _bullets(condition.common_mistakes)),
        ("See also", " · ".join(see)),
        footer=_footer(f"Condition · `{condition.id}`", ("2.4",)),
    )


def transition_help_markdown() -> str:
    """Return the help page of transitions."""
    see = [_link(name.capitalize(), f"state_machine.{name}") for name in TRANSITION_SEE_ALSO]
    return _page(
        "Transition",
        TRANSITION_SUMMARY,
        TRANSITION_PAGE,
        ("What it does", TRANSITION_CONTRACT.strip("\n")),
        ("Fields", _field_table(tuple(TRANSITION_FIELDS), TRANSITION_FIELDS, ())),
        ("Common mistakes", _bullets(TRANSITION_COMMON_MISTAKES)),
        ("See also", " · ".join(see)),
        footer=_footer("Transition", TRANSITION_RULES),
    )


def index_markdown(registry: Registry) -> str:
    """Return the page that lists all others, by graph kind and category."""
    parts = ["# Kinds of nodes", "What can stand in a graph, and what each does in a tick."]
    for graph_kind, title in GRAPH_TITLES.items():
        kinds = registry.kinds_of(graph_kind)
        rows = [(CATEGORY_WORDS[kind.category], kind.title, kind_page(kind), kind.summary) for kind in kinds]
        if graph_kind == "state_machine":
            rows.append(("Transition", "Transition", TRANSITION_PAGE, TRANSITION_SUMMARY))
        parts += [f"## {title}", _index_table(rows)]
    actions = registry.actions.values()
    rows = [
        ("Instant" if action.instant else "Action", action.title, action_page(action.id), action.summary)
        for action in actions
    ]
    parts += ["## Actions", _index_table(rows)] if rows else []
    conditions = registry.conditions.values()
    rows = [
        ("Condition", condition.title, condition_page(condition.id), condition.summary)
        for condition in conditions
    ]
    parts += ["## Conditions", _index_table(rows)] if rows else []
    return "\n\n".join(parts) + "\n"


def _page(title: str, summary: str, picture: str, *sections: tuple[str, str], footer: str) -> str:
    parts = [f"# {title}", summary]
    if picture:
        parts.append(f"![{title}]({quote(picture)}.png)")
    for heading, text in sections:
        if text:
            parts += [f"## {heading}", text]
    parts += ["---", footer]
    return "\n\n".join(parts) + "\n"


def _children_text(kind: NodeKind) -> str:
    rule = f"{kind.children.describe().capitalize()}."
    if kind.child_labels:
        rule += f" In order: {', '.join(f'*{label}*' for label in kind.child_labels)}."
    return rule


def _parameter_table(parameters: Iterable[Parameter]) -> str:
    rows = [
        (
            f"`{parameter.name}`",
            parameter.type if parameter.type != "enum" else "choice",
            _default_text(parameter),
            _range_text(parameter),
            parameter.unit,
            _EVALUATED[parameter.evaluated],
            parameter.help,
        )
        for parameter in parameters
    ]
    return _table(("name", "type", "default", "range", "unit", "evaluated", "what it is"), rows)


def _default_text(parameter: Parameter) -> str:
    if parameter.default is None:
        return "may be left out" if parameter.optional else "must be given"
    return f"`{value_text(parameter.default)}`" if value_text(parameter.default) else "empty"


def _range_text(parameter: Parameter) -> str:
    if parameter.choices:
        return ", ".join(f"`{choice}`" for choice in parameter.choices)
    least, most = ("" if bound is None else f"{bound:g}" for bound in (parameter.minimum, parameter.maximum))
    if least and most:
        return f"{least} to {most}"
    return f"from {least}" if least else f"up to {most}" if most else ""


def _field_table(names: Iterable[str], known: Mapping[str, FieldHelp], required: tuple[str, ...]) -> str:
    rows = []
    for name in names:
        text = known.get(name, FieldHelp("", ""))
        needed = " Must be given." if name in required else ""
        rows.append((f"`{name}`", text.holds, f"{text.text}{needed}".strip()))
    return _table(("field", "holds", "what it is for"), rows)


def _index_table(rows: Iterable[tuple[str, str, str, str]]) -> str:
    cells = [(_link(title, page), summary, what) for what, title, page, summary in rows]
    return _table(("name", "what it does", "what it is"), cells)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table, without the columns that are empty in every row; "" without rows."""
    if not rows:
        return ""
    kept = [place for place in range(len(head)) if any(row[place] for row in rows)]
    lines = [
        "| " + " | ".join(row[place].replace("|", "\\|") or "—" for place in kept) + " |"
        for row in (head, *rows)
    ]
    lines.insert(1, "|" + "---|" * len(kept))
    return "\n".join(lines)


def _bullets(sentences: Iterable[str]) -> str:
    return "\n".join(f"* {sentence}" for sentence in sentences)


def _kind_link(name: str, graph_kind: GraphKind, registry: Registry) -> str:
    """Return the link to a kind named by its id, or by `graph_kind.id` outside its own graph kind."""
    page = name if "." in name else f"{graph_kind}.{name}"
    if page == TRANSITION_PAGE:
        return _link("Transition", page)
    kind = next((each for each in registry.kinds.values() if kind_page(each) == page), None)
    if kind is None:
        return f"`{name}`"
    where = "" if kind.graph_kind == graph_kind else f" ({GRAPH_TITLES[kind.graph_kind].lower()})"
    return f"{_link(kind.title, page)}{where}"


def _link(title: str, page: str) -> str:
    return f"[{title}]({quote(page)}.md)"


def _footer(what: str, rules: Iterable[str]) -> str:
    links = ", ".join(f"[{rule}](../semantics.md#{rule})" for rule in rules)
    return f"{what}{f' · rules {links}' if links else ''} · [all kinds]({INDEX_PAGE}.md)"
