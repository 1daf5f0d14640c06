"""Run what `mindloom export` writes, with nothing but the standard library (Python 3.9 or newer).

Copy this one file into a game:

    from mindloom_mind import Mind, Minds

    guard = Mind.parse(Path("guard.runtime.json").read_text(encoding="utf-8"))
    minds = Minds(seed=7, actions={"walk_to": walk_to}, conditions={"sees": sees})
    agent = minds.add("guard", guard)
    agent.set("enemy", "player")
    minds.tick()  # `minds.rate` times a second

It follows the help page on the runtime format part by part, and names things as that page does. Parsing turns
the expressions, lines and rows of a program into closures over an `Agent`, which has the memory: four arrays,
and what waits. Vectors are pairs `(x, y)`, lists are lists, entities are texts or None.
"""

from __future__ import annotations

import copy
import json
import math
import operator
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeVar, cast

Json = dict[str, Any]
Eval = Callable[["Agent"], Any]

IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED = range(5)
WORDS = ("idle", "running", "success", "failure", "skipped")
RESULTS: dict[Any, int] = {None: IDLE, **{word: result for result, word in enumerate(WORDS)}}
HALTED = 8  # in the outcome byte of a node: it was halted
ACTIVE, ENTERED, EXITED, REENTERED, PASSED = 1, 2, 3, 4, 5  # outcome bytes of states
GUARD_FALSE, LOST, PENDING, TAKEN = 1, 2, 3, 4  # outcome bytes of transitions
NO_ANSWER, FIRST_BRANCH, ANSWERED = 1, 2, 255  # outcome bytes of questions
ARMED, JUST_ARMED, LATCHED = 1, 2, 3  # bytes of triggers
NEVER = 2**31 - 1
MASK = 2**32 - 1
MOST_VISITS, MOST_DELAYED = 10_000, 1_000
ORDERS = ("success", "failure", "skipped", "disabled", "enter", None)
NOT_ENTERED = "The state was not entered: its machine did not run in this tick, or the tick was cut short."


class MindError(ValueError):
    """Say what is not there or does not fit, and what would; inside a tick it is a failure."""


class _Spent(Exception):
    """There were more visits than an agent may make in one tick."""


class _Restless(Exception):
    """A machine did not come to rest."""


class Event(NamedTuple):
    """What happened."""

    name: str
    fields: Json


class Sent(NamedTuple):
    """An event that an agent sent."""

    agent: str
    receiver: str
    event: Event


class Effect(NamedTuple):
    """What an agent asked for once."""

    agent: str
    name: str
    arguments: Json


class Request(NamedTuple):
    """The steering that an action asked for; `row` is that of the action."""

    row: int
    behavior: str
    arguments: Json
    weight: float
    priority: int
    stream: int


class Problem(NamedTuple):
    """What went wrong, in which row; `node` is its path where there are names."""

    row: int
    message: str
    node: str


def _fail(words: str) -> NoReturn:
    raise MindError(words)


@contextmanager
def _reading(what: str, remedy: str) -> Iterator[None]:
    """Say in words that a program or a save is damaged, where reading or running it raises what that does."""
    try:
        yield
    except MindError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as problem:
        raise MindError(f"The {what} is damaged ({problem!r}). {remedy}") from problem


_EXPORT = ("export", "Export the document again: mindloom export NAME.mind.json")
_SAVE = ("save", "Take another one.")


# -- numbers ------------------------------------------------------------------------------------------


def _int32(value: int) -> int:
    return value if -NEVER <= value + 1 <= NEVER + 1 else _fail(f"The result {value} does not fit 32 bits.")


def _rounded(rounding: Callable[[float], int], x: float) -> int:
    return _int32(rounding(x)) if math.isfinite(x) else _fail(f"{x} cannot be rounded.")


def _direction(a: float) -> tuple[float, float]:
    """Return cosine and sine of an angle in degrees, by the formula of the page."""
    if math.isinf(a):
        _fail("An infinite angle has no direction.")
    if math.isnan(a):
        return a, a
    t = math.fmod(a, 360.0)
    n = round(t / 90.0)
    r = t - 90.0 * n
    k = r * 134217729.0
    u = k - (k - r)
    m = u * 0.01745329238474369
    e = (r - u) * 0.01745329238474369 + r * 1.3519960527851425e-10
    x = m + e
    y = e - (x - m)
    z = x * x
    v = z * x
    p = -2.5050760253406863e-08 + z * 1.58969099521155e-10
    p = 0.00833333333332249 + z * (-0.0001984126982985795 + z * (2.7557313707070068e-06 + z * p))
    s = x - ((z * (0.5 * y - v * p) - y) - v * -0.16666666666666632)
    q = -2.7557314351390663e-07 + z * (2.087572321298175e-09 + z * -1.1359647557788195e-11)
    q = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * (2.480158728947673e-05 + z * q)))
    h = 0.5 * z
    w = 1.0 - h
    c = w + (((1.0 - w) - h) + (z * q - x * y))
    cosine, sine = ((c, s), (-s, c), (-c, -s), (s, -c))[n % 4]
    return cosine + 0.0, sine + 0.0


def _atan2(y: float, x: float) -> float:
    """Return the angle of (x, y) in degrees, by the formula of the page."""
    if math.isnan(x) or math.isnan(y):
        return math.nan
    low, top = sorted((abs(x), abs(y)))
    q = 0.0 if low == 0 else 1.0 if low == top else low / top
    b, t = 45.0, (q - 1.0) / (q + 1.0)
    if q < 0.6875:
        b, t = (0.0, q) if q < 0.4375 else (26.56505117707799, (2.0 * q - 1.0) / (2.0 + q))
    z = t * t
    w = z * z
    i = 0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)
    i = z * (0.3333333333333293 + w * (0.14285714272503466 + w * (0.09090887133436507 + w * i)))
    j = -0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916)
    j = w * (-0.19999999999876483 + w * (-0.11111110405462356 + w * j))
    g = b + (t * 57.29577951308232 + (t * -1.9878495670576283e-15 - t * (i + j) * 57.29577951308232))
    g = 90.0 - g if abs(x) < abs(y) else g
    return math.copysign(180.0 - g if math.copysign(1.0, x) < 0 else g, y)


def _ticks(seconds: float, rate: int) -> int:
    """Return seconds that were computed at run time as ticks."""
    if not 0 <= seconds <= NEVER:
        _fail(f"{seconds} seconds are no duration.")
    ticks = max(1, math.ceil(seconds * rate - 1e-9)) if seconds else 0
    return ticks if ticks <= NEVER else _fail(f"A duration of {ticks} ticks is too long.")


def _fnv1a(text: str) -> int:
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 0x01000193 & MASK
    return h


def _fmix(h: int) -> int:
    h = ((h & MASK) ^ (h & MASK) >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


# -- values -------------------------------------------------------------------------------------------

MOST_PLACES = 1 << 24
"""A program that says it has more places of memory, or items of a list, is damaged."""

ARRAYS = {"bool": "bytes", "trigger": "bytes", "int": "ints", "float": "floats", "vector": "floats"}
FIRST: dict[str, Any] = {
    "bool": False,
    "trigger": False,
    "int": 0,
    "float": 0.0,
    "vector": (0.0, 0.0),
    "string": "",
}
FITS: dict[str, Callable[[Any], bool]] = {
    "bool": lambda value: isinstance(value, bool),
    "trigger": lambda value: isinstance(value, bool),
    "int": lambda value: type(value) is int and -NEVER <= value + 1 <= NEVER + 1,
    "float": lambda value: type(value) in (int, float) and math.isfinite(value),
    "string": lambda value: isinstance(value, str),
    "entity": lambda value: value is None or isinstance(value, str),
}


def _sort(kind: Any) -> str:
    return kind if isinstance(kind, str) else "enum" if "enum" in kind else "list"


def _words(kind: Any) -> str:
    """Return a type in words."""
    if isinstance(kind, str):
        return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
    return f"one of {', '.join(kind['enum'])}" if "enum" in kind else f"a list of up to {kind['most']} items"


def _fit(kind: Any, value: Any) -> Any:
    """Return a value as one of a type; raise MindError where it does not fit."""
    sort, pair = _sort(kind), isinstance(value, (list, tuple))
    if sort == "list" and pair and len(value) <= kind["most"]:
        return [_fit(kind["list"], item) for item in value]
    if sort == "vector" and pair and len(value) == 2 and all(map(FITS["float"], value)):
        return float(value[0]), float(value[1])
    if value in kind["enum"] if sort == "enum" else sort in FITS and FITS[sort](value):
        return float(value) if sort == "float" else value
    return _fail(f"{value!r} is not {_words(kind)}.")


def _first(kind: Any) -> Any:
    return kind["enum"][0] if _sort(kind) == "enum" else [] if _sort(kind) == "list" else FIRST.get(kind)


def _value(value: Any, kind: Any = None) -> Any:
    """Return a value of a program as expressions and games see it."""
    if isinstance(value, Mapping):
        return [_value(item, kind and kind["list"]) for item in value["list"]]
    if isinstance(value, list):
        return float(value[0]), float(value[1])
    return float(value) if kind in ("float", "seconds") and value is not None else value


def _same(left: Any, right: Any) -> bool:
    if type(left) is tuple and type(right) is tuple:
        return bool(left[0] == right[0] and left[1] == right[1])
    return bool(left == right)


def to_json(value: Any) -> Any:
    """Return a value as saves have it: floats that JSON lacks are texts, a list is {"list": […]}."""
    if isinstance(value, float):
        special = value == 0 and math.copysign(1.0, value) < 0
        words = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
        return value if math.isfinite(value) and not special else words.get(str(value), "-0")
    if isinstance(value, (list, tuple)):
        items = [to_json(item) for item in value]
        return items if isinstance(value, tuple) else {"list": items}
    return {name: to_json(item) for name, item in value.items()} if isinstance(value, dict) else value


def from_json(value: Any, kind: Any) -> Any:
    """Return a value of a save as one of a type; without one, two numbers are a vector."""
    if kind in ("float", "seconds") and value is not None:
        return float(value)
    if isinstance(kind, dict) and "list" in kind:
        return [
            from_json(item, kind["list"]) for item in (value["list"] if isinstance(value, dict) else value)
        ]
    return (float(value[0]), float(value[1])) if isinstance(value, list) else value


def _reader(kind: Any, place: int, length: int) -> Eval:
    """Return what reads a variable of a type from an agent's memory."""
    if _sort(kind) == "enum":
        return lambda a: kind["enum"][a.ints[place]]
    if _sort(kind) == "list":
        size = 2 if kind["list"] == "vector" else 1
        items = [_reader(kind["list"], place + k * size, 0) for k in range(kind["most"])]
        return lambda a: [item(a) for item in items[: a.ints[length]]]
    readers: dict[str, Eval] = {
        "bytes": lambda a: a.bytes[place] != 0,
        "ints": lambda a: a.ints[place],
        "floats": lambda a: a.floats[place],
        "objects": lambda a: a.objects[place],
    }
    if kind == "vector":
        return lambda a: (a.floats[place], a.floats[place + 1])
    return readers[ARRAYS.get(kind, "objects")]


def _must_be_type(kind: Any) -> None:
    """Refuse what is no type: a name, an enum of names, or a list of so many of a type."""
    if isinstance(kind, dict) and "list" in kind and not isinstance(kind["list"], list):
        most, held = kind.get("most"), kind["list"]
        is_type = type(most) is int and 0 <= most <= MOST_PLACES and "list" not in held
    else:
        names = kind.get("enum") if isinstance(kind, dict) else [kind]
        held, is_type = (
            "",
            isinstance(names, list) and bool(names) and all(isinstance(each, str) for each in names),
        )
    if not is_type:
        _fail(f"The export is damaged: {kind!r} is no type.")
    if held:
        _must_be_type(held)


class _Variable:
    """A variable: where its value is, and of which type."""

    def __init__(self, data: Json) -> None:
        self.name, self.type, self.scope = data.get("name", ""), data["type"], data.get("scope", "agent")
        if not isinstance(self.name, str):
            _fail(f"The export is damaged: a variable is called {self.name!r}.")
        _must_be_type(self.type)
        self.place, self.length = data.get("place", 0), data.get("length", 0)
        self.default = _value(data["default"], self.type) if "default" in data else _first(self.type)
        name = self.name
        read = _reader(self.type, self.place, self.length)
        self.read: Eval = read if self.scope != "world" else lambda a: a.minds.values[name]

    def write(self, a: Agent, value: Any, place: int | None = None, kind: Any = None) -> None:
        """Write a value that fits."""
        place, kind = self.place if place is None else place, kind or self.type
        if self.scope == "world":
            a.minds.writes.append((self.name, value))
        elif _sort(kind) == "list":
            a.ints[self.length] = len(value)
            size, rest = 2 if kind["list"] == "vector" else 1, kind["most"] - len(value)
            for k, item in enumerate([*value, *[_first(kind["list"])] * rest]):
                self.write(a, item, place + k * size, kind["list"])
        elif kind == "vector":
            a.floats[place : place + 2] = value
        elif _sort(kind) == "enum":
            a.ints[place] = kind["enum"].index(value)
        else:
            getattr(a, ARRAYS.get(kind, "objects"))[place] = value


# -- curves -------------------------------------------------------------------------------------------

Table = tuple[list[float], list[float]]  # the x of all points of a curve, and the y
MOST_POINTS = 64


def _table(name: str, points: Any) -> Table:
    """Return the points of a curve as a table; raise MindError where they are none."""
    is_list = isinstance(points, (list, tuple)) and 1 <= len(points) <= MOST_POINTS
    if is_list and all(isinstance(each, (list, tuple)) and len(each) == 2 for each in points):
        flat = [number for each in points for number in each]
        places = flat[::2]
        if all(map(FITS["float"], flat)) and not any(map(operator.lt, places[1:], places)):
            return [float(x) for x in places], [float(y) for y in flat[1::2]]
    return _fail(
        f"The curve {name} is not 1 to {MOST_POINTS} points (x, y) of finite numbers, x never falling."
    )


def _table_value(table: Table, x: float) -> float:
    """Return the value of a table: between two points on the line that joins them, else that of the end."""
    places, values = table
    right = bisect_right(places, x)  # all of them where x is not a number
    if right in (0, len(places)):
        return values[0 if right == 0 else -1]
    left = right - 1
    share = (x - places[left]) / (places[right] - places[left])
    return values[left] + (values[right] - values[left]) * share


# -- expressions --------------------------------------------------------------------------------------


def _lift(function: Callable[..., Any], *codes: Eval) -> Eval:
    """Return what gives a function of what codes give, from left to right."""
    if len(codes) == 1:
        (code,) = codes
        return lambda a: function(code(a))
    if len(codes) == 2:
        left, right = codes
        return lambda a: function(left(a), right(a))
    return lambda a: function(*[code(a) for code in codes])


def _divided(left: float, right: float) -> float:
    return left / right if right else _fail("Division by zero.")


def _modulo(left: Any, right: Any) -> Any:
    return left % right if right else _fail("Division by zero.")


def _scaled(left: Any, right: Any) -> tuple[float, float]:
    vector, factor = (left, right) if isinstance(left, tuple) else (right, left)
    return vector[0] * factor, vector[1] * factor


ARITHMETIC: dict[Any, Callable[[Any, Any], Any]] = {
    ("int", "+"): lambda left, right: _int32(left + right),
    ("int", "-"): lambda left, right: _int32(left - right),
    ("int", "*"): lambda left, right: _int32(left * right),
    ("vector", "+"): lambda left, right: (left[0] + right[0], left[1] + right[1]),
    ("vector", "-"): lambda left, right: (left[0] - right[0], left[1] - right[1]),
    ("vector", "*"): _scaled,
    **{(kind, "%"): _modulo for kind in ("int", "float")},
    **dict(zip([("float", sign) for sign in "+-*/"], [operator.add, operator.sub, operator.mul, _divided])),
}
NEGATE: dict[str, Callable[[Any], Any]] = {
    "int": lambda x: _int32(-x),
    "float": operator.neg,
    "vector": lambda v: (-v[0], -v[1]),
}
COMPARE = {"==": _same, "!=": lambda left, right: not _same(left, right)}
COMPARE.update(zip(("<", "<=", ">", ">="), (operator.lt, operator.le, operator.gt, operator.ge)))


def _angle_difference(left: float, right: float) -> float:
    turn = (right - left) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def _angle_to(left: Any, right: Any) -> float:
    angle = _atan2(right[1] - left[1], right[0] - left[0])
    angle = angle + 360.0 if angle < 0 else angle
    return 0.0 if angle >= 360.0 else angle + 0.0


def _clamp(x: Any, low: Any, high: Any) -> Any:
    raised = low if x < low else x
    return high if raised > high else raised


def _length(v: Any) -> float:
    return math.sqrt(v[0] * v[0] + v[1] * v[1])


def _normalize(v: Any) -> tuple[float, float]:
    size = _length(v)
    return (v[0] / size, v[1] / size) if size > 0 else (0.0, 0.0)


def _lerp(left: Any, right: Any, t: float) -> Any:
    if isinstance(left, tuple):
        return _lerp(left[0], right[0], t), _lerp(left[1], right[1], t)
    return left + (right - left) * t


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": lambda x: _int32(abs(x)) if isinstance(x, int) else abs(x),
    "angle_difference": _angle_difference,
    "angle_to": _angle_to,
    "at": lambda items, k: items[k] if 0 <= k < len(items) else _fail(f"The list has no item {k}."),
    "atan2": _atan2,
    "ceil": partial(_rounded, math.ceil),
    "clamp": _clamp,
    "contains": lambda items, item: item in items,
    "cos": lambda x: _direction(x)[0],
    "direction": _direction,
    "distance": lambda v, w: _length((v[0] - w[0], v[1] - w[1])),
    "dot": lambda v, w: v[0] * w[0] + v[1] * w[1],
    "floor": partial(_rounded, math.floor),
    "len": len,
    "length": _length,
    "lerp": _lerp,
    "max": max,
    "min": min,
    "normalize": _normalize,
    "round": partial(_rounded, round),
    "sign": lambda x: (x > 0) - (x < 0),
    "sin": lambda x: _direction(x)[1],
    "sqrt": lambda x: _fail(f"{x} has no square root.") if x < 0 else math.sqrt(x),
    "vec": lambda x, y: (x, y),
}


def _field(event: Event | None, field: str) -> Any:
    return event.fields[field] if event and field in event.fields else _fail(f"No event has a field {field}.")


def _last(a: Agent, name: str) -> Event | None:
    return next((event for event in reversed(a.events) if event.name == name), None)


def _read_variable(p: _Program, node: Json) -> Eval:
    variable = p.variables[node["variable"]]
    if variable.type != "trigger":
        return variable.read
    p.triggers_read.add(variable.place)
    return lambda a: a.reads_armed(variable.place)


