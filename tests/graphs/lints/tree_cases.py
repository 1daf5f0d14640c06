"""Cases of lints of behavior trees: a document that triggers each, and one that almost does."""

from __future__ import annotations

from typing import Any

from tests.graphs.lints.machine_cases import Case
from tests.graphs.lints.small_documents import CALM, CHASE, COUNT, ENDLESS, FIRE, RAISE, SEEN, WAIT, under

SOON: dict[str, Any] = {"kind": "wait", "params": {"seconds": 0}}
THRICE: dict[str, Any] = {**ENDLESS, "params": {"count": 3}}
WHEN_SEEN: dict[str, Any] = {"guard": {"test": "seen"}}
TAKES_OVER: dict[str, Any] = {"guard": {"test": "seen", "abort": "lower"}}
PERHAPS_RAISE: dict[str, Any] = {**RAISE, "guard": {"test": "seen", "refused": "skipped"}}


def around(kind: str, *children: Any, **fields: Any) -> dict[str, Any]:
    """Return a node with its children in place."""
    return {"kind": kind, "children": [*children], **fields}


def reactive(*children: Any) -> Any:
    """Return a reactive sequence."""
    return under("sequence", *children, memory="none")


UNREACHED: list[Case] = [
    ("W220", "nodes.n2", under("selector", CALM, CHASE), under("selector", SEEN, CHASE)),
    (
        "W220",
        "nodes.n2",
        under("selector", around("force_success", SEEN), CHASE),
        under("selector", {**CALM, **WHEN_SEEN}, CHASE),
    ),
    ("W220", "nodes.n2", under("sequence", "fail", CHASE), under("sequence", "succeed", CHASE)),
    ("W220", "nodes.n2", under("sequence", ENDLESS, FIRE), under("sequence", THRICE, FIRE)),
    ("W220", "nodes.n3", under("if_else", CALM, FIRE, CHASE), under("if_else", SEEN, FIRE, CHASE)),
    (
        "W221",
        "nodes.n1",
        under("selector", SEEN, ENDLESS),
        under("selector", SEEN, ENDLESS, memory="none"),
    ),
    (
        "W221",
        "nodes.n1.guard.abort",
        under("selector", {**FIRE, **WHEN_SEEN}, ENDLESS),
        under("selector", {**FIRE, **TAKES_OVER}, ENDLESS),
    ),
    ("W221", "nodes.n1", under("selector", SEEN, ENDLESS), under("selector", SEEN, THRICE)),
]

ACTING: list[Case] = [
    ("W222", "nodes.n1", under("if_else", COUNT, FIRE, reactive=True), under("if_else", COUNT, FIRE)),
    (
        "W222",
        "nodes.n12",
        under("if_else", around("sequence", SEEN, CALM), FIRE, reactive=True),
        under("if_else", around("sequence", SEEN, SEEN), FIRE, reactive=True),
    ),
    ("W223", "nodes.n1", reactive(COUNT, CHASE), under("sequence", COUNT, CHASE)),
    ("W223", "nodes.n1", reactive(FIRE, CHASE), reactive(CALM, CHASE)),
    ("W223", "nodes.n1", reactive(RAISE, CHASE), reactive(RAISE, SEEN)),
    ("W223", "nodes.n1", reactive(RAISE, CHASE), reactive(PERHAPS_RAISE, CHASE)),
    (
        "W223",
        "nodes.n11",
        reactive(around("timeout", FIRE), CHASE),
        reactive(around("run_once", FIRE), CHASE),
    ),
    ("W224", "nodes.n1", reactive(WAIT, CHASE), reactive(WAIT, FIRE)),
    ("W224", "nodes.n1", reactive(WAIT, CHASE), reactive(SOON, CHASE)),
    (
        "W224",
        "nodes.n1",
        reactive(around("sequence", SEEN, WAIT), CHASE),
        reactive(around("selector", SEEN, WAIT), CHASE),
    ),
    ("I310", "nodes.n1", under("sequence", CALM, SEEN, CHASE), under("sequence", SEEN, CALM, CHASE)),
    (
        "I310",
        "nodes.n1",
        under("sequence", RAISE, SEEN),
        under("sequence", {"kind": "set", "actions": ["seen = d < 3"]}, SEEN),
    ),
    ("I310", "nodes.n1", under("sequence", RAISE, SEEN), under("sequence", RAISE, WAIT, SEEN)),
    ("I313", "nodes.n1", reactive(CHASE, WAIT), under("sequence", CHASE, WAIT)),
    (
        "I313",
        "nodes.n11",
        reactive(around("sequence", CHASE, SEEN), WAIT),
        reactive(around("selector", SEEN, CHASE), WAIT),
    ),
]

