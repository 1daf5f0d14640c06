"""Answer the questions of agents for places, a slice of the work in each step (rules 11.20 to 11.24)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray
from runtime.formulas.place_quality import curve_values, height_quality, line_score, total_score
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.parts.world_part import ApplyEffect, WorldView
from runtime.worlds.places.candidate_parts import POINTS, Given, place_of, radius_of
from runtime.worlds.places.measures import COSTS, MEASURES, Viewpoint
from runtime.worlds.places.question import Part, Question, QuestionProblem, question_of

WORK_PER_STEP = 24_000
"""How much all questions of a world together work in one step: candidates times the costs of measures."""

PLACE, PLACES, FINDING = "place:", "places:", "finding:"

Key = tuple[str, str]
"""An agent and the path of the node that asks."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Hold n candidates: `points` (n, 2), which are `kept` (n,), and what each judging part measured (k, n).

    A measure is no number where a candidate was left out before.
    """

    points: FloatArray
    kept: BoolArray
    measures: FloatArray

    def state(self) -> tuple[bytes, ...]:
        """Return the same bytes for the same candidates."""
        return self.points.tobytes(), self.kept.tobytes(), self.measures.tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Hold the answer to a question: the best places, their scores, and what became of all candidates.

    `scores` (n,) are those of all candidates, no number for those left out; `told` says it in a sentence.
    """

    name: str
    places: tuple[Vector, ...]
    told: str
    question: Question
    candidates: Candidates
    scores: FloatArray


@dataclass(slots=True, eq=False)
class Asked:
    """Hold a question that is worked on: the judging part `stage`, and how many candidates it has judged."""

    name: str
    since: int
    question: Question
    text: str
    given: Given
    candidates: Candidates
    stream: int
    stage: int = 0
    judged: int = 0

    def state(self) -> object:
        """Return everything that decides how the question goes on."""
        given = sorted((name, repr(value)) for name, value in self.given.items())
        return self.name, self.since, self.text, given, self.stage, self.judged, self.candidates.state()


@dataclass(frozen=True, slots=True)
class PlacesSnapshot:
    """Hold a copy of all questions and answers."""

    asked: Mapping[Key, Asked]
    found: Mapping[Key, Found]
    states: Mapping[Key, str] = field(default_factory=dict)


