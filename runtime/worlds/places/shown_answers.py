"""Show the answers to an agent's questions for places: each candidate with what was measured there."""

from __future__ import annotations

import numpy as np

from runtime.records.world_records import PlaceAnswer, PlaceCandidate
from runtime.worlds.places.candidate_parts import POINTS
from runtime.worlds.places.places import Found, Places

MOST_SHOWN = 400
"""Most candidates of an answer that are shown: the best, then those left out."""


def shown_answers(places: Places, agent: str) -> tuple[PlaceAnswer, ...]:
    """Return the last answer to each question of an agent, by its name.

    Places in which the agent has no room are not shown.
    """
    found = [found for (asker, _), found in sorted(places.found.items()) if asker == agent]
    return tuple(_shown(each) for each in found)


def _shown(found: Found) -> PlaceAnswer:
    scores = found.scores
    order = np.argsort(np.where(np.isnan(scores), -np.inf, scores), kind="stable")[::-1]
    judged = ~np.isnan(found.candidates.measures).all(axis=0) | found.candidates.kept
    order = order[judged[order]][:MOST_SHOWN]
    candidates = tuple(_candidate(found, row) for row in order[::-1].tolist())
    return PlaceAnswer(found.name, found.places, found.told, candidates)


def _candidate(found: Found, row: int) -> PlaceCandidate:
    x, y = found.candidates.points[row].tolist()
    score = float(found.scores[row])
    parts = [part for part in found.question.parts if part.kind not in POINTS]
    measured = [
        f"{part.text('by')} {value:.4g}"
        for part, value in zip(parts, found.candidates.measures[:, row].tolist(), strict=True)
        if value == value
    ]
    if score == score:
        return PlaceCandidate(
            (x, y), score, f"score {score:.3g}: {', '.join(measured) or 'nothing measured'}"
        )
    return PlaceCandidate((x, y), None, f"left out by {measured[-1] if measured else 'nothing'}")
