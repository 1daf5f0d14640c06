"""Run `for_each` (the decorators of section 3): the child once for each item of a list.

| child gives | `on_failure: stop` | `on_failure: next` |
|---|---|---|
| RUNNING | RUNNING | RUNNING |
| SUCCESS, SKIPPED | the next item; SUCCESS after the last | the same |
| FAILURE | FAILURE | the next item; SUCCESS after the last |

It goes through a variable, or through what a query of the world gives, in the query's own order. Either is
taken on enter: what is appended or removed later changes nothing of the round. The variable with
the item is written before the child is entered with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from graphs.expressions.types import Items, fits_type, list_type
from graphs.model.variables_and_events import MOST_ITEMS
from runtime.basics.context import EvaluationError
from runtime.basics.host import QUERIES, QUERY_FIELD
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import visit
from runtime.records.reasons import ReasonForm, say

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.program.code import ControlValue, NamedSlot
    from runtime.minds.program.ticking_brain import TickingBrain


OF_QUERIES = list_type("entity", MOST_ITEMS)
"""The type of what queries give."""


@dataclass(slots=True, eq=False, kw_only=True)
class ForEachRow(TreeRow):
    """Enter the child with each item; `taken` is a variable of its own with the list as it was on enter."""

    about: ClassVar[RowPage] = RowPage(
        "for_each", ("for_each",), "Runs its child once for each item of a list.", 1, 1
    )

    loops: ClassVar[bool] = True

    listed: NamedSlot | None = given(
        Sort.VARIABLE, "The list; null where a query gives one.", name="list", optional=True
    )
    query: str | None = given(Sort.TEXT, "The query that gives the list, or null.", optional=True)
    of: ControlValue = given(Sort.VALUE, "What the query is about; a text.")
    taken: NamedSlot = given(Sort.VARIABLE, "Another list, which has what was taken on enter.")
    item: NamedSlot = given(Sort.VARIABLE, "The variable that has the item.")
    goes_on: bool = given(Sort.BOOL, "A failure goes on to the next item.")
    at: int = remembers(Meaning.NUMBER, "The place of the item, from 0 on.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return what no parameter of the same name gives."""
        query = str(source.choice("query"))
        is_query, item = query in QUERIES, source.variable("params.item")
        listed = None if is_query else source.variable("params.list")
        if item is None or (listed is None and not is_query):
            return None
        kind = OF_QUERIES if listed is None else listed.slot.type
        if kind.item is None:
            source.refuse("params.list", f"This is {kind.phrase}, not a list.", "Name a list.")
        elif item.slot.type != kind.item_type or item.slot.shared:
            said = f"'{item.name}' cannot have the items of {kind.phrase}."
            remedy = f"Name a variable of type {kind.item_type} that no other agent shares."
            source.refuse("params.item", said, remedy)
        else:
            taken = source.own_variable("taken", kind)
            goes_on = source.choice("on_failure") == "next"
            fields = {"listed": listed, "query": query if is_query else None, "taken": taken}
            return {**fields, "item": item, "goes_on": goes_on}
        return None

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        listed = self.listed.name if self.listed is not None else None
        told = {"list": listed, "item": self.item.name, "query": self.query or "none"}
        return {**told, "on_failure": "next" if self.goes_on else "stop"}

    def misfit(self) -> str:
        """Tell of variables that do not go together."""
        listed = self.listed
        kind = OF_QUERIES if listed is None else listed.slot.type
        fits = (listed is None) == (self.query in QUERIES) and (self.query is None) == (listed is not None)
        fits = fits and kind.item is not None and self.taken.slot.type == kind
        fits = fits and (listed is None or self.taken.slot != listed.slot)
        fits = fits and self.item.slot.type == kind.item_type and not self.item.slot.shared
        return "" if fits else "The list, what is taken of it and the item do not go together."

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell that a success leads on, to the next item."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Take the list."""
        brain.write(self.taken.slot, self._list(brain))
        brain.ints[self.at] = 0

    def _list(self, brain: TickingBrain) -> Value:
        if self.listed is not None:
            return brain.read(self.listed.slot)
        of = self.of.value(brain, self)
        found = brain.host.entity_field(brain.agent, f"{QUERY_FIELD}{self.query}:{of or ''}")
        if not fits_type(found, OF_QUERIES):
            raise EvaluationError(f"The query {self.query} gave no list of entities.")
        return found

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child with the item it runs with, and with those behind it as far as it ends."""
        taken = brain.read(self.taken.slot)
        assert isinstance(taken, Items)
        child = self.child_rows[0]
        for place in range(brain.ints[self.at], len(taken.values)):
            brain.ints[self.at] = place
            if brain.bytes_[child.index] != Status.RUNNING:
                brain.write_variable(self.item.name, self.item.slot, taken.values[place], self)
            result = visit(child, brain)
            if result == Status.RUNNING:
                return result
            if result == Status.FAILURE and not self.goes_on:
                self.stop(brain)
                say(brain, ReasonForm.ITEM_GAVE, place + 1, len(taken.values), result)
                return result
        self.stop(brain)
        say(brain, ReasonForm.ALL_ITEMS, len(taken.values))
        return Status.SUCCESS

    def stop(self, brain: TickingBrain) -> None:
        """Forget the list."""
        brain.write(self.taken.slot, Items())
        brain.ints[self.at] = 0
