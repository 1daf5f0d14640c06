"""Say what the inspector shows of the world itself, and of several things at once."""

from __future__ import annotations

from collections.abc import Sequence

from editor.panels.inspector.field_spec import merged
from editor.panels.world.agent_contents import agent_content
from editor.panels.world.measure_sections import measure_sections
from editor.panels.world.thing_contents import ICONS, thing_content
from editor.panels.world.world_fields import (
    WorldContent,
    WorldContext,
    WorldFieldEdit,
    WorldFields,
    WorldSection,
)
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.worlds.checks.world_check import LARGEST_SIZE
from graphs.worlds.edits.setting import set_world_field
from graphs.worlds.model.elements import GROUPS, WORDS, Element, entries_of
from graphs.worlds.model.world_file import WorldDocument

MOST_MERGED = 60
"""So many things at once show rows; more than that only how many they are."""

_OWN = frozenset({"world.id", "name", "at", "center", "polygon", "waypoints", "world.new_field", "player"})
"""Fields that belong to one thing alone."""


def world_content(context: WorldContext, selected: Sequence[Element]) -> WorldContent | None:
    """Return the rows of what is selected, of the world itself where nothing is."""
    if not selected:
        return map_content(context)
    if len(selected) == 1:
        return element_content(context, selected[0])
    return _several(context, selected)


def element_content(context: WorldContext, element: Element) -> WorldContent | None:
    """Return the rows of one thing; None when it is gone."""
    if element.group == "agents":
        return agent_content(context, element)
    return thing_content(context, element)


def map_content(context: WorldContext) -> WorldContent:
    """Return the rows of the world: its size, its seed, who the user steers."""
    world = context.world
    fields = WorldFields(context, None)
    agents = [(one, entry.name or one) for one, entry in sorted(world.agents.items())]
    rows = (
        fields.text("title", "Title", world.title, placeholder="untitled"),
        fields.number(
            "size.0",
            "Width",
            world.size[0],
            unit="units",
            minimum=0.1,
            maximum=LARGEST_SIZE,
            required=True,
            edit=_side(0),
        ),
        fields.number(
            "size.1",
            "Height",
            world.size[1],
            unit="units",
            minimum=0.1,
            maximum=LARGEST_SIZE,
            required=True,
            edit=_side(1),
        ),
        fields.choice(
            "player",
            "You steer",
            world.player,
            ((None, "nobody"), *agents),
            hint="The agent that the arrow keys and the mouse drive while the world runs.",
        ),
        fields.note(world.note),
    )
    run = (
        fields.number(
            "seed",
            "Seed",
            world.seed,
            0,
            minimum=0,
            maximum=2**32 - 1,
            whole=True,
            hint="Where all random draws come from: the same seed gives the same run.",
        ),
        fields.number(
            "rate",
            "Rate",
            world.rate,
            60,
            unit="per s",
            minimum=1,
            maximum=1000,
            whole=True,
            hint="Steps of the world in a second.",
        ),
    )
    return WorldContent(
        world.title or "World",
        _counted(world),
        "world",
        "world",
        (WorldSection("map", "Map", rows), WorldSection("run", "Run", run), *measure_sections(fields)),
    )


def _side(axis: int) -> WorldFieldEdit:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise EditRefused("A map has a size.", "Give a number of units.")
        size = list(world.size)
        size[axis] = value
        return set_world_field(world, "size", size)

    return edit


def _several(context: WorldContext, selected: Sequence[Element]) -> WorldContent:
    counts = {group: sum(one.group == group for one in selected) for group in GROUPS}
    words = ", ".join(_plural(count, WORDS[group]) for group, count in counts.items() if count)
    groups = [group for group, count in counts.items() if count]
    sections: tuple[WorldSection, ...] = ()
    if len(groups) == 1 and len(selected) <= MOST_MERGED:
        found = [element_content(context, element) for element in selected]
        contents = tuple(one for one in found if one is not None)
        sections = merged(contents, _OWN) if contents else ()
    if not sections:
        words += ". A few things of one kind can be changed together here."
    icon = ICONS[groups[0]] if len(groups) == 1 else "group"
    return WorldContent(f"{len(selected)} selected", words, icon, "world", sections)


def _counted(world: WorldDocument) -> str:
    parts = [_plural(len(entries_of(world, group)), WORDS[group]) for group in ("agents", "walls", "paths")]
    return f"{world.size[0]:g} × {world.size[1]:g} units · {', '.join(parts)}"


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
