"""Run the leaves that claim and release places (rules 3.16, 9.3).

| kind | the agent | gives |
|---|---|---|
| claim | holds a place already | SUCCESS |
| claim | holds none, and one is free now | SUCCESS; it holds one from now on |
| claim | holds none, and none is free, or the variable names no entity | FAILURE |
| release | whatever it holds | SUCCESS; it holds none from now on |

What a claim holds is remembered at its node; an agent holds a place while one of its claims does. A claim
whose `scope` ends or is halted lets go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from graphs.expressions.typed import VariableRead
from graphs.expressions.types import ENTITY, INT, INT_MAXIMUM
from runtime.basics.host import Claimed
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.records.reasons import Reason, ReasonForm, say

if TYPE_CHECKING:
    from runtime.basics.context import Slot
    from runtime.minds.program.code import Expression
    from runtime.minds.program.program import Program
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain

NO_SCOPE = -1
"""The scope of a claim that holds until it is released."""


@dataclass(slots=True, eq=False, kw_only=True)
class PlaceRow(TreeRow):
    """Name what is claimed: `place` reads a world variable of type int, or a variable with an entity."""

    place: Expression = given(Sort.PLACE, "The variable that counts, or names the entity.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return what no parameter of the same name gives."""
        place = _place(source)
        return None if place is None else {"place": place}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"variable": self.place}

    def misfit(self) -> str:
        """Tell of a place that nothing counts."""
        read = self.place.typed
        fits = isinstance(read, VariableRead) and (
            read.type == ENTITY or self.place.slots[read.slot_key].shared
        )
        return "" if fits else "A place is counted by a variable of scope world, or is an entity."

    @property
    def variable(self) -> str:
        """Return the name of the variable."""
        assert isinstance(self.place.typed, VariableRead)
        return self.place.typed.name

    @property
    def counter(self) -> Slot | None:
        """Return where the free places are counted, None where an entity is claimed."""
        assert isinstance(self.place.typed, VariableRead)
        return self.place.slots[self.place.typed.slot_key] if self.place.typed.type == INT else None

    def claimed(self, brain: TickingBrain) -> Claimed | None:
        """Return what is claimed now, None where the variable names no entity."""
        if self.counter is not None:
            return Claimed("places", self.variable)
        entity = self.place.run(brain)
        return Claimed("entity", str(entity)) if entity is not None else None


