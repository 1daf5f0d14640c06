"""Say how much a random test tries: enough for every day, and more where rare faults are looked for.

`HYPOTHESIS_PROFILE=deep` tries the full number; `python3 dev.py soak examples` does so for all random tests.
"""

from __future__ import annotations

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")


def daily(count: int, *, deep: int) -> int:
    """Return how many examples, steps or seeds to try: `count`, or `deep` where the profile is that."""
    return deep if PROFILE == "deep" else count
