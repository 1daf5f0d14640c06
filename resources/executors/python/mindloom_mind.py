"""Run what `mindloom export` writes, with nothing but the standard library (Python 3.9 or newer).

Copy this one file into a game:

    from mindloom_mind import Mind, Minds

    guard = Mind.parse(Path("guard.runtime.json").read_text(encoding="utf-8"))
    minds = Minds(seed=7, actions={"walk_to": walk_to}, conditions={"sees": sees})
    agent = minds.add("guard", guard)
    agent.set("enemy", "player")
    minds.tick()  # `minds.rate` times a second

What a program means is said by the help page on the runtime format, and this file is written from that page
alone. `Mind.parse` compiles a program once, to closures over its rows; an `Agent` is what they work on: four
arrays and what waits. Vectors are pairs `(x, y)`, lists are lists, entities are texts or None.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Json = dict[str, Any]

IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED = range(5)
WORDS = ("idle", "running", "success", "failure", "skipped")
RESULTS = {"running": RUNNING, "success": SUCCESS, "failure": FAILURE, "skipped": SKIPPED}
HALTED = 8
ACTIVE, ENTERED, EXITED, REENTERED, PASSED = range(1, 6)
NOT_NOW, LOST, PENDING, TAKEN = range(1, 5)
ANSWERED = 255
NEVER = 2**31 - 1
MOST_VISITS = 10_000
MOST_DELAYED = 1_000
MASK = 2**32 - 1
TO_RADIANS, TO_DEGREES = 0.017453292519943295, 57.29577951308232


class MindError(ValueError):
    """Say in words what does not fit: a program, a save, a value or a name that the game gives."""


class _Failed(Exception):
    """Say that an expression, a line or a parameter failed."""


class _Spent(Exception):
    """Say that an agent has made all visits that a tick may have."""


class _Over(Exception):
    """Say that a machine's tick ends here, with a result."""

    def __init__(self, result: int) -> None:
        super().__init__()
        self.result = result


class Event(NamedTuple):
    """Hold an event: its name and its fields."""

    name: str
    fields: dict[str, Any]


class Problem(NamedTuple):
    """Hold what went wrong in a tick: the number of the row, the node where names are known, words."""

    row: int
    node: str
    message: str


class Effect(NamedTuple):
    """Hold what an action asks the game to do once."""

    agent: str
    name: str
    arguments: dict[str, Any]


class Request(NamedTuple):
    """Hold steering that an action asks for."""

    row: int
    behavior: str
    arguments: dict[str, Any]
    weight: float
    priority: int


class Sent(NamedTuple):
    """Hold an event on its way: who sent it, to `self`, `team`, `all` or an agent's id, and what."""

    agent: str
    receiver: str
    event: Event


Eval = Callable[["Agent"], Any]
Do = Callable[["Agent"], None]
Visit = Callable[["Agent"], int]


# -- random numbers -----------------------------------------------------------------------------------


def fnv1a(text: str) -> int:
    """Return the FNV-1a hash of a text in UTF-8, 32 bits."""
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 0x01000193 & MASK
    return h


def fmix(h: int) -> int:
    """Return the finalizer of murmur3 of a number modulo 2**32."""
    h &= MASK
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


# -- values -------------------------------------------------------------------------------------------


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -NEVER - 1 <= value <= NEVER


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _pair(value: Any) -> tuple[float, float]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(map(_is_number, value)):
        raise MindError(f"{value!r} is no vector: give two numbers, (x, y)")
    return float(value[0]), float(value[1])


def _fit(kind: Any, value: Any) -> Any:
    """Return a value as one of a type; refuse in words what does not fit."""
    if isinstance(kind, dict) and "list" in kind:
        items = value["list"] if isinstance(value, dict) and "list" in value else value
        if not isinstance(items, (list, tuple)) or len(items) > kind["most"]:
            raise MindError(f"{value!r} is no list of at most {kind['most']} items")
        return [_fit(kind["list"], item) for item in items]
    if isinstance(kind, dict):
        if value not in kind["enum"]:
            raise MindError(f"{value!r} is none of {', '.join(kind['enum'])}")
        return value
    if kind == "vector" or (kind == "point" and isinstance(value, (list, tuple))):
        return _pair(value)
    if kind == "float" and _is_number(value):
        return float(value)
    fits: dict[str, Callable[[Any], bool]] = {
        "bool": lambda given: isinstance(given, bool),
        "trigger": lambda given: isinstance(given, bool),
        "int": _is_int,
        "string": lambda given: isinstance(given, str),
        "entity": lambda given: given is None or isinstance(given, str),
        "point": lambda given: given is None or isinstance(given, str),
    }
    if kind not in fits or not fits[kind](value):
        raise MindError(f"{value!r} is no {kind}")
    return value


def _plain(value: Any) -> Any:
    """Return a value that stands in a program as the game and expressions see it."""
    if isinstance(value, dict) and "list" in value:
        return [_plain(item) for item in value["list"]]
    return (float(value[0]), float(value[1])) if isinstance(value, list) else value


def to_json(value: Any) -> Any:
    """Return a value as a save has it: floats that JSON lacks are texts, vectors are lists."""
    if isinstance(value, float):
        if math.isfinite(value):
            return "-0" if value == 0 and math.copysign(1.0, value) < 0 else value
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    return {name: to_json(item) for name, item in value.items()} if isinstance(value, dict) else value


def _from_json(kind: Any, value: Any) -> Any:
    """Return a value of a save as one of a type (unknown for None: a list of two numbers is a vector)."""
    numbers = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}
    if kind == "float":
        return numbers[value] if isinstance(value, str) else float(value)
    if kind == "vector" or (kind in ("point", None) and isinstance(value, list)):
        return _from_json("float", value[0]), _from_json("float", value[1])
    if isinstance(kind, dict) and "list" in kind:
        return [_from_json(kind["list"], item) for item in value]
    return value


BUFFERS = {"bool": "bytes", "trigger": "bytes", "int": "ints", "float": "floats", "vector": "floats"}
FIRST = {"bool": False, "trigger": False, "int": 0, "float": 0.0, "vector": (0.0, 0.0), "string": None}


def _first(kind: Any) -> Any:
    """Return the value that a variable of a type has where memory is 0."""
    if isinstance(kind, dict):
        return [] if "list" in kind else kind["enum"][0]
    return FIRST.get(kind)


class _Variable:
    """Know where a variable lies in the memory of an agent, and how to read and write it there."""

    def __init__(self, data: Json, sizes: Mapping[str, int]) -> None:
        self.name: str = data.get("name", "")
        self.type: Any = data["type"]
        self.scope: str = data.get("scope", "agent")
        self.place: int = data["place"]
        self.is_list = isinstance(self.type, dict) and "list" in self.type
        self.most: int = self.type["most"] if self.is_list else 1
        self.item: Any = self.type["list"] if self.is_list else self.type
        self.width = 2 if self.item == "vector" else 1
        self.buffer = "ints" if isinstance(self.item, dict) else BUFFERS.get(self.item, "objects")
        self.length: int = data["length"] if self.is_list else 0
        self.default = _fit(self.type, data["default"]) if "default" in data else _first(self.type)
        if self.scope != "world":
            if not 0 <= self.place <= sizes.get(self.buffer, 0) - self.width * self.most:
                raise MindError(f"variable {self.name or self.place} lies outside of memory")
            if self.is_list and not 0 <= self.length < sizes.get("ints", 0):
                raise MindError(f"the length of list {self.name or self.place} lies outside of memory")

    def reader(self) -> Eval:
        """Return what reads the value."""
        place, name, buffer = self.place, self.name, self.buffer
        if self.scope == "world":
            return lambda a: a.minds.values[name]
        if self.is_list:
            return lambda a: [self.read_item(a, n) for n in range(a.ints[self.length])]
        if isinstance(self.type, dict):
            values = self.type["enum"]
            return lambda a: values[a.ints[place]]
        if self.type == "vector":
            return lambda a: (a.floats[place], a.floats[place + 1])
        if buffer == "bytes":
            return lambda a: a.bytes[place] != 0
        readers: dict[str, Eval] = {
            "ints": lambda a: a.ints[place],
            "floats": lambda a: a.floats[place],
            "objects": lambda a: a.objects[place],
        }
        return readers[buffer]

    def read_item(self, a: Agent, number: int) -> Any:
        """Return the item of a list at a place, or the value of anything else at 0."""
        memory, place = getattr(a, self.buffer), self.place + number * self.width
        if self.width == 2:
            return memory[place], memory[place + 1]
        if isinstance(self.item, dict):
            return self.item["enum"][memory[place]]
        return memory[place] != 0 if self.buffer == "bytes" else memory[place]

    def write_item(self, a: Agent, number: int, value: Any) -> None:
        """Write the item of a list at a place, or the value of anything else at 0."""
        memory, place = getattr(a, self.buffer), self.place + number * self.width
        if self.width == 2:
            memory[place], memory[place + 1] = value
        elif isinstance(self.item, dict):
            memory[place] = self.item["enum"].index(value)
        else:
            memory[place] = value

    def write(self, a: Agent, value: Any) -> None:
        """Write a value that fits; a write to a world variable is gathered."""
        if self.type == "float" and not math.isfinite(value):
            raise _Failed(f"{value} cannot be written to {self.name or 'a float'}: it is not finite")
        if self.type == "vector" and not (math.isfinite(value[0]) and math.isfinite(value[1])):
            raise _Failed(f"{value} cannot be written to {self.name or 'a vector'}: it is not finite")
        if self.scope == "world":
            a.writes.append((self.name, value))
        elif not self.is_list:
            self.write_item(a, 0, value)
        else:
            items = [*value, *[_first(self.item)] * (self.most - len(value))]
            a.ints[self.length] = len(value)
            for number, item in enumerate(items):
                self.write_item(a, number, item)


# -- the program --------------------------------------------------------------------------------------


class _Test:
    """Be a condition that may read triggers: `holds` is false where it fails."""

    def __init__(self, p: _Program, r: int, node: Json) -> None:
        self.value = _expression(p, r, node)
        self.row, self.key = r, p.next_key(r)
        self.triggers = sorted({p.variables[n].place for n in _reads(node) if n in p.triggers})

    def holds(self, a: Agent, held: Iterable[int] = ()) -> bool:
        """Evaluate; triggers of the places `held` count as armed; those read are in `a.reads` after it."""
        a.reads = []
        a.held = held
        try:
            return bool(self.value(a))
        except _Failed as problem:
            a.fail(self.row, str(problem), self.key)
            return False
        finally:
            a.held = ()


def _reads(node: Any) -> Iterator[int]:
    """Yield the numbers of the variables that an expression names."""
    if isinstance(node, dict):
        if node.get("node") == "variable_read":
            yield node["variable"]
        for part in node.values():
            yield from _reads(part)
    elif isinstance(node, list):
        for part in node:
            yield from _reads(part)


class _Trigger(NamedTuple):
    place: int
    until: int | None
    ticks: int
    latched: bool
    ages: bool


class _Program:
    """Hold a program while it is compiled, and what it was compiled to."""

    def __init__(self, data: Json) -> None:
        self.rows: list[Json] = data.get("rows", [])
        self.sizes: Json = data.get("memory", {})
        self.rate: int = data["rate"]
        self.rounds: int = data.get("rounds", 1000)
        self.needs: Json = data.get("needs", {})
        self.variables = [_Variable(each, self.sizes) for each in data.get("variables", [])]
        self.triggers: dict[int, _Trigger] = {}
        for each in data.get("triggers", []):
            place = self.variables[each["variable"]].place
            ticks, latched = each.get("ticks", 0), each.get("latched", False)
            trigger = _Trigger(place, each.get("until"), ticks, latched, each.get("ages", False))
            self.triggers[each["variable"]] = trigger
        self.groups: list[Json] = data.get("groups", [])
        self.keys = 0
        count = len(self.rows)
        self.visits: list[Visit] = [_no_node] * count
        self.open_visits: list[Visit] = [_no_node] * count
        self.halts: list[Do] = [_no_halt] * count
        self.guards: list[_Door | None] = [None] * count
        self.questions: list[Callable[[Agent], int | None] | None] = [None] * count
        self.machines: dict[int, _Machine] = {}
        self.claims: list[_Claim] = []
        self.rounds_of: dict[int, list[int]] = {}
        for n, row in enumerate(self.rows):
            row["row"] = n
            row.setdefault("end", n + 1)
            if not n < row["end"] <= count or (n and not 0 <= row.get("parent", -1) < n):
                raise MindError(f"row {n} does not lie where it says")
        for row in self.rows:
            if row["op"] == "claim":
                self.claims.append(_Claim(self, row))
        for row in reversed(self.rows):
            self.compile(row)
        self.fresh = _writes(self, data.get("defaults", []))

    def compile(self, row: Json) -> None:
        """Compile a row whose rows below are compiled."""
        op, n = row["op"], row["row"]
        try:
            if op in TREE_OPS:
                _compile_node(self, row, TREE_OPS[op](self, n, row))
            elif op in QUESTIONS:
                self.questions[n] = QUESTIONS[op](self, n, row)
            elif op == "machine":
                self.machines[n] = machine = _Machine(self, row)
                _compile_node(self, row, _Op(machine.tick, machine.enter, machine.stop))
            elif op not in ("state", "transition"):
                raise MindError("this executor does not know its op; take a newer one")
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as problem:
            raise MindError(f"Row {n} ({op}) is damaged: {problem}") from problem

    def next_key(self, r: int) -> int:
        """Return a number for an expression or block of a machine's row, 0 for those of any other."""
        self.keys += 1
        return self.keys if self.rows[r]["op"] in ("state", "transition", "machine") else 0

    def place(self, row: Json, name: str, buffer: str = "ints", count: int = 1) -> int:
        """Return a place of memory that a row names."""
        found = row[name]
        if not _is_int(found) or not 0 <= found <= self.sizes.get(buffer, 0) - count:
            raise MindError(f"{name} {found!r} lies outside of memory")
        return int(found)

    def children(self, row: Json, name: str = "children") -> list[int]:
        """Return the rows below a row that it names."""
        found: list[int] = row.get(name, [])
        for each in found:
            if not row["row"] < each < row["end"]:
                raise MindError(f"{each} of its {name} is not below it")
        return found

    def around(self, r: int) -> Json:
        """Return the innermost state or machine around a row, itself included."""
        row = self.rows[r]
        while row["op"] not in ("state", "machine") and "parent" in row:
            row = self.rows[row["parent"]]
        return row


def _no_node(a: Agent) -> int:
    raise _Failed("this row cannot be visited")


def _no_halt(a: Agent) -> None:
    """Do nothing."""


def _writes(p: _Program, values: Sequence[Json]) -> Do | None:
    """Return what writes first values."""
    if not values:
        return None
    writes: list[tuple[_Variable, Any]] = []
    zeros: list[tuple[str, int]] = []
    for each in values:
        if "variable" in each:
            variable = p.variables[each["variable"]]
            writes.append((variable, _fit(variable.type, each.get("value", _first(variable.type)))))
        else:
            buffer = {"byte": "bytes", "int": "ints"}[each["buffer"]]
            zeros.append((buffer, p.place(each, "place", buffer)))

    def write(a: Agent) -> None:
        for variable, value in writes:
            variable.write(a, value)
        for buffer, place in zeros:
            getattr(a, buffer)[place] = 0

    return write


# -- expressions --------------------------------------------------------------------------------------


def _expression(p: _Program, r: int, node: Json) -> Eval:
    """Compile an expression of a row."""
    if node["node"] not in NODES:
        raise MindError(f"this executor does not know {node['node']} in expressions; take a newer one")
    return NODES[node["node"]](p, r, node)


def _all(p: _Program, r: int, nodes: Sequence[Json]) -> list[Eval]:
    return [_expression(p, r, node) for node in nodes]


