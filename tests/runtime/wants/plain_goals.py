"""Choose by needs and considerations plainly, from the text of rules 3 and 10.9, and draw random choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.runtime.wants.plain_draws import plain_draw

RATE = 10
SEED, AGENT = 1, "me"


@dataclass
class PlainChild:
    """Hold a child: its effects by need, how long it is said to last and does, its scores with weights."""

    effects: dict[str, float]
    duration: float
    ticks: int
    considerations: list[tuple[str, float]]


@dataclass
class PlainGoals:
    """Hold a goal selector over children that wait; `needs` are value, rise and most by name."""

    needs: dict[str, tuple[float, float, float | None]]
    children: list[PlainChild]
    by: str
    every_tick: bool
    inertia: float
    lock: int
    momentum: int
    top: int
    values: dict[str, float] = field(default_factory=dict)
    running: int | None = None
    since: int = 0
    entered: int = 0
    draws: int = 0
    first: bool = True

    def tick(self, tick: int) -> int:
        """Tick once and return the child that ran."""
        self._rise()
        chosen = self._choose(tick)
        if chosen != self.running:
            self.since = self.entered = tick
        self.running = chosen
        child = self.children[chosen]
        if tick - self.entered >= child.ticks:
            for need, effect in child.effects.items():
                self.values[need] = self._kept(need, self.values[need] + effect)
            self.running = None
        return chosen

    def _rise(self) -> None:
        if self.first:
            self.first = False
            self.values = {name: value for name, (value, _, _) in self.needs.items()}
            return
        for name, (_, rise, _) in self.needs.items():
            if rise:
                self.values[name] = self._kept(name, self.values[name] + rise * (1 / RATE))

    def _kept(self, need: str, value: float) -> float:
        most = self.needs[need][2]
        value = max(0.0, value)
        return value if most is None else min(most, value)

    def _choose(self, tick: int) -> int:
        running = self.running
        if running is not None and (not self.every_tick or (self.lock and tick - self.since < self.lock)):
            return running
        scores = [self._score(child) for child in self.children]
        if running is not None:
            added = self.inertia
            if self.momentum:
                added *= max(0.0, 1.0 - (tick - self.since) / self.momentum)
            scores[running] += added
        ranked = sorted(range(len(scores)), key=lambda child: (-scores[child], child))
        if self.top == 1:
            return ranked[0]
        among = ranked[: self.top]
        if running in among:
            assert running is not None
            return running
        if len(among) == 1:
            return among[0]
        floor = min(0.0, min(scores))
        weights = [scores[child] - floor for child in among]
        place = plain_draw(SEED, AGENT, "root", self.draws) * sum(weights)
        self.draws += 1
        total = 0.0
        for child, weight in zip(among, weights, strict=True):
            total += weight
            if total > place:
                return child
        return among[0]

    def _score(self, child: PlainChild) -> float:
        if self.by == "discontentment":
            total = 0.0
            for name, (_, rise, _) in self.needs.items():
                after = self.values[name] + child.effects.get(name, 0.0)
                if rise:
                    after += child.duration * rise
                total += max(0.0, after) ** 2
            return -total
        scores = [
            (min(1.0, max(0.0, self.values[name] / 10)), weight) for name, weight in child.considerations
        ]
        if self.by == "minimum":
            return min(score for score, _ in scores)
        if self.by == "sum":
            return sum(score * weight for score, weight in scores) / sum(weight for _, weight in scores)
        found, share = 1.0, 1.0 - 1.0 / len(scores)
        for score, _ in scores:
            found *= score * (1.0 + (1.0 - score) * share)
        return found


def random_goals(random: Random) -> PlainGoals:
    """Draw a goal selector with up to four needs and five children."""
    needs = {}
    for number in range(random.randint(1, 4)):
        most = random.choice((None, 12.0))
        needs[f"n{number}"] = (float(random.randint(0, 8)), random.choice((0.0, 0.05, 0.25, 0.5)), most)
    children = []
    for _ in range(random.randint(1, 5)):
        named = random.sample([*needs], random.randint(0, len(needs)))
        effects = {name: float(random.randint(-6, 3)) for name in named}
        considered = [
            (random.choice([*needs]), float(random.randint(1, 4))) for _ in range(random.randint(1, 3))
        ]
        children.append(
            PlainChild(effects, random.choice((0.0, 0.5, 2.0)), random.randint(0, 30), considered)
        )
    return PlainGoals(
        needs,
        children,
        random.choice(("discontentment", "discontentment", "product", "sum", "minimum")),
        random.random() < 0.4,
        random.choice((0.0, 0.5)),
        random.choice((0, 0, 7)),
        random.choice((0, 0, 15)),
        random.choice((1, 1, 2, 3)),
    )
