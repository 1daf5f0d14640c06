"""Declare the kinds of sensors: what each takes, what it can write and what it can raise.

What runs them is in the module of each sense in `runtime`; its docstring is the contract.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.kinds.declarations.parameter import Parameter, choice
from graphs.model.variables_and_events import VariableType
from graphs.worlds.kinds.sensor_kind import (
    LOOKS_FOR,
    SensorEvent,
    SensorKind,
    SensorOutput,
    at_target,
    cone_angle,
    looks_for,
    reach,
    seconds,
)

SIGHT = SensorKind(
    "sight",
    "Sight",
    "Sees what is inside a cone, in range and not behind a wall.",
    "SENSE-02",
    (
        cone_angle("half_angle", 45.0, "From the middle of the cone to its edge."),
        Parameter("range", "float", 6.0, "How far it sees.", minimum=0, unit="units"),
        LOOKS_FOR,
    ),
    (
        SensorOutput("visible", "bool", "Whether anything looked for is in view.", "visible"),
        SensorOutput("target", "entity", "The nearest in view, else the one seen last.", "target"),
        SensorOutput("position", "vector", "Where the target is, else where it was seen last.", "last_seen"),
        SensorOutput("distance", "float", "Distance to that position."),
        SensorOutput("unseen_for", "float", "Seconds since anything was in view, or since the start."),
    ),
    (
        SensorEvent("seen", "Something came into view.", at_target(), "seen"),
        SensorEvent("lost", "Nothing is in view any more.", at_target(), "lost"),
    ),
)


def _share(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, "float", default, text, minimum=0, maximum=1)


def _rate(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, "float", default, text, minimum=0, maximum=1000, unit="per s")


_METER_PAYLOAD = at_target(("meter", "float"))

GRADED_VISION = SensorKind(
    "graded_vision",
    "Graded vision",
    "Fills a detection meter, faster for what is near and straight ahead.",
    "SENSE-04",
    (
        cone_angle("half_angle", 30.0, "From the middle of the far cone to its edge."),
        reach("range", 9.0, "How far it sees ahead."),
        reach("near_range", 2.5, "Up to here it sees best."),
        cone_angle("wide_half_angle", 75.0, "From the middle of the wide cone to its edge."),
        reach("wide_range", 5.0, "How far it sees in the wide cone."),
        _rate("fill_rate", 2.0, "How much of the meter fills in a second at best."),
        _rate("drain_rate", 0.5, "How much of it drains in a second with nothing in view."),
        _share("far_share", 0.25, "Share of the fill rate at the end of a range."),
        _share("edge_share", 0.25, "Share of the fill rate at the edge of the wide cone."),
        _share(
            "dark_share", 1.0, "Share of the fill rate for what is in the dark; 1: light does not matter."
        ),
        _share("notice_at", 0.35, "How full the meter is when something is noticed."),
        LOOKS_FOR,
    ),
    (
        SensorOutput("meter", "float", "How full the detection meter is, from 0 to 1.", "meter"),
        SensorOutput("noticed", "bool", "Whether something was noticed and the meter is not empty since."),
        SensorOutput("detected", "bool", "Whether the meter was full and is not empty since."),
        SensorOutput(
            "visible", "bool", "Whether anything looked for is in a zone and in the open.", "visible"
        ),
        SensorOutput("zone", "string", "The zone the target is in: near, far, wide, or none."),
        SensorOutput("target", "entity", "What fills the meter most, else what did last.", "target"),
        SensorOutput("position", "vector", "Where the target is, else where it was seen last.", "last_seen"),
        SensorOutput("distance", "float", "Distance to that position."),
        SensorOutput("unseen_for", "float", "Seconds since anything was in view, or since the start."),
    ),
    (
        SensorEvent(
            "noticed", "The meter reached the mark at which something is noticed.", _METER_PAYLOAD, "noticed"
        ),
        SensorEvent("detected", "The meter is full.", _METER_PAYLOAD, "detected"),
        SensorEvent("lost", "The meter is empty again after something was noticed.", _METER_PAYLOAD, "lost"),
    ),
)

VISOR = SensorKind(
    "visor",
    "Visor",
    "Sees what is inside a box ahead that widens, and not behind a wall.",
    "SENSE-03",
    (
        reach("range", 6.0, "How far ahead it sees."),
        reach("near_width", 1.0, "How wide it sees at the eyes."),
        reach("far_width", 6.0, "How wide it sees at its end."),
        LOOKS_FOR,
    ),
    SIGHT.outputs,
    SIGHT.events,
)

HEARING = SensorKind(
    "hearing",
    "Hearing",
    "Hears noises that are loud enough, through walls less.",
    "SENSE-09",
    (
        Parameter("threshold", "float", 1.0, "How loud a noise has to be here to be heard.", minimum=0),
        reach("range", 15.0, "Noises further away are not heard, however loud."),
        looks_for("anything"),
    ),
    (
        SensorOutput("heard", "bool", "Whether a noise was heard since the sensor was due before."),
        SensorOutput("loudness", "float", "How loud the noise heard last was here."),
        SensorOutput("position", "vector", "Where it was made.", "heard_at"),
        SensorOutput("distance", "float", "Distance to that place."),
        SensorOutput("source", "entity", "Who made it, nobody for a noise of the user's.", "heard_from"),
        SensorOutput("tag", "string", "What kind of noise it was."),
        SensorOutput("silent_for", "float", "Seconds since a noise was heard, or since the start."),
    ),
    (
        SensorEvent(
            "heard",
            "A noise was heard.",
            {"at": "vector", "source": "entity", "distance": "float", "loudness": "float", "tag": "string"},
            "heard",
        ),
    ),
)

_SCENT_PAYLOAD: Mapping[str, VariableType] = {"at": "vector", "source": "entity", "strength": "float"}

SMELL = SensorKind(
    "smell",
    "Smell",
    "Smells the trail that something left, and where it leads.",
    "SENSE-11",
    (
        reach("range", 4.0, "Traces further away are not smelled."),
        Parameter("threshold", "float", 0.05, "How strong the scent has to be.", minimum=0),
        LOOKS_FOR,
    ),
    (
        SensorOutput("smelled", "bool", "Whether the scent is strong enough.", "smells"),
        SensorOutput("strength", "float", "How strong the scent is here."),
        SensorOutput("direction", "vector", "The way up the scent, of length 1; (0, 0) for none."),
        SensorOutput("position", "vector", "The middle of the traces around, else of those smelled last."),
        SensorOutput(
            "freshest", "vector", "Where the strongest trace lies, else the one smelled last.", "scent_at"
        ),
        SensorOutput("source", "entity", "Who left that trace."),
    ),
    (
        SensorEvent("smelled", "Scent was picked up.", _SCENT_PAYLOAD, "smelled"),
        SensorEvent("lost", "The scent is lost.", _SCENT_PAYLOAD, "trail_lost"),
    ),
)

TOUCH = SensorKind(
    "touch",
    "Touch",
    "Feels what the body touches: agents, sources, walls.",
    "SENSE-06",
    (
        reach("reach", 0.05, "How wide a gap still counts as touching."),
        Parameter("walls", "bool", False, "Whether walls, obstacles and the map's edge are felt too."),
        looks_for("anyone"),
    ),
    (
        SensorOutput("touching", "bool", "Whether a thing looked for is touched.", "touching"),
        SensorOutput("count", "int", "How many things are touched."),
        SensorOutput(
            "target", "entity", "The nearest thing touched, else the one touched last.", "touched_by"
        ),
        SensorOutput("position", "vector", "Where the bodies meet, or met last."),
        SensorOutput("wall", "string", "The wall or obstacle that is touched, or nothing."),
    ),
    (
        SensorEvent("touched", "A thing came into touch.", {"at": "vector", "target": "entity"}, "touched"),
        SensorEvent("left", "A thing is touched no more.", {"at": "vector", "target": "entity"}),
        SensorEvent("bumped", "A wall came into touch.", {"at": "vector", "wall": "string"}),
    ),
)

PROXIMITY = SensorKind(
    "proximity",
    "Proximity",
    "Senses who is near, whatever the agent looks at.",
    "SENSE-05",
    (
        reach("radius", 5.0, "How near is near."),
        choice(
            "certainty",
            ("certain", "by_distance"),
            "Certain: whoever is near is sensed. By distance: the less likely the further away.",
        ),
        Parameter("through_walls", "bool", True, "Whether walls do not hide."),
        looks_for("foes"),
    ),
    (
        SensorOutput("near", "bool", "Whether anyone looked for is sensed.", "near"),
        SensorOutput("count", "int", "How many are sensed."),
        SensorOutput("target", "entity", "The nearest sensed, else the one sensed last.", "nearest"),
        SensorOutput("position", "vector", "Where the target is, else where it was sensed last."),
        SensorOutput("distance", "float", "Distance to that position."),
    ),
    (
        SensorEvent("entered", "Somebody is near now.", at_target(), "came_near"),
        SensorEvent("left", "No agent is near any more.", at_target(), "went_away"),
    ),
)

_INTEREST_PAYLOAD: Mapping[str, VariableType] = {
    "at": "vector",
    "source": "entity",
    "interest": "string",
    "priority": "int",
}

AWARENESS = SensorKind(
    "awareness",
    "Awareness",
    "Notices what is of interest, unless something else matters as much.",
    "SENSE-16",
    (
        cone_angle("half_angle", 180.0, "How far to the side interests of sight are noticed."),
        seconds("decay", 0.0, "The time after which an interest is forgotten; 0: never by itself."),
        looks_for("anything"),
    ),
    (
        SensorOutput("interest", "string", "What it is interested in; lowest for nothing.", "interest"),
        SensorOutput("priority", "int", "How much that matters.", "priority"),
        SensorOutput("position", "vector", "Where the interest is, or was last.", "interest_at"),
        SensorOutput("source", "entity", "What it belongs to; nobody for a mere place."),
        SensorOutput("leading", "bool", "Whether it leads those who went to see."),
        SensorOutput("noticed_for", "float", "Seconds since it noticed, or since the start."),
    ),
    (
        SensorEvent(
            "noticed", "Something matters more than what it was interested in.", _INTEREST_PAYLOAD, "noticed"
        ),
        SensorEvent(
            "lead", "It is to lead those who go to see.", {**_INTEREST_PAYLOAD, "scouts": "int"}, "lead"
        ),
        SensorEvent("forgotten", "The interest has decayed.", _INTEREST_PAYLOAD),
    ),
)

PROJECTILE = SensorKind(
    "projectile",
    "Projectile",
    "Knows of something thrown that will come down near, and where.",
    "PROJ-02",
    (
        reach("within", 4.0, "How near its landing has to be; with blasts, how near the reach of the blast."),
        Parameter(
            "what", "enum", "all", "Everything thrown, or only what explodes.", choices=("all", "blasts")
        ),
    ),
    (
        SensorOutput("incoming", "bool", "Whether something comes down near.", "incoming"),
        SensorOutput("projectile", "entity", "What comes, else what came last."),
        SensorOutput("landing", "vector", "Where it comes down, else where it was last to.", "landing"),
        SensorOutput("distance", "float", "Distance from the agent to that place.", "landing_distance"),
        SensorOutput("seconds", "float", "How long until it is there, 0 when nothing comes."),
        SensorOutput("shooter", "entity", "Who threw it; nobody for the user."),
    ),
    (
        SensorEvent("incoming", "Something will come down near.", at_target(("seconds", "float"))),
        SensorEvent("over", "Nothing comes any more.", {"at": "vector", "target": "entity"}),
    ),
    cheats=True,
)

HEALTH = SensorKind(
    "health",
    "Health",
    "Knows how much the agent, or another, can still take.",
    "SENSE-17",
    (Parameter("of", "entity", help="Whose health; left out, that of the agent itself.", optional=True),),
    (
        SensorOutput("health", "float", "What is left of it.", "health"),
        SensorOutput("alive", "bool", "Whether anything is left.", "alive"),
    ),
    (
        SensorEvent("hurt", "It is less than before.", {"amount": "float", "health": "float"}, "hurt"),
        SensorEvent("healed", "It is more than before.", {"amount": "float", "health": "float"}),
    ),
    cheats=True,
)

ZONE = SensorKind(
    "zone",
    "Zone",
    "Knows whether the agent, or somebody else, is in a zone.",
    "SENSE-06",
    (
        Parameter("zone", "entity", help="The zone."),
        Parameter(
            "looks_for",
            "string",
            "",
            "Who counts: a team, a tag, an id, anyone, foes, friends. Left out, the agent itself.",
            optional=True,
        ),
    ),
    (
        SensorOutput("inside", "bool", "Whether anyone who counts is in the zone.", "in_zone"),
        SensorOutput("count", "int", "How many of them are."),
        SensorOutput("target", "entity", "Who is in it, else who was last."),
    ),
    (
        SensorEvent("entered", "The first came in.", {"zone": "entity", "target": "entity"}, "zone_entered"),
        SensorEvent("left", "The last has gone.", {"zone": "entity", "target": "entity"}, "zone_left"),
    ),
)

DISTANCE = SensorKind(
    "distance",
    "Distance",
    "Knows how far an entity is, walls or not.",
    "SENSE-17",
    (Parameter("to", "entity", help="The entity to measure to."),),
    (
        SensorOutput("distance", "float", "Distance from middle to middle.", "how_far"),
        SensorOutput("position", "vector", "Where the entity is."),
    ),
    cheats=True,
)

FACT = SensorKind(
    "fact",
    "Fact",
    "Knows a field of an entity, such as its health.",
    "SENSE-17",
    (
        Parameter("of", "entity", help="The entity."),
        Parameter(
            "field",
            "string",
            "health",
            "position, velocity, heading, radius, team, health, or one of its own.",
        ),
    ),
    (
        SensorOutput("known", "bool", "Whether the entity and the field are there."),
        SensorOutput("number", "float", "The field, where it is a number."),
        SensorOutput("text", "string", "The field, where it is a text."),
        SensorOutput("flag", "bool", "The field, where it is true or false."),
        SensorOutput("vector", "vector", "The field, where it is a vector."),
    ),
    cheats=True,
)

WAYPOINT = SensorKind(
    "waypoint",
    "Waypoint",
    "Knows where the waypoint is that a variable of the agent counts to.",
    "STEER-18",
    (
        Parameter("path", "path", help="The path whose waypoints are counted."),
        Parameter("index", "variable", help="The int variable that holds the index; it wraps round."),
    ),
    (
        SensorOutput("distance", "float", "Distance to the waypoint.", "goal_distance"),
        SensorOutput("position", "vector", "Where the waypoint is.", "goal"),
        SensorOutput("entity", "entity", "The waypoint."),
        SensorOutput("count", "int", "How many waypoints the path has."),
    ),
)

_ALL = (
    SIGHT,
    GRADED_VISION,
    VISOR,
    HEARING,
    SMELL,
    TOUCH,
    PROXIMITY,
    AWARENESS,
    PROJECTILE,
    HEALTH,
    ZONE,
    DISTANCE,
    FACT,
    WAYPOINT,
)

SENSOR_KINDS: Mapping[str, SensorKind] = {kind.id: kind for kind in _ALL}
"""All kinds of sensors by id, in the order in which they are offered."""
