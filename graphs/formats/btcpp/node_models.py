"""What is known of the kinds of nodes: those of the library, and the models that files bring."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.value_types import ANY_TYPES, EntryType, key_at, type_of_cpp

Category = Literal["Action", "Condition", "Control", "Decorator", "SubTree"]
CATEGORIES: tuple[Category, ...] = get_args(Category)

PortDirection = Literal["input", "output", "inout"]
_DIRECTIONS: tuple[PortDirection, ...] = get_args(PortDirection)

PRECONDITIONS = {"_failureIf": "fail", "_successIf": "succeed", "_skipIf": "skip", "_while": "while"}
"""Attributes that decide before a tick, in the order in which the library asks them, and what they give."""

POST_SCRIPTS = ("_onSuccess", "_onFailure", "_onHalted", "_post")
SCRIPTS = (*PRECONDITIONS, *POST_SCRIPTS)
"""Attributes of scripts that every node can have."""

SCRIPT_PORTS = {("Script", "code"), ("ScriptCondition", "code"), ("Precondition", "if")}


@dataclass(frozen=True, slots=True)
class PortModel:
    """Hold one port: `type` is None where it is open, `named` what C++ calls it, `default` as a text."""

    direction: PortDirection = "input"
    type: EntryType | None = None
    named: str = ""
    default: str | None = None
    description: str = ""

    @property
    def is_open(self) -> bool:
        """Tell whether it takes values of any type."""
        return self.type is None and self.named.strip() in ANY_TYPES

    @property
    def default_key(self) -> str | None:
        """Return the text of the default where that names a key."""
        names_key = self.default is not None and key_at("", self.default) is not None
        return self.default if names_key else None


@dataclass(frozen=True, slots=True)
class NodeModel:
    """Hold what is known of nodes of one ID."""

    category: Category
    ports: Mapping[str, PortModel] = field(default_factory=dict)


def _models(category: Category, listed: str) -> dict[str, NodeModel]:
    """Return models by ID from a list such as `Sleep msec:int, Script code`; `>` marks what is written."""
    found = {}
    for node in listed.split(","):
        node_id, *ports = node.split()
        found[node_id] = NodeModel(category, dict(map(_port, ports)))
    return found


def _port(word: str) -> tuple[str, PortModel]:
    name, _, named = word.partition(":")
    direction: PortDirection = "output" if name[0] == ">" else "input"
    return name.lstrip(">"), PortModel(direction, type_of_cpp(named), named)


LIBRARY: Mapping[str, NodeModel] = {
    **_models(
        "Control",
        """Sequence, AsyncSequence, SequenceWithMemory, SequenceStar, ReactiveSequence, Fallback,
        AsyncFallback, ReactiveFallback, IfThenElse, WhileDoElse, TryCatch catch_on_halt:bool,
        Parallel success_count:int failure_count:int, ParallelAll max_failures:int,
        ManualSelector repeat_last_selection:bool, Switch2 variable case_1 case_2,
        Switch3 variable case_1 case_2 case_3, Switch4 variable case_1 case_2 case_3 case_4,
        Switch5 variable case_1 case_2 case_3 case_4 case_5,
        Switch6 variable case_1 case_2 case_3 case_4 case_5 case_6""",
    ),
    **_models(
        "Decorator",
        """Inverter, ForceSuccess, ForceFailure, KeepRunningUntilFailure, Repeat num_cycles:int,
        RetryUntilSuccessful num_attempts:int, Timeout msec:int, Delay delay_msec:int, RunOnce then_skip:bool,
        Precondition if else, LoopInt queue if_empty >value:int, LoopBool queue if_empty >value:bool,
        LoopDouble queue if_empty >value:double, LoopString queue if_empty >value:string,
        ConsumeQueue queue >popped_item, SkipUnlessUpdated entry, WaitValueUpdate entry""",
    ),
    **_models(
        "Action",
        """AlwaysSuccess, AlwaysFailure, Script code, SetBlackboard value output_key, UnsetBlackboard key,
        Sleep msec:int, WasEntryUpdated entry""",
    ),
    **_models("Condition", "ScriptCondition code"),
}
"""The kinds that the factory of BehaviorTree.CPP 4.10 registers, and those that its headers offer."""

NAV2: Mapping[str, NodeModel] = {
    **_models("Control", "RecoveryNode number_of_retries:int, PipelineSequence, RoundRobin"),
    **_models("Decorator", "RateController hz:double"),
}
"""Kinds of Nav2 that Mindloom has."""

VERSION_3: Mapping[str, NodeModel] = _models(
    "Decorator",
    """RetryUntilSuccesful num_attempts:int, BlackboardCheckInt value_A value_B return_on_mismatch,
    BlackboardCheckDouble value_A value_B return_on_mismatch,
    BlackboardCheckString value_A value_B return_on_mismatch,
    BlackboardCheckBool value_A value_B return_on_mismatch""",
)
"""Kinds that version 3 alone has."""

_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

KNOWN: Mapping[str, NodeModel] = {**VERSION_3, **NAV2, **LIBRARY}


def id_of(element: XmlElement) -> str:
    """Return the ID of a node: `<X/>` says the same as `<Action ID="X"/>`."""
    return element.attributes.get("ID", "") if element.tag in CATEGORIES else element.tag


def element_of(node_id: str, category: Category) -> XmlElement:
    """Return a node of an ID: `<Action ID="X"/>` where X may be no tag."""
    is_tag = _PLAIN_NAME.fullmatch(node_id) is not None
    return XmlElement(node_id) if is_tag else XmlElement(category, {"ID": node_id})


def is_port(name: str) -> bool:
    """Tell whether an attribute of a node is a port."""
    return name[:1].isalpha() and name not in ("name", "ID")


def ports_of(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the ports among the attributes of a node."""
    return {name: text for name, text in attributes.items() if is_port(name)}


def autoremaps(attributes: Mapping[str, str]) -> bool:
    """Tell whether a call joins entries that have the same name."""
    return attributes.get("_autoremap", "").lower() in ("1", "true")


def model_of(element: XmlElement) -> NodeModel | None:
    """Return the model in an element of `TreeNodesModel`, None for something else."""
    category = next((each for each in CATEGORIES if each == element.tag), None)
    if category is None:
        return None
    ports: dict[str, PortModel] = {}
    for port in element.elements:
        name = port.attributes.get("name", "")
        direction = next((each for each in _DIRECTIONS if f"{each}_port" == port.tag), None)
        if direction is not None and name:
            named, default = port.attributes.get("type", ""), port.attributes.get("default")
            described = port.attributes.get("description", "") or port.text
            ports[name] = PortModel(direction, type_of_cpp(named), named, default, described)
    return NodeModel(category, ports)