def _read_context(p: _Program, node: Json) -> Eval:
    if node["name"] == "self":
        return lambda a: a.id
    if node["name"] == "time":
        return lambda a: a.now / p.rate
    return lambda a: (a.now - a.ints[a.state.entered]) / p.rate if a.state else 0.0


def _compare(p: _Program, node: Json) -> Eval:
    codes, holds = p.codes(node["operands"]), [COMPARE[sign] for sign in node["operators"]]
    if len(codes) == 2:
        return _lift(holds[0], *codes)

    def chain(a: Agent) -> bool:
        left = codes[0](a)
        for holds_for, code in zip(holds, codes[1:]):
            right = code(a)
            if not holds_for(left, right):  # type: ignore[no-untyped-call]
                return False
            left = right
        return True

    return chain


def _logical(p: _Program, node: Json) -> Eval:
    codes = p.codes(node["operands"])
    if node["operator"] == "or":
        return lambda a: any(code(a) for code in codes)
    return lambda a: all(code(a) for code in codes)


def _conditional(p: _Program, node: Json) -> Eval:
    test, when_true, when_false = p.codes([node[part] for part in ("condition", "when_true", "when_false")])
    return lambda a: when_true(a) if test(a) else when_false(a)


def _ask_condition(p: _Program, node: Json) -> Eval:
    codes = p.codes(node.get("arguments", ()))
    return lambda a: a.ask(node["condition"], [code(a) for code in codes])


def _entity_field(p: _Program, node: Json) -> Eval:
    entity, field = p.code(node["entity"]), node["field"]
    return lambda a: a.minds.asked_field(a, entity(a), field)


def _curve(p: _Program, node: Json) -> Eval:
    name, operand = node["curve"], p.code(node["operand"])
    if name not in p.curves:
        _fail(f"The export is damaged: there is no curve {name!r}.")
    return lambda a: _table_value(a.curves[name], operand(a))


NODES: dict[str, Callable[[_Program, Json, Any], Eval]] = {
    "constant": lambda p, node, kind: p.parameter(node.get("value"), kind),
    "variable_read": lambda p, node, kind: _read_variable(p, node),
    "context_read": lambda p, node, kind: _read_context(p, node),
    "event_name": lambda p, node, kind: lambda a: a.event.name if a.event else "",
    "event_field": lambda p, node, kind: lambda a: _field(a.event, node["field"]),
    "received": lambda p, node, kind: lambda a: _last(a, node["event"]) is not None,
    "last_field": lambda p, node, kind: lambda a: _field(_last(a, node["event"]), node["field"]),
    "entity_field": lambda p, node, kind: _entity_field(p, node),
    "vector_component": lambda p, node, kind: _lift(
        operator.itemgetter("xy".index(node["component"])), p.code(node["vector"])
    ),
    "to_float": lambda p, node, kind: _lift(float, p.code(node["operand"])),
    "negate": lambda p, node, kind: _lift(NEGATE[kind], p.code(node["operand"])),
    "not": lambda p, node, kind: _lift(operator.not_, p.code(node["operand"])),
    "arithmetic": lambda p, node, kind: _lift(
        ARITHMETIC[kind, node["operator"]], p.code(node["left"]), p.code(node["right"])
    ),
    "comparison": lambda p, node, kind: _compare(p, node),
    "logical": lambda p, node, kind: _logical(p, node),
    "conditional": lambda p, node, kind: _conditional(p, node),
    "function_call": lambda p, node, kind: _lift(FUNCTIONS[node["function"]], *p.codes(node["arguments"])),
    "curve": lambda p, node, kind: _curve(p, node),
    "condition_call": lambda p, node, kind: _ask_condition(p, node),
}
BOOLS = ("comparison", "logical", "not", "received", "condition_call")

# -- triggers and lines -------------------------------------------------------------------------------


class _Part:
    """A part of a program: its fields are attributes; one that is left out is None."""

    def __init__(self, data: Mapping[str, Any], **more: Any) -> None:
        vars(self).update(data)
        vars(self).update(more)

    def __getattr__(self, name: str) -> Any:
        return None

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...


class _Test:
    """A test: what evaluates it, the bytes of the triggers that it may read, and who holds them."""

    def __init__(self, p: _Program, node: Json, held: int | None = None) -> None:
        p.triggers_read = set()
        self.run, self.held, self.triggers = p.code(node), held, sorted(p.triggers_read)

    def holding(self, a: Agent, running: bool) -> list[int]:
        """Return the triggers that let a node in that runs: its own tests see them armed."""
        if self.held is None or not running:
            return []
        return [place for k, place in enumerate(self.triggers) if a.bytes[self.held + k]]

    def let_in(self, a: Agent, armed: list[int]) -> None:
        """Remember and consume the triggers that let a node in."""
        if self.held is not None:
            a.bytes[self.held : self.held + len(self.triggers)] = [place in armed for place in self.triggers]
        a.consume(armed)


class _Line(NamedTuple):
    """A line of a block; `run` gives the line that failed in it, or None."""

    run: Callable[[Agent], Any]
    number: int
    row: _Row


def _run_block(block: Sequence[_Line] | None, a: Agent) -> _Line | None:
    """Run lines; return the one that failed, which ends all blocks around it."""
    for line in block or ():
        try:
            failed: _Line | None = line.run(a)
        except MindError as problem:
            a.note(line.row, f"line {line.number + 1}: {problem}")
            return line
        if failed:
            return failed
    return None


def _assign(p: _Program, row: _Row, line: Json) -> Eval:
    value, variable = p.parameter(line.get("value")), p.variables[line["variable"]]

    def assign(a: Agent) -> None:
        given = value(a)
        try:
            variable.write(a, _fit(variable.type, given))
        except MindError as problem:
            a.note(row, f"{problem} The old value stays.")

    return assign


def _draw(p: _Program, row: _Row, line: Json) -> Eval:
    codes, variable, draws = p.codes(line["arguments"]), p.variables[line["variable"]], line["draws"]
    draw: dict[str, Callable[..., Any]] = {
        "random": lambda a, low, high: low + a.draw_float(row, draws) * (high - low),
        "random_int": lambda a, low, high: a.draw_int(row, draws, low, high),
        "chance": lambda a, chance: a.draw_float(row, draws) < chance,
        "bell": lambda a, mean, deviation: mean + deviation * a.draw_bell(row, draws),
    }

    def assign(a: Agent) -> None:
        given = draw[line["draw"]](a, *[code(a) for code in codes])
        try:
            variable.write(a, _fit(variable.type, given))
        except MindError as problem:
            a.note(row, f"{problem} The old value stays.")

    return assign


def _set(p: _Program, row: _Row, line: Json) -> Eval:
    trigger = p.trigger_of(line["variable"])
    return lambda a: a.arm(trigger, JUST_ARMED)


def _list(p: _Program, row: _Row, line: Json) -> Eval:
    variable, item = p.variables[line["variable"]], p.parameter(line.get("item"))
    change, kind = line["change"], variable.type

    def write(a: Agent) -> None:
        items = [] if change == "clear" else list(variable.read(a))
        given = item(a) if change != "clear" else None
        if change == "append" and len(items) == kind["most"]:
            _fail(f"The list is full with {len(items)} items.")
        try:
            if change == "append":
                items.append(_fit(kind["list"], given))
            elif given in items:
                items.remove(given)
            variable.write(a, items)
        except MindError as problem:
            a.note(row, str(problem))

    return write


def _raise(p: _Program, row: _Row, line: Json) -> Eval:
    made = p.event(line)
    if row.machine:
        return lambda a: row.machine.take(made(a))
    return lambda a: a.minds.send(a.id, a.id, made(a))


def _raise_later(p: _Program, row: _Row, line: Json) -> Eval:
    made, after = p.event(line), p.duration(line.get("after"))
    around = row.state_around() if not line.get("outlives_state") else None
    state, machine = (-1 if each is None else each.index for each in (around, row.machine))

    def wait(a: Agent) -> None:
        event, ticks = made(a), after(a)
        if row.machine and not row.machine.listens:
            return
        if len(a.delayed) >= MOST_DELAYED:
            _fail(f"{MOST_DELAYED} delayed events wait already.")
        waiting = {"machine": machine, "state": state, "id": line.get("id", ""), "event": event}
        a.delayed.append(_Part(waiting, due=a.after(ticks)))
        a.delayed.sort(key=lambda each: each.due)

    return wait


def _cancel(p: _Program, row: _Row, line: Json) -> Eval:
    machine = -1 if row.machine is None else row.machine.index
    return lambda a: a.forget(lambda each: each.machine == machine and each.id == line.get("id", ""))


def _send(p: _Program, row: _Row, line: Json) -> Eval:
    made, entity = p.event(line), p.code(line["entity"]) if "entity" in line else None

    def send(a: Agent) -> None:
        event, receiver = made(a), a.id if line["receiver"] == "self" else line["receiver"]
        if entity:
            receiver = entity(a) or _fail("There is nobody to send to.")
        a.minds.send(a.id, receiver, event)

    return send


def _if(p: _Program, row: _Row, line: Json) -> Eval:
    test, then, other = p.code(line["test"]), p.block(line.get("then"), row), p.block(line.get("else"), row)
    return lambda a: _run_block(then if test(a) else other, a)


def _do(p: _Program, row: _Row, line: Json) -> Eval:
    call = _Call(p, row, line["action"], line.get("arguments", {}))

    def do(a: Agent) -> None:
        given = call.arguments(a)
        if not call.enter(a, a.now, given) or call.tick(a, a.now, given) != SUCCESS:
            _fail(f"The instant action {call.name} did not succeed.")

    return do


LINES: dict[str, Callable[[_Program, _Row, Json], Eval]] = {
    "assign": _assign,
    "draw": _draw,
    "set": _set,
    "list": _list,
    "raise": _raise,
    "raise_later": _raise_later,
    "cancel": _cancel,
    "send": _send,
    "if": _if,
    "do": _do,
}


class _Call:
    """An action of the game that a row or a line calls."""

    def __init__(self, p: _Program, row: _Row, name: str, given: Json) -> None:
        self.row, self.name, parameters = row, name, p.needs["actions"][name].get("parameters", [])
        self.codes = {
            each["name"]: p.parameter(given.get(each["name"], each.get("default")), each["type"])
            for each in parameters
        }

    def arguments(self, a: Agent, forgiving: bool = False) -> Json:
        """Evaluate the arguments in order; where it is forgiving, None stands for one that fails."""
        found: Json = {}
        for name, code in self.codes.items():
            try:
                found[name] = code(a)
            except MindError:
                if not forgiving:
                    raise
                found[name] = None
        return found

    def enter(self, a: Agent, since: int, given: Json) -> bool:
        """Let it begin; tell whether that went well."""
        return bool(self.attempt(a, since, given, "enter") != FAILURE)

    def tick(self, a: Agent, since: int, given: Json) -> int:
        """Let it do one tick."""
        result = self.attempt(a, since, given, "tick")
        if result is True or result is False:
            return SUCCESS if result else FAILURE
        if result != FAILURE and result not in ("running", "success", "failure"):
            a.note(
                self.row, f'{self.name} gave {result!r}; give "running", "success", "failure", True or False.'
            )
        return RESULTS[result] if result in ("running", "success") else FAILURE

    def halt(self, a: Agent, since: int) -> None:
        """Let it stop before it has ended."""
        self.attempt(a, since, self.arguments(a, forgiving=True), "halt")

    def attempt(self, a: Agent, since: int, given: Json, step: str) -> Any:
        """Do a step of the game's action; something raised in it is FAILURE."""
        act, watcher = a.minds.actions[self.name], a.minds.watcher
        does = act if step == "tick" and not hasattr(act, "tick") else getattr(act, step, None)
        failed = answer = None
        if watcher is not None:
            watcher.asks(a, True)
        try:
            answer = does(Context(a, self.row, self.name, since), given) if does else None
        except Exception as problem:
            failed, answer = f"{self.name} failed: {problem}", FAILURE
            a.note(self.row, failed)
        if watcher is not None:
            watcher.answered(a, ("action", self.row.index, self.name, step), answer, failed)
        return answer


# -- rows ---------------------------------------------------------------------------------------------

ONES = ("parent", "machine", "source", "domain")
SEVERAL = "children states histories transitions interrupts initial targets branches leaves all_states"
BLOCKS = "block entry update exit actions initial_actions"
ENDS = {IDLE: "on_halt", SUCCESS: "on_success", FAILURE: "on_failure"}


class _Row(_Part):
    """A row: what it has in the file, its links as rows, and what its op does with an agent."""

    def __init__(self, index: int, data: Json) -> None:
        super().__init__(data, index=index, end=data.get("end", index + 1))
        self.enter: Eval = lambda a: None
        self.stop: Eval = lambda a: None
        self.tick: Callable[[Agent], int] = lambda a: FAILURE
        self.finish: Callable[[Agent, int], Any] = lambda a, result: self.stop(a)  # of an end not its own
        self.refuse: Callable[[Agent], int] | None = None
        self.answer: Callable[[Agent, int], int | None] | None = None
        self.chain: list[_Row] = []
        self.claims: list[_Claim] = []

    def link(self, p: _Program, data: Json) -> None:
        """Find the rows that it names."""
        for name in ONES:
            setattr(self, name, p.rows[data[name]] if data.get(name) is not None else None)
        for name in (*SEVERAL.split(), "all_transitions"):
            setattr(self, name, [p.rows[number] for number in data.get(name, ())])
        self.chain = [*(self.parent.chain if self.op == "state" else ()), self]

    def build(self, p: _Program, data: Json) -> None:
        """Compile what it has."""
        for name in BLOCKS.split():
            setattr(self, name, p.block(data.get(name), self))
        guard: Any = data.get("guard")
        self.guard: Any = None
        if self.op == "transition":
            self.guard = _Test(p, guard) if guard else None
        else:
            self.guard = guard and _Part(guard, test=_Test(p, guard["test"], guard.get("held")))
        self.preconditions = [
            _Part(each, test=_Test(p, each["test"], each.get("held")), lasting=each.get("while"))
            for each in data.get("preconditions", ())
        ]
        self.services = [
            _Part(
                each,
                every=p.duration(each.get("every")),
                jitter=p.duration(each["jitter"]) if "jitter" in each else None,
                guard=p.code(each["guard"]) if "guard" in each else None,
                block=p.block(each.get("block"), self),
            )
            for each in data.get("services", ())
        ]
        self.ends = []
        for each in data.get("ends", ()):
            owner = p.rows[each["row"]]
            blocks = {name: p.block(each.get(name), owner) for name in (*ENDS.values(), "on_end")}
            self.ends.append(_Part(blocks, row=owner))
        (QUESTIONS.get(self.op) or OPS[self.op])(p, self)

    def state_around(self) -> _Row | None:
        """Return the state, of the innermost machine, whose block or activity it belongs to."""
        row: _Row | None = self
        while row and row.op not in ("state", "machine", "transition"):
            row = row.parent
        return row if row and row.op == "state" else None

    def visit(self, a: Agent) -> int:
        """Visit it; return what it gives."""
        a.visits += 1
        if a.visits > MOST_VISITS:
            raise _Spent
        if self.disabled:
            return self.conclude(a, SKIPPED)
        if a.orders and self.index in a.orders:
            return self.follow(a, a.orders[self.index])
        running = a.bytes[self.index] == RUNNING
        if self.guard or self.preconditions or self.refuse:
            refused = self.turned_away(a, running)
            if refused:
                return self.turn_away(a, refused)
        try:
            if not running:
                a.bytes[self.index] = RUNNING
                self.enter(a)
            for service in self.services:
                self.serve(service, a, not running)
            result = self.tick(a)
        except MindError as problem:
            a.note(self, str(problem))
            self.halt_children(a)
            self.stop(a)
            a.drop_requests(self)
            result = FAILURE
        return self.conclude(a, result) if result == RUNNING else self.end_with(a, result)

    def follow(self, a: Agent, word: str) -> int:
        """Do what it was ordered in the place of a visit."""
        a.passed = None if a.passed is self else a.passed
        if word == "disabled":
            return self.turn_away(a, SKIPPED)
        del a.orders[self.index]
        result = RESULTS[word]
        if a.bytes[self.index] != RUNNING:
            a.bytes[self.index] = RUNNING
            try:
                self.enter(a)
            except MindError as problem:
                a.note(self, str(problem))
        self.halt_children(a)
        self.finish(a, result)
        a.drop_requests(self)
        return self.end_with(a, result)

    def turn_away(self, a: Agent, result: int) -> int:
        """Halt it, if it runs, and give what it is turned away with."""
        self.halt(a)
        a.bytes[self.index] = result if result != SKIPPED else IDLE
        return self.conclude(a, result)

    def end_with(self, a: Agent, result: int) -> int:
        """End it with a result."""
        self.clear(a)
        if result != SKIPPED:
            a.bytes[self.index] = result
        self.do_ends(a, result)
        return self.conclude(a, result)

    def conclude(self, a: Agent, result: int) -> int:
        """Note what a visit gave."""
        a.outcomes[self.index] = a.outcomes[self.index] & HALTED | result
        return result

    def clear(self, a: Agent) -> None:
        """Set its status and all below it to idle."""
        a.bytes[self.index : self.end] = bytes(self.end - self.index)

    def halt(self, a: Agent) -> None:
        """Halt it, if it runs."""
        if a.bytes[self.index] != RUNNING:
            return
        self.halt_children(a)
        self.stop(a)
        a.drop_requests(self)
        self.clear(a)
        a.outcomes[self.index] |= HALTED
        self.do_ends(a, IDLE)

    def halt_children(self, a: Agent) -> None:
        """Halt the children that run."""
        for child in self.children:
            child.halt(a)

    def do_ends(self, a: Agent, result: int) -> None:
        """Let claims go, and run the lines for its end; IDLE stands for a halt."""
        for claim in self.claims:
            claim.let_go(a)
        for end in self.ends:
            outer, a.state = a.state, end.row if end.row.op == "state" else a.state
            for name in (ENDS.get(result), "on_end"):
                failed = name and _run_block(getattr(end, name), a)
                if failed and end.row.op == "state":
                    end.row.machine.take_failure(failed)
            a.state = outer

    def turned_away(self, a: Agent, running: bool) -> int:
        """Return with what its guard, a precondition or its op turn it away, IDLE for not at all."""
        letting_in = []
        guard = self.guard if not running or (self.guard and self.guard.while_running) else None
        if guard and a.passed is self:
            a.passed = None
        elif guard:
            if not self.guard_holds(a):
                return RESULTS[guard.refused]
            letting_in.append((guard.test, a.armed))
        for each in self.preconditions:
            if running and not each.lasting:
                continue
            if self.decides(a, each):
                if not running and not each.lasting:
                    a.consume(a.armed)
                return RESULTS[each.gives]
            if each.lasting:
                letting_in.append((each.test, a.armed))
        if running:
            return IDLE
        try:
            refused = self.refuse(a) if self.refuse else IDLE
        except MindError as problem:
            a.note(self, str(problem))
            return FAILURE
        for test, armed in letting_in if not refused else ():
            test.let_in(a, armed)
        return refused

    def guard_holds(self, a: Agent) -> bool:
        """Test its guard; one that fails is false."""
        holds = False
        try:
            holds = a.test(self.guard.test, self.guard.test.holding(a, a.bytes[self.index] == RUNNING))
        except MindError as problem:
            a.note(self, str(problem))
        if self.guard.last_test is not None:
            a.bytes[self.guard.last_test] = 2 if holds else 1
        return holds

    def decides(self, a: Agent, each: _Part) -> bool:
        """Tell whether a precondition decides."""
        try:
            holds = a.test(each.test, each.test.holding(a, a.bytes[self.index] == RUNNING))
            return holds != bool(each.lasting)
        except MindError as problem:
            a.note(self, str(problem))
            return bool(each.lasting)

    def serve(self, service: _Part, a: Agent, entering: bool) -> None:
        """Run a service when it is due."""
        if entering:
            a.ints[service.interval] = service.every(a)
            if service.jitter:
                a.ints[service.spread] = service.jitter(a)
        elif a.now < a.ints[service.due]:
            return
        ticks = a.ints[service.interval]
        if service.jitter:
            spread = a.ints[service.spread]
            ticks = a.draw_int(self, service.draws, ticks - spread, ticks + spread)
        a.ints[service.due] = a.after(max(1, ticks))
        try:
            if service.guard and not service.guard(a):
                return
        except MindError as problem:
            a.note(self, str(problem))
            return
        _run_block(service.block, a)


