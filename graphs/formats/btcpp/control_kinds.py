"""Say composites and decorators in both directions: each kind once, as in the code of the library.

What depends on the tree around a node, such as whether a child can be skipped, is told by `exactness`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.btcpp import notes
from graphs.formats.btcpp.kind_forms import Asked, Meaning, Reader, Said, Saying, Writer, foreign, value_text
from graphs.formats.btcpp.node_models import NAV2
from graphs.formats.btcpp.notes import Note
from graphs.formats.btcpp.script_translation import Unsayable, said_test
from graphs.formats.btcpp.value_types import as_key, key_of, literal, number_of
from graphs.model.behavior_tree import Precondition
from graphs.model.graph_parts import ChildSlot


@dataclass(frozen=True)
class PlainKind:
    """Hold a kind that is one here with parameters that are always the same, and what differs each way."""

    tag: str
    kind: str
    params: Mapping[str, JsonValue] = field(default_factory=dict)
    when_read: tuple[Note, ...] = ()
    when_written: tuple[Note, ...] = ()

    def read(self, _asked: Asked) -> Meaning:
        """Return what a node becomes."""
        return Meaning(self.kind, dict(self.params), notes=[*self.when_read])

    def write(self, saying: Saying) -> Said | None:
        """Return a node, None where a parameter is another."""
        if any(saying.node.params.get(name) != value for name, value in self.params.items()):
            return None
        return Said(self.tag, own=self.tag in NAV2, notes=[*self.when_written])


_YIELDS = {"yield": True}
PLAIN = (
    PlainKind("ReactiveSequence", "sequence", {"memory": "none"}),
    PlainKind(
        "SequenceWithMemory", "sequence", {"memory": "keep", **_YIELDS}, (), (notes.NO_WAIT.at("yield"),)
    ),
    PlainKind("SequenceWithMemory", "sequence", {"memory": "keep"}),
    PlainKind("SequenceStar", "sequence", {"memory": "keep"}),
    PlainKind("AsyncSequence", "sequence", _YIELDS, (notes.YIELDS,), (notes.SAME_CALL.at("yield"),)),
    PlainKind("Sequence", "sequence"),
    PlainKind("ReactiveFallback", "selector", {"memory": "none"}),
    PlainKind("Fallback", "selector", {"memory": "keep"}, (), (notes.FORGETS.at("memory"),)),
    PlainKind("AsyncFallback", "selector", _YIELDS, (notes.YIELDS,), (notes.SAME_CALL.at("yield"),)),
    PlainKind("Fallback", "selector"),
    PlainKind("WhileDoElse", "if_else", {"reactive": True}),
    PlainKind("IfThenElse", "if_else"),
    PlainKind("Inverter", "inverter"),
    PlainKind("ForceSuccess", "force_success"),
    PlainKind("ForceFailure", "force_failure"),
    PlainKind("KeepRunningUntilFailure", "repeat"),
    PlainKind("AlwaysSuccess", "succeed"),
    PlainKind("AlwaysFailure", "fail"),
    PlainKind("PipelineSequence", "pipeline_sequence", {}, (), (notes.NAV2,)),
    PlainKind("RoundRobin", "round_robin", {}, (), (notes.NAV2,)),
)
"""For each tag the last counts when it is read; a node is written by the first whose parameters it has."""


@dataclass(frozen=True)
class CountedKind:
    """Hold a kind with a number of rounds; `endless` is the kind here where the number is -1."""

    tag: str
    port: str
    kind: str
    endless: str
    default: int

    def read(self, asked: Asked) -> Meaning:
        """Return what a node becomes."""
        meaning = Meaning(self.kind, {"pace": "same_tick"})
        value = asked.number(self.port, meaning, None)
        if value == -1:
            meaning.kind = self.endless
        elif isinstance(value, (int, dict)):
            meaning.params["count"] = _not_negative(value)
        else:
            meaning.notes.append(asked.not_a("whole number", self.port))
            meaning.params["count"] = 1
        return meaning

    def write(self, saying: Saying) -> Said:
        """Return a node."""
        said = Said(self.tag)
        saying.number(said, self.port, saying.choice("count", self.default))
        if saying.choice("on_failure", "end") == "count":
            said.inner = ("ForceSuccess",)
        return _with_pace(said, saying)


def _not_negative(value: int | dict[str, JsonValue]) -> JsonValue:
    return max(value, 0) if isinstance(value, int) else value


def _with_pace(said: Said, saying: Saying) -> Said:
    if saying.choice("pace", "tick") != "same_tick":
        said.notes.append(notes.WITHIN_THE_TICK.at("pace"))
    return said


@dataclass(frozen=True)
class TimedKind:
    """Hold a kind with a time, in milliseconds there and in seconds here."""

    tag: str
    port: str
    kind: str
    default: int

    def read(self, asked: Asked) -> Meaning:
        """Return what a node becomes; a timeout of 0 is no limit, so it only passes on."""
        meaning = Meaning(self.kind)
        value = asked.number(self.port, meaning, None)
        if isinstance(value, dict):
            meaning.params["seconds"] = {"expr": f"{value['expr']} / 1000"}
        elif isinstance(value, (int, float)) and 0 <= value <= 2_000_000_000:
            seconds = value / 1000
            meaning.params["seconds"] = int(seconds) if seconds.is_integer() else seconds
        else:
            meaning.notes.append(asked.not_a("time", self.port))
            meaning.params["seconds"] = 0
        if value == 0 and self.kind == "timeout":
            return Meaning("sequence")
        if value != 0 or self.kind == "delay":
            meaning.notes.append(notes.BY_THE_CLOCK)
        return meaning

    def write(self, saying: Saying) -> Said:
        """Return a node."""
        said = Said(self.tag)
        saying.number(said, self.port, saying.choice("seconds", self.default), 1000)
        said.notes.append(notes.CLOCK_THERE)
        if saying.choice("jitter", 0) != 0:
            said.notes.append(Note("lost", "jitter", "The library draws no times."))
        return said


_REPEAT = CountedKind("Repeat", "num_cycles", "repeat", "repeat", -1)
_RETRY = CountedKind("RetryUntilSuccessful", "num_attempts", "retry", "until_success", 1)
_TIMED = (
    TimedKind("Timeout", "msec", "timeout", 5),
    TimedKind("Delay", "delay_msec", "delay", 1),
    TimedKind("Sleep", "msec", "wait", 1),
)


def _write_repeat(saying: Saying) -> Said:
    endless = saying.choice("count", None) is None and saying.choice("on_failure", "end") == "end"
    if endless and saying.choice("pace", "tick") == "tick":
        return Said("KeepRunningUntilFailure")
    return _REPEAT.write(saying)


def _write_until(saying: Saying) -> Said:
    inner = ("Inverter",) if saying.node.kind == "until_failure" else ()
    return _with_pace(Said(_RETRY.tag, {_RETRY.port: "-1"}, inner), saying)


def _read_parallel(asked: Asked) -> Meaning:
    meaning = Meaning("parallel")
    _read_threshold(asked, meaning, "success_count", "success", -1)
    _read_threshold(asked, meaning, "failure_count", "failure", 1)
    if meaning.params.get("success") == 0:
        meaning.notes.append(notes.NO_SUCCESS.at("success_count"))
    return meaning


def _read_parallel_all(asked: Asked) -> Meaning:
    meaning = Meaning("parallel", {"success": 0, "decide": "all_ended"})
    _read_threshold(asked, meaning, "max_failures", "failure", 1)
    return meaning


def _read_threshold(asked: Asked, meaning: Meaning, port: str, name: str, default: int) -> None:
    """Set a threshold, left out where it is the default of both: all successes, any failure."""
    value = asked.number(port, meaning, default)
    children = len(asked.element.elements)
    if isinstance(value, int) and value > children:
        meaning.notes.append(notes.TOO_MANY.at(port, children=children))
        value = children
    elif isinstance(value, int) and value < -children:
        value = 0
    if not isinstance(value, (int, dict)):
        meaning.notes.append(asked.not_a("whole number", port))
    elif name == "failure" and value == 0:
        meaning.notes.append(notes.NO_FAILURE.at(port))
    elif value != default:
        meaning.params[name] = value


_THRESHOLDS: Mapping[JsonValue, JsonValue] = {"all": -1, "any": 1}


def _write_parallel(saying: Saying) -> Said | None:
    success, failure = saying.choice("success", "all"), saying.choice("failure", "any")
    decide = saying.choice("decide", "each")
    if success == "chosen":
        return None
    if decide == "all_ended" and success == 0:
        said = Said("ParallelAll")
        limit = _THRESHOLDS.get(failure, failure) if isinstance(failure, str) else failure
        saying.number(said, "max_failures", limit)
    else:
        said = Said("Parallel")
        for port, value in (("success_count", success), ("failure_count", failure)):
            saying.number(said, port, _THRESHOLDS.get(value, 1) if isinstance(value, str) else value)
        if decide != "each":
            said.notes.append(notes.DECIDES_EARLY.at("decide"))
    if saying.choice("ended", "wait") == "again":
        said.notes.append(notes.ENDED_WAITS.at("ended"))
    return said


def _read_switch(asked: Asked) -> Meaning:
    key, count = key_of(asked.text("variable") or ""), int(asked.id.removeprefix("Switch"))
    if key is None or key not in asked.scope.names:
        return foreign(asked.id, "What it compares is no entry of the blackboard.", "variable")
    if len(asked.element.elements) != count + 1:
        return foreign(asked.id, f"It needs {count + 1} children: its cases and the default.")
    kind = asked.scope.types[key]
    slots: list[ChildSlot] = []
    for number in range(1, count + 1):
        case = asked.text(f"case_{number}")
        value = None if case is None or key_of(case) else literal(case, kind)
        if value is None or any(slot.case == value for slot in slots):
            return foreign(asked.id, f"{case!r} is no case of its own for a {kind}.", f"case_{number}")
        slots.append(ChildSlot(case=value))
    meaning = Meaning("switch", {"variable": asked.scope.names[key]}, slots=(*slots, ChildSlot(default=True)))
    if kind == "float":
        meaning.notes.append(notes.ALMOST_EQUAL.at("variable"))
    return meaning


def _write_switch(saying: Saying) -> Said | None:
    slots = [child.slot for child in saying.children]
    cases = [slot for slot in slots if slot is not None and not slot.default]
    has_default = bool(slots) and slots[-1] is not None and slots[-1].default
    if len(cases) + has_default != len(slots) or not 2 <= len(cases) <= 6:
        return None
    try:
        key = saying.scope.key(str(saying.choice("variable", "")))
    except Unsayable:
        return None
    said = Said(f"Switch{len(cases)}", {"variable": as_key(key)})
    for number, slot in enumerate(cases, 1):
        said.attributes[f"case_{number}"] = value_text(slot.case, saying.scope)
    said.last = "" if has_default else "AlwaysFailure"
    return said


def _read_run_once(asked: Asked) -> Meaning:
    text = asked.text("then_skip")
    skips = True if text is None else literal(text, "bool")
    meaning = Meaning("run_once", {"afterwards": "last"} if skips is False else {})
    if skips is None:
        meaning.notes.append(notes.TAKEN_FOR_TRUE.at("then_skip"))
    return meaning


def _write_run_once(saying: Saying) -> Said | None:
    after, counts = saying.choice("afterwards", "skipped"), saying.choice("counts", "all")
    if after == "failure" or counts != "all":
        return None
    return Said("RunOnce", {"then_skip": "false"} if after == "last" else {})


_ELSE = {"FAILURE": "fail", "SUCCESS": "succeed", "SKIPPED": "skip"}


def _read_precondition(asked: Asked) -> Meaning:
    otherwise = asked.text("else") or "FAILURE"
    if otherwise not in _ELSE:
        return foreign(asked.id, f"Nothing gives {otherwise} where a test does not hold.", "else")
    try:
        said = said_test(asked.text("if") or "", asked.scope)
    except Unsayable as error:
        return foreign(asked.id, str(error), "if")
    test = f"not ({said})" if " " in said else f"not {said}"
    # A sequence of one child passes everything on; its precondition decides as that of the decorator does.
    decides = Precondition.model_validate({"test": test, "gives": _ELSE[otherwise]})
    return Meaning("sequence", preconditions=(decides,))


def _write_fixed_status(saying: Saying) -> Said | None:
    tags = {"success": "AlwaysSuccess", "failure": "AlwaysFailure"}
    tag = tags.get(str(saying.choice("status", "success")))
    return Said(tag) if tag is not None and not saying.children else None


def _read_recovery(asked: Asked) -> Meaning:
    meaning = Meaning("try_recover", {"pace": "same_tick"})
    if len(asked.element.elements) != 2:
        return foreign(asked.id, "It needs two children.")
    value = asked.number("number_of_retries", meaning, 1)
    if value != 1 and isinstance(value, (int, dict)):
        meaning.params["attempts"] = _not_negative(value)
    return meaning


def _write_recovery(saying: Saying) -> Said:
    said = Said("RecoveryNode", own=True, notes=[notes.NAV2])
    saying.number(said, "number_of_retries", saying.choice("attempts", 1))
    return said


def _read_rate(asked: Asked) -> Meaning:
    hertz = number_of(asked.text("hz") or "10")
    if hertz is None or hertz <= 0:
        return foreign(asked.id, f"{asked.text('hz')} is no rate.", "hz")
    seconds = 1 if hertz == 1 else 1 / hertz
    return Meaning("rate_limit", {"seconds": seconds, "between": "running"}, notes=[notes.RATE])


def _write_rate(saying: Saying) -> Said | None:
    seconds = saying.choice("seconds", 1)
    if saying.choice("between", "last") != "running" or not isinstance(seconds, (int, float)) or not seconds:
        return None
    hertz = value_text(round(1 / seconds, 9), saying.scope)
    return Said("RateController", {"hz": hertz}, own=True, notes=[notes.NAV2_RATE])


READERS: Mapping[str, Reader] = {
    **{each.tag: each.read for each in (*PLAIN, *_TIMED, _REPEAT, _RETRY)},
    **{f"Switch{count}": _read_switch for count in range(2, 7)},
    "RetryUntilSuccesful": _RETRY.read,
    "Parallel": _read_parallel,
    "ParallelAll": _read_parallel_all,
    "RunOnce": _read_run_once,
    "Precondition": _read_precondition,
    "RecoveryNode": _read_recovery,
    "RateController": _read_rate,
}
WRITERS: Mapping[str, Writer] = {
    **{each.kind: each.write for each in (*_TIMED, _RETRY)},
    "repeat": _write_repeat,
    "until_success": _write_until,
    "until_failure": _write_until,
    "parallel": _write_parallel,
    "switch": _write_switch,
    "run_once": _write_run_once,
    "fixed_status": _write_fixed_status,
    "try_recover": _write_recovery,
    "rate_limit": _write_rate,
}


def say_plain(saying: Saying) -> Said | None:
    """Return a node by the first plain kind that it is, None where it is none."""
    said = (each.write(saying) for each in PLAIN if each.kind == saying.node.kind)
    return next((each for each in said if each is not None), None)
