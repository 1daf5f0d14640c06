"""Give damaged programs and saves to an executor: each must be refused in words, or run.

python -m tests.soak.mutated_programs --executor javascript --count 300 --seed 1
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.executors.engine_game import Json, told_by_engine
from tests.executors.executor_runs import RUNNERS
from tests.executors.random_cases import halves, random_case, sample_programs

BATCH, TICKS, SECONDS = 25, 8, 120
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    3,
    99999,
    2**31,
    2.5,
    1e300,
    "",
    "x",
    [],
    [1],
    {},
    {"node": "x"},
)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list or object below a value with each of its keys."""
    for key in [*value] if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def mutated(value: Json, random: Random) -> Json:
    """Return a value with one to three things deleted, changed, doubled or swapped."""
    found = copy.deepcopy(value)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = [*_places(found)]
        if not places:
            break
        around, key = random.choice(places)
        old, what = around[key], random.random()
        if what < 0.2:
            del around[key]
        elif what < 0.5 and isinstance(old, (int, float)) and not isinstance(old, bool):
            around[key] = old + random.choice((-1, 1, 7, 1000))
        elif what < 0.6 and isinstance(around, list):
            around.append(copy.deepcopy(old))
        elif what < 0.8:
            other, place = random.choice(places)
            around[key] = copy.deepcopy(other[place]) if place in other or isinstance(other, list) else None
        else:
            around[key] = copy.deepcopy(random.choice(ODD))
    return found


def _fnv1a(text: str) -> int:
    found = 0x811C9DC5
    for byte in text.encode("utf-8", "surrogatepass"):
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found


def _checked_again(save: Json) -> Json:
    """Return a save whose agents have the check of what they hold now, so that it is read further."""
    for agent in save["agents"].values() if isinstance(save.get("agents"), dict) else ():
        if isinstance(agent, dict) and isinstance(agent.get("ints", []), list):
            ints = ",".join(str(each) for each in agent.get("ints", []))
            agent["check"] = _fnv1a(f"{agent.get('mind')}|{agent.get('bytes')}|{ints}")
    return save


def cases(count: int, start: int) -> Iterator[Json]:
    """Yield damaged programs, and games that go on from damaged saves, by turns."""
    random = Random(start)
    whole = [random_case(name, program, TICKS) for name, program in sample_programs()]
    parts = [halves(case, TICKS // 2) for case in whole]
    saves = [told_by_engine(first)[-1]["save"] for first, _ in parts]
    for number in range(count):
        place = random.randrange(len(whole))
        if number % 3 < 2:
            case = {**whole[place], "program": mutated(whole[place]["program"], random)}
        else:
            save = mutated(saves[place], random)
            case = {**parts[place][1], "restore": _checked_again(save) if random.random() < 0.8 else save}
        yield {**case, "id": f"{start}-{number}"}


def fault_of(batch: Sequence[Json], command: Sequence[str]) -> str:
    """Return what is wrong with what a runner does with cases, no text for nothing."""
    given = "".join(f"{json.dumps(case)}\n" for case in batch)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    ) as running:  # in a group of its own: what it started ends with it
        try:
            said, complaints = running.communicate(given.encode(), SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return "it hangs"
    if running.returncode != 0:
        return f"it ends with {running.returncode}: {complaints.decode('utf-8', 'replace')[-600:]}"
    told = [json.loads(line) for line in said.splitlines()]
    if [each.get("id") for each in told] != [case["id"] for case in batch]:
        return "it does not answer each case"
    odd = [each for each in told if not isinstance(each.get("ticks", each.get("refused")), (list, str))]
    return f"it neither runs nor refuses {odd[0]['id']}" if odd else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all cases in batches, and each one alone where a batch goes wrong; return 1 if any does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="damaged programs and saves (300)")
    parser.add_argument("--seed", type=int, default=1, help="where to begin (1)")
    parser.add_argument("--executor", choices=tuple(RUNNERS), default="javascript")
    asked = parser.parse_args(arguments)
    command = RUNNERS[asked.executor]()
    failed, done = 0, 0
    listed = [*cases(asked.count, asked.seed)]
    for begin in range(0, len(listed), BATCH):
        batch = listed[begin : begin + BATCH]
        if fault_of(batch, command):
            faults = [(case["id"], fault) for case in batch if (fault := fault_of([case], command))]
            for name, fault in faults:
                print(f"{name}: {fault}", flush=True)
            failed += max(len(faults), 1)
        done += len(batch)
        print(f"{done:,} cases, {failed:,} are neither run nor refused", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
