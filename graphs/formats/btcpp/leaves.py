"""Plan how leaves of the game come out: as actions and conditions of a manifest, port by port."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.blackboard import Blackboards
from graphs.formats.btcpp.names import legal_name
from graphs.formats.btcpp.node_models import (
    CATEGORIES,
    KNOWN,
    Category,
    PortModel,
    id_of,
    ports_of,
)
from graphs.formats.btcpp.source_files import ReadFiles
from graphs.formats.btcpp.value_types import EntryType, joined, key_of, literal, type_of_constant
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import (
    Manifest,
    ManifestAction,
    ManifestCondition,
    ManifestParameter,
    ManifestStandIn,
)

OWN_LEAVES = ("Script", "ScriptCondition", "WasEntryUpdated", "SubTree")
"""Leaves of the library that become actions where Mindloom cannot do what they do."""

PlannedType = Literal["bool", "int", "float", "string", "variable"]


@dataclass(frozen=True, slots=True)
class LeafPort:
    """Hold how a port comes out: a parameter that takes values, or names a variable that is written.

    Where values of different types meet, it is `raw`: the text as it is in the file.
    """

    name: str
    type: PlannedType
    raw: bool = False
    model: PortModel | None = None


@dataclass(slots=True)
class LeafPlan:
    """Hold how a leaf comes out."""

    id: str
    name: str
    is_condition: bool = False
    ports: dict[str, LeafPort] = field(default_factory=dict)
    used: bool = False


_Uses = Mapping[str, list[tuple[str, str]]]
"""The texts that ports of a leaf are given, each with the tree in which it is."""


def missing_tree(callee: str) -> str:
    """Return under which ID a tree is planned as a leaf that no file has."""
    return f"SubTree {callee}"


def category_of(element: XmlElement, files: ReadFiles) -> Category:
    """Return what a node is: by its model, by its tag, else by whether anything is in it."""
    model = files.model(id_of(element))
    category: Category
    if model is not None and model.category != "SubTree":
        category = model.category
    elif element.tag in CATEGORIES:
        category = next(each for each in CATEGORIES if each == element.tag)
    else:
        category = "Control" if element.elements else "Action"
    return "Control" if element.elements and category in ("Action", "Condition") else category


def plan_leaves(files: ReadFiles, boards: Blackboards) -> dict[str, LeafPlan]:
    """Return the plans of all leaves that are no kinds of the library, by ID."""
    uses: dict[str, dict[str, list[tuple[str, str]]]] = {}
    categories: dict[str, Category] = {}
    trees = {tree.id for tree in files.trees}
    for tree in files.trees:
        for element in tree.nodes:
            if element.tag == "SubTree":
                callee = element.attributes.get("ID", "")
                if callee not in trees:
                    categories[missing_tree(callee)] = "Action"
                continue
            node_id, category = id_of(element), category_of(element, files)
            if category in ("Action", "Condition") and (node_id not in KNOWN or node_id in OWN_LEAVES):
                categories[node_id] = category
                ports = uses.setdefault(node_id, {})
                for name, text in ports_of(element.attributes).items():
                    ports.setdefault(name, []).append((tree.id, text))
    for node_id, model in files.models.items():
        if model.category in ("Action", "Condition") and node_id not in KNOWN:
            categories.setdefault(node_id, model.category)
    plans: dict[str, LeafPlan] = {}
    registry = builtin_registry()
    taken = {*registry.actions, *registry.conditions, *PURE_FUNCTIONS, *EVENT_FUNCTIONS, *RANDOM_DRAWS}
    for node_id, category in categories.items():
        plans[node_id] = _plan(node_id, category, uses.get(node_id, {}), files, boards, taken)
        taken.add(plans[node_id].name)
    return plans


def _plan(
    node_id: str,
    category: Category,
    uses: _Uses,
    files: ReadFiles,
    boards: Blackboards,
    taken: set[str],
) -> LeafPlan:
    models = files.ports(node_id)
    is_own = node_id in OWN_LEAVES
    plan = LeafPlan(node_id, legal_name(node_id, taken))
    for name in dict.fromkeys((*models, *uses)):
        port = models.get(name)
        kind, raw = _port_type(port, uses.get(name, ()), boards)
        if name == "code" and is_own:
            kind, raw = "string", True
        own = legal_name(name, {each.name for each in plan.ports.values()})
        plan.ports[name] = LeafPort(own, kind, raw, port)
    writes = any(each.type == "variable" for each in plan.ports.values())
    plan.is_condition = category == "Condition" and not is_own and not writes
    return plan


def _port_type(
    port: PortModel | None, uses: Iterable[tuple[str, str]], boards: Blackboards
) -> tuple[PlannedType, bool]:
    """Return the type of a parameter, and whether values of different types meet in it."""
    given = [(tree, key_of(text), text) for tree, text in uses if text != "{=}"]
    keys = {boards.entry(tree, key).type or "string" for tree, key, _ in given if key is not None}
    texts = [text for _, key, text in given if key is None]
    # What is not known takes texts only where it is read.
    is_read = bool(texts) if port is None else port.direction == "input"
    if not is_read and not texts and (keys or port is not None):
        return "variable", False
    if not is_read and texts and (keys or (port is not None and port.direction == "output")):
        return "string", True
    wanted = _wanted(port, keys, texts)
    fitting = {wanted, "int"} if wanted == "float" else {wanted}
    if keys <= fitting and all(literal(text, wanted) is not None for text in texts):
        return wanted, False
    return ("string", True) if texts else ("variable", False)


def _wanted(port: PortModel | None, keys: set[EntryType], texts: list[str]) -> EntryType:
    if port is not None and not port.is_open:
        return port.type or "string"
    return joined(keys.union(map(type_of_constant, texts))) or "string"


def manifest_of(plans: Mapping[str, LeafPlan], files: ReadFiles) -> Manifest | None:
    """Return the declarations of all leaves; an action succeeds where the game is not there."""
    actions: dict[str, ManifestAction] = {}
    conditions: dict[str, ManifestCondition] = {}
    for plan in plans.values():
        if not (plan.used or plan.id in files.models):
            continue
        parameters = tuple(_parameter(port) for port in plan.ports.values())
        if plan.is_condition:
            conditions[plan.name] = ManifestCondition(title=plan.id, parameters=parameters)
        else:
            stand_in = ManifestStandIn(result="success")
            actions[plan.name] = ManifestAction(title=plan.id, parameters=parameters, stand_in=stand_in)
    if not actions and not conditions:
        return None
    return Manifest(format="mindloom-kinds", version=1, actions=actions, conditions=conditions)


def _parameter(port: LeafPort) -> ManifestParameter:
    model = port.model
    default: JsonValue = None
    help_text = "" if model is None else model.description
    if model is not None and port.type != "variable" and model.default is not None:
        default = literal(model.default, port.type) if port.raw or model.default_key is None else None
    if model is None and port.type == "variable":
        help_text = "No model of it says whether it is read or written."
    elif model is not None and model.type is None and not model.is_open:
        help_text = f"{help_text} ({model.named})".strip()
    return ManifestParameter(name=port.name, type=port.type, default=default, help=help_text, optional=True)