@dataclass(slots=True, eq=False, kw_only=True)
class ClaimRow(PlaceRow):
    """Take a place. `held` is the object slot with the name of what it holds.

    `scope` is the row with which the place goes back, `NO_SCOPE` for none.
    """

    claims_a_place: ClassVar[bool] = True
    about: ClassVar[RowPage] = RowPage(
        "claim", ("claim",), "Takes a free place for the agent, or keeps the one it has."
    )

    scope: int = given(
        Sort.ROW_OR_NONE,
        "The row with which the place goes back; null for none.",
        name="until",
        default=NO_SCOPE,
    )
    held: int = remembers(
        Meaning.FIELD,
        "The name of what it holds; null for nothing.",
        names=("claimed",),
        name="claimed",
        lasting=True,
        type=ENTITY,
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return what no parameter of the same name gives."""
        place = _place(source)
        scope = source.index if source.choice("until") == "parent" else NO_SCOPE
        return None if place is None else {"place": place, "scope": scope}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"variable": self.place, "until": "released" if self.scope == NO_SCOPE else "parent"}

    @property
    def names(self) -> str:
        """Return the variable."""
        return self.variable

    def held_by(self, brain: TickingBrain) -> Claimed | None:
        """Return what this node holds for an agent."""
        name = brain.objects[self.held]
        return None if name is None else Claimed("entity" if self.counter is None else "places", name)

    def tick(self, brain: TickingBrain) -> Status:
        """Hold a place, if there is one."""
        claimed = self.claimed(brain)
        if self.held_by(brain) not in (None, claimed):
            let_go((self,), brain, self)
        if claimed is None:
            say(brain, ReasonForm.NO_ENTITY, self.variable)
            return Status.FAILURE
        if _holds(claimed, brain):
            brain.objects[self.held] = claimed.name
            say(brain, ReasonForm.HOLDS, claimed)
            return Status.SUCCESS
        if not self._is_free(claimed, brain):
            if brain.log is not None:
                holders = brain.host.claims.holders(claimed)
                form = ReasonForm.NO_PLACE if holders else ReasonForm.NO_PLACE_LEFT
                brain.reason = Reason(form, (claimed.name, holders) if holders else (claimed.name,))
            return Status.FAILURE
        brain.objects[self.held] = claimed.name
        brain.host.claims.note(brain.agent, claimed, holds=True)
        _count(self, -1, brain, self)
        say(brain, ReasonForm.TOOK, claimed)
        return Status.SUCCESS

    def _is_free(self, claimed: Claimed, brain: TickingBrain) -> bool:
        left = None if self.counter is None else brain.world_ints[self.counter.index]
        return brain.host.claims.is_free(claimed, left)


@dataclass(slots=True, eq=False, kw_only=True)
class ReleaseRow(PlaceRow):
    """Give a place back."""

    about: ClassVar[RowPage] = RowPage("release", ("release",), "Gives the place of the agent back.")

    def tick(self, brain: TickingBrain) -> Status:
        """Let all claims of the agent go that hold the place."""
        claimed = self.claimed(brain)
        holding = [claim for claim in claims_of(brain.program) if claimed and claim.held_by(brain) == claimed]
        let_go(holding, brain, self)
        if brain.log is not None:
            form = ReasonForm.GAVE_BACK if holding else ReasonForm.HELD_NONE
            brain.reason = Reason(form, (claimed,)) if claimed else Reason(ReasonForm.HELD_NO_ENTITY)
        return Status.SUCCESS


def let_go(claims: Sequence[TreeRow], brain: TickingBrain, cause: TreeRow | None = None) -> None:
    """Let claims hold nothing any more; a place that none of the agent's claims holds then goes back.

    `cause` is the node that does it, by default the claim itself.
    """
    for claim in cast("Sequence[ClaimRow]", claims):
        held = claim.held_by(brain)
        brain.objects[claim.held] = None
        if held is not None and not _holds(held, brain):
            brain.host.claims.note(brain.agent, held, holds=False)
            _count(claim, 1, brain, cause or claim)


def _holds(claimed: Claimed, brain: TickingBrain) -> bool:
    return any(claim.held_by(brain) == claimed for claim in claims_of(brain.program))


def held_claims(brains: Iterable[TickingBrain]) -> Iterator[tuple[str, Claimed]]:
    """Yield every agent with each thing that a node of its mind holds."""
    for brain in brains:
        for claim in claims_of(brain.program):
            held = claim.held_by(brain)
            if held is not None:
                yield brain.agent, held


def claims_of(program: Program) -> tuple[ClaimRow, ...]:
    """Return the nodes that claim places, in document order."""
    return cast("tuple[ClaimRow, ...]", program.claims)


def scoped_claims(rows: Iterable[Row]) -> Iterator[ClaimRow]:
    """Yield the rows that claim a place which goes back with another row."""
    return (row for row in rows if isinstance(row, ClaimRow) and row.scope != NO_SCOPE)


def _count(claim: ClaimRow, change: int, brain: TickingBrain, cause: TreeRow) -> None:
    """Change the number of free places at once, and note it as a write (rule 9.3)."""
    slot = claim.counter
    if slot is not None:
        free = min(brain.world_ints[slot.index] + change, INT_MAXIMUM)
        brain.world_ints[slot.index] = free
        brain.writes.append((claim.variable, free, cause.index))


def _place(source: NodeSource) -> Expression | None:
    """Return what reads the variable that a claim names: a counter of the world, or an entity."""
    place = source.expression(str(source.node.params.get("variable") or ""), "params.variable")
    if place is None:
        return None
    read = place.typed
    counts = isinstance(read, VariableRead) and read.type == INT and place.slots[read.slot_key].shared
    if counts or (isinstance(read, VariableRead) and read.type == ENTITY):
        return place
    said = f"A place is counted by a world variable of type int, or is an entity; {place.text} is neither."
    source.refuse("params.variable", said, "Name a variable that is.")
    return None
