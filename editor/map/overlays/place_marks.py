"""Read the candidates of an agent's last questions for places: by score, those left out, and the best."""

from __future__ import annotations

from collections.abc import Iterator

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.picture.marks import CrosshairMark, DotMark, Mark, MarkStyle, Sample

GOOD = MarkStyle("place.good", "a place that scores well", "status.success.line", Sample.DOT)
FAIR = MarkStyle("place.fair", "one that scores less", "status.running.line", Sample.DOT, alpha=0.8)
POOR = MarkStyle("place.poor", "one that scores little", "status.failure.line", Sample.DOT, alpha=0.6)
LEFT_OUT = MarkStyle("place.left_out", "a place left out", "text.tertiary", Sample.DOT, alpha=0.6)
BEST = MarkStyle("place.best", "the place that was found", "world.target", Sample.CROSSHAIR, 1.5, over=True)

_LEAST, _MOST = 2.0, 4.5
_STEPS = ((2 / 3, GOOD), (1 / 3, FAIR), (0.0, POOR))


def place_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield a dot for each candidate, the larger the better, and a crosshair at what was found."""
    for answer in sight.overlay.answers:
        scores = [each.score for each in answer.candidates if each.score is not None]
        low, high = min(scores, default=0.0), max(scores, default=0.0)
        for each in answer.candidates:
            words = f"{answer.name} of {sight.name_of(sight.overlay.agent_id)}: {each.told}"
            if each.score is None:
                yield DotMark(LEFT_OUT, each.at, words, _LEAST, hollow=True)
                continue
            share = (each.score - low) / (high - low) if high > low else 1.0
            style = next(style for least, style in _STEPS if share >= least)
            yield DotMark(
                style, each.at, f"{words}; the best scores {high:.3g}", _LEAST + (_MOST - _LEAST) * share
            )
        for place in answer.places:
            yield CrosshairMark(BEST, place, f"{answer.name}: {answer.told}")