# -- rows of behavior trees ---------------------------------------------------------------------------


def _opposite(result: int) -> int:
    return FAILURE if result == SUCCESS else SUCCESS


def _ordered(p: _Program, row: _Row) -> None:
    children, end, place, tried, tested = row.children, RESULTS[row.ending], row.place, row.tried, row.tested
    keep, reactive, yields = row.keep, row.reactive, vars(row).get("yield")

    def enter(a: Agent) -> None:
        a.bytes[tried] = 1 if keep and a.ints[place] > 0 else 0
        if tested is not None:
            a.bytes[tested : tested + len(children)] = bytes(len(children))

    def aborting(a: Agent) -> int | None:
        running = next((k for k, child in enumerate(children) if a.bytes[child.index] == RUNNING), 0)
        for k, child in enumerate(children[:running]):
            guard = child.guard
            if (
                child.disabled
                or not guard
                or not guard.aborts_lower
                or a.orders.get(child.index) == "disabled"
            ):
                continue
            was_true = a.bytes[guard.last_test] == 2
            if child.guard_holds(a) and not was_true:
                guard.test.let_in(a, a.armed)
                children[running].halt(a)
                a.passed = child
                return k
        return None

    def tick(a: Agent) -> int:
        first = aborting(a) if tested is not None else None
        if first is None:
            first = 0 if reactive else max(a.ints[place], 0)
        for k in range(first, len(children)):
            result = children[k].visit(a)
            if result == SKIPPED:
                continue
            if result == RUNNING:
                return stop_at(a, k, RUNNING)
            a.bytes[tried] = 1
            if result == end:
                return stop_at(a, k, end)
            if yields and k + 1 < len(children):
                return stop_at(a, k + 1, RUNNING)
        return stop_at(a, len(children), _opposite(end) if a.bytes[tried] else SKIPPED)

    def stop_at(a: Agent, k: int, result: int) -> int:
        before = a.ints[place]
        if reactive and before >= 0 and before != k:
            children[before].halt(a)
        a.ints[place] = k % max(len(children), 1) if keep else k if result == RUNNING else -1
        if result != RUNNING:
            a.bytes[tried] = 0
        return result

    def stop(a: Agent) -> None:
        a.bytes[tried] = 0
        a.ints[place] = a.ints[place] if keep else -1

    row.enter, row.tick, row.stop = enter, tick, stop


def _round_robin(p: _Program, row: _Row) -> None:
    children, start, place, tried = row.children, row.start, row.place, row.tried

    def tick(a: Agent) -> int:
        first, count = a.ints[start], len(children)
        for turn in range((a.ints[place] - first) % count if count else 0, count):
            k = a.ints[place] = (first + turn) % count
            result = children[k].visit(a)
            if result == SUCCESS:
                a.ints[start] = (k + 1) % count
            if result in (RUNNING, SUCCESS):
                return int(result)
            a.bytes[tried] |= result == FAILURE
        return FAILURE if a.bytes[tried] else SKIPPED

    row.enter = lambda a: (a.put(place, a.ints[start]), a.mark(tried, 0))
    row.tick = tick


def _pipeline(p: _Program, row: _Row) -> None:
    furthest, tried = row.furthest, row.tried

    def walk(a: Agent) -> int:
        latest = SKIPPED
        for k, child in enumerate(row.children):
            result = child.visit(a)
            latest = latest if result == SKIPPED else result
            if result == RUNNING and k >= a.ints[furthest]:
                a.ints[furthest] = k
                break
            a.bytes[tried] |= result in (SUCCESS, FAILURE)
            if result == FAILURE:
                break
        return SUCCESS if latest == SKIPPED and a.bytes[tried] else latest

    def tick(a: Agent) -> int:
        result = walk(a)
        if result != RUNNING:
            row.halt_children(a)
        return result

    row.enter, row.tick = lambda a: (a.put(furthest, 0), a.mark(tried, 0)), tick


def _shuffled(p: _Program, row: _Row) -> None:
    children, end, place, tried, weights = (
        row.children,
        RESULTS[row.ending],
        row.place,
        row.tried,
        row.weights,
    )
    count = len(children)
    untried = SKIPPED if weights is None or any(weights) else FAILURE

    def enter(a: Agent) -> None:
        order, drawn = list(range(count)), []
        for k in range(count - 1, 0, -1) if weights is None else ():
            other = a.draw_int(row, row.draws, 0, k)
            order[k], order[other] = order[other], order[k]
        while weights and len(order) > 1 and any(weights[k] for k in order):
            drawn.append(order.pop(a.draw_weighted(row, row.draws, [weights[k] for k in order])))
        a.ints[row.order : row.order + count] = drawn + order
        a.ints[place], a.bytes[tried] = 0, 0

    def tick(a: Agent) -> int:
        for at in range(a.ints[place], count):
            a.ints[place] = at
            k = a.ints[row.order + at]
            takes_part = weights is None or weights[k] or a.bytes[children[k].index] == RUNNING
            result = children[k].visit(a) if takes_part else SKIPPED
            a.bytes[tried] |= result in (SUCCESS, FAILURE)
            if result in (RUNNING, end):
                return result
        a.ints[place] = count
        return _opposite(end) if a.bytes[tried] else untried

    row.enter, row.tick = enter, tick


def _random_child(p: _Program, row: _Row) -> None:
    weights = row.weights or [1] * len(row.children)
    row.enter = lambda a: a.put(row.chosen, a.draw_weighted(row, row.draws, weights) if any(weights) else -1)
    row.tick = lambda a: row.children[a.ints[row.chosen]].visit(a) if a.ints[row.chosen] >= 0 else FAILURE


def _threshold(value: Any, least: int) -> int:
    if value in ("all", "any"):
        return -1 if value == "all" else 1
    return (
        int(value) if value >= least or value < 0 else _fail(f"A threshold is {least} or more, not {value}.")
    )


def _parallel(p: _Program, row: _Row) -> None:
    children, finished, decide, count = row.children, row.finished, row.decide, len(row.children)
    success, failure = p.parameter(row.success or 0), p.parameter(row.failure or 0)
    chosen = row.chosen_children or range(count)

    def enter(a: Agent) -> None:
        a.mark(finished, 0, count)
        a.ints[row.needed], a.ints[row.needed + 1] = _threshold(success(a), 0), _threshold(failure(a), 1)

    def decided(a: Agent, latest: int) -> int:
        every = list(a.bytes[finished : finished + count])
        some = [every[k] for k in chosen]
        taken, of_all = len(some) - some.count(SKIPPED), count - every.count(SKIPPED)
        if decide == "all_ended" and IDLE in every:
            return IDLE
        if not taken:
            return SKIPPED
        successes, failures = a.ints[row.needed], a.ints[row.needed + 1]
        successes = max(successes if successes >= 0 else taken + 1 + successes, 0)
        failures = max(failures if failures >= 0 else of_all + 1 + failures, 1)
        succeeded = some.count(SUCCESS) >= successes
        failed = every.count(FAILURE) >= failures or taken - some.count(FAILURE) < successes
        if succeeded and failed and latest:
            return latest if latest == FAILURE else SUCCESS
        return FAILURE if failed else SUCCESS if succeeded else IDLE

    def visit_all(a: Agent) -> int:
        for k, child in enumerate(children):
            if a.bytes[finished + k]:
                continue
            result = child.visit(a)
            a.bytes[finished + k] = result if result != RUNNING else IDLE
            decision = decided(a, result) if decide == "each" else IDLE
            if decision:
                return decision
        return decided(a, IDLE)

    def tick(a: Agent) -> int:
        if row.again:
            a.mark(finished, 0, count)
        decision = visit_all(a)
        if decision:
            row.halt_children(a)
        return decision or RUNNING

    row.enter, row.tick = enter, tick


def _simple_parallel(p: _Program, row: _Row) -> None:
    children, finished, main = row.children, row.finished, row.main

    def others_run(a: Agent, result: int) -> bool:
        any_runs = False
        for k in range(1, len(children)):
            starts = (result != FAILURE and not a.bytes[finished + k]) or (row.again and result == RUNNING)
            if starts or a.bytes[children[k].index] == RUNNING:
                other = children[k].visit(a)
                any_runs = any_runs or other == RUNNING
                a.bytes[finished + k] = other if other != RUNNING else a.bytes[finished + k]
        return any_runs

    def tick(a: Agent) -> int:
        result = a.bytes[main] or children[0].visit(a)
        if result == RUNNING or (row.delayed and result != SKIPPED):
            a.bytes[main] = result if result != RUNNING else IDLE
            if others_run(a, result) or result == RUNNING:
                return RUNNING
        for child in children[1:]:
            child.halt(a)
        return int(result)

    row.enter, row.tick = lambda a: (a.mark(main, 0), a.mark(finished, 0, len(children))), tick


def _utility(p: _Program, row: _Row) -> None:
    children, chosen, inertia = row.children, row.chosen, p.parameter(row.inertia or 0.0)
    scores = [p.parameter(each) for each in row.scores]
    lock, momentum, top = row.lock or 0, row.momentum or 0, row.top or 1

    def score(a: Agent, k: int, more: float) -> float | None:
        try:
            value = scores[k](a)
            if math.isnan(value):
                _fail("The score is not a number.")
            return float(value + more)
        except MindError as problem:
            a.note(children[k], f"score: {problem}")
            return None

    def added_now(a: Agent) -> float:
        """Return what the child that runs has more than its score."""
        share = max(0.0, 1.0 - (a.now - a.ints[row.since]) / momentum) if momentum else 1.0
        return float(a.floats[row.added] * share)

    def choose(a: Agent, former: int, failed: list[int]) -> int:
        if former >= 0 and (not row.every_tick or (lock and a.now - a.ints[row.since] < lock)):
            return former
        more = added_now(a) if former >= 0 else 0.0
        found = [
            (score(a, k, more if k == former else 0.0), k) for k in range(len(scores)) if k not in failed
        ]
        known = [(value, k) for value, k in found if value is not None]
        if not known:
            return -1
        known.sort(key=lambda pair: -pair[0])  # of equal ones the first stays before the others
        best = known[0][1] if row.draws is None else drawn(a, known, former)
        if row.since is not None and best != former:
            a.ints[row.since] = a.now
        return best

    def drawn(a: Agent, known: list[tuple[float, int]], former: int) -> int:
        """Return one of the best, the one that runs if it is among them; `known` begins with the highest."""
        best = [k for _, k in known[:top]]
        if former in best:
            return former
        lowest = min(0.0, known[-1][0])
        weights = [value - lowest for value, _ in known[: len(best)]]
        if len(best) == 1 or not math.isfinite(sum(weights)):
            return best[0]
        return best[max(a.draw_weighted(row, row.draws, weights), 0)]

    def enter(a: Agent) -> None:
        a.floats[row.added], a.ints[chosen] = float(inertia(a)), -1

    def tick(a: Agent) -> int:
        failed: list[int] = []
        while True:
            former = a.ints[chosen]
            k = choose(a, former, failed)
            if k < 0:
                return FAILURE
            result = _visit_branch(row, a, chosen, k)
            if result == RUNNING:
                return RUNNING
            a.ints[chosen] = -1
            if result != FAILURE or not row.next_on_failure:
                return result
            failed.append(k)

    row.enter, row.tick = enter, tick


def _visit_branch(row: _Row, a: Agent, place: int, k: int) -> int:
    """Visit child k, of which an int tells that it runs; halt another that did."""
    former, a.ints[place] = a.ints[place], k
    if former not in (-1, k) and former < len(row.children):
        row.children[former].halt(a)
    return int(row.children[k].visit(a)) if 0 <= k < len(row.children) else FAILURE


def _if_else(p: _Program, row: _Row) -> None:
    def tick(a: Agent) -> int:
        k = a.ints[row.branch]
        if k < 0 or row.reactive:
            answer = row.children[0].visit(a)
            if answer == RUNNING:
                return RUNNING
            k = 1 if answer == SUCCESS else 2
        return _visit_branch(row, a, row.branch, k)

    row.enter, row.tick = lambda a: a.put(row.branch, -1), tick


def _switch(p: _Program, row: _Row) -> None:
    found = _case(p, row, len(row.children))
    row.enter = lambda a: a.put(row.chosen, -1)

    def tick(a: Agent) -> int:
        k = found(a)
        return _visit_branch(row, a, row.chosen, -1 if k is None else k)

    row.tick = tick


def _try_recover(p: _Program, row: _Row) -> None:
    recovering, left, attempts = row.recovering, row.left, p.count(row.attempts)

    def tick(a: Agent) -> int:
        while True:
            if not a.bytes[recovering]:
                result = int(row.children[0].visit(a))
                if result != FAILURE or not a.ints[left]:
                    return result
                a.bytes[recovering] = 1
            result = row.children[1].visit(a)
            if result != SUCCESS:
                return RUNNING if result == RUNNING else FAILURE
            a.ints[left] -= 1
            a.bytes[recovering] = 0
            if not row.same_tick:
                return RUNNING

    row.enter, row.tick = lambda a: (a.put(left, attempts(a)), a.mark(recovering, 0)), tick


def _map_result(p: _Program, row: _Row) -> None:
    results = [IDLE, RUNNING, RESULTS[row.on_success], RESULTS[row.on_failure], SKIPPED]
    row.tick = lambda a: results[row.children[0].visit(a)]


def _loop(p: _Program, row: _Row) -> None:
    count = p.count(row.count) if row.count is not None else lambda a: -1
    again, ends_with, counted_out = (RESULTS[each] for each in (row.again_on, row.ends_with, row.counted_out))

    def tick(a: Agent) -> int:
        limit = a.ints[row.limit]
        while limit:
            result = int(row.children[0].visit(a))
            if result in (RUNNING, SKIPPED):
                return result
            if result != again and not row.any_end:
                return ends_with
            a.ints[row.done] += limit != -1
            if a.ints[row.done] == limit:
                break
            if not row.same_tick:
                return RUNNING
        return counted_out

    row.enter, row.tick = lambda a: (a.put(row.limit, count(a)), a.put(row.done, 0)), tick


def _for_each(p: _Program, row: _Row) -> None:
    taken, item, (child,) = p.variables[row.taken], p.variables[row.item], row.children
    about, kind = p.parameter(row.of), taken.type
    listed = p.variables[row.list].read if row.list is not None else None

    def tick(a: Agent) -> int:
        items = taken.read(a)
        for k in range(a.ints[row.at], len(items)):
            a.ints[row.at] = k
            if a.bytes[child.index] != RUNNING:
                item.write(a, items[k])
            result = child.visit(a)
            if result == RUNNING:
                return RUNNING
            if result == FAILURE and not row.goes_on:
                row.stop(a)
                return FAILURE
        row.stop(a)
        return SUCCESS

    def enter(a: Agent) -> None:
        taken.write(a, listed(a) if listed else a.minds.query(row.query, a, about(a), kind))
        a.ints[row.at] = 0

    row.enter, row.tick = enter, tick
    row.stop = lambda a: (taken.write(a, []), a.put(row.at, 0))


def _timeout(p: _Program, row: _Row) -> None:
    def tick(a: Agent) -> int:
        if a.now < a.ints[row.due]:
            return int(row.children[0].visit(a))
        row.children[0].halt(a)
        return FAILURE

    row.enter, row.tick = p.due(row), tick


def _delay(p: _Program, row: _Row) -> None:
    row.enter = p.due(row)
    row.tick = lambda a: RUNNING if a.now < a.ints[row.due] else row.children[0].visit(a)


def _cooldown(p: _Program, row: _Row) -> None:
    ticks, starts = (
        p.duration(row.seconds),
        [RESULTS[each] for each in row.after or ("success", "failure", "skipped")],
    )

    def refuse(a: Agent) -> int:
        if row.start_cooled and not a.ints[row.ready]:
            a.ints[row.ready] = a.after(ticks(a))
        return RESULTS[row.refused] if a.ints[row.ready] > a.now else IDLE

    def finish(a: Agent, result: int) -> int:
        if result in starts:
            a.put(row.ready, a.after(a.ints[row.length]))
        return result

    row.refuse, row.enter, row.finish = refuse, lambda a: a.put(row.length, ticks(a)), finish
    row.tick = lambda a: finish(a, row.children[0].visit(a))
    if row.after is None:
        row.stop = lambda a: a.put(row.ready, a.after(a.ints[row.length]))


def _rate_limit(p: _Program, row: _Row) -> None:
    ticks, child = p.duration(row.seconds), row.children[0]

    def refuse(a: Agent) -> int:
        if row.waits or a.now >= a.ints[row.next_start]:
            return IDLE
        return RESULTS[row.between] or a.bytes[row.last] or FAILURE

    def enter(a: Agent) -> None:
        fixed = ticks(a)
        a.put(row.length if row.waits else row.next_start, fixed if row.waits else a.after(fixed))

    def tick(a: Agent) -> int:
        if row.waits and a.bytes[child.index] != RUNNING:
            if a.now < a.ints[row.next_start]:
                return RUNNING
            a.ints[row.next_start] = a.after(a.ints[row.length])
        return finish(a, child.visit(a))

    def finish(a: Agent, result: int) -> int:
        a.bytes[row.last] = result if result != RUNNING else a.bytes[row.last]
        return result

    row.refuse, row.enter, row.tick, row.finish = refuse, enter, tick, finish


