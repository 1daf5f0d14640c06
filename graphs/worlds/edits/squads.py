"""Make, change and remove squads, fighting circles and tokens of a world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from graphs.basics.frozen import Point
from graphs.basics.ids import numbered_name
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed, with_entry, without
from graphs.worlds.checks.squad_check import squad_problems
from graphs.worlds.edits.references import LONGEST_ID
from graphs.worlds.edits.shapes import tidy_point
from graphs.worlds.edits.squad_references import without_members
from graphs.worlds.model.elements import ENTITY_GROUPS, entries_of, group_of_entity, need_agent
from graphs.worlds.model.ground_and_squads import FightingCircle, Formation, Squad
from graphs.worlds.model.world_file import AgentEntry, WorldDocument

_Section: TypeAlias = Literal["squads", "circles", "tokens"]


def squad_of(world: WorldDocument, agent_id: str) -> str | None:
    """Return the id of the squad that an agent is in, None for none."""
    return next((key for key, squad in world.squads.items() if agent_id in squad.members), None)


def leader_of(squad: Squad) -> str | None:
    """Return who leads a squad at the start: the leader it names, else its first member."""
    return squad.leader or next(iter(squad.members), None)


def own_places_around(world: WorldDocument, agent_id: str) -> tuple[str, AgentEntry] | None:
    """Return the squad of an agent, and its leader as it starts, where it has places of its own."""
    squad_id = squad_of(world, agent_id)
    squad = world.squads[squad_id] if squad_id is not None else None
    leader = world.agents.get(leader_of(squad) or "") if squad is not None else None
    if squad_id is None or squad is None or leader is None or squad.formation.shape != "own":
        return None
    return squad_id, leader


@edit
def make_squad(world: WorldDocument, members: Sequence[str]) -> tuple[WorldDocument, str]:
    """Make a squad of agents, the first of which leads; return the world and the squad's id.

    Refuses nobody, and agents that are in a squad already.
    """
    chosen = tuple(dict.fromkeys(members))
    if not chosen:
        raise EditRefused("A squad has at least one member.", "Pick agents first.")
    for member in chosen:
        _refuse_member(world, member)
    formation = Formation()
    formation = put(formation, size=max(formation.size, len(chosen) - 1))
    squad_id = numbered_name("squad", {*_entity_ids(world), *world.squads, *world.circles})
    squad = Squad(members=chosen, formation=formation)
    return put(world, squads=with_entry(world.squads, squad_id, squad)), squad_id


@edit
def remove_squad(world: WorldDocument, squad_id: str) -> WorldDocument:
    """Take a squad out of the world; its members stay."""
    return _without(world, "squads", squad_id)


@edit
def rename_squad(world: WorldDocument, squad_id: str, new_id: str) -> WorldDocument:
    """Give a squad another id, in its place; refuse one that an entity, a squad or a circle has."""
    _need(world, "squads", squad_id)
    wanted = _checked_id(new_id, squad_id, "squad")
    _refuse_taken(world, wanted, squad_id, "squad")
    return _renamed(world, "squads", squad_id, wanted)


@edit
def add_member(world: WorldDocument, squad_id: str, agent_id: str) -> WorldDocument:
    """Take an agent into a squad; where all places are taken, the formation gets one more.

    One more of `own` lies a spacing behind the last of them. Refuses an agent that is in a squad already.
    """
    squad = _need_squad(world, squad_id)
    _refuse_member(world, agent_id)
    grown = put(squad, members=(*squad.members, agent_id))
    formation, followers = squad.formation, len(grown.members) - 1
    if formation.shape == "own" and followers > len(formation.slots):
        grown = put(grown, formation=put(formation, slots=(*formation.slots, _next_slot(formation))))
    elif formation.shape != "own" and followers > formation.size:
        grown = put(grown, formation=put(formation, size=followers))
    return _with_squad(world, squad_id, grown)


@edit
def remove_member(world: WorldDocument, squad_id: str, agent_id: str) -> WorldDocument:
    """Take a member out of a squad, with its role; refuse to take out the last one."""
    squad = _need_squad(world, squad_id)
    _need_member(squad, squad_id, agent_id)
    if len(squad.members) == 1:
        raise EditRefused(f"{agent_id} is the last member of {squad_id}.", "Remove the squad instead.")
    return _with_squad(world, squad_id, without_members(squad, (agent_id,)))


@edit
def join_squad(world: WorldDocument, agent_id: str, squad_id: str | None) -> WorldDocument:
    """Let an agent be in a squad and no other, or with None in none; refuse to empty the one it is in."""
    former = squad_of(world, agent_id)
    if former == squad_id:
        return world
    if former is not None:
        world = remove_member(world, former, agent_id)
    return world if squad_id is None else add_member(world, squad_id, agent_id)


@edit
def replace_member(world: WorldDocument, squad_id: str, agent_id: str, by: str) -> WorldDocument:
    """Put another agent in the place of a member, with its role and its lead."""
    squad = _need_squad(world, squad_id)
    _need_member(squad, squad_id, agent_id)
    if by == agent_id:
        return world
    _refuse_member(world, by)
    members = tuple(by if member == agent_id else member for member in squad.members)
    roles = {by if member == agent_id else member: role for member, role in squad.roles.items()}
    leader = by if squad.leader == agent_id else squad.leader
    return _with_squad(world, squad_id, put(squad, members=members, roles=roles, leader=leader))


@edit
def set_leader(world: WorldDocument, squad_id: str, agent_id: str | None) -> WorldDocument:
    """Let a member lead a squad, or with None its first member."""
    squad = _need_squad(world, squad_id)
    if agent_id is not None:
        _need_member(squad, squad_id, agent_id)
    return _with_squad(world, squad_id, put(squad, leader=agent_id))


@edit
def set_role(world: WorldDocument, squad_id: str, agent_id: str, role: str) -> WorldDocument:
    """Say what a member is for, "" for nothing of its own."""
    squad = _need_squad(world, squad_id)
    _need_member(squad, squad_id, agent_id)
    roles = without(squad.roles, (agent_id,))
    if role.strip():
        roles = with_entry(squad.roles, agent_id, role.strip())
    return _with_squad(world, squad_id, put(squad, roles=roles))


@edit
def set_squad_field(world: WorldDocument, squad_id: str, path: str, value: object) -> WorldDocument:
    """Set a field of a squad: its name, its mind, `formation.spacing`, `variables.target`; None takes the
    default.

    Refuses a value that does not fit, and one that the check of worlds would call an error there.
    """
    squad = _need_squad(world, squad_id)
    new = with_field(squad, path, value)
    changed = _with_squad(world, squad_id, new) if new is not squad else world
    return _checked(world, changed, f"squads.{squad_id}.{path}")


@edit
def set_shape(
    world: WorldDocument, squad_id: str, shape: str, begin_with: Sequence[Point] = ()
) -> WorldDocument:
    """Let a squad stand in another shape; one of `own` places begins with some where it has none yet."""
    squad = _need_squad(world, squad_id)
    formation = with_field(squad.formation, "shape", shape)
    if formation.shape == "own" and not formation.slots:
        formation = put(formation, slots=tuple(tidy_point(*slot) for slot in begin_with))
    return _with_squad(world, squad_id, put(squad, formation=formation))


@edit
def add_slot(world: WorldDocument, squad_id: str, at: Point | None = None) -> WorldDocument:
    """Add a place to those of a squad's own formation: units ahead of the leader, and to its left.

    Without a place it lies a spacing behind the last of them.
    """
    squad, formation = _own_formation(world, squad_id)
    slot = tidy_point(*at) if at is not None else _next_slot(formation)
    return _with_slots(world, squad_id, squad, (*formation.slots, slot))


@edit
def move_slot(world: WorldDocument, squad_id: str, index: int, at: Point) -> WorldDocument:
    """Put a place of a squad's own formation somewhere else, in the leader's frame."""
    squad, formation = _own_formation(world, squad_id)
    _need_slot(formation, index)
    slots = (*formation.slots[:index], tidy_point(*at), *formation.slots[index + 1 :])
    return _checked(
        world, _with_slots(world, squad_id, squad, slots), f"squads.{squad_id}.formation.slots.{index}"
    )


@edit
def remove_slot(world: WorldDocument, squad_id: str, index: int) -> WorldDocument:
    """Take a place out of a squad's own formation; those behind it move up by one."""
    squad, formation = _own_formation(world, squad_id)
    _need_slot(formation, index)
    slots = (*formation.slots[:index], *formation.slots[index + 1 :])
    return _with_slots(world, squad_id, squad, slots)


