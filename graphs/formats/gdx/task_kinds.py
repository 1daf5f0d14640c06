"""The tasks that gdx-ai brings along, and what each of them becomes.

What they do was read in the sources of the library, at `com.badlogic.gdx.ai.btree`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.formats.basics.game_leaf import is_number, number_of
from graphs.formats.basics.gathered_trees import GatheredNode, GatheredTrees, KindWithParams
from graphs.formats.basics.sources import Source
from graphs.formats.gdx.tree_text import GdxTask
from graphs.model.variables_and_events import Variable

_MANY = 10**9
_PACKAGE = "com.badlogic.gdx.ai.btree."
KINDS: Mapping[str, tuple[int, int, KindWithParams | None]] = {
    "Sequence": (1, _MANY, ("sequence", {})),
    "Selector": (1, _MANY, ("selector", {})),
    "RandomSequence": (1, _MANY, ("random_sequence", {})),
    "RandomSelector": (1, _MANY, ("random_selector", {})),
    "DynamicGuardSelector": (1, _MANY, ("utility_selector", {})),
    "Parallel": (1, _MANY, None),
    "AlwaysFail": (1, 1, ("force_failure", {})),
    "AlwaysSucceed": (1, 1, ("force_success", {})),
    "Invert": (1, 1, ("inverter", {})),
    "UntilFail": (1, 1, ("until_failure", {"pace": "same_tick"})),
    "UntilSuccess": (1, 1, ("until_success", {"pace": "same_tick"})),
    "Repeat": (1, 1, None),
    "SemaphoreGuard": (1, 1, None),
    "Random": (0, 1, None),
    "Failure": (0, 0, ("fail", {})),
    "Success": (0, 0, ("succeed", {})),
    "Wait": (0, 0, None),
    "Include": (0, 0, None),
}
"""The built-in classes: how few and how many tasks may be inside; the kind of those without attributes."""

BUILT_IN: Mapping[str, str] = {name[0].lower() + name[1:]: name for name in KINDS}
"""The names under which files use them."""


_DRAWN_NUMBERS = {"constant": (1, 1), "uniform": (1, 2), "triangular": (1, 3), "gaussian": (2, 2)}
"""How few and how many numbers are behind the name of a distribution: `uniform,1,2`."""


def built_in_name(class_name: str) -> str:
    """Return the short name of a class of the library, any other class as it is."""
    short = class_name.rpartition(".")[2]
    is_own = class_name.startswith(_PACKAGE) and short in KINDS
    return short[0].lower() + short[1:] if is_own else class_name


@dataclass(frozen=True)
class Distribution:
    """Hold the middle of what is drawn, how far it may lie on either side, and whether all there is alike."""

    name: str
    middle: float
    spread: float = 0.0
    is_even: bool = True


def distribution(value: JsonValue) -> Distribution:
    """Return what a number or a text says; raises ValueError in words for anything else."""
    if is_number(value):
        return Distribution("constant", value)
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no number.")
    name, *rest = (word.strip() for word in value.split(","))
    numbers = [number_of(word) for word in rest]
    least, most = _DRAWN_NUMBERS.get(name, (0, -1))
    known = [number for number in numbers if number is not None]
    if not least <= len(numbers) <= most or len(known) < len(numbers):
        raise ValueError(f"{value[:40]!r} is no distribution that gdx-ai has.")
    if name in ("constant", "gaussian"):
        return Distribution(name, known[0], is_even=name == "constant" or known[1] == 0)
    low, high = known[:2] if len(known) > 1 else (-known[0] if name == "triangular" else 0, known[0])
    return Distribution(name, (low + high) / 2, abs(high - low) / 2, name == "uniform" or low == high)


@dataclass
class BuiltInTask:
    """Make a node of a built-in task; `read` are the attributes that it has."""

    source: Source
    task: GdxTask
    trees: GatheredTrees
    node: GatheredNode
    read: tuple[str, ...] = ()

    def make(self, kind: str) -> GatheredNode:
        """Set kind and parameters of the node; return the node that the children go into."""
        if simple := KINDS[kind][2]:
            self.node.become(simple[0], **simple[1])
            if kind.startswith("Random"):
                self.node.tell_draws()
            return self.node
        makers: Mapping[str, Callable[[], GatheredNode | None]] = {
            "Parallel": self._parallel,
            "Repeat": self._repeat,
            "Random": self._random,
            "SemaphoreGuard": self._semaphore,
            "Wait": self._wait,
        }
        return makers[kind]() or self.node

    def _inside(self, kind: str, name: str, parent: GatheredNode, **params: JsonValue) -> GatheredNode:
        """Return a new node that the task needs besides."""
        node = self.trees.add(self.node.tree, name, parent)
        node.become(kind, **params)
        return node

    def drawn(self, name: str, default: float) -> Distribution:
        """Return what an attribute draws; raises `FileProblem` where it is no number."""
        self.read += (name,)
        try:
            return distribution(self.task.attributes.get(name, default))
        except ValueError as error:
            said = f"{name} of {self.task.name}: {error}"
            raise self.source.problem(said, "Write a number.", *self.task.at) from None

    def _parallel(self) -> None:
        policy = self._word("policy", "sequence", "selector")
        orchestrator = self._word("orchestrator", "resume", "join")
        success, failure = ("any", "all") if policy == "selector" else ("all", "any")
        ended = "wait" if orchestrator == "join" else "again"
        self.node.become("parallel", success=success, failure=failure, ended=ended)
        if orchestrator == "join":
            said = "There, join takes guards, attributes and children from its tasks when it has ended once."
            self.node.tell("changed", said, "Nothing need be done: here it does the same each time.", "3.5")

    def _word(self, name: str, usual: str, other: str) -> str:
        """Return what an attribute says, the usual word where it says none of the two."""
        self.read += (name,)
        said = str(self.task.attributes.get(name, "")).lower()
        if said and said not in (usual, other):
            self.node.origin[name] = self.task.attributes[name]
            text = f"gdx-ai has no {name} {said[:40]!r}; it is read as {usual}."
            self.node.tell("changed", text, f"Write {usual} or {other}.")
        return other if said == other else usual

    def _repeat(self) -> None:
        times = self.drawn("times", -1)
        count = round(times.middle)
        params: dict[str, JsonValue] = {"count": count} if times.middle >= 0 else {}
        self.node.become("repeat", pace="same_tick", on_failure="count", **params)
        if times.name != "constant":
            self._told("times", f"It is repeated {count} times, the mean of what is drawn there.")
        elif times.middle != count:
            self._told("times", f"It is repeated {count} times; there only whole numbers are.")
        elif count == 0:
            said = "With 0 times there it never ends; here it succeeds."
            self.node.tell("changed", said, "Remove it.", "3.3")

    def _wait(self) -> None:
        seconds = self.drawn("seconds", 0)
        jitter = min(seconds.spread, max(0.0, seconds.middle))
        params: dict[str, JsonValue] = {"jitter": shortest_number(jitter)} if jitter else {}
        self.node.become("wait", seconds=shortest_number(max(0.0, seconds.middle)), **params)
        if "seconds" not in self.task.attributes:
            said = "It has no seconds, which gdx-ai refuses; here it ends at once."
            self.node.tell("changed", said, "Say how long.")
        elif not seconds.is_even:
            self._told("seconds", "Here each time in that range is as likely.")
        elif seconds.name != "constant":
            self._drawn("seconds")

    def _random(self) -> GatheredNode | None:
        drawn = self.drawn("success", 0.5)
        chance = shortest_number(min(1.0, max(0.0, drawn.middle)))
        if drawn.name == "constant":
            self._drawn("success")
        else:
            self._told("success", "Here its mean is the chance.")
        if not self.task.children:
            self.node.become("probability", chance=chance)
            self._inside("succeed", "random_success", self.node)
            return None
        self.node.become("sequence")
        inner = self._inside("force_success", "random_child", self.node)
        chosen = self._inside("probability", "random_chance", self.node, chance=chance)
        self._inside("succeed", "random_success", chosen)
        return inner

    def _semaphore(self) -> None:
        self.read = ("name",)
        name = str(self.task.attributes.get("name", "semaphore"))
        letters = "".join(mark if mark.isascii() and mark.isalnum() else "_" for mark in name)
        variable = f"places_{letters}"[:60]
        note = f"The free places of the semaphore {name!r} of gdx-ai."
        self.trees.variables[variable] = Variable(type="int", default=1, scope="world", note=note)
        self.node.become("sequence")
        self._inside("claim", "claim", self.node, variable=variable)
        self.node.origin["semaphore"] = name
        said = "How many places there are is said in the code of the game; here the variable begins with 1."
        self.node.tell("changed", said, f"Set the default of {variable!r}.", "3.16")

    def _drawn(self, name: str) -> None:
        """Keep the text of what is drawn there and here."""
        if name in self.task.attributes:
            self.node.origin[name] = self.task.attributes[name]
        self.node.tell_draws()

    def _told(self, name: str, said: str) -> None:
        """Keep the text of an attribute and say what it means here."""
        self.node.origin[name] = self.task.attributes[name]
        self.node.tell("changed", said, "Change it where the difference matters.", "1.4")