def _run_limit(p: _Program, row: _Row) -> None:
    count, counted = p.parameter(row.count or 0), [RESULTS[each] for each in row.counted]

    def refuse(a: Agent) -> int:
        return (
            IDLE if a.ints[row.done] < count(a) else RESULTS[row.afterwards] or a.bytes[row.last] or SKIPPED
        )

    def finish(a: Agent, result: int) -> int:
        if result in (SUCCESS, FAILURE):
            a.bytes[row.last] = result
            a.ints[row.done] += result in counted
        return result

    row.refuse, row.finish = refuse, finish
    row.tick = lambda a: finish(a, row.children[0].visit(a))


def _probability(p: _Program, row: _Row) -> None:
    chance, refused = p.parameter(row.chance or 0), RESULTS[row.refused]

    def enter(a: Agent) -> None:
        share = chance(a)
        a.bytes[row.hit] = a.draw_float(row, row.draws) < share

    row.enter, row.tick = enter, lambda a: row.children[0].visit(a) if a.bytes[row.hit] else refused


def _pass(p: _Program, row: _Row) -> None:
    row.tick = lambda a: row.children[0].visit(a)


def _fixed(p: _Program, row: _Row) -> None:
    row.tick = lambda a: RESULTS[row.result]


def _test(p: _Program, row: _Row) -> None:
    test, otherwise = _Test(p, row.test), RESULTS[row.otherwise]

    def tick(a: Agent) -> int:
        if not a.test(test, ()):
            return otherwise
        a.consume(a.armed)
        return SUCCESS

    row.tick = tick


def _block(p: _Program, row: _Row) -> None:
    row.tick = lambda a: (_run_block(row.block, a), SUCCESS)[1]


def _log(p: _Program, row: _Row) -> None:
    message = p.parameter(row.message)
    row.tick = lambda a: (message(a), SUCCESS)[1]


def _wait(p: _Program, row: _Row) -> None:
    ticks, jitter = p.duration(row.seconds), p.duration(row.jitter)

    def enter(a: Agent) -> None:
        fixed = ticks(a)
        a.ints[row.due] = a.after(a.spread(row, row.draws, fixed, jitter(a)))

    row.enter, row.tick = enter, lambda a: RUNNING if a.now < a.ints[row.due] else SUCCESS


def _action(p: _Program, row: _Row) -> None:
    call = _Call(p, row, row.action, row.arguments or {})

    def tick(a: Agent) -> int:
        given, since = call.arguments(a), a.ints[row.entered]
        first, a.bytes[row.begun] = not a.bytes[row.begun], 1
        a.drop_requests(row)
        if first and not call.enter(a, since, given):
            return FAILURE
        return call.tick(a, since, given)

    def stop(a: Agent) -> None:
        if a.bytes[row.begun]:
            call.halt(a, a.ints[row.entered])

    row.enter, row.tick, row.stop = lambda a: (a.put(row.entered, a.now), a.mark(row.begun, 0)), tick, stop


def _call(p: _Program, row: _Row) -> None:
    bind = p.bindings(row.bindings)
    row.tick = lambda a: (bind(a), row.children[0].visit(a))[1]
    row.enter = p.fresh(row.fresh)


class _Claim:
    """What a claim or a release is about: places that a shared variable counts, or an entity."""

    def __init__(self, p: _Program, row: _Row) -> None:
        variable = p.variables[row.place["variable"]]
        self.p, self.place, self.counts = p, row.claimed, variable.type == "int"
        name = variable.name
        self.thing: Eval = (lambda a: name) if self.counts else p.code(row.place)

    def held(self, a: Agent, thing: str) -> list[_Claim]:
        """Return the claims of the agent that hold a thing."""
        return [
            each for each in self.p.claims if each.counts == self.counts and a.objects[each.place] == thing
        ]

    def let_go(self, a: Agent) -> None:
        """Hold nothing; what no other claim of the agent holds is free again."""
        thing, a.objects[self.place] = a.objects[self.place], None
        if thing is None or self.held(a, thing):
            return
        if self.counts:
            a.minds.share(thing, min(a.minds.values[thing] + 1, NEVER), a)
        else:
            a.minds.holders.pop(thing, None)

    def take(self, a: Agent) -> int:
        """Hold its thing, if that is free."""
        thing = self.thing(a)
        if a.objects[self.place] not in (None, thing):
            self.let_go(a)
        if thing is None:
            return FAILURE
        if not self.held(a, thing):
            is_free = a.minds.values[thing] > 0 if self.counts else thing not in a.minds.holders
            if a.minds.watcher is not None:
                a.minds.watcher.free(a, thing, is_free)
            if not is_free:
                return FAILURE
            if self.counts:
                a.minds.share(thing, a.minds.values[thing] - 1, a)
            else:
                a.minds.holders[thing] = a.id
        a.objects[self.place] = thing
        return SUCCESS

    def release(self, a: Agent) -> int:
        """Let go every claim of the agent that holds its thing."""
        thing = self.thing(a)
        for each in self.held(a, thing) if thing is not None else ():
            each.let_go(a)
        return SUCCESS


def _claim(p: _Program, row: _Row) -> None:
    claim = _Claim(p, row)
    p.claims.append(claim)
    row.tick = claim.take
    if row.until is not None:
        p.rows[row.until].claims.append(claim)


def _release(p: _Program, row: _Row) -> None:
    row.tick = _Claim(p, row).release


# -- decision trees -----------------------------------------------------------------------------------


def _with_default(entries: Sequence[Any] | None, default: int | None, count: int) -> list[tuple[int, Any]]:
    """Return entries by the place of their branch: the file may leave out that of the default."""
    places = [k for k in range(count) if len(entries or ()) >= count or k != default]
    return list(zip(places, entries or ()))


def _case(p: _Program, row: _Row, count: int) -> Callable[[Agent], int | None]:
    value, cases = p.code(row.value), _with_default(row.cases, row.default, count)

    def found(a: Agent) -> int | None:
        given = value(a)
        known = (k for k, case in cases if case is not None and _same(_value(case), given))
        return next(known, row.default)

    return found


def _decision_tree(p: _Program, row: _Row) -> None:
    every, pace, current, due, asked = (
        p.count(row.pace.get("every")),
        row.pace,
        row.current,
        row.due,
        row.asked,
    )
    row.children, row.top = row.leaves, p.rows[row.top]
    calls = [
        [(p.rows[each["row"]], p.bindings(each.get("bindings"))) for each in leaf]
        for leaf in row.rebound or ()
    ]

    def rebind(a: Agent, leaf: int) -> None:
        for call, bind in calls[leaf] if 0 <= leaf < len(calls) else ():
            try:
                bind(a)
            except MindError as problem:
                if all(each.row != call.index for each in a.errors):
                    a.note(call, str(problem))

    def choose(a: Agent, former: int) -> int:
        a.ints[due], a.bytes[asked] = a.after(a.ints[row.interval]) if a.ints[row.interval] else NEVER, 0
        leaf = _evaluate(row, a)
        if leaf not in row.leaves:
            rebind(a, former)
            return former
        picked = row.leaves.index(leaf)
        if former not in (-1, picked):
            row.leaves[former].halt(a)
        a.ints[current] = picked
        return int(picked)

    def enter(a: Agent) -> None:
        a.ints[row.interval], a.ints[current], a.ints[due], a.bytes[asked] = every(a), -1, a.now, 0
        _begin_run(p, row, a)

    def tick(a: Agent) -> int:
        leaf = a.ints[current]
        if (leaf < 0 or not pace.get("commit")) and (a.now >= a.ints[due] or a.bytes[asked]):
            leaf = choose(a, leaf)
        else:
            rebind(a, leaf)
        return int(row.leaves[leaf].visit(a)) if leaf >= 0 else RUNNING if pace.get("waits") else FAILURE

    row.enter, row.tick = enter, tick


def _begin_run(p: _Program, tree: _Row, a: Agent) -> None:
    a.ints[tree.evaluations] = 0
    for number in tree.random or ():
        a.ints[p.rows[number].seen] = 0


def _evaluate(tree: _Row, a: Agent) -> _Row | None:
    """Walk from the top of a decision tree to a leaf; None where there is no answer."""
    a.ints[tree.evaluations] += 1
    row: _Row = tree.top
    asked = 0
    while row.answer:
        asked += 1
        if asked > len(a.program.rows):
            raise LookupError("questions lead back to each other")
        branch = None
        try:
            branch = row.answer(a, a.ints[tree.evaluations])
        except MindError as problem:
            a.note(row, str(problem))
        ends = row.op.startswith("answer_")
        a.outcomes[row.index] = NO_ANSWER if branch is None else ANSWERED if ends else FIRST_BRANCH + branch
        if branch is None or ends:
            return row if ends and branch is not None else None
        row = row.branches[branch]
    return row


def _ask_test(p: _Program, row: _Row) -> None:
    test = p.code(row.test)
    row.answer = lambda a, evaluation: row.on_true if test(a) else row.on_false


def _ask_ranges(p: _Program, row: _Row) -> None:
    value, bounds = p.code(row.value), [(each["upto"], each.get("closed")) for each in row.bounds or ()]

    def answer(a: Agent, evaluation: int) -> int:
        given = value(a)
        below = (k for k, (upto, closed) in enumerate(bounds) if given < upto or (closed and given == upto))
        return next(below, len(bounds))

    row.answer = answer


def _ask_switch(p: _Program, row: _Row) -> None:
    found = _case(p, row, len(row.branches))
    row.answer = lambda a, evaluation: found(a)


def _ask_first_of(p: _Program, row: _Row) -> None:
    tests = [(k, p.code(each)) for k, each in _with_default(row.tests, row.default, len(row.branches))]
    row.answer = lambda a, evaluation: next((k for k, test in tests if test(a)), row.default)


def _ask_table(p: _Program, row: _Row) -> None:
    lines = [(k, p.codes(cells)) for k, cells in _with_default(row.cells, row.default, len(row.branches))]

    def answer(a: Agent, evaluation: int) -> int | None:
        hit: int | None = None
        for k, cells in lines:
            if all(cell(a) for cell in cells):
                if hit is not None:
                    _fail(f"Rows {hit + 1} and {k + 1} both match; only one may.")
                hit = k
                if not row.unique:
                    break
        return row.default if hit is None else hit

    row.answer = answer


def _ask_random(p: _Program, row: _Row) -> None:
    timeout = p.count(row.timeout) if row.timeout is not None else lambda a: NEVER

    def answer(a: Agent, evaluation: int) -> int | None:
        kept, seen, drawn, due = (a.ints[each] for each in (row.kept, row.seen, row.drawn, row.due))
        if not seen or seen != evaluation - 1 or evaluation >= due or kept < 0:
            lasts = timeout(a)
            kept = a.draw_weighted(row, row.draws, row.weights)
            if kept < 0:
                return None
            drawn, due = evaluation, min(evaluation + lasts, NEVER)
        a.ints[row.kept], a.ints[row.seen], a.ints[row.drawn], a.ints[row.due] = kept, evaluation, drawn, due
        return kept  # type: ignore[no-any-return]

    row.answer = answer


def _ask_tree(p: _Program, row: _Row) -> None:
    bind = p.bindings(row.bindings)
    row.answer = lambda a, evaluation: (bind(a), 0)[1]


def _ask_nothing(p: _Program, row: _Row) -> None:
    row.answer = lambda a, evaluation: None


def _answer(p: _Program, row: _Row) -> None:
    value = p.parameter(row.value)
    row.answer = lambda a, evaluation: (value(a), 0)[1]


QUESTIONS: dict[str, Callable[[_Program, _Row], None]] = {
    "ask_test": _ask_test,
    "ask_ranges": _ask_ranges,
    "ask_switch": _ask_switch,
    "ask_first_of": _ask_first_of,
    "ask_table": _ask_table,
    "ask_random": _ask_random,
    "ask_tree": _ask_tree,
    "ask_nothing": _ask_nothing,
    "answer_outcome": _answer,
    "answer_value": _answer,
}

# -- state machines -----------------------------------------------------------------------------------


class _Completion(NamedTuple):
    """A state completed; it is offered to its own transitions."""

    name: str
    state: _Row
    activation: int


_Item = Any  # an Event or a _Completion
_Offer = Any  # what an entry offers: a transition, or None


def _is_below(row: _Row, above: _Row) -> bool:
    return bool(above.index < row.index < above.end)


def _remembered(history: _Row, a: Agent) -> list[_Row]:
    return [state for state, place in history.history.places if a.bytes[place]]


def _effective(targets: Iterable[_Row], a: Agent) -> list[_Row]:
    """Return targets, each history replaced by what it remembers, or by its default."""
    found = []
    for target in targets:
        history = target.history
        found += _effective(_remembered(target, a) or history.default, a) if history else [target]
    return found


def _compound(state: _Row) -> bool:
    return bool(state.states) and state.kind == "state"


def _note(a: Agent, transition: _Row, outcome: int) -> None:
    a.outcomes[transition.index] = max(a.outcomes[transition.index], outcome)


def _state(p: _Program, row: _Row) -> None:
    if row.activity:
        activity = row.activity
        bind, fresh = p.bindings(activity.get("bindings")), p.fresh(activity.get("fresh"), ticking=True)
        row.activity = _Part(activity, row=p.rows[activity["row"]], bind=bind, fresh=fresh)
    if row.history:
        row.history = _Part(
            row.history,
            places=[(p.rows[number], place) for number, place in row.history.get("places", ())],
            default=[p.rows[number] for number in row.history.get("default", ())],
            default_actions=p.block(row.history.get("default_actions"), row),
        )
    if row.decision:
        decision = row.decision
        row.decision = _Part(
            tree=p.rows[decision["tree"]], bind=p.bindings(decision.get("bindings")), data={}
        )


def _transition(p: _Program, row: _Row) -> None:
    for name in ("after", "cooldown", "delay"):
        timer = getattr(row, name)
        if timer:
            more = {"ticks": p.duration(timer.get("time")), "jitter": p.duration(timer.get("jitter"))}
            setattr(row, name, _Part(timer, **more))
    row.group = p.groups[row.group] if row.group is not None else None
    row.members = row.group.members if row.group else [row]
    row.weight = p.parameter(1 if row.weight is None else row.weight)
    row.events = row.events or []
    row.is_else = vars(row).get("else")