@edit
def add_circle(world: WorldDocument, around: str) -> tuple[WorldDocument, str]:
    """Add a fighting circle around an entity; return the world and the circle's id."""
    _refuse_no_entity(world, around)
    circle_id = numbered_name("circle", {*world.circles, *world.squads})
    circles = with_entry(world.circles, circle_id, FightingCircle(around=around))
    return put(world, circles=circles), circle_id


@edit
def remove_circle(world: WorldDocument, circle_id: str) -> WorldDocument:
    """Take a fighting circle out of the world."""
    return _without(world, "circles", circle_id)


@edit
def rename_circle(world: WorldDocument, circle_id: str, new_id: str) -> WorldDocument:
    """Give a fighting circle another id, in its place; refuse one that a squad or a circle has."""
    _need(world, "circles", circle_id)
    wanted = _checked_id(new_id, circle_id, "fighting circle")
    taken = {*world.circles, *world.squads} - {circle_id}
    if wanted in taken:
        raise EditRefused(f"{wanted} is the id of a squad or circle already.", "Choose another one.")
    return _renamed(world, "circles", circle_id, wanted)


@edit
def set_circle_field(world: WorldDocument, circle_id: str, path: str, value: object) -> WorldDocument:
    """Set a field of a fighting circle; None takes the default. Refuses what `set_squad_field` would."""
    _need(world, "circles", circle_id)
    circle = world.circles[circle_id]
    new = with_field(circle, path, value)
    if new is circle:
        return world
    changed = put(world, circles=with_entry(world.circles, circle_id, new))
    return _checked(world, changed, f"circles.{circle_id}.{path}")


