"""Carry what was saved of an agent over to another version of its mind, by a table made at export.

Data become data: nothing of either mind runs. Executors in other languages do the same, line for line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from graphs.basics.json_text import JsonObject
from runtime.basics.status import Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.embedding.mind import EmbeddingError
from runtime.embedding.saved_mind import check_of
from runtime.export.export_problem import UPGRADE_FORMAT, UPGRADE_VERSION

Data = dict[str, Any]
"""JSON data whose form the page on the runtime format tells; what does not have it is refused as damaged."""

_BUFFERS = ("bytes", "ints", "floats", "objects")


def upgraded_game(saved: Data, minds: Mapping[str, str], tables: Iterable[JsonObject]) -> Data:
    """Return what a game saved with each agent carried over to its mind, by as many tables as that takes.

    `minds` are the hashes of the minds by agent. An agent from whose mind no table leads on is left as it is.
    Raises `EmbeddingError` for a table or a save that is damaged.
    """
    known = {table.get("from"): table for table in tables}
    agents, shared = dict(saved.get("agents", {})), dict(saved.get("shared", {}))
    for agent, mind in minds.items():
        left = dict(known)
        while agent in agents and agents[agent].get("mind") != mind:
            table = left.pop(agents[agent].get("mind"), None)
            if table is None:
                break
            agents[agent], freed = upgraded(agents[agent], table)
            for name in freed:
                shared[name] = shared.get(name, 0) + 1
    return {**saved, "agents": agents, **({"shared": shared} if shared else {})}


def upgraded(saved: JsonObject, table: JsonObject) -> tuple[JsonObject, tuple[str, ...]]:
    """Return what an agent saved as a save of the mind that a table leads to.

    Beside it are the shared variables of which it gives a place back. Raises `EmbeddingError` for a table or
    a save that is damaged.
    """
    if (table.get("format"), table.get("version")) != (UPGRADE_FORMAT, UPGRADE_VERSION):
        raise EmbeddingError(f"It is no {UPGRADE_FORMAT} of version {UPGRADE_VERSION}: export it again.")
    try:
        return _carried(cast(Data, saved), cast(Data, table))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise EmbeddingError(f"The save or the table of its upgrade is damaged: {error}.") from None


def _carried(saved: Data, table: Data) -> tuple[JsonObject, tuple[str, ...]]:
    old = _memory(saved)
    if saved["check"] != check_of(saved["mind"], saved.get("bytes", ""), old["ints"]):
        raise ValueError("its check does not fit")
    new = _memory(table["begin"])
    kept = _going_on(old, table["rows"])
    _move(table["always"], old, new)
    for row in table["rows"]:
        if row["row"] in kept:
            _move(row.get("moves", ()), old, new)
            new["bytes"][row["to"]] = Status.RUNNING
    freed = _let_go(table["claims"], set(kept.values()), old, new)
    own_bytes = bytes(new["bytes"]).hex()
    found: Data = {
        **{name: new[name] for name in _BUFFERS},
        **{name: saved[name] for name in ("ahead", "quiet") if name in saved},
        **_waiting(saved, table, kept),
        "bytes": own_bytes,
        "fields": {str(kept[row]): each for row, each in _by_row(saved.get("fields", {})) if row in kept},
    }
    if saved.get("ended") and any(row["row"] == 0 for row in table["rows"]):
        found["ended"] = True
        final = next((row["to"] for row in table["rows"] if row["row"] == saved.get("final")), None)
        found |= {} if final is None else {"final": final}
    found = {name: value for name, value in found.items() if value or name == "final"}
    return {**found, "check": check_of(table["to"], own_bytes, new["ints"]), "mind": table["to"]}, freed


def _by_row(fields: Data) -> list[tuple[int, Any]]:
    return [(int(row), each) for row, each in fields.items()]


def _memory(data: Data) -> Data:
    return {
        "bytes": bytearray.fromhex(data.get("bytes", "")),
        **{name: [*data.get(name, ())] for name in _BUFFERS[1:]},
    }


def _going_on(old: Data, rows: list[Data]) -> dict[int, int]:
    """Return the rows that go on, with their rows now; a machine does where its configuration is whole."""
    kept: dict[int, int] = {}
    for row in rows:
        runs = old["bytes"][row["row"]] == Status.RUNNING
        if not runs or ("in" in row and row["in"] not in kept):
            continue
        if any(old["bytes"][role] == Status.RUNNING for role in row.get("roles", ())):
            continue
        if all(_is_there(place, old["ints"]) for place in row.get("at", ())):
            kept[row["row"]] = row["to"]
    for row in reversed(rows):
        active = {*kept.values()}
        is_whole = any if "one_of" in row else all
        needed = row.get("one_of", row.get("all_of", ()))
        if row["row"] in kept and needed and not is_whole(state in active for state in needed):
            machine, end = row["machine"]
            kept = {number: to for number, to in kept.items() if not machine <= number < end}
    return kept


def _is_there(place: Data, ints: list[int]) -> bool:
    """Tell whether the child that a node is at is still there."""
    children, at = place["children"], ints[place["from"]]
    if "order" in place and 0 <= at < len(children):
        at = ints[place["order"] + at]
    return not 0 <= at < len(children) or children[at] is not None


def _move(moves: Iterable[Data], old: Data, new: Data) -> None:
    for move in moves:
        op, to = move["op"], move["to"]
        if "unless" in move and old["bytes"][move["unless"]]:
            continue
        if op in _BUFFERS:
            count = move.get("count", 1)
            new[op][to : to + count] = old[op][move["from"] : move["from"] + count]
        elif op == "result":
            if old["bytes"][move["from"]] in (Status.SUCCESS, Status.FAILURE):
                new["bytes"][to] = old["bytes"][move["from"]]
        elif op == "armed":
            new["bytes"][to] = 1 if old["bytes"][move["from"]] else 0
        elif op == "set":
            new["ints"][to] = move["value"]
        elif op == "tick":
            tick = old["ints"][move["from"]]
            stays = move.get("unset") and not tick
            new["ints"][to] = tick if stays else min(max(tick + move["longer"], 0), MOST_TICKS)
        else:
            _move_child(move, old["ints"], new["ints"])


def _move_child(move: Data, old: list[int], new: list[int]) -> None:
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


def _let_go(claims: list[Data], going: set[int], old: Data, new: Data) -> tuple[str, ...]:
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


def _waiting(saved: Data, table: Data, kept: Mapping[int, int]) -> Data:
    """Return what is posted, delayed, pending and asked for, as far as it goes on."""
    known = {*table["events"]}
    now = {-1: -1, **kept}
    ways = {way["row"]: way for way in table["transitions"]}
    armed: dict[int, int] = dict(table["triggers"])
    running = {row["row"]: row["to"] for row in table["rows"]}
    found: Data = {"posted": [event for event in saved.get("posted", ()) if event["name"] in known]}
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
            "due": min(max(each["due"] + ways[each["transition"]].get("longer", 0), 0), MOST_TICKS),
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
        if each["row"] in (kept if old_bytes[each["row"]] == Status.RUNNING else running)
    ]
    return found
