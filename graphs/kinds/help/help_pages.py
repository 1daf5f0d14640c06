"""Write the help page of every kind, action and condition as Markdown, from its record alone.

A page is named after what it is about: `behavior_tree.sequence`, `action.arrive`, `condition.can_see`. Links
between pages are relative file names, so that they work in a folder of files as in the application.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.node_kind import GraphKind, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import value_text
from graphs.kinds.help.help_fields import TRANSITION_COMMON_MISTAKES, TRANSITION_CONTRACT, TRANSITION_RULES, TRANSITION_SEE_ALSO, TRANSITION_SUMMARY
from graphs.kinds.help.help_fields import (
    BRANCH_FIELDS,
    NODE_FIELDS,
    SLOT_FIELDS,
    TRANSITION_FIELDS,
    FieldHelp,
)

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
    kind = next((one for one in registry.kinds.values() if kind_page(one) == name), None)
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
        rows = [(CATEGORY_WORDS[one.category], one.title, kind_page(one), one.summary) for one in kinds]
        if graph_kind == "state_machine":
            rows.append(("Transition", "Transition", TRANSITION_PAGE, TRANSITION_SUMMARY))
        parts += [f"## {title}", _index_table(rows)]
    actions = registry.actions.values()
    rows = [
        ("Instant" if one.instant else "Action", one.title, action_page(one.id), one.summary)
        for one in actions
    ]
    parts += ["## Actions", _index_table(rows)] if rows else []
    conditions = registry.conditions.values()
    rows = [("Condition", one.title, condition_page(one.id), one.summary) for one in conditions]
    parts += ["## Conditions", _index_table(rows)] if rows else []
    return "\n\n".join(parts) + "\n"


_INSTANT = "It ends in the tick it starts, and may stand in an action block as `do name(…)`."

_CONDITION_TABLE = """\
| asked | what it answers |
|---|---|
| in any expression | true or false, at most once per brain tick and arguments |
| it fails | counts as false; the error is recorded |"""


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
            f"`{one.name}`",
            one.type if one.type != "enum" else "choice",
            _default_text(one),
            _range_text(one),
            one.unit,
            _EVALUATED[one.evaluated],
            one.help,
        )
        for one in parameters
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
    kind = next((one for one in registry.kinds.values() if kind_page(one) == page), None)
    if kind is None:
        return f"`{name}`"
    where = "" if kind.graph_kind == graph_kind else f" ({GRAPH_TITLES[kind.graph_kind].lower()})"
    return f"{_link(kind.title, page)}{where}"


def _link(title: str, page: str) -> str:
    return f"[{title}]({quote(page)}.md)"


def _footer(what: str, rules: Iterable[str]) -> str:
    links = ", ".join(f"[{rule}](../semantics.md#{rule})" for rule in rules)
    return f"{what}{f' · rules {links}' if links else ''} · [all kinds]({INDEX_PAGE}.md)"