class _Machine(_Row):
    """The row of a state machine, and what it needs while a tick of it is under way."""

    def begin_tick(self) -> None:
        """Forget what was of another tick, or of another agent."""
        self.queue: list[_Item] = []  # of the macrostep
        self.later: list[_Item] = []  # raised by updates and activities
        self.completions: list[_Item] = []  # of activities
        self.fresh: list[_Row] = []  # entered since it was last emptied
        self.answers: dict[_Row, Any] = {}  # by choice: its activation, the outcome of its decision tree
        self.listens, self.status = True, IDLE  # the final status, once it has ended
        self.begin_macrostep()
        self.in_macrostep = False

    def begin_macrostep(self) -> None:
        """Begin one."""
        self.failed: list[Any] = []  # code that failed in it
        self.in_macrostep, self.rounds = True, 0

    def begin_selection(self, asks: Callable[[_Row], bool], takes_pending: bool = False) -> None:
        """Begin to ask entries; each is asked once."""
        self.asks, self.takes_pending = asks, takes_pending
        self.offers: dict[_Row, _Offer] = {}
        self.postponed: list[_Row] = []  # entries that became pending

    def take(self, event: Event) -> None:
        """Take an event that was raised in it."""
        if self.listens:
            (self.queue if self.in_macrostep else self.later).append(event)

    def take_failure(self, code: Any) -> None:
        """Raise `error.execution`, once per macrostep and piece of code."""
        if self.listens and code not in self.failed:
            self.failed.append(code)
            self.take(Event("error.execution", {}))

    def record(self, a: Agent, row: _Row, code: Any, problem: MindError) -> None:
        """Tell of code that failed."""
        a.note(row, str(problem))
        self.take_failure(code)

    def run(self, block: Any, a: Agent) -> None:
        """Run a block of a state or transition."""
        failed = _run_block(block, a)
        if failed:
            self.take_failure(failed)

    def active(self, a: Agent) -> list[_Row]:
        """Return the active states in document order."""
        return [state for state in self.all_states if a.bytes[state.index]]

    # -- domains and microsteps

    def domain_of(self, t: _Row, a: Agent) -> _Row | None:
        """Return the state below which a transition exits all; None for none."""
        if t.domain or not t.targets:
            return t.domain  # type: ignore[no-any-return]
        if t.source is self:
            return self  # type: ignore[no-any-return]
        targets = _effective(t.targets, a)
        around = list(reversed(t.source.chain[1:-1]))
        for state in [t.source, *around] if t.internal or t.interrupt else around:
            if _compound(state) and all(_is_below(target, state) for target in targets):
                return state  # type: ignore[no-any-return]
        return self

    def exit_sets_meet(self, a: Agent, one: _Row, other: _Row) -> bool:
        """Tell whether two transitions exit a state both."""
        domains = [self.domain_of(each, a) for each in (one, other)]
        return any(all(each and _is_below(state, each) for each in domains) for state in self.active(a))

    def microstep(self, a: Agent, picked: list[_Row]) -> None:
        """Take transitions together."""
        domains = [self.domain_of(each, a) for each in picked]
        events = [self.take_pending(each, a) for each in picked]
        exited = [state for state in self.active(a) if any(d and _is_below(state, d) for d in domains)]
        self.exit_states(exited, a)
        for transition, event in zip(picked, events):
            self.execute(transition, event, a)
        self.enter_states(a, [(domain, t.targets) for domain, t in zip(domains, picked) if domain])

    def exit_states(self, exited: list[_Row], a: Agent) -> None:
        """Exit states, after their histories remember what is active."""
        for state in exited:
            for history in state.histories:
                for inner, place in history.history.places:
                    a.bytes[place] = 1 if a.bytes[inner.index] else 0
        for state in reversed(exited):
            self.exit_state(state, a)

    def exit_state(self, state: _Row, a: Agent) -> None:
        """Exit a state."""
        a.state = state
        if state.activity:
            state.activity.row.halt(a)
            state.activity.row.clear(a)
            a.state = state
        a.pending.pop(state.index, None)
        a.forget(lambda each: each.state == state.index)
        self.run(state.exit, a)
        a.bytes[state.index] = 0
        self.uncomplete(state, a)
        a.outcomes[state.index] = PASSED if a.outcomes[state.index] == ENTERED else EXITED

    def execute(self, t: _Row, event: Event | None, a: Agent) -> None:
        """Do what a transition does between exits and entries."""
        a.outcomes[t.index] = TAKEN
        if t.cooldown:
            a.ints[t.cooldown.ready_from] = a.after(self.length(t, t.cooldown, 0, a))
        if t.group and not t.targets and t.members[0].after:
            after = t.members[0].after
            a.ints[after.enabled_from] = a.after(a.ints[after.length])
        a.state, current = t.source, a.event
        a.event = event or current
        self.run(t.actions, a)
        a.event = current

    def enter_states(self, a: Agent, wanted: list[tuple[_Row, list[_Row]]]) -> None:
        """Enter, below each domain, its targets and what they need."""
        goals: list[_Row] = []
        states: set[_Row] = set()
        by_default: set[_Row] = set()
        histories: list[_Row] = []  # those that remembered nothing

        def aim(targets: Iterable[_Row]) -> None:
            for target in targets:
                if not target.history:
                    goals.append(target)
                    continue
                if not _remembered(target, a):
                    histories.append(target)
                aim(_remembered(target, a) or target.history.default)

        def leads_on(state: _Row) -> bool:
            return any(goal is state or _is_below(goal, state) for goal in goals)

        def add(state: _Row) -> None:
            if not a.bytes[state.index]:
                states.add(state)
            if _compound(state) and not any(map(leads_on, state.states)):
                by_default.add(state)
                aim(state.initial)
            inner = state.states if state.kind == "parallel" else list(filter(leads_on, state.states))[:1]
            for each in inner:
                add(each)

        def run_defaults(owner: _Row) -> None:
            for history in histories:
                if history.parent is owner:
                    a.state = owner
                    self.run(history.history.default_actions, a)

        for domain, targets in wanted:
            aim(targets)
            for child in domain.states:
                if child not in states and leads_on(child):
                    add(child)
        for owner in sorted({each.parent for each in histories} - states, key=lambda each: each.index):
            run_defaults(owner)
        for state in sorted(states, key=lambda each: each.index):
            self.enter_state(state, a)
            if state in by_default:
                self.run(state.initial_actions, a)
            run_defaults(state)

    def enter_state(self, state: _Row, a: Agent) -> None:
        """Enter a state."""
        a.state, before = state, a.outcomes[state.index]
        a.bytes[state.index], a.bytes[state.completed] = RUNNING, 0
        a.ints[state.entered] = a.now
        a.ints[state.activation] += 1
        a.outcomes[state.index] = REENTERED if before in (EXITED, REENTERED) else ENTERED
        self.fresh.append(state)
        if state.activity:
            a.bytes[state.activity.ended] = 0
            state.activity.fresh(a)
        self.run(state.entry, a)
        self.start_timers(state, a)
        if state.kind == "final" and state.parent is self:
            self.status = RESULTS[state.status]
        elif state.kind == "final":
            self.complete(state.parent, RESULTS[state.status], self.queue, a)

    def complete(self, state: _Row, status: int, queue: list[_Item], a: Agent) -> None:
        """Note that a state completed; queue that, and the completion of a parallel state around it."""
        a.bytes[state.completed] = status
        queue.append(_Completion(f"done.{WORDS[status]}", state, a.ints[state.activation]))
        regions = [a.bytes[each.completed] for each in state.parent.states]
        if state.parent.kind == "parallel" and all(regions):
            self.complete(state.parent, FAILURE if FAILURE in regions else SUCCESS, queue, a)

    def uncomplete(self, state: _Row, a: Agent) -> None:
        """Take back a completion that a final child or a region had given to its owner."""
        owner = state.parent
        if owner is self or (state.kind != "final" and owner.kind != "parallel"):
            return
        if not (owner.activity and a.bytes[owner.activity.ended]):
            a.bytes[owner.completed] = 0
            self.uncomplete(owner, a)

    def start_timers(self, source: _Row, a: Agent) -> None:
        """Fix from which tick on the timed transitions of a source that was entered are enabled."""
        for entry in (*source.transitions, *source.interrupts):
            if entry.after:
                a.ints[entry.after.length] = self.length(entry, entry.after, NEVER, a)
                a.ints[entry.after.enabled_from] = a.after(a.ints[entry.after.length])

    def length(self, t: _Row, timer: _Part, otherwise: int, a: Agent) -> int:
        """Return the ticks of a time of a transition."""
        try:
            return int(timer.ticks(a))
        except MindError as problem:
            self.record(a, t, timer, problem)
            return otherwise

    # -- whether a transition is enabled

    def holds(self, t: _Row, a: Agent) -> bool:
        """Test the guard of a transition."""
        holds = True
        if t.guard:
            a.state, waiting = t.source, a.pending.get(t.source.index)
            is_pending = waiting and waiting.transition == t.members[0].index
            try:
                holds = a.test(t.guard, waiting.armed if waiting and is_pending else ())
                a.reads[t] = a.armed if holds else []
            except MindError as problem:
                self.record(a, t, t.guard, problem)
                holds = False
        _note(a, t, LOST if holds else GUARD_FALSE)
        return holds

    def is_ready(self, t: _Row, a: Agent) -> bool:
        """Tell whether the cooldown of a transition is over."""
        ready = not t.cooldown or a.now >= a.ints[t.cooldown.ready_from]
        _note(a, t, IDLE if ready else GUARD_FALSE)
        return ready

    def enabled(self, entry: _Row, a: Agent) -> list[_Row]:
        """Return which members of an entry are enabled, their event apart."""
        if entry.after and a.now < a.ints[entry.after.enabled_from]:
            for member in entry.members:
                _note(a, member, GUARD_FALSE)
            return []
        return self.weighted(entry, a)

    def weighted(self, entry: _Row, a: Agent) -> list[_Row]:
        """Return which members hold; those of a group with their weights in `weights`."""
        ready = [each for each in entry.members if self.is_ready(each, a) and self.holds(each, a)]
        if not entry.group:
            return ready
        weights = [(each, self.weight_of(each, a)) for each in ready]
        entry.weights = [weight for _, weight in weights if weight > 0]
        return [each for each, weight in weights if weight > 0]

    def weight_of(self, member: _Row, a: Agent) -> float:
        """Return the weight of a member; 0 where it fails."""
        try:
            weight = float(member.weight(a))
            return weight if not weight < 0 else _fail(f"A weight is 0 or more, not {weight}.")
        except MindError as problem:
            self.record(a, member, member, problem)  # equal weights may be one closure
            return 0.0

    def drawn(self, entry: _Row, members: list[_Row], a: Agent) -> _Offer:
        """Return what an entry offers of its enabled members; of a group one is drawn."""
        if not entry.group or not members:
            return members[0] if members else None
        try:
            return members[a.draw_weighted(entry.source, entry.group.draws, entry.weights)]
        except MindError as problem:
            self.record(a, entry, entry.group, problem)
            return None

    def is_answer(self, entry: _Row, a: Agent) -> bool:
        """Tell whether the decision tree of a choice allows an entry."""
        choice = entry.source
        if choice is self or not choice.decision:
            return True
        activation = a.ints[choice.activation]
        if self.answers.get(choice, (None, None))[0] != activation:
            self.answers[choice] = (activation, self.decide(choice, a))
        outcome = self.answers[choice][1]
        if entry.is_else or (outcome is not None and entry.outcome == outcome):
            return True
        for member in entry.members:
            _note(a, member, GUARD_FALSE)
        return False

    def decide(self, choice: _Row, a: Agent) -> Any:
        """Evaluate the decision tree of a choice as a new run; return the outcome, None for none."""
        try:
            choice.decision.bind(a)
        except MindError as problem:
            a.note(choice, str(problem))
            return None
        _begin_run(a.program, choice.decision.tree, a)
        leaf = _evaluate(choice.decision.tree, a)
        return leaf.outcome if leaf and leaf.op == "answer_outcome" else None

    # -- delays

    def start_pending(self, entry: _Row, a: Agent) -> None:
        """Let an entry wait for its time instead of being picked."""
        try:
            ticks = entry.delay.ticks(a)
            ticks = a.spread(entry, entry.delay.draws, ticks, entry.delay.jitter(a))
        except MindError as problem:
            self.record(a, entry, entry.delay, problem)
            _note(a, entry, LOST)
            return
        armed = sorted({place for each in entry.members for place in a.reads.get(each, ())})
        waiting = {"transition": entry.index, "since": a.now, "due": a.after(ticks), "event": a.event}
        a.pending[entry.source.index] = _Part(waiting, armed=armed)
        _note(a, entry, PENDING)
        self.postponed.append(entry)

    def take_pending(self, t: _Row, a: Agent) -> Event | None:
        """Take a transition out of those that wait, and return the event that it kept."""
        waiting = a.pending.get(t.source.index)
        if not waiting or waiting.transition != t.members[0].index:
            return None
        del a.pending[t.source.index]
        return waiting.event  # type: ignore[no-any-return]

    def recheck(self, a: Agent, interrupts: bool) -> None:
        """Forget pending interrupts, or others, whose guard is false by now."""
        for source, waiting in sorted(a.pending.items()):
            entry = a.program.rows[waiting.transition]
            if entry.machine is not self or bool(entry.interrupt) != interrupts:
                continue
            a.event = waiting.event
            keeps = not entry.delay.recheck or any(self.holds(each, a) for each in entry.members)
            a.event = None
            _note(a, entry, PENDING if keeps else GUARD_FALSE)
            if not keeps:
                del a.pending[source]

    # -- selection

    def offered(self, entry: _Row, a: Agent) -> _Offer:
        """Return the transition that an entry offers in this selection, or None."""
        if entry not in self.offers:
            self.offers[entry] = None
            self.offers[entry] = self.ask_delayed(entry, a) if entry.delay else self.ask(entry, a)
        return self.offers[entry]

    def ask(self, entry: _Row, a: Agent) -> _Offer:
        """Ask an entry without a delay."""
        if not self.asks(entry) or not self.is_answer(entry, a):
            return None
        return self.drawn(entry, self.enabled(entry, a), a)

    def ask_delayed(self, entry: _Row, a: Agent) -> _Offer:
        """Ask an entry with a delay: it begins to wait, or has waited."""
        waiting = a.pending.get(entry.source.index)
        if not waiting:
            if self.asks(entry) and self.enabled(entry, a):
                if not entry.group and self.is_there(entry, a):
                    return entry
                self.start_pending(entry, a)
            return None
        if waiting.transition != entry.index or not self.takes_pending or a.now < waiting.due:
            return None
        if not entry.group:
            return entry
        a.event = waiting.event
        drawn = self.drawn(entry, self.weighted(entry, a), a)
        a.event = None
        return drawn

    def is_there(self, t: _Row, a: Agent) -> bool:
        """Tell whether an interrupt leads to where the machine is already."""
        if not t.interrupt or t.reenter or not t.targets:
            return False
        return all(a.bytes[each.index] for each in _effective(t.targets, a))

    def first_offered(self, entries: Iterable[_Row], a: Agent) -> _Offer:
        """Return the first transition that is offered."""
        return next((found for entry in entries if (found := self.offered(entry, a))), None)

    def walks(self, a: Agent) -> list[list[_Row]]:
        """Return the ways from the machine to each active atomic state."""
        active = self.active(a)
        return [each.chain for each in active if not any(a.bytes[inner.index] for inner in each.states)]

    def pick_inner_first(self, a: Agent) -> list[_Row]:
        """Walk from each active atomic state to the machine; the first that is offered ends a walk."""
        picked: dict[_Row, None] = {}
        for chain in self.walks(a):
            found = self.first_offered((each for owner in reversed(chain) for each in owner.transitions), a)
            if found:
                picked[found] = None
        return self.without_conflicts(a, list(picked), _is_below)

    def pick_outer_first(self, a: Agent, asked: Callable[[_Row], bool]) -> list[_Row]:
        """Walk from the machine to each active atomic state; one without targets does not end a walk."""
        picked: dict[_Row, None] = {}
        for chain in self.walks(a):
            for entry in (each for owner in chain if asked(owner) for each in owner.transitions):
                found = self.offered(entry, a)
                if found:
                    picked[found] = None
                    if found.targets:
                        break
        return self.without_conflicts(a, list(picked), lambda source, other: _is_below(other, source))

    def pick_interrupts(self, a: Agent) -> list[_Row]:
        """Walk the machine and its active states outside in; each offers its first enabled interrupt."""
        picked: list[_Row] = []
        for owner in [self, *self.active(a)]:
            found = self.first_offered(owner.interrupts, a)
            if found and (
                self.is_there(found, a) or any(self.exit_sets_meet(a, found, each) for each in picked)
            ):
                _note(a, found, LOST)
            elif found:
                picked.append(found)
        return picked

    def without_conflicts(
        self, a: Agent, picked: list[_Row], beats: Callable[[_Row, _Row], bool]
    ) -> list[_Row]:
        """Drop losers among transitions whose exit sets meet."""
        kept: list[_Row] = []
        for t in picked:
            rivals = [each for each in kept if self.exit_sets_meet(a, t, each)]
            losers = rivals if all(beats(t.source, each.source) for each in rivals) else [t]
            for loser in losers:
                _note(a, loser, LOST)
            kept = [each for each in [*kept, t] if each not in losers]
        return kept

    def select(self, a: Agent, item: _Item) -> list[_Row]:
        """Select for an event or a completion."""
        if isinstance(item, _Completion):
            self.begin_selection(lambda entry: entry.source is item.state and _matches(entry, item.name))
            return self.settled(a, self.pick_inner_first(a))
        self.begin_selection(lambda entry: _matches(entry, item.name))
        interrupts = self.pick_interrupts(a)
        picked = interrupts[:]
        for t in self.pick_inner_first(a):
            if any(self.stops(each, t, a) for each in interrupts):
                _note(a, t, LOST)
            else:
                picked.append(t)
        return self.settled(a, picked)

    def stops(self, interrupt: _Row, t: _Row, a: Agent) -> bool:
        """Tell whether an interrupt exits the source of a transition, or what that exits."""
        domain = self.domain_of(interrupt, a)
        return domain is not None and (_is_below(t.source, domain) or self.exit_sets_meet(a, t, interrupt))

    def settled(self, a: Agent, picked: list[_Row]) -> list[_Row]:
        """Consume the triggers that let transitions be picked or become pending."""
        for each in (*picked, *(member for entry in self.postponed for member in entry.members)):
            a.consume(a.reads.pop(each, ()))
        return picked

    # -- running to rest

    def add_round(self, a: Agent) -> None:
        """Count a round of the macrostep."""
        self.rounds += 1
        if self.rounds > a.program.rounds:
            raise _Restless

    def macrostep(self, a: Agent, item: _Item) -> None:
        """Take an event or a completion, and run to rest."""
        if not self.is_over(item, a):
            self.begin_macrostep()
            self.take_item(a, item)
            self.run_to_rest(a)

    def is_over(self, item: _Item, a: Agent) -> bool:
        """Tell whether the state of a completion has been left since."""
        if not isinstance(item, _Completion):
            return False
        return not a.bytes[item.state.index] or a.ints[item.state.activation] != item.activation

    def take_item(self, a: Agent, item: _Item) -> None:
        """Take an event or a completion in a round."""
        a.event = item if isinstance(item, Event) else None
        picked = self.select(a, item)
        self.add_round(a)
        if picked:
            self.microstep(a, picked)
        a.event = None

    def take_picked(self, a: Agent, picked: list[_Row]) -> bool:
        """Take what was selected in a round; tell whether it was anything."""
        if picked:
            self.add_round(a)
            self.microstep(a, picked)
        return bool(picked)

    def run_to_rest(self, a: Agent) -> None:
        """Take eventless transitions, then what is queued."""
        while not self.status:
            if self.eventless:
                self.begin_selection(lambda entry: "always" in entry.events)
                if self.take_picked(a, self.settled(a, self.pick_inner_first(a))):
                    continue
            if not self.queue:
                break
            item = self.queue.pop(0)
            if not self.is_over(item, a):
                self.take_item(a, item)
        self.in_macrostep = False

    # -- the tick of a machine

    def tick_machine(self, a: Agent) -> int:
        """Do the steps of a tick."""
        outer = a.state
        self.begin_tick()
        try:
            if a.ints[self.entered] == -1:
                self.start(a)
            else:
                self.do_steps(a)
        except _Restless:
            a.note(
                self, f"The machine did not come to rest in {a.program.rounds} rounds; the rest was dropped."
            )
            a.event = None
        finally:
            status = self.status
            if status:
                self.exit_all(a)
            self.listens, a.state = False, outer
        return status or RUNNING

    def start(self, a: Agent) -> None:
        """Enter the initial states: step 1, then 6 and 7."""
        a.ints[self.entered], a.state = a.now, self
        self.begin_macrostep()
        self.start_timers(self, a)
        self.run(self.initial_actions, a)
        self.enter_states(a, [(self, self.initial)])
        self.run_to_rest(a)
        if a.entries:
            self.enter_ordered(a)
        if not self.status:
            self.update_states(a)

    def enter_ordered(self, a: Agent) -> None:
        """Enter the states that the game ordered, as from the root."""
        ordered = [state for state in a.entries if state.machine is self]
        a.entries = [state for state in a.entries if state.machine is not self]
        for state in ordered:
            if self.status:
                return
            self.begin_macrostep()
            self.exit_states(self.active(a), a)
            self.enter_states(a, [(self, [state])])
            self.run_to_rest(a)

    def do_steps(self, a: Agent) -> None:
        """Do steps 2 to 7."""
        due = a.due_events(self.index)
        if a.entries:
            self.enter_ordered(a)
        self.begin_macrostep()
        self.run_to_rest(a)
        for each in due:
            if not self.status and each in a.delayed:
                a.delayed.remove(each)
                self.macrostep(a, each.event)
        for event in a.events:
            if not self.status:
                self.macrostep(a, event)
        if not self.status:
            self.fresh = []
            self.poll(a, True, lambda: self.pick_interrupts(a))
        if not self.status:
            self.poll_transitions(a)
        if not self.status:
            self.update_states(a)

    def poll(
        self, a: Agent, interrupts: bool | None, pick: Callable[[], list[_Row]], *, is_over: bool = False
    ) -> None:
        """Select for a tick, and run to rest; where the passes are over it may pick nothing."""
        self.begin_macrostep()
        if interrupts is not None:
            self.recheck(a, interrupts)
        self.begin_selection(lambda entry: "tick" in entry.events, takes_pending=True)
        picked = self.settled(a, pick())
        if is_over and picked:
            raise _Restless
        self.take_picked(a, picked)
        self.run_to_rest(a)

    def poll_transitions(self, a: Agent) -> None:
        """Do step 5: once, and then for transient states that were entered."""
        skip, self.fresh = self.fresh, []
        self.poll(a, False, lambda: self.pick_outer_first(a, lambda owner: owner not in skip))
        entered, passes = [*self.fresh, *skip], 0
        while not self.status:
            only = [each for each in self.active(a) if each.transient and each in entered]
            if not only:
                return
            if passes > a.program.rounds:
                raise _Restless
            self.fresh, passes = [], passes + 1
            is_over = passes > a.program.rounds
            self.poll(a, None, partial(self.pick_outer_first, a, only.__contains__), is_over=is_over)
            entered = self.fresh

    def update_states(self, a: Agent) -> None:
        """Do steps 6 and 7: update states, tick their activities, and take what came of it."""
        self.failed = []
        for state in self.all_states:
            if a.bytes[state.index]:
                a.state = state
                self.run(state.update, a)
                if state.activity and not a.bytes[state.activity.ended] and a.visits < MOST_VISITS:
                    self.tick_activity(state, a)
        items = [*self.completions, *self.later]
        for item in items:
            if not self.status:
                self.macrostep(a, item)
        if not items:
            self.begin_macrostep()
            self.run_to_rest(a)

    def tick_activity(self, state: _Row, a: Agent) -> None:
        """Tick the activity of a state."""
        activity = state.activity
        try:
            activity.bind(a)
            result = a.visit_root(activity.row)
        except MindError as problem:
            self.record(a, state, activity, problem)
            activity.row.halt(a)
            result = FAILURE
        a.state = state
        if result in (SUCCESS, FAILURE):
            a.bytes[activity.ended] = not activity.loop
            self.complete(state, result, self.completions, a)

    def exit_all(self, a: Agent) -> None:
        """Exit all states: the machine is over, or halted."""
        self.listens = False
        for state in reversed(self.active(a)):
            self.exit_state(state, a)
        self.forget(a)

    def forget(self, a: Agent) -> None:
        """Forget histories, cooldowns, and what waits."""
        a.forget(lambda each: each.machine == self.index)
        for state in (self, *self.all_states):
            a.pending.pop(state.index, None)
            for _, place in state.history.places if state.history else ():
                a.bytes[place] = 0
        for t in self.all_transitions:
            if t.cooldown:
                a.ints[t.cooldown.ready_from] = 0


