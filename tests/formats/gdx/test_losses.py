"""What a tree of gdx-ai loses, keeps or changes is told at its line, and what is exact is not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source
from graphs.formats.gdx.read_gdx import read_gdx
from graphs.kinds.builtin_registry import builtin_registry
from tests.formats.game_trees import MARK, MOST_FALSE, false_share, imported, told_at_mark

Case = tuple[str, str, str, str]
"""Lines of a task with a marked one, how it is imported, what its row is about, the node it leads to."""


def cases(how: str, what: str, node: str, *tasks: str) -> list[Case]:
    """Return cases whose first line is the marked one."""
    return [(MARK + each, how, what, node) for each in tasks]


DO = "\n  a.Do"
CASES: dict[str, list[Case]] = {
    "randomSequence": cases(
        "changed", "randomSequence", "random_sequence", *(f"randomSequence{DO * n}" for n in (1, 2, 3))
    ),
    "randomSelector": cases(
        "changed", "randomSelector", "random_selector", *(f"randomSelector{DO * n}" for n in (1, 2, 3))
    ),
    "parallel that joins": cases(
        "changed",
        "parallel",
        "parallel",
        f'parallel orchestrator:"join"{DO}',
        f'parallel policy:"selector" orchestrator:"join"{DO}{DO}',
        f'parallel orchestrator:"JOIN" policy:"sequence"{DO}',
    ),
    "parallel with words that gdx-ai has not": cases(
        "changed",
        "parallel",
        "parallel",
        f'parallel policy:"all"{DO}',
        f'parallel orchestrator:"once"{DO}{DO}',
        f"parallel policy:3{DO}",
    ),
    "repeat that is drawn, never or in parts": cases(
        "changed",
        "repeat",
        "repeat",
        f'repeat times:"uniform,2,4"{DO}',
        f'repeat times:"gaussian,3,1"{DO}',
        f"repeat times:0{DO}",
        f"repeat times:2.5{DO}",
    ),
    "random": cases(
        "changed", "random", "random", "random", f"random success:0.25{DO}", 'random success:"uniform,1"'
    ),
    "semaphoreGuard": cases(
        "changed",
        "semaphoreGuard",
        "semaphore_guard",
        *(f"semaphoreGuard{name}{DO}" for name in ("", ' name:"gate"', ' name:"the gate"')),
    ),
    "include that is not there": [
        (f'{MARK}include subtree:"{name}"{more}', "kept", f"include {name}", "include")
        for name, more in (("gone.tree", ""), ("data/gone.tree", " lazy:true"), ("../gone.tree", ""))
    ],
    "wait that is drawn": cases(
        "changed",
        "wait",
        "wait",
        *(f'wait seconds:"{each}"' for each in ("uniform,1,3", "triangular,1", "gaussian,2,1")),
    ),
    "wait without seconds": cases("changed", "wait", "wait", "wait", "wait # a while", "(a.Ready) wait"),
    "guards that no expression can say": [
        (f"{MARK}({guard}) a.Do", "kept", f"guard {guard.split()[0]}", "do")
        for guard in ("random success:0.5", "wait seconds:1", "success loud:true")
    ],
    "guards of trees that no expression can say": [
        (f"{MARK}($look) a.Do", "kept", "guard $look", "do"),
        (f"# seen\n{MARK}(a.Ready) ($look) a.Do", "kept", "guard $look", "do"),
        (f"{MARK}($look) sequence{DO}", "kept", "guard $look", "sequence"),
    ],
    "classes of the game with tasks inside": cases(
        "kept", "a.Loop", "loop", f"a.Loop{DO}", f"a.Loop count:3{DO}{DO}", f"(a.Ready) a.Loop{DO}"
    ),
    "attributes that gdx-ai has not": [
        *cases("kept", "wait", "wait", "wait seconds:1 pace:2"),
        *cases("kept", "sequence", "sequence", f'sequence name:"x"{DO}'),
        *cases("kept", "invert", "invert", f"invert loud:true{DO}"),
    ],
}
LOOK = 'subtree name:"look"\n  parallel\n    a.Near\nroot\n'
PLACES = ("{}", "alwaysFail\n{}", "selector\n  a.First\n{}")


def file_of(text: str, number: int) -> str:
    """Return a file with the task at one of three places: the root, inside another task, behind another."""
    place = PLACES[number % 3]
    indented = text if number % 3 == 0 else "\n".join(f"  {line}" for line in text.split("\n"))
    whole = place.format(indented)
    if "$look" not in text:
        return whole
    return LOOK + "\n".join(f"  {line}" for line in whole.split("\n"))


@pytest.mark.parametrize(
    ("text", "row"),
    [
        pytest.param(file_of(text, number), (how, what, node), id=f"{name} {number}")
        for name, listed in CASES.items()
        for number, (text, how, what, node) in enumerate(listed)
    ],
)
def test_what_is_not_exact_is_told_at_its_line(text: str, row: tuple[str, str, str]) -> None:
    told_at_mark("gdx", text, "t.tree", row)


@pytest.mark.parametrize("alias", ["wait", "selector", "repeat"])
def test_an_import_that_gdx_ai_refuses_is_told_at_its_line(alias: str) -> None:
    text = f'# classes\n{MARK}import {alias}:"a.Other"\nsequence{DO}'
    told_at_mark("gdx", text, "t.tree", ("changed", f"import {alias}", ""))


def test_each_construct_has_three_files() -> None:
    assert all(len(listed) >= 3 for listed in CASES.values())


@pytest.mark.parametrize("more", ["name:1", 'as:"x"', "lazy:true loud:false"])
def test_attributes_of_an_include_that_gdx_ai_has_not_are_told_at_its_line(tmp_path: Path, more: str) -> None:
    (tmp_path / "rest.tree").write_text("wait seconds:1", encoding="utf-8")
    main = tmp_path / "main.tree"
    main.write_text(f'selector\n  a.Do\n  include subtree:"rest.tree" {more}', encoding="utf-8")
    rows = [row for row in read_gdx([Source.at(main)], builtin_registry()).rows if row.how != "exact"]
    assert [(row.how, row.what, row.line) for row in rows] == [("kept", "include rest.tree", 3)]
    assert rows[0].node == "include"


def test_a_root_with_attributes_is_refused() -> None:
    with pytest.raises(FileProblem) as caught:
        imported("gdx", 'root name:"x"\n  success', "t.tree")
    assert caught.value.where.startswith("line 1")


ORDERS = ("sequence", "selector", "dynamicGuardSelector", 'parallel policy:"selector"', "parallel")
DECORATORS = (
    "alwaysFail",
    "alwaysSucceed",
    "invert",
    "untilFail",
    "untilSuccess",
    "repeat",
    "repeat times:3",
)
LEAVES = (
    *("failure", "success", "wait seconds:2.5", 'wait seconds:"constant,2"', "$rest", "own times:2"),
    *('a.Eat food:"bone" loud:true', "a.Sniff # something"),
)
GUARDS = ("", "", "(a.Near d:2) ", "(success) ", "(a.Near d:1) (near) ", "($calm) ")


def exact_lines(rng: Random, depth: int, indent: int) -> list[str]:
    """Return the lines of a task that is exact by the table, with all inside it."""
    name = rng.choice((*ORDERS, *DECORATORS) if depth else LEAVES)
    lines = [" " * indent + rng.choice(GUARDS) + name]
    count = 0 if not depth else rng.randint(1, 3) if name in ORDERS else 1
    for _ in range(count):
        lines += exact_lines(rng, depth - 1, indent + 2)
    return lines


def exact_file(seed: int) -> str:
    rng = Random(seed)
    calm = ['subtree name:"calm"', "  selector", "    invert", "      a.Near d:2", "    a.Evening"]
    rest = (
        ['subtree name:"rest"', *exact_lines(rng, 0, 2)] if seed % 2 else ['subtree name:"rest"', "  success"]
    )
    rest = [line.replace("$rest", "success") for line in rest]
    head = ["# A dog.", 'import own:"a.b.Own" near:"a.b.IsNear"', *calm, *rest, "root"]
    return "\n".join([*head, *exact_lines(rng, 3, 2)])


def test_few_rows_of_exact_files_are_false_alarms() -> None:
    rows = [row for seed in range(40) for row in imported("gdx", exact_file(seed), "t.tree").rows]
    assert false_share(rows) <= MOST_FALSE
