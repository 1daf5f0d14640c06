"""Make cases for executors: programs of samples and of random documents, and random things that happen."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import ExportOptions, export_document
from tests.executors.engine_game import EngineGame, Json
from tests.runtime.session_of import SAMPLES
from tests.runtime.wants.plain_fuzzy import random_sheet
from tests.runtime.wants.plain_goals import RATE, random_goals
from tests.runtime.wants.plain_moods import random_moods
from tests.runtime.wants.random_wants import (
    goals_document,
    moods_document,
    next_hit,
    sheet_document,
    sheet_inputs,
)
from tools.conformance.engine_driver import Answers, mind_of
from tools.conformance.random_documents import REGISTRY, random_document
from tools.conformance.random_inputs import Habits, Happening, asked_by

SORTS = {
    "trees": "tree",
    "machines": "machine",
    "decisions": "decision",
    "minds": "nested",
    "claims": "claim",
}
"""What the suite calls each sort of random documents."""

WANTS = ("sheets", "goals", "moods")
"""What is written as nodes that were there before when it is compiled (section 10)."""

CROWDS = (("me",), ("b", "a"), ("ann", "bob", "Zoë"))
BUSY = Habits(sets=0.2, posts=0.4, answers=0.4, odd=0.1)


def sample_programs() -> Iterator[tuple[str, Json]]:
    """Yield the program of each sample by its name."""
    for path in sorted(SAMPLES.glob("*.mind.json")):
        yield path.name, _sample_program(path)


@cache
def _sample_program(path: Path) -> Json:
    return export_document(load_document(path), builtin_registry()).data


def random_programs(sort: str, count: int, start: int) -> list[Json]:
    """Return programs of random documents; `start` seeds them."""
    options = ExportOptions(names=False, keep_disabled=True)
    drawn = (random_document(SORTS[sort], f"{sort} {start} {n}") for n in range(count))
    return [export_document(each, REGISTRY, options).data for each in drawn]


def wants_case(kind: str, seed: int) -> Json:
    """Return a case of a random sheet, goal selector or mood, with inputs that its rules look at."""
    rng = random.Random(f"{kind} {seed}")
    match kind:
        case "sheets":
            sheet = random_sheet(rng)
            document = sheet_document(sheet)
            given: list[Json] = [sheet_inputs(sheet, rng) for _ in range(3)]
        case "goals":
            document, given = goals_document(random_goals(rng)), [{}] * 60
        case _:
            moods = random_moods(rng)
            document = moods_document(moods)
            given = [{"hit": next_hit(moods, tick, rng)} for tick in range(60)]
    return {
        "id": f"{kind} {seed}",
        "program": export_document(document, REGISTRY, ExportOptions(names=False, rate=RATE)).data,
        "seed": rng.randrange(2**32),
        "agents": ["me"],
        "ticks": [{"set": {"me": values}} if values else {} for values in given],
    }


def random_case(name: str, program: Json, ticks: int) -> Json:
    """Return a case of a program in which random things happen; its name seeds them."""
    rng = random.Random(name)
    agents = rng.choice(CROWDS)
    asked = asked_by(mind_of(program, Answers()).loaded())
    return {
        "id": name,
        "program": program,
        "seed": rng.randrange(2**32),
        "agents": [*agents],
        "ticks": Happening(asked, agents, name, BUSY).ticks(ticks),
    }


def ending_early(case: Json, most: int, least: int = 2) -> Json:
    """Return a case that ends with its first tick that tells more than so many letters, `least` ticks on."""
    game = EngineGame(case)
    for number, given in enumerate(case["ticks"], 1):
        if len(json.dumps(game.tick(given))) > most and number >= least:
            return {**case, "ticks": case["ticks"][:number]}
    return case


def halves(case: Json, place: int) -> tuple[Json, Json]:
    """Return a case up to a tick, and the rest of it; what the game answered by then goes on in the rest."""
    answers: dict[str, Json] = {}
    for tick in case["ticks"][: place + 1]:
        for sort, values in tick.get("answers", {}).items():
            answers.setdefault(sort, {}).update(values)
    first = {**case, "ticks": case["ticks"][:place]}
    next_tick, *others = case["ticks"][place:]
    return first, {**case, "ticks": [{**next_tick, "answers": answers}, *others]}