def _matches(entry: _Row, name: str) -> bool:
    """Tell whether an entry is for an event, or a completion, of a name."""
    words = [each for each in entry.events if each not in ("tick", "always")]
    return any(each in ("*", name) or name.startswith(f"{each}.") for each in words)


def _machine(p: _Program, row: Any) -> None:
    row.begin_tick()
    row.listens = False
    row.enter = lambda a: (a.put(row.entered, -1), row.forget(a))
    row.tick, row.stop = row.tick_machine, row.exit_all


OPS: dict[str, Callable[[_Program, Any], None]] = {
    "ordered": _ordered,
    "round_robin": _round_robin,
    "pipeline_sequence": _pipeline,
    "shuffled": _shuffled,
    "random_child": _random_child,
    "parallel": _parallel,
    "simple_parallel": _simple_parallel,
    "utility": _utility,
    "if_else": _if_else,
    "switch": _switch,
    "try_recover": _try_recover,
    "map_result": _map_result,
    "loop": _loop,
    "for_each": _for_each,
    "timeout": _timeout,
    "delay": _delay,
    "cooldown": _cooldown,
    "rate_limit": _rate_limit,
    "run_limit": _run_limit,
    "probability": _probability,
    "pass": _pass,
    "fixed": _fixed,
    "test": _test,
    "block": _block,
    "log": _log,
    "wait": _wait,
    "action": _action,
    "call": _call,
    "run": _call,
    "claim": _claim,
    "release": _release,
    "decision_tree": _decision_tree,
    "machine": _machine,
    "state": _state,
    "transition": _transition,
}
TREE_OPS = {*OPS} - {"machine", "state", "transition"}


# -- programs -----------------------------------------------------------------------------------------


def _sizes(told: Json) -> dict[str, int]:
    """Return how many places of memory of each sort an agent needs."""
    sizes = {sort: told.get(sort, 0) for sort in ("bytes", "ints", "floats", "objects")}
    for sort, count in sizes.items():
        if type(count) is not int or not 0 <= count <= MOST_PLACES:
            _fail(f"The export is damaged: its memory cannot have {count!r} {sort}.")
    return sizes


def _must_have_place(variable: _Variable, memory: Mapping[str, int]) -> None:
    """Refuse a variable of an agent that lies outside of the memory."""
    kind, most, length = variable.type, 1, variable.length
    is_list = _sort(kind) == "list"
    if is_list:
        kind, most = kind["list"], kind["most"]
    sort = "ints" if _sort(kind) == "enum" else ARRAYS.get(kind, "objects")
    size = most * (2 if kind == "vector" else 1)
    inside = type(variable.place) is int and 0 <= variable.place <= memory[sort] - size
    if not inside or (is_list and not (type(length) is int and 0 <= length < memory["ints"])):
        _fail(f"The export is damaged: there is no place {variable.place!r} for {variable.name}.")


def _rising(p: _Program, told: Iterable[Json], risen: Any) -> list[tuple[int, float, float, float]]:
    """Return the variables that rise: the place of each, by how much in a second, its least and its most."""
    found = []
    for variable, each in zip(p.variables, told):
        if not each.get("rise"):
            continue
        facts = each["rise"], each.get("min") or 0.0, each.get("max")
        is_right = variable.type == "float" and variable.scope == "agent"
        if not is_right or not all(FITS["float"](fact) for fact in facts if fact is not None):
            _fail(f"The export is damaged: {variable.name} cannot rise.")
        rise, least, most = (math.inf if fact is None else float(fact) for fact in facts)
        found.append((variable.place, rise, least, most))
    inside = type(risen) is int and 0 <= risen < p.memory["ints"]
    if not (inside if found else risen is None):
        _fail(f"The export is damaged: there is no place {risen!r} for when variables rose.")
    return found


class _Program:
    """A program that was read: its rows, and what turns its parts into closures."""

    def __init__(self, data: Json) -> None:
        self.rate, self.rounds, self.needs = data["rate"], data.get("rounds", 1000), data.get("needs", {})
        if not isinstance(data["hash"], str) or not self.rate > 0:
            _fail("The export is damaged: it has no hash, or no rate.")
        for action in self.needs.get("actions", {}).values():
            if not all(isinstance(each["name"], str) for each in action.get("parameters", ())):
                _fail("The export is damaged: a parameter of an action has no name.")
        self.memory, self.triggers_read = _sizes(data.get("memory", {})), set[int]()
        self.variables = [_Variable(each) for each in data.get("variables", ())]
        for event in self.needs.get("events", {}).values():
            for kind in event.get("payload", {}).values():
                _must_be_type(kind)
        self.own = {each.name: each for each in self.variables if each.scope == "agent"}
        for variable in self.own.values():
            _must_have_place(variable, self.memory)
        self.rising = _rising(self, data.get("variables", ()), data.get("risen"))
        self.risen: int = data.get("risen") or 0
        self.curves = {name: _table(name, points) for name, points in data.get("curves", {}).items()}
        self.triggers = [
            _Part(each, place=self.variables[each["variable"]].place) for each in data.get("triggers", ())
        ]
        self.claims: list[_Claim] = []
        self.rows = [
            (_Machine if each["op"] == "machine" else _Row)(k, each) for k, each in enumerate(data["rows"])
        ]
        self.groups = [
            _Part(each, members=[self.rows[k] for k in each["members"]]) for each in data.get("groups", ())
        ]
        for row, each in zip(self.rows, data["rows"]):
            if not row.index < row.end <= len(self.rows):
                _fail(f"The export is damaged: row {row.index} cannot end before row {row.end!r}.")
            row.link(self, each)
        for row, each in zip(self.rows, data["rows"]):
            try:
                row.build(self, each)
            except (KeyError, IndexError, TypeError, AttributeError) as problem:
                raise MindError(f"Row {row.index} ({row.op}) is damaged: {problem!r}.") from problem
        self.states = [row for row in self.rows if row.op == "state"]
        self.defaults = self.fresh(data.get("defaults"))

    def type_of(self, node: Json) -> Any:
        """Return the type of what a node gives."""
        if "type" in node or node["node"] in BOOLS:
            return node.get("type", "bool")
        if node["node"] == "variable_read":
            return self.variables[node["variable"]].type
        return "float" if node["node"] != "constant" or type(node.get("value")) in (int, float) else None

    def code(self, node: Json) -> Eval:
        """Compile an expression."""
        return NODES[node["node"]](self, node, self.type_of(node))

    def codes(self, nodes: Iterable[Json]) -> list[Eval]:
        """Compile expressions."""
        return [self.code(node) for node in nodes]

    def parameter(self, given: Any, kind: Any = None) -> Eval:
        """Compile what is a value or an expression."""
        if isinstance(given, dict) and "node" in given:
            return self.code(given)
        value = _value(given, kind)
        return lambda a: value

    def count(self, given: Any) -> Eval:
        """Compile a number from 0 on."""
        return _lift(
            lambda n: n if n >= 0 else _fail(f"A count is 0 or more, not {n}."), self.parameter(given or 0)
        )

    def duration(self, given: Any) -> Eval:
        """Compile a duration: it gives ticks."""
        if isinstance(given, dict):
            return _lift(lambda seconds: _ticks(seconds, self.rate), self.code(given))
        return lambda a: given or 0

    def due(self, row: _Row) -> Eval:
        """Return what lets a row be due after its seconds."""
        ticks = self.duration(row.seconds)
        return lambda a: a.put(row.due, a.after(ticks(a)))

    def block(self, lines: Iterable[Json] | None, row: _Row) -> list[_Line]:
        """Compile lines."""
        return [
            _Line(LINES[each["op"]](self, row, each), each.get("line", k), row)
            for k, each in enumerate(lines or ())
        ]

    def bindings(self, given: Iterable[Json] | None) -> Eval:
        """Return what writes bindings; one that does not fit is a failure."""
        pairs = [(self.variables[each["variable"]], each.get("value")) for each in given or ()]
        codes = [(variable, self.parameter(value, variable.type)) for variable, value in pairs]

        def bind(a: Agent) -> None:
            for variable, code in codes:
                variable.write(a, _fit(variable.type, code(a)))

        return bind

    def fresh(self, given: Iterable[Json] | None, ticking: bool = False) -> Eval:
        """Return what gives places their first values."""
        entries = list(given or ())

        def write(a: Agent) -> None:
            for each in entries:
                if "buffer" in each:
                    getattr(a, each["buffer"] + "s")[each["place"]] = 0
                    continue
                variable, value = self.variables[each["variable"]], each.get("value")
                variable.write(a, _value(value, variable.type))
                if variable.type == "trigger" and value and ticking:
                    a.arm(self.trigger_of(each["variable"]), JUST_ARMED)

        return write

    def trigger_of(self, number: int) -> _Part:
        """Return the trigger that is a variable."""
        return next(each for each in self.triggers if each.variable == number)

    def event(self, line: Json) -> Callable[[Agent], Event]:
        """Return what makes the event of a line."""
        name, fields = line["event"], line.get("fields", {})
        codes = [(field, self.code(fields[field])) for field in sorted(fields)]
        return lambda a: Event(name, {field: code(a) for field, code in codes})


class Mind:
    """A mind as a game loads it: any number of agents can think with it."""

    def __init__(self, data: Json, names: Json | None) -> None:
        self.data, self.hash, self.names, self.program = data, data.get("hash", ""), names, _Program(data)
        self.rate, self.needs = self.program.rate, self.program.needs

    @staticmethod
    def parse(text: str | bytes | Json, names: str | bytes | Json | None = None) -> Mind:
        """Read an export, with its file of names or without; raise MindError where it cannot be run."""
        data, named = _parsed(text), None if names is None else _parsed(names)
        if data.get("format") != "mindloom-runtime":
            _fail("This is no program of Mindloom: its format is not mindloom-runtime.")
        if data.get("version") != 2 or "uses" not in data:
            version = 1 if data.get("version") == 2 else data.get("version")
            again = "Export the document again: mindloom export NAME.mind.json"
            _fail(f"The export is of version {version}. {again}.")
        with _reading(*_EXPORT):
            for sort, known in (("functions", FUNCTIONS), ("lines", LINES), ("ops", {**OPS, **QUESTIONS})):
                for name in data["uses"].get(sort, ()):
                    if name not in known:
                        lacks = "which this executor lacks. Take a newer one."
                        _fail(f"The export uses {name} ({sort}), {lacks}")
            if named is not None and named.get("program") != data.get("hash"):
                _fail("The file of names is of another export.")
            return Mind(data, named)

    def tables(self, curves: Mapping[str, Any]) -> dict[str, Table]:
        """Return the tables of curves that an agent has of its own; raise MindError where they do not fit."""
        known = self.program.curves
        for name in curves:
            if name not in known:
                _fail(f"The mind has no curve {name}; it has {', '.join(known) or 'none'}.")
        return {name: _table(name, points) for name, points in curves.items()}

    def name_of(self, row: int) -> str:
        """Return the path of a row, or its number where there are no names."""
        return str(row) if self.names is None else self.names["rows"][row][2] or self.names["rows"][row][1]


def _parsed(text: str | bytes | Json) -> Json:
    try:
        data = json.loads(text) if isinstance(text, (str, bytes)) else text
    except ValueError as problem:
        raise MindError(f"This is no JSON: {problem}") from problem
    return data if isinstance(data, dict) else _fail("This is no JSON object.")


# -- agents -------------------------------------------------------------------------------------------


class Context:
    """What an action or a condition is called with: who, where, since when; and what it may ask for."""

    def __init__(self, mind: Agent, row: _Row | None, action: str, since: int) -> None:
        self.mind, self.agent, self.now, self.action = mind, mind.id, mind.now, action
        self.row, self.dt = row.index if row else -1, 1 / mind.program.rate
        self.elapsed = (mind.now - since) * self.dt
        self._row = row

    def random(self) -> float:
        """Draw a number from 0 up to 1; MindError where the row has no place that counts draws."""
        return self.mind.draw_float(self._row, self._draws())

    def random_int(self, low: int, high: int) -> int:
        """Draw a whole number, both ends included."""
        return self.mind.draw_int(self._row, self._draws(), low, high)

    def _draws(self) -> int:
        found = self._row.draws if self._row else None
        return _fail("This row has no place that counts draws.") if found is None else int(found)

    def entity_field(self, entity: str | None, field: str) -> Any:
        """Return what the game tells of an entity."""
        return self.mind.minds.field(entity, field)

    def effect(self, name: str, arguments: Mapping[str, Any] | None = None) -> None:
        """Ask the game to do something once."""
        self.mind.minds.effects.append(Effect(self.agent, name, dict(arguments or {})))

    def steer(
        self,
        behavior: str,
        arguments: Mapping[str, Any] | None = None,
        weight: float = 1.0,
        priority: int = 1,
    ) -> None:
        """Ask for steering on behalf of this row in this tick."""
        stream = self._row.stream if self._row and self._row.stream is not None else -1
        self.mind.made.append(Request(self.row, behavior, dict(arguments or {}), weight, priority, stream))


def steering(context: Context, arguments: Mapping[str, Any]) -> Literal["running"]:
    """Be an action that asks for steering under its own name with its arguments, and keeps running."""
    given = {name: value for name, value in arguments.items() if name not in ("weight", "priority")}
    weight, priority = (
        1 if arguments.get(name) is None else arguments[name] for name in ("weight", "priority")
    )
    context.steer(context.action, given, weight, priority)
    return "running"


def effect(context: Context, arguments: Mapping[str, Any]) -> Literal["success"]:
    """Be an instant action that adds an effect of its own name with its arguments, and succeeds."""
    context.effect(context.action, arguments)
    return "success"


Described = TypeVar("Described")


def describe(behavior: Described, **description: Any) -> Described:
    """Say what an action or a condition is for, in manifests; use what is returned.

    It may have a `summary`, be `instant`, and have `parameters`, each a dict with `name`, `type`, and maybe
    `default`, `optional`, `min`, `max`, `unit`.
    """
    if isinstance(behavior, type):
        own: Any = type(behavior.__name__, (behavior,), {})
    else:
        own = partial(behavior) if callable(behavior) else copy.copy(behavior)
    own.mindloom_description = description
    return cast("Described", own)


