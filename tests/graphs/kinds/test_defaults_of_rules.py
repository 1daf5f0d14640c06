"""Where a rule of section 3 offers a choice, the first named is the default; so are the stated counts."""

from __future__ import annotations

import pytest

from graphs.basics.frozen import JsonValue
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model import Edge, Guard, Service


def default(kind_id: str, name: str) -> JsonValue:
    kind = builtin_registry().kind("behavior_tree", kind_id)
    assert isinstance(kind, NodeKind)
    (parameter,) = [each for each in kind.parameters if each.name == name]
    return parameter.default


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("sequence", "memory", "resume"),
        ("selector", "memory", "resume"),
        ("parallel", "success", "all"),
        ("parallel", "failure", "any"),
        ("parallel", "decide", "each"),
        ("parallel", "ended", "wait"),
        ("simple_parallel", "finish", "immediate"),
        ("simple_parallel", "ended", "again"),
        ("sequence", "yield", False),
        ("selector", "yield", False),
        ("utility_selector", "reconsider", "tick"),
        ("utility_selector", "on_failure", "fail"),
        ("if_else", "reactive", False),
        ("try_recover", "attempts", 1),
        ("try_recover", "pace", "tick"),
    ],
)
def test_3_composites_the_first_named_choice_is_the_default(kind, name, value):
    assert default(kind, name) == value


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("repeat", "count", None),
        ("repeat", "pace", "tick"),
        ("repeat", "on_failure", "end"),
        ("retry", "count", 1),
        ("retry", "pace", "tick"),
        ("until_success", "pace", "tick"),
        ("until_failure", "pace", "tick"),
        ("cooldown", "refused", "failure"),
        ("cooldown", "after", "any"),
        ("cooldown", "start_cooled", False),
        ("rate_limit", "between", "last"),
        ("run_limit", "counts", "all"),
        ("run_limit", "afterwards", "skipped"),
        ("run_once", "counts", "all"),
        ("run_once", "afterwards", "skipped"),
        ("probability", "refused", "failure"),
        ("fixed_status", "status", "success"),
    ],
)
def test_3_decorators_the_first_named_choice_is_the_default(kind, name, value):
    assert default(kind, name) == value


def test_3_9_a_guard_is_not_tested_again_and_refuses_with_failure_by_default():
    assert (Guard(test="on").abort, Guard(test="on").refused) == ("none", "failure")


def test_3_10_a_service_has_no_jitter_by_default():
    assert Service(every=1).jitter == 0


def test_4_2_a_transition_is_polled_with_priority_0_by_default():
    assert (Edge().events, Edge().priority, Edge().internal, Edge().recheck) == (("tick",), 0, False, True)
