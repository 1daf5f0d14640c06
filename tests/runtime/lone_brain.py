"""Run one brain without a world, for tests of the semantics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from graphs.expressions.types import Value
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter
from graphs.model import Document
from runtime.basics.context import EvaluationError
from runtime.basics.host import ClaimRegister, RaisedEvent
from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.brain.brain import Brain
from runtime.minds.compile.compiler import compile_document
from runtime.minds.memory.carry_plan import plan_of
from runtime.minds.memory.swap_brain import swap_brain
from runtime.minds.program.agent_state import Slab, StateLayout
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.program import Program
from runtime.records.trace_frame import SwapRecord
from runtime.session.snapshot import state_hash_of

ENTITIES: dict[str, dict[str, Value]] = {
    "me": {"position": (0.0, 0.0), "velocity": (0.0, 0.0), "heading": 0.0, "radius": 0.5, "team": "a"}
}


class ScriptedHost:
    """Keep time, remember effects and sent events."""

    def __init__(self, rate: int = 60) -> None:
        self.tick = 0
        self.rate = rate
        self.claims = ClaimRegister(lambda: ())
        self.effects: list[tuple[str, Mapping[str, Value]]] = []
        self.sent: list[tuple[str, RaisedEvent]] = []
        self.asked: list[tuple[str, tuple[Value, ...]]] = []
        self.true_words: set[str] = set()

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer `word_is_true(word)`; the word "crash" is a mistake in the game's own code."""
        self.asked.append((name, arguments))
        (word,) = arguments
        if word == "crash":
            raise ZeroDivisionError("scripted")
        if word == "lost":
            raise EvaluationError("Nobody can say.")
        return word in self.true_words

    def entity_field(self, entity: str | None, field: str) -> Value:
        if entity not in ENTITIES:
            raise EvaluationError("The entity is gone.")
        return ENTITIES[entity][field]

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        self.effects.append((name, arguments))

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        self.sent.append((receiver, event))

    def write_world(self, agent: str, name: str, value: Value) -> None:
        raise AssertionError("no world here")


class ScriptedAction(Action):
    """Give the next result of a script: R, S or F per tick; keep R when the script is over."""

    state_fields = {"at": "int"}

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def enter(self, context: ActionContext) -> None:
        self.log.append(f"enter {context.argument('name')}")

    def tick(self, context: ActionContext) -> Status:
        script = str(context.argument("script"))
        at = context.state.at
        assert isinstance(at, int)
        context.state.at = at + 1
        letter = script[at] if at < len(script) else "R"
        self.log.append(f"tick {context.argument('name')}")
        if letter == "X":
            raise ZeroDivisionError("scripted")
        return {"R": Status.RUNNING, "S": Status.SUCCESS, "F": Status.FAILURE}[letter]

    def halt(self, context: ActionContext) -> None:
        self.log.append(f"halt {context.argument('name')}")


class RequestingAction(Action):
    """File one steering request each tick and run on, or as long as told."""

    def tick(self, context: ActionContext) -> Status:
        context.request("seek", {"target": context.argument("name")})
        ticked = round(context.seconds_running * context.rate) + 1
        return Status.SUCCESS if ticked >= cast(int, context.argument("ticks")) else Status.RUNNING


class NotingAction(Action):
    """Be instant and tell that it was here; the word "crash" is a mistake in the game's own code."""

    def tick(self, context: ActionContext) -> Status:
        word = context.argument("word")
        if word == "crash":
            raise ZeroDivisionError("scripted")
        context.effect("note", {"word": word})
        return Status.FAILURE if word == "fail" else Status.SUCCESS


class CarelessAction(Action):
    """Give what is no result of a tick."""

    def tick(self, context: ActionContext) -> Status:
        return cast(Status, None)


REGISTRY = builtin_registry().extended(
    actions=[
        ActionDeclaration(
            "scripted",
            "Scripted",
            "Follow a script.",
            parameters=(Parameter("script", "string", ""), Parameter("name", "string", "")),
        ),
        ActionDeclaration(
            "asking",
            "Asking",
            "Ask.",
            parameters=(Parameter("name", "string", ""), Parameter("ticks", "int", 1_000_000)),
        ),
        ActionDeclaration(
            "note", "Note", "Note a word.", parameters=(Parameter("word", "string", ""),), instant=True
        ),
        ActionDeclaration("careless", "Careless", "Give nothing."),
    ],
    conditions=[
        ConditionDeclaration(
            "word_is_true", "Word is true", "Ask about a word.", parameters=(Parameter("word", "string"),)
        )
    ],
)


def document(graphs: Mapping[str, Any], root: str = "g", **parts: Any) -> Document:
    """Return a document from plain graphs."""
    import json

    value = {"format": "mindloom", "version": 1, "root": root, "graphs": graphs, **parts}
    return Document.model_validate_json(json.dumps(value))


def tree(nodes: Mapping[str, Any], root: str = "root") -> dict[str, Any]:
    """Return a behavior tree from plain nodes."""
    return {"kind": "behavior_tree", "root": root, "nodes": dict(nodes)}