def _type_of(p: _Program, node: Json) -> Any:
    """Return the type of an expression's node, left out or not."""
    if "type" in node:
        return node["type"]
    kind = node["node"]
    if kind in ("comparison", "logical", "not", "received", "condition_call"):
        return "bool"
    if kind == "variable_read":
        found = p.variables[node["variable"]].type
        return "bool" if found == "trigger" else found
    if kind == "context_read":
        return "entity" if node["name"] == "self" else "float"
    if kind == "event_name":
        return "string"
    value = node.get("value")
    if kind == "constant":
        return {bool: "bool", str: "string", type(None): "entity"}.get(type(value), "float")
    return "float"


def _constant(p: _Program, r: int, node: Json) -> Eval:
    kind = _type_of(p, node)
    value = _plain(node.get("value"))
    if kind == "float":
        value = float(value)
    return lambda a: value


def _variable_read(p: _Program, r: int, node: Json) -> Eval:
    number = node["variable"]
    if not 0 <= number < len(p.variables):
        raise MindError(f"there is no variable {number}")
    variable = p.variables[number]
    if variable.type != "trigger":
        return variable.reader()
    place = variable.place

    def read(a: Agent) -> bool:
        if a.bytes[place]:
            a.reads.append(place)
            return True
        return place in a.held

    return read


def _context_read(p: _Program, r: int, node: Json) -> Eval:
    name, rate = node["name"], p.rate
    if name == "time":
        return lambda a: a.now / rate
    if name == "self":
        return lambda a: a.id
    entered = p.place(p.around(r), "entered")
    return lambda a: (a.now - a.ints[entered]) / rate


def _event_name(p: _Program, r: int, node: Json) -> Eval:
    return lambda a: a.event.name if a.event else ""


def _event_field(p: _Program, r: int, node: Json) -> Eval:
    field = node["field"]

    def read(a: Agent) -> Any:
        if a.event is None or field not in a.event.fields:
            raise _Failed(f"the event has no field {field}")
        return a.event.fields[field]

    return read


def _received(p: _Program, r: int, node: Json) -> Eval:
    name = node["event"]
    return lambda a: any(event.name == name for event in a.events)


def _last_field(p: _Program, r: int, node: Json) -> Eval:
    name, field = node["event"], node["field"]

    def read(a: Agent) -> Any:
        for event in reversed(a.events):
            if event.name == name:
                if field in event.fields:
                    return event.fields[field]
                break
        raise _Failed(f"there is no {name} with a field {field}")

    return read


def _entity_field(p: _Program, r: int, node: Json) -> Eval:
    entity, field, kind = _expression(p, r, node["entity"]), node["field"], _type_of(p, node)

    def read(a: Agent) -> Any:
        found = entity(a)
        if found is None:
            raise _Failed(f"there is nobody whose {field} could be read")
        if a.minds.entity_field is None:
            raise _Failed(f"the game tells no fields of entities, such as {field} of {found}")
        try:
            return _fit(kind, a.minds.entity_field(found, field))
        except Exception as problem:
            raise _Failed(f"{field} of {found} is not known: {problem!r}") from problem

    return read


def _vector_component(p: _Program, r: int, node: Json) -> Eval:
    vector, place = _expression(p, r, node["vector"]), "xy".index(node["component"])
    return lambda a: vector(a)[place]


def _to_float(p: _Program, r: int, node: Json) -> Eval:
    operand = _expression(p, r, node["operand"])
    return lambda a: float(operand(a))


def _in_int(value: int) -> int:
    if -NEVER - 1 <= value <= NEVER:
        return value
    raise _Failed(f"{value} is no int of 32 bits")


def _negate(p: _Program, r: int, node: Json) -> Eval:
    operand, kind = _expression(p, r, node["operand"]), _type_of(p, node)
    if kind == "int":
        return lambda a: _in_int(-operand(a))
    if kind != "vector":
        return lambda a: -operand(a)

    def negate(a: Agent) -> Any:
        x, y = operand(a)
        return -x, -y

    return negate


def _not(p: _Program, r: int, node: Json) -> Eval:
    operand = _expression(p, r, node["operand"])
    return lambda a: not operand(a)


def _scaled(left: Any, right: Any) -> Any:
    vector, factor = (left, right) if isinstance(left, tuple) else (right, left)
    return vector[0] * factor, vector[1] * factor


def _divided(left: float, right: float) -> float:
    if right == 0:
        raise _Failed("a division by 0")
    return left / right


def _modulo(left: Any, right: Any) -> Any:
    if right == 0:
        raise _Failed("a remainder of a division by 0")
    return left % right


def _arithmetic(p: _Program, r: int, node: Json) -> Eval:
    left, right = _all(p, r, (node["left"], node["right"]))
    kind, operator = _type_of(p, node), node["operator"]
    ints: dict[str, Eval] = {
        "+": lambda a: _in_int(left(a) + right(a)),
        "-": lambda a: _in_int(left(a) - right(a)),
        "*": lambda a: _in_int(left(a) * right(a)),
        "%": lambda a: _modulo(left(a), right(a)),
    }
    floats: dict[str, Eval] = {
        "+": lambda a: left(a) + right(a),
        "-": lambda a: left(a) - right(a),
        "*": lambda a: left(a) * right(a),
        "/": lambda a: _divided(left(a), right(a)),
        "%": lambda a: _modulo(left(a), right(a)),
    }
    vectors: dict[str, Eval] = {
        "+": lambda a: tuple(x + y for x, y in zip(left(a), right(a))),
        "-": lambda a: tuple(x - y for x, y in zip(left(a), right(a))),
        "*": lambda a: _scaled(left(a), right(a)),
    }
    return {"int": ints, "vector": vectors}.get(kind, floats)[operator]


COMPARED: dict[str, Callable[[Eval, Eval], Eval]] = {
    "==": lambda left, right: lambda a: left(a) == right(a),
    "!=": lambda left, right: lambda a: left(a) != right(a),
    "<": lambda left, right: lambda a: left(a) < right(a),
    "<=": lambda left, right: lambda a: left(a) <= right(a),
    ">": lambda left, right: lambda a: left(a) > right(a),
    ">=": lambda left, right: lambda a: left(a) >= right(a),
}
HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda left, right: bool(left == right),
    "!=": lambda left, right: bool(left != right),
    "<": lambda left, right: bool(left < right),
    "<=": lambda left, right: bool(left <= right),
    ">": lambda left, right: bool(left > right),
    ">=": lambda left, right: bool(left >= right),
}


def _comparison(p: _Program, r: int, node: Json) -> Eval:
    operands, operators = _all(p, r, node["operands"]), node["operators"]
    if len(operators) == 1:
        return COMPARED[operators[0]](*operands)
    first, pairs = operands[0], [(HOLDS[each], to) for each, to in zip(operators, operands[1:])]

    def compare(a: Agent) -> bool:
        left = first(a)
        for holds, operand in pairs:
            right = operand(a)
            if not holds(left, right):
                return False
            left = right
        return True

    return compare


def _logical(p: _Program, r: int, node: Json) -> Eval:
    operands, is_or = _all(p, r, node["operands"]), node["operator"] == "or"
    if len(operands) == 2:
        left, right = operands
        return (lambda a: left(a) or right(a)) if is_or else (lambda a: left(a) and right(a))
    if is_or:
        return lambda a: any(operand(a) for operand in operands)
    return lambda a: all(operand(a) for operand in operands)


def _conditional(p: _Program, r: int, node: Json) -> Eval:
    test, true, false = _all(p, r, [node[name] for name in ("condition", "when_true", "when_false")])
    return lambda a: true(a) if test(a) else false(a)


def _condition_call(p: _Program, r: int, node: Json) -> Eval:
    name, arguments = node["condition"], _all(p, r, node.get("arguments", []))

    def ask(a: Agent) -> bool:
        key = (name, *[argument(a) for argument in arguments])
        if key not in a.answers:
            context = Context(a, r, a.now)
            try:
                answer = a.minds.conditions[name](context, *key[1:])
                if not isinstance(answer, bool):
                    raise MindError(f"it gave {answer!r}, but a condition gives True or False")
                a.answers[key] = answer
            except Exception as problem:
                a.answers[key] = f"condition {name} failed: {problem!r}"
        known = a.answers[key]
        if isinstance(known, str):
            raise _Failed(known)
        return known

    return ask


def _function_call(p: _Program, r: int, node: Json) -> Eval:
    name, arguments = node["function"], _all(p, r, node["arguments"])
    function = FUNCTIONS[name]
    if _type_of(p, node) == "int":
        function = {"abs": lambda x: _in_int(abs(x)), "sign": lambda x: (x > 0) - (x < 0)}.get(name, function)
    if len(arguments) == 1:
        (only,) = arguments
        return lambda a: function(only(a))
    if len(arguments) == 2:
        left, right = arguments
        return lambda a: function(left(a), right(a))
    return lambda a: function(*[argument(a) for argument in arguments])


NODES: dict[str, Callable[[_Program, int, Json], Eval]] = {
    "constant": _constant,
    "variable_read": _variable_read,
    "context_read": _context_read,
    "event_name": _event_name,
    "event_field": _event_field,
    "received": _received,
    "last_field": _last_field,
    "entity_field": _entity_field,
    "vector_component": _vector_component,
    "to_float": _to_float,
    "negate": _negate,
    "not": _not,
    "arithmetic": _arithmetic,
    "comparison": _comparison,
    "logical": _logical,
    "conditional": _conditional,
    "function_call": _function_call,
    "condition_call": _condition_call,
}


def _whole(rounded: Callable[[float], int]) -> Callable[[float], int]:
    def function(x: float) -> int:
        if not math.isfinite(x):
            raise _Failed(f"{x} cannot be made an int")
        return _in_int(rounded(x))

    return function


def _angle(function: Callable[[float], float]) -> Callable[[float], float]:
    def of_degrees(x: float) -> float:
        if math.isinf(x):
            raise _Failed("an angle is infinite")
        return function(x * TO_RADIANS)

    return of_degrees


_cos, _sin = _angle(math.cos), _angle(math.sin)
Pair = tuple[float, float]


def _atan2(y: float, x: float) -> float:
    return math.atan2(y, x) * TO_DEGREES


def _angle_difference(left: float, right: float) -> float:
    turn = (right - left) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def _angle_to(left: Pair, right: Pair) -> float:
    angle = _atan2(right[1] - left[1], right[0] - left[0])
    angle = angle + 360.0 if angle < 0 else angle
    return 0.0 if angle >= 360.0 else angle


def _clamp(x: Any, low: Any, high: Any) -> Any:
    found = low if x < low else x
    return high if found > high else found


def _length(v: Pair) -> float:
    return math.sqrt(v[0] * v[0] + v[1] * v[1])


def _normalize(v: Pair) -> Pair:
    length = _length(v)
    return (v[0] / length, v[1] / length) if length else (0.0, 0.0)


def _lerp(left: Any, right: Any, t: float) -> Any:
    if isinstance(left, tuple):
        return left[0] + (right[0] - left[0]) * t, left[1] + (right[1] - left[1]) * t
    return left + (right - left) * t


def _sqrt(x: float) -> float:
    if x < 0:
        raise _Failed(f"{x} has no square root")
    return math.sqrt(x)


def _at(items: list[Any], place: int) -> Any:
    if not 0 <= place < len(items):
        raise _Failed(f"there is no item {place} in a list of {len(items)}")
    return items[place]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "angle_difference": _angle_difference,
    "angle_to": _angle_to,
    "at": _at,
    "atan2": _atan2,
    "ceil": _whole(math.ceil),
    "clamp": _clamp,
    "contains": lambda items, item: any(each == item for each in items),
    "cos": _cos,
    "direction": lambda x: (_cos(x), _sin(x)),
    "distance": lambda left, right: _length((left[0] - right[0], left[1] - right[1])),
    "dot": lambda left, right: left[0] * right[0] + left[1] * right[1],
    "floor": _whole(math.floor),
    "len": len,
    "length": _length,
    "lerp": _lerp,
    "max": max,
    "min": min,
    "normalize": _normalize,
    "round": _whole(round),
    "sign": lambda x: float((x > 0) - (x < 0)),
    "sin": _sin,
    "sqrt": _sqrt,
    "vec": lambda x, y: (x, y),
}


# -- parameters and lines -----------------------------------------------------------------------------


def _is_expression(given: Any) -> bool:
    return isinstance(given, dict) and "node" in given


def _parameter(p: _Program, r: int, given: Any, kind: Any = None) -> Eval:
    """Compile a value or an expression."""
    if _is_expression(given):
        return _expression(p, r, given)
    value = _plain(given)
    if kind == "float" and value is not None:
        value = float(value)
    return lambda a: value


def _ticks(p: _Program, r: int, given: Any) -> Eval:
    """Compile a duration; the whole gives ticks."""
    if not _is_expression(given):
        if not _is_int(given) or given < 0:
            raise MindError(f"{given!r} is no number of ticks")
        return lambda a: given
    seconds, rate = _expression(p, r, given), p.rate

    def ticks(a: Agent) -> int:
        s = seconds(a)
        if not 0 <= s * rate <= NEVER:
            raise _Failed(f"{s} s is no duration")
        return max(1, math.ceil(s * rate - 1e-9)) if s else 0

    return ticks


def _arguments(p: _Program, r: int, action: str, given: Json) -> Callable[[Agent, bool], Json]:
    """Compile the arguments of an action; with True, one that fails is None."""
    parts: list[tuple[str, Eval]] = []
    for each in p.needs["actions"][action].get("parameters", []):
        found = given.get(each["name"], each.get("default"))
        parts.append((each["name"], _parameter(p, r, found, each["type"])))

    def arguments(a: Agent, forgiving: bool = False) -> Json:
        if not forgiving:
            return {name: value(a) for name, value in parts}
        found: Json = {}
        for name, value in parts:
            try:
                found[name] = value(a)
            except _Failed:
                found[name] = None
        return found

    return arguments


def _bindings(p: _Program, r: int, bindings: Sequence[Json]) -> Do | None:
    """Compile the parameters of a graph, written before it is ticked."""
    pairs = []
    for each in bindings:
        variable = p.variables[each["variable"]]
        pairs.append((variable, _parameter(p, r, each.get("value"), variable.type)))

    def bind(a: Agent) -> None:
        for variable, value in pairs:
            variable.write(a, value(a))

    return bind if pairs else None


def _fields(p: _Program, r: int, line: Json) -> Callable[[Agent], Event]:
    name, given = line["event"], line.get("fields", {})
    parts = [(field, _parameter(p, r, given[field])) for field in sorted(given)]
    return lambda a: Event(name, {field: value(a) for field, value in parts})


def _block(p: _Program, r: int, lines: Sequence[Json] | None) -> Do | None:
    """Compile a block of a row, None for an empty one."""
    if not lines:
        return None
    steps, key = _lines(p, r, lines), p.next_key(r)

    def run(a: Agent) -> None:
        try:
            for step in steps:
                step(a)
        except _Failed as problem:
            a.fail(r, str(problem), key)

    return run


def _lines(p: _Program, r: int, lines: Sequence[Json]) -> list[Do]:
    return [LINES[line["op"]](p, r, line) for line in lines]


def _line_assign(p: _Program, r: int, line: Json) -> Do:
    variable, value = p.variables[line["variable"]], _parameter(p, r, line.get("value"))
    place = variable.place
    if variable.scope != "world" and variable.type == "int":

        def assign_int(a: Agent) -> None:
            a.ints[place] = value(a)

        return assign_int
    return lambda a: variable.write(a, value(a))


def _line_draw(p: _Program, r: int, line: Json) -> Do:
    variable, how = p.variables[line["variable"]], line["draw"]
    arguments = [_parameter(p, r, each) for each in line["arguments"]]
    stream, place = p.rows[r]["stream"], p.place(line, "draws")

    def draw(a: Agent) -> None:
        given = [argument(a) for argument in arguments]
        if how == "random_int":
            value: Any = a.draw_int(stream, place, given[0], given[1])
        else:
            u = a.draw(stream, place) / 2**32
            value = u < given[0] if how == "chance" else given[0] + u * (given[1] - given[0])
        variable.write(a, value)

    return draw


