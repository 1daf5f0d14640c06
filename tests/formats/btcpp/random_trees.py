"""Make random trees of BehaviorTree.CPP over the kinds that import exactly, as XML, and what their leaves do.

A tree is a job of `driver/library_runs.cpp`: the text, the leaves it declares, their scripts. The same number
gives the same tree. Every node has a name of its own, by which both sides tell what it did.

Trees are `calm` or wild. A calm tree keeps out of what is known to differ by the library's own rules, each
named where it is kept out (`Place`); a wild tree does not, and is compared where its import says *exact*.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

DEEPEST = 8
INTS, FLOATS, BOOLS, TEXTS = ("i0", "i1", "i2"), ("d0", "d1"), ("b0", "b1"), ("s0", "s1")
CASES = "i2"
"""The number that switches compare. The library takes it for a text, so no port of a leaf may read it."""
OWN, GIVEN = "p", "q"
"""What only a subtree has: a number of its own, and one that the call gives, as a value or a variable."""
WORDS = ("red", "green", "blue")
ACTION_PORTS = {
    "Do": {},
    "Say": {"word": "string"},
    "Go": {"speed": "double", "steps": "int"},
    "Turn": {"left": "bool"},
}
CONDITIONS = tuple(f"Check{number}" for number in range(6))
START = "; ".join(
    [*(f"{name} := {number}" for number, name in enumerate(INTS))]
    + [f"{name} := {number}.5" for number, name in enumerate(FLOATS)]
    + [f"{name} := {'true' if number else 'false'}" for number, name in enumerate(BOOLS)]
    + [f"{name} := '{WORDS[number]}'" for number, name in enumerate(TEXTS)]
)


@dataclass
class Element:
    """Hold an element of the text."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)

    def lines(self, depth: int = 0) -> list[str]:
        """Return the element as it is written, one line for each tag."""
        said = "".join(f" {name}={quoteattr(value)}" for name, value in self.attributes.items())
        space = "  " * depth
        if not self.children:
            return [f"{space}<{self.tag}{said}/>"]
        inner = [line for child in self.children for line in child.lines(depth + 1)]
        return [f"{space}<{self.tag}{said}>", *inner, f"{space}</{self.tag}>"]


@dataclass(frozen=True)
class Place:
    """Say where a node is: how deep, and what is kept out there.

    `wakes` lets in what wakes the tree, which ticks all from the root again within the tick: *Repeat*,
    *RetryUntilSuccessful*, *SequenceWithMemory*; and keeps out `_while` above these, which is asked again.
    `halts` tells that something above may halt it: a *Precondition* there, which is not asked again after a
    halt, has a condition below it. `skips` lets in what is skipped, `starts` preconditions of a node that the
    library does not make idle.

    Elsewhere are kept out: lines for an end decided by a precondition or by what ran once, `_onHalted` of
    what may be skipped, and texts that *SetBlackboard* copies, which leaves an entry of a script empty.
    """

    depth: int = 0
    wakes: bool = True
    halts: bool = False
    skips: bool = True
    starts: bool = True

    def below(self, **kept_out: bool) -> Place:
        """Return the place of a child."""
        return replace(self, depth=self.depth + 1, **kept_out)


CONTROLS = (
    *("Sequence", "Fallback", "ReactiveSequence", "ReactiveFallback", "SequenceWithMemory", "Parallel"),
    *("ParallelAll", "IfThenElse", "IfThenElse", "WhileDoElse", "WhileDoElse"),
    *(f"Switch{n}" for n in (2, 2, 3, 4, 5, 6)),
)
DECORATORS = (
    *("Inverter", "ForceSuccess", "ForceFailure", "RunOnce", "KeepRunningUntilFailure", "Repeat"),
    *("RetryUntilSuccessful", "Precondition", *("SubTree",) * 4),
)
LEAVES = (
    *("Action", "Action", "Action", "Condition", "Condition", "Script", "ScriptCondition"),
    *("AlwaysSuccess", "AlwaysFailure", "SetBlackboard"),
)
WAKING = frozenset({"Repeat", "RetryUntilSuccessful", "SequenceWithMemory"})
TICKS_AGAIN = frozenset({"ReactiveSequence", "ReactiveFallback", "Parallel", "ParallelAll", "WhileDoElse"})


def reading(name: str) -> str:
    """Return the attribute that reads an entry of the blackboard."""
    return f"{{{name}}}"


