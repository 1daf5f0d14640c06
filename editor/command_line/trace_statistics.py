"""`mindloom trace stats`: say how often everything in recorded minds happened, and what never did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from editor.documents.open.messages import print_json, print_line
from graphs.kinds.declarations.registry import Registry
from runtime.history.counts.element_statistics import (
    COVERAGE_KINDS,
    ElementStatistics,
    MindStatistics,
    coverage_of,
    coverage_words,
    missing_words,
)
from runtime.history.recording.row_words import element_title
from runtime.minds.program.rows import RowFamily


def print_statistics(found: Sequence[MindStatistics], registry: Registry) -> None:
    """Print a table per graph: how often, in which share of ticks, with which results or times."""
    for place, mind in enumerate(found):
        if place:
            print_line("")
        who = mind.agents[0] if len(mind.agents) == 1 else f"{len(mind.agents)} agents"
        print_line(f"{mind.mind}: {who}, {mind.ticks:,} ticks of the mind")
        print_line(f"  reached: {coverage_words(coverage_of(mind.elements.values()))}")
        for graph, elements in _by_graph(mind.elements.values()):
            print_line("")
            shown = mind.document.graphs.get(graph)
            print_line(f"  {(shown.title if shown is not None else '') or graph}")
            rows = [
                (_title(mind, element, registry), *_columns(mind, element, registry)) for element in elements
            ]
            width = min(44, max(len(row[0]) for row in rows))
            for title, times, share, rest in rows:
                print_line(f"    {title[:width]:<{width}}  {times:>9}  {share:>6}  {rest}".rstrip())


def print_statistics_as_json(found: Sequence[MindStatistics], registry: Registry) -> None:
    """Print everything that was counted."""
    print_json({"minds": [_json_of(mind, registry) for mind in found]})


def _by_graph(elements: Iterable[ElementStatistics]) -> Iterator[tuple[str, list[ElementStatistics]]]:
    graphs: dict[str, list[ElementStatistics]] = {}
    for element in elements:
        graphs.setdefault(element.graph, []).append(element)
    yield from graphs.items()


def _title(mind: MindStatistics, one: ElementStatistics, registry: Registry) -> str:
    return element_title(mind.document, one.graph, one.element, registry)


def _columns(mind: MindStatistics, one: ElementStatistics, registry: Registry) -> tuple[str, str, str]:
    """Return how often, the share of ticks, and what else there is to say."""
    share = "" if one.family is RowFamily.TRANSITION else f"{one.share:.1%}"
    return (
        f"{one.times:,}",
        share,
        "; ".join((*_facts(one), *_draws(mind, one, registry), *missing_words(one))),
    )


def _facts(one: ElementStatistics) -> Iterator[str]:
    if one.success_rate is not None:
        yield f"{one.success_rate:.1%} succeed"
    if one.mean_stay is not None:
        yield f"{one.mean_stay:.2f} s a stay, at most {one.longest:.2f} s"
    if one.family is RowFamily.TRANSITION and one.visits:
        yield f"asked in {one.visits:,} ticks"
    if one.draw_share is not None:
        expected, observed = one.draw_share
        yield f"drawn {observed:.1%}, expected {expected:.1%}"
    for branch in one.branches:
        expected_words = "" if branch.expected is None else f" (expected {branch.expected:.1%})"
        share = branch.count / one.visits if one.visits else 0.0
        yield f"{branch.words} {share:.1%}{expected_words}"


def _draws(mind: MindStatistics, one: ElementStatistics, registry: Registry) -> Iterator[str]:
    """Yield what a node drew: a child in its share of the draws that it was in."""
    for child in one.children:
        if child.draws:
            title = element_title(mind.document, one.graph, child.child, registry)
            expected = child.expected_share
            told = "its chance is an expression" if expected is None else f"expected {expected:.1%}"
            yield f"draws {title} {child.share:.1%} ({told})"


def _json_of(mind: MindStatistics, registry: Registry) -> dict[str, object]:
    found = coverage_of(mind.elements.values())
    return {
        "mind": mind.mind,
        "agents": list(mind.agents),
        "ticks": mind.ticks,
        "coverage": {
            kind: {"reached": found.reached[kind], "total": found.total[kind]} for kind in COVERAGE_KINDS
        },
        "elements": [_element(mind, element, registry) for element in mind.elements.values()],
    }


def _element(mind: MindStatistics, one: ElementStatistics, registry: Registry) -> dict[str, object]:
    expected, observed = one.draw_share or (None, None)
    facts: dict[str, object] = {
        "graph": one.graph,
        "element": one.element,
        "kind": one.kind,
        "title": _title(mind, one, registry),
        "times": one.times,
        "visits": one.visits,
        "share": one.share,
        "missing": list(missing_words(one)),
    }
    if one.family is RowFamily.STATE:
        facts |= {
            "entered": one.entered,
            "stays": one.stays,
            "mean_stay": one.mean_stay,
            "shortest_stay": one.shortest,
            "longest_stay": one.longest,
        }
    elif one.family is RowFamily.TRANSITION:
        facts |= {"draws": one.draws, "expected_share": expected, "observed_share": observed}
    elif one.family is RowFamily.DECISION:
        facts["branches"] = [
            {"words": branch.words, "child": branch.child, "count": branch.count, "expected": branch.expected}
            for branch in one.branches
        ]
    else:
        facts |= {
            "running": one.running,
            "successes": one.successes,
            "failures": one.failures,
            "skips": one.skips,
            "halts": one.halts,
            "success_rate": one.success_rate,
        }
    if one.children:
        facts["drawn"] = [
            {**asdict(child), "expected": None if child.expected_share is None else child.expected}
            for child in one.children
        ]
    return facts