def _line_set(p: _Program, r: int, line: Json) -> Do:
    trigger = p.triggers[line["variable"]]
    return lambda a: a.arm(trigger, 2)


def _line_list(p: _Program, r: int, line: Json) -> Do:
    variable, how = p.variables[line["variable"]], line["change"]
    item = _parameter(p, r, line["item"]) if line.get("item") is not None else None
    read = variable.reader()

    def change(a: Agent) -> None:
        items = read(a) if item else []
        if item and how == "append":
            if len(items) == variable.most:
                raise _Failed(f"{variable.name or 'the list'} is full: it has {variable.most} items")
            items.append(item(a))
        elif item and (found := item(a)) in items:
            items.remove(found)
        variable.write(a, items)

    return change


def _line_raise(p: _Program, r: int, line: Json) -> Do:
    event, machine = _fields(p, r, line), p.rows[r].get("machine")

    def throw(a: Agent) -> None:
        if machine is None:
            a.sent.append(Sent(a.id, "self", event(a)))
        else:
            a.raise_in(machine, event(a))

    return throw


def _line_raise_later(p: _Program, r: int, line: Json) -> Do:
    event, machine, name = _fields(p, r, line), p.rows[r].get("machine"), line.get("id", "")
    after, around = _ticks(p, r, line.get("after", 0)), p.around(r)
    dies = around["op"] == "state" and p.rows[r]["op"] != "transition" and not line.get("outlives_state")
    state = around["row"] if dies else -1

    def throw(a: Agent) -> None:
        made, due = event(a), min(a.now + after(a), NEVER)
        if len(a.delayed) >= MOST_DELAYED:
            raise _Failed(f"{MOST_DELAYED} events wait already")
        a.delayed.append(_Delayed(due, -1 if machine is None else machine, state, name, made))

    return throw


def _line_cancel(p: _Program, r: int, line: Json) -> Do:
    machine, name = p.rows[r].get("machine", -1), line["id"]

    def cancel(a: Agent) -> None:
        a.delayed = [each for each in a.delayed if (each.machine, each.id) != (machine, name)]

    return cancel


def _line_send(p: _Program, r: int, line: Json) -> Do:
    event, receiver = _fields(p, r, line), line["receiver"]
    entity = _expression(p, r, line["entity"]) if line.get("entity") is not None else None

    def send(a: Agent) -> None:
        made, to = event(a), receiver
        if entity:
            to = entity(a)
            if to is None:
                raise _Failed(f"there is nobody to send {made.name} to")
        a.sent.append(Sent(a.id, to, made))

    return send


def _line_if(p: _Program, r: int, line: Json) -> Do:
    test = _expression(p, r, line["test"])
    true, false = (_lines(p, r, line.get(name, [])) for name in ("then", "else"))

    def choose(a: Agent) -> None:
        for step in true if test(a) else false:
            step(a)

    return choose


def _line_do(p: _Program, r: int, line: Json) -> Do:
    name, arguments = line["action"], _arguments(p, r, line["action"], line.get("arguments", {}))

    def do(a: Agent) -> None:
        result = a.minds.actions[name].tick(Context(a, r, a.now), arguments(a, False))
        if result != SUCCESS:
            raise _Failed(f"{name} gave {WORDS[result].upper()}")

    return do


LINES: dict[str, Callable[[_Program, int, Json], Do]] = {
    "assign": _line_assign,
    "draw": _line_draw,
    "set": _line_set,
    "list": _line_list,
    "raise": _line_raise,
    "raise_later": _line_raise_later,
    "cancel": _line_cancel,
    "send": _line_send,
    "if": _line_if,
    "do": _line_do,
}


# -- nodes --------------------------------------------------------------------------------------------


class _Op(NamedTuple):
    """Hold what an op does: its tick, and where it has them its enter, its stop, and what refuses to enter."""

    tick: Visit
    enter: Do | None = None
    stop: Do | None = None
    refuse: Callable[[Agent], int | None] | None = None


class _Door:
    """Be a guard or a precondition."""

    def __init__(self, p: _Program, r: int, data: Json) -> None:
        self.test = _Test(p, r, data["test"])
        self.gives = RESULTS[data.get("refused") or data["gives"]]
        self.wanted = "refused" in data or data.get("while", False)
        self.lasting: bool = data.get("while_running", data.get("while", False))
        self.aborts: bool = data.get("aborts_lower", False)
        self.held = p.place(data, "held", "bytes", len(self.test.triggers)) if "held" in data else None
        self.last = p.place(data, "last_test", "bytes") if "last_test" in data else None

    def holds(self, a: Agent, running: bool) -> bool:
        """Test; while its node runs, the triggers that let it in count as armed."""
        held: list[int] = []
        if running and self.held is not None:
            held = [each for n, each in enumerate(self.test.triggers) if a.bytes[self.held + n]]
        found = self.test.holds(a, held)
        if self.last is not None:
            a.bytes[self.last] = 2 if found else 1
        return found

    def let_in(self, a: Agent, reads: Sequence[int]) -> None:
        """Consume the triggers that let the node in, and keep which they were."""
        for place in reads:
            a.bytes[place] = 0
        if self.held is not None:
            for n, each in enumerate(self.test.triggers):
                a.bytes[self.held + n] = each in reads


def _compile_node(p: _Program, row: Json, op: _Op) -> None:
    """Make the visit and the halt of a node."""
    r, end = row["row"], row["end"]
    cleared, stop = bytes(end - r), op.stop
    below = p.children(row, "leaves" if row["op"] == "decision_tree" else "children")
    kids = [p.halts[child] for child in below]
    claims = [claim for claim in p.claims if claim.until == r]
    ends = [
        [_block(p, each["row"], each.get(name)) for name in ("on_success", "on_failure", "on_halt", "on_end")]
        for each in row.get("ends", [])
    ]

    def finish(a: Agent, how: int) -> None:
        for claim in claims:
            claim.let_go(a)
        for blocks in ends:
            for block in (blocks[how] if how < 3 else None, blocks[3]):
                if block:
                    block(a)

    def halt(a: Agent) -> None:
        if a.bytes[r] != RUNNING:
            return
        for kid in kids:
            kid(a)
        if stop:
            stop(a)
        a.bytes[r:end] = cleared
        if claims:
            for claim in claims:
                claim.let_go(a)
        a.outcomes[r] |= HALTED
        if ends:
            finish(a, 2)

    def turn_away(a: Agent, result: int) -> int:
        halt(a)
        a.bytes[r] = IDLE if result == SKIPPED else result
        return result

    p.halts[r] = halt
    guard = _Door(p, r, row["guard"]) if row.get("guard") else None
    p.guards[r] = None if row.get("disabled") else guard
    tests = [_Door(p, r, each) for each in row.get("preconditions", [])]
    p.visits[r] = _visit(p, row, op, finish, _doors([guard, *tests] if guard else tests, op, turn_away))
    if guard and guard.aborts:
        p.open_visits[r] = _visit(p, row, op, finish, _doors(tests, op, turn_away))


def _doors(
    doors: list[_Door], op: _Op, turn_away: Callable[[Agent, int], int]
) -> Callable[[Agent, bool], int | None] | None:
    """Return what lets a node be entered or go on (None), or turns it away with a result."""
    refuse = op.refuse
    if not doors and not refuse:
        return None

    def enter(a: Agent, running: bool) -> int | None:
        used = []
        for door in doors:
            if running and not door.lasting:
                continue
            if door.holds(a, running) is not door.wanted:
                if not door.wanted:
                    for place in a.reads:
                        a.bytes[place] = 0
                return turn_away(a, door.gives)
            if not running and door.test.triggers and door.wanted:
                used.append((door, a.reads))
        if refuse and not running:
            result = refuse(a)
            if result is not None:
                return turn_away(a, result)
        for door, reads in used:
            door.let_in(a, reads)
        return None

    return enter


def _visit(
    p: _Program,
    row: Json,
    op: _Op,
    finish: Callable[[Agent, int], None],
    doors: Callable[[Agent, bool], int | None] | None,
) -> Visit:
    """Return the visit of a node."""
    r, end, tick, enter, stop = row["row"], row["end"], op.tick, op.enter, op.stop
    cleared, leaf = bytes(end - r), end == r + 1
    services = [_service(p, r, each) for each in row.get("services", [])]
    ending = bool(row.get("ends")) or any(claim.until == r for claim in p.claims)
    kids = [p.halts[child] for child in row.get("leaves", row.get("children", []))]

    def fail(a: Agent, problem: _Failed) -> int:
        a.fail(r, str(problem))
        for kid in kids:
            kid(a)
        if stop:
            stop(a)
        return FAILURE

    def visit(a: Agent) -> int:
        a.visits += 1
        if a.visits > MOST_VISITS:
            raise _Spent
        memory = a.bytes
        running = memory[r] == RUNNING
        try:
            if doors:
                turned = doors(a, running)
                if turned is not None:
                    a.outcomes[r] = (a.outcomes[r] & HALTED) | turned
                    return turned
            if not running:
                memory[r] = RUNNING
                if enter:
                    enter(a)
            if services:
                for service in services:
                    service(a, not running)
            result = tick(a)
        except _Failed as problem:
            result = fail(a, problem)
        if result != RUNNING:
            if leaf:
                memory[r] = result if result != SKIPPED else IDLE
            else:
                memory[r:end] = cleared
                if result != SKIPPED:
                    memory[r] = result
            if ending:
                finish(a, result - SUCCESS if result != SKIPPED else 3)
        a.outcomes[r] = (a.outcomes[r] & HALTED) | result
        return result

    def disabled(a: Agent) -> int:
        a.visits += 1
        a.outcomes[r] = (a.outcomes[r] & HALTED) | SKIPPED
        return SKIPPED

    return disabled if row.get("disabled") else visit


def _service(p: _Program, r: int, data: Json) -> Callable[[Agent, bool], None]:
    """Return what runs a service when it is due."""
    every, jitter = _ticks(p, r, data.get("every", 0)), data.get("jitter")
    spread = _ticks(p, r, jitter) if jitter is not None else None
    interval, due = p.place(data, "interval"), p.place(data, "due")
    spread_at = p.place(data, "spread") if spread else -1
    guard = _Test(p, r, data["guard"]) if data.get("guard") else None
    block = _block(p, r, data.get("block"))
    stream, draws = p.rows[r].get("stream", 0), data.get("draws")

    def serve(a: Agent, entering: bool) -> None:
        if entering:
            a.ints[interval] = every(a)
            if spread:
                a.ints[spread_at] = spread(a)
        elif a.now < a.ints[due]:
            return
        wait = a.ints[interval]
        if spread:
            wait = a.draw_int(stream, draws, wait - a.ints[spread_at], wait + a.ints[spread_at])
        a.ints[due] = min(a.now + max(1, wait), NEVER)
        if block and (guard is None or guard.holds(a)):
            block(a)

    return serve


# -- ops of behavior trees ----------------------------------------------------------------------------


def _op_ordered(p: _Program, r: int, row: Json) -> _Op:
    children = p.children(row)
    visits, halts = [p.visits[each] for each in children], [p.halts[each] for each in children]
    guards = [p.guards[each] for each in children]
    opens = [p.open_visits[each] for each in children]
    place, tried = p.place(row, "place"), p.place(row, "tried", "bytes")
    tested = p.place(row, "tested", "bytes", len(children)) if "tested" in row else None
    ending, keep = RESULTS[row["ending"]], row.get("keep", False)
    reactive, waits = row.get("reactive", False), row.get("yield", False)
    count, other = len(children), FAILURE if RESULTS[row["ending"]] == SUCCESS else SUCCESS
    p.starts_at_none = getattr(p, "starts_at_none", [])
    if not keep:
        p.starts_at_none.append(place)

    def enter(a: Agent) -> None:
        a.bytes[tried] = keep and a.ints[place] > 0
        if tested is not None:
            a.bytes[tested : tested + count] = bytes(count)

    def stop(a: Agent) -> None:
        a.bytes[tried] = 0
        if not keep:
            a.ints[place] = -1

    def aborting(a: Agent, running: int) -> int | None:
        if a.bytes[children[running]] != RUNNING:
            return None
        for n in range(running):
            guard = guards[n]
            if guard and guard.aborts:
                before = a.bytes[guard.last] if guard.last is not None else 0
                if guard.holds(a, False) and before != 2:
                    guard.let_in(a, a.reads)
                    halts[running](a)
                    return n
        return None

    def tick(a: Agent) -> int:
        ran = a.ints[place]
        n = 0 if reactive or ran < 0 else ran
        first = aborting(a, ran) if tested is not None and ran >= 0 else None
        if first is not None:
            n = first
        result = other
        while n < count:
            result = opens[n](a) if n == first else visits[n](a)
            if result == RUNNING:
                break
            if result == ending:
                break
            if result != SKIPPED:
                a.bytes[tried] = 1
                if waits and n + 1 < count:
                    n, result = n + 1, RUNNING
                    break
            n += 1
        if n == count:
            a.ints[place] = 0 if keep else -1
            result = other if a.bytes[tried] else SKIPPED
        else:
            a.ints[place] = n if keep or result == RUNNING else -1
        if result != RUNNING:
            a.bytes[tried] = 0
        if reactive and ran > n:
            halts[ran](a)
        return result

    return _Op(tick, enter, stop)


def _op_round_robin(p: _Program, r: int, row: Json) -> _Op:
    visits = [p.visits[each] for each in p.children(row)]
    place, start, tried = p.place(row, "place"), p.place(row, "start"), p.place(row, "tried", "bytes")

    def enter(a: Agent) -> None:
        a.ints[place] = a.ints[start]
        a.bytes[tried] = 0

    def tick(a: Agent) -> int:
        count, begin, n = len(visits), a.ints[start], a.ints[place]
        while True:
            a.ints[place] = n
            result = visits[n](a)
            if result == RUNNING:
                return RUNNING
            if result == SUCCESS:
                a.ints[start] = (n + 1) % count
                return SUCCESS
            if result == FAILURE:
                a.bytes[tried] = 1
            n = (n + 1) % count
            if n == begin:
                return FAILURE if a.bytes[tried] else SKIPPED

    return _Op(tick, enter)


def _op_pipeline_sequence(p: _Program, r: int, row: Json) -> _Op:
    children = p.children(row)
    furthest, tried = p.place(row, "furthest"), p.place(row, "tried", "bytes")

    def enter(a: Agent) -> None:
        a.ints[furthest] = a.bytes[tried] = 0

    def walk(a: Agent) -> int:
        last = SKIPPED
        for n, child in enumerate(children):
            result = p.visits[child](a)
            if result == RUNNING and n >= a.ints[furthest]:
                a.ints[furthest] = n
                return RUNNING
            if result in (SUCCESS, FAILURE):
                a.bytes[tried] = 1
            if result == FAILURE:
                return FAILURE
            if result != SKIPPED:
                last = result
        return SUCCESS if last == SKIPPED and a.bytes[tried] else last

    def tick(a: Agent) -> int:
        result = walk(a)
        if result != RUNNING:
            for child in children:
                p.halts[child](a)
        return result

    return _Op(tick, enter)


def _weights(p: _Program, r: int, row: Json) -> list[Eval] | None:
    given = row.get("weights")
    return None if given is None else [_parameter(p, r, each, "float") for each in given]


