"""Play single runs of a batch: open the world once, then begin it again with other values and seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import Value
from runtime.basics.garbage_collection import collection_paused
from runtime.minds.program.problems import CompileError
from runtime.records.brain_frames import told_frames
from runtime.records.trace_frame import TraceFrame
from runtime.session.many_sessions import MOST_AGENTS, ManySessions
from runtime.session.session import Session
from runtime.trials.batches.batch_call import BatchCall
from runtime.trials.batches.coverage import CoverageMeter, MindCoverage, coverage_of
from runtime.trials.batches.meters import ENDING, Meter, Probe, measured, meter_of, probes_of
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.variations import drawn, run_seed, varied_world, world_variable_values
from runtime.worlds.world import WorldRefused

MOST_ATTEMPTS = 100
"""So often a place is drawn before a run is given up."""


TICKS_BETWEEN = 120
"""So many ticks of runs pass between two looks for cyclic garbage, of which steps make hardly any."""


StepBy = Callable[[Session], Callable[[], TraceFrame]]
"""Give what makes the steps of a session."""


def _plain_steps(session: Session) -> Callable[[], TraceFrame]:
    return session.step


@dataclass(frozen=True)
class EpisodeResult:
    """Hold one finished run: its number from 0, its seed, what was drawn, what was measured.

    `reached` has a bit for each row by mind (`CoverageMeter`). `errors` counts what went wrong in it, `error`
    is the first of that, in words.
    """

    run: int
    seed: int
    varied: Mapping[str, JsonValue]
    measured: Mapping[str, Value]
    ticks: int
    errors: int = 0
    error: str = ""
    reached: Mapping[str, int] = field(default_factory=dict)


class _Episode:
    """Hold one run under way, and measure it."""

    def __init__(
        self,
        run: int,
        values: Mapping[str, JsonValue],
        session: Session,
        probes: Sequence[Probe],
        ending: Sequence[Probe],
    ) -> None:
        self.session = session
        self._run, self._values = run, values
        self._meters = [meter_of(probe, session) for probe in probes]
        self._ending = [meter_of(probe, session) for probe in ending]
        self._coverage = CoverageMeter(session)
        self._errors, self._first = 0, ""

    def take(self, frame: TraceFrame) -> bool:
        """Measure a step; tell whether the run ends with it."""
        self._coverage.take(frame)
        for meter in self._meters:
            meter.take(frame)
        found, said = _errors(frame)
        self._errors, self._first = self._errors + found, self._first or said
        return bool(self._ending) and _ends(self._ending, frame)

    def result(self) -> EpisodeResult:
        """Return what was measured, once the run has ended."""
        session = self.session
        return EpisodeResult(
            self._run,
            session.seed,
            self._values,
            measured(self._meters),
            session.tick,
            self._errors,
            self._first,
            self._coverage.reached(),
        )


class EpisodePlayer:
    """Play runs of one call; every run depends on the call and its number alone."""

    def __init__(self, call: BatchCall) -> None:
        """Open the world as it is; raise `BatchRefused` where it, its minds or a measure cannot run."""
        self._call = call
        self._game = call.game.open()
        try:
            game = self._game
            self._base = Session.open(
                call.world, call.minds, game.registry, game.actions, conditions=game.conditions
            )
        except CompileError as error:
            raise BatchRefused("minds", str(error), wrong_use=False) from None
        except WorldRefused as error:
            raise BatchRefused("world", str(error), wrong_use=False) from None
        self.probes: tuple[Probe, ...] = tuple(
            probe
            for name, measure in call.measures.items()
            for probe in probes_of(name, measure, self._base, call.minds, f"measure {name}")
        )
        self._ending = self._ending_probes()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of what is measured, in order."""
        return tuple(probe.column for probe in self.probes)

    def play(self, run: int, step_by: StepBy = _plain_steps) -> EpisodeResult:
        """Play one run to its end; raise `BatchRefused` where what was drawn makes no world that runs.

        `step_by` gives the step of the session it is handed, for whoever records the run.
        """
        episode = self._begin(run)
        step = step_by(episode.session)
        for _ in range(self._call.ticks):
            if episode.take(step()):
                break
        return episode.result()

    def play_together(self, runs: Sequence[int]) -> list[EpisodeResult]:
        """Play some runs step by step together, which takes less time and gives what `play` gives of each.

        Own code of a game may keep things in its modules, which side by side runs would share: it is played
        run by run. Raises whatever any of them raises.
        """
        if len(self._call.world.agents) > MOST_AGENTS or self._game.has_own_code:
            return [self.play(run) for run in runs]
        with collection_paused():
            episodes, many = [self._begin(run) for run in runs], ManySessions()
        going, left = episodes, self._call.ticks
        while going and left:
            with collection_paused():
                for _ in range(min(left, TICKS_BETWEEN)):
                    going = _step_together(going, many)
                    left -= 1
        return [episode.result() for episode in episodes]

    def _begin(self, run: int) -> _Episode:
        session, values = self._start(run)
        return _Episode(run, values, session, self.probes, self._ending)

    def coverage(self, reached: Mapping[str, int]) -> tuple[MindCoverage, ...]:
        """Return what was reached of each mind, with the names of what was not."""
        programs = {
            self._base.mind_of(agent) or "": program for agent, program in self._base.programs.items()
        }
        return coverage_of(reached, programs, self._call.minds, self._game.registry)

    def _start(self, run: int) -> tuple[Session, Mapping[str, JsonValue]]:
        """Return the session of a run at its start, with what was drawn for it.

        Where an agent would be in something solid, its place is drawn again.
        """
        call = self._call
        places = {
            f"agents.{agent}.at"
            for variation in call.variations
            if variation.is_place
            for agent in variation.agents
        }
        attempt = 0
        while True:
            values = drawn(call.variations, call.seed, run, attempt)
            try:
                return self._session(run, values), values
            except (CompileError, WorldRefused) as error:
                attempt += 1
                if attempt == MOST_ATTEMPTS or not _only_in_the_way(error, places):
                    drew = ", ".join(f"{name}={value}" for name, value in values.items())
                    said = f"The world cannot run with {drew or 'its seed'}: {error}"
                    raise BatchRefused(f"run {run}", said, "Vary within what the world allows.") from None

    def _session(self, run: int, values: Mapping[str, JsonValue]) -> Session:
        """Return a session with drawn values; raise `CompileError` or `WorldRefused`."""
        call, game = self._call, self._game
        session = Session(
            varied_world(call.world, call.variations, values),
            call.minds,
            game.registry,
            game.actions,
            conditions=game.conditions,
            seed=run_seed(call.seed, run),
            compiled=self._base.segments[-1].minds,
            like=self._base.world,
        )
        types = {name: slot.type for name, slot in session.world_variable_places.items()}
        for name, value in world_variable_values(call.variations, values, types):
            session.write_world_variable(name, value)
        return session

    def _ending_probes(self) -> tuple[Probe, ...]:
        until = self._call.until
        if until is None:
            return ()
        if until.kind not in ENDING:
            said = f"{until.kind!r} cannot end a run."
            raise BatchRefused("until", said, f"Write a condition, or one of {', '.join(ENDING)}.")
        return probes_of("until", until, self._base, self._call.minds, "until")


def _step_together(episodes: list[_Episode], many: ManySessions) -> list[_Episode]:
    """Do one step of runs and return those that go on."""
    frames = many.step([episode.session for episode in episodes])
    ended = [episode.take(frame) for episode, frame in zip(episodes, frames, strict=True)]
    if not any(ended):
        return episodes
    return [episode for episode, over in zip(episodes, ended, strict=True) if not over]


def _only_in_the_way(error: CompileError | WorldRefused, places: Set[str]) -> bool:
    """Tell whether all that is wrong are places that were drawn."""
    if not isinstance(error, WorldRefused):
        return False
    return all(problem.where in places for problem in error.problems if problem.severity == "error")


def _ends(ending: Sequence[Meter], frame: TraceFrame) -> bool:
    for meter in ending:
        meter.take(frame)
    return any(meter.value is not None for meter in ending)


def _errors(frame: TraceFrame) -> tuple[int, str]:
    """Return how many errors a step had, and the first in words."""
    count, first = 0, ""
    for brain in told_frames(frame.brains):
        if brain.errors:
            count += len(brain.errors)
            first = first or f"{brain.agent} at tick {frame.tick}: {brain.errors[0].message}"
    return count, first
