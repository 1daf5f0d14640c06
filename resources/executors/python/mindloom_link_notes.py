"""Keep what comes into the minds of a game, and make the frames of ticks of it, for `mindloom_link.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from mindloom_mind import Agent, Mind, Minds, to_json

Json = dict[str, Any]
WORDS: dict[Any, str] = {word: word for word in ("running", "success", "failure")}
WORDS.update({True: "success", False: "failure"})


def text_of(value: Any) -> str:
    """Return JSON as text."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def filled(fields: Json) -> Json:
    """Return the fields that are not empty."""
    return {name: value for name, value in fields.items() if value not in ([], {}, ())}


class _Book:
    """What was told of one agent, and what is to be told with the next tick."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.index, self.depth, self.mark = agent, 0, 0, 0
        self.inputs, self.entry = list[Any](), Json()
        self.begin()

    def begin(self, is_new: bool = True) -> None:  # not new after a swap, which is an input
        self.is_new, self.outcomes = is_new, bytes(len(self.agent.outcomes))
        self.status, self.ended, self.at = "", False, list[float]()
        self.forget()

    def forget(self) -> None:
        self.answers, self.asked, self.steps = dict[str, str](), list[Any](), 0  # steps since the last tick

    def note(self, question: Sequence[Any], answer: Any, place: int, before: int) -> None:
        key, text = text_of(question), text_of(answer)
        if self.answers.get(key) != text:
            self.asked.insert(before, [place, *question, answer])
        self.answers[key] = text


class Notes:
    """A watcher that keeps what comes into the minds of a game, and makes the frames of ticks."""

    def __init__(self, minds: Minds) -> None:
        self.minds, self.books, self.programs = minds, dict[str, _Book](), dict[str, Mind]()
        self.shared = dict[str, str]()  # what was told of shared variables, as texts of JSON
        self.current = -1  # the index of the agent whose tick is under way

    def book(self, agent: Agent | None) -> _Book | None:
        """Return what is known of an agent, None for one that is not told of yet."""
        book = self.books.get(agent.id) if agent is not None else None
        return book if book is not None and book.agent is agent else None

    def came(self, agent: Agent, kind: str, *parts: Any) -> None:
        """Note an input: of the time between two ticks, or with its place among the steps of its agent."""
        book, told = self.book(agent), [kind, *map(to_json, parts)]
        if book is not None and not self.minds.ticking and not book.depth:
            book.inputs.append(told)
        elif book is not None:
            is_over = self.minds.ticking and book.index < self.current  # agents tick in order
            book.asked.append([book.steps + is_over, *told])

    def restored(self, agent: Agent, is_new: bool = True) -> None:
        """Note that an agent remembers something else, or thinks with another program."""
        book = self.book(agent)
        if book is not None:
            book.begin(is_new)

    def asks(self, agent: Agent, is_step: bool) -> None:
        """Note that the game is about to be asked, for a step of an action or for something else."""
        book = self.book(agent)
        if book is not None:
            self.current, book.depth = book.index, book.depth + 1
            if book.depth == 1:  # what game code asks for itself is not told
                book.mark, book.steps = len(book.asked), book.steps + is_step

    def answered(self, agent: Agent, question: Sequence[Any], answer: Any, failed: str | None) -> None:
        """Note what the game answered, or the words it failed with."""
        book, (sort, *_, last) = self.book(agent), question
        if book is None:
            return
        book.depth -= 1
        said = to_json(answer)
        if sort == "condition":
            question = (*question[:2], [to_json(each) for each in last])
        elif sort == "action":
            said = WORDS.get(answer) or {"failed": f"It gave {answer!r}."} if last == "tick" else "success"
        if not book.depth:
            said = said if failed is None else {"failed": failed}
            book.note(question, said, book.steps - (sort == "action"), book.mark)

    def free(self, agent: Agent, thing: str, answer: bool) -> None:
        """Note whether there was a place for a claim."""
        book = self.book(agent)
        if book is not None:
            book.note(("free", thing), answer, book.steps, len(book.asked))

    def shared_put(self, name: str, agent: Agent | None) -> None:
        """Note a shared variable that was written in a tick, by a claim of an agent or by the game."""
        own = self.book(agent)
        self.shared.pop(name, None)
        self.current = own.index if own is not None else self.current
        for book in self.books.values() if self.minds.ticking else ():  # for all whose tick is not over
            shares = any(each.scope == "world" and each.name == name for each in book.agent.program.variables)
            if book is not own and book.index >= self.current and shares:
                book.asked.append([book.steps, "shared", name, to_json(self.minds.values[name])])

    def begin(self, every: int) -> Json:
        """Begin the frame of a tick: who is there, what is shared, saves of agents that are new or due."""
        tick, gone, self.current = self.minds.tick_now, {*self.books}, -1
        for index, agent in enumerate(self.minds):
            book = self.book(agent) or _Book(agent)
            gone.discard(agent.id)
            self.books[agent.id], self.programs[agent.mind.hash] = book, agent.mind
            book.index, book.entry = index, Json()
            if book.is_new:
                curves = {name: [*map(to_json, points)] for name, points in agent.own_curves.items()}
                book.entry.update(filled({"mind": agent.mind.hash, "curves": curves}))
            if book.is_new or (tick + index) % every == 0:
                book.entry.update(filled({"save": agent.save(), "orders": agent.ordered}))
                book.forget()
        for left in gone:
            del self.books[left]
        shared = {name: to_json(value) for name, value in self.minds.values.items()}
        texts = {name: text_of(value) for name, value in shared.items()}
        shared = {name: value for name, value in shared.items() if self.shared.get(name) != texts[name]}
        self.shared = texts
        return filled({"frame": "tick", "tick": tick, "shared": shared, "gone": sorted(gone)})

    def end(self, frame: Json, wanted: set[str] | None, place: Any, breaks: list[Json]) -> Json | None:
        """Tell what came of a tick; return the agent and the row of the first break that was met."""
        met: Json | None = None
        agents, still = Json(), list[str]()
        for name, book in self.books.items():
            agent, entry, at = book.agent, book.entry, [*(place(book.agent) or ())]
            entry.update(filled({"in": book.inputs, "asked": book.asked}))
            book.is_new, book.inputs, book.asked, book.steps = False, [], [], 0
            if wanted is not None and name not in wanted:
                still.append(name)
            else:
                met = _tell_outcomes(book, breaks, met)
            if agent.ended != book.ended:
                entry["ended"] = book.ended = agent.ended
            if at and at != book.at and all(map(math.isfinite, at)):
                entry["at"] = [*at, 0.0][:3]
            book.at = at
            if entry:
                agents[name] = entry
        frame.update({"agents": agents, **filled({"still": still})})
        return met


def _tell_outcomes(book: _Book, breaks: list[Json], met: Json | None) -> Json | None:
    """Tell the result and the outcome bytes of an agent where they are others; return the first break met."""
    agent, now, entry = book.agent, bytes(book.agent.outcomes), book.entry
    changed = [row for row, byte in enumerate(now) if byte != book.outcomes[row]]
    if changed:
        entry["out"] = [part for row in changed for part in (row, now[row])]
    if agent.status != book.status:
        entry["is"] = book.status = agent.status
    book.outcomes = now
    for each in breaks if met is None else ():
        row = each["row"] if each.get("program") == agent.mind.hash else -1
        if row in changed and now[row] & each["mask"] == each["is"]:
            return {"agent": agent.id, "row": row}
    return met