POINTLESS: list[Case] = [
    (
        "I314",
        "nodes.n1.on_failure",
        under("sequence", {**CALM, "on_failure": RAISE["actions"]}, CHASE),
        under("sequence", {**CALM, "on_success": RAISE["actions"]}, CHASE),
    ),
    (
        "I314",
        "nodes.n1.on_success",
        under("selector", {"kind": "fail", "on_success": RAISE["actions"]}, CHASE),
        under("selector", {"kind": "fail", "on_failure": RAISE["actions"]}, CHASE),
    ),
    (
        "I314",
        "nodes.n1.on_halt",
        under("sequence", {**SEEN, "on_halt": RAISE["actions"]}, CHASE),
        under("sequence", {**WAIT, "on_halt": RAISE["actions"]}, CHASE),
    ),
    (
        "W225",
        "nodes.p.params.pace",
        under("repeat", CALM, pace="same_tick"),
        under("repeat", WAIT, pace="same_tick"),
    ),
    (
        "W225",
        "nodes.p.params.pace",
        under("until_success", "fail", pace="same_tick"),
        under("until_success", "fail"),
    ),
    (
        "I311",
        "nodes.p",
        under("inverter", around("inverter", SEEN)),
        under("inverter", around("force_failure", SEEN)),
    ),
    ("I311", "nodes.p", under("force_success", CALM), under("force_success", SEEN)),
    ("I311", "nodes.p", under("force_failure", "fail"), under("force_failure", SEEN)),
    ("I311", "nodes.p", under("repeat", CHASE, count=1), under("repeat", CHASE, count=2)),
    ("I311", "nodes.p", under("retry", CHASE), under("retry", CHASE, count=2)),
    ("I311", "nodes.p", under("timeout", SEEN), under("timeout", CHASE)),
    ("I311", "nodes.p", under("until_success", CALM), under("until_success", SEEN)),
    ("I311", "nodes.p", under("delay", CHASE, seconds=0), under("delay", CHASE)),
    ("I311", "nodes.p", under("probability", CHASE, chance=1), under("probability", CHASE)),
    ("I312", "nodes.p.children", under("sequence", CHASE), under("sequence", SEEN, CHASE)),
    ("I312", "nodes.p.children", under("parallel", CHASE), under("if_else", SEEN, CHASE)),
    (
        "I312",
        "nodes.n1.children",
        under("sequence", around("selector", CHASE), SEEN),
        under("sequence", around("selector", CHASE, **WHEN_SEEN), SEEN),
    ),
]

CLAIM: dict[str, Any] = {"kind": "claim", "params": {"variable": "tokens"}}
RELEASED_ONLY: dict[str, Any] = {"kind": "claim", "params": {"variable": "tokens", "until": "released"}}

CLAIMS: list[Case] = [
    ("W228", "nodes.n2", under("sequence", SEEN, CLAIM), under("sequence", CLAIM, SEEN)),
    ("W228", "nodes.n1", under("sequence", CLAIM), under("sequence", RELEASED_ONLY)),
    (
        "W228",
        "nodes.n21",
        under("sequence", SEEN, around("retry", CLAIM)),
        under("sequence", SEEN, around("parallel", CLAIM, CHASE)),
    ),
    (
        "W228",
        "nodes.n22",
        under("sequence", SEEN, around("if_else", SEEN, CLAIM)),
        under("sequence", around("selector", SEEN, CLAIM), CHASE),
    ),
    (
        "W228",
        "nodes.n22",
        under("sequence", SEEN, around("if_else", CLAIM, CLAIM)),
        under("sequence", SEEN, around("if_else", CLAIM, CHASE)),
    ),
]

FOREIGN: list[Case] = [
    (
        "W229",
        "nodes.n2",
        under("sequence", SEEN, around("foreign_node", CHASE)),
        under("sequence", SEEN, CHASE),
    ),
]

TREES = [*UNREACHED, *ACTING, *POINTLESS, *CLAIMS, *FOREIGN]
