"""What is known of the kinds of nodes: those of the library, and the models that files bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.value_types import EntryType, is_any_type, type_of_cpp

Category = Literal["Action", "Condition", "Control", "Decorator", "SubTree"]
CATEGORIES: tuple[Category, ...] = ("Action", "Condition", "Control", "Decorator", "SubTree")

PortDirection = Literal["input", "output", "inout"]

PRECONDITIONS = {"_failureIf": "fail", "_successIf": "succeed", "_skipIf": "skip", "_while": "while"}
"""Attributes that decide before a tick, in the order in which the library asks them, and what they give."""

POST_SCRIPTS = ("_onSuccess", "_onFailure", "_onHalted", "_post")

SCRIPT_PORTS = {("Script", "code"), ("ScriptCondition", "code"), ("Precondition", "if")}


@dataclass(frozen=True, slots=True)
class PortModel:
    """Hold one port: `type` is None where it is open, `named` what C++ calls it, `default` as a text."""

    direction: PortDirection = "input"
    type: EntryType | None = None
    named: str = ""
    default: str | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class NodeModel:
    """Hold what is known of nodes of one ID."""

    category: Category
    ports: Mapping[str, PortModel] = field(default_factory=dict)


def _node(category: Category, ports: str = "") -> NodeModel:
    """Return a model from words such as `msec:int`; `>` marks what is written, `<>` what is both."""
    found: dict[str, PortModel] = {}
    for word in ports.split():
        name, _, named = word.partition(":")
        direction: PortDirection = (
            "inout" if name.startswith("<>") else "output" if name[0] == ">" else "input"
        )
        found[name.lstrip("<>")] = PortModel(direction, type_of_cpp(named), named)
    return NodeModel(category, found)


_CASES = {
    f"Switch{count}": _node("Control", " ".join(["variable", *(f"case_{n}" for n in range(1, count + 1))]))
    for count in range(2, 7)
}
_PLAIN = (
    *("Sequence", "AsyncSequence", "SequenceWithMemory", "SequenceStar", "ReactiveSequence"),
    *("Fallback", "AsyncFallback", "ReactiveFallback", "IfThenElse", "WhileDoElse"),
)
_PLAIN_DECORATORS = ("Inverter", "ForceSuccess", "ForceFailure", "KeepRunningUntilFailure")
LIBRARY: Mapping[str, NodeModel] = {
    **dict.fromkeys(_PLAIN, _node("Control")),
    **dict.fromkeys(_PLAIN_DECORATORS, _node("Decorator")),
    **_CASES,
    "Parallel": _node("Control", "success_count:int failure_count:int"),
    "ParallelAll": _node("Control", "max_failures:int"),
    "TryCatch": _node("Control", "catch_on_halt:bool"),
    "ManualSelector": _node("Control", "repeat_last_selection:bool"),
    "RetryUntilSuccessful": _node("Decorator", "num_attempts:int"),
    "Repeat": _node("Decorator", "num_cycles:int"),
    "Timeout": _node("Decorator", "msec:int"),
    "Delay": _node("Decorator", "delay_msec:int"),
    "RunOnce": _node("Decorator", "then_skip:bool"),
    "Precondition": _node("Decorator", "if else"),
    "LoopInt": _node("Decorator", "queue if_empty >value:int"),
    "LoopBool": _node("Decorator", "queue if_empty >value:bool"),
    "LoopDouble": _node("Decorator", "queue if_empty >value:double"),
    "LoopString": _node("Decorator", "queue if_empty >value:string"),
    "ConsumeQueue": _node("Decorator", "queue >popped_item"),
    "SkipUnlessUpdated": _node("Decorator", "entry"),
    "WaitValueUpdate": _node("Decorator", "entry"),
    "AlwaysSuccess": _node("Action"),
    "AlwaysFailure": _node("Action"),
    "Script": _node("Action", "code"),
    "ScriptCondition": _node("Condition", "code"),
    "SetBlackboard": _node("Action", "value output_key"),
    "UnsetBlackboard": _node("Action", "key"),
    "Sleep": _node("Action", "msec:int"),
    "WasEntryUpdated": _node("Action", "entry"),
}
"""The kinds that the factory of BehaviorTree.CPP 4.10 registers, and those that its headers offer."""

NAV2: Mapping[str, NodeModel] = {
    "RecoveryNode": _node("Control", "number_of_retries:int"),
    "PipelineSequence": _node("Control"),
    "RoundRobin": _node("Control"),
    "RateController": _node("Decorator", "hz:double"),
}
"""Kinds of Nav2 that Mindloom has."""

VERSION_3: Mapping[str, NodeModel] = {
    "RetryUntilSuccesful": _node("Decorator", "num_attempts:int"),
    **{
        f"BlackboardCheck{name}": _node("Decorator", "value_A value_B return_on_mismatch")
        for name in ("Int", "Double", "String", "Bool")
    },
}
"""Kinds that version 3 alone has."""

KNOWN: Mapping[str, NodeModel] = {**VERSION_3, **NAV2, **LIBRARY}

_DIRECTIONS: Mapping[str, PortDirection] = {
    "input_port": "input",
    "output_port": "output",
    "inout_port": "inout",
}


def id_of(element: XmlElement) -> str:
    """Return the ID of a node: `<X/>` says the same as `<Action ID="X"/>`."""
    return element.attributes.get("ID", "") if element.tag in CATEGORIES else element.tag


def is_port(name: str) -> bool:
    """Tell whether an attribute of a node is a port."""
    return name[:1].isalpha() and name not in ("name", "ID")


def model_of(element: XmlElement) -> NodeModel | None:
    """Return the model in an element of `TreeNodesModel`, None for something else."""
    category = next((each for each in CATEGORIES if each == element.tag), None)
    if category is None:
        return None
    ports = {}
    for port in element.elements:
        name, direction = port.attributes.get("name", ""), _DIRECTIONS.get(port.tag)
        if direction is None or not name:
            continue
        named = port.attributes.get("type", "")
        described = port.attributes.get("description", "") or port.text
        ports[name] = PortModel(
            direction, type_of_cpp(named), named, port.attributes.get("default"), described
        )
    return NodeModel(category, ports)


def is_open(port: PortModel) -> bool:
    """Tell whether a port takes values of any type."""
    return port.type is None and is_any_type(port.named)
