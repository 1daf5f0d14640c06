"""List every kind of overlay: the one source of the menu, the commands, the legend and the help page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from editor.map.overlays import (
    flight_marks,
    ground_marks,
    health_marks,
    place_marks,
    route_marks,
    sense_marks,
    sight_marks,
    squad_marks,
    steering_marks,
    vector_marks,
)
from editor.map.overlays.overlay_kind import OverlayChoice, OverlayKind, Section
from editor.map.picture.world_picture import Whom
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from runtime.worlds.overlays.overlay import OverlayPart

_STEERING = frozenset({OverlayPart.STEERING})
_CONES = frozenset({OverlayPart.CONES})
_SENSES = frozenset({OverlayPart.SENSES})
_PLACES = frozenset({OverlayPart.PLACES})
_FORMATION = frozenset({OverlayPart.FORMATION})

GRID = OverlayKind("grid", "Grid", "One line per unit.", Section.GRID, Whom.ALL)
PATHS = OverlayKind(
    "paths", "Paths and waypoints", "The ways of the world with their stops.", Section.PATHS, Whom.ALL
)
TRAIL = OverlayKind(
    "trail",
    "Trail",
    "Where an agent was during the last four seconds; in the past also where it went, and ghosts of it.",
    Section.PATHS,
    Whom.PICKED,
    (),
    (vector_marks.TRAIL,),
    vector_marks.trail_marks,
    takes_trail=True,
)
LABELS = OverlayKind(
    "labels",
    "Names and states",
    "What each agent is doing: its active state or running leaf.",
    Section.LABELS,
    Whom.ALL,
    takes_agents=True,
)
STATES = OverlayKind(
    "states",
    "Color by state",
    "Each agent filled with the color of its state or branch, as on the timeline, instead of its team's.",
    Section.LABELS,
    Whom.NONE,
    takes_agents=True,
)

OVERLAYS: tuple[OverlayKind, ...] = (
    OverlayKind(
        "cones",
        "View cones",
        "What an agent can see, cut where walls stop its sight.",
        Section.SIGHT,
        Whom.PICKED,
        sight_marks.SEEING_SENSORS,
        (sight_marks.CONE,),
        sight_marks.cone_marks,
        parts=_CONES,
    ),
    OverlayKind(
        "rays",
        "Sight rays",
        "A ray to each thing an agent looks for; where one is stopped, the place and by what.",
        Section.SIGHT,
        Whom.PICKED,
        sight_marks.SEEING_SENSORS,
        (sight_marks.SEEN, sight_marks.BLOCKED, sight_marks.HIDDEN),
        sight_marks.ray_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "lights",
        "Lights",
        "How far sources light what is around them.",
        Section.SIGHT,
        Whom.ALL,
        (),
        (sight_marks.LIGHT,),
        of_world=sight_marks.light_marks,
    ),
    OverlayKind(
        "hearing",
        "Hearing",
        "How far an agent hears, and how loud the noises of the last second are to it.",
        Section.SENSES,
        Whom.PICKED,
        ("hearing",),
        (sense_marks.HEARS_INSIDE, sense_marks.HEARD, sense_marks.UNHEARD),
        sense_marks.hearing_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "noises",
        "Noises",
        "Noises as they spread and fade, cut short behind the walls that muffle them.",
        Section.SENSES,
        Whom.ALL,
        (),
        (sense_marks.NOISE,),
        of_world=sense_marks.noise_marks,
    ),
    OverlayKind(
        "smell",
        "Smell",
        "How far an agent smells, and the way up the scent.",
        Section.SENSES,
        Whom.PICKED,
        ("smell",),
        (sense_marks.SMELLS_INSIDE, sense_marks.SCENT_WAY),
        sense_marks.smell_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "touch",
        "Touch",
        "What an agent touches.",
        Section.SENSES,
        Whom.PICKED,
        ("touch",),
        (sense_marks.TOUCHES_INSIDE, sense_marks.TOUCHED),
        sense_marks.touch_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "proximity",
        "Nearness",
        "Who is near an agent, and how far it senses all around.",
        Section.SENSES,
        Whom.PICKED,
        ("proximity",),
        (sense_marks.NEAR_INSIDE, sense_marks.NEAR),
        sense_marks.proximity_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "zones",
        "Watched zones",
        "Who is in the zones that an agent watches.",
        Section.SENSES,
        Whom.PICKED,
        ("zone",),
        (sense_marks.IN_ZONE,),
        sense_marks.zone_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "awareness",
        "Interest",
        "What an agent has noticed and goes to see.",
        Section.SENSES,
        Whom.ALL,
        ("awareness",),
        (sense_marks.NOTICED,),
        sense_marks.interest_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "attractions",
        "Things to notice",
        "What there is to notice now, and how far it is noticed.",
        Section.SENSES,
        Whom.ALL,
        (),
        (sense_marks.INTEREST,),
        of_world=sense_marks.attraction_marks,
    ),
    OverlayKind(
        "distances",
        "Measured distances",
        "What the sensors of distances and waypoints measure, and the facts an agent knows.",
        Section.SENSES,
        Whom.NONE,
        sight_marks.MEASURING_SENSORS,
        (sight_marks.MEASURED,),
        sight_marks.measure_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "vectors",
        "Vectors",
        "Velocity, what each behavior adds with its weight, and the result of all.",
        Section.VECTORS,
        Whom.PICKED,
        tuple(BEHAVIORS),
        (
            vector_marks.VELOCITY,
            vector_marks.TOWARDS,
            vector_marks.AWAY,
            vector_marks.WANDERS,
            vector_marks.RESULT,
        ),
        vector_marks.vector_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "target",
        "Target and distance",
        "The point an agent steers for, and how far it is from what it goes after.",
        Section.VECTORS,
        Whom.PICKED,
        tuple(name for name, behavior in BEHAVIORS.items() if behavior.parameter("target") is not None),
        (vector_marks.CROSSHAIR, vector_marks.DISTANCE),
        vector_marks.target_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "radii",
        "Radii",
        "Where an agent brakes, has arrived, flees at full speed, or is safe.",
        Section.VECTORS,
        Whom.PICKED,
        steering_marks.RADIUS_BEHAVIORS,
        (steering_marks.ARRIVED, steering_marks.SLOWS, steering_marks.ESCAPES, steering_marks.SAFE),
        steering_marks.radius_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "wander",
        "Wander circle",
        "The circle ahead of a wanderer and the point drawn on it.",
        Section.VECTORS,
        Whom.PICKED,
        ("wander",),
        (steering_marks.CIRCLE, steering_marks.DISPLACEMENT),
        steering_marks.wander_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "predictions",
        "Predicted places",
        "Where what an agent pursues or evades is expected to be.",
        Section.VECTORS,
        Whom.PICKED,
        steering_marks.PREDICTING_BEHAVIORS,
        (steering_marks.PREDICTED,),
        steering_marks.prediction_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "feelers",
        "Feelers",
        "The rays with which an agent avoids walls and obstacles, with what they meet and its normal.",
        Section.VECTORS,
        Whom.PICKED,
        steering_marks.FEELING_BEHAVIORS,
        (steering_marks.FEELS, steering_marks.TOUCHES, steering_marks.NORMAL),
        steering_marks.feeler_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "meetings",
        "Expected collisions",
        "Where an agent and the one it dodges will be closest to each other.",
        Section.VECTORS,
        Whom.PICKED,
        ("avoid_agents",),
        (steering_marks.COLLISION,),
        steering_marks.meeting_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "neighbors",
        "Neighbors",
        "Whom a member of a flock counts, and how far it looks.",
        Section.VECTORS,
        Whom.PICKED,
        steering_marks.FLOCKING_BEHAVIORS,
        (steering_marks.NEIGHBOR_RANGE, steering_marks.NEIGHBOR),
        steering_marks.neighbor_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "turns",
        "Turns",
        "What an agent turns to, and how much is left to turn.",
        Section.VECTORS,
        Whom.PICKED,
        ("face",),
        (steering_marks.AIM, steering_marks.TURN),
        steering_marks.turn_marks,
        parts=_STEERING,
    ),
    PATHS,
    OverlayKind(
        "way",
        "Way and progress",
        "The way an agent means to go, its place on its path and what of it is done.",
        Section.PATHS,
        Whom.PICKED,
        vector_marks.PATH_BEHAVIORS,
        (vector_marks.AHEAD, vector_marks.DONE, vector_marks.PLACE),
        vector_marks.way_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "way_cost",
        "Cost of the way",
        "What the way an agent means to go still costs it, with areas and links.",
        Section.PATHS,
        Whom.PICKED,
        ("go_to",),
        (route_marks.COST_LEFT,),
        route_marks.cost_marks,
        parts=_STEERING,
    ),
    OverlayKind(
        "gates",
        "Doors and links",
        "Which doors are open or closed now, and which links can be used, are off, or are shut by a door.",
        Section.PATHS,
        Whom.NONE,
        (),
        (
            route_marks.OPEN,
            route_marks.CLOSED,
            route_marks.LINK_ON,
            route_marks.LINK_OFF,
            route_marks.BARRED,
        ),
        of_world=route_marks.gate_marks,
    ),
    TRAIL,
    OverlayKind(
        "flights",
        "Flights",
        "The height of what is thrown, the arc it has to go, where it lands, and how far it blasts.",
        Section.PATHS,
        Whom.ALL,
        ("projectile",),
        (flight_marks.ARC, flight_marks.LANDING, flight_marks.HEIGHT, flight_marks.BLAST),
        of_world=flight_marks.flight_marks,
    ),
    OverlayKind(
        "arrivals",
        "Predicted arrivals",
        "The way, with bounces, on which what minds ask about will come to a zone, and where it arrives.",
        Section.PATHS,
        Whom.ALL,
        (),
        (flight_marks.BOUNCES, flight_marks.ARRIVES),
        of_world=flight_marks.arrival_marks,
    ),
    OverlayKind(
        "places",
        "Best places",
        "The candidates of an agent's last questions for places, by score, and what was found.",
        Section.PATHS,
        Whom.PICKED,
        (),
        (place_marks.GOOD, place_marks.FAIR, place_marks.POOR, place_marks.LEFT_OUT, place_marks.BEST),
        place_marks.place_marks,
        parts=_PLACES,
    ),
    OverlayKind(
        "formation",
        "Formation",
        "The places around the leader of an agent's squad, and who has which.",
        Section.PATHS,
        Whom.PICKED,
        (),
        (squad_marks.HELD, squad_marks.FREE, squad_marks.WAY),
        squad_marks.formation_marks,
        parts=_FORMATION,
    ),
    OverlayKind(
        "circles",
        "Fighting circles",
        "The places around whom agents fight, taken or free, and what is taken of both budgets.",
        Section.PATHS,
        Whom.ALL,
        (),
        (squad_marks.RING, squad_marks.OPEN, squad_marks.TAKEN, squad_marks.ATTACKS, squad_marks.BUDGETS),
        of_world=squad_marks.circle_marks,
    ),
    LABELS,
    STATES,
    OverlayKind(
        "emotes",
        "Emotes",
        "What agents show above their heads.",
        Section.LABELS,
        Whom.ALL,
        (),
        (sense_marks.EMOTE,),
        of_world=sense_marks.emote_marks,
    ),
    OverlayKind(
        "meters",
        "Detection meters",
        "How sure agents are of what they see.",
        Section.LABELS,
        Whom.ALL,
        ("graded_vision",),
        (sense_marks.METER, sense_marks.DETECTED),
        sense_marks.meter_marks,
        parts=_SENSES,
    ),
    OverlayKind(
        "health",
        "Health",
        "How much agents can still take that are not as well as at the start.",
        Section.LABELS,
        Whom.ALL,
        ("health",),
        (health_marks.HEALTH, health_marks.LOW),
        of_world=health_marks.health_marks,
    ),
    GRID,
    OverlayKind(
        "scent",
        "Scent",
        "The traces of scent on the ground.",
        Section.GRID,
        Whom.ALL,
        (),
        (sense_marks.SCENT,),
        of_world=sense_marks.scent_marks,
    ),
    OverlayKind(
        "layers",
        "Layers",
        "The layers of the ground as heat with lines of equal value, territory in the colors of its owners.",
        Section.GRID,
        Whom.ALL,
        (),
        (*ground_marks.LAYERS, *ground_marks.CONTOURS),
        of_world=ground_marks.layer_marks,
    ),
    OverlayKind(
        "crowd",
        "Crowd heat",
        "How many agents stand in each square.",
        Section.GRID,
        Whom.NONE,
        (),
        (health_marks.CROWD,),
        of_world=health_marks.crowd_marks,
    ),
)
"""All kinds, as menus list them; their marks are painted in this order."""

OVERLAY_BY_ID = {kind.id: kind for kind in OVERLAYS}


def kinds_of(section: Section) -> tuple[OverlayKind, ...]:
    """Return the kinds of a section."""
    return tuple(kind for kind in OVERLAYS if kind.section is section)


def only(*ids: str, picked_only: bool = False) -> OverlayChoice:
    """Return the choice that draws these kinds and no others, each for all it can be drawn for."""
    return _chosen(set(ids), Whom.PICKED if picked_only else Whom.ALL)


def everything(whom: Whom = Whom.PICKED, *, without: Iterable[str] = ()) -> OverlayChoice:
    """Return the choice that draws all kinds, those of agents for `whom`."""
    return _chosen({kind.id for kind in OVERLAYS} - set(without), whom)


def _chosen(ids: set[str], whom: Whom) -> OverlayChoice:
    choice = OverlayChoice()
    for kind in OVERLAYS:
        wanted = whom if whom in kind.choices else Whom.ALL
        choice = choice.with_kind(kind, wanted if kind.id in ids else Whom.NONE)
    return choice


@dataclass(frozen=True, slots=True)
class Preset:
    """Hold one choice with its words."""

    id: str
    title: str
    help: str
    make: Callable[[], OverlayChoice]


PRESETS: tuple[Preset, ...] = (
    Preset("usual", "As at first", "Draw what is drawn at first.", OverlayChoice),
    Preset(
        "bare", "Bare", "Draw the world, its ways and names alone.", lambda: only("grid", "paths", "labels")
    ),
    Preset("all", "Everything", "Draw every kind for the picked agent.", everything),
)
