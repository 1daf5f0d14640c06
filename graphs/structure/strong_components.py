"""Group the nodes that can reach one another (Tarjan 1972, without recursion)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def strong_components(following: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """Return the groups of nodes that reach one another; a node that is in no cycle is a group alone.

    `following` are the nodes that each node leads to; one that leads nowhere may be left out.
    """
    found: list[list[Node]] = []
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    waiting: list[Node] = []
    closed: set[Node] = set()
    path: list[tuple[Node, Iterator[Node]]] = []

    def enter(node: Node) -> None:
        number[node] = lowest[node] = len(number)
        waiting.append(node)
        path.append((node, iter(following.get(node, ()))))

    for start in following:
        if start not in number:
            enter(start)
        while path:
            node, rest = path[-1]
            after = next((each for each in rest if each not in closed), None)
            if after is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    found.append([waiting.pop()])
                    while found[-1][-1] != node:
                        found[-1].append(waiting.pop())
                    closed.update(found[-1])
            elif after in number:
                lowest[node] = min(lowest[node], number[after])
            else:
                enter(after)
    return found
