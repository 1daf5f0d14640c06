"""Report dead zones and overlaps between the guards of one state (W207, I301)."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.checks.lints.dead_zones import DeadZone, Situation, dead_zones
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.guard_grid import atoms_on, values_by_key
from graphs.checks.lints.guard_truth import Truth, truth_of
from graphs.checks.lints.overlaps import Guard, Overlap, first_overlap
from graphs.checks.lints.range_words import values_text
from graphs.checks.lints.transitions_of_states import POLLED, Exit, covers_any, exits_of, outer_polled
from graphs.checks.lints.ways_in import ways_into
from graphs.checks.rules.problem import Fix
from graphs.expressions.typed import Comparison
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, ancestors

PAIRS_NAMED = 3

_WIDER = {"<": "<=", ">": ">="}


def lint_state_guards(lint: GraphLint, graph: StateMachineGraph, source: str) -> None:
    """Report what the guards of a state leave out and where several of them are true."""
    node = graph.nodes.get(source)
    own = exits_of(lint, source)
    if node is not None and own and node.kind in ("state", "parallel"):
        _report_dead_zones(lint, graph, source, own)
        _report_overlaps(lint, source, own)


def _report_dead_zones(lint: GraphLint, graph: StateMachineGraph, source: str, own: tuple[Exit, ...]) -> None:
    polled = [exit_ for exit_ in own if exit_.is_polled]
    if not polled:
        return
    ways_in = ways_into(lint, graph, source)
    around = (*outer_polled(lint, graph, source), *_interrupts(lint, graph, source))
    outer = tuple(exit_.guard for exit_ in around)
    situation = Situation(
        tuple(exit_.guard for exit_ in polled), outer, ways_in.guards, ways_in.known and bool(ways_in.guards)
    )
    for zone in _zones(lint, situation):
        fix = _wider_guard(lint, polled, zone) if zone.span.is_point else None
        witness = values_text(values_by_key(zone.witness))
        lint.report(
            "W207",
            source,
            "transitions",
            f"Nothing fires for {zone.text}.",
            "Let one of the guards reach further." if fix is None else f"{fix.label}.",
            why=f"With {witness} no transition of {lint.title(source)} is true.",
            fix=fix,
        )


def _zones(lint: GraphLint, situation: Situation) -> tuple[DeadZone, ...]:
    groups = (situation.exits, situation.outer, situation.entries)
    question = ("dead zones", *map(len, groups), situation.entries_known)
    guards = tuple(guard for group in groups for guard in group)
    return lint.texts.recall(question, guards, lambda: dead_zones(situation, lint.domain))


def _interrupts(lint: GraphLint, graph: StateMachineGraph, source: str) -> tuple[Exit, ...]:
    """Return the polled interrupts that can take a state away: its own, and those of the states around it."""
    around = ancestors(graph, source)
    return tuple(
        exit_
        for owner in (TOP, *reversed(around), source)
        for exit_ in exits_of(lint, owner)
        if exit_.edge.interrupt and POLLED in exit_.edge.events
        if exit_.edge.reenter or not set(exit_.edge.targets) <= {source, *around}
    )


def _wider_guard(lint: GraphLint, polled: list[Exit], zone: DeadZone) -> Fix | None:
    """Return the edit that lets the first guard ending at a point include it, if that covers the point."""
    for exit_ in polled:
        if exit_.guard is None or exit_.edge.guard is None:
            continue
        for atom in atoms_on(exit_.guard, zone.axis.key):
            if atom.constant != zone.span.low or not isinstance(atom.node, Comparison):
                continue
            sign = _WIDER.get(atom.node.operators[atom.place])
            text = sign and _with_sign(exit_.edge.guard, atom.node, atom.place, sign)
            if not text:
                continue
            guard = lint.texts.of_transition(exit_.edge).guard(text)
            if truth_of(guard, zone.witness) == Truth.TRUE:
                arguments: dict[str, JsonValue] = {
                    "graph_id": lint.graph_id,
                    "element_id": exit_.edge_id,
                    "path": "guard",
                    "value": text,
                }
                label = f"Write {text} as the guard of {lint.edge_title(exit_.edge_id)}"
                return Fix(label, "set_field", arguments)
    return None


def _with_sign(text: str, node: Comparison, place: int, sign: str) -> str:
    """Return a text with one operator of a comparison replaced, "" if it is not where it should be."""
    start, end = node.operands[place].end, node.operands[place + 1].start
    between = text[start:end]
    old = node.operators[place]
    if between.strip() != old:
        return ""
    return text[:start] + between.replace(old, sign) + text[end:]


def _report_overlaps(lint: GraphLint, source: str, own: tuple[Exit, ...]) -> None:
    """Report pairs of which only the order in the list decides, since event and priority are the same."""
    found: list[str] = []
    first: tuple[Exit, Exit] | None = None
    for place, later in enumerate(own):
        if not _takes_part(later) or later.guard is None:
            continue
        before = [each for each in own[:place] if _takes_part(each) and _are_rivals(each, later)]
        overlap = _overlap(lint, tuple(item.guard for item in before), later.guard, own)
        if overlap is None:
            continue
        earlier = before[overlap.earlier]
        first = first or (earlier, later)
        found.append(
            f"With {values_text(overlap.witness)} both {lint.edge_title(earlier.edge_id)} and "
            f"{lint.edge_title(later.edge_id)} are true."
        )
    if first is None:
        return
    said = "Two transitions can be true at once; the first wins."
    remedy = "Make the guards exclude each other, or give the one that should win a higher priority."
    lint.report("I301", source, "transitions", said, remedy, why=" ".join(found[:PAIRS_NAMED]))


def _overlap(
    lint: GraphLint, before: tuple[Guard, ...], later: Guard, own: tuple[Exit, ...]
) -> Overlap | None:
    if not before:
        return None
    guards = tuple(each.guard for each in own)
    # The witness hangs on the grid, and so on all guards that it is laid over.
    return lint.texts.recall(
        ("overlap", len(before)),
        (*before, later, *guards),
        lambda: first_overlap(before, later, lint.domain, lint.grid(guards)),
    )


def _takes_part(exit_: Exit) -> bool:
    return bool(exit_.edge.targets) and not exit_.is_timed


def _are_rivals(one: Exit, other: Exit) -> bool:
    a, b = one.edge, other.edge
    same_effect = a.targets == b.targets and a.actions == b.actions
    shared = any(covers_any(a.events, event) for event in b.events) or any(
        covers_any(b.events, event) for event in a.events
    )
    return a.interrupt == b.interrupt and a.priority == b.priority and not same_effect and shared
