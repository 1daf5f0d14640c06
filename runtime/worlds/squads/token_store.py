"""Keep the tokens of a running world: who holds one, and who waits."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.worlds.model.world_file import WorldDocument
from runtime.worlds.squads.budgets import Budget, BudgetState


class Tokens:
    """Hold all budgets of tokens by name."""

    def __init__(self, document: WorldDocument) -> None:
        self.by_name: Mapping[str, Budget] = {
            name: Budget(float(most)) for name, most in sorted(document.tokens.items())
        }

    def request(self, name: str, agent: str, weight: float, wait: bool) -> str:
        """Give an agent a token, or let it wait; return why it cannot be, "" where it is or waits."""
        budget = self.by_name.get(name)
        if budget is None:
            return f"there is no token {name!r}; known: {', '.join(self.by_name) or 'none'}"
        if agent in budget.held:
            return ""
        budget.waiting.pop(agent, None)
        if budget.has_room(weight):
            budget.take(agent, weight)
            return ""
        if wait and budget.can_ever_hold(weight):
            budget.waiting[agent] = weight
            return ""
        waiting = f", {len(budget.waiting)} wait" if budget.waiting else ""
        return f"asked {name} for {weight:g}, of {budget.most:g} there is {budget.left:g} left{waiting}"

    def release(self, name: str, agent: str) -> None:
        """Take a token back, and let the agent wait for it no more."""
        budget = self.by_name.get(name)
        if budget is not None:
            budget.let_go(agent)

    def leave(self, agent: str) -> None:
        """Take all tokens of an agent back."""
        for budget in self.by_name.values():
            budget.let_go(agent)

    def serve(self) -> None:
        """Give tokens to those who have waited longest."""
        for budget in self.by_name.values():
            while (found := budget.next_waiting()) is not None:
                budget.take(*found)

    def state(self) -> tuple[BudgetState, ...]:
        """Return everything that changes."""
        return tuple(budget.state() for budget in self.by_name.values())

    def restore(self, saved: tuple[BudgetState, ...]) -> None:
        """Take back what `state` returned."""
        for budget, state in zip(self.by_name.values(), saved, strict=True):
            budget.restore(state)
