"""Let games show minute-long runs by a link: `python3 dev.py soak links`.

Each language plays samples with twenty agents for 3,600 ticks, a minute at 60 a second, as fast as it can. No
tick may be lost, and Mindloom, which runs the minds again on what it is told, must have the same bytes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tests.executors.engine_game import Json
from tests.executors.executor_runs import RUNNERS, can_run
from tests.executors.random_cases import BUSY, sample_programs
from tests.link.linked_runs import differences_by_link
from tools.conformance.engine_driver import Answers, mind_of
from tools.conformance.random_inputs import Happening, asked_by

AGENTS = tuple(f"agent {number:02}" for number in range(20))


def long_case(name: str, program: Json, ticks: int) -> Json:
    """Return a case of twenty agents in which random things happen."""
    asked = asked_by(mind_of(program, Answers()).loaded())
    happening = Happening(asked, AGENTS, f"link {name}", BUSY)
    told = happening.ticks(ticks)
    return {"id": name, "program": program, "seed": 22, "agents": [*AGENTS], "ticks": told}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; return 1 if any game differs, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak links", description=__doc__)
    parser.add_argument("--ticks", type=int, default=3600, help="ticks of each game (3600)")
    parser.add_argument(
        "--samples", nargs="+", default=["stealth_guard", "tank", "soldier"], help="whose minds"
    )
    parser.add_argument("--language", nargs="+", choices=tuple(RUNNERS), help="which (all that are here)")
    asked = parser.parse_args(arguments)
    programs = {name.partition(".")[0]: program for name, program in sample_programs()}
    cases = [long_case(name, programs[name], asked.ticks) for name in asked.samples]
    failed = 0
    for language in asked.language or [name for name in RUNNERS if can_run(name)]:
        found = differences_by_link(cases, language)
        count = len(cases) * asked.ticks
        print(f"{language}: {count:,} ticks of {len(AGENTS)} agents, {len(found)} games differ", flush=True)
        for each in found:
            print(f"  {each}", flush=True)
        failed += len(found)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
