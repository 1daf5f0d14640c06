"""Say what each kind of the library is here, by the code of the library, and where it differs.

A kind that Mindloom has not stays a `foreign_node`. What depends on the tree around a node, such as whether a
child can be skipped, is told by `exactness`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_report import How
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.node_models import LIBRARY, id_of
from graphs.formats.btcpp.script_translation import (
    ScriptScope,
    Unsayable,
    expression_text_of,
    said_lines,
    said_test,
)
from graphs.formats.btcpp.value_types import key_of, literal, number_of
from graphs.model.behavior_tree import Precondition
from graphs.model.graph_parts import ChildSlot

BY_THE_CLOCK = "It counts milliseconds of the clock there and ticks here."
ON_ENTER = "It is read in every tick there, and here when the node is entered."


@dataclass(frozen=True, slots=True)
class Note:
    """Hold why a construct is not exact; `what` is a part of the node, "" the node itself."""

    how: How
    what: str
    reason: str
    remedy: str = ""
    rule: str = ""


@dataclass(slots=True)
class Meaning:
    """Hold what a node of the library becomes: fields of a node, slots of its children, what differs."""

    kind: str
    params: dict[str, JsonValue] = field(default_factory=dict)
    test: str | None = None
    actions: tuple[str, ...] = ()
    action: str | None = None
    preconditions: tuple[Precondition, ...] = ()
    slots: tuple[ChildSlot, ...] = ()
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """Hold a node of the library and what surrounds it: ports as texts, what keys mean."""

    element: XmlElement
    scope: ScriptScope

    @property
    def id(self) -> str:
        """Return the ID."""
        return id_of(self.element)

    def text(self, port: str) -> str | None:
        """Return the text of a port; `{=}` is written out."""
        text = self.element.attributes.get(port)
        return f"{{{port}}}" if text == "{=}" else text

    def number(self, port: str, meaning: Meaning, default: int | float | None) -> JsonValue:
        """Return a number of a port, or an expression for a key; None where it has neither."""
        text = self.text(port)
        if text is None:
            return default
        key = key_of(text)
        if key is None:
            return number_of(text)
        if self.scope.types.get(key) not in ("int", "float"):
            meaning.notes.append(Note("kept", port, f"{text} is no number here."))
            return default
        meaning.notes.append(Note("changed", port, ON_ENTER, "", "2.2"))
        return {"expr": self.scope.names[key]}


def meaning_of(element: XmlElement, scope: ScriptScope) -> Meaning | None:
    """Return what a node of the library becomes, None for a node of the game or of a tree."""
    node_id = id_of(element)
    reader = _READERS.get(node_id)
    if reader is None:
        return foreign(node_id) if node_id in LIBRARY and node_id != "WasEntryUpdated" else None
    return reader(Asked(element, scope))


def foreign(node_id: str, reason: str = "", what: str = "") -> Meaning:
    """Return what keeps the place of a kind that is not known here."""
    said = reason or "Mindloom has no such kind; only its children run, one after the other."
    note = Note("kept", what, said, "Build what it does from other nodes, if it has to run here.", "3.6")
    return Meaning("foreign_node", {"name": node_id}, notes=[note])


_Reader = Callable[[Asked], Meaning]


def _plain(kind: str, **params: JsonValue) -> _Reader:
    return lambda _asked: Meaning(kind, dict(params))


def _yielding(kind: str) -> _Reader:
    reason = "It goes on with the next child in the next tick; there in another pass of the same tickOnce."
    return lambda _asked: Meaning(kind, {"yield": True}, notes=[Note("changed", "", reason, "", "3.6")])


def _parallel(asked: Asked) -> Meaning:
    meaning = Meaning("parallel")
    _threshold(asked, meaning, "success_count", "success", -1)
    _threshold(asked, meaning, "failure_count", "failure", 1)
    if meaning.params.get("success") == 0:
        reason = "With no success wanted it ends after its first child there, also where that fails."
        meaning.notes.append(Note("changed", "success_count", reason, "", "3.6"))
    return meaning


def _parallel_all(asked: Asked) -> Meaning:
    meaning = Meaning("parallel", {"success": 0, "decide": "all_ended"})
    _threshold(asked, meaning, "max_failures", "failure", 1)
    return meaning


def _threshold(asked: Asked, meaning: Meaning, port: str, name: str, default: int) -> None:
    """Set a threshold, left out where it is the default of both: all successes, any failure."""
    value = asked.number(port, meaning, default)
    children = len(asked.element.elements)
    if isinstance(value, dict):
        meaning.params[name] = value
        return
    if not isinstance(value, int):
        meaning.notes.append(Note("kept", port, f"{asked.text(port)} is no whole number."))
        return
    if value > children:
        reason = f"There are {children} children; the library refuses to run it."
        meaning.notes.append(Note("changed", port, reason, "Give a number of children."))
        value = children
    elif value < -children:
        value = 0
    if name == "failure" and value == 0:
        reason = "It fails there without any failure; here at the first one."
        meaning.notes.append(Note("changed", port, reason, "Give a number from 1 on.", "3.6"))
        return
    if value != default:
        meaning.params[name] = value


def _switch(asked: Asked) -> Meaning:
    text = asked.text("variable") or ""
    key, count = key_of(text), int(asked.id.removeprefix("Switch"))
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
        reason = "Numbers that are almost equal are a case too there."
        meaning.notes.append(Note("changed", "variable", reason, "", "3.6"))
    return meaning


def _counted(kind: str, endless: str, port: str) -> _Reader:
    def read(asked: Asked) -> Meaning:
        meaning = Meaning(kind, {"pace": "same_tick"})
        value = asked.number(port, meaning, None)
        if value == -1:
            meaning.kind = endless
        elif isinstance(value, (int, dict)):
            meaning.params["count"] = max(value, 0) if isinstance(value, int) else value
        else:
            meaning.notes.append(Note("kept", port, f"{asked.text(port) or 'Nothing'} is no whole number."))
            meaning.params["count"] = 1
        return meaning

    return read


def _timed(kind: str, port: str) -> _Reader:
    def read(asked: Asked) -> Meaning:
        meaning = Meaning(kind)
        value = asked.number(port, meaning, None)
        if isinstance(value, dict):
            meaning.params["seconds"] = {"expr": f"{value['expr']} / 1000"}
        elif isinstance(value, (int, float)) and 0 <= value <= 2_000_000_000:
            seconds = value / 1000
            meaning.params["seconds"] = int(seconds) if seconds.is_integer() else seconds
        else:
            meaning.notes.append(Note("kept", port, f"{asked.text(port) or 'Nothing'} is no time."))
            meaning.params["seconds"] = 0
        if value == 0 and kind == "timeout":
            return Meaning("sequence")  # no limit: it only passes on
        if value != 0 or kind == "delay":
            meaning.notes.append(Note("changed", "", BY_THE_CLOCK, "", "1.1"))
        return meaning

    return read


def _run_once(asked: Asked) -> Meaning:
    text = asked.text("then_skip")
    skips = True if text is None else literal(text, "bool")
    meaning = Meaning("run_once", {} if skips is not False else {"afterwards": "last"})
    if skips is None:
        said = "It is taken for true; which it is cannot change here."
        meaning.notes.append(Note("changed", "then_skip", said, "", "3.13"))
    return meaning


_ELSE = {"FAILURE": "fail", "SUCCESS": "succeed", "SKIPPED": "skip"}


def _precondition(asked: Asked) -> Meaning:
    otherwise = asked.text("else") or "FAILURE"
    if otherwise not in _ELSE:
        return foreign(asked.id, f"Nothing gives {otherwise} where a test does not hold.", "else")
    try:
        test = _negated(asked.text("if") or "", asked.scope)
    except Unsayable as error:
        return foreign(asked.id, str(error), "if")
    # A sequence of one child passes everything on; its precondition decides as that of the decorator does.
    decides = Precondition.model_validate({"test": test, "gives": _ELSE[otherwise]})
    return Meaning("sequence", preconditions=(decides,))


def _negated(script: str, scope: ScriptScope) -> str:
    said = said_test(script, scope)
    return f"not ({said})" if " " in said else f"not {said}"


def _script(asked: Asked) -> Meaning:
    text = asked.text("code") or ""
    try:
        lines = said_lines(text, asked.scope)
    except Unsayable as error:
        return _kept_script(asked.id, text, str(error))
    if not lines:
        return Meaning("succeed")
    return Meaning("set", actions=lines)


def _script_condition(asked: Asked) -> Meaning:
    text = asked.text("code") or ""
    try:
        return Meaning("condition", test=said_test(text, asked.scope))
    except Unsayable as error:
        return _kept_script(asked.id, text, str(error))


def _kept_script(node_id: str, text: str, reason: str) -> Meaning:
    remedy = "Write it with the expressions that Mindloom has."
    said = f"{reason} An action of the game that succeeds stands for it."
    return Meaning(
        "action", {"code": text}, action=node_id, notes=[Note("kept", "code", said, remedy, "2.4")]
    )


def _set_blackboard(asked: Asked) -> Meaning:
    text, value = asked.text("output_key") or "", asked.text("value") or ""
    key = key_of(text) or text
    scope = asked.scope
    if key not in scope.names:
        return foreign(asked.id, f"{text!r} is no key.", "output_key")
    source = key_of(value)
    name, kind = scope.names[key], scope.types[key]
    if source is not None:
        fits = scope.types[source] in ((kind, "int") if kind == "float" else (kind,))
        said = scope.names[source] if fits else None
    else:
        known = literal(value, kind)
        said = None if known is None else expression_text_of(known)
    if said is None:
        return foreign(asked.id, f"{value!r} is no {kind}, which {name} is.", "value")
    meaning = Meaning("set", actions=(f"{name} = {said}",))
    if key_of(text):
        reason = "The library takes the text that the entry holds for the key; here it is the key."
        meaning.notes.append(Note("changed", "output_key", reason, "Write the key without braces."))
    if (source is None and key not in scope.typed) or (source is not None and kind == "string"):
        reason = f"The library writes a text there, also where a {kind} is wanted, or refuses to."
        meaning.notes.append(Note("changed", "value", reason, "Write it by a Script.", "2.1"))
    return meaning


_ZERO = {"bool": "false", "int": "0", "float": "0.0", "string": '""'}


def _unset_blackboard(asked: Asked) -> Meaning:
    text = asked.text("key") or ""
    if text not in asked.scope.names:
        return foreign(asked.id, f"{text!r} is no key of the file.", "key")
    line = f"{asked.scope.names[text]} = {_ZERO[asked.scope.types[text]]}"
    reason = "A variable is never without a value; it gets the first one of its type."
    return Meaning("set", actions=(line,), notes=[Note("changed", "", reason, "", "2.1")])


def _recovery(asked: Asked) -> Meaning:
    meaning = Meaning("try_recover", {"pace": "same_tick"})
    if len(asked.element.elements) != 2:
        return foreign(asked.id, "It needs two children.")
    value = asked.number("number_of_retries", meaning, 1)
    if value != 1 and isinstance(value, (int, dict)):
        meaning.params["attempts"] = max(value, 0) if isinstance(value, int) else value
    return meaning


def _rate(asked: Asked) -> Meaning:
    hertz = number_of(asked.text("hz") or "10")
    if hertz is None or hertz <= 0:
        return foreign(asked.id, f"{asked.text('hz')} is no rate.", "hz")
    reason = "Its time goes on here while it does not run. " + BY_THE_CLOCK
    meaning = Meaning("rate_limit", {"seconds": 1 / hertz, "between": "running"})
    if hertz == 1:
        meaning.params["seconds"] = 1
    meaning.notes.append(Note("changed", "", reason, "", "1.1"))
    return meaning


_READERS: Mapping[str, _Reader] = {
    "Sequence": _plain("sequence"),
    "ReactiveSequence": _plain("sequence", memory="none"),
    "SequenceWithMemory": _plain("sequence", memory="keep"),
    "SequenceStar": _plain("sequence", memory="keep"),
    "AsyncSequence": _yielding("sequence"),
    "Fallback": _plain("selector"),
    "ReactiveFallback": _plain("selector", memory="none"),
    "AsyncFallback": _yielding("selector"),
    "Parallel": _parallel,
    "ParallelAll": _parallel_all,
    "IfThenElse": _plain("if_else"),
    "WhileDoElse": _plain("if_else", reactive=True),
    **{f"Switch{count}": _switch for count in range(2, 7)},
    "Inverter": _plain("inverter"),
    "ForceSuccess": _plain("force_success"),
    "ForceFailure": _plain("force_failure"),
    "KeepRunningUntilFailure": _plain("repeat"),
    "Repeat": _counted("repeat", "repeat", "num_cycles"),
    "RetryUntilSuccessful": _counted("retry", "until_success", "num_attempts"),
    "RetryUntilSuccesful": _counted("retry", "until_success", "num_attempts"),
    "RunOnce": _run_once,
    "Timeout": _timed("timeout", "msec"),
    "Delay": _timed("delay", "delay_msec"),
    "Precondition": _precondition,
    "AlwaysSuccess": _plain("succeed"),
    "AlwaysFailure": _plain("fail"),
    "Script": _script,
    "ScriptCondition": _script_condition,
    "SetBlackboard": _set_blackboard,
    "UnsetBlackboard": _unset_blackboard,
    "Sleep": _timed("wait", "msec"),
    "RecoveryNode": _recovery,
    "PipelineSequence": _plain("pipeline_sequence"),
    "RoundRobin": _plain("round_robin"),
    "RateController": _rate,
}
