"""Run a world: load it, let it move or hold it, and take up what is edited."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from editor.running.agent_labels import AgentLabels
from editor.running.edit_effects import changes_only_looks, counted, edit_words
from editor.running.live_edits import CompiledEdit, LiveEdits, WorldEdits
from editor.running.run_pace import RunPace
from editor.running.run_view import RunView
from editor.running.session_maker import MadeSession, SessionMaker
from editor.running.transition_log import fill_logs
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.worlds.minds.world_choice import WorldChoice
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import CannotRunAgain
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.program.problems import CompileProblem
from runtime.records.trace_frame import SwapRecord
from runtime.session.programs import MindPrograms
from runtime.session.session import Session


class RunState(Enum):
    """Say whether the world stands at its start, moves, or is held."""

    STOPPED = auto()
    RUNNING = auto()
    PAUSED = auto()


class GameControls(Protocol):
    """Hold and move a game that runs elsewhere, whose minds are shown here."""

    def resume(self) -> None:
        """Let the game go on."""

    def pause(self) -> None:
        """Hold the game."""

    def step(self, ticks: int) -> int:
        """Let so many more ticks happen in the game; return how many of them are here already."""

    def end(self) -> None:
        """Let go of the game; what is known of it stays."""

    def orders_sent(self, agent: str) -> Sequence[tuple[int, str | None]]:
        """Return what was ordered of an agent's mind and is not told yet: rows and words of `order_row`."""


class NoGame:
    """Be the controls where the run is Mindloom's own."""

    def resume(self) -> None:
        """Do nothing."""

    def pause(self) -> None:
        """Do nothing."""

    def step(self, ticks: int) -> int:
        """Return all ticks: they can be made here."""
        return ticks

    def end(self) -> None:
        """Do nothing."""

    def orders_sent(self, agent: str) -> Sequence[tuple[int, str | None]]:
        """Return nothing: what is ordered here waits here."""
        return ()


