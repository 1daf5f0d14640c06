"""Make a call of what was typed, on a command line or in a window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.model import Document
from graphs.worlds.model.world_file import WorldDocument
from runtime.trials.batches.batch_call import BatchCall, GameSource
from runtime.trials.batches.measure_text import measure_of, named_measure
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.variations import variation_of


@dataclass(frozen=True)
class BatchTexts:
    """Hold what varies and is measured, a text each, and what ends a run, "" for nothing but its length."""

    vary: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    until: str = ""


def call_from_texts(
    texts: BatchTexts,
    world: WorldDocument,
    minds: Mapping[str, Document],
    game: GameSource,
    *,
    runs: int,
    ticks: int,
    seed: int | None = None,
) -> BatchCall:
    """Return the call of a world with its own measures and those typed; a seed of None is the world's.

    Raises `BatchRefused` for texts that do not fit the world.
    """
    variations = tuple(variation_of(text, world, minds) for text in texts.vary)
    keys = [one.key for one in variations]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise BatchRefused(f"vary {twice}", "It is varied twice.", "Say once what it may be.")
    typed = dict(named_measure(text, world.agents) for text in texts.measures)
    until = texts.until.strip()
    return BatchCall(
        world=world,
        minds=minds,
        runs=runs,
        seed=world.seed if seed is None else seed,
        ticks=ticks,
        variations=variations,
        measures={**dict(sorted(world.measures.items())), **typed},
        until=measure_of(until, world.agents, "first", "until") if until else None,
        game=game,
    )
