"""Publish the JSON Schema of worlds, made from the models that read them."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonValue
from graphs.files.field_descriptions import FIELD_DESCRIPTIONS
from graphs.files.schema import model_schema
from graphs.worlds.model.world_file import NEWEST_VERSION, VERSION, WorldDocument

WORLD_TITLES: Mapping[str, str] = {
    "AgentEntry": "Agent",
    "Curve": "Response curve",
    "EmitterEntry": "Emitter",
    "Layer": "Layer of the ground",
    "LayerSource": "Source of a layer",
    "Limits": "Limits of movement",
    "MeasureEntry": "Measure",
    "ModifierEntry": "Always-on steering",
    "SensorEntry": "Sensor",
    "ProjectileEntry": "Projectile",
    "Ways": "Search of ways",
    "WorldDocument": "Mindloom world",
    "WorldPath": "Path",
}

_NAME = "What it is called."

_SOLID: Mapping[str, str] = {
    "name": _NAME,
    "height": "How high it reaches, in units: what is thrown higher flies over it.",
    "muffling": "How much loudness a sound loses that goes through it.",
    "see_through": "Whether sight goes through it.",
}
_TAGS = "What it is, for the filters of sensors."

_EMITS = "What it gives off: noise, scent, interest or light."

_ACTIVE = "Whether it gives anything off before an action switches it on."

_FIELDS = "Further values that expressions can read, such as health."

WORLD_DESCRIPTIONS: Mapping[str, Mapping[str, str]] = {
    "WorldDocument": {
        "format": "What the file is.",
        "version": "The version of the format.",
        "size": "Width and height, in units; the lower left corner is (0, 0).",
        "seed": "The seed of all random draws.",
        "rate": "Steps in a second.",
        "title": "What the world is called.",
        "note": "A note for people.",
        "walls": "Solid polygons by id.",
        "obstacles": "Solid circles by id.",
        "doors": "Walls that open and close, by id.",
        "links": "Ways where none could be walked, by id.",
        "waypoints": "Places by id, which minds can name.",
        "paths": "Ways along waypoints, by id.",
        "zones": "Areas by id.",
        "sources": "What can be heard, seen or smelled from afar, by id.",
        "projectiles": "What lies or flies from the start and never ends, such as balls, by id.",
        "agents": "The agents by id.",
        "layers": "Layers of numbers over the ground, by id.",
        "squads": "Agents that act together, by id.",
        "circles": "Who may fight an entity at once, by id.",
        "tokens": "What all may weigh together who hold a token, by its name.",
        "ways": "How ways are searched.",
        "player": "The id of the agent that the user steers.",
        "measures": "What batch runs measure in every run, by name.",
    },
    "MeasureEntry": {
        "kind": "What is made of it: its value at the end, a mean, a time, a count.",
        "of": "An expression, a node by its id, name or title, or an event.",
        "agent": "The agent it is of; null for every agent whose mind can answer.",
    },
    "Wall": {
        "polygon": "The corners in order, in units.",
        **_SOLID,
    },
    "Obstacle": {
        "center": "The center, in units.",
        "radius": "The radius, in units.",
        **_SOLID,
    },
    "Door": {
        "polygon": "The corners in order, in units.",
        **_SOLID,
        "open": "Whether it is open at the start.",
        "slide": "How far it slides as it opens, in units; null if it leaves nothing in the way.",
        "seconds": "How long it takes to open or close.",
        "opens_on": "The event, sent to all, that opens it.",
        "closes_on": "The event, sent to all, that closes it.",
    },
    "Link": {
        "start": "Where it begins, in units.",
        "end": "Where it ends, in units.",
        "kind": "How it is gone along.",
        "name": _NAME,
        "both_ways": "Whether it leads back as well.",
        "cost": "How many times its length a way along it costs.",
        "active": "Whether it can be used at the start.",
    },
    "Ways": {
        "heuristic": "How a search guesses what is left of a way.",
        "cells_per_step": "How many cells all searches together work on in a step.",
    },
    "LayerSource": {
        "who": "The agents, sources and zones it is, as a filter of sensors.",
        "strength": "What it gives where it is: a number, or the name of a field.",
        "radius": "How far it reaches, in units.",
        "fall_off": "How what it gives falls off with distance.",
        "steps": "The share that is left at each unit of distance, for a fall-off by steps.",
    },
    "Layer": {
        "kind": "What the numbers are.",
        "name": _NAME,
        "cell": "The side of a cell, in units.",
        "sources": "What gives it its values.",
        "half_life": "How long it takes until half is left of what was there, in seconds; 0: nothing stays.",
        "every": "How often it is worked out, in seconds.",
        "around_walls": "Whether distances are measured around walls.",
        "threshold": "What is less than this does not spread.",
    },
    "Formation": {
        "shape": "How the places lie.",
        "spacing": "How far apart they are, in units; of a circle its radius.",
        "size": "For how many members beside the leader there is a place.",
        "slots": "Own places: units ahead of the leader and to its left.",
    },
    "Squad": {
        "members": "The ids of its agents.",
        "name": _NAME,
        "leader": "The member that leads; null for the first.",
        "roles": "What a member is for, by its id.",
        "formation": "How the members stand around the leader.",
        "mind": "What thinks for the squad: a document, or one graph of it.",
        "variables": "Values in place of the defaults of that mind's variables.",
    },
    "FightingCircle": {
        "around": "The entity that is fought.",
        "name": _NAME,
        "radius": "How far from it those stand who fight, in units.",
        "slots": "What all who fight may weigh together.",
        "attacks": "What all who attack at once may weigh together.",
        "turns": "Whether the places turn as the entity does.",
    },
    "Waypoint": {
        "at": "Where it is, in units.",
        "name": _NAME,
        "links": "Waypoints to which a way leads from it, and back.",
        "condition": "What an agent must be like for the place to count, an expression.",
        "fields": _FIELDS,
    },
    "WorldPath": {
        "waypoints": "The ids of the waypoints in order.",
        "mode": "Whether it ends, goes round, or turns back at both ends.",
        "name": _NAME,
    },
    "Zone": {
        "polygon": "The corners in order, in units.",
        "name": _NAME,
        "clears_scent": "Whether nothing leaves a scent in it.",
        "cost": "How many times its length a way through it costs, or never.",
        "fields": _FIELDS,
    },
    "EmitterEntry": {"kind": _EMITS, "params": "Values of the parameters of its kind.", "active": _ACTIVE},
    "Source": {
        "at": "Where it is, in units.",
        "kind": _EMITS,
        "name": _NAME,
        "tags": _TAGS,
        "params": "Values of the parameters of its kind.",
        "active": _ACTIVE,
        "fields": _FIELDS,
    },
    "ProjectileEntry": {
        "at": "Where it starts, in units.",
        "velocity": "Its velocity at the start, in units per second.",
        "height": "How high it is at the start, in units.",
        "gravity": "What pulls it down, in units per second squared; 0 lets it glide.",
        "radius": "Its size, in units.",
        "bounce": "The share of its speed that is left after a bounce, 0 to 1.",
        "damage": "What it takes from the agents it hits.",
        "name": _NAME,
        "team": "The team it belongs to.",
    },
    "Limits": {
        "max_speed": "In units per second.",
        "max_acceleration": "In units per second squared.",
        "max_rotation": "In degrees per second.",
        "max_angular_acceleration": "In degrees per second squared.",
    },
    "SensorEntry": {
        "kind": "What the sensor is.",
        "params": "Values of the sensor's parameters.",
        "every": "The time between two looks, in seconds; 0 is every step.",
        "phase": "The step of each interval on which it senses; left out, it follows from the agent's id.",
        "writes": "The output that is written to each variable of the mind.",
        "raises": "The output that raises each event of the mind.",
    },
    "ModifierEntry": {
        "behavior": "The steering behavior.",
        "arguments": "Values of its parameters.",
        "weight": "How much it counts beside what the mind asks for.",
        "priority": "Its turn where the agent combines by priority or as a running sum: smaller is earlier.",
    },
    "Curve": FIELD_DESCRIPTIONS["Curve"],
    "AgentEntry": {
        "at": "Where the agent starts, in units.",
        "heading": "Where it looks, in degrees; 0 is along x, and it goes counterclockwise.",
        "mind": "Its document, or one graph of it (gym.mind.json#g2), relative to this file.",
        "name": _NAME,
        "team": "The team it belongs to.",
        "tags": _TAGS,
        "radius": "Its size, in units.",
        "limits": "How it can move.",
        "combiner": "How steering requests become one: by weight, by priority, or as a running sum.",
        "stop": "What it does when nothing steers it.",
        "facing": "Where it looks while nothing turns it.",
        "immovable": "Whether others do not shove it but give way; of two immovable ones both do.",
        "when_dead": "What becomes of it when it has no health left: it stays, or is taken out of the world.",
        "tick_every": "Its mind ticks every so many steps; 0 only when asked.",
        "phase": "The step of the first tick; left out, it follows from the id.",
        "tick_on": "Events that make its mind tick.",
        "variables": "Values of the mind's variables in place of their defaults.",
        "area_costs": "What zones cost it in place of their own, by zone.",
        "curves": "Curves in place of the mind's, by name; a set of a fuzzy input as input.set.",
        "fields": _FIELDS,
        "sensors": "What it senses, in order.",
        "emits": "What it gives off, in order.",
        "modifiers": "Steering that is always on, in order.",
    },
}


def world_schema() -> dict[str, JsonValue]:
    """Return the JSON Schema of `*.world.json`."""
    return model_schema(
        WorldDocument,
        f"urn:mindloom:world:{VERSION}",
        WORLD_TITLES,
        WORLD_DESCRIPTIONS,
        version=NEWEST_VERSION,
        oldest=VERSION,
    )
