"""Every kind, action and condition has a help page that says what it must."""

from __future__ import annotations

import re

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.node_kind import ChildRule, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.help_pages import (
    BRANCH_FIELDS,
    INDEX_PAGE,
    NODE_FIELDS,
    SLOT_FIELDS,
    TRANSITION_FIELDS,
    TRANSITION_PAGE,
    kind_help_markdown,
    page_markdown,
    page_names,
)
from graphs.model import Edge

REGISTRY = builtin_registry()
PAGES = page_names(REGISTRY)


def page(name: str) -> str:
    text = page_markdown(name, REGISTRY)
    assert text is not None
    return text


def test_every_kind_action_and_the_transition_have_a_page_of_their_own():
    count = len(REGISTRY.kinds) + len(REGISTRY.actions) + len(REGISTRY.conditions) + 2
    assert len(set(PAGES)) == len(PAGES) == count
    assert {INDEX_PAGE, TRANSITION_PAGE, "behavior_tree.parallel", "state_machine.parallel"} <= set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_a_title_a_sentence_and_a_table(name):
    text = page(name)
    assert text.startswith("# ")
    assert text.split("\n\n")[1].endswith(".")
    assert "|---|" in text
    assert text.endswith("\n")
    for row in re.findall(r"^\|.*\|$", text, re.M):
        assert re.search(r"\|\s*\|", row) is None, f"an empty cell would be joined with the next: {row}"


@pytest.mark.parametrize("name", [name for name in PAGES if name != INDEX_PAGE])
def test_a_page_has_a_table_per_tick_mistakes_rules_and_others_to_see(name):
    text = page(name)
    sections = dict(re.findall(r"^## (.+?)\n\n(.+?)(?=\n\n## |\n\n---)", text, re.M | re.S))
    assert "|---|" in sections["What it does"]
    assert re.match(r"\* .+\.$", sections["Common mistakes"], re.M)
    assert "](" in sections["See also"]
    assert re.search(r"rules \[\d+\.\d+\]", text)


def test_every_page_is_in_the_index():
    index = page(INDEX_PAGE)
    assert [name for name in PAGES if name != INDEX_PAGE and f"({name}.md)" not in index] == []


def test_links_lead_to_pages_and_rules_are_numbers_of_the_semantics():
    for name in PAGES:
        text = page(name)
        links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]+)\)", text)
        assert [
            link for link in links if not link.startswith("../") and link.removesuffix(".md") not in PAGES
        ] == []
        assert "`" not in text.split("## See also")[-1].split("---")[0], f"{name} names a kind there is not"


def test_no_mistake_or_contract_stands_on_two_pages():
    seen: dict[str, str] = {}
    for kind in REGISTRY.kinds.values():
        for text in (*kind.common_mistakes, kind.contract):
            assert text not in seen, (kind.id, seen.get(text))
            seen[text] = kind.id


def test_every_field_of_kinds_and_transitions_is_explained():
    for kind in REGISTRY.kinds.values():
        assert set(kind.fields) <= set(NODE_FIELDS)
        assert set(kind.slot_fields) <= set(SLOT_FIELDS)
        assert set(kind.branch_fields) <= set(BRANCH_FIELDS)
    own = {field.removesuffix("_") for field in Edge.model_fields}
    assert set(TRANSITION_FIELDS) == own - {"title", "note", "disabled", "suppress", "origin"}


def test_a_parameter_is_told_with_default_range_unit_and_moment():
    kind = NodeKind(
        id="dodge",
        graph_kind="behavior_tree",
        category="decorator",
        title="Dodge",
        icon="action",
        family="modify",
        summary="Dodge.",
        children=ChildRule(1, 1),
        parameters=(
            Parameter(
                "chance", "float", 0.5, "How often.", minimum=0, maximum=1, unit="%", evaluated="enter"
            ),
            Parameter("way", "enum", "left", "Where | to.", choices=("left", "right"), evaluated="never"),
            Parameter("target", "entity", None, "From whom."),
        ),
    )
    rows = kind_help_markdown(kind, REGISTRY).splitlines()
    assert "| `chance` | float | `0.5` | 0 to 1 | % | on enter | How often. |" in rows
    assert "| `way` | choice | `left` | `left`, `right` | — | fixed | Where \\| to. |" in rows
    assert "| `target` | entity | must be given | — | — | before every tick | From whom. |" in rows
    assert "Exactly one child." in rows


def test_actions_and_conditions_of_a_game_have_pages_too():
    registry = REGISTRY.extended(
        actions=[ActionDeclaration("move_to_cover", "Move to cover", "Hide.", help="Takes the nearest.")],
        conditions=[
            ConditionDeclaration("can_sniff", "Sniff", "Sniff.", (Parameter("who", "entity", None, "W."),))
        ],
    )
    assert "Takes the nearest." in (page_markdown("action.move_to_cover", registry) or "")
    assert "`can_sniff(who)`" in (page_markdown("condition.can_sniff", registry) or "")
    assert "(condition.can_sniff.md)" in (page_markdown(INDEX_PAGE, registry) or "")


def test_what_nobody_declared_has_no_page():
    assert page_markdown("behavior_tree.juggle", REGISTRY) is None
    assert page_markdown("action.juggle", REGISTRY) is None