class Agent:
    """One agent with its mind; `Minds.add` makes it."""

    def __init__(
        self, minds: Minds, agent: str, mind: Mind, tables: Mapping[str, Table] | None = None
    ) -> None:
        self.minds, self.id, self.mind, self.program = minds, agent, mind, mind.program
        self._tables = tables or {}  # of its own
        self.ahead = 0
        self._begin()

    def _begin(self) -> None:
        sizes = self.program.memory
        self.bytes = bytearray(sizes["bytes"])
        self.ints, self.floats = [0] * sizes["ints"], [0.0] * sizes["floats"]
        self.objects: list[Any] = [None] * sizes["objects"]
        self.seed = _fmix(_fmix(self.minds.seed) ^ _fnv1a(self.id))
        self.curves = {**self.program.curves, **self._tables}
        self.posted: list[Event] = []  # for the next tick
        self.delayed: list[_Part] = []  # events that wait, in the order they were raised
        self.pending: dict[int, _Part] = {}  # transitions that wait, by the row of their source
        self.requests: list[Request] = []  # the steering in force
        self.made: list[Request] = []  # the steering that this tick asked for
        self.quiet = self.final = 0
        self.ended, self.status = False, "idle"
        self._drop_orders()
        self._begin_tick()
        for row in self.program.rows:
            if row.op == "ordered" and not row.keep:
                self.ints[row.place] = -1
        self.program.defaults(self)
        for trigger in self.program.triggers:
            if self.bytes[trigger.place]:
                self.arm(trigger, ARMED)

    def _begin_tick(self) -> None:
        self.now = self.minds.tick_now + self.ahead
        self.outcomes = bytearray(len(self.program.rows))  # what each row did in the last tick
        self.errors: list[Problem] = []  # what went wrong in it
        self.events: list[Event] = []  # those that it takes
        self.event: Event | None = None  # the one that is being taken
        self.state: _Row | None = None  # the state, or machine, around what is evaluated
        self.answers: dict[Any, Any] = {}  # of conditions
        self.armed: list[int] = []  # triggers that the last test read armed
        self.held: Sequence[int] = ()  # triggers that count as armed
        self.reads: dict[_Row, list[int]] = {}  # by transition, what its guard read armed
        self.visits, self.made = 0, []
        self.passed: _Row | None = None  # a child whose guard was tested already

    # -- what the game does

    def _variable(self, name: str) -> _Variable:
        own = self.program.own
        return own.get(name) or _fail(f"The mind has no variable {name}; it has {', '.join(own) or 'none'}.")

    def set(self, name: str, value: Any) -> None:
        """Write a variable, as a sensor would; True arms a trigger for the next tick."""
        variable = self._variable(name)
        try:
            fitted = _fit(variable.type, value)
        except MindError as problem:
            raise MindError(f"The variable {name} is {_words(variable.type)}: {problem}") from problem
        variable.write(self, fitted)
        self.now = self.minds.tick_now + self.ahead
        if variable.type == "trigger" and value:
            self.arm(self.program.trigger_of(self.program.variables.index(variable)), ARMED)
        if self.minds.watcher is not None:
            self.minds.watcher.came(self, "set", name, fitted)

    def get(self, name: str) -> Any:
        """Return the value of a variable."""
        return self._variable(name).read(self)

    @property
    def variables(self) -> Json:
        """Return all variables of the agent with their values now."""
        return {name: variable.read(self) for name, variable in self.program.own.items()}

    def post(self, event: str, payload: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Post an event for the next tick; its fields are a mapping, or arguments by name."""
        self.take(self.event_of(event, {**(payload or {}), **more}))

    def take(self, event: Event) -> None:
        """Let an event wait for the next tick."""
        self.posted.append(event)
        if self.minds.watcher is not None:
            self.minds.watcher.came(self, "post", event.name, event.fields)

    def event_of(self, event: str, given: Mapping[str, Any]) -> Event:
        """Return an event that can be posted; raise MindError for one that is unknown or does not fit."""
        known = self.program.needs.get("events", {})
        if event not in known:
            _fail(f"The mind has no event {event}; it has {', '.join(known) or 'none'}.")
        types = known[event].get("payload", {})
        if set(types) != set(given):
            _fail(f"{event} has the fields {', '.join(types) or 'none'}, not {', '.join(given) or 'none'}.")
        return Event(event, {name: _fit(kind, given[name]) for name, kind in types.items()})

    def order(self, row: int, to: str | None) -> None:
        """Overrule the mind: let a row's node end with "success", "failure" or "skipped" at its next visit.

        "disabled" skips it at every visit; None takes that back. "enter" lets a state be entered in the next
        tick. What cannot be raises MindError.
        """
        self.minds.must_rest()
        if self.ended:
            _fail("The mind has ended; it takes no orders.")
        if to not in ORDERS:
            _fail(f"An order is success, failure, skipped, disabled, enter or None, not {to}.")
        rows, enters = self.program.rows, to == "enter"
        found = rows[row] if row in range(len(rows)) else None
        if not found or found.disabled or not (found.op == "state" if enters else found.op in TREE_OPS):
            _fail(f"Row {row} is no {'state that can be entered' if enters else 'node that can be forced'}.")
        self.orders.pop(row, None)
        if to == "enter":
            self.entries.append(found)
        elif to is not None:
            self.orders[row] = to
        if self.minds.watcher is not None:
            self.minds.watcher.came(self, "order", row, to)

    @property
    def ordered(self) -> list[tuple[int, str]]:
        """Return the orders that wait, which saves have not."""
        return [*sorted(self.orders.items()), *((state.index, "enter") for state in self.entries)]

    @property
    def own_curves(self) -> dict[str, list[tuple[float, float]]]:
        """Return its own tables of curves, as `Minds.add` takes them."""
        return {name: [*zip(*table)] for name, table in self._tables.items()}

    def _drop_orders(self) -> None:
        self.orders: dict[int, str] = {}  # what nodes are to give, by their rows
        self.entries: list[_Row] = []  # states that are to be entered

    def halt(self) -> None:
        """Halt everything that runs, and do nothing more until `restart`."""
        self.minds.must_rest()
        if not self.ended:
            self._stop()
            if self.minds.watcher is not None:
                self.minds.watcher.came(self, "halt")

    def _stop(self) -> None:
        self._begin_tick()
        self.program.rows[0].halt(self)
        self._let_go()
        self.ended, self.status, self.requests, self.posted = True, "idle", [], []
        self.delayed, self.pending = [], {}
        self._drop_orders()

    def restart(self) -> None:
        """Halt what runs and begin again with the next tick, as if the agent had just been added."""
        self.minds.must_rest()
        if not self.ended:
            self._stop()
        self._begin()
        if self.minds.watcher is not None:
            self.minds.watcher.came(self, "restart")

    def _let_go(self) -> None:
        for claim in self.program.claims:
            claim.let_go(self)

    @property
    def active_states(self) -> list[str]:
        """Return the names of the active states, outermost first; numbers of rows where there are none."""
        active, names = [row.index for row in self.program.states if self.bytes[row.index]], self.mind.names
        if names is None:
            return [str(row) for row in active]
        return [names.get("texts", {}).get(f"/rows/{row}/name", names["rows"][row][1]) for row in active]

    def status_of(self, node: str) -> str:
        """Return the status of a node or state by its id or path; it needs the file of names."""
        names = self.mind.names or _fail(f"Without the file of names {node} cannot be found.")
        found = (row for row, each in enumerate(names["rows"]) if node in each[1:])
        row = next(found, None)
        return _fail(f"The mind has no node {node}.") if row is None else WORDS[self.bytes[row]]

    # -- what rows do with it

    def note(self, row: _Row, message: str) -> None:
        """Note what went wrong."""
        self.errors.append(Problem(row.index, message, self.mind.name_of(row.index)))

    def put(self, place: int, value: int) -> int:
        """Write an int."""
        self.ints[place] = value
        return value

    def mark(self, place: int, value: int, count: int = 1) -> int:
        """Write bytes."""
        self.bytes[place : place + count] = bytes([value]) * count
        return value

    def after(self, ticks: int) -> int:
        """Return the tick that is so much later."""
        return min(self.now + ticks, NEVER)

    def draw(self, row: Any, draws: int) -> int:
        """Return the next draw of a row; an int counts it."""
        n = self.ints[draws]
        self.ints[draws] += 1
        return _fmix(_fmix(self.seed + 0x9E3779B9 * row.stream) ^ n * 0x27D4EB2F & MASK)

    def draw_float(self, row: Any, draws: int) -> float:
        """Draw a float from 0 up to 1."""
        return self.draw(row, draws) / 2**32

    def draw_bell(self, row: Any, draws: int) -> float:
        """Draw a float around 0 with the deviation 1, from -3 up to 3: of three draws in a row."""
        total = self.draw_float(row, draws) + self.draw_float(row, draws)
        return 2.0 * (total + self.draw_float(row, draws)) - 3.0

    def draw_int(self, row: Any, draws: int, low: int, high: int) -> int:
        """Draw an int, both ends included."""
        u = self.draw(row, draws)
        if not -NEVER <= low + 1 <= high + 1 <= NEVER + 1:
            _fail(f"There is no int of 32 bits from {low} to {high}.")
        return low + (u * (high - low + 1) >> 32)

    def draw_weighted(self, row: Any, draws: int, weights: Sequence[float]) -> int:
        """Draw a place by weight; -1 where all are 0."""
        share, total = self.draw_float(row, draws), 0.0
        for weight in weights:
            total += weight
        if total == 0:
            return -1
        limit, running, last = share * total, 0.0, -1
        if not math.isfinite(total):
            _fail("A weight must be finite.")
        for k, weight in enumerate(weights):
            running += weight
            if running > limit:
                return k
            last = k if weight > 0 else last
        return last

    def spread(self, row: Any, draws: int, ticks: int, jitter: int) -> int:
        """Draw ticks around others, at least 0."""
        return max(self.draw_int(row, draws, ticks - jitter, ticks + jitter) if jitter > 0 else ticks, 0)

    def reads_armed(self, place: int) -> bool:
        """Read a trigger, and note one that is armed."""
        if not self.bytes[place] and place not in self.held:
            return False
        self.armed.append(place)
        return True

    def test(self, test: _Test, held: Sequence[int]) -> bool:
        """Evaluate a test for which some triggers count as armed; `armed` then has those it read armed."""
        self.armed, self.held = [], held
        try:
            return bool(test.run(self))
        finally:
            self.held = ()

    def consume(self, armed: Iterable[int]) -> None:
        """Consume triggers."""
        for place in armed:
            self.bytes[place] = 0

    def arm(self, trigger: _Part, how: int) -> None:
        """Arm a trigger."""
        self.bytes[trigger.place] = how
        if trigger.ticks:
            self.ints[trigger.until] = self.after(trigger.ticks)

    def forget(self, which: Callable[[_Part], bool]) -> None:
        """Forget delayed events."""
        self.delayed = [each for each in self.delayed if not which(each)]

    def due_events(self, machine: int) -> list[_Part]:
        """Return the delayed events of a machine that are due, in their order."""
        due = [each for each in self.delayed if each.machine == machine and each.due <= self.now]
        return sorted(due, key=lambda each: each.due)

    def drop_requests(self, row: _Row) -> None:
        """Drop the steering that a row asked for in this tick."""
        self.made = [each for each in self.made if each.row != row.index]

    def ask(self, name: str, given: list[Any]) -> bool:
        """Ask the game a condition, once per tick and arguments."""
        key = name, *(tuple(each) if isinstance(each, list) else each for each in given)
        if key not in self.answers:
            watcher, failed, answer = self.minds.watcher, None, False
            if watcher is not None:
                watcher.asks(self, False)
            try:
                answer = bool(self.minds.conditions[name](Context(self, None, "", self.now), *given))
            except Exception as problem:
                failed = f"The condition {name} failed: {problem}"
            self.answers[key] = answer if failed is None else failed
            if watcher is not None:
                watcher.answered(self, ("condition", name, given), answer, failed)
        answer = self.answers[key]
        return answer if isinstance(answer, bool) else _fail(answer)

    # -- its tick

    def visit_root(self, row: _Row) -> int:
        """Visit a root, or the row of an activity; with too many visits it is halted and fails."""
        try:
            return row.visit(self)
        except _Spent:
            row.halt(self)
            self.note(row, "The agent made more visits in one tick than it may.")
            self.bytes[row.index] = FAILURE
            return row.conclude(self, FAILURE)

    def tick(self) -> None:
        """Tick once; `Minds.tick` does."""
        self._begin_tick()
        posted, self.posted, result, root = self.posted, [], IDLE, self.program.rows[0]
        if not self.ended:
            due = self.due_events(-1)
            self.delayed = [each for each in self.delayed if each not in due]
            self.events = [each.event for each in due] + posted
            for each in self.program.triggers:
                if each.ticks and self.bytes[each.place] == LATCHED and self.now >= self.ints[each.until]:
                    self.bytes[each.place] = 0
            if self.program.rising:
                self._rise()
            result = self.visit_root(root)
            if result != RUNNING:
                root.clear(self)
                if root.op == "machine":
                    self._end(root)
            for state in self.program.states:
                if self.bytes[state.index] and not self.outcomes[state.index]:
                    self.outcomes[state.index] = ACTIVE
            for each in self.program.triggers:
                if each.ages:
                    aged = (0, LATCHED if each.latched else 0, ARMED, LATCHED if each.latched else 0)
                    self.bytes[each.place] = aged[self.bytes[each.place]]
            for state in self.entries:
                self.note(state, NOT_ENTERED)
            self.entries = []
        self.quiet = 0 if self.made and not self.ended else self.quiet + 1
        if not self.quiet:
            self.requests = sorted(self.made, key=lambda each: each.row)
        elif self.quiet >= 2 or self.ended:
            self.requests = []
        self.status = WORDS[result]

    def _rise(self) -> None:
        """Let variables rise by the time since the last tick; in the first one by nothing."""
        last, self.ints[self.program.risen] = self.ints[self.program.risen] - 1, self.now + 1
        if last < 0:
            return
        seconds = (self.now - last) / self.program.rate
        for place, rise, least, most in self.program.rising:
            value = self.floats[place] + rise * seconds
            value = least if value < least else value
            self.floats[place] = most if value > most else value

    def _end(self, root: _Row) -> None:
        self.ended = True
        self._drop_orders()
        self._let_go()
        finals = (each.index for each in root.states if each.kind == "final" and self.outcomes[each.index])
        self.final = next(finals, 0)

    # -- saves

    def save(self) -> Json:
        """Return all that it remembers between two ticks as plain JSON data."""
        waiting = [vars(self.pending[source]) | {"source": source} for source in sorted(self.pending)]
        data: Json = {
            "ints": self.ints[:],
            "floats": [to_json(each) for each in self.floats],
            "objects": self.objects[:],
            "ended": self.ended,
            "final": self.final,
            "posted": [_saved_event(each) for each in self.posted],
            "delayed": [{**vars(each), "event": _saved_event(each.event)} for each in self.delayed],
            "pending": [{**each, "event": each["event"] and _saved_event(each["event"])} for each in waiting],
            "requests": [to_json(each._asdict()) for each in self.requests],
            "quiet": self.quiet,
            "ahead": self.ahead,
        }
        found = {name: value for name, value in data.items() if value}
        found.update(mind=self.mind.hash, bytes=self.bytes.hex())
        return {**found, "check": _check(found)}

    def restore(self, data: Json) -> None:
        """Remember what was saved, here or in another language."""
        self.minds.must_rest()
        self.remember(data)
        self.minds.find_holders()
        if self.minds.watcher is not None:
            self.minds.watcher.restored(self)

    def go_on(self, mind: Mind, saved: Json) -> None:
        """Think with another mind from now on, and remember what was saved of that."""
        self.mind, self.program = mind, mind.program
        self._begin()
        self.remember(saved)

    def stop_actions(self, going: Mapping[int, int]) -> None:
        """Halt actions that run and are not among the rows that go on."""
        self._begin_tick()
        for row in self.program.rows:
            if row.op == "action" and self.bytes[row.index] == RUNNING and row.index not in going:
                row.stop(self)

    def remember(self, data: Json) -> None:
        """Be as what was saved, which `restore` checks and tells."""
        if data.get("mind") != self.mind.hash:
            _fail("The save is of another mind, or of another version of it.")
        events, actions = (self.program.needs.get(sort, {}) for sort in ("events", "actions"))

        def event(given: Json) -> Event:
            types, fields = events.get(given["name"], {}).get("payload", {}), given.get("fields", {})
            return Event(given["name"], {name: from_json(fields[name], types.get(name)) for name in fields})

        def request(given: Json) -> Request:
            known = actions.get(given["behavior"], {}).get("parameters", ())
            types = {each["name"]: each["type"] for each in known}
            made = {
                name: from_json(value, types.get(name)) for name, value in given.get("arguments", {}).items()
            }
            return Request(
                **{"priority": 0, "stream": 0, **given, "arguments": made, "weight": float(given["weight"])}
            )

        try:
            if data.get("check") != _check(data):
                _fail("The save is damaged: its check does not fit.")
            floats = [float(each) for each in data.get("floats", ())]
            memory = (
                bytearray.fromhex(data["bytes"]),
                [*data.get("ints", ())],
                floats,
                [*data.get("objects", ())],
            )
            own = self.bytes, self.ints, self.floats, self.objects
            if [len(each) for each in memory] != [len(each) for each in own]:
                _fail("The save is damaged: its memory has another size.")
            self._begin()
            self.bytes, self.ints, self.floats, self.objects = memory
            self.posted = [event(each) for each in data.get("posted", ())]
            for each in data.get("delayed", ()):
                self.delayed.append(_Part({"id": "", **each}, event=event(each["event"])))
            for each in data.get("pending", ()):
                given = {name: value for name, value in each.items() if name != "source"}
                kept = {"armed": [], **given, "event": event(each["event"]) if each.get("event") else None}
                self.pending[each["source"]] = _Part(kept)
            self.requests = [request(each) for each in data.get("requests", ())]
            self.ended = data.get("ended", False)
            self.final, self.quiet, self.ahead = (data.get(each, 0) for each in ("final", "quiet", "ahead"))
        except (LookupError, TypeError, AttributeError, ValueError) as problem:
            raise MindError(f"The save is damaged: {problem}") from problem


def _saved_event(event: Event) -> Json:
    return {"name": event.name, **({"fields": to_json(event.fields)} if event.fields else {})}


def _check(data: Json) -> int:
    return _fnv1a("|".join([data["mind"], data["bytes"], ",".join(map(str, data.get("ints", ())))]))


class Minds:
    """The minds of a game's agents: they tick together, in the order of their ids.

    `seed` decides all random draws, together with the ids. `entity_field(entity, field)` raises for what it
    does not know; a query gives ids by the agent's id and what it is about.
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        actions: Mapping[str, Any] | None = None,
        conditions: Mapping[str, Callable[..., bool]] | None = None,
        entity_field: Callable[[str, str], Any] | None = None,
        queries: Mapping[str, Callable[[str, Any], Iterable[str]]] | None = None,
    ) -> None:
        self.seed, self.tick_now, self.rate, self.entity_field = seed, 0, 0, entity_field
        made = {name: each() if isinstance(each, type) else each for name, each in (actions or {}).items()}
        self.actions, self.conditions, self.queries = made, conditions or {}, queries or {}
        self.given = {"actions": actions or {}, "conditions": self.conditions}
        self.agents: dict[str, Agent] = {}
        self.values: Json = {}  # of the variables that all agents share
        self.types: Json = {}
        self.holders: dict[str, str] = {}  # by entity, the agent that claims it
        self.effects: list[Effect] = []  # what agents asked for once in the last tick
        self.sent: list[Sent] = []  # what they sent in it
        self.writes: list[tuple[str, Any]] = []
        self.ticking = False
        self.watcher: Any = None  # what is told of all that comes into the minds: as `mindloom_link` is

    def add(
        self,
        agent: str,
        mind: Mind,
        variables: Mapping[str, Any] | None = None,
        curves: Mapping[str, Sequence[Sequence[float]]] | None = None,
    ) -> Agent:
        """Give an agent a mind; variables are set before its first tick.

        `curves` are tables of its own by name, which stand in place of those of the mind: 1 to 64 points
        (x, y), x never falling. They are not saved.
        """
        self.must_rest()
        if agent in self.agents:
            _fail(f"There is an agent {agent} already.")
        tables = mind.tables(curves or {})
        with _reading(*_EXPORT):
            self._must_fit(mind)
            added = Agent(self, agent, mind, tables)
        self.rate = mind.rate
        for name, value in (variables or {}).items():
            added.set(name, value)
        self.agents = dict(sorted([*self.agents.items(), (agent, added)]))
        return added

    def _must_fit(self, mind: Mind) -> None:
        """Check that a mind can think in this game, and begin the variables that it shares."""
        if self.agents and mind.rate != self.rate:
            _fail(f"The mind is for {mind.rate} ticks per second, the others are for {self.rate}.")
        for sort, given in (
            ("actions", self.actions),
            ("conditions", self.conditions),
            ("queries", self.queries),
        ):
            for name in mind.needs.get(sort, {}):
                if not callable(given.get(name)) and not hasattr(given.get(name), "tick"):
                    _fail(
                        f"The mind needs {name}: give it to Minds in {sort}, Minds({sort}={{{name!r}: …}})."
                    )
        shared = [each for each in mind.program.variables if each.scope == "world"]
        for each in shared:
            if self.types.get(each.name, each.type) != each.type:
                _fail(f"The shared variable {each.name} has another type in another mind.")
        for each in shared:
            self.types[each.name] = each.type
            self.values.setdefault(each.name, each.default)

    def swap(self, mind: Mind, upgrade: Json) -> int:
        """Go on with another version of a program while the game runs; return how many agents do.

        These are all whose mind the table `upgrade` of `mindloom export --from` leads from. Actions that run
        and do not go on are halted; the rest is as in `restore`. Where that cannot be, MindError is raised
        and nothing has changed.
        """
        self.must_rest()
        agents = [each for each in self if each.mind.hash == upgrade.get("from")]
        if upgrade.get("to") != mind.hash or not agents:
            _fail("The table of the upgrade leads from none of the minds that are here to this one.")
        types, values = dict(self.types), dict(self.values)
        try:
            self._must_fit(mind)
            for each in agents:  # a trial
                Agent(self, each.id, mind).remember(_carried_over(each.save(), mind.hash, [upgrade], {}))
        except MindError:
            self.types, self.values = types, values
            raise
        for each in agents:
            each.stop_actions(_rows_going_on({"bytes": each.bytes, "ints": each.ints}, upgrade["rows"]))
            shared = dict(self.values)
            each.go_on(mind, _carried_over(each.save(), mind.hash, [upgrade], shared))
            self.values.update((name, shared[name]) for name in self.values)
        self.find_holders()
        for each in agents if self.watcher is not None else ():
            self.watcher.restored(each)
        return len(agents)

    def remove(self, agent: str) -> None:
        """Halt an agent's mind and take it out."""
        self.get(agent).halt()
        del self.agents[agent]

    def get(self, agent: str) -> Agent:
        """Return an agent by its id."""
        return self.agents.get(agent) or _fail(f"There is no agent {agent}.")

    def __iter__(self) -> Iterator[Agent]:
        return iter(self.agents.values())

    def tick(self, ids: Iterable[str] | None = None) -> None:
        """Tick every agent once, or those with these ids; then deliver what they sent and wrote."""
        self.must_rest()
        ticked = [*self] if ids is None else [self.get(each) for each in sorted(set(ids))]
        self.effects, self.sent, self.ticking = [], [], True
        try:
            with _reading(*_EXPORT):  # what game code raises does not come here
                for agent in ticked:
                    agent.tick()
        finally:
            self.ticking = False
        for each in self.sent:
            for receiver in self._receivers(each):
                receiver.take(each.event)
        self.values.update(self.writes)
        self.writes = []
        self.tick_now += 1

    def must_rest(self) -> None:
        """Refuse what must wait until a tick is over."""
        if self.ticking:
            _fail("A tick is under way; do this when it is over.")

    def send(self, agent: str, receiver: str, event: Event) -> None:
        """Let an event be posted once all have ticked."""
        self.sent.append(Sent(agent, receiver, event))

    def _receivers(self, sent: Sent) -> list[Agent]:
        if sent.receiver in self.agents:
            return [self.agents[sent.receiver]]
        others = [each for each in self if each.id != sent.agent]
        if sent.receiver == "team":
            team = self._team(sent.agent)
            return [each for each in others if team is not None and self._team(each.id) == team]
        return others if sent.receiver == "all" else []

    def _team(self, agent: str) -> Any:
        try:
            return self.field(agent, "team")
        except MindError:
            return None

    def field(self, entity: str | None, field: str) -> Any:
        """Return what the game tells of an entity; raise MindError where it tells nothing."""
        if entity is None or self.entity_field is None:
            _fail(
                f"There is nobody to ask for {field}."
                if entity is None
                else "The game tells nothing of entities."
            )
        try:
            value = self.entity_field(entity, field)
        except Exception as problem:
            raise MindError(f"The game has no {entity}.{field}: {problem}") from problem
        return tuple(value) if isinstance(value, list) and len(value) == 2 else value

    def asked_field(self, a: Agent, entity: str | None, field: str) -> Any:
        """Return what the game tells an agent of an entity, as `field` does; the watcher is told."""
        if self.watcher is None or entity is None:
            return self.field(entity, field)
        self.watcher.asks(a, False)
        value, failed = None, None
        try:
            value = self.field(entity, field)
        except MindError as problem:
            failed = str(problem)
        self.watcher.answered(a, ("field", entity, field), value, failed)
        return value if failed is None else _fail(failed)

    def query(self, name: str, a: Agent, of: Any, kind: Any) -> list[str]:
        """Return the entities that a query gives an agent, as many as a list may have."""
        watcher, failed, found = self.watcher, None, list[str]()
        if watcher is not None:
            watcher.asks(a, False)
        try:
            found = list(_fit(kind, list(self.queries[name](a.id, of or ""))[: kind["most"]]))
        except Exception as problem:
            failed = f"The query {name} failed: {problem}"
        if watcher is not None:
            watcher.answered(a, ("query", name, of or ""), found, failed)
        return found if failed is None else _fail(failed)

    def find_holders(self) -> None:
        """Find who claims which entity."""
        claims = [(a, claim) for a in self for claim in a.program.claims if not claim.counts]
        self.holders = {a.objects[c.place]: a.id for a, c in claims if a.objects[c.place] is not None}

    def manifest(self, events: Mapping[str, Mapping[str, str]] | None = None) -> Json:
        """Return a manifest of the game for the editor: write it as `X.kinds.json`.

        It tells the actions and conditions of the game, the events and entity fields that minds of its agents
        need, and `events`, more of them by name with the types of their fields.
        """
        minds = [agent.mind for agent in self]
        types: Json = {}
        told: Json = {name: {"payload": dict(payload)} for name, payload in (events or {}).items()}
        fields: Json = {}
        for mind in minds:
            for name, event in mind.needs.get("events", {}).items():
                payload = event.get("payload", {})
                named = {
                    part: _type_told(kind, f"event_{name}_{part}", types) for part, kind in payload.items()
                }
                told.setdefault(name, {"payload": named})
            for name, kind in mind.needs.get("entity_fields", {}).items():
                if name not in _BUILT_IN["entity_fields"]:
                    choices = kind.get("enum") if isinstance(kind, dict) else None
                    fields[name] = {"type": "enum", "values": choices} if choices else {"type": kind}
        supplied = {sort: _supplied(sort, given, minds) for sort, given in self.given.items()}
        head: Json = {"format": "mindloom-kinds", "version": 1}
        return {**head, **supplied, "events": told, "types": types, "entity_fields": fields}

    def shared(self) -> Json:
        """Return the variables that all agents share, with their values now."""
        return dict(self.values)

    def set_shared(self, name: str, value: Any) -> None:
        """Write a variable that all agents share."""
        if name not in self.types:
            _fail(f"No mind shares a variable {name}; there are {', '.join(self.types) or 'none'}.")
        self.share(name, _fit(self.types[name], value), None)

    def share(self, name: str, value: Any, by: Agent | None) -> None:
        """Write a variable that all share, for an agent or for the game."""
        self.values[name] = value
        if self.watcher is not None:
            self.watcher.shared_put(name, by)

    def save(self) -> Json:
        """Return all that the agents remember between two ticks as plain JSON data."""
        self.must_rest()
        data: Json = {"format": "mindloom-save", "version": 2, "tick": self.tick_now, "seed": self.seed}
        shared = {"shared": to_json(self.values)} if self.values else {}
        return {**data, **shared, "agents": {agent.id: agent.save() for agent in self}}

    def restore(self, data: Json, upgrades: Sequence[Json] = ()) -> None:
        """Remember what was saved, here or in another language; the same agents must be there.

        What an older version of a mind saved is carried over by `upgrades`, the tables that `mindloom export
        --from OLD` writes.
        """
        self.must_rest()
        with _reading(*_SAVE):
            self._remember(data, upgrades)

    def _remember(self, data: Json, upgrades: Sequence[Json]) -> None:
        if upgrades:
            data = _upgraded_game(data, {agent.id: agent.mind.hash for agent in self}, upgrades)
        if data.get("format") != "mindloom-save" or data.get("version") != 2:
            _fail("This is no saved game of version 2.")
        odd = set(data.get("agents", {})) ^ set(self.agents)
        if odd:
            _fail(f"{', '.join(sorted(odd))} is not on both sides. Add the agents that were saved first.")
        self.tick_now, self.seed = data["tick"], data["seed"]
        for name, value in data.get("shared", {}).items():
            if upgrades and name not in self.types:
                continue
            try:
                self.set_shared(name, from_json(value, self.types.get(name)))
            except MindError:
                if not upgrades:
                    raise
        for agent in self:
            agent.restore(data["agents"][agent.id])


