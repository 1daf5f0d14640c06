"""Run an export as the help page on the runtime format says, with nothing but the standard library.

Nothing of Mindloom is imported here: what a programmer in any language can write from that page, for the ops
that its worked examples consist of. What it does not know it refuses.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.runtime.export import plain_angles

IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED = range(5)
NAMES = {"running": RUNNING, "success": SUCCESS, "failure": FAILURE, "skipped": SKIPPED}
HALTED = 8
ACTIVE, ENTERED, EXITED, REENTERED, PASSED = 1, 2, 3, 4, 5
TAKEN, TRUE_BUT_LOST, GUARD_FALSE = 4, 2, 1

Json = dict[str, Any]
Do = Callable[[str, str, Json], int]
"""Do a step (enter, tick or halt) of an action with its arguments; a tick gives a result."""


ANGLES: dict[str, Callable[..., Any]] = {
    "angle_to": plain_angles.angle_to,
    "atan2": plain_angles.atan2,
    "cos": lambda angle: plain_angles.direction(angle)[0],
    "direction": plain_angles.direction,
    "sin": lambda angle: plain_angles.direction(angle)[1],
    "vec": lambda x, y: (x, y),
}
"""The functions of the page's section on sines and arc tangents, and what is asked with them."""


class Failed(Exception):
    """Say that an expression failed."""


class PlainWorld:
    """Hold what all agents share: variables of scope world, by name, and who claims what."""

    def __init__(self) -> None:
        self.values: Json = {}
        self.brains: list[PlainBrain] = []


