"""The tasks that LimboAI brings along, and what each of them becomes.

What they do in a tick was read in the sources of the add-on, at `bt/tasks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import floor

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.formats.basics.game_leaf import is_number
from graphs.formats.basics.gathered_trees import GatheredNode
from graphs.formats.limbo.resource_text import GodotSection, GodotValue

SIMPLE: Mapping[str, tuple[str, Mapping[str, JsonValue], str]] = {
    "BTSequence": ("sequence", {}, "succeed"),
    "BTSelector": ("selector", {}, "fail"),
    "BTDynamicSequence": ("sequence", {"memory": "none"}, "succeed"),
    "BTDynamicSelector": ("selector", {"memory": "none"}, "succeed"),
    "BTRandomSequence": ("random_sequence", {}, "succeed"),
    "BTRandomSelector": ("random_selector", {}, "fail"),
    "BTInvert": ("inverter", {}, "fail"),
    "BTAlwaysFail": ("force_failure", {}, "fail"),
    "BTAlwaysSucceed": ("force_success", {}, "succeed"),
    "BTRepeatUntilFailure": ("until_failure", {}, "fail"),
    "BTRepeatUntilSuccess": ("until_success", {}, "fail"),
    "BTFail": ("fail", {}, "fail"),
}
"""Tasks without settings: their kind, its parameters, and the leaf that does what they do without a task."""

_TICK_LATER = "There its task begins a tick later where the time is a whole number of ticks."
_TICK_MORE = "There its task has one more tick, in which the time is up, and may still end in it."
_TIMED: Mapping[str, tuple[str, str, float, str]] = {
    "BTWait": ("wait", "duration", 1, ""),
    "BTDelay": ("delay", "seconds", 1, _TICK_LATER),
    "BTTimeLimit": ("timeout", "time_limit", 5, _TICK_MORE),
}
"""Tasks with a time: their kind, their setting, what it is where nothing is set, how it differs."""

DECORATORS = frozenset(
    {
        *("BTInvert", "BTAlwaysFail", "BTAlwaysSucceed", "BTDelay", "BTRepeat", "BTRepeatUntilFailure"),
        *("BTRepeatUntilSuccess", "BTRunLimit", "BTTimeLimit", "BTCooldown", "BTProbability", "BTForEach"),
        "BTNewScope",
    }
)
"""Tasks that run their first task and no other."""

GAME_ACTIONS = frozenset(
    {
        *("BTAwaitAnimation", "BTCallMethod", "BTEvaluateExpression", "BTPauseAnimation"),
        *("BTPlayAnimation", "BTSetAgentProperty", "BTStopAnimation"),
    }
)
"""Tasks that do something with the scene, which the game has to do."""

LEAF_KINDS = frozenset(["fail", "succeed", "wait", "log", "condition", "set", "action", "subtree"])
"""What has nothing inside here; tasks inside their tasks never run there."""


@dataclass
class LimboTask:
    """Hold a task while it becomes a node, and the names of what was read of its section."""

    section: GodotSection
    node: GatheredNode
    children: int
    used: set[str] = field(default_factory=set)

    def value(self, name: str) -> GodotValue:
        """Return what is set, None for nothing."""
        self.used.add(name)
        return self.section.properties.get(name)

    def number(self, name: str, default: float) -> float:
        """Return a number that is set, or the one that Godot has instead."""
        found = self.value(name)
        return found if is_number(found) else default

    def whole(self, name: str, default: int) -> int:
        """Return a whole number that is set."""
        return int(self.number(name, default))

    def seconds(self, name: str, default: float) -> int | float:
        """Return a time that is set."""
        return shortest_number(max(0.0, min(self.number(name, default), 1e6)))

    def flag(self, name: str) -> bool:
        """Tell whether something is switched on."""
        return self.value(name) is True

    def changed(self, said: str, remedy: str, rule: str = "") -> None:
        """Say what it does otherwise here."""
        self.node.tell("changed", said, remedy, rule)

    def make(self) -> bool:
        """Let the node be what the task is; return False for a task that is none of these."""
        name = self.section.type
        if name in SIMPLE:
            kind, params, instead = SIMPLE[name]
            self.node.become(kind if self.children else instead, **(params if self.children else {}))
            if name.startswith("BTRandom") and self.children > 1:
                self.node.tell_draws()
        elif name in DECORATORS and not self.children:
            self.node.become("fail")
            self.changed("There it fails for want of a task.", "Put a task inside.")
        elif name in _TIMED:
            kind, setting, usual, said = _TIMED[name]
            self.node.become(kind, seconds=self.seconds(setting, usual))
            if said:
                self.changed(said, "Add a tick to the time where it matters.", "1.1")
        elif name in _MAKERS:
            _MAKERS[name](self)
        else:
            return False
        return True


def _parallel(task: LimboTask) -> None:
    count = task.children
    if not count:
        task.node.become("fail")
        return
    successes, failures = task.whole("num_successes_required", 1), task.whole("num_failures_required", 1)
    ended = "again" if task.flag("repeat") else "wait"
    wanted: dict[str, JsonValue] = {"success": max(1, successes), "failure": max(1, failures)}
    for name, number in (("success", successes), ("failure", failures)):
        if number >= count:
            wanted[name] = "all"
        if not 1 <= number <= count:
            said = f"{name} asks for {number} of {count} tasks."
            task.changed(said, "Set a number that can be reached.", "3.5")
    task.node.become("parallel", **wanted, decide="end", ended=ended)
    if count > 1:
        said = "There, tasks that still run when it ends are aborted only when it is entered again."
        task.changed(said, "Nothing need be done: here they end with it.", "3.3")
    if count > 1 and successes + failures <= count:
        said = "Where both are reached in one tick, the first task in order decides there; here failure wins."
        task.changed(said, "Set numbers that cannot both be reached.")
    elif successes + failures > count + 1:
        said = "There it goes on while success is out of reach; here it fails."
        task.changed(said, f"Set failures to {count - successes + 1} to have the same in both.")


def _probability_selector(task: LimboTask) -> None:
    is_one = task.flag("abort_on_failure")
    task.node.become(("random_child" if is_one else "random_selector") if task.children else "fail")
    task.node.tell_draws()


def _repeat(task: LimboTask) -> None:
    forever, ends = task.flag("forever"), task.flag("abort_on_failure")
    times = max(1, task.whole("times", 1))
    params: dict[str, JsonValue] = {} if forever else {"count": times}
    task.node.become("repeat", **params, on_failure="end" if ends and not forever else "count")


def _run_limit(task: LimboTask) -> None:
    counts = {0: "success", 1: "failure", 2: "all"}.get(task.whole("count_policy", 0), "success")
    task.node.become(
        "run_limit", count=max(0, task.whole("run_limit", 1)), counts=counts, afterwards="failure"
    )


def _cooldown(task: LimboTask) -> None:
    after = "end" if task.flag("trigger_on_failure") else "success"
    params: dict[str, JsonValue] = {"seconds": task.seconds("duration", 10), "after": after}
    if task.flag("start_cooled"):
        params["start_cooled"] = True
        said = "There the first time counts from the begin of the tree; here from its first visit."
        task.changed(said, "Nothing need be done where it is visited at once.", "3.13")
    task.node.become("cooldown", **params)
    if task.flag("process_pause"):
        task.changed("It counts on while the game is paused.", "Let the game tick it then.", "1.1")
    if task.section.properties.get("cooldown_state_var"):
        said = "Other tasks cannot see that it cools down: there a variable says so."
        task.changed(said, "Set the variable in lines at its end.", "3.13")


def _probability(task: LimboTask) -> None:
    chance = min(1.0, max(0.0, task.number("run_chance", 0.5)))
    task.node.become("probability", chance=shortest_number(chance))
    task.node.tell_draws()


def _random_wait(task: LimboTask) -> None:
    low, high = task.seconds("min_duration", 1), task.seconds("max_duration", 2)
    high = max(low, high)
    middle, spread = shortest_number((low + high) / 2), shortest_number(round((high - low) / 2, 9))
    task.node.become("wait", seconds=middle, **({"jitter": spread} if spread else {}))
    task.node.tell_draws()


def _wait_ticks(task: LimboTask) -> None:
    ticks = max(0, task.whole("num_ticks", 1))
    # Rounded down: a bit above a number of ticks would be one tick more.
    task.node.become("wait", seconds=shortest_number(floor(ticks / 60 * 10_000) / 10_000))
    task.changed("Ticks are seconds here, at 60 in a second.", "Set the time at another rate.", "1.1")


def _print(task: LimboTask) -> None:
    task.node.become("log", message=str(task.value("text") or ""))
    if task.section.properties.get("bb_format_parameters"):
        said = "The values of variables are not put into the text."
        task.changed(said, "Watch the variables instead.", "3.11")


_MAKERS: Mapping[str, Callable[[LimboTask], None]] = {
    "BTParallel": _parallel,
    "BTProbabilitySelector": _probability_selector,
    "BTRepeat": _repeat,
    "BTRunLimit": _run_limit,
    "BTCooldown": _cooldown,
    "BTProbability": _probability,
    "BTRandomWait": _random_wait,
    "BTWaitTicks": _wait_ticks,
    "BTConsolePrint": _print,
}