class Places:
    """Be the part of a world that finds places.

    `found` are the last answers, by agent and name; `asked` what is worked on, first what was asked first,
    then in ascending agent and path.
    """

    fields: Sequence[str] = (PLACE, PLACES, FINDING)

    def __init__(self, world: WorldView) -> None:
        self._world = world
        self._asked: dict[Key, Asked] = {}
        self._states: dict[Key, str] = {}
        self.found: dict[Key, Found] = {}

    @property
    def is_at_work(self) -> bool:
        """Tell whether any question is worked on."""
        return bool(self._asked)

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return what takes a question, and what drops one."""
        return {"find_place": self._ask, "stop_finding": self._drop}

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return a place that an agent found last, how many, or how the question of a node is."""
        if start == FINDING:
            return self._states.get((entity, rest), "")
        name, _, number = rest.partition("#")
        found = self.found.get((entity, name))
        if start == PLACES:
            return float(len(found.places)) if found is not None else 0.0
        place = int(number) if number.isdigit() else 0
        if found is None or place >= len(found.places):
            raise EvaluationError(f"{entity} has found no place {rest!r}.")
        return found.places[place]

    def step(self) -> Sequence[WorldEvent]:
        """Work on the questions that wait, as much as a step may."""
        work = WORK_PER_STEP
        for key, asked in sorted(self._asked.items(), key=lambda each: (each[1].since, each[0])):
            work = self._work_on(key, asked, work)
            if work <= 0:
                break
        return ()

    def snapshot(self) -> object:
        """Return a copy of everything that changes."""
        asked = {key: replace(each) for key, each in self._asked.items()}
        return PlacesSnapshot(asked, dict(self.found), dict(self._states))

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        assert isinstance(saved, PlacesSnapshot)
        self._asked = {key: replace(each) for key, each in saved.asked.items()}
        self.found, self._states = dict(saved.found), dict(saved.states)

    def state(self) -> object:
        """Return everything that decides how the questions go on."""
        asked = [(key, each.state()) for key, each in sorted(self._asked.items())]
        found = [(key, each.places, each.told) for key, each in sorted(self.found.items())]
        return (asked, found, sorted(self._states.items())) if self._states else ()

    # -- inside ------------------------------------------------------------------------------------

    def _ask(self, effect: Effect) -> str | None:
        arguments = effect.arguments
        key, name = (effect.agent_id, effect.node_path), str(arguments.get("name", "place"))
        self._asked.pop(key, None)
        text = str(arguments.get("question", ""))
        try:
            question = question_of(text)
            candidates = self._candidates(effect.agent_id, question, arguments)
        except (QuestionProblem, EvaluationError) as problem:
            self._states[key] = f"none: {problem}"
            return None
        self._asked[key] = Asked(
            name, self._world.tick, question, text, dict(arguments), candidates, effect.draw_key("find_place")
        )
        self._states[key] = "searching"
        return None

    def _drop(self, effect: Effect) -> str | None:
        key = (effect.agent_id, effect.node_path)
        if self._asked.pop(key, None) is not None:
            self._states.pop(key, None)
        return None

    def _candidates(self, agent: str, question: Question, given: Given) -> Candidates:
        """Return the points that the parts give, those left out at once where the agent has no room."""
        points = [
            POINTS[part.kind](self._world, agent, part, given)
            for part in question.parts
            if part.kind in POINTS
        ]
        every = np.concatenate(points) if points else np.zeros((0, 2))
        judging = sum(part.kind not in POINTS for part in question.parts)
        kept = self._world.has_room(every, radius_of(self._world, agent))
        return Candidates(every, kept, np.full((judging, len(every)), np.nan))

    def _work_on(self, key: Key, asked: Asked, work: int) -> int:
        """Judge candidates as far as `work` allows; return what is left of it."""
        parts = [part for part in asked.question.parts if part.kind not in POINTS]
        while asked.stage < len(parts) and work > 0:
            part = parts[asked.stage]
            by = part.text("by")
            rows = np.flatnonzero(asked.candidates.kept)
            rows = rows[rows >= asked.judged]
            most = max(1, work // COSTS.get(by, 1))
            slice_of = rows[:most]
            try:
                self._judge(key[0], asked, part, slice_of)
            except EvaluationError as problem:
                self._end(key, f"none: {problem}")
                return work
            work -= max(1, len(slice_of) * COSTS.get(by, 1))
            if len(slice_of) < len(rows):
                asked.judged = int(slice_of[-1]) + 1
                return work
            self._end_stage(asked, part)
        if asked.stage == len(parts):
            self._finish(key, asked, parts)
        return work

    def _judge(self, agent: str, asked: Asked, part: Part, rows: IntArray) -> None:
        measure = MEASURES[part.text("by")]
        points = asked.candidates.points[rows]
        found = measure(self._world, points, self._viewpoint(agent, part, asked.given), part.text("name"))
        measures = asked.candidates.measures.copy()
        measures[asked.stage, rows] = found
        asked.candidates = replace(asked.candidates, measures=measures)

    def _end_stage(self, asked: Asked, part: Part) -> None:
        """Compare heights with each other, leave out what measures too little or too much, and go on."""
        candidates, row = asked.candidates, asked.candidates.measures[asked.stage].copy()
        kept = candidates.kept.copy()
        if part.text("by") == "height":
            row[kept] = height_quality(row[kept])
        if part.kind == "keep_places":
            least, most = part.number("at_least", asked.given), part.number("at_most", asked.given)
            kept &= row >= (-math.inf if least is None else least)
            kept &= row <= (math.inf if most is None else most)
        measures = candidates.measures.copy()
        measures[asked.stage] = row
        asked.candidates = Candidates(candidates.points, kept, measures)
        asked.stage, asked.judged = asked.stage + 1, 0

    def _finish(self, key: Key, asked: Asked, parts: Sequence[Part]) -> None:
        candidates, question = asked.candidates, asked.question
        rows = np.flatnonzero(candidates.kept)
        scores = np.full(len(candidates.points), np.nan)
        scores[rows] = _scores(asked, parts, rows)
        order = rows[np.argsort(-scores[rows], kind="stable")][: question.top]
        if question.take == "draw" and len(order):
            order = order[[self._drawn(key, asked, scores[order])]]
        places = tuple((float(x), float(y)) for x, y in candidates.points[order].tolist())
        told = _told(candidates, scores, order, parts)
        self.found[key[0], asked.name] = Found(asked.name, places, told, question, candidates, scores)
        self._end(key, f"{'found' if places else 'none'}: {told}")

    def _drawn(self, key: Key, asked: Asked, scores: FloatArray) -> int:
        """Return which of some places is drawn, the better the likelier."""
        weights = np.maximum(scores, 0.0)
        sums = np.cumsum(weights if weights.any() else np.ones_like(weights))
        drawn = self._world.draw(key[0], f"{key[1]}/find_place", asked.stream) * float(sums[-1])
        return min(int(np.searchsorted(sums, drawn, side="right")), len(scores) - 1)

    def _end(self, key: Key, state: str) -> None:
        self._states[key] = state
        del self._asked[key]

    def _viewpoint(self, agent: str, part: Part, given: Given) -> Viewpoint:
        of = part.point("of", given)
        heading = self._world.entity_field(of, "heading") if isinstance(of, str) else 0.0
        at, radius = place_of(self._world, agent, of), radius_of(self._world, agent)
        looks = float(heading) if isinstance(heading, (int, float)) else 0.0
        return Viewpoint(at, looks, radius, of is not None)


def _scores(asked: Asked, parts: Sequence[Part], rows: IntArray) -> FloatArray:
    """Return the score of each candidate in `rows` (rule 11.23)."""
    scores, weights = [], []
    for number, part in enumerate(parts):
        if part.kind == "score_places":
            row, curve = asked.candidates.measures[number][rows], part.points("curve")
            worst, best = part.needed("worst", asked.given), part.needed("best", asked.given)
            scores.append(curve_values(curve, row) if curve else line_score(row, worst, best))
            weights.append(part.needed("weight", asked.given))
    return total_score(np.array(scores).reshape(len(scores), len(rows)), np.array(weights))


def _told(candidates: Candidates, scores: FloatArray, best: IntArray, parts: Sequence[Part]) -> str:
    """Say what became of the candidates, and what was measured at the best one."""
    count, kept = len(candidates.points), int(candidates.kept.sum())
    said = f"{kept} of {count} places are left"
    if not len(best):
        return f"{said}."
    first = int(best[0])
    x, y = candidates.points[first].tolist()
    measured = ", ".join(
        f"{part.text('by')} {candidates.measures[number, first]:.4g}" for number, part in enumerate(parts)
    )
    best_one = f"the best is ({x:.4g}, {y:.4g}), score {scores[first]:.4g}"
    return f"{said}; {best_one}{': ' if measured else ''}{measured}."
