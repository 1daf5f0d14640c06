"""Compare ways over random maps with the shortest ones: `python3 dev.py soak ways --maps 200`.

Every other map has areas that cost. No way may cost more than 8 % above the shortest weighted way, and there
is one exactly where the reference finds one.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path

from tests.runtime.navigation.random_ways import cost_of, least_cost, random_map, way_found

RESULT = Path(__file__).parent / "results" / "ways.md"
MOST = 1.08


def ratio_of(seed: int) -> float:
    """Return the cost of the way found as a share of the least; infinity where only one of both is there."""
    drawn = random_map(seed)
    way, least = way_found(drawn), least_cost(drawn)
    paid = cost_of(drawn, way) if way else math.inf
    if math.isinf(paid) or math.isinf(least):
        return 1.0 if paid == least else math.inf
    return paid / least


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare so many maps and write the table of results; return 1 if any way is too long, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak ways", description=__doc__)
    parser.add_argument("--maps", type=int, default=200, help="random maps (200)")
    parser.add_argument("--seed", type=int, default=0, help="of the first map; the next ones follow (0)")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    ratios = {seed: ratio_of(seed) for seed in range(asked.seed, asked.seed + asked.maps)}
    lines = [
        "# Ways and the shortest ways",
        "",
        f"`python3 dev.py soak ways --maps {asked.maps} --seed {asked.seed}`: {asked.maps} maps in "
        f"{time.monotonic() - began:.0f} s",
        "",
        "| maps | without areas | with areas |",
        "|---|---|---|",
    ]
    parts = [[ratio for seed, ratio in ratios.items() if seed % 2 == areas] for areas in (0, 1)]
    rows = {
        "how many": [f"{len(part)}" for part in parts],
        "mean of cost to least cost": [f"{sum(part) / max(len(part), 1):.4f}" for part in parts],
        "most": [f"{max(part, default=1.0):.4f}" for part in parts],
        f"above {MOST}": [f"{sum(ratio > MOST for ratio in part)}" for part in parts],
    }
    lines += [f"| {name} | {' | '.join(cells)} |" for name, cells in rows.items()]
    worst = sorted(ratios, key=lambda seed: -ratios[seed])[:5]
    lines += ["", f"The worst: {', '.join(f'{ratios[seed]:.4f} (seed {seed})' for seed in worst)}."]
    RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines), flush=True)
    return 1 if any(ratio > MOST for ratio in ratios.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