def _op_shuffled(p: _Program, r: int, row: Json) -> _Op:
    visits, weights = [p.visits[each] for each in p.children(row)], _weights(p, r, row)
    count, ending = len(visits), RESULTS[row["ending"]]
    other = FAILURE if ending == SUCCESS else SUCCESS
    place, tried, draws = p.place(row, "place"), p.place(row, "tried", "bytes"), p.place(row, "draws")
    order, stream = p.place(row, "order", count=count), row["stream"]

    def enter(a: Agent) -> None:
        a.ints[place] = a.bytes[tried] = 0
        left = list(range(count))
        if weights is None:
            for n in range(count - 1, 0, -1):
                k = a.draw_int(stream, draws, 0, n)
                left[n], left[k] = left[k], left[n]
        else:
            given, drawn = [weight(a) for weight in weights], []
            while len(left) > 1:
                found = a.draw_weighted(stream, draws, [given[each] for each in left])
                if found is None:
                    break
                drawn.append(left.pop(found))
            left = drawn + left
        a.ints[order : order + count] = left

    def tick(a: Agent) -> int:
        given = [weight(a) for weight in weights] if weights else None
        if given and not any(given):
            return FAILURE
        n, result = a.ints[place], SKIPPED
        while n < count:
            child = a.ints[order + n]
            result = visits[child](a) if given is None or given[child] > 0 else SKIPPED
            if result not in (RUNNING, SKIPPED):
                a.bytes[tried] = 1
            if result in (RUNNING, ending):
                break
            n += 1
        a.ints[place] = n
        if n < count:
            return result
        return other if a.bytes[tried] else SKIPPED

    return _Op(tick, enter)


def _op_random_child(p: _Program, r: int, row: Json) -> _Op:
    children, weights = p.children(row), _weights(p, r, row)
    chosen, draws, stream = p.place(row, "chosen"), p.place(row, "draws"), row["stream"]

    def enter(a: Agent) -> None:
        given = [weight(a) for weight in weights] if weights else [1.0] * len(children)
        found = a.draw_weighted(stream, draws, given)
        a.ints[chosen] = -1 if found is None else found

    def tick(a: Agent) -> int:
        n = a.ints[chosen]
        return FAILURE if n < 0 else p.visits[children[n]](a)

    return _Op(tick, enter)


def _op_parallel(p: _Program, r: int, row: Json) -> _Op:
    children = p.children(row)
    visits, halts, count = [p.visits[each] for each in children], [p.halts[c] for c in children], len(children)
    finished, needed = p.place(row, "finished", "bytes", count), p.place(row, "needed", count=2)
    thresholds = [_parameter(p, r, row.get(name, 0)) for name in ("success", "failure")]
    decide, again = row["decide"], row.get("again", False)
    chosen = row.get("chosen_children") or range(count)

    def enter(a: Agent) -> None:
        a.bytes[finished : finished + count] = bytes(count)
        for n, threshold in enumerate(thresholds):
            value = threshold(a)
            a.ints[needed + n] = {"any": 1, "all": -1}.get(value, value)

    def decided(a: Agent, latest: int) -> int:
        """Return the result, 0 for none yet."""
        ends = a.bytes[finished : finished + count]
        if decide == "all_ended" and 0 in ends:
            return 0
        counted = [ends[n] for n in chosen]
        most, of_all = (len(each) - each.count(SKIPPED) for each in (counted, ends))
        if not most:
            return SKIPPED
        success, failure = a.ints[needed : needed + 2]
        success = success if success >= 0 else most + 1 + success
        failure = max(1, failure if failure >= 0 else of_all + 1 + failure)
        good = counted.count(SUCCESS) >= success
        bad = ends.count(FAILURE) >= failure or most - counted.count(FAILURE) < success
        if good and bad:
            return SUCCESS if latest not in (0, FAILURE) else FAILURE
        return SUCCESS if good else FAILURE if bad else 0

    def tick(a: Agent) -> int:
        if again:
            a.bytes[finished : finished + count] = bytes(count)
        result = 0
        for n, visit in enumerate(visits, finished):
            if not a.bytes[n]:
                latest = visit(a)
                a.bytes[n] = 0 if latest == RUNNING else latest
                result = decided(a, latest) if decide == "each" else 0
                if result:
                    break
        result = result or decided(a, 0)
        if not result:
            return RUNNING
        for halt in halts:
            halt(a)
        return result

    return _Op(tick, enter)


def _op_simple_parallel(p: _Program, r: int, row: Json) -> _Op:
    first, *others = p.children(row)
    main, finished = p.place(row, "main", "bytes"), p.place(row, "finished", "bytes", len(others) + 1)
    again, delayed = row.get("again", False), row.get("delayed", False)

    def enter(a: Agent) -> None:
        a.bytes[main] = 0
        a.bytes[finished : finished + len(others) + 1] = bytes(len(others) + 1)

    def tick(a: Agent) -> int:
        result = a.bytes[main] or p.visits[first](a)
        if not a.bytes[main] and result != RUNNING:
            if result == SKIPPED or not delayed:
                for child in others:
                    p.halts[child](a)
                return result
            a.bytes[main] = result
        for n, child in enumerate(others, finished + 1):
            starts = (result == RUNNING and again) or (result != FAILURE and not a.bytes[n])
            if starts or a.bytes[child] == RUNNING:
                found = p.visits[child](a)
                if found != RUNNING:
                    a.bytes[n] = found
        return RUNNING if any(a.bytes[child] == RUNNING for child in others) else result

    return _Op(tick, enter)


def _op_utility(p: _Program, r: int, row: Json) -> _Op:
    children = p.children(row)
    scores = [_parameter(p, r, each) for each in row["scores"]]
    added, chosen = p.place(row, "added", "floats"), p.place(row, "chosen")
    inertia = _parameter(p, r, row.get("inertia", 0.0), "float")
    every_tick, onward = row.get("every_tick", False), row.get("next_on_failure", False)

    def enter(a: Agent) -> None:
        a.floats[added] = inertia(a)
        a.ints[chosen] = -1

    def best(a: Agent, dropped: set[int]) -> int:
        found, highest = -1, 0.0
        for n, score in enumerate(scores):
            if n in dropped:
                continue
            try:
                value = score(a)
            except _Failed as problem:
                a.fail(children[n], str(problem))
                continue
            value += a.floats[added] if n == a.ints[chosen] else 0.0
            if value == value and (found < 0 or value > highest):
                found, highest = n, value
        return found

    def tick(a: Agent) -> int:
        dropped: set[int] = set()
        while True:
            before = n = a.ints[chosen]
            if n < 0 or every_tick or dropped:
                n = best(a, dropped)
                if before not in (-1, n):
                    p.halts[children[before]](a)
                a.ints[chosen] = n
                if n < 0:
                    return FAILURE
            result = p.visits[children[n]](a)
            if result == RUNNING:
                return RUNNING
            a.ints[chosen] = -1
            if result != FAILURE or not onward:
                return result
            dropped.add(n)

    return _Op(tick, enter)


def _branch(p: _Program, a: Agent, children: Sequence[int], place: int, to: int | None) -> int:
    """Visit another child than before, which is halted; None for none."""
    before, after = a.ints[place], -1 if to is None else to
    if before not in (-1, after) and before < len(children):
        p.halts[children[before]](a)
    a.ints[place] = after
    return FAILURE if not 0 <= after < len(children) else p.visits[children[after]](a)


def _op_if_else(p: _Program, r: int, row: Json) -> _Op:
    children, branch, reactive = p.children(row), p.place(row, "branch"), row.get("reactive", False)

    def enter(a: Agent) -> None:
        a.ints[branch] = -1

    def tick(a: Agent) -> int:
        to = a.ints[branch]
        if reactive or to < 0:
            result = p.visits[children[0]](a)
            if result == RUNNING:
                return RUNNING
            to = 1 if result == SUCCESS else 2
        return _branch(p, a, children, branch, to)

    return _Op(tick, enter)


def _skipping(cases: Sequence[Any], default: int | None) -> list[tuple[int, Any]]:
    """Return entries with the places of their branches: that of the default is left out."""
    return [(n if default is None or n < default else n + 1, each) for n, each in enumerate(cases)]


def _case(value: Any, cases: Sequence[tuple[int, Any]], default: int | None) -> int | None:
    return next((n for n, case in cases if case is not None and case == value), default)


def _op_switch(p: _Program, r: int, row: Json) -> _Op:
    children, chosen, default = p.children(row), p.place(row, "chosen"), row.get("default")
    value = _parameter(p, r, row.get("value"))
    cases = _skipping([_plain(each) for each in row.get("cases", [])], default)

    def enter(a: Agent) -> None:
        a.ints[chosen] = -1

    return _Op(lambda a: _branch(p, a, children, chosen, _case(value(a), cases, default)), enter)


def _op_try_recover(p: _Program, r: int, row: Json) -> _Op:
    first, second = (p.visits[each] for each in p.children(row))
    left, recovering = p.place(row, "left"), p.place(row, "recovering", "bytes")
    attempts, same_tick = _parameter(p, r, row.get("attempts", 0)), row.get("same_tick", False)

    def enter(a: Agent) -> None:
        a.ints[left] = attempts(a)
        a.bytes[recovering] = 0

    def tick(a: Agent) -> int:
        while True:
            if not a.bytes[recovering]:
                result = first(a)
                if result != FAILURE or not a.ints[left]:
                    return result
                a.bytes[recovering] = 1
            result = second(a)
            if result != SUCCESS:
                return RUNNING if result == RUNNING else FAILURE
            a.ints[left] -= 1
            a.bytes[recovering] = 0
            if not same_tick:
                return RUNNING

    return _Op(tick, enter)


def _only(p: _Program, row: Json) -> int:
    (child,) = p.children(row)
    return child


def _op_map_result(p: _Program, r: int, row: Json) -> _Op:
    visit = p.visits[_only(p, row)]
    mapped = [IDLE, RUNNING, RESULTS[row["on_success"]], RESULTS[row["on_failure"]], SKIPPED]
    return _Op(lambda a: mapped[visit(a)])


def _op_loop(p: _Program, r: int, row: Json) -> _Op:
    visit, done, limit = p.visits[_only(p, row)], p.place(row, "done"), p.place(row, "limit")
    count = _parameter(p, r, row["count"]) if row.get("count") is not None else None
    again_on, ends_with, counted_out = (RESULTS[row[n]] for n in ("again_on", "ends_with", "counted_out"))
    any_end, same_tick = row.get("any_end", False), row.get("same_tick", False)

    def enter(a: Agent) -> None:
        a.ints[limit] = count(a) if count else -1
        a.ints[done] = 0

    def tick(a: Agent) -> int:
        if a.ints[limit] == 0:
            return counted_out
        while True:
            result = visit(a)
            if result in (RUNNING, SKIPPED):
                return result
            if result != again_on and not any_end:
                return ends_with
            if a.ints[limit] != -1:
                a.ints[done] += 1
                if a.ints[done] >= a.ints[limit]:
                    return counted_out
            if not same_tick:
                return RUNNING

    return _Op(tick, enter)


def _op_for_each(p: _Program, r: int, row: Json) -> _Op:
    child, at = _only(p, row), p.place(row, "at")
    taken, item = p.variables[row["taken"]], p.variables[row["item"]]
    query, of = row.get("query"), _parameter(p, r, row.get("of", ""))
    source = p.variables[row["list"]].reader() if row.get("list") is not None else None
    goes_on, visit = row.get("goes_on", False), p.visits[child]

    def enter(a: Agent) -> None:
        if source:
            taken.write(a, source(a))
        else:
            about = of(a)
            try:
                found = list(a.minds.queries[query](a.id, about))
                taken.write(a, _fit(taken.type, found[: taken.most]))
            except Exception as problem:
                raise _Failed(f"query {query} of {about} failed: {problem!r}") from problem
        a.ints[at] = 0

    def stop(a: Agent) -> None:
        taken.write(a, [])
        a.ints[at] = 0

    def tick(a: Agent) -> int:
        for n in range(a.ints[at], a.ints[taken.length]):
            a.ints[at] = n
            if a.bytes[child] != RUNNING:
                item.write(a, taken.read_item(a, n))
            result = visit(a)
            if result == RUNNING:
                return RUNNING
            if result == FAILURE and not goes_on:
                stop(a)
                return FAILURE
        stop(a)
        return SUCCESS

    return _Op(tick, enter, stop)


def _sets_due(p: _Program, r: int, row: Json, name: str) -> Do:
    place, ticks = p.place(row, name), _ticks(p, r, row.get("seconds", 0))

    def enter(a: Agent) -> None:
        a.ints[place] = min(a.now + ticks(a), NEVER)

    return enter


def _op_timeout(p: _Program, r: int, row: Json) -> _Op:
    child, due = _only(p, row), p.place(row, "due")

    def tick(a: Agent) -> int:
        if a.now < a.ints[due]:
            return p.visits[child](a)
        p.halts[child](a)
        return FAILURE

    return _Op(tick, _sets_due(p, r, row, "due"))


def _op_delay(p: _Program, r: int, row: Json) -> _Op:
    visit, due = p.visits[_only(p, row)], p.place(row, "due")
    return _Op(lambda a: RUNNING if a.now < a.ints[due] else visit(a), _sets_due(p, r, row, "due"))


def _op_cooldown(p: _Program, r: int, row: Json) -> _Op:
    visit, ready, length = p.visits[_only(p, row)], p.place(row, "ready"), p.place(row, "length")
    ticks, refused = _ticks(p, r, row.get("seconds", 0)), RESULTS[row["refused"]]
    after = [RESULTS[each] for each in row["after"]] if row.get("after") is not None else None
    start_cooled = row.get("start_cooled", False)

    def refuse(a: Agent) -> int | None:
        if start_cooled and not a.ints[ready]:
            a.ints[ready] = min(a.now + ticks(a), NEVER)
        return refused if a.ints[ready] > a.now else None

    def enter(a: Agent) -> None:
        a.ints[length] = ticks(a)

    def cool(a: Agent) -> None:
        a.ints[ready] = min(a.now + a.ints[length], NEVER)

    def tick(a: Agent) -> int:
        result = visit(a)
        if result != RUNNING and (after is None or result in after):
            cool(a)
        return result

    return _Op(tick, enter, cool if after is None else None, refuse)


def _op_rate_limit(p: _Program, r: int, row: Json) -> _Op:
    child, waits, ticks = _only(p, row), row.get("waits", False), _ticks(p, r, row.get("seconds", 0))
    visit, next_start, last = p.visits[child], p.place(row, "next_start"), p.place(row, "last", "bytes")
    length = p.place(row, "length") if waits else -1
    between = RESULTS[row["between"]] if row.get("between") else None

    def refuse(a: Agent) -> int | None:
        if a.now >= a.ints[next_start]:
            return None
        return between or a.bytes[last] or FAILURE

    def enter(a: Agent) -> None:
        if waits:
            a.ints[length] = ticks(a)
        else:
            a.ints[next_start] = min(a.now + ticks(a), NEVER)

    def tick(a: Agent) -> int:
        if waits and a.bytes[child] != RUNNING:
            if a.now < a.ints[next_start]:
                return RUNNING
            a.ints[next_start] = min(a.now + a.ints[length], NEVER)
        result = visit(a)
        if result != RUNNING:
            a.bytes[last] = result
        return result

    return _Op(tick, enter, None, None if waits else refuse)


def _op_run_limit(p: _Program, r: int, row: Json) -> _Op:
    visit, count = p.visits[_only(p, row)], _parameter(p, r, row.get("count", 0))
    done, last = p.place(row, "done"), p.place(row, "last", "bytes")
    afterwards = RESULTS[row["afterwards"]] if row.get("afterwards") else None
    counted = [RESULTS[each] for each in row.get("counted", [])]

    def refuse(a: Agent) -> int | None:
        return (afterwards or a.bytes[last] or SKIPPED) if a.ints[done] >= count(a) else None

    def tick(a: Agent) -> int:
        result = visit(a)
        if result in (SUCCESS, FAILURE):
            a.bytes[last] = result
            a.ints[done] += result in counted
        return result

    return _Op(tick, None, None, refuse)


def _op_probability(p: _Program, r: int, row: Json) -> _Op:
    visit, chance = p.visits[_only(p, row)], _parameter(p, r, row.get("chance", 0.0), "float")
    hit, draws, stream = p.place(row, "hit", "bytes"), p.place(row, "draws"), row["stream"]
    refused = RESULTS[row["refused"]]

    def enter(a: Agent) -> None:
        probability = chance(a)
        a.bytes[hit] = a.draw(stream, draws) / 2**32 < probability

    return _Op(lambda a: visit(a) if a.bytes[hit] else refused, enter)


def _op_pass(p: _Program, r: int, row: Json) -> _Op:
    return _Op(p.visits[_only(p, row)])


