"""Run trees by the document alone, as naively as the rules read (section 3): the oracle of random tests.

Only what those tests draw is known. Nothing of the runtime is used: each node is an object with a flag.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

R, S, F, K = 1, 2, 3, 4
HALTED = 8
LETTERS = {"R": R, "S": S, "F": F, "K": K}
TURNED_AWAY = {"failure": F, "skipped": K, "skip": K, "succeed": S, "fail": F, "while": K}
MOST = 3
"""How many items a list has at most."""


class Failed(Exception):
    """Say that an expression or a line failed."""


class NaiveTree:
    """Tick a tree of nodes by id; `outcomes` are those of the last tick, 0 for a node not visited."""

    def __init__(
        self, nodes: dict[str, Any], values: Mapping[str, Any] | None = None, rate: int = 60
    ) -> None:
        self.nodes, self.rate, self.now = nodes, rate, 0
        self.values = {
            name: list(value) if isinstance(value, list) else value for name, value in (values or {}).items()
        }
        self.draws = dict.fromkeys(nodes, 0)
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
        result = self.turned_away(key, key in self.running)
        if result:
            self.halt(key)
        elif key not in self.running:
            result = self.refusal(key, kind)
            if not result:
                self.running.add(key)
                self.memory[key] = {}
                self.enter(key)
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

    def enter(self, key: str) -> None:
        """Do what an enter does beside forgetting: take a list, draw a child."""
        if self.nodes[key]["kind"] == "for_each":
            self.memory[key]["taken"] = list(self.values[self.params(key)["list"]])
        if self.nodes[key]["kind"] == "random_child":
            weights = [self.nodes[child].get("slot", {}).get("weight", 1) for child in self.children(key)]
            if any(weights):
                drawn = self.draw(key) * sum(weights)
                sums = [sum(weights[: place + 1]) for place in range(len(weights))]
                self.memory[key]["drawn"] = next(place for place, total in enumerate(sums) if total > drawn)

    def turned_away(self, key: str, running: bool) -> int:
        """Return what a guard, or else the first precondition that decides, gives; 0 where none does."""
        guard = self.nodes[key].get("guard")
        if guard and (not running or guard["abort"] == "self") and not self.holds(guard["test"]):
            return TURNED_AWAY[guard["refused"]]
        for each in self.nodes[key].get("preconditions", []):
            lasts = each["gives"] == "while"
            if (lasts or not running) and self.holds(each["test"]) is not lasts:
                return TURNED_AWAY[each["gives"]]
        return 0

    def halt_all(self, keys: list[str]) -> None:
        for key in keys:
            self.halt(key)

    # -- limits and ends ----------------------------------------------------------------------------

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
        node = self.nodes[key]
        first = {0: "on_halt", S: "on_success", F: "on_failure"}.get(result, "")
        self.block(node.get(first, []))
        self.block(node.get("on_end", []))

    # -- expressions and lines ----------------------------------------------------------------------

    def value(self, text: str) -> Any:
        """Return the value of an expression that Python reads alike."""

        def at(items: list[Any], place: int) -> Any:
            if not 0 <= place < len(items):
                raise Failed
            return items[place]

        names = {**self.values, "at": at, "contains": lambda items, item: item in items}
        try:
            return eval(text, {"len": len, "__builtins__": {}}, names)
        except ZeroDivisionError as error:
            raise Failed from error

    def holds(self, test: str) -> bool:
        try:
            return bool(self.value(test))
        except Failed:
            return False

    def block(self, lines: list[Any]) -> None:
        """Run lines up to the first that fails."""
        try:
            self.run(lines)
        except Failed:
            pass

    def run(self, lines: list[Any]) -> None:
        for line in lines:
            if isinstance(line, dict):
                self.run(line["then"] if self.value(line["if"]) else line.get("else", []))
            elif line.startswith("clear "):
                self.values[line.removeprefix("clear ")].clear()
            elif line.startswith(("append ", "remove ")):
                word, item, _, name = line.split(" ")
                items = self.values[name]
                if word == "remove" and self.value(item) in items:
                    items.remove(self.value(item))
                elif word == "append" and len(items) == MOST:
                    raise Failed
                elif word == "append":
                    items.append(self.value(item))
            else:
                name, _, text = line.partition(" = ")
                self.values[name] = self.value(text)

    def draw(self, key: str) -> Fraction:
        """Draw a part of 1 as rule 1.4 has it, with the seed 1 and the agent "me"."""
        count, self.draws[key] = self.draws[key], self.draws[key] + 1
        drawn = finalized(1)
        drawn = finalized(drawn ^ fnv("me"))
        drawn = finalized(drawn + 0x9E3779B9 * fnv(key))
        return Fraction(finalized(drawn ^ (count * 0x27D4EB2F)), 2**32)

    # -- limits -------------------------------------------------------------------------------------

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

    def tick_set(self, key: str) -> int:
        self.block(self.nodes[key]["actions"])
        return S

    def tick_condition(self, key: str) -> int:
        return S if self.holds(self.nodes[key]["test"]) else F

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

    def tick_for_each(self, key: str) -> int:
        (child,) = self.children(key)
        memory, params = self.memory[key], self.params(key)
        place = memory.get("place", 0)
        for item in memory["taken"][place:]:
            if child not in self.running:
                self.values[params["item"]] = item
            gave = self.visit(child)
            if gave == R or (gave == F and params.get("on_failure") != "next"):
                memory["place"] = place
                return gave
            place += 1
        return S

    def tick_random_child(self, key: str) -> int:
        drawn = self.memory[key].get("drawn")
        return F if drawn is None else self.visit(self.children(key)[drawn])

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


def fnv(text: str) -> int:
    """Return the FNV-1a hash of a text."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 % 2**32
    return value


def finalized(value: int) -> int:
    """Return the finalizer of murmur3 of a number modulo 2**32."""
    value %= 2**32
    value = (value ^ value >> 16) * 0x85EBCA6B % 2**32
    value = (value ^ value >> 13) * 0xC2B2AE35 % 2**32
    return value ^ value >> 16
