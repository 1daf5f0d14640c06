"""Run trees by the document alone, as naively as the rules read (section 3): the oracle of random tests.

Only what those tests draw is known. Nothing of the runtime is used: each node is an object with a flag.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

R, S, F, K = 1, 2, 3, 4
HALTED = 8
LETTERS = {"R": R, "S": S, "F": F, "K": K}


class NaiveTree:
    """Tick a tree of nodes by id; `outcomes` are those of the last tick, 0 for a node not visited."""

    def __init__(self, nodes: dict[str, Any], rate: int = 60) -> None:
        self.nodes, self.rate, self.now = nodes, rate, 0
        self.running: set[str] = set()
        self.memory: dict[str, dict[str, Any]] = {key: {} for key in nodes}
        self.lasting: dict[str, dict[str, Any]] = {key: {} for key in nodes}
        self.outcomes: dict[str, int] = {}

    def tick(self) -> int:
        self.outcomes = dict.fromkeys(self.nodes, 0)
        result = self.visit("root")
        self.now += 1
        return result

    def params(self, key: str) -> dict[str, Any]:
        return self.nodes[key].get("params", {})

    def children(self, key: str) -> list[str]:
        return self.nodes[key].get("children", [])

    def ticks(self, key: str) -> int:
        return math.ceil(Fraction(str(self.params(key)["seconds"])) * self.rate)

    def visit(self, key: str) -> int:
        kind = self.nodes[key]["kind"]
        result = 0
        if key not in self.running:
            result = self.refusal(key, kind)
            if not result:
                self.running.add(key)
                self.memory[key] = {}
        if not result:
            result = getattr(self, f"tick_{kind}")(key)
            if result != R:
                assert not self.running & set(self.below(key)), "something runs below what ended"
                self.running.discard(key)
                self.ended(key, result)
        self.outcomes[key] = (self.outcomes[key] & HALTED) | result
        return result

    def below(self, key: str) -> list[str]:
        return [each for child in self.children(key) for each in (child, *self.below(child))]

    def halt(self, key: str) -> None:
        if key in self.running:
            for child in self.children(key):
                self.halt(child)
            self.ended(key, 0)
            self.running.discard(key)
            self.outcomes[key] |= HALTED

    def halt_all(self, keys: list[str]) -> None:
        for key in keys:
            self.halt(key)

    # -- limits -------------------------------------------------------------------------------------

    def refusal(self, key: str, kind: str) -> int:
        params, lasting = self.params(key), self.lasting[key]
        if kind == "cooldown":
            if params.get("start_cooled") and "ready" not in lasting:
                lasting["ready"] = self.now + self.ticks(key)
            return F if self.now < lasting.get("ready", 0) else 0
        return 0

    def ended(self, key: str, result: int) -> None:
        """Do what an end does; a `result` of 0 is a halt."""
        if self.nodes[key]["kind"] == "cooldown":
            after = self.params(key).get("after", "any")
            counted = {"any": (0, S, F, K), "end": (S, F), "success": (S,), "failure": (F,)}[after]
            if result in counted:
                self.lasting[key]["ready"] = self.now + self.ticks(key)

    def tick_cooldown(self, key: str) -> int:
        return self.visit(self.children(key)[0])

    def tick_rate_limit(self, key: str) -> int:
        (child,) = self.children(key)
        if child not in self.running:
            if self.now < self.lasting[key].get("next", 0):
                return R
            self.lasting[key]["next"] = self.now + self.ticks(key)
        return self.visit(child)

    # -- leaves -------------------------------------------------------------------------------------

    def tick_action(self, key: str) -> int:
        at = self.memory[key].get("at", 0)
        self.memory[key]["at"] = at + 1
        script = self.params(key)["script"]
        return LETTERS[script[at]] if at < len(script) else R

    def tick_fixed_status(self, key: str) -> int:
        return K

    # -- composites and loops -----------------------------------------------------------------------

    def walk(self, key: str, ending: int, onward: int) -> int:
        children, memory, params = self.children(key), self.memory[key], self.params(key)
        place = (
            self.lasting[key].get("place", 0) if params.get("memory") == "keep" else memory.get("place", 0)
        )
        tried = memory.get("tried", place > 0)
        result = 0
        while not result and place < len(children):
            gave = self.visit(children[place])
            tried = tried or gave in (S, F)
            if gave in (R, ending):
                result = gave
            else:
                place += 1
                if gave == onward and params.get("yield") and place < len(children):
                    result = R
        memory["place"], memory["tried"] = place, tried
        self.lasting[key]["place"] = place if result else 0
        return result or (onward if tried else K)

    def tick_sequence(self, key: str) -> int:
        return self.walk(key, F, S)

    def tick_selector(self, key: str) -> int:
        return self.walk(key, S, F)

    def tick_parallel(self, key: str) -> int:
        params, children = self.params(key), self.children(key)
        again, decide = params.get("ended") == "again", params.get("decide", "each")
        ends: dict[str, int] = {} if again else self.memory[key].setdefault("ends", {})
        decided = 0
        for child in children:
            if child not in ends:
                gave = self.visit(child)
                if gave != R:
                    ends[child] = gave
                if decide == "each":
                    decided = self.decision(key, ends, gave)
                    if decided:
                        break
        if not decided and (decide != "all_ended" or len(ends) == len(children)):
            decided = self.decision(key, ends, 0)
        if decided:
            self.halt_all(children)
        return decided or R

    def decision(self, key: str, ends: dict[str, int], latest: int) -> int:
        params, children = self.params(key), self.children(key)
        wanted = params.get("success", "all")
        chosen = children
        if wanted == "chosen":
            wanted = "all"
            chosen = [child for child in children if self.nodes[child].get("slot", {}).get("chosen")]
        left = [child for child in chosen if ends.get(child) != K]
        if not left:
            return K
        good = sum(ends.get(child) == S for child in left) >= needed(wanted, len(left))
        hopeless = sum(ends.get(child) != F for child in left) < needed(wanted, len(left))
        failures = sum(end == F for end in ends.values())
        not_skipped = sum(ends.get(child) != K for child in children)
        bad = hopeless or failures >= max(1, needed(params.get("failure", "any"), not_skipped))
        if good and bad:
            return F if latest in (0, F) else S
        return S if good else F if bad else 0

    def tick_simple_parallel(self, key: str) -> int:
        main, *others = self.children(key)
        memory, params = self.memory[key], self.params(key)
        if "main" not in memory:
            gave = self.visit(main)
            if gave != R:
                memory["main"] = gave
        ended = memory.get("main", R)
        has_ended = memory.setdefault("ended", set())
        if ended != K and (ended == R or params["finish"] == "delayed"):
            for child in others:
                anew = ended == R and params.get("ended", "again") == "again"
                first = child not in has_ended and ended != F
                if (child in self.running or anew or first) and self.visit(child) != R:
                    has_ended.add(child)
            if ended == R or any(child in self.running for child in others):
                return R
        self.halt_all(others)
        return int(ended)

    def tick_repeat(self, key: str) -> int:
        params, memory = self.params(key), self.memory[key]
        while True:
            gave = self.visit(self.children(key)[0])
            if gave in (R, K) or (gave == F and params.get("on_failure") != "count"):
                return gave
            memory["done"] = memory.get("done", 0) + 1
            if memory["done"] == params["count"]:
                return S
            if params.get("pace") != "same_tick":
                return R

    def tick_try_recover(self, key: str) -> int:
        first, second = self.children(key)
        params, memory = self.params(key), self.memory[key]
        while True:
            if not memory.get("recovers"):
                gave = self.visit(first)
                if gave != F:
                    return gave
                if memory.get("done", 0) == params["attempts"]:
                    return F
                memory["recovers"] = True
            gave = self.visit(second)
            if gave != S:
                return R if gave == R else F
            memory["recovers"] = False
            memory["done"] = memory.get("done", 0) + 1
            if params.get("pace") != "same_tick":
                return R


def needed(threshold: int | str, count: int) -> int:
    """Return how many of `count` children a threshold means."""
    number = {"all": -1, "any": 1}.get(threshold, threshold) if isinstance(threshold, str) else threshold
    assert isinstance(number, int)
    return max(0, number if number >= 0 else count + 1 + number)