def _op_fixed(p: _Program, r: int, row: Json) -> _Op:
    result = RESULTS[row["result"]]
    return _Op(lambda a: result)


def _op_test(p: _Program, r: int, row: Json) -> _Op:
    test, otherwise = _expression(p, r, row["test"]), RESULTS[row["otherwise"]]
    if not any(n in p.triggers for n in _reads(row["test"])):
        return _Op(lambda a: SUCCESS if test(a) else otherwise)

    def tick(a: Agent) -> int:
        a.reads = []
        if not test(a):
            return otherwise
        for place in a.reads:
            a.bytes[place] = 0
        return SUCCESS

    return _Op(tick)


def _op_block(p: _Program, r: int, row: Json) -> _Op:
    block = _block(p, r, row.get("block"))

    def tick(a: Agent) -> int:
        if block:
            block(a)
        return SUCCESS

    return _Op(tick)


def _op_log(p: _Program, r: int, row: Json) -> _Op:
    message = _parameter(p, r, row.get("message"))

    def tick(a: Agent) -> int:
        message(a)
        return SUCCESS

    return _Op(tick)


def _op_wait(p: _Program, r: int, row: Json) -> _Op:
    due, draws, stream = p.place(row, "due"), row.get("draws"), row.get("stream", 0)
    ticks, jitter = (_ticks(p, r, row.get(name, 0)) for name in ("seconds", "jitter"))

    def enter(a: Agent) -> None:
        length, spread = ticks(a), jitter(a)
        if spread:
            length = max(0, a.draw_int(stream, draws, length - spread, length + spread))
        a.ints[due] = min(a.now + length, NEVER)

    return _Op(lambda a: RUNNING if a.now < a.ints[due] else SUCCESS, enter)


def _op_action(p: _Program, r: int, row: Json) -> _Op:
    name, entered, begun = row["action"], p.place(row, "entered"), p.place(row, "begun", "bytes")
    arguments = _arguments(p, r, name, row.get("arguments", {}))

    def enter(a: Agent) -> None:
        a.ints[entered] = a.now
        a.bytes[begun] = 0

    def tick(a: Agent) -> int:
        action, given = a.minds.actions[name], arguments(a, False)
        context = Context(a, r, a.ints[entered])
        if not a.bytes[begun]:
            a.bytes[begun] = 1
            if action.enter:
                action.enter(context, given)
        a.filed[r] = []
        return action.tick(context, given)

    def stop(a: Agent) -> None:
        if a.bytes[begun]:
            halt = a.minds.actions[name].halt
            if halt:
                halt(Context(a, r, a.ints[entered]), arguments(a, True))
        a.filed.pop(r, None)

    return _Op(tick, enter, stop)


def _op_call(p: _Program, r: int, row: Json) -> _Op:
    bind, visit = _bindings(p, r, row.get("bindings", [])), p.visits[_only(p, row)]

    def tick(a: Agent) -> int:
        if bind:
            bind(a)
        return visit(a)

    return _Op(tick, _writes(p, row.get("fresh", [])))


# -- claims -------------------------------------------------------------------------------------------


class _Claim:
    """Be a claim or a release: know what it is about, and what it holds."""

    def __init__(self, p: _Program, row: Json) -> None:
        self.of = p
        node = row["place"]
        self.counts = _type_of(p, node) == "int"
        self.name = p.variables[node["variable"]].name if self.counts else ""
        self.entity = _expression(p, row["row"], node)
        self.claimed = p.place(row, "claimed", "objects") if row["op"] == "claim" else -1
        self.until: int | None = row.get("until")

    def thing(self, a: Agent) -> str | None:
        """Return what it is about now."""
        return self.name if self.counts else self.entity(a)

    def held_by(self, a: Agent, thing: str) -> bool:
        """Tell whether a claim of an agent holds a thing of this sort."""
        claims = a.mind.program.claims
        return any(each.counts == self.counts and a.objects[each.claimed] == thing for each in claims)

    def let_go(self, a: Agent) -> None:
        """Give up what it holds."""
        thing, a.objects[self.claimed] = a.objects[self.claimed], None
        if thing is not None and self.counts and not self.held_by(a, thing):
            a.minds.values[thing] = min(a.minds.values[thing] + 1, NEVER)

    def take(self, a: Agent) -> int:
        """Take a free place."""
        thing, held = self.thing(a), a.objects[self.claimed]
        if held is not None and held != thing:
            self.let_go(a)
        if thing is None:
            return FAILURE
        if not self.held_by(a, thing):
            if self.counts and a.minds.values[thing] <= 0:
                return FAILURE
            if not self.counts and any(self.held_by(other, thing) for other in a.minds):
                return FAILURE
            if self.counts:
                a.minds.values[thing] -= 1
        a.objects[self.claimed] = thing
        return SUCCESS

    def release(self, a: Agent) -> int:
        """Let all claims of the same thing go."""
        thing = self.thing(a)
        for each in self.of.claims:
            if thing is not None and each.counts == self.counts and a.objects[each.claimed] == thing:
                each.let_go(a)
        return SUCCESS


def _op_claim(p: _Program, r: int, row: Json) -> _Op:
    return _Op(_Claim(p, row).take)


def _op_release(p: _Program, r: int, row: Json) -> _Op:
    return _Op(_Claim(p, row).release)


# -- decision trees -----------------------------------------------------------------------------------

Answer = Callable[["Agent"], "int | None"]


def _op_decision_tree(p: _Program, r: int, row: Json) -> _Op:
    interval, current, due, evaluations = (
        p.place(row, name) for name in ("interval", "current", "due", "evaluations")
    )
    asked, leaves, pace = p.place(row, "asked", "bytes"), p.children(row, "leaves"), row.get("pace", {})
    places = {leaf: n for n, leaf in enumerate(leaves)}
    every, commit = _parameter(p, r, pace.get("every", 0)), pace.get("commit", False)
    nothing = RUNNING if pace.get("waits") else FAILURE
    rebound: list[list[Do]] = [[] for _ in leaves]
    for n, trees in enumerate(row.get("rebound", [])):
        binds = [_bindings(p, each["row"], each.get("bindings", [])) for each in trees]
        rebound[n] = [bind for bind in binds if bind]
    begin, decide = _decision(p, row)

    def enter(a: Agent) -> None:
        a.ints[interval] = every(a)
        a.ints[current], a.ints[due], a.bytes[asked] = -1, a.now, 0
        begin(a)

    def tick(a: Agent) -> int:
        n = a.ints[current]
        evaluated = (a.now >= a.ints[due] or a.bytes[asked] != 0) and not (
            commit and n >= 0 and a.bytes[leaves[n]] == RUNNING
        )
        picked = n
        if evaluated:
            wait = a.ints[interval]
            a.ints[due] = min(a.now + wait, NEVER) if wait else NEVER
            a.bytes[asked] = 0
            picked = places.get(decide(a), n)
            if n not in (-1, picked):
                p.halts[leaves[n]](a)
            a.ints[current] = picked
        if picked < 0:
            return nothing
        if picked == n:
            for bind in rebound[n]:
                bind(a)
        return p.visits[leaves[picked]](a)

    return _Op(tick, enter)


def _decision(p: _Program, row: Json) -> tuple[Do, Callable[[Agent], int]]:
    """Return what begins a new run of a decision tree, and what evaluates it: the row reached, -1 for none."""
    evaluations, top = p.place(row, "evaluations"), row["top"]
    seen = [p.place(p.rows[each], "seen") for each in row.get("random", [])]
    branches = [each.get("branches", []) for each in p.rows]

    def begin(a: Agent) -> None:
        a.ints[evaluations] = 0
        for place in seen:
            a.ints[place] = 0

    def decide(a: Agent) -> int:
        a.ints[evaluations] += 1
        a.evaluation = a.ints[evaluations]
        at = top
        for _ in branches:
            question = p.questions[at]
            if question is None:
                return at
            try:
                answer = question(a)
            except _Failed as problem:
                a.fail(at, str(problem))
                answer = None
            if not branches[at] and answer is not None:
                a.outcomes[at] = ANSWERED
                return at
            a.outcomes[at] = 1 if answer is None else 2 + answer
            if answer is None:
                return -1
            at = branches[at][answer]
        return -1

    return begin, decide


def _ask_test(p: _Program, r: int, row: Json) -> Answer:
    test, true, false = _expression(p, r, row["test"]), row.get("on_true"), row.get("on_false")
    return lambda a: true if test(a) else false


def _ask_ranges(p: _Program, r: int, row: Json) -> Answer:
    value = _expression(p, r, row["value"])
    bounds = [(each["upto"], each.get("closed", False)) for each in row.get("bounds", [])]

    def ask(a: Agent) -> int:
        found = value(a)
        for n, (upto, closed) in enumerate(bounds):
            if found < upto or (closed and found == upto):
                return n
        return len(bounds)

    return ask


def _ask_switch(p: _Program, r: int, row: Json) -> Answer:
    value, default = _expression(p, r, row["value"]), row.get("default")
    cases = _skipping([_plain(each) for each in row.get("cases", [])], default)
    return lambda a: _case(value(a), cases, default)


def _ask_first_of(p: _Program, r: int, row: Json) -> Answer:
    default = row.get("default")
    tests = _skipping(_all(p, r, row.get("tests", [])), default)
    return lambda a: next((n for n, test in tests if test(a)), default)


def _ask_table(p: _Program, r: int, row: Json) -> Answer:
    default, unique = row.get("default"), row.get("unique", False)
    cells = _skipping([_all(p, r, each) for each in row.get("cells", [])], default)

    def ask(a: Agent) -> int | None:
        hits = (n for n, tests in cells if all(test(a) for test in tests))
        found: int | None = next(hits, default)
        if unique and found != default and next(hits, None) is not None:
            raise _Failed("a second row of the table is true")
        return found

    return ask


def _ask_random(p: _Program, r: int, row: Json) -> Answer:
    weights = [_parameter(p, r, each, "float") for each in row["weights"]]
    seen, kept, drawn, due, draws = (p.place(row, n) for n in ("seen", "kept", "drawn", "due", "draws"))
    timeout, stream = row.get("timeout"), row["stream"]
    until = _parameter(p, r, timeout) if timeout is not None else None

    def ask(a: Agent) -> int | None:
        now, before = a.evaluation, a.ints[seen]
        if before and before == now - 1 and now < a.ints[due]:
            a.ints[seen] = now
            return a.ints[kept]
        found = a.draw_weighted(stream, draws, [weight(a) for weight in weights])
        if found is None:
            a.ints[draws] += 1
        else:
            a.ints[due] = min(now + until(a), NEVER) if until else NEVER
            a.ints[kept], a.ints[drawn] = found, now
            a.ints[seen] = now
        return found

    return ask


def _ask_tree(p: _Program, r: int, row: Json) -> Answer:
    bind = _bindings(p, r, row.get("bindings", []))

    def ask(a: Agent) -> int:
        if bind:
            bind(a)
        return 0

    return ask


def _answer_value(p: _Program, r: int, row: Json) -> Answer:
    value = _parameter(p, r, row.get("value"))

    def ask(a: Agent) -> int:
        value(a)
        return 0

    return ask


QUESTIONS: dict[str, Callable[[_Program, int, Json], Answer]] = {
    "ask_test": _ask_test,
    "ask_ranges": _ask_ranges,
    "ask_switch": _ask_switch,
    "ask_first_of": _ask_first_of,
    "ask_table": _ask_table,
    "ask_random": _ask_random,
    "ask_tree": _ask_tree,
    "ask_nothing": lambda p, r, row: lambda a: None,
    "answer_outcome": lambda p, r, row: lambda a: 0,
    "answer_value": _answer_value,
}

TREE_OPS: dict[str, Callable[[_Program, int, Json], _Op]] = {
    name[4:]: op for name, op in list(globals().items()) if name.startswith("_op_")
}
TREE_OPS["run"] = _op_call


# -- state machines -----------------------------------------------------------------------------------


@dataclass
class _Delayed:
    """Hold an event that waits for a time."""

    due: int
    machine: int
    state: int
    id: str
    event: Event


@dataclass
class _Pending:
    """Hold a transition that waits for its delay: with the event it was enabled by and its triggers."""

    transition: int
    since: int
    due: int
    event: Event | None
    armed: list[int]


class _Completion(NamedTuple):
    state: _State
    activation: int
    status: int


class _Pick(NamedTuple):
    """Hold a transition that was picked, with its event and the triggers that it consumes."""

    transition: _Transition
    event: Event | None
    reads: Sequence[int]


class _Transition:
    def __init__(self, p: _Program, row: Json) -> None:
        r = row["row"]
        self.row, self.source, self.events = r, row["source"], row.get("events", [])
        self.guard = _Test(p, r, row["guard"]) if row.get("guard") is not None else None
        self.targets: list[int] = row.get("targets", [])
        self.actions = _block(p, r, row.get("actions"))
        self.domain: int | None = row.get("domain")
        self.inner = row.get("internal", False) or row.get("interrupt", False)
        self.interrupt, self.reenter = row.get("interrupt", False), row.get("reenter", False)
        self.outcome, self.is_else = row.get("outcome"), row.get("else", False)
        self.weight, self.weight_key = _parameter(p, r, row.get("weight", 0.0), "float"), p.next_key(r)
        self.group: Json | None = p.groups[row["group"]] if row.get("group") is not None else None
        self.members: list[_Transition] = [self]
        self.after, self.cooldown, self.delay = (row.get(n) for n in ("after", "cooldown", "delay"))
        self.after_ticks = _ticks(p, r, self.after.get("time", 0)) if self.after else None
        self.cooldown_ticks = _ticks(p, r, self.cooldown.get("time", 0)) if self.cooldown else None
        self.delay_ticks = _ticks(p, r, self.delay.get("time", 0)) if self.delay else None
        self.jitter_ticks = _ticks(p, r, self.delay.get("jitter", 0)) if self.delay else None
        self.stream = row.get("stream", 0)
        self.keys = [p.next_key(r) for _ in range(3)]
        self.known: dict[str, bool] = {}

    def matches(self, name: str) -> bool:
        """Tell whether it is asked for an event, or for `tick` or `always`."""
        found = self.known.get(name)
        if found is None:
            words = [each for each in self.events if each not in ("tick", "always")]
            found = self.known[name] = (
                name in self.events
                if name in ("tick", "always")
                else any(word in ("*", name) or name.startswith(f"{word}.") for word in words)
            )
        return found


class _State:
    def __init__(self, p: _Program, row: Json) -> None:
        r = row["row"]
        self.row, self.end, self.kind, self.parent = r, row["end"], row["kind"], row["parent"]
        self.states: list[int] = row.get("states", [])
        self.compound = self.kind == "state" and bool(self.states)
        self.transitions: list[int] = row.get("transitions", [])
        self.interrupts: list[int] = row.get("interrupts", [])
        self.entry, self.update, self.exit, self.initial_actions = (
            _block(p, r, row.get(name)) for name in ("entry", "update", "exit", "initial_actions")
        )
        self.initial: list[int] = row.get("initial", [])
        self.transient = row.get("transient", False)
        self.status = RESULTS.get(row.get("status", ""), SUCCESS)
        self.histories: list[int] = row.get("histories", [])
        self.entered = p.place(row, "entered") if "entered" in row else -1
        self.activation = p.place(row, "activation") if "activation" in row else -1
        self.completed = p.place(row, "completed", "bytes") if "completed" in row else -1
        history = row.get("history") or {}
        self.places: list[list[int]] = history.get("places", [])
        self.default: list[int] = history.get("default", [])
        self.default_actions = _block(p, r, history.get("default_actions"))
        decision = row.get("decision")
        self.asks = _decision(p, p.rows[decision["tree"]]) if decision else None
        self.asks_with = _bindings(p, r, decision.get("bindings", [])) if decision else None
        activity = row.get("activity")
        self.activity: int = activity["row"] if activity else -1
        if activity:
            self.ended, self.loop = p.place(activity, "ended", "bytes"), activity.get("loop", False)
            self.bind, self.fresh = _bindings(p, r, activity.get("bindings", [])), _writes(p, activity.get("fresh", []))
            self.visit, self.halt = p.visits[self.activity], p.halts[self.activity]
            self.cleared = bytes(p.rows[self.activity]["end"] - self.activity)
            self.activity_end = p.rows[self.activity]["end"]