# -- saves of an older version of a mind ------------------------------------------------------------------

_BUFFERS = ("bytes", "ints", "floats", "objects")
_MOST_TICKS = 2**31 - 1


def _upgraded_game(saved: Json, minds: Mapping[str, str], tables: Sequence[Json]) -> Json:
    """Return what a game saved with each agent carried over to its mind, by as many tables as that takes."""
    agents, shared = dict(saved.get("agents", {})), dict(saved.get("shared", {}))
    for agent, mind in minds.items():
        if agent in agents:
            agents[agent] = _carried_over(agents[agent], mind, tables, shared)
    return {**saved, "agents": agents, "shared": shared}


def _carried_over(saved: Json, mind: str, tables: Sequence[Json], shared: Json) -> Json:
    """Return what an agent saved as a save of a mind; places given back go to `shared`."""
    left = {table.get("from"): table for table in tables}
    while saved.get("mind") != mind:
        table = left.pop(saved.get("mind"), None)
        if table is None:
            break
        if (table.get("format"), table.get("version")) != ("mindloom-upgrade", 1):
            _fail("It is no mindloom-upgrade of version 1: export it again.")
        try:
            saved, freed = _upgraded(saved, table)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
            raise MindError(f"The save or the table of its upgrade is damaged: {problem}.") from problem
        for name in freed:
            shared[name] = shared.get(name, 0) + 1
    return saved


def _upgraded(saved: Json, table: Json) -> tuple[Json, tuple[str, ...]]:
    old = _memory_of(saved)
    if saved["check"] != _check(saved):
        raise ValueError("its check does not fit")
    new = _memory_of(table["begin"])
    kept = _rows_going_on(old, table["rows"])
    _move_memory(table["always"], old, new)
    for row in table["rows"]:
        if row["row"] in kept:
            _move_memory(row.get("moves", ()), old, new)
            new["bytes"][row["to"]] = RUNNING
    freed = _lost_claims(table["claims"], set(kept.values()), old, new)
    own_bytes = bytes(new["bytes"]).hex()
    found: Json = {
        **{name: new[name] for name in _BUFFERS},
        **{name: saved[name] for name in ("ahead", "quiet") if name in saved},
        **_what_waits(saved, table, kept),
        "bytes": own_bytes,
        "fields": {str(kept[row]): each for row, each in _by_row(saved.get("fields", {})) if row in kept},
    }
    if saved.get("ended") and any(row["row"] == 0 for row in table["rows"]):
        found["ended"] = True
        final = next((row["to"] for row in table["rows"] if row["row"] == saved.get("final")), None)
        found |= {} if final is None else {"final": final}
    found = {name: value for name, value in found.items() if value or name == "final"}
    found |= {"bytes": own_bytes, "mind": table["to"]}
    return {**found, "check": _check(found)}, freed


def _by_row(fields: Json) -> list[tuple[int, Any]]:
    return [(int(row), each) for row, each in fields.items()]


def _memory_of(data: Json) -> Json:
    return {
        "bytes": bytearray.fromhex(data.get("bytes", "")),
        **{name: [*data.get(name, ())] for name in _BUFFERS[1:]},
    }


def _rows_going_on(old: Json, rows: list[Json]) -> dict[int, int]:
    """Return the rows that go on, with their rows now; a machine does where its configuration is whole."""
    kept: dict[int, int] = {}
    for row in rows:
        runs = old["bytes"][row["row"]] == RUNNING
        if not runs or ("in" in row and row["in"] not in kept):
            continue
        if any(old["bytes"][role] == RUNNING for role in row.get("roles", ())):
            continue
        if all(_child_is_there(place, old["ints"]) for place in row.get("at", ())):
            kept[row["row"]] = row["to"]
    for row in reversed(rows):
        active = {*kept.values()}
        is_whole = any if "one_of" in row else all
        needed = row.get("one_of", row.get("all_of", ()))
        if row["row"] in kept and needed and not is_whole(state in active for state in needed):
            machine, end = row["machine"]
            kept = {number: to for number, to in kept.items() if not machine <= number < end}
    return kept


def _child_is_there(place: Json, ints: list[int]) -> bool:
    """Tell whether the child that a node is at is still there."""
    children, at = place["children"], ints[place["from"]]
    if "order" in place and 0 <= at < len(children):
        at = ints[place["order"] + at]
    return not 0 <= at < len(children) or children[at] is not None


def _move_memory(moves: Iterable[Json], old: Json, new: Json) -> None:
    for move in moves:
        op, to = move["op"], move["to"]
        if "unless" in move and old["bytes"][move["unless"]]:
            continue
        if op in _BUFFERS:
            count = move.get("count", 1)
            new[op][to : to + count] = old[op][move["from"] : move["from"] + count]
        elif op == "result":
            if old["bytes"][move["from"]] in (SUCCESS, FAILURE):
                new["bytes"][to] = old["bytes"][move["from"]]
        elif op == "armed":
            new["bytes"][to] = 1 if old["bytes"][move["from"]] else 0
        elif op == "set":
            new["ints"][to] = move["value"]
        elif op == "tick":
            tick = old["ints"][move["from"]]
            stays = move.get("unset") and not tick
            new["ints"][to] = tick if stays else min(max(tick + move["longer"], 0), _MOST_TICKS)
        else:
            _move_child(move, old["ints"], new["ints"])


def _move_child(move: Json, old: list[int], new: list[int]) -> None:
    """Move a child, an order of children, or a place in such an order."""
    op, to, children = move["op"], move["to"], move["children"]
    if op == "order":
        drawn = [children[old[move["from"] + place]] for place in range(len(children))]
        order = [child for child in drawn if child is not None]
        order += [child for child in range(move["among"]) if child not in order]
        new[to : to + len(order)] = order
        return
    at = old[move["from"]]
    if op == "child":
        now = children[at] if 0 <= at < len(children) else at
        if now is not None:
            new[to] = now
    elif op == "place":
        now = children[old[move["order"] + at]] if 0 <= at < len(children) else None
        order = new[move["into"] : move["into"] + move["among"]]
        new[to] = order.index(now) if now in order else new[to]
    else:
        raise ValueError(f"there is no move {op!r}")


def _lost_claims(claims: list[Json], going: set[int], old: Json, new: Json) -> tuple[str, ...]:
    """Let claims go that are gone, or whose row does not go on; return the places given back."""
    lost = dict[str, str]()
    held = set[str]()
    for claim in claims:
        name = old["objects"][claim["from"]]
        if name is None:
            continue
        if "to" in claim and claim.get("in", -1) in {*going, -1}:
            held.add(name)
            continue
        if "to" in claim:
            new["objects"][claim["to"]] = None
        if "counter" in claim:
            lost[name] = claim["counter"]
    return tuple(counter for name, counter in sorted(lost.items()) if name not in held)


def _what_waits(saved: Json, table: Json, kept: Mapping[int, int]) -> Json:
    """Return what is posted, delayed, pending and asked for, as far as it goes on."""
    known = {*table["events"]}
    now = {-1: -1, **kept}
    ways = {way["row"]: way for way in table["transitions"]}
    armed: dict[int, int] = dict(table["triggers"])
    running = {row["row"]: row["to"] for row in table["rows"]}
    found: Json = {"posted": [event for event in saved.get("posted", ()) if event["name"] in known]}
    found["delayed"] = [
        {**each, "machine": now[each["machine"]], "state": now[each["state"]]}
        for each in saved.get("delayed", ())
        if each["machine"] in now and each["state"] in now and each["event"]["name"] in known
    ]
    found["pending"] = [
        {
            **each,
            "source": kept[each["source"]],
            "transition": ways[each["transition"]]["to"],
            "due": min(max(each["due"] + ways[each["transition"]].get("longer", 0), 0), _MOST_TICKS),
            "armed": [armed[place] for place in each.get("armed", ()) if place in armed],
        }
        for each in saved.get("pending", ())
        if each["source"] in kept
        and each["transition"] in ways
        and (each["event"] is None or each["event"]["name"] in known)
    ]
    old_bytes = bytes.fromhex(saved.get("bytes", ""))
    found["requests"] = [
        {**each, "row": running[each["row"]]}
        for each in saved.get("requests", ())
        if each["row"] in (kept if old_bytes[each["row"]] == RUNNING else running)
    ]
    return found


# -- the game for the editor --------------------------------------------------------------------------------

_ACTIONS = """
aim_at align alignment arrive attract avoid_agents avoid_obstacles avoid_walls cohesion emote evade face fire
flee flock follow_path follow_waypoints forget_interest go_to heal interpose leave leave_scent look_around
look_at look_where_you_go make_noise match_velocity pursue remove ring_source roam seek separation stop strike
switch_source throw_at wander
acknowledge end_attack hide_from hold_slot offset_pursuit order release_slot release_token request_attack
request_slot request_token set_formation
find_place open_door close_door switch_link go_to_nearest close_in
"""
_CONDITIONS = """
can_hit can_see can_throw_to clear_line has_tag in_blast in_zone shot_coming switched_on will_land_near
all_acknowledged has_token in_slot in_squad is_attacking is_leader
door_is_open on_link
"""
_FIELDS = "emote heading height landing landing_in position radius team velocity"

_BUILT_IN = {
    sort: frozenset(names.split())
    for sort, names in (("actions", _ACTIONS), ("conditions", _CONDITIONS), ("entity_fields", _FIELDS))
}
"""What Mindloom has itself, which no manifest declares."""


def _supplied(sort: str, given: Mapping[str, Any], minds: list[Mind]) -> Json:
    """Return what a game supplies of a sort by name; what it does not describe is as minds need it."""
    found: Json = {}
    for name in sorted({*given} - _BUILT_IN[sort]):
        needed = [mind.needs[sort][name] for mind in minds if name in mind.needs.get(sort, {})]
        about = getattr(given[name], "mindloom_description", needed[0] if needed else {})
        facts = {fact: about[fact] for fact in ("summary", "instant") if about.get(fact)}
        found[name] = {**facts, "parameters": [_parameter_told(each) for each in about.get("parameters", ())]}
    return found


def _parameter_told(given: Json) -> Json:
    kind, facts = given["type"], ("name", "default", "optional", "unit", "min", "max")
    told: Json = {name: given[name] for name in facts if name in given}
    told |= {name[:3]: given[name] for name in ("minimum", "maximum") if name in given}
    return (
        {**told, "type": "enum", "choices": kind["enum"]}
        if isinstance(kind, dict)
        else {**told, "type": kind}
    )


def _type_told(kind: Any, name: str, types: Json) -> str:
    """Return a type as manifests name it; an enum becomes one of their own."""
    if not isinstance(kind, dict):
        return str(kind)
    types[name] = {"values": kind["enum"]}
    return name
