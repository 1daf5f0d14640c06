"""Hold the minds of all agents of a game and tick them together (rule 1.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.curves.curve_tables import Table
from graphs.expressions.types import FLOAT, Value, fits_type
from runtime.basics.context import Slot
from runtime.basics.host import Claimed, ClaimRegister
from runtime.embedding.agent_mind import AgentMind, fresh_brain
from runtime.embedding.game_host import AgentHost, AskedEffect, EntityFields, GameHost, Query, no_fields
from runtime.embedding.mind import EmbeddingError, Mind
from runtime.embedding.saved_mind import values_from_json, values_to_json
from runtime.embedding.upgraded_save import upgraded_game
from runtime.export.curve_forms import curves_from_json
from runtime.export.export_problem import ExportProblem
from runtime.minds.program.agent_state import AgentState, StateLayout
from runtime.minds.program.own_curves import own_tables
from runtime.minds.program.problems import CompileError
from runtime.minds.program.program import Program
from runtime.minds.trees.claiming import held_claims

SAVE_FORMAT, SAVE_VERSION = "mindloom-save", 2

MOST_ID = 200
"""Letters an agent's id may have."""


class GameMinds:
    """Hold the minds of a game's agents.

    All of them tick together, in the order of their ids. What one sends, or writes to a variable that all
    share, the others see in their next tick.
    """

    def __init__(
        self,
        entity_field: EntityFields | None = None,
        *,
        seed: int = 0,
        queries: Mapping[str, Query] | None = None,
    ) -> None:
        """Begin without agents. `entity_field(entity, field)` tells what the game knows of an entity.

        `queries` answer by name what `needs.queries` of minds ask for: `query(agent, of)` gives entities, in
        the order that is told there.

        `seed` decides all random draws, together with the ids of agents.
        """
        self.seed = seed
        claims = ClaimRegister(lambda: held_claims(mind.brain for mind in self))
        self._host = GameHost(0, claims, entity_field or no_fields, queries or {})
        self._agents: dict[str, AgentMind] = {}
        self._layout = StateLayout()
        self._slots: dict[str, Slot] = {}
        self._shared = AgentState(bytearray(), [], [], [])

    def add(
        self,
        agent: str,
        mind: Mind,
        variables: Mapping[str, Value] | None = None,
        curves: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    ) -> AgentMind:
        """Give an agent a mind of its own; `variables` are set before its first tick.

        `curves` are points, x rising, in place of those of the mind's curves; those of a set of a fuzzy input
        as "input.set".

        Raises `EmbeddingError` for an id that is taken, a mind for another rate, one that asks for a query
        that the game does not answer, and for curves that the mind has not or that are none.
        """
        if not 0 < len(agent) <= MOST_ID or agent in self._agents:
            raise EmbeddingError(
                f"There is an agent {agent!r} already." if agent else "An agent needs an id."
            )
        if self._agents and mind.rate != self._host.rate:
            raise EmbeddingError(
                f"The mind is for {mind.rate} ticks per second, the others are for {self._host.rate}. "
                "Export all for one rate."
            )
        for query, order in mind.needs.queries.items():
            if query not in self._host.queries:
                raise EmbeddingError(
                    f"The mind asks for the query {query!r}, {order}, and the game has no answer. "
                    "Give it one: GameMinds(queries={…})."
                )
        self._host.rate = mind.rate
        program = mind.loaded(self._shared_slots(mind)).program
        host = AgentHost(self._host, mind.conditions)
        brain = fresh_brain(program, host, agent, self.seed, self._shared)
        brain.curves = _own_curves(program, agent, curves or {})
        added = AgentMind(agent, mind, brain, host)
        for name, value in (variables or {}).items():
            added.set(name, value)
        self._agents[agent] = added
        self._agents = dict(sorted(self._agents.items()))
        return added

    def remove(self, agent: str) -> None:
        """Halt an agent's mind and take it out."""
        self[agent].halt()
        del self._agents[agent]

    def __getitem__(self, agent: str) -> AgentMind:
        try:
            return self._agents[agent]
        except KeyError:
            raise EmbeddingError(f"There is no agent {agent!r}.") from None

    def __iter__(self) -> Iterator[AgentMind]:
        return iter(tuple(self._agents.values()))

    def __len__(self) -> int:
        return len(self._agents)

    @property
    def tick_now(self) -> int:
        """Return the number of the next tick."""
        return self._host.tick

    @property
    def rate(self) -> int:
        """Return ticks per second, 0 before there is a mind."""
        return self._host.rate

    @property
    def effects(self) -> tuple[AskedEffect, ...]:
        """Return what minds asked for once in the last tick, in the order of the agents' ids."""
        return tuple(self._host.effects)

    def tick(self, agents: Collection[str] | None = None) -> None:
        """Tick every mind once, in the order of their ids; then deliver what they sent and wrote.

        With `agents` only these are ticked. For the others time passes: what they wait for is due in the
        first tick that they get after its time, and what is posted to them waits as well.

        Raises `EmbeddingError`, before anything is ticked, for an agent that is not there.
        """
        ticked = self if agents is None else sorted({self[agent] for agent in agents}, key=_agent_id)
        self._host.effects.clear()
        for agent in ticked:
            agent.tick()
        sent, self._host.sent = self._host.sent, []
        for sender, receiver, event in sent:
            for other in self._receivers(sender, receiver):
                other.brain.post(event)
        writes, self._host.writes = self._host.writes, []
        for _, name, value in writes:
            self.set_shared(name, value)
        self._host.tick += 1

    def set_shared(self, name: str, value: Value) -> None:
        """Write a variable that all minds share; raise `EmbeddingError` where it does not fit."""
        slot = self._slots.get(name)
        if slot is None:
            raise EmbeddingError(f"No mind shares a variable {name!r}.")
        given = float(value) if slot.type == FLOAT and type(value) is int else value
        if not fits_type(given, slot.type):
            raise EmbeddingError(f"The variable {name!r} is {slot.type.phrase} and cannot take {value!r}.")
        self._shared.write(slot, given)

    def shared(self) -> dict[str, Value]:
        """Return the variables that all minds share, with their values now."""
        return {name: self._shared.read(slot) for name, slot in self._slots.items()}

    def holders(self, claimed: str) -> tuple[str, ...]:
        """Return the agents that hold a place of a shared variable, or an entity, by its name or its id."""
        return self._host.claims.holders(Claimed("places" if claimed in self._slots else "entity", claimed))

    # -- saved games ---------------------------------------------------------------------------------

    def save(self) -> JsonObject:
        """Return all that the minds remember as JSON data, between two ticks."""
        agents: dict[str, JsonValue] = {mind.agent: mind.save() for mind in self}
        shared = values_to_json(self.shared())
        return {
            "agents": agents,
            "format": SAVE_FORMAT,
            "seed": self.seed,
            **({"shared": shared} if shared else {}),
            "tick": self.tick_now,
            "version": SAVE_VERSION,
        }

    def restore(self, saved: JsonObject, upgrades: Sequence[JsonObject] = ()) -> None:
        """Remember what `save` returned; the same agents must be there, with the same minds.

        What was saved of an older version of a mind is carried over by `upgrades`, tables that `mindloom
        export --from OLD` wrote or `upgrade_table` made; shared variables that are gone are left out.

        Raises `EmbeddingError` for anything else.
        """
        if saved.get("format") != SAVE_FORMAT or saved.get("version") != SAVE_VERSION:
            raise EmbeddingError(
                f"What was saved is no {SAVE_FORMAT} of version {SAVE_VERSION}: an older Mindloom saved it. "
                "Begin the game again, or run the old export with the old version."
            )
        agents, tick, seed = saved.get("agents"), saved.get("tick"), saved.get("seed")
        if not isinstance(agents, dict) or not isinstance(tick, int) or not isinstance(seed, int) or tick < 0:
            raise EmbeddingError("What was saved is damaged: it has no agents, tick and seed.")
        if set(agents) != set(self._agents):
            odd = sorted(set(agents) ^ set(self._agents))[0]
            raise EmbeddingError(
                f"The agent {odd!r} is not on both sides. Add the agents that were saved first."
            )
        if upgrades:
            saved = upgraded_game(saved, {each.agent: each.mind.fingerprint for each in self}, upgrades)
            agents = saved["agents"]
            assert isinstance(agents, dict)
        types = {name: slot.type for name, slot in self._slots.items()}
        for name, value in values_from_json(saved.get("shared", {}), types).items():
            if not upgrades or (name in types and fits_type(value, types[name])):
                self.set_shared(name, value)
        for agent, key in agents.items():
            if not isinstance(key, dict):
                raise EmbeddingError(f"What was saved of {agent!r} is damaged.")
            self._agents[agent].restore(key)
        self._host.tick, self.seed = tick, seed
        for other in self:
            other.brain.seed = seed

    def _shared_slots(self, mind: Mind) -> dict[str, Slot]:
        """Return the places of the variables that all minds share, those of a new mind among them."""
        for variable in mind.loaded().world_variables:
            known = self._slots.get(variable.name)
            if known is not None and known.type != variable.slot.type:
                raise EmbeddingError(
                    f"The shared variable {variable.name!r} has another type in another mind."
                )
            if known is None:
                slot = self._slots[variable.name] = self._layout.slot_for(variable.slot.type, shared=True)
                self._grow()
                self._shared.write(slot, variable.default)
        return self._slots

    def _grow(self) -> None:
        sizes, shared = self._layout.sizes, self._shared
        shared.bytes_.extend(bytes(sizes["byte"] - len(shared.bytes_)))
        shared.ints.extend([0] * (sizes["int"] - len(shared.ints)))
        shared.floats.extend([0.0] * (sizes["float"] - len(shared.floats)))
        shared.objects.extend([None] * (sizes["object"] - len(shared.objects)))

    def _receivers(self, sender: str, receiver: str) -> list[AgentMind]:
        if receiver in self._agents:
            return [self._agents[receiver]]
        others = [mind for mind in self if mind.agent != sender]
        if receiver == "all":
            return others
        if receiver == "team":
            team = self._host.fields(sender, "team")
            return [other for other in others if self._host.fields(other.agent, "team") == team]
        return []


def _agent_id(mind: AgentMind) -> str:
    return mind.agent


def _own_curves(
    program: Program, agent: str, curves: Mapping[str, Sequence[tuple[float, float]]]
) -> Mapping[str, Table]:
    try:
        given: dict[str, JsonValue] = {
            name: [[*point] for point in points] for name, points in curves.items()
        }
        return own_tables(program, agent, curves_from_json(given))
    except (ExportProblem, CompileError) as problem:
        raise EmbeddingError(str(problem)) from None