@edit
def add_token(world: WorldDocument, name: str = "", most: float = 1) -> tuple[WorldDocument, str]:
    """Add a token of a name, "" for a free one; return the world and the name. Refuses one that is taken."""
    wanted = name.strip() or numbered_name("token", world.tokens)
    if wanted in world.tokens:
        raise EditRefused(f"There is a token {wanted!r} already.", "Choose another name.")
    return put(world, tokens=with_entry(world.tokens, _checked_id(wanted, "", "token"), most)), wanted


@edit
def remove_token(world: WorldDocument, name: str) -> WorldDocument:
    """Take a token out of the world."""
    return _without(world, "tokens", name)


@edit
def rename_token(world: WorldDocument, name: str, new_name: str) -> WorldDocument:
    """Give a token another name, in its place; refuse one that is taken."""
    _need(world, "tokens", name)
    wanted = _checked_id(new_name, name, "token")
    if wanted != name and wanted in world.tokens:
        raise EditRefused(f"There is a token {wanted!r} already.", "Choose another name.")
    return _renamed(world, "tokens", name, wanted)


@edit
def set_token(world: WorldDocument, name: str, most: float) -> WorldDocument:
    """Set how much of a token there is; refuse less than nothing."""
    _need(world, "tokens", name)
    changed = with_field(world, f"tokens.{name}", most)
    return _checked(world, changed, f"tokens.{name}")


def _need(world: WorldDocument, section: _Section, key: str) -> None:
    if key not in getattr(world, section):
        said = f"The {section.removesuffix('s')} {key} is no longer in the world."
        raise EditRefused(said, "Choose another one.")


