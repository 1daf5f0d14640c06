"""Say the kinds of Mindloom by those of the library; what it has not is a node that the game registers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.btcpp.library_kinds import Note
from graphs.formats.btcpp.script_translation import Unsayable
from graphs.formats.btcpp.script_writing import KeyScope, lines_script, script_of
from graphs.formats.btcpp.value_types import number_of
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.behavior_tree import TreeNode

LOSSES = "The game must register a node of this ID that does it."


@dataclass(slots=True)
class Said:
    """Hold a node as an element: `inner` are tags between it and its children, `last` one behind them.

    One that is `own` is no kind of the library.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inner: tuple[str, ...] = ()
    last: str = ""
    own: bool = False
    notes: list[Note] = field(default_factory=list)

    def note(self, reason: str, what: str = "", remedy: str = "") -> None:
        """Note that something is said otherwise."""
        self.notes.append(Note("changed", what, reason, remedy))


@dataclass(frozen=True)
class Saying:
    """Hold a node that is said, and what is around it."""

    node: TreeNode
    children: tuple[TreeNode, ...]
    scope: KeyScope

    def choice(self, name: str, default: JsonValue) -> JsonValue:
        """Return a parameter."""
        return self.node.params.get(name, default)

    def number(self, said: Said, port: str, value: JsonValue, factor: int = 1) -> None:
        """Write a number, or the key of a variable, to a port."""
        text = expression_text(value)
        if text is not None and factor == 1000 and text.endswith(" / 1000"):
            text, factor = text.removesuffix(" / 1000"), 1
        if text is None:
            number = value if isinstance(value, (int, float)) else 0
            said.attributes[port] = number_text(round(number * factor) if factor != 1 else number)
            return
        try:
            key = self.scope.key(text.strip())
            if factor != 1:
                raise Unsayable("Milliseconds are wanted, it gives seconds.")
            said.attributes[port] = f"{{{key}}}"
        except Unsayable as error:
            reason = f"The expression {text} is no value of a port. {error}"
            said.notes.append(Note("lost", port, reason, "Work it out into a variable before."))
            said.attributes[port] = "1"


