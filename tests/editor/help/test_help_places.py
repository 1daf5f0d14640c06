from __future__ import annotations

from editor.help.help_library import page_addresses, page_text
from editor.help.help_search import help_places
from tests.editor.help.page_parts import heading_slugs
from tests.editor.window_builders import REGISTRY


def test_every_place_leads_to_a_page_and_to_a_heading_of_it():
    for place in help_places(REGISTRY):
        page, _, heading = place.address.partition("#")
        text = page_text(page, REGISTRY)
        assert text is not None, place
        assert not heading or heading in heading_slugs(text), place


def test_all_pages_are_there_but_for_indexes_and_the_page_of_transitions():
    pages = {place.address for place in help_places(REGISTRY) if "#" not in place.address}
    assert set(page_addresses(REGISTRY)) - pages == {"kinds/index", "kinds/state_machine.transition"}


def test_a_heading_names_its_page():
    places = {place.address: place for place in help_places(REGISTRY)}
    assert places["debugging#breakpoints"].title == "Breakpoints"
    assert places["debugging#breakpoints"].page == places["debugging"].title
    assert places["kinds/action.arrive"].title == "Arrive"
