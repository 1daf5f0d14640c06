"""The help is searched by the beginnings of words, titles first."""

from __future__ import annotations

from editor.help.help_contents import all_entries, help_contents
from editor.help.help_library import heading_slug, links_of, page_addresses, page_text
from editor.help.help_search import HelpSearch, plain_text
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ConditionDeclaration
from tests.editor.help.page_parts import heading_slugs

REGISTRY = builtin_registry()
PAGES = {
    "worlds": "# Worlds\n\nA world has walls.\n\n## Walls and doors\n\nWalls are **polygons**.",
    "walls": "# Walls\n\nThey stand still.",
    "guards": "# Guards\n\nA guard looks over a wall, and waits; then it looks over the next.",
}


def found(asked: str) -> list[str]:
    return [hit.address for hit in HelpSearch(PAGES, PAGES.get).find(asked)]


def test_a_title_comes_before_a_heading_before_the_text():
    assert found("wall") == ["walls", "worlds", "guards"]


def test_all_words_have_to_be_there_at_the_beginning_of_words():
    assert found("walls doors") == ["worlds"]
    assert found("alls") == []
    assert found("wall zebra") == []
    assert found("LOOKS wait") == ["guards"]


def test_less_than_two_letters_find_nothing():
    assert found("w") == found(" ") == found("") == []


def test_a_hit_shows_the_line_it_is_in_and_the_heading_above():
    [hit] = HelpSearch(PAGES, PAGES.get).find("polygon")
    assert (hit.title, hit.heading, hit.piece) == ("Worlds", "Walls and doors", "Walls are polygons.")
    [hit] = HelpSearch(PAGES, PAGES.get).find("next")
    assert hit.piece == "… over the next."


def test_markdown_is_read_as_it_reads():
    assert plain_text("| [Wait](wait.md) | `seconds` | |") == "Wait · seconds"
    assert plain_text("|---|---|") == ""
    assert plain_text("3. Press **F5**.") == "Press F5."
    assert plain_text("![Wait](wait.png)") == ""


def test_every_page_of_the_help_can_be_found_by_its_title():
    search = HelpSearch(page_addresses(REGISTRY), lambda each: page_text(each, REGISTRY))
    assert "kinds/behavior_tree.cooldown" in [hit.address for hit in search.find("cooldown")][:2]
    assert "worlds" in [hit.address for hit in search.find("worlds")][:3]


def test_every_page_is_in_the_contents_and_what_is_in_them_exists():
    listed = {entry.address for entry in all_entries(help_contents(REGISTRY)) if entry.address}
    assert set(page_addresses(REGISTRY)) - listed == {"index"}
    assert [each for each in sorted(listed) if page_text(each, REGISTRY) is None] == []


def test_the_conditions_of_a_game_are_in_the_contents():
    registry = REGISTRY.extended(conditions=[ConditionDeclaration("can_sniff", "Can sniff", "Sniff.")])
    assert "kinds/condition.can_sniff" in {entry.address for entry in all_entries(help_contents(registry))}


def test_headings_and_links_are_read_without_code():
    text = (
        "# A `b` c\n\n```md\n# not\n[no](no.md)\n```\n\n## D, e!\n\n[yes](yes.md) `[no](no.md)` ![p](p.png)"
    )
    assert heading_slugs(text) == ("a-b-c", "d-e")
    assert [link.target for link in links_of(text)] == ["yes.md"]
    assert heading_slug("The Why panel") == "the-why-panel"


def test_an_address_cannot_leave_the_help():
    assert page_text("../samples/tank.mind", REGISTRY) is None
    assert page_text("/etc/passwd", REGISTRY) is None