def _without(world: WorldDocument, section: _Section, key: str) -> WorldDocument:
    _need(world, section, key)
    return put(world, **{section: without(getattr(world, section), (key,))})


def _renamed(world: WorldDocument, section: _Section, key: str, wanted: str) -> WorldDocument:
    """Give an entry another key, in its place; the same world where it has it already."""
    return put(world, **{section: renamed(getattr(world, section), key, wanted)}) if wanted != key else world


def _need_squad(world: WorldDocument, squad_id: str) -> Squad:
    _need(world, "squads", squad_id)
    return world.squads[squad_id]


def _need_member(squad: Squad, squad_id: str, agent_id: str) -> None:
    if agent_id not in squad.members:
        raise EditRefused(f"{agent_id} is no member of {squad_id}.", "Add it first.")


def _refuse_member(world: WorldDocument, agent_id: str) -> None:
    need_agent(world, agent_id)
    taken = squad_of(world, agent_id)
    if taken is not None:
        raise EditRefused(f"{agent_id} is in the squad {taken} already.", "Take it out of that one first.")


def _own_formation(world: WorldDocument, squad_id: str) -> tuple[Squad, Formation]:
    squad = _need_squad(world, squad_id)
    if squad.formation.shape != "own":
        shape = squad.formation.shape
        raise EditRefused(f"The places of a {shape} follow from its shape.", "Choose the shape own first.")
    return squad, squad.formation


def _need_slot(formation: Formation, index: int) -> None:
    if not 0 <= index < len(formation.slots):
        raise EditRefused("This place is no longer there.", "Choose another one.")


def _next_slot(formation: Formation) -> Point:
    """Return a place a spacing behind the last one, of none behind the leader."""
    x, y = min(formation.slots, default=(0, 0), key=lambda slot: float(slot[0]))
    return tidy_point(float(x) - (float(formation.spacing) or 1.5), float(y))


def _with_squad(world: WorldDocument, squad_id: str, squad: Squad) -> WorldDocument:
    if squad == world.squads[squad_id]:
        return world
    return put(world, squads=with_entry(world.squads, squad_id, squad))


def _with_slots(world: WorldDocument, squad_id: str, squad: Squad, slots: tuple[Point, ...]) -> WorldDocument:
    return _with_squad(world, squad_id, put(squad, formation=put(squad.formation, slots=slots)))


def _checked(before: WorldDocument, after: WorldDocument, where: str) -> WorldDocument:
    """Return a changed world; refuse an error at a place in the file that was not there before."""
    if after is before:
        return before
    known = {problem.where for problem in squad_problems(before)}
    for problem in squad_problems(after):
        is_here = problem.where == where or problem.where.startswith(f"{where}.")
        if problem.severity == "error" and is_here and problem.where not in known:
            raise EditRefused(problem.message, problem.remedy)
    return after


def _checked_id(new_id: str, old: str, word: str) -> str:
    wanted = new_id.strip()
    if not wanted:
        raise EditRefused(f"A {word} needs an id.", "Type one, such as red_2.")
    if wanted != old and (
        len(wanted) > LONGEST_ID or any(not (sign.isalnum() or sign in "_-") for sign in wanted)
    ):
        raise EditRefused(f"{wanted[:LONGEST_ID]!r} cannot be an id.", "Use letters, digits, - and _.")
    return wanted


def _refuse_taken(world: WorldDocument, wanted: str, own: str, word: str) -> None:
    others = {*world.squads, *world.circles, *_entity_ids(world)} - {own}
    if wanted in others:
        raise EditRefused(f"{wanted} is the id of something else already.", f"A {word} needs its own.")


def _refuse_no_entity(world: WorldDocument, entity: str) -> None:
    if group_of_entity(world, entity) is None:
        raise EditRefused(f"There is no entity {entity!r} to stand around.", "Choose another one.")


def _entity_ids(world: WorldDocument) -> set[str]:
    return {key for group in ENTITY_GROUPS for key in entries_of(world, group)}
