"""Plan how leaves of the game come out: as actions and conditions of a manifest, port by port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.blackboard import Blackboards
from graphs.formats.btcpp.names import legal_name
from graphs.formats.btcpp.node_models import CATEGORIES, KNOWN, Category, PortModel, id_of, is_open, is_port
from graphs.formats.btcpp.source_files import ReadFiles
from graphs.formats.btcpp.value_types import EntryType, joined, key_of, literal, type_of_text
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
    is_condition: bool
    ports: dict[str, LeafPort] = field(default_factory=dict)
    used: bool = False


@dataclass(slots=True)
class _Uses:
    texts: list[tuple[str, str]] = field(default_factory=list)


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
    uses: dict[str, dict[str, _Uses]] = {}
    categories: dict[str, Category] = {}
    trees = {tree.id for tree in files.trees}
    for tree in files.trees:
        for element in tree.element.walk():
            if element is tree.element:
                continue
            if element.tag == "SubTree":
                callee = element.attributes.get("ID", "")
                if callee not in trees:
                    categories[missing_tree(callee)] = "Action"
                continue
            node_id, category = id_of(element), category_of(element, files)
            if category in ("Action", "Condition") and (node_id not in KNOWN or node_id in OWN_LEAVES):
                categories[node_id] = category
                ports = uses.setdefault(node_id, {})
                for name, text in element.attributes.items():
                    if is_port(name):
                        ports.setdefault(name, _Uses()).texts.append((tree.id, text))
    for node_id, model in files.models.items():
        if model.category in ("Action", "Condition") and node_id not in KNOWN:
            categories.setdefault(node_id, model.category)
    plans: dict[str, LeafPlan] = {}
    taken = _taken_names()
    for node_id, category in categories.items():
        plans[node_id] = _plan(node_id, category, uses.get(node_id, {}), files, boards, taken)
        taken.add(plans[node_id].name)
    return plans


def _taken_names() -> set[str]:
    registry = builtin_registry()
    return {*registry.actions, *registry.conditions, *PURE_FUNCTIONS, *EVENT_FUNCTIONS, *RANDOM_DRAWS}


def _plan(
    node_id: str,
    category: Category,
    uses: Mapping[str, _Uses],
    files: ReadFiles,
    boards: Blackboards,
    taken: set[str],
) -> LeafPlan:
    model = files.model(node_id)
    models = {} if model is None else model.ports
    plan = LeafPlan(node_id, legal_name(node_id, taken), False)
    for name in dict.fromkeys((*models, *uses)):
        port = models.get(name)
        kind, raw = _port_type(port, uses.get(name, _Uses()), boards)
        if name == "code" and node_id in OWN_LEAVES:
            kind, raw = "string", True
        own = legal_name(name, {each.name for each in plan.ports.values()})
        plan.ports[name] = LeafPort(own, kind, raw, port)
    plan.is_condition = (
        category == "Condition"
        and node_id not in OWN_LEAVES
        and all(each.type != "variable" for each in plan.ports.values())
    )
    return plan


def _port_type(port: PortModel | None, uses: _Uses, boards: Blackboards) -> tuple[PlannedType, bool]:
    keys: set[EntryType] = set()
    texts: list[str] = []
    for tree, text in uses.texts:
        key = None if text == "{=}" else key_of(text)
        if key is not None:
            keys.add(boards.entry(tree, key).type or "string")
        elif text != "{=}":
            texts.append(text)
    direction = "input" if texts else None  # what is not known takes texts only where it is read
    if port is not None:
        direction = port.direction
    if direction != "input" and (keys or direction is not None) and not texts:
        return "variable", False
    if direction == "output" or (direction != "input" and keys and texts):
        return "string", True
    wanted = _wanted(port, keys, texts)
    if all(literal(text, wanted) is not None for text in texts) and _all_fit(keys, wanted):
        return wanted, False
    return ("string", True) if texts else ("variable", False)


def _wanted(port: PortModel | None, keys: set[EntryType], texts: list[str]) -> EntryType:
    if port is not None and port.type is not None:
        return port.type
    if port is not None and not is_open(port):
        return "string"
    types: set[EntryType] = {"bool" if text in ("true", "false") else type_of_text(text) for text in texts}
    return joined(types | keys) or "string"


def _all_fit(keys: set[EntryType], wanted: EntryType) -> bool:
    return keys <= ({wanted, "int"} if wanted == "float" else {wanted})


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
    return Manifest.model_validate(
        {"format": "mindloom-kinds", "version": 1, "actions": actions, "conditions": conditions}
    )


def _parameter(port: LeafPort) -> ManifestParameter:
    model = port.model
    default: JsonValue = None
    help_text = "" if model is None else model.description
    if model is not None and port.type != "variable" and model.default is not None:
        is_key = model.default == "{=}" or key_of(model.default) is not None
        default = None if is_key and not port.raw else literal(model.default, port.type)
    if model is None and port.type == "variable":
        help_text = "No model of it says whether it is read or written."
    elif model is not None and model.type is None and not is_open(model):
        help_text = f"{help_text} ({model.named})".strip()
    return ManifestParameter(name=port.name, type=port.type, default=default, help=help_text, optional=True)