class _Run:
    """Hold what a machine keeps within one of its ticks."""

    def __init__(self) -> None:
        self.queue: list[Event | _Completion] = []
        self.told: set[int] = set()
        self.rounds = 0
        self.stopping = False
        self.final = 0
        self.entered: list[_State] = []


class _Machine:
    """Run a state machine."""

    def __init__(self, p: _Program, row: Json) -> None:
        self.p, self.row, self.end = p, row["row"], row["end"]
        self.entered = p.place(row, "entered")
        self.eventless = row.get("eventless", False)
        self.states = {n: _State(p, p.rows[n]) for n in row["all_states"]}
        self.order = list(self.states.values())
        self.histories = {n: _State(p, p.rows[n]) for n in self.history_rows(row)}
        self.transitions = {n: _Transition(p, p.rows[n]) for n in row.get("all_transitions", [])}
        for group in p.groups:
            members = [self.transitions[n] for n in group["members"] if n in self.transitions]
            if members:
                members[0].members = members
        self.own_transitions = [self.transitions[n] for n in row.get("transitions", [])]
        self.own_interrupts = [self.transitions[n] for n in row.get("interrupts", [])]
        self.initial: list[int] = row.get("initial", [])
        self.initial_actions = _block(p, self.row, row.get("initial_actions"))
        self.offers = {s.row: [self.transitions[n] for n in s.transitions] for s in self.order}
        self.alarms = {s.row: [self.transitions[n] for n in s.interrupts] for s in self.order}

    def history_rows(self, row: Json) -> list[int]:
        """Return the rows of all histories of the machine."""
        found = list(row.get("histories", []))
        for n in row["all_states"]:
            found += self.p.rows[n].get("histories", [])
        return found

    # -- the tick -----------------------------------------------------------------------------------

    def enter(self, a: Agent) -> None:
        """Forget what was."""
        a.ints[self.entered] = -1
        for history in self.histories.values():
            for _, place in history.places:
                a.bytes[place] = 0
        for each in self.transitions.values():
            if each.cooldown:
                a.ints[each.cooldown["ready_from"]] = 0
        self.forget(a)

    def forget(self, a: Agent) -> None:
        """Drop what waits in the machine."""
        a.delayed = [each for each in a.delayed if each.machine != self.row]
        a.pending.pop(self.row, None)

    def stop(self, a: Agent) -> None:
        """Exit all active states; what is raised meanwhile goes nowhere."""
        run = a.runs.get(self.row)
        if run:
            run.stopping = True
        for state in reversed(self.order):
            if a.bytes[state.row]:
                self.exit(a, state)
        self.forget(a)

    def tick(self, a: Agent) -> int:
        """Take the steps of a tick, each run to rest."""
        run = a.runs[self.row] = _Run()
        outer, a.event = a.event, None
        try:
            if a.ints[self.entered] == -1:
                self.start(a, run)
            else:
                self.take_events(a, run)
                self.poll(a, run)
            self.update(a, run)
            return RUNNING
        except _Over as over:
            return over.result
        finally:
            a.event = outer
            a.runs.pop(self.row, None)

    def start(self, a: Agent, run: _Run) -> None:
        """Enter the initial configuration."""
        self.begin(a, run)
        a.ints[self.entered] = a.now
        self.start_times(a, self.own_transitions + self.own_interrupts)
        if self.initial_actions:
            self.initial_actions(a)
        self.enter_states(a, run, [(self.row, n) for n in self.initial])
        self.end_if_final(a, run)
        self.rest(a, run)

    def take_events(self, a: Agent, run: _Run) -> None:
        """Take the delayed events that are due, then those of the agent."""
        due = [each for each in a.delayed if each.machine == self.row and each.due <= a.now]
        self.begin(a, run)
        self.rest(a, run)
        for each in sorted(due, key=lambda waiting: waiting.due):
            if any(each is waiting for waiting in a.delayed):
                a.delayed = [waiting for waiting in a.delayed if waiting is not each]
                self.macrostep(a, run, each.event)
        for event in a.events:
            self.macrostep(a, run, event)

    def poll(self, a: Agent, run: _Run) -> None:
        """Take what is polled: interrupts, other transitions, and those of transient states once more."""
        run.entered = []
        self.polled(a, run, True, None)
        self.polled(a, run, False, None)
        while True:
            fresh = {s.row for s in run.entered if s.transient and a.bytes[s.row]}
            if not fresh:
                break
            run.entered = []
            self.polled(a, run, False, fresh)

    def polled(self, a: Agent, run: _Run, interrupts: bool, only: set[int] | None) -> None:
        """Take a microstep of polled transitions, and run to rest."""
        if only is None:
            self.begin(a, run)
            self.recheck(a, interrupts)
        picks = self.select_interrupts(a, None) if interrupts else self.select_polled(a, run, only)
        if picks:
            self.microstep(a, run, picks, None)
        self.rest(a, run)

    def update(self, a: Agent, run: _Run) -> None:
        """Update the active states and tick their activities; take what comes of it."""
        self.begin(a, run)
        ended: list[_Completion] = []
        for state in [each for each in self.order if a.bytes[each.row]]:
            if state.update:
                state.update(a)
            if state.activity >= 0 and not a.bytes[state.ended]:
                result = self.tick_activity(a, state)
                if result in (SUCCESS, FAILURE):
                    a.bytes[state.ended] = not state.loop
                    ended.append(_Completion(state, a.ints[state.activation], result))
        raised, run.queue = run.queue, []
        for each in ended:
            if self.lives(a, each):
                self.begin(a, run)
                self.complete(a, run, each.state, each.status)
                self.macrostep(a, run, run.queue.pop(0))
        for event in raised:
            self.macrostep(a, run, event)
        if not ended and not raised:
            self.begin(a, run)
            self.rest(a, run)

    def tick_activity(self, a: Agent, state: _State) -> int:
        """Visit what a state does; a parameter that fails fails it."""
        if a.visits > MOST_VISITS:
            return RUNNING
        try:
            if state.bind:
                state.bind(a)
            return state.visit(a)
        except _Failed as problem:
            a.fail(state.row, str(problem))
        except _Spent:
            a.fail(state.activity, f"more than {MOST_VISITS} visits in a tick")
        state.halt(a)
        a.bytes[state.activity] = FAILURE
        a.outcomes[state.activity] = (a.outcomes[state.activity] & HALTED) | FAILURE
        return FAILURE

    # -- macrosteps ---------------------------------------------------------------------------------

    def begin(self, a: Agent, run: _Run) -> None:
        """Begin a macrostep."""
        run.told, run.rounds = set(), 0

    def count(self, a: Agent, run: _Run) -> None:
        """Count a round; one too many ends the machine's tick."""
        run.rounds += 1
        if run.rounds > self.p.rounds:
            a.fail(self.row, f"the machine does not come to rest in {self.p.rounds} rounds")
            run.queue.clear()
            raise _Over(RUNNING)

    def macrostep(self, a: Agent, run: _Run, item: Event | _Completion) -> None:
        """Take an event or a completion, and run to rest."""
        self.begin(a, run)
        self.react(a, run, item)
        self.rest(a, run)

    def rest(self, a: Agent, run: _Run) -> None:
        """Take eventless transitions, then queued events, until there are neither."""
        while True:
            picks = self.select_walks(a, "always", None) if self.eventless else []
            if picks:
                self.microstep(a, run, picks, None)
            elif run.queue:
                self.react(a, run, run.queue.pop(0))
            else:
                return

    def react(self, a: Agent, run: _Run, item: Event | _Completion) -> None:
        """Take an event or a completion."""
        if isinstance(item, _Completion):
            if not self.lives(a, item):
                return
            event = Event("done.success" if item.status == SUCCESS else "done.failure", {})
            a.event = event
            picks = self.select_own(a, item.state, event)
        else:
            event = a.event = item
            picks = self.select_event(a, event)
        self.microstep(a, run, picks, event)
        a.event = None

    def lives(self, a: Agent, item: _Completion) -> bool:
        """Tell whether a completion is of an activation that goes on."""
        return a.bytes[item.state.row] != 0 and a.ints[item.state.activation] == item.activation

    # -- selecting ----------------------------------------------------------------------------------

    def offer(self, a: Agent, entry: _Transition, word: str, event: Event | None, due: bool) -> _Pick | None:
        """Return what an entry offers in this selection; one with a delay becomes pending instead.

        `word` is the event's name, `tick` or `always`; with `due`, what is pending may take part.
        """
        if entry.row in a.asked:
            return a.asked[entry.row]
        a.asked[entry.row] = None
        if entry.delay is None:
            found = self.enabled(a, entry, word)
            if found:
                a.asked[entry.row] = self.drawn(a, entry, found, event)
            return a.asked[entry.row]
        waiting = a.pending.get(entry.source)
        if waiting is None:
            if self.enabled(a, entry, word):
                self.begin_pending(a, entry, event)
        elif due and waiting.transition == entry.row and a.now >= waiting.due:
            members: list[tuple[_Transition, float, Sequence[int]]] = [(entry, 1.0, a.rechecked.get(entry.row, ()))]
            if entry.group:
                a.event = waiting.event
                members = self.enabled_members(a, entry, waiting.armed)
                a.event = event
            if members:
                a.asked[entry.row] = self.drawn(a, entry, members, waiting.event)
        return a.asked[entry.row]

    def enabled(self, a: Agent, entry: _Transition, word: str) -> list[tuple[_Transition, float, Sequence[int]]]:
        """Return the members of an entry that are enabled, each with its weight and the triggers it read."""
        if not entry.matches(word):
            return []
        if entry.after is not None and a.now < a.ints[entry.after["enabled_from"]]:
            for member in entry.members:
                a.raise_outcome(member.row, NOT_NOW)
            return []
        return self.enabled_members(a, entry)

    def enabled_members(
        self, a: Agent, entry: _Transition, armed: Sequence[int] = ()
    ) -> list[tuple[_Transition, float, Sequence[int]]]:
        """Return the members that do not cool down, whose guard holds, and whose weight is not 0."""
        found: list[tuple[_Transition, float, Sequence[int]]] = []
        for member in entry.members:
            if member.cooldown and a.now < a.ints[member.cooldown["ready_from"]]:
                a.raise_outcome(member.row, NOT_NOW)
            elif not self.guard_holds(a, member, armed):
                a.raise_outcome(member.row, NOT_NOW)
            else:
                reads = a.reads if member.guard else ()
                weight = self.weight(a, member)
                a.raise_outcome(member.row, LOST)
                if weight > 0 or not entry.group:
                    found.append((member, weight, reads))
        return found

    def guard_holds(self, a: Agent, member: _Transition, armed: Sequence[int]) -> bool:
        """Tell whether a guard holds; of a choice with a decision also whether the answer fits."""
        if member.outcome is not None and a.choices.get(member.source) != member.outcome:
            return False
        return member.guard is None or member.guard.holds(a, armed)

    def weight(self, a: Agent, member: _Transition) -> float:
        """Return the weight of a member of a group; one that fails is 0."""
        if not member.group:
            return 1.0
        try:
            return float(member.weight(a))
        except _Failed as problem:
            a.fail(member.row, str(problem), member.weight_key)
            return 0.0

    def drawn(
        self,
        a: Agent,
        entry: _Transition,
        members: Sequence[tuple[_Transition, float, Sequence[int]]],
        event: Event | None,
    ) -> _Pick:
        """Draw a member of a group; anything else is itself."""
        n: int | None = 0
        if entry.group:
            stream = self.p.rows[entry.source].get("stream", 0)
            n = a.draw_weighted(stream, entry.group["draws"], [weight for _, weight, _ in members])
        member, _, reads = members[n or 0]
        return _Pick(member, event, reads)

    def begin_pending(self, a: Agent, entry: _Transition, event: Event | None) -> None:
        """Let an enabled entry wait for its delay."""
        reads = list(a.reads)
        try:
            ticks = entry.delay_ticks(a) if entry.delay_ticks else 0
            spread = entry.jitter_ticks(a) if entry.jitter_ticks else 0
            if spread and entry.delay:
                ticks = max(0, a.draw_int(entry.stream, entry.delay["draws"], ticks - spread, ticks + spread))
        except _Failed as problem:
            a.fail(entry.row, str(problem), entry.keys[0])
            return
        a.pending[entry.source] = _Pending(entry.row, a.now, min(a.now + ticks, NEVER), event, reads)
        for place in reads:
            a.bytes[place] = 0
        a.raise_outcome(entry.row, PENDING)

    def recheck(self, a: Agent, interrupts: bool) -> None:
        """Forget what is pending and must not be any more."""
        a.rechecked = {}
        for source, waiting in sorted(a.pending.items()):
            entry = self.transitions.get(waiting.transition)
            if entry is None or entry.interrupt != interrupts:
                continue
            if entry.delay and entry.delay.get("recheck"):
                a.event = waiting.event
                holds = [m for m in entry.members if m.guard is None or m.guard.holds(a, waiting.armed)]
                a.rechecked[entry.row] = a.reads
                a.event = None
                if not holds:
                    del a.pending[source]
                    a.raise_outcome(entry.row, NOT_NOW)
                    continue
            a.raise_outcome(entry.row, PENDING)

    def chain(self, state: _State) -> list[_State]:
        """Return a state and the states around it, inside out."""
        found = [state]
        while found[-1].parent in self.states:
            found.append(self.states[found[-1].parent])
        return found

    def atomic(self, a: Agent) -> list[_State]:
        """Return the active states without states in them."""
        return [each for each in self.order if a.bytes[each.row] and not each.states]

    def select_walks(self, a: Agent, word: str, event: Event | None) -> list[_Pick]:
        """Select for an event, or eventless: from each active atomic state to the machine."""
        a.asked = {}
        picks: list[_Pick] = []
        for leaf in self.atomic(a):
            if leaf.asks:
                self.decide(a, leaf)
            around = self.chain(leaf)
            lists = [*(self.offers[each.row] for each in around), self.own_transitions]
            offered = (self.offer(a, entry, word, event, False) for entries in lists for entry in entries)
            pick = next((each for each in offered if each), None)
            if pick and pick not in picks:
                picks.append(pick)
        return self.without_conflicts(a, picks, inner_wins=True)

    def select_event(self, a: Agent, event: Event) -> list[_Pick]:
        """Select for an event: interrupts and other transitions."""
        alarms = self.select_interrupts(a, event)
        picks = self.select_walks(a, event.name, event)
        for alarm in alarms:
            exits = self.exit_set(a, alarm.transition)
            picks = [
                each
                for each in picks
                if each.transition.source not in exits
                and not exits & self.exit_set(a, each.transition)
            ]
        return alarms + picks

    def select_own(self, a: Agent, state: _State, event: Event) -> list[_Pick]:
        """Select for a completion: the state's own transitions."""
        a.asked = {}
        offered = (self.offer(a, entry, event.name, event, False) for entry in self.offers[state.row])
        return [each for each in offered if each][:1]

    def select_interrupts(self, a: Agent, event: Event | None) -> list[_Pick]:
        """Select interrupts, outside in."""
        a.asked = {}
        picks: list[_Pick] = []
        owners = [self.own_interrupts, *(self.alarms[s.row] for s in self.order if a.bytes[s.row])]
        for entries in owners:
            offered = (self.offer(a, e, event.name if event else "tick", event, event is None) for e in entries)
            pick = next((each for each in offered if each), None)
            if pick is None:
                continue
            t = pick.transition
            if t.targets and not t.reenter and all(self.is_active(a, target) for target in t.targets):
                continue
            if not any(self.exit_set(a, t) & self.exit_set(a, other.transition) for other in picks):
                picks.append(pick)
        return picks

    def is_active(self, a: Agent, target: int) -> bool:
        """Tell whether a target is active, of a history all that it stands for."""
        return all(a.bytes[n] != 0 for n in self.stands_for(a, target))

    def select_polled(self, a: Agent, run: _Run, only: set[int] | None) -> list[_Pick]:
        """Select what is polled: from the machine to each active atomic state."""
        a.asked = {}
        picks: list[_Pick] = []
        skipped = {state.row for state in run.entered}
        for leaf in self.atomic(a):
            around = [s for s in reversed(self.chain(leaf)) if (s.row in only if only else s.row not in skipped)]
            lists = [*([] if only else [self.own_transitions]), *(self.offers[each.row] for each in around)]
            for entry in (entry for entries in lists for entry in entries):
                pick = self.offer(a, entry, "tick", None, True)
                if pick and pick not in picks:
                    picks.append(pick)
                if pick and pick.transition.targets:
                    break
        return self.without_conflicts(a, picks, inner_wins=False)

    def without_conflicts(self, a: Agent, picks: list[_Pick], *, inner_wins: bool) -> list[_Pick]:
        """Return the picks that are left where of two whose exit sets meet one wins."""
        kept: list[_Pick] = []
        for pick in picks:
            exits = self.exit_set(a, pick.transition)
            against = [each for each in kept if exits & self.exit_set(a, each.transition)]
            if all(self.beats(pick.transition, each.transition, inner_wins) for each in against):
                kept = [each for each in kept if each not in against] + [pick]
        return kept

    def beats(self, one: _Transition, other: _Transition, inner_wins: bool) -> bool:
        """Tell whether a transition beats one that was picked before."""
        inner, outer = (one, other) if inner_wins else (other, one)
        end = self.end if outer.source == self.row else self.states[outer.source].end
        return outer.source < inner.source < end

    def exit_set(self, a: Agent, t: _Transition) -> set[int]:
        """Return the rows of the states that a transition exits."""
        if not t.targets:
            return set()
        domain = self.domain(a, t)
        end = self.end if domain == self.row else self.states[domain].end
        return {each.row for each in self.order if domain < each.row < end and a.bytes[each.row]}

    def domain(self, a: Agent, t: _Transition) -> int:
        """Return the row of the state, or machine, below which a transition exits."""
        if t.domain is not None:
            return t.domain
        if t.source == self.row:
            return self.row
        targets = [n for target in t.targets for n in self.stands_for(a, target)]
        source, *around = self.chain(self.states[t.source])
        for state in [source, *around] if t.inner else around:
            if state.compound and all(state.row < n < state.end for n in targets):
                return state.row
        return self.row

    def stands_for(self, a: Agent, target: int) -> list[int]:
        """Return the states that a target is; a history is what it remembers, or its default."""
        history = self.histories.get(target)
        if history is None:
            return [target]
        found = [n for n, place in history.places if a.bytes[place]]
        return found or [n for each in history.default for n in self.stands_for(a, each)]

    def decide(self, a: Agent, choice: _State) -> None:
        """Ask the decision tree of a choice, once for each time it is entered."""
        if choice.row in a.choices or not choice.asks:
            return
        begin, decide = choice.asks
        begin(a)
        try:
            if choice.asks_with:
                choice.asks_with(a)
            reached = decide(a)
        except _Failed as problem:
            a.fail(choice.row, str(problem))
            reached = -1
        a.choices[choice.row] = self.p.rows[reached].get("outcome") if reached >= 0 else None

    # -- microsteps ---------------------------------------------------------------------------------

    def microstep(self, a: Agent, run: _Run, picks: list[_Pick], event: Event | None) -> None:
        """Take transitions together."""
        for pick in picks:
            for place in pick.reads:
                a.bytes[place] = 0
        self.count(a, run)
        leaving = set[int]().union(*(self.exit_set(a, pick.transition) for pick in picks))
        domains = [self.domain(a, pick.transition) for pick in picks]
        for n in sorted(leaving):
            for row in self.states[n].histories:
                for state, place in self.histories[row].places:
                    a.bytes[place] = a.bytes[state] != 0
        for n in sorted(leaving, reverse=True):
            self.exit(a, self.states[n])
        for pick in picks:
            a.event = pick.event
            self.act(a, pick.transition)
        a.event = event
        wanted = [(domain, n) for domain, pick in zip(domains, picks) for n in pick.transition.targets]
        self.enter_states(a, run, wanted)
        self.end_if_final(a, run)

    def act(self, a: Agent, t: _Transition) -> None:
        """Note that a transition is taken, and run its actions."""
        a.raise_outcome(t.row, TAKEN)
        a.taken.append(t.row)
        waiting = a.pending.get(t.source)
        entry = self.transitions[t.group["members"][0]] if t.group else t
        if waiting and waiting.transition == entry.row:
            del a.pending[t.source]
        if t.cooldown and t.cooldown_ticks:
            try:
                a.ints[t.cooldown["ready_from"]] = min(a.now + t.cooldown_ticks(a), NEVER)
            except _Failed as problem:
                a.fail(t.row, str(problem), t.keys[1])
                a.ints[t.cooldown["ready_from"]] = a.now
        if t.group and not t.targets and entry.after:
            after = entry.after
            a.ints[after["enabled_from"]] = min(a.now + a.ints[after["length"]], NEVER)
        if t.actions:
            t.actions(a)

    def enter_states(self, a: Agent, run: _Run, targets: Sequence[tuple[int, int]]) -> None:
        """Enter targets, what is around them below their domains, and what they need inside."""
        wanted: set[int] = set()
        defaults: dict[int, list[Do]] = {}

        def want(domain: int, target: int) -> None:
            history = self.histories.get(target)
            if history and not any(a.bytes[place] for _, place in history.places) and history.default_actions:
                blocks = defaults.setdefault(history.parent, [])
                if history.default_actions not in blocks:
                    blocks.append(history.default_actions)
            for n in self.stands_for(a, target):
                wanted.update(s.row for s in self.chain(self.states[n]) if s.row > domain)

        for domain, target in targets:
            want(domain, target)
        for owner in [each for each in defaults if each not in wanted]:
            for block in defaults.pop(owner):
                block(a)
        for state in self.order:
            if state.row not in wanted:
                continue
            by_default = state.compound and not wanted.intersection(state.states)
            if by_default:
                for target in state.initial:
                    want(state.row, target)
            elif state.kind == "parallel":
                wanted.update(state.states)
            self.enter_state(a, run, state)
            if by_default and state.initial_actions:
                state.initial_actions(a)
            for block in defaults.pop(state.row, []):
                block(a)

    def enter_state(self, a: Agent, run: _Run, state: _State) -> None:
        """Enter a state."""
        a.bytes[state.row], a.bytes[state.completed] = RUNNING, IDLE
        a.ints[state.entered] = a.now
        a.ints[state.activation] += 1
        a.choices.pop(state.row, None)
        if state.activity >= 0:
            a.bytes[state.ended] = 0
            if state.fresh:
                state.fresh(a)
        left = a.outcomes[state.row] in (EXITED, REENTERED)
        a.outcomes[state.row] = REENTERED if left else ENTERED
        run.entered.append(state)
        if state.entry:
            state.entry(a)
        self.start_times(a, self.offers[state.row] + self.alarms[state.row])
        if state.kind == "final":
            if state.parent == self.row:
                run.final = state.status
            else:
                self.complete(a, run, self.states[state.parent], state.status)

    def start_times(self, a: Agent, entries: Sequence[_Transition]) -> None:
        """Start the times after which transitions are enabled."""
        for entry in entries:
            if entry.after and entry.after_ticks:
                try:
                    length = entry.after_ticks(a)
                    enabled_from = min(a.now + length, NEVER)
                except _Failed as problem:
                    a.fail(entry.row, str(problem), entry.keys[2])
                    length = enabled_from = NEVER
                a.ints[entry.after["length"]], a.ints[entry.after["enabled_from"]] = length, enabled_from

    def complete(self, a: Agent, run: _Run, state: _State, status: int) -> None:
        """Complete a state, and a parallel one with the last of its regions."""
        a.bytes[state.completed] = status
        run.queue.append(_Completion(state, a.ints[state.activation], status))
        owner = self.states.get(state.parent)
        if owner and owner.kind == "parallel":
            regions = [a.bytes[self.states[n].completed] if a.bytes[n] else IDLE for n in owner.states]
            if all(regions):
                self.complete(a, run, owner, FAILURE if FAILURE in regions else SUCCESS)

    def exit(self, a: Agent, state: _State) -> None:
        """Exit a state."""
        a.pending.pop(state.row, None)
        a.delayed = [each for each in a.delayed if each.state != state.row]
        if state.activity >= 0:
            state.halt(a)
            a.bytes[state.activity : state.activity_end] = state.cleared
        if state.exit:
            state.exit(a)
        a.bytes[state.row] = IDLE
        a.outcomes[state.row] = PASSED if a.outcomes[state.row] == ENTERED else EXITED
        owner = self.states.get(state.parent)
        if owner and (state.kind == "final" or owner.kind == "parallel"):
            if owner.activity < 0 or not a.bytes[owner.ended]:
                a.bytes[owner.completed] = IDLE

    def end_if_final(self, a: Agent, run: _Run) -> None:
        """End the machine behind a microstep that entered a final state of its own."""
        if run.final:
            self.stop(a)
            raise _Over(run.final)


