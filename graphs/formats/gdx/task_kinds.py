"""The tasks that gdx-ai brings along, and what each of them becomes.

What they do was read in the sources of the library, at `com.badlogic.gdx.ai.btree`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.formats.basics.gathered_trees import GatheredTree, GatheredTrees, RowDraft
from graphs.formats.gdx.distributions import Distribution
from graphs.formats.gdx.tree_text import GdxTask
from graphs.model.variables_and_events import Variable

_MANY = 10**9
KINDS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(["Sequence", "Selector", "RandomSequence", "RandomSelector", "Parallel"], (1, _MANY)),
    "DynamicGuardSelector": (1, _MANY),
    **dict.fromkeys(["AlwaysFail", "AlwaysSucceed", "Invert", "Repeat", "SemaphoreGuard"], (1, 1)),
    **dict.fromkeys(["UntilFail", "UntilSuccess"], (1, 1)),
    "Random": (0, 1),
    **dict.fromkeys(["Include", "Failure", "Success", "Wait"], (0, 0)),
}
"""The built-in classes, with how many tasks may be inside."""

BUILT_IN: Mapping[str, str] = {name[0].lower() + name[1:]: name for name in KINDS}
"""The names under which files use them."""

DRAWS: Mapping[str, tuple[str, ...]] = {"Repeat": ("times",), "Wait": ("seconds",), "Random": ("success",)}

_PACKAGE = "com.badlogic.gdx.ai.btree."
_SIMPLE: Mapping[str, tuple[str, Mapping[str, JsonValue]]] = {
    "Sequence": ("sequence", {}),
    "Selector": ("selector", {}),
    "RandomSequence": ("random_sequence", {}),
    "RandomSelector": ("random_selector", {}),
    "DynamicGuardSelector": ("utility_selector", {}),
    "AlwaysFail": ("force_failure", {}),
    "AlwaysSucceed": ("force_success", {}),
    "Invert": ("inverter", {}),
    "UntilFail": ("until_failure", {"pace": "same_tick"}),
    "UntilSuccess": ("until_success", {"pace": "same_tick"}),
    "Failure": ("fail", {}),
    "Success": ("succeed", {}),
}
_OTHER_DRAWS = "It draws by the seed of the run, so each draw is another one than there."


def built_in_name(class_name: str) -> str:
    """Return the short name of a class of the library, any other class as it is."""
    short = class_name.rpartition(".")[2]
    is_own = class_name.startswith(_PACKAGE) and short in KINDS
    return short[0].lower() + short[1:] if is_own else class_name


@dataclass
class BuiltInTask:
    """Make a node of a built-in task, and gather what its row says."""

    task: GdxTask
    trees: GatheredTrees
    tree: GatheredTree
    outer: str
    origin: dict[str, JsonValue]
    drawn: Callable[[str, float], Distribution]
    draft: RowDraft = field(default_factory=RowDraft)
    read: tuple[str, ...] = ()

    @property
    def node(self) -> dict[str, object]:
        """Return the fields of the node."""
        return self.tree.nodes[self.outer]

    def make(self, kind: str) -> str:
        """Set kind and parameters of the node; return the node that the children go into."""
        if kind in _SIMPLE:
            name, params = _SIMPLE[kind]
            self.node.update(kind=name, params=dict(params))
            if kind.startswith("Random"):
                self.draft.tell(
                    "changed", _OTHER_DRAWS, "Nothing need be done where the order is free.", "1.4"
                )
            return self.outer
        make: dict[str, Callable[[], str]] = {
            "Parallel": self._parallel,
            "Repeat": self._repeat,
            "Random": self._random,
            "SemaphoreGuard": self._semaphore,
            "Wait": self._wait,
        }
        return make[kind]()

    def _parallel(self) -> str:
        self.read = ("policy", "orchestrator")
        given = {name: str(self.task.attributes.get(name, "")).lower() for name in self.read}
        policy, orchestrator = given["policy"] or "sequence", given["orchestrator"] or "resume"
        for name, value, known in (
            ("policy", policy, ("sequence", "selector")),
            ("orchestrator", orchestrator, ("resume", "join")),
        ):
            if value not in known:
                self.origin[name] = self.task.attributes[name]
                said = f"gdx-ai has no {name} {value[:40]!r}; it is read as {known[0]}."
                self.draft.tell("changed", said, f"Write {known[0]} or {known[1]}.")
        ends = ("any", "all") if policy == "selector" else ("all", "any")
        ended = "wait" if orchestrator == "join" else "again"
        self.node.update(kind="parallel", params={"success": ends[0], "failure": ends[1], "ended": ended})
        if orchestrator == "join":
            said = "There, join takes guards, attributes and children from its tasks when it has ended once."
            self.draft.tell("changed", said, "Nothing need be done: here it does the same each time.", "3.5")
        return self.outer

    def _repeat(self) -> str:
        times = self.drawn("times", -1)
        params: dict[str, JsonValue] = {"pace": "same_tick", "on_failure": "count"}
        if times.middle >= 0:
            params["count"] = round(times.middle)
        self.node.update(kind="repeat", params=params)
        if times.name != "constant":
            self._told(
                "times", f"It is repeated {round(times.middle)} times, the mean of what is drawn there."
            )
        elif times.middle != round(times.middle):
            self._told("times", f"It is repeated {round(times.middle)} times; there only whole numbers are.")
        elif times.middle == 0:
            self.draft.tell(
                "changed", "With 0 times there it never ends; here it succeeds.", "Remove it.", "3.3"
            )
        return self.outer

    def _wait(self) -> str:
        seconds = self.drawn("seconds", 0)
        jitter = min(seconds.spread, max(0.0, seconds.middle))
        params: dict[str, JsonValue] = {"seconds": shortest_number(max(0.0, seconds.middle))}
        if jitter:
            params["jitter"] = shortest_number(jitter)
        self.node.update(kind="wait", params=params)
        if "seconds" not in self.task.attributes:
            self.draft.tell(
                "changed", "It has no seconds, which gdx-ai refuses; here it ends at once.", "Say how long."
            )
        elif not seconds.is_even:
            self._told("seconds", "Here each time in that range is as likely.")
        elif seconds.name != "constant":
            self._told("seconds", _OTHER_DRAWS)
        return self.outer

    def _random(self) -> str:
        chance = self.drawn("success", 0.5)
        params: dict[str, JsonValue] = {"chance": shortest_number(min(1.0, max(0.0, chance.middle)))}
        self._told("success", _OTHER_DRAWS if chance.name == "constant" else "Here its mean is the chance.")
        if not self.task.children:
            self.node.update(kind="probability", params=params)
            self.trees.add(self.tree, "succeed", "random_success", self.outer)
            return self.outer
        self.node.update(kind="sequence")
        inner = self.trees.add(self.tree, "force_success", "random_child", self.outer)
        drawn = self.trees.add(self.tree, "probability", "random_chance", self.outer)
        self.tree.nodes[drawn]["params"] = params
        self.trees.add(self.tree, "succeed", "random_success", drawn)
        return inner

    def _semaphore(self) -> str:
        self.read = ("name",)
        name = str(self.task.attributes.get("name", "semaphore"))
        letters = "".join(mark if mark.isascii() and mark.isalnum() else "_" for mark in name)
        variable = f"places_{letters}"[:60]
        note = f"The free places of the semaphore {name!r} of gdx-ai."
        self.trees.variables[variable] = Variable(type="int", default=1, scope="world", note=note)
        self.node.update(kind="sequence")
        claim = self.trees.add(self.tree, "claim", "claim", self.outer)
        self.tree.nodes[claim]["params"] = {"variable": variable}
        self.origin["semaphore"] = name
        said = "How many places there are is said in the code of the game; here the variable begins with 1."
        self.draft.tell("changed", said, f"Set the default of {variable!r}.", "3.16")
        return self.outer

    def _told(self, name: str, said: str) -> None:
        """Keep the text of an attribute and say what it means here."""
        if name in self.task.attributes:
            self.origin[name] = self.task.attributes[name]
        self.draft.tell("changed", said, "Change it where the difference matters.", "1.4")
