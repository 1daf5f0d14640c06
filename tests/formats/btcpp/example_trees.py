"""Make jobs of the trees in the library's own examples and tests, with scripted leaves.

Their texts are read from the library's sources and never kept. So that both sides can tell the nodes apart,
each gets a name of its own; what is declared nowhere becomes a scripted leaf, or a decorator or control where
it has children.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

Json = dict[str, Any]
RAW = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)
CONTROLS = frozenset(
    {*("Sequence", "AsyncSequence", "SequenceWithMemory", "Fallback", "AsyncFallback", "ReactiveSequence")}
    | {*("ReactiveFallback", "Parallel", "ParallelAll", "IfThenElse", "WhileDoElse", "TryCatch", "Switch2")}
    | {*("Switch3", "Switch4", "Switch5", "Switch6", "ManualSelector")}
)
DECORATORS = frozenset(
    {
        *(
            "Inverter",
            "RetryUntilSuccessful",
            "KeepRunningUntilFailure",
            "Repeat",
            "Timeout",
            "Delay",
            "RunOnce",
        )
    }
    | {*("ForceSuccess", "ForceFailure", "SubTree", "Precondition", "LoopInt", "LoopBool", "LoopDouble")}
    | {*("LoopString", "SkipUnlessUpdated", "WaitValueUpdate")}
)
LEAVES = frozenset(
    {*("AlwaysSuccess", "AlwaysFailure", "Script", "ScriptCondition", "SetBlackboard", "Sleep")}
    | {*("UnsetBlackboard", "WasEntryUpdated")}
)
BUILT_IN = CONTROLS | DECORATORS | LEAVES
"""What the library knows by itself."""
GENERIC = ("Action", "Condition", "Decorator", "Control")
CLOCKS = frozenset({"Timeout", "Delay", "Sleep"})
"""What goes by the wall clock there: these trees cannot be compared tick by tick."""
ASKS = re.compile(r"^(Is|Check|Condition|Has|Battery)|OK$|Condition$")
"""How conditions are called there."""


def example_texts(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each source with trees in it, and the texts of its trees."""
    for path in sorted(folder.glob("*.cpp")):
        texts = [text for _mark, text in RAW.findall(path.read_text(encoding="utf-8"))]
        trees = [text for text in texts if "<BehaviorTree" in text and "BTCPP_format" in text]
        if trees:
            yield path.name, trees
    for path in sorted(folder.rglob("*.xml")):
        yield path.name, [path.read_text(encoding="utf-8")]


def example_jobs(folder: Path, ticks: int = 20) -> Iterator[tuple[str, Json | None]]:
    """Yield each text by name with its job; None for one that is no tree by itself, or needs a clock."""
    for name, texts in example_texts(folder):
        roots = [root for text in texts if (root := _root(text)) is not None]
        known = {tree.get("ID", ""): tree for root in roots for tree in root.findall("BehaviorTree")}
        for number, root in enumerate(roots, 1):
            yield f"{name} {number}", _job(root, known, ticks)


def _root(text: str) -> ET.Element | None:
    try:
        root = ET.fromstring(text.strip())
    except ET.ParseError:
        return None
    return root if root.tag == "root" and root.find("BehaviorTree") is not None else None


def _job(root: ET.Element, known: dict[str, ET.Element], ticks: int) -> Json | None:
    root = ET.fromstring(ET.tostring(root))
    trees = root.findall("BehaviorTree")
    for number, tree in enumerate(trees):
        tree.set("ID", tree.get("ID") or f"Tree{number}")
    here = {tree.get("ID", "") for tree in trees}
    wanted = [call.get("ID", "") for call in root.iter("SubTree") if call.get("ID") not in here]
    while wanted:
        name = wanted.pop()
        if name in here or name not in known:
            continue
        here.add(name)
        tree = ET.fromstring(ET.tostring(known[name]))
        root.append(tree)
        wanted += [call.get("ID", "") for call in tree.iter("SubTree")]
    if root.find("include") is not None or any(len(tree) != 1 for tree in root.findall("BehaviorTree")):
        return None
    if any(node.tag in CLOCKS for node in root.iter()):
        return None
    main = root.get("main_tree_to_execute") or trees[0].get("ID") or ""
    return _with_leaves(root, main, ticks)


def _with_leaves(root: ET.Element, main: str, ticks: int) -> Json:
    """Name the nodes, declare what is declared nowhere, and write scripts."""
    root.set("main_tree_to_execute", main)
    job: Json = {"tree": main, "ticks": ticks, "scripts": {}}
    job.update({"actions": {}, "conditions": {}, "decorators": {}, "controls": {}})
    chance = Random(main)
    count = 0
    for tree in root.findall("BehaviorTree"):
        for node in list(tree.iter())[1:]:
            count += 1
            node.set("name", f"n{count}")
            kind = node.get("ID", "") if node.tag in GENERIC else node.tag
            if kind in BUILT_IN:
                continue
            sort = "controls" if len(node) > 1 else "decorators" if len(node) else "actions"
            if sort == "actions" and (node.tag == "Condition" or ASKS.search(kind)):
                sort = "conditions"
            said = {name for name in node.attrib if name not in ("name", "ID") and name[0] != "_"}
            ports = job[sort].setdefault(kind, {})
            for name in said:
                told = node.get(name, "")
                ports[name] = "any" if told.startswith("{") else ports.get(name, "string")
            letters = "RSSF" if sort == "actions" else "SSF"
            leaf = kind if sort == "conditions" else f"n{count}"
            job["scripts"][leaf] = "".join(chance.choice(letters) for _ in range(chance.randint(1, 5)))
    subtrees = [model for models in root.findall("TreeNodesModel") for model in models.findall("SubTree")]
    for models in root.findall("TreeNodesModel"):
        root.remove(models)
    models = ET.SubElement(root, "TreeNodesModel")
    models.extend(subtrees)
    for sort, tag in zip(("actions", "conditions", "decorators", "controls"), GENERIC, strict=True):
        for kind, ports in job[sort].items():
            model = ET.SubElement(models, tag, {"ID": kind})
            for name, type_ in ports.items():
                typed = {"type": type_} if type_ != "any" else {}
                ET.SubElement(model, "input_port", {"name": name, **typed})
    job["xml"] = ET.tostring(root, encoding="unicode")
    return job