# -- agents -------------------------------------------------------------------------------------------


class _Acts(NamedTuple):
    """Hold an action of the game."""

    tick: Callable[[Context, Json], int]
    enter: Callable[[Context, Json], Any] | None = None
    halt: Callable[[Context, Json], None] | None = None


class Context:
    """Be what an action or a condition is told: who, where, since when; and what it may ask for."""

    __slots__ = ("mind", "now", "row", "since")

    def __init__(self, mind: Agent, row: int, since: int) -> None:
        self.mind, self.row, self.since, self.now = mind, row, since, mind.now

    @property
    def agent(self) -> str:
        """Return the agent's id."""
        return self.mind.id

    @property
    def elapsed(self) -> float:
        """Return the seconds since the action was entered."""
        return (self.now - self.since) * self.dt

    @property
    def dt(self) -> float:
        """Return the seconds of a tick."""
        return 1 / self.mind.minds.rate

    def effect(self, name: str, arguments: Json) -> None:
        """Ask the game to do something once."""
        self.mind.minds.effects.append(Effect(self.mind.id, name, arguments))

    def steer(self, behavior: str, arguments: Json, weight: float = 1.0, priority: int = 1) -> None:
        """Ask for steering in this tick."""
        request = Request(self.row, behavior, arguments, float(weight), int(priority))
        self.mind.filed.setdefault(self.row, []).append(request)


def _result(name: str, given: Any) -> int:
    """Return the result of an action's tick as a number."""
    if given is True or given is False:
        return SUCCESS if given else FAILURE
    if given not in ("success", "failure", "running"):
        raise MindError(f'action {name} gave {given!r}: give "success", "failure", "running", True or False')
    return RESULTS[given]


class _Careful:
    """Do an action of the game: what is thrown in it is FAILURE."""

    def __init__(self, name: str, action: Any) -> None:
        self.name = name
        if isinstance(action, type) or not (callable(action) or hasattr(action, "tick")):
            raise MindError(f"action {name}: give a function, or an object with enter, tick and halt")
        self.act = getattr(action, "tick", action)
        self.enter_act, self.halt_act = getattr(action, "enter", None), getattr(action, "halt", None)
        self.enter = self.do_enter if self.enter_act else None
        self.halt = self.do_halt if self.halt_act else None

    def do_enter(self, context: Context, arguments: Json) -> None:
        """Let it begin."""
        try:
            if self.enter_act:
                self.enter_act(context, arguments)
        except Exception as problem:
            raise _Failed(f"{self.name} failed: {problem!r}") from problem

    def tick(self, context: Context, arguments: Json) -> int:
        """Tick it."""
        try:
            return _result(self.name, self.act(context, arguments))
        except Exception as problem:
            context.mind.fail(context.row, f"{self.name} failed: {problem!r}")
            return FAILURE

    def do_halt(self, context: Context, arguments: Json) -> None:
        """Let it halt."""
        try:
            if self.halt_act:
                self.halt_act(context, arguments)
        except Exception as problem:
            context.mind.fail(context.row, f"{self.name} failed in its halt: {problem!r}")


def steering(context: Context, arguments: Json) -> str:
    """Be an action that asks for steering under its own name with its arguments, and runs on."""
    name = context.mind.mind.program.rows[context.row]["action"]
    given = {each: value for each, value in arguments.items() if each not in ("weight", "priority")}
    context.steer(name, given, arguments.get("weight", 1.0), arguments.get("priority", 1))
    return "running"


class Mind:
    """Be a program that was read; any number of agents can think with it."""

    def __init__(self, data: Json, names: Json | None = None) -> None:
        self.hash: str = data.get("hash", "")
        self.program = _Program(data)
        self.rate = self.program.rate
        self.needs: Json = self.program.needs
        self.nodes: list[str] = [each[1] for each in names["rows"]] if names else []
        self.own = {v.name: v for v in self.program.variables if v.scope == "agent"}
        self.shared = {v.name: v for v in self.program.variables if v.scope == "world"}

    @staticmethod
    def parse(text: str | bytes, names: str | bytes | None = None) -> Mind:
        """Read a program from the text of `X.runtime.json`, with that of `X.names.json` or without.

        Raises MindError where it is none, of another version, damaged, or asks for what is not known here.
        """
        try:
            data, given = json.loads(text), json.loads(names) if names else None
        except ValueError as problem:
            raise MindError(f"This is no JSON: {problem}") from problem
        if not isinstance(data, dict) or data.get("format") != "mindloom-runtime":
            raise MindError("This is no program of Mindloom: its format is not mindloom-runtime.")
        version = data.get("version")
        if version != 2 or "uses" not in data:
            old = version in (1, 2)
            word = "Export the document again: mindloom export NAME.mind.json" if old else "Take a newer executor"
            raise MindError(f"The export is of version {1 if old else version}. {word}.")
        known = {"functions": FUNCTIONS, "lines": LINES, "ops": [*TREE_OPS, *QUESTIONS, "machine", "state", "transition"]}
        for sort, names_known in known.items():
            for name in data["uses"].get(sort, []):
                if name not in names_known:
                    raise MindError(f"The export uses {name} ({sort}), which this executor lacks. Take a newer one.")
        if given is not None and given.get("program") != data.get("hash"):
            raise MindError("The names are of another export. Export the document again.")
        try:
            return Mind(data, given)
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as problem:
            if isinstance(problem, MindError):
                raise
            raise MindError(f"The export is damaged: {problem!r}") from problem


def _event_json(event: Event) -> Json:
    return {"name": event.name, **({"fields": to_json(event.fields)} if event.fields else {})}


def _floats(data: Json) -> list[float]:
    return [_from_json("float", each) for each in data.get("floats", [])]


