"""Say what can be sensed, who it is, and who of it a sensor looks for (SENSE-07).

What can be sensed are the agents and the sources of a world: things. A sensor chooses among them by a filter,
a text of terms with commas between them:

| term | chooses |
|---|---|
| an id, a team or a tag | the thing of that id, every thing of that team, every thing with that tag |
| `anyone` | every agent |
| `anything` | every agent and every source |
| `foes` | everyone of a team that is not the looking agent's |
| `friends` | everyone of the looking agent's team |
| `-term` | takes out again what the term chooses |

A filter of nothing but terms with a minus begins with `anything`. No agent senses itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from graphs.worlds.kinds.sensor_kind import filter_terms
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.vectors import BoolArray, FloatArray, IntArray
from runtime.worlds.bodies.agent_arrays import AgentArrays

MOST_EXPLAINED = 48
"""Of how many things a sensor explains what became of them, the nearest ones."""

_MOST_ANSWERS = 4096


@dataclass(frozen=True, slots=True)
class Things:
    """Hold who can be sensed. Rows 0 … n-1 are the agents in ascending id, then come the sources likewise.

    `teams` and `tags` are by row; a source has no team. `still_positions` (m, 2) are those of the sources.
    `present` (n + m,) is false for agents that were taken out of the world: nobody senses them, they sense
    nothing and give off nothing.
    """

    ids: tuple[str, ...]
    teams: tuple[str, ...]
    tags: tuple[frozenset[str], ...]
    agent_count: int
    still_positions: FloatArray
    present: BoolArray

    def mark_gone(self, gone: Collection[str]) -> None:
        """Say who was taken out of the world, in place of who was before."""
        self.present[:] = True
        if gone:
            self.present[[row for row, name in enumerate(self.ids) if name in gone]] = False

    def positions(self, agents: AgentArrays) -> FloatArray:
        """Return where every thing is now (n + m, 2)."""
        if not len(self.still_positions):
            return agents.position
        return np.concatenate((agents.position, self.still_positions))


def build_things(world: WorldDocument) -> Things:
    """Return the things of `world`."""
    agents = sorted(world.agents)
    sources = sorted(set(world.sources) - set(agents))
    return Things(
        ids=(*agents, *sources),
        teams=(*(world.agents[name].team for name in agents), *("" for _ in sources)),
        tags=(
            *(frozenset(world.agents[name].tags) for name in agents),
            *(frozenset(world.sources[name].tags) for name in sources),
        ),
        agent_count=len(agents),
        still_positions=np.array([world.sources[name].at for name in sources], dtype=np.float64).reshape(
            -1, 2
        ),
        present=np.ones(len(agents) + len(sources), dtype=np.bool_),
    )


def chosen_things(things: Things, text: str, agent: int | None) -> BoolArray:
    """Return which things (n + m,) a filter chooses, of a sensor of the agent in row `agent` or of no one."""
    terms = filter_terms(text)
    begins_with_all = bool(terms) and not any(taken_in for _, taken_in in terms)
    chosen = np.full(len(things.ids), begins_with_all, dtype=np.bool_)
    for term, taken_in in terms:
        if taken_in:
            chosen |= _of_term(things, term, agent)
    for term, taken_in in terms:
        if not taken_in:
            chosen &= ~_of_term(things, term, agent)
    return chosen


def _of_term(things: Things, term: str, agent: int | None) -> BoolArray:
    own = "" if agent is None else things.teams[agent]
    rows = zip(things.ids, things.teams, things.tags, strict=True)
    found = np.array(
        [name == term or (team == term and term != "") or term in tags for name, team, tags in rows],
        dtype=np.bool_,
    )
    if term == "anyone":
        found[: things.agent_count] = True
    elif term == "anything":
        found[:] = True
    elif term in ("foes", "friends"):
        wants_own = term == "friends"
        found |= np.array(
            [team != "" and (team == own) == wants_own for team in things.teams], dtype=np.bool_
        )
    return found


def nearest_things(things: IntArray, positions: FloatArray, place: FloatArray) -> IntArray:
    """Return the `MOST_EXPLAINED` of the rows `things` that are nearest to a place (2,), ascending.

    `positions` (n, 2) are those of all things; of equally near ones the lower row counts.
    """
    if len(things) <= MOST_EXPLAINED:
        return things
    way = positions[things] - place[None, :]
    order = np.argsort(way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1], kind="stable")
    return np.sort(things[order[:MOST_EXPLAINED]])


class ThingFilters:
    """Hold which things each of s sensors looks for; sensors with the same filter share one row."""

    def __init__(self, things: Things, texts: Sequence[str], agents: Sequence[int]) -> None:
        """Read the filters `texts` of sensors of the agents in the rows `agents`."""
        rows: dict[tuple[str, str], int] = {}
        masks: list[BoolArray] = []
        self._agent = np.array(agents, dtype=np.int64)
        self._row = np.zeros(len(texts), dtype=np.int64)
        for sensor, (text, agent) in enumerate(zip(texts, agents, strict=True)):
            by_team = any(term in ("foes", "friends") for term, _ in filter_terms(text))
            key = (text, things.teams[agent] if by_team else "")
            if key not in rows:
                rows[key] = len(masks)
                masks.append(chosen_things(things, text, agent))
            self._row[sensor] = rows[key]
        self._masks = np.array(masks, dtype=np.bool_).reshape(-1, len(things.ids))
        self._chosen = [np.flatnonzero(mask) for mask in self._masks]
        self._listed = [things.tolist() for things in self._chosen]
        self._present = things.present

    def wants(self, sensors: IntArray, things: IntArray) -> BoolArray:
        """Tell for each pair of a sensor and a thing whether the one looks for the other."""
        chosen: BoolArray = self.chooses(sensors, things) & (self._agent[sensors] != things)
        return chosen

    def kinds(self, sensors: IntArray) -> list[tuple[IntArray, IntArray]]:
        """Return, for each filter that any of `sensors` (k,) has, who of them has it and what it chooses.

        Both are ascending: rows of `sensors`, and rows of things, the sensing agents themselves included.
        """
        rows = self._row[sensors]
        kinds = np.unique(rows).tolist()
        return [(np.flatnonzero(rows == kind), self._there(self._chosen[kind])) for kind in kinds]

    def chooses(self, sensors: IntArray, things: IntArray) -> BoolArray:
        """Tell for each pair whether the filter of the sensor chooses the thing, itself included."""
        return self._masks[self._row[sensors], things] & self._present[things]

    def agents(self, sensors: IntArray) -> IntArray:
        """Return the rows of the agents that have these sensors."""
        return self._agent[sensors]

    def of(self, sensor: int) -> IntArray:
        """Return the rows of the things that one sensor looks for, ascending."""
        rows = self._there(self._chosen[self._row[sensor]])
        result: IntArray = rows[rows != self._agent[sensor]]
        return result

    def listed(self, sensor: int) -> list[int]:
        """Return what `of` does, as a list."""
        own, there = int(self._agent[sensor]), self._present
        return [thing for thing in self._listed[self._row[sensor]] if thing != own and there[thing]]

    def _there(self, things: IntArray) -> IntArray:
        return things[self._present[things]]


class SignalFilters:
    """Hold which signals, such as noises, each of s sensors looks for: by their maker and by their tags."""

    def __init__(self, things: Things, sensors: Sequence[tuple[str, int]]) -> None:
        """Read the filters of sensors: each its text and the row of its agent."""
        self._rows = {name: row for row, name in enumerate(things.ids)}
        self._agent = np.array([agent for _, agent in sensors], dtype=np.int64)
        self._filters: list[_SignalFilter] = []
        known: dict[tuple[str, str], int] = {}
        self._row = np.zeros(len(sensors), dtype=np.int64)
        for sensor, (text, agent) in enumerate(sensors):
            by_team = any(term in ("foes", "friends") for term, _ in filter_terms(text))
            key = (text, things.teams[agent] if by_team else "")
            if key not in known:
                known[key] = len(self._filters)
                self._filters.append(_signal_filter(things, text, agent))
            self._row[sensor] = known[key]
        self._answers: dict[tuple[str | None, frozenset[str]], BoolArray] = {}

    def wants(self, sensors: IntArray, maker: str | None, tags: frozenset[str]) -> BoolArray:
        """Tell for each of `sensors` (k,) whether it looks for a signal of `maker` with these tags.

        None looks for what its own agent made.
        """
        key = (maker, tags)
        if key not in self._answers:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            row = self._rows.get(maker) if maker is not None else None
            self._answers[key] = np.array([each.chooses(row, tags) for each in self._filters], dtype=np.bool_)
        result = self._answers[key][self._row[sensors]]
        row = self._rows.get(maker) if maker is not None else None
        return result if row is None else result & (self._agent[sensors] != row)


@dataclass(frozen=True, slots=True, eq=False)
class _SignalFilter:
    """Hold the filter of a sensor of signals: its terms, and which things they take in and out (n + m,)."""

    taken_in: frozenset[str]
    taken_out: frozenset[str]
    things_in: BoolArray
    things_out: BoolArray

    def chooses(self, maker: int | None, tags: frozenset[str]) -> bool:
        """Tell whether it chooses a signal of the thing in row `maker`, None for nobody, with these tags."""
        words = tags | {"anything"}
        chosen = bool(self.taken_in & words) or (not self.taken_in and bool(self.taken_out))
        left_out = bool(self.taken_out & words)
        if maker is not None:
            chosen |= bool(self.things_in[maker])
            left_out |= bool(self.things_out[maker])
        return chosen and not left_out


def _signal_filter(things: Things, text: str, agent: int) -> _SignalFilter:
    terms = filter_terms(text)
    taken_in = frozenset(term for term, positive in terms if positive)
    taken_out = frozenset(term for term, positive in terms if not positive)
    nobody = np.zeros(len(things.ids), dtype=np.bool_)

    def union(names: frozenset[str]) -> BoolArray:
        found = nobody.copy()
        for term in sorted(names):
            found |= _of_term(things, term, agent)
        return found

    return _SignalFilter(taken_in, taken_out, union(taken_in), union(taken_out))