class TreeMaker:
    """Make one random file."""

    def __init__(self, seed: int, calm: bool) -> None:
        self.chance = Random(seed)
        self.calm = calm
        self.deepest = self.chance.randint(2, DEEPEST)
        self.left = self.chance.choice((6, 12, 25, 40))
        self.count = 0
        self.scripts: dict[str, str] = {}
        self.called: set[str] = set()
        self.subtrees = self.chance.choice((0, 1, 1, 2))
        self.level = 0

    def job(self, ticks: int) -> dict[str, Any]:
        """Return the job: the text, what it declares, and its scripts."""
        trees: list[Element] = []
        for level in range(self.subtrees + 1):
            self.level = level
            if level > 0 and f"T{level}" not in self.called:
                continue
            self.left = max(self.left, 8)
            body = self.node(Place(0, wakes=level == 0 or not self.calm, halts=level > 0))
            start = START if level == 0 else f"{OWN} := 1"
            once = Element("RunOnce", self.named(), [Element("Script", {"code": start, **self.named()})])
            body = Element("Sequence", self.named(), [once, body])
            trees.append(Element("BehaviorTree", {"ID": f"T{level}"}, [body]))
        for name in CONDITIONS:
            self.scripts[name] = self.letters("SF")
        root = Element("root", {"BTCPP_format": "4", "main_tree_to_execute": "T0"}, [*trees, self.models()])
        return {
            "xml": "\n".join(root.lines()) + "\n",
            "tree": "T0",
            "ticks": ticks,
            "actions": ACTION_PORTS,
            "conditions": {name: {} for name in CONDITIONS},
            "scripts": self.scripts,
        }

    def models(self) -> Element:
        """Return the element that declares the leaves."""
        actions = [
            Element(
                "Action",
                {"ID": name},
                [Element("input_port", {"name": port, "type": type_}) for port, type_ in ports.items()],
            )
            for name, ports in ACTION_PORTS.items()
        ]
        return Element(
            "TreeNodesModel", {}, [*actions, *(Element("Condition", {"ID": c}) for c in CONDITIONS)]
        )

    @property
    def ints(self) -> tuple[str, ...]:
        """Return the whole numbers of the tree that is made; `@` is the main tree's."""
        return INTS if self.level == 0 else (*INTS, OWN, GIVEN, "@i0")

    @property
    def floats(self) -> tuple[str, ...]:
        """Return the other numbers of the tree that is made."""
        return FLOATS if self.level == 0 else (*FLOATS, "@d1")

    def named(self) -> dict[str, str]:
        """Return a name that no other node has."""
        self.count += 1
        return {"name": f"n{self.count}"}

    def letters(self, of: str) -> str:
        """Return a script."""
        return "".join(self.chance.choice(of) for _ in range(self.chance.randint(1, 6)))

    # -- nodes ------------------------------------------------------------------------------------

    def node(self, place: Place) -> Element:
        """Return a random node for a place."""
        self.left -= 1
        chance = self.chance
        if place.depth >= self.deepest or self.left <= 0 or chance.random() < 0.06 * place.depth:
            kinds: tuple[str, ...] = LEAVES
        else:
            kinds = chance.choice((CONTROLS, CONTROLS, DECORATORS))
        if self.calm:
            kept_out = set() if place.wakes else set(WAKING)
            kept_out |= set() if place.skips else {"RunOnce"}
            kinds = tuple(kind for kind in kinds if kind not in kept_out)
        if self.level >= self.subtrees:
            kinds = tuple(kind for kind in kinds if kind != "SubTree")
        waking = [kind for kind in kinds if kind in WAKING]
        kind = chance.choice(waking if waking and chance.random() < 0.3 else kinds)
        element = Element(kind, self.named())
        if kind in LEAVES:
            self.fill_leaf(element)
        elif kind in CONTROLS:
            self.fill_control(element, place)
        else:
            self.fill_decorator(element, place)
        self.add_conditions(element, place)
        return element

    def fill_leaf(self, element: Element) -> None:
        """Give a leaf what it needs."""
        chance, kind = self.chance, element.tag
        if kind == "Action":
            element.tag = chance.choice(("Do", "Do", "Do", *ACTION_PORTS))
            self.scripts[element.attributes["name"]] = self.letters("RSFSFR")
            for port, type_ in ACTION_PORTS[element.tag].items():
                element.attributes[port] = self.argument(type_)
        elif kind == "Condition":
            element.tag = chance.choice(CONDITIONS)
        elif kind == "Script":
            element.attributes["code"] = self.script()
        elif kind == "SetBlackboard":
            names = chance.choice((INTS[:-1], FLOATS) if self.calm else (INTS[:-1], FLOATS, TEXTS))
            element.attributes["output_key"] = chance.choice(names)
            element.attributes["value"] = reading(chance.choice(names))
        elif kind == "ScriptCondition":
            element.attributes["code"] = self.test()

    def fill_control(self, element: Element, place: Place) -> None:
        """Give a control its children and ports."""
        chance, kind = self.chance, element.tag
        count = {"IfThenElse": chance.choice((2, 3)), "WhileDoElse": chance.choice((2, 3))}.get(
            kind, int(kind[6:]) + 1 if kind.startswith("Switch") else chance.randint(1, 4)
        )
        asks_again = kind in TICKS_AGAIN or kind.startswith("Switch")
        below = place.below(wakes=place.wakes and not asks_again, halts=place.halts or asks_again)
        if kind in ("Parallel", "ParallelAll"):
            below = replace(below, skips=False)
        for number in range(count):
            own = below
            if kind in ("IfThenElse", "WhileDoElse") and number == 0:
                own = replace(below, skips=False, starts=False)
            elif number == 0 and not place.skips:
                own = replace(below, skips=False)
            elif kind.startswith(("Switch", "IfThen", "WhileDo")):
                own = replace(below, skips=place.skips)
            plain = self.calm and not own.starts
            element.children.append(self.condition() if plain else self.node(own))
        if kind == "Parallel":
            element.attributes["success_count"] = str(chance.choice((-1, -1, 1, count, -count)))
            element.attributes["failure_count"] = str(chance.choice((1, 1, count, -1)))
        elif kind == "ParallelAll":
            element.attributes["max_failures"] = str(chance.randint(1, count))
        elif kind.startswith("Switch"):
            texts = chance.random() < 0.5
            element.attributes["variable"] = reading(chance.choice(TEXTS) if texts else CASES)
            cases = [*WORDS, "black", "white", "grey"] if texts else ["0", "1", "2", "3", "4", "5"]
            chance.shuffle(cases)
            for number in range(count - 1):
                element.attributes[f"case_{number + 1}"] = cases[number]

    def condition(self) -> Element:
        """Return a plain condition of the game."""
        return Element(self.chance.choice(CONDITIONS), self.named())

    def fill_decorator(self, element: Element, place: Place) -> None:
        """Give a decorator its child and ports."""
        chance, kind = self.chance, element.tag
        if kind == "SubTree":
            if self.calm and not place.skips:
                element.tag, element.children = "Inverter", [self.node(place.below())]
                return
            name = f"T{chance.randint(self.level + 1, self.subtrees)}"
            element.attributes["ID"] = name
            self.called.add(name)
            self.remap(element)
            return
        below = place.below(skips=place.skips and kind != "KeepRunningUntilFailure")
        if kind in WAKING and self.calm:
            below = replace(below, skips=False)
        halted = self.calm and kind == "Precondition" and place.halts
        element.children.append(self.condition() if halted else self.node(below))
        if kind == "Repeat":
            element.attributes["num_cycles"] = str(chance.randint(1, 4))
        elif kind == "RetryUntilSuccessful":
            element.attributes["num_attempts"] = str(chance.randint(1, 4))
        elif kind == "RunOnce" and (not place.skips or chance.random() < 0.5):
            element.attributes["then_skip"] = chance.choice(("true", "false")) if place.skips else "false"
        elif kind == "Precondition":
            element.attributes["if"] = self.test()
            choices = ("FAILURE", "SUCCESS", "SKIPPED") if place.skips else ("FAILURE", "SUCCESS")
            element.attributes["else"] = chance.choice(choices)

    def remap(self, element: Element) -> None:
        """Give a subtree its ports: all as they are called, each other one of its type, or by themselves."""
        chance = self.chance
        sort = chance.choice(("same", "others", "others", "auto"))
        if sort == "auto":
            element.attributes["_autoremap"] = "true"
        for names in (INTS[:-1], (CASES,), FLOATS, BOOLS, TEXTS):
            given = chance.sample(names, len(names)) if sort == "others" else names
            for name, other in zip(names, given, strict=True):
                if sort != "auto":
                    element.attributes[name] = reading(other)
        element.attributes[GIVEN] = chance.choice(("2", reading("i0"), reading("i1")))

    def add_conditions(self, element: Element, place: Place) -> None:
        """Give a node preconditions and lines for its end, seldom."""
        chance, calm = self.chance, self.calm
        inner = bool(element.children) or element.tag == "SubTree"
        tests: list[str] = []
        if place.depth and chance.random() < 0.15 and (place.starts or not calm):
            tests = ["_failureIf", "_successIf"]
            tests += ["_skipIf"] if place.skips or not calm else []
            lasts = place.skips and not inner
            tests += ["_while"] if lasts or not calm else []
            tests = chance.sample(tests, chance.choice((1, 1, 2)))
        if chance.random() < 0.2:
            ends = ["_onHalted"]
            lasting = element.attributes.get("then_skip") == "false"
            if not calm or not (lasting or {"_failureIf", "_successIf"} & {*tests}):
                ends += ["_onSuccess", "_onFailure", "_post"]
            if calm and inner and place.skips:
                ends.remove("_onHalted")
            if ends:
                element.attributes[chance.choice(ends)] = self.script()
        for name in tests:
            element.attributes[name] = self.test()

    # -- scripts ----------------------------------------------------------------------------------

    def argument(self, type_: str) -> str:
        """Return what an attribute of a leaf says: a value or a variable."""
        chance = self.chance
        whole = [name for name in self.ints if name != CASES]
        names = {"int": whole, "double": self.floats, "bool": BOOLS, "string": TEXTS}[type_]
        literal = {"int": "3", "double": "0.25", "bool": "true", "string": "here"}[type_]
        return reading(chance.choice(names)) if chance.random() < 0.7 else literal

    def number(self, names: tuple[str, ...]) -> str:
        """Return a number: a variable or a literal."""
        chance = self.chance
        literals = ("0", "1", "2", "3", "5") if names == self.ints else ("0.5", "1.25", "2.0", "-1.5")
        return chance.choice(names) if chance.random() < 0.6 else chance.choice(literals)

    def test(self, depth: int = 0) -> str:
        """Return a test."""
        chance = self.chance
        pick = chance.randrange(12 if depth < 2 else 8)
        names = chance.choice((self.ints, self.ints, self.floats))
        name, sign = chance.choice(names), chance.choice(("<", ">", "<=", ">=", "==", "!="))
        if pick == 0:
            return chance.choice(BOOLS)
        if pick == 1:
            return f"{chance.choice(TEXTS)} {chance.choice(('==', '!='))} '{chance.choice(WORDS)}'"
        if pick == 2:
            return f"{chance.choice(BOOLS)} {chance.choice(('==', '!='))} {chance.choice((*BOOLS, 'true'))}"
        if pick == 3:
            return f"{self.number(names)} < {name} <= {self.number(names)}"
        if pick == 4:
            return f"{chance.choice(self.ints)} {sign} {chance.choice(self.floats)}"
        if pick < 8:
            return f"{name} {sign} {self.number(names)}"
        if pick == 8:
            return f"!({self.test(depth + 1)})"
        if pick == 9:
            terms = f"{name} {chance.choice('+-*')} {self.number(names)}"
            return f"{terms} {chance.choice('<>')} {self.number(names)}"
        return f"({self.test(depth + 1)}) {chance.choice(('&&', '||'))} ({self.test(depth + 1)})"

    def script(self) -> str:
        """Return lines that write variables; numbers stay small."""
        return "; ".join(self.line() for _ in range(self.chance.choice((1, 1, 2))))

    def line(self) -> str:
        """Return one line."""
        chance = self.chance
        whole, real, yes = chance.choice(self.ints), chance.choice(self.floats), chance.choice(BOOLS)
        return chance.choice(
            (
                f"{whole} {chance.choice(('+=', '-='))} 1",
                f"{whole} = {whole} > 3 ? 0 : {whole} + 1",
                f"{whole} := {chance.choice('012')}",
                f"{whole} = {chance.choice(self.ints)} > 0 ? {chance.choice(self.ints)} - 1 : -1 + 3",
                f"{real} = {real} > 4 ? -1.5 : {real} + 0.5",
                f"{real} {chance.choice(('+=', '-='))} 0.25",
                f"{real} = ({chance.choice(self.floats)} + {whole}) / 2",
                f"{yes} = {chance.choice(('true', 'false', '!b0', 'i0 > 1', self.test(1)))}",
                f"{chance.choice(TEXTS)} = '{chance.choice(WORDS)}'",
                f"{chance.choice(TEXTS)} = {self.test(1)} ? 'red' : 'blue'",
            )
        )


def random_job(seed: int, calm: bool = True, ticks: int = 100) -> dict[str, Any]:
    """Return the job of a random tree."""
    return TreeMaker(seed, calm).job(ticks)
