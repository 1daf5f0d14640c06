"""Run exports by the executor in Python: it is written from the help page and imports nothing of Mindloom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from resources.executors.python.mindloom_mind import RESULTS, Agent, Context, Event, Mind, Minds

LETTERS = {"R": "running", "S": "success", "F": "failure"}


class Scripted:
    """Give the next result of a script: R, S or F per tick, X for a mistake; keep R when it is over."""

    def __init__(self, log: list[str]) -> None:
        self.log = log
        self.places: dict[tuple[str, int], int] = {}

    def enter(self, context: Context, arguments: dict[str, Any]) -> None:
        self.places[context.agent, context.row] = 0
        self.log.append(f"enter {arguments['name']}")

    def tick(self, context: Context, arguments: dict[str, Any]) -> str:
        at = self.places[context.agent, context.row]
        self.places[context.agent, context.row] = at + 1
        script = arguments["script"]
        letter = script[at] if at < len(script) else "R"
        self.log.append(f"tick {arguments['name']}")
        return LETTERS[letter]

    def halt(self, context: Context, arguments: dict[str, Any]) -> None:
        self.log.append(f"halt {arguments['name']}")


def note(context: Context, arguments: dict[str, Any]) -> bool:
    """Be instant and tell that it was here; fail as the word says."""
    if arguments["word"] == "crash":
        raise ZeroDivisionError("scripted")
    context.effect("note", arguments)
    return bool(arguments["word"] != "fail")


class PythonBrain:
    """Be the one agent of a game that runs an export."""

    def __init__(
        self, text: str, minds: Minds | None = None, agent: str = "me", actions: dict[str, Any] | None = None
    ) -> None:
        self.log: list[str] = []
        self.mind = Mind.parse(text)
        known = {"scripted": Scripted(self.log), "note": note, **(actions or {})}
        self.minds = minds or Minds(
            seed=1,
            actions=known,
            conditions={"word_is_true": self.word_is_true},
            entity_field=lambda entity, field: {"radius": 0.5}[field],
        )
        self.agent: Agent = self.minds.add(agent, self.mind)

    def word_is_true(self, context: Context, word: str) -> bool:
        """Know nothing: some words are even a mistake."""
        if word in ("crash", "lost"):
            raise KeyError(word)
        return False

    def tick(self, events: Iterable[tuple[str, dict[str, Any]]] = ()) -> int:
        """Tick once, and return the result of the root."""
        self.agent.posted += [Event(name, fields) for name, fields in events]
        self.log.clear()
        self.minds.tick()
        return RESULTS[self.agent.status]

    @property
    def outcomes(self) -> list[int]:
        """Return the outcome bytes of the last tick."""
        return list(self.agent.outcomes)
