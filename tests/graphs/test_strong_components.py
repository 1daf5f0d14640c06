"""Nodes that reach one another are one group, however the graph is written."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from graphs.structure.queries import strong_components

LINKS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40)


@given(LINKS)
def test_groups_are_those_that_networkx_finds(links: list[tuple[int, int]]) -> None:
    following: dict[int, list[int]] = {}
    for source, target in links:
        following.setdefault(source, []).append(target)
    expected = {frozenset(group) for group in nx.strongly_connected_components(nx.DiGraph(links))}
    found = strong_components(following)
    assert {frozenset(group) for group in found} == expected
    assert sum(len(group) for group in found) == len({node for link in links for node in link})


def test_a_chain_of_many_nodes_is_walked_without_recursion() -> None:
    chain = {number: [number + 1] for number in range(20_000)}
    assert len(strong_components(chain)) == 20_001
    assert len(strong_components({**chain, 20_000: [0]})) == 1
