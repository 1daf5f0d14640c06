"""Stand in the place of a game: its actions, conditions, entities and claims answer as the game did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import Items, Type, Value
from runtime.basics.context import EvaluationError
from runtime.basics.host import QUERY_FIELD, Claimed, ClaimRegister, RaisedEvent
from runtime.basics.status import Status
from runtime.embedding.game_host import AgentHost
from runtime.embedding.saved_mind import values_from_json, values_to_json
from runtime.link.answer_book import AnswerBook, StepName
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.action_context import BrainActionContext

if TYPE_CHECKING:
    from runtime.session.host import SessionHost
    from runtime.session.session import Session


class AnsweredClaims(ClaimRegister):
    """Tell whether there is a place as the game told one agent; off the record, as it is in Mindloom."""

    def __init__(self, register: ClaimRegister, book: AnswerBook) -> None:
        self._register = register
        self._book = book

    def is_free(self, claimed: Claimed, left: int | None) -> bool:
        """Tell whether there was a place."""
        told = None if self._book.off_record else self._book.free(claimed.name)
        return self._register.is_free(claimed, left) if told is None else told

    def holders(self, claimed: Claimed) -> tuple[str, ...]:
        """Return the agents that hold a place, in ascending id."""
        return self._register.holders(claimed)

    def note(self, agent: str, claimed: Claimed, *, holds: bool) -> None:
        """Note that an agent took a place, or gave it back."""
        self._register.note(agent, claimed, holds=holds)

    def forget(self) -> None:
        """Work it out again when it is next asked."""
        self._register.forget()


class GameAnswers(AgentHost):
    """Be the host of one mind of a linked run: answer from what the game told.

    What the mind sends, writes and asks for once reaches nothing here: what came of it in the game is told by
    the game. Off the record, sending and writing work as in a world.
    """

    def __init__(
        self, session: Session, host: SessionHost, book: AnswerBook, types: Mapping[str, Type]
    ) -> None:
        """Answer from `book`; `types` are those of entity fields."""
        self.book = book
        self.ahead = 0
        self.types = types
        self._session = session
        self._host = host
        self._claims = AnsweredClaims(host.claims, book)

    @property
    def tick(self) -> int:
        """Return the tick of this mind."""
        return self._host.tick + self.ahead

    @property
    def rate(self) -> int:
        """Return ticks per second."""
        return self._session.rate

    @property
    def claims(self) -> ClaimRegister:
        """Return who holds a place of what."""
        return self._claims

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer as the game did."""
        given = values_to_json({str(place): value for place, value in enumerate(arguments)})
        return self.book.condition(name, [*given.values()])

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return what the game told of an entity, or the list of a query."""
        if entity is None:
            raise EvaluationError(f"There is nobody to ask for {field}.")
        if field.startswith(QUERY_FIELD):
            query, _, of = field.removeprefix(QUERY_FIELD).partition(":")
            found = self.book.query(query, of)
            ids = found.get("list", []) if isinstance(found, dict) else []
            return Items(tuple(str(each) for each in ids))
        value = cast(JsonValue, self.book.field(entity, field))
        return values_from_json({field: value}, self.types)[field]

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        """Leave it to the game."""

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        """Leave it to the game; off the record it reaches agents that are named, or all."""
        if self.book.off_record and receiver != "team":
            self._host.send(agent, receiver, event)

    def write_world(self, agent: str, name: str, value: Value) -> None:
        """Leave it to the game; off the record it is written."""
        if self.book.off_record:
            self._host.write_world(agent, name, value)


class AnsweredAction(Action):
    """Be an action of the game by its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def code_name(self) -> str:
        """Return the name of the action."""
        return self._name

    def enter(self, context: ActionContext) -> None:
        """Begin as the game did."""
        self._ask(context, "enter")

    def tick(self, context: ActionContext) -> Status:
        """Return what the game's action came to."""
        return self._ask(context, "tick")

    def halt(self, context: ActionContext) -> None:
        """Stop as the game did."""
        self._ask(context, "halt")

    def _ask(self, context: ActionContext, step: StepName) -> Status:
        assert isinstance(context, BrainActionContext)
        host: object = context.brain.host
        while not isinstance(host, GameAnswers):  # whoever takes down a case stands before it
            host = host.behind  # type: ignore[attr-defined]
        return host.book.action(context.row_index, self._name, step)


def answered_library(names: Iterable[str]) -> ActionLibrary:
    """Return actions that answer as a game did."""
    return ActionLibrary({name: AnsweredAction(name) for name in names})