def number_text(value: int | float) -> str:
    """Return a number as a text."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else repr(value)


def say_kind(saying: Saying) -> Said:
    """Return a node by its kind and parameters; what is of all kinds is said elsewhere."""
    writer = _WRITERS.get(saying.node.kind)
    said = writer(saying) if writer is not None else None
    return said if said is not None else say_own(saying)


def own_tag(kind: str) -> str:
    """Return the ID of a node that stands for a kind: `RateLimit`."""
    return "".join(word[:1].upper() + word[1:] for word in kind.split("_")) or "Node"


def say_own(saying: Saying) -> Said:
    """Return a node for a kind that the library has not, with its parameters as texts."""
    node = saying.node
    said = Said(own_tag(node.kind), own=True)
    if node.kind == "foreign_node":
        said.tag = str(node.params.get("name") or "ForeignNode")
        said.notes.append(Note("kept", "", "It is what a file of another program had there.", LOSSES))
        return said
    said.notes.append(Note("lost", "", "The library has no such kind.", LOSSES))
    for name, value in node.params.items():
        said.attributes[name if name not in ("name", "ID") else f"{name}_"] = value_text(value, saying.scope)
    if node.test is not None:
        said.attributes["test"] = node.test
    if node.actions:
        said.attributes["actions"] = "; ".join(row.strip() for row in node.actions)
    if node.graph is not None:
        said.attributes["graph"] = node.graph
    for place, child in enumerate(saying.children, 1):
        if child.slot is None:
            continue
        for name in ("weight", "score", "case"):
            value = getattr(child.slot, name)
            if value is not None:
                said.attributes[f"{name}_{place}"] = value_text(value, saying.scope)
    return said


def value_text(value: JsonValue, scope: KeyScope) -> str:
    """Return a value of a parameter as the text of a port: a variable as its key, an expression as text."""
    text = expression_text(value)
    if text is not None:
        key = scope.ports.get(text.strip())
        return f"{{{key}}}" if key is not None else text
    if isinstance(value, dict):
        name = str(value.get("variable", ""))
        return f"{{{scope.ports.get(name, name)}}}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, list):
        return ";".join(value_text(each, scope) for each in value)
    return "" if value is None else str(value)


_Writer = Callable[[Saying], Said | None]


def _plain(tag: str) -> _Writer:
    return lambda _saying: Said(tag)


def _ordered(resume: str, none: str, keep: str, waits: str) -> _Writer:
    def write(saying: Saying) -> Said:
        memory, yields = saying.choice("memory", "resume"), saying.choice("yield", False) is True
        if memory == "none":
            return Said(none)
        if memory == "keep":
            said = Said(keep)
            if keep == resume:
                said.note("It does not keep its place when it ends early or is halted.", "memory")
            elif yields:
                said.note("It waits for no other tick between children.", "yield")
            return said
        said = Said(waits if yields else resume)
        if yields:
            said.note("It goes on in another pass of the same tickOnce.", "yield")
        return said

    return write


def _parallel(saying: Saying) -> Said | None:
    success, failure = saying.choice("success", "all"), saying.choice("failure", "any")
    decide = saying.choice("decide", "each")
    words: Mapping[object, JsonValue] = {"all": -1, "any": 1}
    if success == "chosen":
        return None
    if decide == "all_ended" and success == 0:
        said = Said("ParallelAll")
        saying.number(
            said, "max_failures", words.get(failure, failure) if isinstance(failure, str) else failure
        )
    else:
        said = Said("Parallel")
        for port, value in (("success_count", success), ("failure_count", failure)):
            saying.number(said, port, words.get(value, 1) if isinstance(value, str) else value)
        if decide != "each":
            said.note("It decides after each child there.", "decide")
    if saying.choice("ended", "wait") == "again":
        said.note("A child that has ended waits there.", "ended")
    return said


def _if_else(saying: Saying) -> Said:
    return Said("WhileDoElse" if saying.choice("reactive", False) is True else "IfThenElse")


def _switch(saying: Saying) -> Said | None:
    slots = [child.slot for child in saying.children]
    cases = [slot for slot in slots if slot is not None and not slot.default]
    has_default = bool(slots) and slots[-1] is not None and slots[-1].default
    if len(cases) + has_default != len(slots) or not 2 <= len(cases) <= 6:
        return None
    try:
        key = saying.scope.key(str(saying.choice("variable", "")))
    except Unsayable:
        return None
    said = Said(f"Switch{len(cases)}", {"variable": f"{{{key}}}"})
    for number, slot in enumerate(cases, 1):
        said.attributes[f"case_{number}"] = value_text(slot.case, saying.scope)
    said.last = "" if has_default else "AlwaysFailure"
    return said


def _counted(tag: str, port: str, default: int) -> _Writer:
    def write(saying: Saying) -> Said:
        said = Said(tag)
        saying.number(said, port, saying.choice("count", default))
        if saying.choice("on_failure", "end") == "count":
            said.inner = ("ForceSuccess",)
        _pace(saying, said)
        return said

    return write


def _pace(saying: Saying, said: Said) -> None:
    if saying.choice("pace", "tick") != "same_tick":
        said.note("It goes on within the tick there, not in the next one.", "pace")


def _repeat(saying: Saying) -> Said:
    endless = saying.choice("count", None) is None and saying.choice("on_failure", "end") == "end"
    if endless and saying.choice("pace", "tick") == "tick":
        return Said("KeepRunningUntilFailure")
    return _counted("Repeat", "num_cycles", -1)(saying) or Said("Repeat")


def _until(inner: tuple[str, ...]) -> _Writer:
    def write(saying: Saying) -> Said:
        said = Said("RetryUntilSuccessful", {"num_attempts": "-1"}, inner)
        _pace(saying, said)
        return said

    return write


def _timed(tag: str, port: str, default: int) -> _Writer:
    def write(saying: Saying) -> Said:
        said = Said(tag)
        saying.number(said, port, saying.choice("seconds", default), 1000)
        said.note("It counts milliseconds of the clock there and ticks here.")
        if saying.choice("jitter", 0) != 0:
            said.notes.append(Note("lost", "jitter", "The library draws no times."))
        return said

    return write


def _run_once(saying: Saying) -> Said | None:
    after, counts = saying.choice("afterwards", "skipped"), saying.choice("counts", "all")
    if after == "failure" or counts != "all":
        return None
    return Said("RunOnce", {"then_skip": "false"} if after == "last" else {})


def _fixed_status(saying: Saying) -> Said | None:
    tags = {"success": "AlwaysSuccess", "failure": "AlwaysFailure"}
    tag = tags.get(str(saying.choice("status", "success")))
    return Said(tag) if tag is not None and not saying.children else None


def _condition(saying: Saying) -> Said | None:
    said = _scripted("ScriptCondition", lambda: script_of(saying.node.test or "", saying.scope))
    if said.own:
        said.tag = "Test"
        said.attributes = {"test": saying.node.test or ""}
    return said


def _set(saying: Saying) -> Said:
    said = _scripted("Script", lambda: lines_script(saying.node.actions, saying.scope))
    if said.own:
        said.tag = "ActionLines"
        said.attributes = {"actions": "; ".join(row.strip() for row in saying.node.actions)}
    return said


def _scripted(tag: str, make: Callable[[], str]) -> Said:
    try:
        return Said(tag, {"code": make()})
    except Unsayable as error:
        return Said(tag, own=True, notes=[Note("lost", "", str(error), LOSSES)])


def _recovery(saying: Saying) -> Said:
    said = Said("RecoveryNode", own=True, notes=[Note("changed", "", "It is a kind of Nav2.", LOSSES)])
    saying.number(said, "number_of_retries", saying.choice("attempts", 1))
    return said


def _of_nav2(tag: str) -> _Writer:
    return lambda _saying: Said(tag, own=True, notes=[Note("changed", "", "It is a kind of Nav2.", LOSSES)])


def _rate(saying: Saying) -> Said | None:
    seconds = saying.choice("seconds", 1)
    if saying.choice("between", "last") != "running" or not isinstance(seconds, (int, float)) or not seconds:
        return None
    said = Said("RateController", {"hz": number_text(round(1 / seconds, 9))}, own=True)
    assert number_of(said.attributes["hz"]) is not None
    said.notes.append(Note("changed", "", "It is a kind of Nav2, and counts by the clock.", LOSSES))
    return said


_WRITERS: Mapping[str, _Writer] = {
    "sequence": _ordered("Sequence", "ReactiveSequence", "SequenceWithMemory", "AsyncSequence"),
    "selector": _ordered("Fallback", "ReactiveFallback", "Fallback", "AsyncFallback"),
    "parallel": _parallel,
    "if_else": _if_else,
    "switch": _switch,
    "inverter": _plain("Inverter"),
    "force_success": _plain("ForceSuccess"),
    "force_failure": _plain("ForceFailure"),
    "repeat": _repeat,
    "retry": _counted("RetryUntilSuccessful", "num_attempts", 1),
    "until_success": _until(()),
    "until_failure": _until(("Inverter",)),
    "timeout": _timed("Timeout", "msec", 5),
    "delay": _timed("Delay", "delay_msec", 1),
    "wait": _timed("Sleep", "msec", 1),
    "run_once": _run_once,
    "fixed_status": _fixed_status,
    "succeed": _plain("AlwaysSuccess"),
    "fail": _plain("AlwaysFailure"),
    "condition": _condition,
    "set": _set,
    "try_recover": _recovery,
    "pipeline_sequence": _of_nav2("PipelineSequence"),
    "round_robin": _of_nav2("RoundRobin"),
    "rate_limit": _rate,
}
