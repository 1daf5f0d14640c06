"""Make sessions of a world: nodes with errors fail, agents of minds that cannot run stand still; no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.model import Document
from graphs.worlds.minds.world_choice import WorldChoice, without_minds
from graphs.worlds.minds.world_minds import mind_file, mind_files
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import WorldDocument
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.compile.compiler import compile_document
from runtime.minds.compile.document_errors import refuse_errors, with_failing_stand_ins
from runtime.minds.program.problems import CompileError, CompileProblem
from runtime.session.session import Session
from runtime.worlds.world import WorldRefused


@dataclass(frozen=True)
class MadeSession:
    """Hold a session, or why there is none; `broken` minds cannot run, for the reasons in `problems`.

    Nodes with errors of `failing` minds play as stand-ins that fail (rule 8.5).
    """

    session: Session | None
    broken: frozenset[str] = frozenset()
    failing: frozenset[str] = frozenset()
    problems: tuple[CompileProblem, ...] = ()
    refusal: str = ""


class SessionMaker:
    """Compile minds and open sessions with all that one game declares; stand-ins do the rest."""

    def __init__(self, game: GameBehaviors) -> None:
        self._game = game

    def make(self, choice: WorldChoice, minds: Mapping[str, Document]) -> MadeSession:
        """Open the world with the minds as they are now; agents of broken or missing ones stand still."""
        errors = {name: self._errors(document) for name, document in minds.items()}
        found = {name: self._why_not(choice, name, document) for name, document in minds.items()}
        broken = frozenset(name for name, problems in found.items() if problems)
        failing = frozenset(name for name, listed in errors.items() if listed) - broken
        problems = tuple(each for name in minds for each in (errors[name] or found[name]))
        missing = frozenset(name for name in mind_files(choice.world) if name not in minds)
        world = without_minds(choice, broken | missing)
        usable = {name: document for name, document in minds.items() if name not in broken}
        try:
            return MadeSession(self._open(world, usable), broken, failing, problems)
        except WorldRefused as error:
            return MadeSession(None, broken, failing, problems, str(error))
        except CompileError as error:
            # What shows only with all minds together, such as a world variable of two types.
            bare = without_minds(choice, frozenset(mind_files(choice.world)))
            session = self._open(bare, {})
            return MadeSession(session, frozenset(minds), problems=(*problems, *error.problems))

    def remake(
        self, session: Session | None, choice: WorldChoice, minds: Mapping[str, Document]
    ) -> MadeSession:
        """Stand at the start of an edited world; what of the session before is the same is used again."""
        is_whole = all(name in minds for name in mind_files(choice.world))
        if session is not None and session.registry is self._game.registry and is_whole:
            try:
                return MadeSession(session.in_world(choice.world, minds))
            except WorldRefused as error:
                return MadeSession(None, refusal=str(error))
            except CompileError:
                pass
        return self.make(choice, minds)

    def _errors(self, document: Document) -> tuple[CompileProblem, ...]:
        try:
            refuse_errors(document, self._game.registry)
        except CompileError as error:
            return error.problems
        return ()

    def _why_not(self, choice: WorldChoice, name: str, document: Document) -> tuple[CompileProblem, ...]:
        """Return why graphs of a document that agents run cannot run, even with stand-ins."""
        found: dict[CompileProblem, None] = {}
        try:
            document = with_failing_stand_ins(document, self._game.registry)
        except CompileError as error:
            return error.problems
        for root in _roots_used(choice, name):
            try:
                compile_document(
                    document,
                    self._game.registry,
                    self._game.actions,
                    conditions=self._game.conditions,
                    stand_ins=True,
                    root=root,
                )
            except CompileError as error:
                found.update(dict.fromkeys(error.problems))
        return tuple(found)

    def _open(self, world: WorldDocument, minds: Mapping[str, Document]) -> Session:
        game = self._game
        return Session.open(
            world, minds, game.registry, game.actions, conditions=game.conditions, errors_fail=True
        )


def _roots_used(choice: WorldChoice, name: str) -> tuple[str | None, ...]:
    minds = (entry.mind or "" for entry in thinking_entries(choice.world).values())
    return tuple(dict.fromkeys(mind.partition("#")[2] or None for mind in minds if mind_file(mind) == name))
