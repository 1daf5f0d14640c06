"""The transitions of a configured state: what they wait for, where they lead, and what differs here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.json_parts import list_of, object_of, text_of, texts_of
from graphs.formats.basics.json_places import JsonPath
from graphs.formats.xstate.configuration import Configuration, ConfiguredState

_EXITS = "It exits {} too and enters it again; there only what is inside is left."


@dataclass(frozen=True)
class ConfiguredTransition:
    """Hold one transition: where it is said, under which key, and its configuration.

    `sort` is the field of the state: on, after, always, onDone, or the name of a callback of `invoke`. `last`
    tells that nothing is asked after it.
    """

    sort: str
    key: str
    value: JsonValue
    path: JsonPath
    last: bool

    @property
    def config(self) -> JsonObject:
        """Return the configuration, also of one that is only a target."""
        return {"target": self.value} if isinstance(self.value, (str, list)) else object_of(self.value)

    @property
    def guard(self) -> JsonValue:
        """Return its guard; older files call it `cond`."""
        return self.config.get("guard", self.config.get("cond"))

    @property
    def target_names(self) -> list[str]:
        """Return the targets as they are written."""
        return list(texts_of(self.config.get("target")))


def transitions_of(state: ConfiguredState) -> Iterator[ConfiguredTransition]:
    """Yield the transitions of a state in the order in which they are asked."""
    events = object_of(state.config.get("on"))
    for key in events:
        if not key.endswith("*"):
            yield from _listed("on" if key else "always", key, events[key], (*state.path, "on", key))
    after = object_of(state.config.get("after"))
    for key in after:
        yield from _listed("after", key, after[key], (*state.path, "after", key))
    for sort in ("always", "onDone"):
        if sort in state.config:
            yield from _listed(sort, "", state.config[sort], (*state.path, sort))
    for place, (each, path) in enumerate(invoked_by(state)):
        for sort in ("onDone", "onError", "onSnapshot"):
            if sort in each:
                yield from _listed(f"invoke.{sort}", str(place), each[sort], (*path, sort))
    # XState asks longer descriptors first, so that wildcards are asked last.
    for key in sorted((each for each in events if each.endswith("*")), key=len, reverse=True):
        yield from _listed("on", key, events[key], (*state.path, "on", key))


def invoked_by(state: ConfiguredState) -> list[tuple[JsonObject, JsonPath]]:
    """Return the actors that a state invokes, with their places in the file."""
    said, path = state.config.get("invoke"), (*state.path, "invoke")
    if isinstance(said, list):
        return [(object_of(each), (*path, place)) for place, each in enumerate(said)]
    return [] if said is None else [(object_of(said), path)]


def _listed(sort: str, key: str, value: JsonValue, path: JsonPath) -> Iterator[ConfiguredTransition]:
    several = isinstance(value, list) and not all(isinstance(each, str) for each in value)
    values = list_of(value) if several else [value if value is not None else {}]
    for place, each in enumerate(values):
        yield ConfiguredTransition(
            sort, key, each, (*path, place) if several else path, place == len(values) - 1
        )


@dataclass(frozen=True)
class Way:
    """Say where a transition leads: its targets here, if it is internal, what differs, what is missing."""

    targets: tuple[str, ...] = ()
    internal: bool = False
    differs: str = ""
    missing: str = ""

    @property
    def is_left(self) -> bool:
        """Tell whether taking it leaves the source."""
        return bool(self.targets) and not self.internal


def way_of(machine: Configuration, source: ConfiguredState, transition: ConfiguredTransition) -> Way:
    """Return where a transition leads, as the rules here have it (rule 4.5)."""
    named = [(name, machine.target(name, source)) for name in transition.target_names]
    missing = next((name for name, state in named if state is None), "")
    if missing:
        return Way(missing=f"There is no state {missing!r} seen from here.")
    targets = [state for _, state in named if state is not None]
    if not targets:
        return Way()
    reenter = transition.config.get("reenter") is True or transition.config.get("internal") is False
    inside = all(each is source or source in each.ancestors for each in targets)
    if inside and not reenter:
        return _inner_way(machine, source, targets)
    common = [each for each in source.ancestors if all(each in other.ancestors for other in targets)]
    around = common[0] if common else None
    differs = _EXITS.format(around.key) if around is not None and around.kind == "parallel" else ""
    return Way(tuple(each.node for each in targets if each.node), differs=differs)


def _inner_way(machine: Configuration, source: ConfiguredState, targets: list[ConfiguredState]) -> Way:
    """Return the way of a transition that does not leave its source."""
    found: list[ConfiguredState] = []
    for each in targets:
        found += [each] if each is not source else initial_targets(machine, source)
    nodes = tuple(each.node for each in found)
    if source.kind == "parallel" and found:
        return Way((source.node,) if source in targets else nodes, differs=_EXITS.format(source.key))
    return Way(nodes, internal=bool(found))


def begin_names(state: ConfiguredState) -> list[JsonValue]:
    """Return what a state names as its beginning."""
    said = state.config.get("initial")
    return [said] if isinstance(said, str) else list_of(object_of(said).get("target"))


def initial_targets(machine: Configuration, state: ConfiguredState) -> list[ConfiguredState]:
    """Return where a state with states inside begins."""
    if not state.real_children or state.kind == "parallel":
        return []
    found = [machine.inside(name, state) for name in begin_names(state) if isinstance(name, str)]
    return [each for each in found if each is not None] or state.real_children[:1]


def differs_by_regions(state: ConfiguredState, transition: ConfiguredTransition) -> bool:
    """Tell whether regions at or in a state take an event too, of which one only acts (rule 4.4)."""
    hearing = [each for each in state.walk() if transition.key in object_of(each.config.get("on"))]
    parallels = [each for each in state.walk() if each.kind == "parallel"]
    around = [each for each in parallels if any(each in inner.ancestors for inner in hearing)]
    acting = [each for each in hearing if each is not state and _acts_only(each, transition.key)]
    inside = any(outer in (each, *each.ancestors) for each in acting for outer in around)
    return bool(around) and (inside or not transition.target_names)


def _acts_only(state: ConfiguredState, event: str) -> bool:
    """Tell whether a state has a transition of an event that leads nowhere."""
    return any(
        not ConfiguredTransition("on", event, each, (), True).target_names
        for each in list_of(object_of(state.config.get("on")).get(event, {}))
        if text_of(each) == ""
    )