class PlainBrain:
    """Be one agent that runs an export."""

    seed, agent = 1, "me"

    def __init__(self, export: Json, do: Do, world: PlainWorld | None = None) -> None:
        assert export["format"] == "mindloom-runtime"
        assert export["version"] in (1, 2)
        self.rows: list[Json] = export["rows"]
        self.variables: list[Json] = export["variables"]
        sizes = export["memory"]
        self.memory: dict[str, list[Any]] = {
            "byte": [0] * sizes["bytes"],
            "int": [0] * sizes["ints"],
            "float": [0.0] * sizes["floats"],
            "object": [None] * sizes["objects"],
        }
        for row in self.rows:
            if row["op"] == "ordered" and not row["keep"]:
                self.ints[row["place"]] = -1
        self.world = world or PlainWorld()
        self.world.brains.append(self)
        for variable in self.variables:
            if variable["scope"] == "world":
                self.world.values.setdefault(variable["name"], variable["default"])
        self.do = do
        self.now = 0
        self.ended = False
        self.posted: list[tuple[str, Json]] = []
        self.events: list[tuple[str, Json]] = []
        self.outcomes = [0] * len(self.rows)
        self.errors: list[int] = []
        self.make_anew(export["defaults"])

    @property
    def bytes(self) -> list[int]:
        return self.memory["byte"]

    @property
    def ints(self) -> list[int]:
        return self.memory["int"]

    # -- memory -------------------------------------------------------------------------------------

    def read(self, number: int) -> Any:
        variable = self.variables[number]
        if variable["scope"] == "world":
            return self.world.values[variable["name"]]
        buffer, place = self.memory[variable["buffer"]], variable["place"]
        kind = variable["type"]
        if isinstance(kind, dict) and "list" in kind:
            return [self.read_item(variable, each) for each in range(self.ints[variable["length"]])]
        if isinstance(kind, dict):
            return kind["enum"][buffer[place]]
        if kind == "vector":
            return (buffer[place], buffer[place + 1])
        return bool(buffer[place]) if kind in ("bool", "trigger") else buffer[place]

    def read_item(self, variable: Json, place: int) -> Any:
        assert variable["type"]["list"] == "int"
        return self.memory[variable["buffer"]][variable["place"] + place]

    def write_items(self, variable: Json, items: list[Any]) -> None:
        assert variable["type"]["list"] == "int"
        self.ints[variable["length"]] = len(items)
        rest = [0] * (variable["type"]["most"] - len(items))
        for place, item in enumerate([*items, *rest]):
            self.memory[variable["buffer"]][variable["place"] + place] = item

    def write(self, number: int, value: Any) -> None:
        variable = self.variables[number]
        if isinstance(variable["type"], dict) and "list" in variable["type"]:
            self.write_items(variable, value["list"] if isinstance(value, dict) else value)
            return
        buffer, place = self.memory[variable["buffer"]], variable["place"]
        kind = variable["type"]
        if isinstance(kind, dict):
            buffer[place] = kind["enum"].index(value)
        elif kind == "vector":
            buffer[place], buffer[place + 1] = value
        elif kind in ("bool", "trigger"):
            buffer[place] = int(value)
        else:
            buffer[place] = float(value) if kind == "float" else value

    def make_anew(self, values: list[Json]) -> None:
        for each in values:
            if "variable" in each:
                self.write(each["variable"], each["value"])
            else:
                self.memory[each["buffer"]][each["place"]] = 0

    def set(self, name: str, value: Any) -> None:
        """Write a variable of the agent by its name, as the game does."""
        found = [
            n for n, each in enumerate(self.variables) if (each["scope"], each["name"]) == ("agent", name)
        ]
        self.write(found[0], value)

    # -- the tick -----------------------------------------------------------------------------------

    def tick(self) -> int:
        self.events, self.posted = self.posted, []
        self.outcomes, self.errors = [0] * len(self.rows), []
        if self.ended:
            return IDLE
        result = self.visit(0)
        if result != RUNNING:
            self.clear(0)
            self.ended = self.rows[0]["op"] == "machine"
        for row in self.rows:
            if row["op"] == "state" and self.bytes[row["row"]] and not self.outcomes[row["row"]]:
                self.outcomes[row["row"]] = ACTIVE
        self.now += 1
        return result

    def clear(self, index: int) -> None:
        for below in range(index, self.rows[index]["end"]):
            self.bytes[below] = IDLE

    # -- visiting -----------------------------------------------------------------------------------

    def visit(self, index: int) -> int:
        row = self.rows[index]
        if row["disabled"]:
            return self.conclude(index, SKIPPED)
        running = self.bytes[index] == RUNNING
        guard = row["guard"]
        if (
            guard is not None
            and (guard["while_running"] or not running)
            and not self.holds(guard["test"], index)
        ):
            return self.turn_away(index, NAMES[guard["refused"]])
        for each in row.get("preconditions", []):
            if (each["while"] or not running) and self.holds(each["test"], index) is not each["while"]:
                return self.turn_away(index, NAMES[each["gives"]])
        if not running and row["op"] == "cooldown":
            if row.get("start_cooled") and not self.ints[row["ready"]]:
                self.ints[row["ready"]] = self.now + self.ticks_of(row["seconds"])
            if self.ints[row["ready"]] > self.now:
                return self.turn_away(index, NAMES[row["refused"]])
        try:
            if not running:
                self.bytes[index] = RUNNING
                self.enter(row)
            for service in row["services"]:
                self.serve(service, index, entering=not running)
            result = int(getattr(self, f"tick_{row['op']}")(row))
        except Failed:
            self.errors.append(index)
            for child in self.below(row):
                self.halt(child)
            self.stop(row)
            result = FAILURE
        if result != RUNNING:
            self.clear(index)
            if result != SKIPPED:
                self.bytes[index] = result
            self.let_claims_go(index)
            self.do_ends(row, {SUCCESS: "on_success", FAILURE: "on_failure"}.get(result))
        return self.conclude(index, result)

    def do_ends(self, row: Json, how: str | None) -> None:
        for each in row.get("ends", []):
            if how is not None:
                self.run_block(each[how], each["row"])
            self.run_block(each["on_end"], each["row"])

    def turn_away(self, index: int, result: int) -> int:
        self.halt(index)
        self.bytes[index] = IDLE if result == SKIPPED else result
        return self.conclude(index, result)

    def conclude(self, index: int, result: int) -> int:
        self.outcomes[index] = (self.outcomes[index] & HALTED) | result
        return result

    def halt(self, index: int) -> None:
        if self.bytes[index] != RUNNING:
            return
        row = self.rows[index]
        for child in self.below(row):
            self.halt(child)
        self.stop(row)
        self.let_claims_go(index)
        self.clear(index)
        self.outcomes[index] |= HALTED
        self.do_ends(row, "on_halt")

    def below(self, row: Json) -> list[int]:
        return list(row["leaves"] if row["op"] == "decision_tree" else row.get("children", []))

    def enter(self, row: Json) -> None:
        match row["op"]:
            case "action":
                self.ints[row["entered"]] = self.now
                self.bytes[row["begun"]] = 0
            case "wait":
                self.ints[row["due"]] = self.now + self.ticks_of(row["seconds"])
            case "cooldown":
                self.ints[row["length"]] = self.ticks_of(row["seconds"])
            case "decision_tree":
                self.ints[row["interval"]] = self.value_of(row["pace"]["every"])
                self.ints[row["current"]] = -1
                self.ints[row["due"]] = self.now
                self.bytes[row["asked"]] = 0
                self.ints[row["evaluations"]] = 0
            case "run":
                self.make_anew(row["fresh"])
            case "machine":
                self.ints[row["entered"]] = -1
            case "parallel" | "simple_parallel":
                self.forget_results(row)
                if row["op"] == "parallel":
                    for place, name in enumerate(("success", "failure")):
                        value = self.value_of(row[name])
                        number = {"any": 1, "all": -1}.get(value, value)
                        self.ints[row["needed"] + place] = number
                else:
                    self.bytes[row["main"]] = 0
            case "for_each":
                assert row["query"] is None
                self.write(row["taken"], self.read(row["list"]))
                self.ints[row["at"]] = 0
            case "random_child":
                weights = row["weights"] or [1.0] * len(row["children"])
                self.ints[row["chosen"]] = self.drawn(row, weights)
            case "try_recover":
                self.ints[row["left"]] = self.value_of(row["attempts"])
                self.bytes[row["recovering"]] = 0
            case "loop":
                count = row["count"]
                self.ints[row["limit"]] = -1 if count is None else self.value_of(count)
                self.ints[row["done"]] = 0
            case "rate_limit":
                assert row["waits"]
                self.ints[row["length"]] = self.ticks_of(row["seconds"])
            case "ordered":
                self.bytes[row["tried"]] = int(row["keep"] and self.ints[row["place"]] > 0)

    def stop(self, row: Json) -> None:
        match row["op"]:
            case "action" if self.bytes[row["begun"]]:
                self.do("halt", row["action"], self.arguments(row))
            case "cooldown" if "after" not in row:
                self.ints[row["ready"]] = self.now + self.ints[row["length"]]
            case "ordered" if not row["keep"]:
                self.ints[row["place"]] = -1
            case "for_each":
                self.write(row["taken"], [])
                self.ints[row["at"]] = 0
            case "machine":
                for index in reversed(row["all_states"]):
                    if self.bytes[index]:
                        self.exit_state(index)

    def serve(self, service: Json, index: int, *, entering: bool) -> None:
        assert service["jitter"] is None
        if entering:
            self.ints[service["interval"]] = self.ticks_of(service["every"])
        elif self.now < self.ints[service["due"]]:
            return
        self.ints[service["due"]] = self.now + max(self.ints[service["interval"]], 1)
        if service["guard"] is None or self.holds(service["guard"], index):
            self.run_block(service["block"], index)

    # -- ops of trees -------------------------------------------------------------------------------

    def tick_ordered(self, row: Json) -> int:
        assert not row["reactive"]
        assert row["tested"] is None
        ending = NAMES[row["ending"]]
        place = max(self.ints[row["place"]], 0)
        while place < len(row["children"]):
            result = self.visit(row["children"][place])
            if result not in (RUNNING, SKIPPED):
                self.bytes[row["tried"]] = 1
            onward = result not in (RUNNING, ending, SKIPPED)
            if onward and row.get("yield") and place + 1 < len(row["children"]):
                place, result = place + 1, RUNNING
            if result in (RUNNING, ending):
                self.ints[row["place"]] = place if result == RUNNING or row["keep"] else -1
                return result
            place += 1
        self.ints[row["place"]] = 0 if row["keep"] else -1
        if not self.bytes[row["tried"]]:
            return SKIPPED
        return FAILURE if ending == SUCCESS else SUCCESS

    def tick_call(self, row: Json) -> int:
        self.bind(row["bindings"])
        return self.visit(row["children"][0])

    tick_run = tick_call

    def tick_map_result(self, row: Json) -> int:
        result = self.visit(row["children"][0])
        if result == SUCCESS:
            return NAMES[row["on_success"]]
        return NAMES[row["on_failure"]] if result == FAILURE else result

    def tick_cooldown(self, row: Json) -> int:
        result = self.visit(row["children"][0])
        if result != RUNNING and ("after" not in row or result in [NAMES[each] for each in row["after"]]):
            self.ints[row["ready"]] = self.now + self.ints[row["length"]]
        return result

    def tick_rate_limit(self, row: Json) -> int:
        (child,) = row["children"]
        if self.bytes[child] != RUNNING:
            if self.now < self.ints[row["next_start"]]:
                return RUNNING
            self.ints[row["next_start"]] = self.now + self.ints[row["length"]]
        result = self.visit(child)
        if result != RUNNING:
            self.bytes[row["last"]] = result
        return result

    def tick_fixed(self, row: Json) -> int:
        return NAMES[row["result"]]

    def tick_loop(self, row: Json) -> int:
        while True:
            result = self.visit(row["children"][0])
            if result in (RUNNING, SKIPPED):
                return result
            if result != NAMES[row["again_on"]] and not row.get("any_end"):
                return NAMES[row["ends_with"]]
            self.ints[row["done"]] += self.ints[row["limit"]] != -1
            if self.ints[row["done"]] == self.ints[row["limit"]]:
                return NAMES[row["counted_out"]]
            if not row["same_tick"]:
                return RUNNING

    def drawn(self, row: Json, weights: list[float]) -> int:
        """Draw a place by weight; -1, and no draw, where they add up to 0."""
        if not sum(weights):
            return -1
        count, self.ints[row["draws"]] = self.ints[row["draws"]], self.ints[row["draws"]] + 1
        u = fmix(fmix(fmix(self.seed) ^ fnv(self.agent)) + 0x9E3779B9 * row["stream"])
        u = fmix(u ^ (count * 0x27D4EB2F))
        total, running = sum(weights), 0.0
        for place, weight in enumerate(weights):
            running += weight
            if running > u / 2**32 * total:
                return place
        raise AssertionError

    def tick_random_child(self, row: Json) -> int:
        chosen = self.ints[row["chosen"]]
        return FAILURE if chosen == -1 else self.visit(row["children"][chosen])

    def tick_for_each(self, row: Json) -> int:
        (child,) = row["children"]
        taken = self.read(row["taken"])
        for place in range(self.ints[row["at"]], len(taken)):
            self.ints[row["at"]] = place
            if self.bytes[child] != RUNNING:
                self.write(row["item"], taken[place])
            result = self.visit(child)
            if result == RUNNING:
                return RUNNING
            if result == FAILURE and not row["goes_on"]:
                self.stop(row)
                return FAILURE
        self.stop(row)
        return SUCCESS

    def tick_try_recover(self, row: Json) -> int:
        first, second = row["children"]
        while True:
            if not self.bytes[row["recovering"]]:
                result = self.visit(first)
                if result != FAILURE or not self.ints[row["left"]]:
                    return result
                self.bytes[row["recovering"]] = 1
            result = self.visit(second)
            if result != SUCCESS:
                return RUNNING if result == RUNNING else FAILURE
            self.ints[row["left"]] -= 1
            self.bytes[row["recovering"]] = 0
            if not row.get("same_tick"):
                return RUNNING

    # -- parallels ----------------------------------------------------------------------------------

    def forget_results(self, row: Json) -> None:
        for place in range(len(row["children"])):
            self.bytes[row["finished"] + place] = 0

    def tick_parallel(self, row: Json) -> int:
        if row.get("again"):
            self.forget_results(row)
        decided = 0
        for place, child in enumerate(row["children"], row["finished"]):
            if self.bytes[place]:
                continue
            result = self.visit(child)
            self.bytes[place] = 0 if result == RUNNING else result
            if row["decide"] == "each":
                decided = self.decided(row, result)
                if decided:
                    break
        decided = decided or self.decided(row, 0)
        if decided:
            for child in row["children"]:
                self.halt(child)
        return decided or RUNNING

    def decided(self, row: Json, latest: int) -> int:
        ends = self.bytes[row["finished"] : row["finished"] + len(row["children"])]
        if row["decide"] == "all_ended" and 0 in ends:
            return 0
        counted = [ends[place] for place in row.get("chosen_children", range(len(ends)))]
        count, of_all = (len(each) - each.count(SKIPPED) for each in (counted, ends))
        if not count:
            return SKIPPED
        success, failure = self.ints[row["needed"] : row["needed"] + 2]
        success = success if success >= 0 else count + 1 + success
        failure = max(1, failure if failure >= 0 else of_all + 1 + failure)
        good = counted.count(SUCCESS) >= success
        bad = ends.count(FAILURE) >= failure or count - counted.count(FAILURE) < success
        if good and bad:
            return SUCCESS if latest not in (0, FAILURE) else FAILURE
        return SUCCESS if good else FAILURE if bad else 0

    def tick_simple_parallel(self, row: Json) -> int:
        first, *others = row["children"]
        main = self.bytes[row["main"]]
        if not main:
            main = self.visit(first)
            if main == SKIPPED or (main != RUNNING and not row["delayed"]):
                for child in others:
                    self.halt(child)
                return main
            self.bytes[row["main"]] = 0 if main == RUNNING else main
        for place, child in enumerate(others, row["finished"] + 1):
            starts = (main == RUNNING and row["again"]) or (main != FAILURE and not self.bytes[place])
            if starts or self.bytes[child] == RUNNING:
                result = self.visit(child)
                if result != RUNNING:
                    self.bytes[place] = result
        return RUNNING if any(self.bytes[child] == RUNNING for child in others) else main

    def tick_test(self, row: Json) -> int:
        return SUCCESS if self.evaluate(row["test"]["tree"]) else NAMES[row["otherwise"]]

    def tick_block(self, row: Json) -> int:
        self.run_block(row["block"], row["row"])
        return SUCCESS

    def tick_wait(self, row: Json) -> int:
        return RUNNING if self.now < self.ints[row["due"]] else SUCCESS

    # -- claims -------------------------------------------------------------------------------------

    def thing_of(self, row: Json) -> tuple[str, str] | None:
        tree = row["place"]["tree"]
        if tree["type"] == "int":
            return "places", self.variables[tree["variable"]]["name"]
        entity = self.evaluate(tree)
        return None if entity is None else ("entity", entity)

    def held_of(self, row: Json) -> tuple[str, str] | None:
        name = self.memory["object"][row["claimed"]]
        sort = "places" if row["place"]["tree"]["type"] == "int" else "entity"
        return None if name is None else (sort, name)

    def holds_thing(self, thing: tuple[str, str]) -> bool:
        return any(row["op"] == "claim" and self.held_of(row) == thing for row in self.rows)

    def let_go(self, row: Json) -> None:
        held = self.held_of(row)
        self.memory["object"][row["claimed"]] = None
        if held is not None and held[0] == "places" and not self.holds_thing(held):
            self.world.values[held[1]] += 1

    def let_claims_go(self, index: int) -> None:
        for row in self.rows:
            if row["op"] == "claim" and row["until"] == index:
                self.let_go(row)

    def tick_claim(self, row: Json) -> int:
        thing = self.thing_of(row)
        if self.held_of(row) not in (None, thing):
            self.let_go(row)
        if thing is None:
            return FAILURE
        sort, name = thing
        if not self.holds_thing(thing):
            free = self.world.values[name] > 0 if sort == "places" else True
            if not free or (
                sort == "entity" and any(brain.holds_thing(thing) for brain in self.world.brains)
            ):
                return FAILURE
            if sort == "places":
                self.world.values[name] -= 1
        self.memory["object"][row["claimed"]] = name
        return SUCCESS

    def tick_release(self, row: Json) -> int:
        thing = self.thing_of(row)
        for claim in self.rows:
            if thing is not None and claim["op"] == "claim" and self.held_of(claim) == thing:
                self.let_go(claim)
        return SUCCESS

    def tick_action(self, row: Json) -> int:
        given = self.arguments(row)
        if not self.bytes[row["begun"]]:
            self.bytes[row["begun"]] = 1
            self.do("enter", row["action"], given)
        return self.do("tick", row["action"], given)

    # -- ops of decision trees ----------------------------------------------------------------------

    def tick_decision_tree(self, row: Json) -> int:
        current = self.ints[row["current"]]
        waits = row["pace"]["commit"] and current >= 0
        if not waits and (self.now >= self.ints[row["due"]] or self.bytes[row["asked"]]):
            every = self.ints[row["interval"]]
            self.ints[row["due"]] = self.now + every if every else 2**31 - 1
            self.bytes[row["asked"]] = 0
            leaf = self.decide(row)
            if leaf is not None:
                chosen = row["leaves"].index(leaf)
                if current not in (-1, chosen):
                    self.halt(row["leaves"][current])
                self.ints[row["current"]] = current = chosen
        if current < 0:
            return RUNNING if row["pace"]["waits"] else FAILURE
        return self.visit(row["leaves"][current])

    def decide(self, tree: Json) -> int | None:
        self.ints[tree["evaluations"]] += 1
        index = tree["top"]
        while self.rows[index]["op"].startswith("ask_"):
            row = self.rows[index]
            try:
                branch = self.answer(row)
            except Failed:
                self.errors.append(index)
                branch = None
            self.outcomes[index] = 1 if branch is None else 2 + branch
            if branch is None:
                return None
            index = row["branches"][branch]
        return index

    def answer(self, row: Json) -> int | None:
        match row["op"]:
            case "ask_test":
                found = row["on_true"] if self.evaluate(row["test"]["tree"]) else row["on_false"]
                return None if found is None else int(found)
            case "ask_ranges":
                value = self.evaluate(row["value"]["tree"])
                for branch, bound in enumerate(row["bounds"]):
                    if value < bound["upto"] or (bound["closed"] and value == bound["upto"]):
                        return branch
                return len(row["bounds"])
        raise NotImplementedError(row["op"])

    # -- ops of machines ----------------------------------------------------------------------------

    def tick_machine(self, row: Json) -> int:
        assert not row["eventless"]
        if self.ints[row["entered"]] == -1:
            self.ints[row["entered"]] = self.now
            for index in row["initial"]:
                self.enter_state(index)
        else:
            for name, _ in self.events:
                self.take(row, partial(matches, name))
            self.take(row, lambda each: "tick" in each["events"])
        for index in row["all_states"]:
            if self.bytes[index]:
                assert self.rows[index]["activity"] is None
                self.run_block(self.rows[index]["update"], index)
        return RUNNING

    def take(self, machine: Json, applies: Callable[[Json], bool]) -> None:
        """Take the first enabled transition of the active state of a machine without nested states."""
        for index in machine["all_states"]:
            if not self.bytes[index]:
                continue
            assert not self.rows[index]["states"]
            for each in (self.rows[t] for t in self.rows[index]["transitions"]):
                assert each["after"] is None
                assert each["delay"] is None
                assert each["cooldown"] is None
                if not applies(each):
                    continue
                if each["guard"] is not None and not self.holds(each["guard"], each["row"]):
                    self.outcomes[each["row"]] = max(self.outcomes[each["row"]], GUARD_FALSE)
                    continue
                self.exit_state(index)
                self.outcomes[each["row"]] = TAKEN
                self.run_block(each["actions"], each["row"])
                for target in each["targets"]:
                    self.enter_state(target)
                return

    def enter_state(self, index: int) -> None:
        row = self.rows[index]
        self.bytes[index] = RUNNING
        self.bytes[row["completed"]] = 0
        self.ints[row["entered"]] = self.now
        self.ints[row["activation"]] += 1
        left = self.outcomes[index] in (EXITED, REENTERED)
        self.outcomes[index] = REENTERED if left else ENTERED
        self.run_block(row["entry"], index)

    def exit_state(self, index: int) -> None:
        self.run_block(self.rows[index]["exit"], index)
        self.bytes[index] = IDLE
        self.outcomes[index] = PASSED if self.outcomes[index] == ENTERED else EXITED

    # -- lines --------------------------------------------------------------------------------------

    def run_block(self, lines: list[Json], index: int) -> bool:
        """Run lines; false if one failed, which ends all blocks around it."""
        for line in lines:
            try:
                if line["op"] == "assign":
                    self.write(line["variable"], self.evaluate(line["value"]["tree"]))
                elif line["op"] == "list":
                    self.change(line)
                elif line["op"] == "if":
                    holds = self.evaluate(line["test"]["tree"])
                    if not self.run_block(line["then" if holds else "else"], index):
                        return False
                else:
                    raise NotImplementedError(line["op"])
            except Failed:
                self.errors.append(index)
                return False
        return True

    def change(self, line: Json) -> None:
        """Change a list."""
        items = self.read(line["variable"]) if line["change"] != "clear" else []
        if line["change"] == "append":
            if len(items) == self.variables[line["variable"]]["type"]["most"]:
                raise Failed
            items.append(self.evaluate(line["item"]["tree"]))
        elif line["change"] == "remove" and (item := self.evaluate(line["item"]["tree"])) in items:
            items.remove(item)
        self.write(line["variable"], items)

    def arguments(self, row: Json) -> Json:
        return {each["name"]: self.value_of(each["value"]) for each in row["arguments"]}

    def bind(self, bindings: list[Json]) -> None:
        for each in bindings:
            self.write(each["variable"], self.value_of(each["value"]))

    # -- expressions --------------------------------------------------------------------------------

    def value_of(self, parameter: Json) -> Any:
        if "expression" in parameter:
            return self.evaluate(parameter["expression"]["tree"])
        value = parameter["value"]
        return tuple(value) if isinstance(value, list) else value

    def ticks_of(self, parameter: Json) -> int:
        assert "ticks" in parameter
        return int(parameter["ticks"])

    def holds(self, test: Json, index: int) -> bool:
        try:
            return bool(self.evaluate(test["tree"]))
        except Failed:
            self.errors.append(index)
            return False

    def evaluate(self, node: Json) -> Any:
        match node["node"]:
            case "constant":
                return node["value"]
            case "variable_read":
                return self.read(node["variable"])
            case "to_float":
                return float(self.evaluate(node["operand"]))
            case "not":
                return not self.evaluate(node["operand"])
            case "logical":
                decisive = node["operator"] == "or"
                return (
                    decisive
                    if any(self.evaluate(item) is decisive for item in node["operands"])
                    else not decisive
                )
            case "comparison":
                return self.compare(node)
            case "arithmetic":
                return self.calculate(node)
            case "received":
                return any(name == node["event"] for name, _ in self.events)
            case "last_field":
                for name, fields in reversed(self.events):
                    if name == node["event"]:
                        return fields[node["field"]]
                raise Failed
            case "negate":
                return -self.evaluate(node["operand"])
            case "function_call" if node["function"] in ANGLES:
                given = [self.evaluate(each) for each in node["arguments"]]
                if node["function"] in ("cos", "sin", "direction") and given[0] in (math.inf, -math.inf):
                    raise Failed
                return ANGLES[node["function"]](*given)
            case "function_call" if node["function"] in ("max", "min"):
                values = [self.evaluate(each) for each in node["arguments"]]
                return max(values) if node["function"] == "max" else min(values)
            case "function_call" if node["function"] in ("len", "contains", "at"):
                items, *rest = [self.evaluate(each) for each in node["arguments"]]
                if node["function"] == "len":
                    return len(items)
                if node["function"] == "contains":
                    return rest[0] in items
                if not 0 <= rest[0] < len(items):
                    raise Failed
                return items[rest[0]]
        raise NotImplementedError(node["node"])

    def compare(self, node: Json) -> bool:
        left = self.evaluate(node["operands"][0])
        for operator, operand in zip(node["operators"], node["operands"][1:], strict=True):
            right = self.evaluate(operand)
            truths = {
                "==": left == right,
                "!=": left != right,
                "<": operator == "<" and left < right,
                "<=": operator == "<=" and left <= right,
                ">": operator == ">" and left > right,
                ">=": operator == ">=" and left >= right,
            }
            if not truths[operator]:
                return False
            left = right
        return True

    def calculate(self, node: Json) -> Any:
        left, right = self.evaluate(node["left"]), self.evaluate(node["right"])
        match node["operator"]:
            case "+":
                result = left + right
            case "-":
                result = left - right
            case "*":
                result = left * right
            case _ if right == 0:
                raise Failed
            case "/":
                result = left / right
            case _:
                result = left % right
        if node["type"] == "int" and not -(2**31) <= result < 2**31:
            raise Failed
        return result


def matches(event: str, transition: Json) -> bool:
    """Tell whether a transition is asked for an event."""
    return any(
        each == "*" or each == event or event.startswith(f"{each}.")
        for each in transition["events"]
        if each not in ("tick", "always")
    )


def fnv(text: str) -> int:
    """Return the FNV-1a hash of a text."""
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 0x01000193 % 2**32
    return h


def fmix(h: int) -> int:
    """Return the finalizer of murmur3, of a number modulo 2**32."""
    h %= 2**32
    h ^= h >> 16
    h = h * 0x85EBCA6B % 2**32
    h ^= h >> 13
    h = h * 0xC2B2AE35 % 2**32
    return h ^ h >> 16