class RunController(RunView):
    """Own the session, let it move or hold it, and merge its frames into the view of the picked agent."""

    state_changed = Signal()
    world_changed = Signal()
    """Emitted when another session was made: on load and on stop."""
    last_good_changed = Signal()
    world_refusal_changed = Signal()
    refused = Signal(str, str)
    """Carries why the run cannot start, and what to do."""

    def __init__(
        self,
        registry: Registry,
        library: ActionLibrary,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(registry, parent, clock)
        self.state = RunState.STOPPED
        self.problems_at_compile: tuple[CompileProblem, ...] = ()
        self.runs_last_good = False
        self.own_game = GameBehaviors(registry, library, builtin_conditions())
        """The built-in actions and conditions: the game of files without a project."""
        self.game = self.own_game
        """The actions and conditions of the project of the world that runs."""
        self._maker = SessionMaker(self.game)
        self.pace = RunPace(
            self._step, self._show_frame, lambda: self.session.rate if self.session else 0, self, clock
        )
        self.pace.changed.connect(self.state_changed)
        self._broken = self._failing = self._absent = frozenset[str]()
        self.edits = LiveEdits(lambda: self.session, self)
        self.edits.compiled.connect(self._take_edit)
        self.world_edits = WorldEdits(self._take_world, self)
        self.world_refusal = ""
        self.game_controls: GameControls = NoGame()
        self.is_linked = False
        self.time.failed.connect(self._cannot_run_again)
        self.time.branched.connect(lambda _tick: self.versions.keep())
        self.time.arrived.connect(self._apply_again)

    @property
    def is_running(self) -> bool:
        """Tell whether the world moves by itself."""
        return self.state is RunState.RUNNING

    @property
    def plays_failing(self) -> bool:
        """Tell whether the run was started on a document with errors, whose nodes fail in it (8.5)."""
        return bool(self._failing) and self.state is not RunState.STOPPED

    @property
    def registry(self) -> Registry:
        """Return all kinds there are in the project of the world that runs."""
        return self.game.registry

    def use_game(self, game: GameBehaviors | None) -> None:
        """Take what there is in another project, for the world that is loaded next; None is no project."""
        wanted = game or self.own_game
        if wanted is not self.game:
            self.game = wanted
            self._maker = SessionMaker(wanted)
            self._labels = AgentLabels(wanted.registry)
            self.log.registry = wanted.registry

    def load(self, choice: WorldChoice, picked: str | None = None) -> None:
        """Take another world and stand at its start; pick `picked`, or an agent of the asked-for mind."""
        self.choice = choice
        self.versions.newest = dict(choice.minds)
        self.edits.forget()
        self.world_edits.forget()
        self.pace.end()
        self.is_linked = False
        self._set_state(RunState.STOPPED)
        self._rebuild()
        self.pick_agent(picked if picked in self._agents() else self._default_agent(choice.mind_name))

    def unload(self) -> None:
        """Let go of the world, for example when the last document closes."""
        self.pace.end()
        self.edits.forget()
        self.world_edits.forget()
        self.time.start(None)
        self.versions.of_take = {}
        self.choice, self.view, self.picked_agent = None, None, None
        self._set_state(RunState.STOPPED)
        self.world_changed.emit()
        self.agent_changed.emit()
        self.frame_shown.emit()

    def document_edited(self, mind_name: str, document: Document) -> None:
        """Note that a mind of this world was edited; the run takes it up when the gesture is over."""
        if mind_name not in self.versions.newest or self.is_linked:
            return
        known = self.edits.latest(mind_name)
        running = self.versions.of_take.pop(mind_name, self.versions.newest[mind_name])
        if known is None and changes_only_looks(running, document):
            self.versions.newest[mind_name] = document
        else:
            self.edits.note(mind_name, document)

    def apply_edits_now(self) -> None:
        """Take up what was edited at once; a document with errors keeps the old program (rule 8.5)."""
        self.world_edits.take_now()
        self.edits.take_now()

    def rename_world(self, choice: WorldChoice) -> None:
        """Note that the same world has another file now; the run goes on untouched."""
        self.choice = choice

    def run(self) -> None:
        """Let the world move, from its start or from where it was paused."""
        self.apply_edits_now()
        if self.session is None or self.is_running:
            return
        if self.state is RunState.STOPPED and self.choice and self.choice.mind_name in self._absent:
            errors = counted(len(self.problems_at_compile), "error")
            said = f"{self.choice.mind_name} cannot run: it has {errors}."
            self.refused.emit(said, "Mend what the Problems panel lists; F8 goes to the first.")
            return
        self.game_controls.resume()
        self.pace.begin()
        self._set_state(RunState.RUNNING)

    def pause(self) -> None:
        """Hold the world where it is."""
        if self.is_running:
            self.game_controls.pause()
            self.pace.end()
            self._set_state(RunState.PAUSED)

    def hold(self) -> None:
        """Hold the world after the step under way, whatever speed was asked for."""
        self.pace.owe_nothing()
        self.pause()

    def toggle(self) -> None:
        """Run or pause."""
        self.pause() if self.is_running else self.run()

    def stop(self) -> None:
        """Go back to the world's start; let go of a game."""
        self.pace.end()
        if self.is_linked:
            self.game_controls.end()
            self._set_state(RunState.PAUSED)
            return
        self.apply_edits_now()
        if self.choice is not None:
            self._at_start(None if self._broken else self.versions.newest_at_start())
        self._set_state(RunState.STOPPED)

    def step_tick(self) -> None:
        """Pause, then let exactly one tick happen."""
        self.advance(1)

    def advance(self, ticks: int) -> None:
        """Pause, then let exactly so many ticks happen, however long they take."""
        self.apply_edits_now()
        if self.session is None:
            return
        self.pace.end()
        self.pace.make(ticks if self.time.is_past else self.game_controls.step(ticks))
        self._set_state(RunState.PAUSED)

    def step_back(self) -> None:
        """Pause, then look at the tick before the one shown."""
        self.look_at(self.time.shown_tick - 1)

    def look_at(self, tick: int) -> None:
        """Pause, then look at a tick of the run, -1 for its start."""
        if self.session is None:
            return
        self.apply_edits_now()
        self.pace.end()
        self._set_state(RunState.PAUSED)
        self.time.go_to(tick)

    def branch(self) -> None:
        """Let another future begin at the tick shown."""
        self.time.branch()
        self.frame_shown.emit()

    def show_recording(self, recording: Recording, session: Session) -> None:
        """Show a run that was read from a file, at its start; `session` is of its world, at the start too."""
        self.show_run(RecordedRun(session, limit=self.time.limit, recording=recording))
        self.look_at(recording.first_tick)

    def take_cast(self, choice: WorldChoice) -> None:
        """Note that other agents are in the game shown, or other versions of minds."""
        self.choice, self.versions.newest = choice, dict(choice.minds)
        self.world_changed.emit()
        if self.picked_agent is None:
            self.pick_agent(self._default_agent(choice.mind_name))

    def show_run(self, run: RecordedRun, game: WorldChoice | None = None) -> None:
        """Show another run; edits reach the minds of a `game` when they are saved."""
        self.pace.end()
        self.edits.forget()
        self._failing = frozenset()
        self.choice, self.is_linked = game or self.choice, game is not None
        self.versions.newest, self.versions.of_take = dict(run.recording.segments[-1].minds.documents), {}
        self.time.show(run)
        self._take_over(run.recording)
        self._set_state(RunState.PAUSED)
        self.world_changed.emit()
        self.pick_agent(self._default_agent(self.choice.mind_name if self.choice else ""))

    def take_up(self, place: int, tick: int) -> None:
        """Go on with one of the takes that branches left behind, and look at a tick of it."""
        self.pace.end()
        self.apply_edits_now()
        self.time.take_up(place)
        if self.time.recording is not None:
            self.versions.of_take = dict(self.time.recording.segments[-1].minds.documents)
            self._take_over(self.time.recording)
        self._set_state(RunState.PAUSED)
        self._watch()
        self.look_at(tick)

    def _take_over(self, recording: Recording) -> None:
        """Log what another recording holds in the place of what was followed so far."""
        self._logged_until = recording.end_tick
        fill_logs(recording, self.transitions, self.log)
        self.pace.forget()
        self._renew_view()

    def fresh_session(self) -> Session | None:
        """Return another session at the start of the same world, apart from the one shown."""
        return (
            self._maker.make(self.choice, self.versions.newest).session if self.choice is not None else None
        )

    def _rebuild(self) -> None:
        """Make a session again; nodes with errors fail in it, minds that cannot run leave agents standing."""
        if self.choice is None:
            return
        made = self._maker.make(self.choice, self.versions.newest)
        self._take_problems(made)
        if made.refusal:
            self.refused.emit("The world cannot be run.", made.refusal)
        self._stand_at_start(made.session)

    def _take_problems(self, made: MadeSession) -> None:
        self._absent, self._failing = made.broken, made.failing
        self._broken = made.broken | made.failing
        self.problems_at_compile = made.problems
        if made.refusal != self.world_refusal:
            self.world_refusal = made.refusal
            self.world_refusal_changed.emit()

    def _take_world(self, choice: WorldChoice) -> None:
        """Begin again in an edited world with the same seed; one that cannot be run changes nothing.

        Minds edited since the world was are taken along as they are now.
        """
        edited = {name: self.edits.latest(name) or mind for name, mind in choice.minds.items()}
        self.edits.forget()
        self.choice, self.versions.newest = replace(choice, minds=edited), dict(edited)
        made = self._maker.remake(self.session, choice, self.versions.newest)
        self._take_problems(made)
        if made.session is None:
            return
        was_begun = self.tick > 0
        self.pace.owe_nothing()
        self._at_start(made.session)
        if not self.is_running:
            self._set_state(RunState.STOPPED)
        if was_begun:
            self.edit_taken.emit("The world changed: the run began again with the same seed.")

    def _stand_at_start(self, session: Session | None) -> None:
        self.time.start(session)
        self.versions.of_take = {}
        self._forget_shown()
        self.pace.forget()
        self._set_last_good(False)
        self._renew_view()
        self.world_changed.emit()

    def _take_edit(self, edit: CompiledEdit) -> None:
        """Go on with an edited mind, or, where it has errors, with the version before (rule 8.5).

        In the past that begins a branch.
        """
        if self.session is not None:
            self.time.branch()
        self.versions.newest.update(edit.documents)
        stopped = self.state is RunState.STOPPED
        begins = bool(self._absent & edit.documents.keys()) or (stopped and edit.minds is None)
        if self.session is None or begins:
            self._at_start(None)
            return
        self.problems_at_compile = edit.problems
        if edit.minds is None:
            self._broken |= edit.documents.keys()
        else:
            self._broken -= edit.documents.keys()
            self._failing -= edit.documents.keys()
            self.last_good_changed.emit()
            if stopped:
                self._at_start(self.session.at_start(edit.minds))
            else:
                self._go_on_with(self.session, edit.minds)
        self._set_last_good(edit.minds is None)

    def _at_start(self, session: Session | None) -> None:
        """Stand at the start with another session, or with one made again, and pick the same agent."""
        picked = self.picked_agent
        if session is None:
            self._rebuild()
        else:
            self._stand_at_start(session)
        if picked is not None:
            self.pick_agent(picked)
        self.frame_shown.emit()

    def _go_on_with(self, session: Session, minds: MindPrograms) -> None:
        """Let the run go on with other minds: from the next step on, at once where the world is held."""
        session.swap(minds)
        if not self.is_running:
            self._apply_again()
            self._tell_edit(session.swaps)

    def _apply_again(self) -> None:
        """Let what was asked at the end of the run show at once where the world is held there."""
        session = self.session
        if session is not None and session.has_waiting_inputs and not self.time.is_past:
            session.apply_inputs()
            self._labels.take_brains(session.brains)
            self._renew_view()
            self.frame_shown.emit()

    def _tell_edit(self, swaps: tuple[SwapRecord, ...]) -> None:
        words = edit_words(swaps, self.picked_agent)
        if words:
            self.edit_taken.emit(words)

    def _step(self) -> None:
        if self.session is None:
            return
        told = self.session.swaps
        try:
            frame = self.time.step()
        except CannotRunAgain as error:
            self._cannot_run_again(str(error))
            return
        self._take_frame(frame)
        if frame.swaps != told:
            self._tell_edit(frame.swaps)

    def _cannot_run_again(self, reason: str) -> None:
        self.pace.end()
        self._set_state(RunState.PAUSED)
        self.refused.emit("This tick cannot be run again.", reason)

    def _set_state(self, state: RunState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit()

    def _set_last_good(self, value: bool) -> None:
        if value != self.runs_last_good:
            self.runs_last_good = value
            self.last_good_changed.emit()
