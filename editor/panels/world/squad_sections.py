"""Build the sections for squads, fighting circles and tokens of a world, and for the squad of an agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from editor.panels.inspector.field_builders import Choices
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.mind_rows import mind_rows, variable_rows
from editor.panels.world.world_fields import (
    PartFields,
    WorldAction,
    WorldField,
    WorldFieldEdit,
    WorldFields,
    WorldSection,
    entity_choices,
)
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.squads import (
    add_circle,
    add_member,
    add_slot,
    add_token,
    join_squad,
    leader_of,
    make_squad,
    remove_circle,
    remove_member,
    remove_squad,
    remove_token,
    rename_circle,
    rename_squad,
    rename_token,
    replace_member,
    set_circle_field,
    set_leader,
    set_role,
    set_shape,
    set_squad_field,
    set_token,
    squad_of,
)
from graphs.worlds.model.ground_and_squads import FightingCircle, Formation, Squad
from graphs.worlds.model.world_file import WorldDocument
from runtime.worlds.squads.formations import places_of

SHAPES = tuple((shape, shape) for shape in ("line", "wedge", "column", "circle", "grid"))
OWN_SHAPE = ("own", "own places")

_MIND_HINT = "A mind of its own that orders the members; it thinks without a body."

MOST_MEMBER_ROWS = 12
"""Larger squads are shown as a list of names; roles are then set at the agents."""

MOST_OPEN = 2
"""So many squads are shown unfolded."""


def squad_sections(fields: WorldFields) -> tuple[WorldSection, ...]:
    """Return a section to make a squad, and one for each there is; the same for circles and tokens."""
    world = fields.world
    free = _free_agents(world)
    adder = _adder(
        "squads.add", "Add", free, "choose its leader", lambda world, who: make_squad(world, [who])
    )
    sections = [_head("squads", "Squads", adder, len(world.squads))]
    is_open = len(world.squads) <= MOST_OPEN
    for key, squad in world.squads.items():
        sections += _squad_sections(_of_squad(fields, key), key, squad, is_open)
    around, choose = entity_choices(world), "choose whom"
    adder = _adder("circles.add", "Add", around, choose, add_circle)
    adder = replace(adder, on_map=frozenset({"entity"}))
    sections.append(_head("circles", "Fighting circles", adder, len(world.circles)))
    sections += [_circle_section(fields, key, circle) for key, circle in world.circles.items()]
    hint = "What few may have at once, such as grenades; minds ask for it by this name."
    add = WorldField("tokens.add", "Add", FieldKind.TEXT, None, _token_adder, help=hint)
    sections.append(_head("tokens", "Tokens", replace(add, placeholder="grenade = 2"), len(world.tokens)))
    sections += [_token_section(fields, name, most) for name, most in world.tokens.items()]
    return tuple(sections)


def squad_of_agent(fields: WorldFields) -> tuple[WorldSection, ...]:
    """Return the section that says which squad an agent is in, none where the world has no squads."""
    world, element = fields.world, fields.element
    if element is None or not world.squads:
        return ()
    agent, squad_id = element.id, squad_of(world, element.id)

    def join(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return join_squad(world, agent, value if isinstance(value, str) else None)

    squads = [(key, squad.name or key) for key, squad in world.squads.items()]
    hint = "An agent is in one squad at most."
    rows = [fields.choice("squad", "Squad", squad_id, ((None, "none"), *squads), hint=hint, edit=join)]
    note, actions = "none", list[WorldAction]()
    if squad_id is not None:
        squad = world.squads[squad_id]
        leads = leader_of(squad) == agent
        rows += [
            _role_row(world, squad_id, squad, agent, "squad.role", "Role"),
            _leads_row(squad_id, agent, leads),
            _formation_rows(_of_squad(fields, squad_id), squad_id, squad.formation)[0],
        ]
        if squad.formation.shape == "own":
            actions.append(_place_adder(squad_id))
        note = f"leads {squad.name or squad_id}" if leads else squad.name or squad_id
    is_open = squad_id is not None
    return (WorldSection("squad", "Squad", tuple(rows), tuple(actions), note, open=is_open, in_line=True),)


def _place_adder(squad_id: str) -> WorldAction:
    return WorldAction("Add place", "plus", lambda world: add_slot(world, squad_id))


def _leads_row(squad_id: str, agent: str, leads: bool) -> WorldField:
    def lead(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return set_leader(world, squad_id, agent if value is True else None)

    hint = "The places of the formation are around the leader."
    return WorldField(
        "squad.leads", "Leads it", FieldKind.SWITCH, leads or None, lead, default=False, help=hint
    )


def _squad_sections(
    fields: PartFields, squad_id: str, squad: Squad, is_open: bool
) -> tuple[WorldSection, ...]:
    world, path = fields.world, f"squads.{squad_id}"
    hint = "What minds call it. Those that do by name are changed by hand."
    rows = [
        _id_row(f"{path}.id", squad_id, lambda world, value: rename_squad(world, squad_id, value), hint),
        _text_row(f"{path}.name", "Name", squad.name, fields.setter("name"), squad_id),
        _leader_row(world, path, squad_id, squad),
        *mind_rows(fields, squad.mind, "Mind", f"{path}.", hint=_MIND_HINT),
        *_formation_rows(fields, squad_id, squad.formation),
        *_member_rows(fields, path, squad_id, squad),
    ]
    remove = WorldAction("Remove", "trash", lambda world: remove_squad(world, squad_id))
    actions: tuple[WorldAction, ...] = (remove,)
    if squad.formation.shape == "own":
        actions = (_place_adder(squad_id), remove)
    count = len(squad.members)
    note, name = f"{count} member" if count == 1 else f"{count} members", squad.name or squad_id
    section = WorldSection(path, name, tuple(rows), actions, note, open=is_open, in_line=True)
    if squad.mind is None:
        return (section,)
    variables, count = variable_rows(fields, squad.mind, squad.variables, f"{path}."), len(squad.variables)
    note = f"{count} set here" if count else "as the mind says" if variables else "none"
    title = f"Variables of {name}"
    return section, WorldSection(
        f"{path}.variables", title, variables, note=note, open=bool(count), in_line=True
    )


def _leader_row(world: WorldDocument, path: str, squad_id: str, squad: Squad) -> WorldField:
    def lead(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return set_leader(world, squad_id, value if isinstance(value, str) else None)

    first = _name(world, squad.members[0]) if squad.members else "no agent"
    choices = ((None, f"the first: {first}"), *_named(world, squad.members))
    hint = "The places of the formation are around the leader; when it dies, the first follower leads."
    return WorldField(
        f"{path}.leader", "Leader", FieldKind.CHOICE, squad.leader, lead, choices=choices, help=hint
    )


def _of_squad(fields: WorldFields, squad_id: str) -> PartFields:
    def put(world: WorldDocument, name: str, value: JsonValue) -> WorldDocument:
        return set_squad_field(world, squad_id, name, value)

    return PartFields(fields, f"squads.{squad_id}", put)


def _formation_rows(fields: PartFields, squad_id: str, formation: Formation) -> tuple[WorldField, ...]:
    def take_shape(world: WorldDocument, value: JsonValue) -> WorldDocument:
        squad = world.squads[squad_id]
        return set_shape(world, squad_id, str(value or Formation().shape), places_of(squad.formation))

    where = f"squads.{squad_id}.formation"
    hint = "How the places lie around the leader. Own places are dragged on the map, with a member selected."
    choices = (*SHAPES, OWN_SHAPE)
    shape = fields.choice(
        f"{where}.shape", "Formation", formation.shape, choices, "wedge", hint=hint, edit=take_shape
    )
    if formation.shape == "own":
        slots = fields.corners(f"{where}.slots", "Places", formation.slots)
        hint = "Units ahead of the leader, and to its left, a line each."
        return (shape, replace(slots, help=hint, edit=_place_lines(squad_id), required=False))
    label = "Radius" if formation.shape == "circle" else "Spacing"
    hint = "The distance between the places."
    spacing = fields.number(
        f"{where}.spacing", label, formation.spacing, 1.5, unit="units", minimum=0, hint=hint
    )
    hint = "How many places there are beside the leader."
    size = fields.number(f"{where}.size", "Places", formation.size, 6, minimum=0, whole=True, hint=hint)
    return shape, spacing, size


def _place_lines(squad_id: str) -> WorldFieldEdit:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        slots: list[JsonValue] = []
        for line in value if isinstance(value, list) else []:
            parts = str(line).strip("[]() ").split(",")
            try:
                ahead, left = (float(part) for part in parts)
            except ValueError:
                raise EditRefused(
                    f"{line!r} is no place.", "Type units ahead and to the left: -1.5, 1."
                ) from None
            slots.append([ahead, left])
        return set_squad_field(world, squad_id, "formation.slots", slots)

    return edit


def _member_rows(fields: PartFields, path: str, squad_id: str, squad: Squad) -> tuple[WorldField, ...]:
    world = fields.world
    free = _free_agents(world)
    adder = _adder(
        f"{path}.members.add",
        "Add member",
        free,
        "choose an agent",
        lambda world, who: add_member(world, squad_id, who),
    )
    if len(squad.members) > MOST_MEMBER_ROWS:
        hint = "The members, a line each. Their roles are set at the agents."
        edit = fields.setter("members")
        lines: JsonValue = list(squad.members)
        listed = WorldField(
            f"{path}.members", "Members", FieldKind.LINES, lines, edit, required=True, help=hint
        )
        return (replace(listed, choices=tuple(free)), adder)
    rows: list[WorldField] = []
    for number, member in enumerate(squad.members):
        rows.append(_member_row(world, f"{path}.members.{number}", squad_id, member, number, free))
        key, label = f"{path}.roles.{member}", f"Role {number + 1}"
        rows.append(_role_row(world, squad_id, squad, member, key, label))
    return (*rows, adder)


def _member_row(
    world: WorldDocument, key: str, squad_id: str, member: str, number: int, free: Choices
) -> WorldField:
    def put_another(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if isinstance(value, str):
            return replace_member(world, squad_id, member, value)
        return remove_member(world, squad_id, member)

    choices = ((member, _name(world, member)), (None, "take out"), *free)
    hint = "Another agent takes its place, with its role."
    return WorldField(
        key,
        f"Member {number + 1}",
        FieldKind.CHOICE,
        member,
        put_another,
        choices=choices,
        help=hint,
        required=True,
    )


def _role_row(
    world: WorldDocument, squad_id: str, squad: Squad, member: str, key: str, label: str
) -> WorldField:
    def take_role(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return set_role(world, squad_id, member, str(value or ""))

    known = sorted({role for each in world.squads.values() for role in each.roles.values()})
    hint = "What it is for, in a word; orders can be for one role."
    row = _text_row(key, label, squad.roles.get(member, ""), take_role, "none")
    return replace(row, choices=tuple((role, role) for role in known), help=hint)


def _circle_section(fields: WorldFields, circle_id: str, circle: FightingCircle) -> WorldSection:
    path = f"circles.{circle_id}"

    def put(world: WorldDocument, field: str, value: JsonValue) -> WorldDocument:
        return set_circle_field(world, circle_id, field, value)

    own = PartFields(fields, path, put)
    hint = "Whom they fight: the places are around it."
    around = own.choice(
        f"{path}.around", "Around", circle.around, entity_choices(fields.world), required=True, hint=hint
    )
    hint = "From the middle to the places."
    radius = own.number(f"{path}.radius", "Radius", circle.radius, 2.5, unit="units", minimum=0, hint=hint)
    hint = "What all who stand in it may weigh together; there are as many places."
    slots = own.number(f"{path}.slots", "Slots", circle.slots, 8, minimum=1, hint=hint)
    hint = "What all who attack in one round may weigh together."
    attacks = own.number(f"{path}.attacks", "Attacks", circle.attacks, 4, minimum=0, hint=hint)
    hint = "Whether the places turn as it does."
    rows = (
        _id_row(f"{path}.id", circle_id, lambda world, value: rename_circle(world, circle_id, value), ""),
        _text_row(f"{path}.name", "Name", circle.name, own.setter("name"), circle_id),
        replace(around, on_map=frozenset({"entity"})),
        radius,
        slots,
        attacks,
        own.switch(f"{path}.turns", "Turns", circle.turns, True, hint=hint),
    )
    remove = WorldAction("Remove", "trash", lambda world: remove_circle(world, circle_id))
    note = f"around {_name(fields.world, circle.around)}"
    return WorldSection(path, circle.name or circle_id, rows, (remove,), note, in_line=True)


def _token_section(fields: WorldFields, name: str, most: float) -> WorldSection:
    path = f"tokens.{name}"

    def set_most(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise EditRefused("A token has a budget.", "Give a number, such as 1.")
        return set_token(world, name, value)

    hint = "What minds ask for it by. Those that do are changed by hand."
    named = _id_row(f"{path}.id", name, lambda world, value: rename_token(world, name, value), hint)
    hint = "What all who hold it may weigh together: with weights of 1, how many hold it at once."
    budget = fields.number(path, "Budget", most, minimum=0, hint=hint, required=True, edit=set_most)
    remove = WorldAction("Remove", "trash", lambda world: remove_token(world, name))
    return WorldSection(
        path, name, (replace(named, label="Name"), budget), (remove,), f"{most:g}", in_line=True
    )


def _token_adder(world: WorldDocument, value: JsonValue) -> WorldDocument:
    name, equals, text = str(value or "").partition("=")
    if not name.strip():
        return world
    try:
        most = float(text) if equals else 1.0
    except ValueError:
        raise EditRefused(f"{text.strip()!r} is no number.", "Type grenade = 2.") from None
    return set_token(*add_token(world, name.strip()), int(most) if most.is_integer() else most)


def _head(key: str, title: str, adder: WorldField, count: int) -> WorldSection:
    return WorldSection(key, title, (adder,), note=str(count) if count else "none", open=bool(count))


def _adder(
    key: str,
    label: str,
    choices: Choices,
    placeholder: str,
    add: Callable[[WorldDocument, str], WorldDocument | tuple[WorldDocument, str]],
) -> WorldField:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if not isinstance(value, str):
            raise EditRefused("Nothing was chosen.", "Choose one of the list.")
        made = add(world, value)
        return made[0] if isinstance(made, tuple) else made

    row = WorldField(key, label, FieldKind.CHOICE, None, edit, choices=tuple(choices))
    return replace(row, placeholder=placeholder)


def _id_row(
    key: str, shown: str, rename: Callable[[WorldDocument, str], WorldDocument], hint: str
) -> WorldField:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return rename(world, str(value or ""))

    return WorldField(key, "Id", FieldKind.TEXT, shown, edit, required=True, help=hint)


def _text_row(key: str, label: str, value: str, edit: WorldFieldEdit, placeholder: str) -> WorldField:
    row = WorldField(key, label, FieldKind.TEXT, value or None, edit, default="")
    return replace(row, placeholder=placeholder)


def _free_agents(world: WorldDocument) -> Choices:
    """Return the agents that are in no squad."""
    taken = {member for squad in world.squads.values() for member in squad.members}
    return _named(world, [agent for agent in sorted(world.agents) if agent not in taken])


def _named(world: WorldDocument, agents: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((agent, _name(world, agent)) for agent in agents)


def _name(world: WorldDocument, entity: str) -> str:
    entry = world.agents.get(entity)
    return (entry.name if entry is not None else "") or entity