class Agent:
    """Be one agent that thinks with a mind: four arrays, and what waits."""

    def __init__(self, minds: Minds, agent: str, mind: Mind) -> None:
        self.minds, self.id, self.mind = minds, agent, mind
        self.key = fmix(fmix(minds.seed) ^ fnv1a(agent))
        self.streams: dict[int, int] = {}
        self.writes: list[tuple[str, Any]] = []
        self.sent: list[Sent] = []
        self.posted: list[Event] = []
        self.make_new()

    def make_new(self) -> None:
        """Make all memory as that of a fresh agent."""
        p = self.mind.program
        sizes = p.sizes
        self.bytes = bytearray(sizes.get("bytes", 0))
        self.ints = [0] * sizes.get("ints", 0)
        self.floats = [0.0] * sizes.get("floats", 0)
        self.objects: list[Any] = [None] * sizes.get("objects", 0)
        for place in getattr(p, "starts_at_none", []):
            self.ints[place] = -1
        self.outcomes = bytearray(len(p.rows))
        self.now = self.minds.tick_now
        self.ahead = self.quiet = self.visits = self.evaluation = 0
        self.ended, self.status, self.final = False, IDLE, -1
        self.event: Event | None = None
        self.events: list[Event] = []
        self.reads: list[int] = []
        self.held: Iterable[int] = ()
        self.errors: list[Problem] = []
        self.answers: dict[Any, bool | str] = {}
        self.runs: dict[int, _Run] = {}
        self.delayed: list[_Delayed] = []
        self.pending: dict[int, _Pending] = {}
        self.asked: dict[int, _Pick | None] = {}
        self.choices: dict[int, str | None] = {}
        self.rechecked: dict[int, Sequence[int]] = {}
        self.taken: list[int] = []
        self.filed: dict[int, list[Request]] = {}
        self.requests: list[Request] = []
        if p.fresh:
            p.fresh(self)

    # -- what closures ask ----------------------------------------------------------------------------

    def fail(self, row: int, message: str, key: int = 0) -> None:
        """Note what went wrong; in a machine's own code it raises an event, once per macrostep."""
        nodes = self.mind.nodes
        self.errors.append(Problem(row, nodes[row] if row < len(nodes) else "", message))
        machine = self.mind.program.rows[row].get("machine") if key else None
        run = self.runs.get(machine) if machine is not None else None
        if run and not run.stopping and key not in run.told:
            run.told.add(key)
            run.queue.append(Event("error.execution", {}))

    def raise_in(self, machine: int, event: Event) -> None:
        """Hand an event to a machine."""
        run = self.runs.get(machine)
        if run and not run.stopping:
            run.queue.append(event)

    def raise_outcome(self, row: int, outcome: int) -> None:
        """Note the strongest of what happened to a transition."""
        if self.outcomes[row] < outcome:
            self.outcomes[row] = outcome

    def arm(self, trigger: _Trigger, how: int) -> None:
        """Arm a trigger: 1 from outside, 2 by a line."""
        self.bytes[trigger.place] = how
        if trigger.ticks and trigger.until is not None:
            self.ints[trigger.until] = min(self.now + trigger.ticks, NEVER)

    def draw(self, stream: int, place: int) -> int:
        """Return the next draw of a stream, counted in an int."""
        n = self.ints[place]
        self.ints[place] = n + 1
        key = self.streams.get(stream)
        if key is None:
            key = self.streams[stream] = fmix(self.key + 0x9E3779B9 * stream)
        return fmix(key ^ (n * 0x27D4EB2F & MASK))

    def draw_int(self, stream: int, place: int, low: int, high: int) -> int:
        """Draw an int from low to high."""
        if high < low:
            raise _Failed(f"there is no int from {low} to {high}")
        return low + (self.draw(stream, place) * (high - low + 1) >> 32)

    def draw_weighted(self, stream: int, place: int, weights: Sequence[float]) -> int | None:
        """Draw a place by weight; None, and no draw, where they add up to 0."""
        total = 0.0
        for weight in weights:
            total += weight
        if total <= 0:
            return None
        limit, running, last = self.draw(stream, place) / 2**32 * total, 0.0, 0
        for n, weight in enumerate(weights):
            running += weight
            if running > limit:
                return n
            last = n if weight > 0 else last
        return last

    # -- what the game does ---------------------------------------------------------------------------

    def set(self, name: str, value: Any) -> None:
        """Write a variable of the agent by its name."""
        variable = self._variable(name)
        fitted = _fit(variable.type, value)
        if variable.type == "float" and not math.isfinite(fitted):
            raise MindError(f"{value} cannot be written to {name}: it is not finite")
        if variable.type == "trigger" and value:
            number = self.mind.program.variables.index(variable)
            self.arm(self.mind.program.triggers[number], 1)
        else:
            variable.write(self, fitted)

    def get(self, name: str) -> Any:
        """Return a variable of the agent by its name."""
        return self._variable(name).reader()(self)

    @property
    def variables(self) -> Json:
        """Return all variables of the agent by name."""
        return {name: self.get(name) for name in self.mind.own}

    def _variable(self, name: str) -> _Variable:
        if name not in self.mind.own:
            raise MindError(f"{self.id} has no variable {name}; it has {', '.join(sorted(self.mind.own))}")
        return self.mind.own[name]

    def post(self, name: str, payload: Mapping[str, Any] | None = None) -> None:
        """Post an event for the next tick."""
        events = self.mind.needs.get("events", {})
        if name not in events:
            raise MindError(f"{self.id} has no event {name}; it has {', '.join(sorted(events))}")
        fields, given = events[name].get("payload", {}), dict(payload or {})
        if set(fields) != set(given):
            raise MindError(f"event {name} has the fields {', '.join(sorted(fields)) or 'none'}, not {sorted(given)}")
        self.posted.append(Event(name, {field: _fit(fields[field], given[field]) for field in given}))

    def halt(self) -> None:
        """Halt what runs; the agent does nothing more until it is restarted."""
        self.now = self.minds.tick_now + self.ahead
        if not self.ended:
            self.mind.program.halts[0](self)
            self._end()

    def restart(self) -> None:
        """Begin as if just added."""
        self.halt()
        self.posted, self.sent, self.writes = [], [], []
        self.make_new()

    def _end(self) -> None:
        self.ended = True
        self.posted, self.delayed, self.pending, self.requests = [], [], {}, []
        for claim in self.mind.program.claims:
            claim.let_go(self)

    @property
    def active_states(self) -> list[str | int]:
        """Return the active states in document order: their ids, or row numbers without names."""
        rows = [n for n, row in enumerate(self.mind.program.rows) if row["op"] == "state" and self.bytes[n]]
        return [self.mind.nodes[n] if self.mind.nodes else n for n in rows]

    # -- saves ----------------------------------------------------------------------------------------

    def save(self) -> Json:
        """Return all that the agent remembers between two ticks, as JSON data."""
        data: Json = {
            "bytes": self.bytes.hex(),
            "ints": list(self.ints),
            "floats": to_json(self.floats),
            "objects": list(self.objects),
            "ended": self.ended,
            "posted": [_event_json(event) for event in self.posted],
            "delayed": [{**vars(each), "event": _event_json(each.event)} for each in self.delayed],
            "pending": [
                {**vars(each), "source": source, "event": _event_json(each.event) if each.event else None}
                for source, each in sorted(self.pending.items())
            ],
            "requests": [self._request_json(each) for each in self.requests],
            "quiet": self.quiet,
            "ahead": self.ahead,
        }
        data = {name: value for name, value in data.items() if value}
        if self.final >= 0:
            data["final"] = self.final
        return {**data, "mind": self.mind.hash, "check": self._check(self.bytes.hex(), self.ints)}

    def _check(self, memory: str, ints: Sequence[int]) -> int:
        return fnv1a(f"{self.mind.hash}|{memory}|{','.join(map(str, ints))}")

    def _request_json(self, request: Request) -> Json:
        given = request._asdict()
        stream = self.mind.program.rows[request.row].get("stream", 0)
        return {**given, "arguments": to_json(request.arguments), "weight": to_json(request.weight), "stream": stream}

    def restore(self, data: Json) -> None:
        """Remember what was saved of an agent with the same mind; raise MindError for anything else."""
        if data.get("mind") != self.mind.hash:
            raise MindError("The save is of another mind, or of another version of it.")
        try:
            memory, ints = data.get("bytes", ""), data.get("ints", [])
            if data.get("check") != self._check(memory, ints):
                raise MindError("The save is damaged: its check does not fit.")
            self.make_new()
            made = (bytearray.fromhex(memory), list(ints), _floats(data), list(data.get("objects", [])))
            if [len(each) for each in made] != [len(each) for each in (self.bytes, self.ints, self.floats, self.objects)]:
                raise MindError("The save is damaged: its memory has another size.")
            self.bytes, self.ints, self.floats, self.objects = made
            self.ended, self.quiet = data.get("ended", False), data.get("quiet", 0)
            self.ahead, self.final = data.get("ahead", 0), data.get("final", -1)
            self.posted = [self._event(each) for each in data.get("posted", [])]
            self.delayed = [
                _Delayed(each["due"], each["machine"], each["state"], each.get("id", ""), self._event(each["event"]))
                for each in data.get("delayed", [])
            ]
            for each in data.get("pending", []):
                event = self._event(each["event"]) if each.get("event") else None
                waiting = _Pending(each["transition"], each["since"], each["due"], event, each.get("armed", []))
                self.pending[each["source"]] = waiting
            self.requests = [self._request(each) for each in data.get("requests", [])]
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            if isinstance(problem, MindError):
                raise
            raise MindError(f"The save is damaged: {problem!r}.") from problem

    def _event(self, data: Json) -> Event:
        types = self.mind.needs.get("events", {}).get(data["name"], {}).get("payload", {})
        fields = data.get("fields", {})
        return Event(data["name"], {name: _from_json(types.get(name), value) for name, value in fields.items()})

    def _request(self, data: Json) -> Request:
        action = self.mind.program.rows[data["row"]]["action"]
        types = {each["name"]: each["type"] for each in self.mind.needs["actions"][action].get("parameters", [])}
        arguments = {name: _from_json(types.get(name), value) for name, value in data.get("arguments", {}).items()}
        return Request(
            data["row"], data["behavior"], arguments, _from_json("float", data["weight"]), data.get("priority", 0)
        )

    # -- the tick -------------------------------------------------------------------------------------

    def tick(self) -> int:
        """Tick once (Minds.tick does); return the result of the root."""
        p = self.mind.program
        self.now = self.minds.tick_now + self.ahead
        due = [each for each in self.delayed if each.machine < 0 and each.due <= self.now]
        self.delayed = [each for each in self.delayed if each not in due]
        self.events = [each.event for each in sorted(due, key=lambda each: each.due)] + self.posted
        self.posted, self.errors, self.answers, self.taken, self.filed = [], [], {}, [], {}
        self.outcomes, self.visits, self.reads = bytearray(len(p.rows)), 0, []
        if self.ended:
            self.events = []
            return IDLE
        for trigger in p.triggers.values():
            if self.bytes[trigger.place] == 3 and trigger.ticks and trigger.until is not None:
                if self.now >= self.ints[trigger.until]:
                    self.bytes[trigger.place] = 0
        try:
            self.status = p.visits[0](self)
        except _Spent:
            self.fail(0, f"more than {MOST_VISITS} visits in a tick")
            p.halts[0](self)
            self.outcomes[0] = (self.outcomes[0] & HALTED) | FAILURE
            self.status = FAILURE
        if self.status != RUNNING:
            self.bytes[: len(p.rows)] = bytes(len(p.rows))
            if p.rows[0]["op"] == "machine":
                self._end()
        for n, row in enumerate(p.rows):
            if row["op"] == "state" and self.bytes[n] and not self.outcomes[n]:
                self.outcomes[n] = ACTIVE
        for trigger in p.triggers.values():
            if trigger.ages:
                now = self.bytes[trigger.place]
                self.bytes[trigger.place] = (0, 3 if trigger.latched else 0, 1, 3)[now]
        self._keep_requests()
        return self.status

    def _keep_requests(self) -> None:
        found = [request for requests in self.filed.values() for request in requests]
        if found:
            rows = self.mind.program.rows
            self.requests, self.quiet = sorted(found, key=lambda each: rows[each.row].get("rank", 0)), 0
            return
        self.quiet += 1
        if self.quiet >= 2 or self.ended:
            self.requests = []


class Minds:
    """Be all minds of a game: they share a clock, world variables, claims and what they send each other."""

    def __init__(
        self,
        *,
        seed: int = 1,
        actions: Mapping[str, Any] | None = None,
        conditions: Mapping[str, Callable[..., bool]] | None = None,
        entity_field: Callable[[str, str], Any] | None = None,
        queries: Mapping[str, Callable[[str, Any], Iterable[str]]] | None = None,
    ) -> None:
        self.seed, self.tick_now, self.rate = seed, 0, 60
        self.actions = {name: _Careful(name, action) for name, action in (actions or {}).items()}
        self.conditions = dict(conditions or {})
        self.entity_field, self.queries = entity_field, dict(queries or {})
        self.agents: dict[str, Agent] = {}
        self.values: Json = {}
        self.types: Json = {}
        self.effects: list[Effect] = []
        self.sent: list[Sent] = []

    def add(self, agent: str, mind: Mind, variables: Mapping[str, Any] | None = None) -> Agent:
        """Add an agent that thinks with a mind; variables given are set at once."""
        if agent in self.agents:
            raise MindError(f"there is an agent {agent} already")
        lacking = (("actions", self.actions), ("conditions", self.conditions), ("queries", self.queries))
        for sort, given in lacking:
            for name in mind.needs.get(sort, {}):
                if name not in given:
                    raise MindError(f"the mind of {agent} needs {name}: give it to Minds in {sort}")
        if self.agents and mind.rate != self.rate:
            raise MindError(f"the mind of {agent} was exported for {mind.rate} ticks a second, others for {self.rate}")
        for name, variable in mind.shared.items():
            if self.types.setdefault(name, variable.type) != variable.type:
                raise MindError(f"the world variable {name} has another type in the mind of {agent}")
            self.values.setdefault(name, variable.default)
        self.rate = mind.rate
        made = Agent(self, agent, mind)
        for name, value in (variables or {}).items():
            made.set(name, value)
        self.agents[agent] = made
        self.agents = dict(sorted(self.agents.items()))
        return made

    def remove(self, agent: str) -> None:
        """Halt an agent and take it out."""
        self.agents[agent].halt()
        del self.agents[agent]

    def get(self, agent: str) -> Agent:
        """Return an agent by its id."""
        return self.agents[agent]

    def __iter__(self) -> Iterator[Agent]:
        return iter(self.agents.values())

    def shared(self) -> Json:
        """Return all world variables by name."""
        return dict(self.values)

    def set_shared(self, name: str, value: Any) -> None:
        """Write a world variable."""
        if name not in self.types:
            raise MindError(f"there is no world variable {name}; there are {', '.join(sorted(self.types))}")
        self.values[name] = _fit(self.types[name], value)

    def tick(self, ids: Iterable[str] | None = None) -> None:
        """Tick all agents, or some, in the order of their ids; what they sent is there in the next tick."""
        self.effects = []
        ticked = [self.agents[each] for each in (self.agents if ids is None else sorted(set(ids)))]
        for agent in ticked:
            agent.tick()
        self.sent = []
        for agent in ticked:
            for name, value in agent.writes:
                self.values[name] = value
            for each in agent.sent:
                self._deliver(each)
            agent.writes, agent.sent = [], []
        self.tick_now += 1

    def save(self) -> Json:
        """Return all that the minds remember between two ticks, as JSON data."""
        data: Json = {"format": "mindloom-save", "version": 2, "tick": self.tick_now, "seed": self.seed}
        if self.values:
            data["shared"] = to_json(self.values)
        return {**data, "agents": {agent.id: agent.save() for agent in self}}

    def restore(self, data: Json) -> None:
        """Remember what was saved of the same agents with the same minds; raise MindError for anything else."""
        if data.get("format") != "mindloom-save" or data.get("version") != 2:
            raise MindError("This is no save of version 2.")
        if set(data.get("agents", {})) != set(self.agents):
            raise MindError(f"The save is of {', '.join(sorted(data.get('agents', {})))}. Add these agents first.")
        self.tick_now, self.seed = data["tick"], data["seed"]
        for name, value in data.get("shared", {}).items():
            self.values[name] = _from_json(self.types.get(name), value)
        for agent in self:
            agent.key, agent.streams = fmix(fmix(self.seed) ^ fnv1a(agent.id)), {}
            agent.restore(data["agents"][agent.id])

    def _deliver(self, sent: Sent) -> None:
        self.sent.append(sent)
        for agent in self:
            to = {"self": agent.id == sent.agent, "all": agent.id != sent.agent}.get(sent.receiver)
            if sent.receiver == "team":
                to = agent.id != sent.agent and self._team(agent.id) == self._team(sent.agent)
            if (agent.id == sent.receiver if to is None else to) and not agent.ended:
                agent.posted.append(sent.event)

    def _team(self, agent: str) -> Any:
        try:
            return self.entity_field(agent, "team") if self.entity_field else None
        except Exception:
            return None
