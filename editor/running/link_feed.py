"""Watch a game that runs elsewhere: take what it tells, show it as a run, and do to it what the user does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.running.game_documents import GameDocuments
from editor.running.run_controller import NoGame, RunController
from graphs.model import Document
from runtime.embedding.saved_mind import values_to_json
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.export_problem import ExportProblem
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.why.breakpoints import Breakpoint
from runtime.link.game_breaks import breaks_of
from runtime.link.linked_session import LinkedSession, ticks_at_hand
from runtime.link.listener import LinkListener
from runtime.link.running_game import RunningGame
from runtime.link.wire import Wire
from runtime.minds.brain.from_outside import node_at, state_at
from runtime.minds.program.orders import FORCE_WORDS
from runtime.minds.program.rows import Row
from runtime.session.inputs import (
    EnterState,
    ForceResult,
    PostEvent,
    SessionInput,
    WriteVariable,
    WriteWorldVariable,
)
from runtime.session.programs import ProgramSegment

POLL_INTERVAL = 8
"""Milliseconds between two looks at the connections."""

GAME_SECONDS_TO_RUN_AGAIN = 0.03
"""How long minds of a game take to be run again from a whole state: these are small, and may stand close."""


class LinkFeed(QObject):
    """Wait for games, and let one of them be the run that is shown.

    `game` is the one watched, None without one. One that is lost stays shown as far as it was heard. Those
    that are not watched go on telling, and are shown again where they were left.
    """

    changed = Signal()
    """Tells that it waits or not, that games came or went, or that another is watched."""
    said = Signal(str, str)
    """Carries what a game did not do or what became of it, and what to do."""
    reloaded = Signal(str)
    """Carries that a game goes on with another version of a mind."""

    def __init__(self, run: RunController, documents: GameDocuments, version: str, parent: QObject) -> None:
        super().__init__(parent)
        self.game: RunningGame | None = None
        self.breakpoints: tuple[Breakpoint, ...] = ()
        self._run, self._documents, self._version = run, documents, version
        self._token = ""
        self.listener: LinkListener | None = None
        self._seen: tuple[object, ...] = ()
        self._takes_next = True
        self._awaited = 0
        self._differs = False
        self._lost: dict[str, Sequence[str]] = {}
        self._front = 0
        self._runs: dict[RunningGame, RecordedRun] = {}
        self._passed: tuple[RunningGame, ...] = ()
        self._wanted_agent = ""
        self._shown: tuple[ProgramSegment, ...] = ()
        self._timer = QTimer(self, interval=POLL_INTERVAL)
        self._timer.timeout.connect(self.poll)
        run.pace.at_hand = self._at_hand
        run.pace.changed.connect(self._tell_speed)
        run.stepped.connect(self._follow_cast)
        run.time.recording_changed.connect(self._leave_for_another_run)

    # -- waiting ------------------------------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Tell whether it listens for games."""
        return self.listener is not None and not self.listener.closed

    @property
    def why_closed(self) -> str:
        """Return why it listens no more, "" where it does or never did."""
        return self.listener.closed if self.listener is not None else ""

    @property
    def games(self) -> tuple[RunningGame, ...]:
        """Return the games that are there."""
        return tuple(self.listener.games) if self.listener is not None else ()

    @property
    def titles(self) -> dict[str, RunningGame]:
        """Return the games that are there by titles that tell them apart."""
        found: dict[str, RunningGame] = {}
        for game in self.games:
            alike = sum(other.name == game.name for other in found.values())
            found[f"{game.name} {alike + 1}" if alike else game.name] = game
        return found

    @property
    def address(self) -> tuple[str, int] | None:
        """Return where it listens, None where it does not."""
        return self.listener.address if self.listener is not None and self.is_waiting else None

    def wait(self, token: str, port: int, address: str) -> None:
        """Listen for games that know the token; raise OSError where the port is taken."""
        listener = self.listener or LinkListener(self._make_game)
        listener.open(port, address)
        self._token, self.listener, self._takes_next = token, listener, True
        self._timer.start()
        self.changed.emit()

    def stop_waiting(self) -> None:
        """Take no more games; the one that is watched goes on."""
        if self.listener is not None:
            self.listener.close_port("")
        self.changed.emit()

    def close(self) -> None:
        """Let go of all games, and listen no more."""
        self._timer.stop()
        if self.listener is not None:
            self.listener.close()
            self.listener = None
        if self.game is not None:
            self._lose(self.game)

    def poll(self) -> None:
        """Take what has come, and show it."""
        listener = self.listener
        if listener is None:
            return
        listener.poll()
        there = [game for game in listener.games if not game.ended and game not in self._passed]
        if self.game is None and there and self._takes_next:
            self.watch(there[-1])
        if self.game is not None:
            self._follow_game(self.game)
        listener.forget_ended()
        for gone in [game for game in self._runs if game.ended]:
            del self._runs[gone]
            self.said.emit(
                f"{gone.name} is gone. {gone.ended}", "It was not watched; its record is let go of."
            )
        seen = (listener.closed, self.game, *((game, game.is_held) for game in listener.games))
        if seen != self._seen:
            self._seen = seen
            self.changed.emit()

    def _make_game(self, wire: Wire) -> RunningGame:
        return RunningGame(wire, self._token, self._run.registry, self._documents.find, self._version)

    # -- the game that is watched -------------------------------------------------------------------------

    def watch(self, game: RunningGame, agent: str = "") -> None:
        """Let a game be the run that is shown, as soon as it has told a tick, and pick an agent of it."""
        if game.session is None or not game.is_watched:
            game.watch(on=True)
        self.game, self._takes_next, self._wanted_agent = game, True, agent
        self.changed.emit()

    def _follow_game(self, game: RunningGame) -> None:
        session = game.session
        is_ready = session is not None and (ticks_at_hand(session) or game in self._runs)
        if session is not None and self._run.session is not session and is_ready:
            self._show(game, session)
        if session is not None and self._run.session is session:
            self._make_awaited(session)
            behind = ticks_at_hand(session)
            session.cast.is_hurried = behind > (0 if session.cast.is_hurried else session.rate)
            if session.has_waiting_inputs and not self._run.time.is_past:
                session.apply_inputs()
            if game.is_held and self._run.is_running and not ticks_at_hand(session):
                self._run.hold()
        for refusal in game.refusals:
            self.said.emit(
                f"{game.name} does not follow: {refusal.about or 'what it was told'}.", refusal.why
            )
        for swapped in game.swapped:
            self.reloaded.emit(f"{game.name} goes on with the new version: {swapped.agents} agents")
        game.refusals.clear()
        game.swapped.clear()
        if game.ended:
            self._lose(game)

    def _show(self, game: RunningGame, session: LinkedSession) -> None:
        """Show a game from its first tick on."""
        run = self._runs.get(game)
        is_new = run is None or run.session is not session
        if run is None or is_new:
            run = RecordedRun(session, limit=self._run.time.limit, again=GAME_SECONDS_TO_RUN_AGAIN)
            try:
                run.step()
            except CannotRunAgain as error:
                game.end(str(error))
                return
        self._runs[game] = run
        session.hand_on = self._hand_on
        self._awaited, self._differs = 0, session.cast.difference is not None
        self._tell_lost_curves(session.cast.lost_curves)
        self._shown, self._front = session.segments, run.recording.end_tick
        self._run.game_controls = self
        self.send_breakpoints()
        self._run.show_run(run, self._documents.choice_of(session))
        if self._wanted_agent in session.agent_ids:
            self._run.pick_agent(self._wanted_agent)
        if is_new or not (game.is_held or run.is_past):
            self._run.run()

    def _make_awaited(self, session: LinkedSession) -> None:
        """Make ticks that the user stepped to and that have come by now."""
        ready = min(self._awaited, ticks_at_hand(session))
        if ready:
            self._awaited -= ready
            self._run.pace.make(ready)

    def _lose(self, game: RunningGame) -> None:
        """Keep what was heard of a game that is gone."""
        self.game, self._passed = None, self.games
        self._runs.pop(game, None)
        if self._run.session is game.session and self._run.game_controls is self:
            self._run.game_controls = NoGame()
            self._run.hold()
        self.said.emit(f"{game.name or 'The game'} is gone. {game.ended}", "What was heard of it stays here.")
        self.changed.emit()

    def _leave_for_another_run(self) -> None:
        """Let the game be when another run is shown."""
        game = self.game
        if game is None or self._run.game_controls is not self or self._run.session is game.session:
            return
        self._run.game_controls = NoGame()
        for each in self.games:
            each.watch(on=False)
        self._runs.clear()
        self.game, self._takes_next = None, False
        self.changed.emit()

    def _at_hand(self) -> int | None:
        session = self._run.session
        if not isinstance(session, LinkedSession) or self._run.time.is_past or session.cast.off_record:
            return None
        return ticks_at_hand(session)

    def _follow_cast(self) -> None:
        """Follow agents that came, programs that were exchanged, and a mind that does something else."""
        session = self._run.session
        if not isinstance(session, LinkedSession):
            return
        if not session.cast.off_record:
            self._front = max(self._front, session.tick)
        choice = self._run.choice
        if choice is not None and (choice.world is not session.document or session.segments != self._shown):
            self._shown = session.segments
            self._run.take_cast(self._documents.choice_of(session))
            self.send_breakpoints()
            self._tell_lost_curves(session.cast.lost_curves)
        difference = session.cast.difference
        if difference is not None and not self._differs:
            self._differs = True
            words = f"From tick {difference.tick:,} on {difference.agent} does something else here."
            self.said.emit(words, "The program or its executor is not the same. The run is not exact.")

    def _tell_lost_curves(self, lost: Mapping[str, Sequence[str]]) -> None:
        """Tell once of own tables of agents that their minds have no curve for, as after a swap."""
        for agent, names in lost.items():
            if self._lost.get(agent) != names:
                words = f"{agent} has {', '.join(names)} of its own, and its mind has no such curve."
                self.said.emit(words, "It is left out until a version of the mind has it again.")
        self._lost = dict(lost)

    # -- what the user does -------------------------------------------------------------------------------

    def resume(self) -> None:
        """Let the game go on."""
        self._awaited = 0
        if self.game is not None and self.game.is_held:
            self.game.resume()

    def pause(self) -> None:
        """Hold the game, if it can be held; what it tells meanwhile waits."""
        if self.game is not None and self.game.can("pause"):
            self.game.pause()

    def step(self, ticks: int) -> int:
        """Let so many ticks happen in the game; return how many of them are here already."""
        session, game = self._run.session, self.game
        if not isinstance(session, LinkedSession) or session.cast.off_record:
            return ticks
        here = min(ticks, ticks_at_hand(session))
        if game is not None and game.can("step") and ticks > here:
            game.step(ticks - here)
            self._awaited += ticks - here
        return here

    def end(self) -> None:
        """Let go of the game; what was heard of it stays."""
        if self.game is not None:
            self._takes_next = False
            self.game.end("Mindloom ended the link.")

    def send_breakpoints(self) -> None:
        """Let the game hold itself where breakpoints are met; those it cannot know are met here alone."""
        game, session = self.game, self._run.session
        if game is None or not game.can("break") or not isinstance(session, LinkedSession):
            return
        minds = session.cast.minds
        places = [
            (minds[mind], row, mask, value)
            for mind, program in session.segments[-1].minds.programs.items()
            if mind in minds
            for each in self.breakpoints
            for row, mask, value in breaks_of(each, mind, program)
        ]
        game.break_at(places)

    def document_saved(self, path: Path, document: Document) -> None:
        """Let the game go on with a mind as it was saved."""
        game, session = self.game, self._run.session
        if game is None or not isinstance(session, LinkedSession) or session is not game.session:
            return
        name = self._documents.name_of(path)
        before = session.cast.minds.get(name)
        fresh = self._documents.program(path, document, session.rate)
        if before is None or fresh is None or fresh.hash == before:
            return
        if not game.can("swap"):
            self.said.emit(f"{game.name} takes no other version while it runs.", "Start it again.")
            return
        try:
            table = upgrade_table(game.programs[before].files, fresh.files)
        except ExportProblem as problem:
            self.said.emit(f"{name} cannot be carried over: {problem.message}", problem.remedy)
            return
        game.swap(fresh, table)

    def _hand_on(self, inputs: Sequence[SessionInput]) -> bool:
        """Tell the game what was asked of the run; False where the run itself is asked, as in the past."""
        game, session = self.game, self._run.session
        if game is None or not isinstance(session, LinkedSession) or session is not game.session:
            return False
        if session.tick < self._front or self._run.time.is_past or session.cast.off_record:
            return False
        for asked in inputs:
            if isinstance(asked, WriteVariable):
                value = values_to_json({asked.name: asked.value})[asked.name]
                game.set_variable(asked.agent, asked.name, value)
            elif isinstance(asked, WriteWorldVariable):
                game.set_shared(asked.name, values_to_json({asked.name: asked.value})[asked.name])
            elif isinstance(asked, PostEvent):
                for agent in asked.agents:
                    game.post(agent, asked.name, values_to_json(dict(asked.payload)))
            elif isinstance(asked, (ForceResult, EnterState)) and game.can("order"):
                self._order(game, session, asked)
            else:
                self.said.emit(
                    f"{game.name} cannot be told that.", "Look at a tick of the past, and branch there."
                )
        return True

    def _order(self, game: RunningGame, session: LinkedSession, asked: ForceResult | EnterState) -> None:
        program = session.brains[asked.agent].program
        row: Row | None
        word: str | None
        if isinstance(asked, EnterState):
            row, word = state_at(program, asked.state_path), "enter"
        else:
            row = node_at(program, asked.node_path)
            word = None if asked.result is None else FORCE_WORDS[asked.result]
        mind = session.document.agents[asked.agent].mind or ""
        if row is not None:
            game.order(asked.agent, session.cast.minds[mind], row.index, word)

    def orders_sent(self, agent: str) -> Sequence[tuple[int, str | None]]:
        """Return what was ordered of an agent's mind and is not told yet, nothing in the past."""
        game, session = self.game, self._run.session
        if game is None or game.session is not session or self._run.time.is_past:
            return ()
        return [(row, word) for ordered, row, word in game.sent_orders if ordered == agent]

    def _tell_speed(self) -> None:
        if self.game is not None and self.game.can("speed") and self._run.game_controls is self:
            self.game.set_speed(min(self._run.pace.speed, 100.0))