def machine(
    nodes: Mapping[str, Any], edges: Mapping[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return a machine from plain states and transitions.

    The nodes that are nobody's child are the machine's, the first of them initial, unless told otherwise.
    A transition may name its source as `from`; it joins the source's list in the order given. Without one it
    is the machine's own.
    """
    states = {key: {"kind": "state", "name": key, **value} for key, value in nodes.items()}
    inner = {child for state in states.values() for child in state.get("children", ())}
    top = [key for key in states if key not in inner]
    own: list[str] = []
    plain = {}
    for key, edge in (edges or {}).items():
        edge = dict(edge)
        source = edge.pop("from", None)
        lists = own if source is None else states[source].setdefault("transitions", [])
        lists.append(key)
        if isinstance(edge.get("to"), str):
            edge["targets"] = [edge.pop("to")]
        plain[key] = edge
    graph = {"kind": "state_machine", "children": top, "initial": top[0], "transitions": own}
    return {**graph, "nodes": states, "edges": plain, **fields}


def noted(word: str) -> str:
    """Return the line of an action block that notes a word."""
    return f'do note(word = "{word}")'


def scripted(script: str, name: str = "", **fields: Any) -> dict[str, Any]:
    """Return an action leaf that follows a script."""
    params = {"script": script, **({"name": name} if name else {})}
    return {"kind": "action", "action": "scripted", "params": params, **fields}


class LoneBrain:
    """Run one brain tick by tick and tell what each row did, by node id."""

    def __init__(self, source: Document, *, seed: int = 1, agent: str = "me", rate: int = 60) -> None:
        self.log: list[str] = []
        self.library = ActionLibrary(
            {
                "scripted": ScriptedAction(self.log),
                "asking": RequestingAction(),
                "note": NotingAction(),
                "careless": CarelessAction(),
            }
        )
        self.program: Program = compile_document(source, REGISTRY, self.library, rate=rate)
        self.host = ScriptedHost(rate)
        self.slab = Slab(self.program.layout, 1)
        self.world = Slab(StateLayout(), 1).agent(0)
        self.brain = Brain(self.program, self.slab.agent(0), self.host, agent, seed, self.world)
        self.brain_log = BrainLog()

    def tick(self, *events: RaisedEvent) -> Status:
        """Tick once, with events posted before, and move time on."""
        for event in events:
            self.brain.post(event)
        self.brain_log = BrainLog()
        self.brain.watched = True
        result = self.brain.tick(self.brain_log)
        self.host.tick += 1
        return result

    def swap(self, source: Document) -> SwapRecord:
        """Go on with another version of the document (section 8 of the rules)."""
        old = self.brain
        program = compile_document(source, REGISTRY, self.library, rate=old.rate)
        plan = plan_of(self.program, program)
        self.program, self.slab = program, Slab(program.layout, 1)
        self.brain = Brain(program, self.slab.agent(0), self.host, old.agent, old.seed, self.world)
        return swap_brain(plan, old, self.brain)

    def ticks(self, count: int) -> str:
        """Tick several times; return the first letters of the results (I, R, S, F; s for SKIPPED)."""
        letters = {"IDLE": "I", "RUNNING": "R", "SUCCESS": "S", "FAILURE": "F", "SKIPPED": "s"}
        return "".join(letters[self.tick().name] for _ in range(count))

    def outcome(self, node: str) -> int:
        """Return the outcome byte of a row of the root graph, by node or edge id."""
        return self.brain.outcomes[self.row(node)]

    def row(self, path: str) -> int:
        """Return a row by its path."""
        return next(row.index for row in self.program.rows if row.path == path and row.kind != "activity")

    def state_hash(self) -> str:
        """Return the hash of all that decides how the brain goes on (rule 1.7)."""
        return state_hash_of(b"", [self.slab], [self.brain], b"")

    def stored(self, node: str) -> Status:
        """Return the stored status of a row."""
        return Status(self.brain.bytes_[self.row(node)])

    def active(self) -> list[str]:
        """Return the names of the active states, in document order."""
        from runtime.minds.machines.machine_rows import StateRow

        return [
            row.name
            for row in self.program.rows
            if isinstance(row, StateRow) and self.brain.bytes_[row.index]
        ]

    def notes(self) -> list[str]:
        """Return the words noted since the last call."""
        words = [str(arguments["word"]) for name, arguments in self.host.effects if name == "note"]
        self.host.effects.clear()
        return words

    def errors(self) -> list[str]:
        """Return the messages of what went wrong in the last tick."""
        return [error.message for error in self.brain.errors]

    def taken(self) -> list[str]:
        """Return the transitions taken in the last tick, in order, by id."""
        return [self.program.rows[index].node for index in self.brain.machines.taken]

    def reason(self, node: str) -> str:
        """Return the reason of the last visit of a node in the last tick."""
        row = self.row(node)
        return [visit.sentence for visit in self.brain_log.visits if visit.row == row][-1]

    def variable(self, name: str) -> Value:
        """Return the value of an agent variable."""
        return self.brain.state.read(self.program.variables[name])

    def write(self, name: str, value: Value) -> None:
        """Write an agent variable between ticks."""
        self.brain.write_from_outside(name, value)


def until(condition: Callable[[], bool], brain: LoneBrain, limit: int = 1000) -> int:
    """Tick until `condition` holds; return how many ticks it took."""
    for count in range(1, limit + 1):
        brain.tick()
        if condition():
            return count
    raise AssertionError("it never came")
