"""Say why a node of a tree, a machine or a decision tree gave what it gave, or was not reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome, Status
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.row_history import NEVER, codes_of, row_history
from runtime.history.why.asked_tick import ACTIVE, AskedTick
from runtime.history.why.why_decisions import question_before, why_decided, why_question
from runtime.history.why.why_forms import WhyForm, WhyReason, at, reason_of
from runtime.history.why.why_scores import LEFT_OUT, SCORED, not_compared, with_margin
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import MachineRow
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.records.reasons import Reason, ReasonForm, sentence_of, shown
from runtime.records.trace_frame import Visit

_ENDS = {NodeOutcome.SUCCESS: "succeeded", NodeOutcome.FAILURE: "failed", NodeOutcome.SKIPPED: "was skipped"}
_OPPOSITE = {NodeOutcome.SUCCESS: NodeOutcome.FAILURE, NodeOutcome.FAILURE: NodeOutcome.SUCCESS}
_ENTERED_NOW = (StateOutcome.ENTERED, StateOutcome.REENTERED)
_OF_SEVERAL = {
    ReasonForm.ALL_GAVE: WhyForm.BECAUSE_ALL,
    ReasonForm.OTHERS_GAVE: WhyForm.BECAUSE_OTHERS,
    ReasonForm.NOT_SKIPPED_GAVE: None,
}
_OF_A_CHILD = (
    *(ReasonForm.CHILD_GAVE, ReasonForm.CHOSEN_CHILD, ReasonForm.THEN_GAVE, ReasonForm.ELSE_GAVE),
    *(ReasonForm.ONLY_OTHER_GAVE, ReasonForm.ONLY_CHILD_GAVE, ReasonForm.CHILD_SKIPPED, ReasonForm.ALL_GAVE),
    *(ReasonForm.FIRST_GAVE, ReasonForm.RECOVERY_GAVE, ReasonForm.GRAPH_GAVE, ReasonForm.LEAF_GAVE),
    *(ReasonForm.DRAWN_CHILD, ReasonForm.MAIN_GAVE),
)
_BY_A_CHILD = {
    **dict.fromkeys(_OF_A_CHILD, WhyForm.BECAUSE_CHILD),
    ReasonForm.CHILD_GAVE_TIMES: WhyForm.BECAUSE_TIMES,
    ReasonForm.NO_ELSE: WhyForm.NO_ELSE,
    ReasonForm.NO_ATTEMPT: WhyForm.NO_ATTEMPT,
    ReasonForm.CASE_GAVE: WhyForm.BY_CASE,
    ReasonForm.HIGHEST_SCORE: WhyForm.BY_SCORE,
    ReasonForm.DRAWN_SCORE: WhyForm.BY_DRAW,
}
_BY_ITSELF = {
    ReasonForm.DISABLED: WhyForm.DISABLED,
    ReasonForm.ALWAYS: WhyForm.ENDED_ALWAYS,
    ReasonForm.FORCED: WhyForm.FORCED,
    ReasonForm.ACTION_FAILED: WhyForm.ENDED_PLAINLY,
    ReasonForm.ACTION_SUCCEEDED: WhyForm.ENDED_PLAINLY,
    ReasonForm.BLOCK_RAN: WhyForm.ENDED_PLAINLY,
}
_OF_A_SWITCH = (ReasonForm.CASE_RUNS, ReasonForm.CASE_GAVE, ReasonForm.NO_CASE)
_IN_WORDS = {
    ReasonForm.DISABLED: "it is disabled",
    ReasonForm.FORCED: "that was forced from outside",
    ReasonForm.GUARD: "its guard was false, {test}",
    ReasonForm.PRECONDITION: "its precondition {order} decided, {test}",
    ReasonForm.PRECONDITION_ERROR: "its precondition {order} could not be evaluated: {message}",
    ReasonForm.COOLING_DOWN: "it cools down for {seconds} s more",
    ReasonForm.TIME_OVER: "its time was over",
    ReasonForm.DRAW_MISSED: "its draw missed",
    ReasonForm.BUDGET_SPENT: "the budget of {budget} visits in one tick was spent",
}
"""How reasons are said of a node in a sentence that has more to say; the others are said as they are."""


def why_node(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    """Add why a tree node, or the own row of a machine or decision tree, gave what it gave."""
    visit = asked.visits.get(row)
    if visit is None:
        if not why_decided(asked, row, found):
            _why_not_reached(asked, row, found)
        return
    result = NodeOutcome(visit.outcome & RESULT_MASK)
    decisive = _decisive(asked, asked.program.rows[row], result)
    if result is NodeOutcome.RUNNING:
        found.append(_running(asked, row, visit.reason))
    else:
        found.append(_looking_back(asked, row, result, _ended(asked, row, visit, result)))
    for child in decisive:
        asked.add(_told_of(asked, child), found)


def _told_of(asked: AskedTick, row: int) -> int:
    """Return the row that is told in the place of one: of a state that moods were put into, the mood."""
    state = asked.program.rows[row]
    if state.family is not RowFamily.STATE or not state.is_added:
        return row
    inside = asked.program.rows[row + 1 : state.end]
    moods = (each.index for each in inside if each.family is RowFamily.STATE and not each.is_added)
    return next((mood for mood in moods if asked.outcome(mood) in ACTIVE), row)


def _running(asked: AskedTick, row: int, said: Reason | None) -> WhyReason:
    name, begun = asked.title(row), _begun(asked, row)
    if said is not None and said.form in SCORED:
        child = _child_meant(asked, asked.program.rows[row], said)
        title = asked.title(child) if child is not None else "nobody"
        by = WhyForm.RUNS_BY_SCORE if said.form is ReasonForm.HIGHEST_SCORE else WhyForm.RUNS_BY_DRAW
        return with_margin(asked, row, said, reason_of(row, by, name=name, child=title, **said.words))
    reason = _of_itself(said)
    if begun == NEVER:
        return reason_of(row, WhyForm.RUNS_BEFORE, name=name, tick=at(asked.recording.first_tick))
    if begun == asked.tick:
        form = WhyForm.RUNS_FIRST_AS if reason else WhyForm.RUNS_FIRST
        return reason_of(row, form, name=name, reason=reason)
    form = WhyForm.RUNS_AS if reason else WhyForm.RUNS
    return reason_of(row, form, begun, name=name, tick=at(begun), reason=reason)


def _ended(asked: AskedTick, row: int, visit: Visit, result: NodeOutcome) -> WhyReason:
    """Say with what a node ended and what decided that, by the titles of the nodes that did."""
    parts: dict[str, object] = {"name": asked.title(row), "did": _ENDS[result]}
    said = visit.reason
    if said is None or not said.sentence:
        return reason_of(row, WhyForm.ENDED_PLAINLY, **parts)
    if said.form in _BY_ITSELF:
        return reason_of(row, _BY_ITSELF[said.form], **parts)
    if said.form is ReasonForm.LINE_FAILED:
        message = _line_error(asked, row, said.parts[0]) or said.sentence
        return reason_of(row, WhyForm.LINE_FAILED, **parts, message=message)
    if said.form is ReasonForm.GUARD and asked.program.rows[row].is_added:
        form = WhyForm.GOAL_LOST if asked.outcome(row) & HALTED else WhyForm.GOAL_LEFT_OUT
        return reason_of(row, form, **parts)
    if said.form is ReasonForm.GUARD:
        form = WhyForm.HALTED_BY_GUARD if asked.outcome(row) & HALTED else WhyForm.REFUSED
        return reason_of(row, form, **parts, **said.words)
    if said.form is ReasonForm.PRECONDITION:
        return _by_precondition(asked, row, said, parts)
    if said.form is ReasonForm.NO_PLACE:
        place, agents = said.parts
        assert isinstance(agents, tuple)
        said = said._replace(parts=(place, tuple(map(asked.ticks.title_of, agents))))
    return _by_children(asked, row, said, parts) or reason_of(
        row, WhyForm.ENDED, **parts, reason=_of_itself(said)
    )


def _by_precondition(asked: AskedTick, row: int, said: Reason, parts: Mapping[str, object]) -> WhyReason:
    """Say which precondition turned a node away, or halted it."""
    node, order = asked.program.rows[row], said.named["order"]
    assert isinstance(node, TreeRow)
    assert isinstance(order, int)
    if asked.outcome(row) & HALTED:
        return reason_of(row, WhyForm.HALTED_BY_PRECONDITION, **parts, **said.words)
    held = "does not hold" if node.preconditions[order - 1].lasting else "holds"
    return reason_of(row, WhyForm.DECIDED_BEFORE, **parts, held=held, **said.words)


def _by_children(asked: AskedTick, row: int, said: Reason, parts: Mapping[str, object]) -> WhyReason | None:
    """Say which child decided, None where it was none."""
    form, named = said.form, said.named
    if form in _OF_SEVERAL and named.get("count") != 1:
        if named["result"] == Status.FAILURE:
            return reason_of(row, WhyForm.BECAUSE_NONE, **parts)
        all_done = _OF_SEVERAL[form]
        return reason_of(row, all_done, **parts, **said.words) if all_done is not None else None
    child = _child_meant(asked, asked.program.rows[row], said)
    if child is None:
        return None
    if asked.title(child) == parts["name"] and _result(asked, child) is not NodeOutcome.RUNNING:
        inner = _ended(asked, child, asked.visits[child], _result(asked, child))
        return replace(inner, row=row)
    told = {**parts, "child": asked.title(child), "child_did": _did(_result(asked, child))}
    why = _BY_A_CHILD.get(form)
    if why is WhyForm.BECAUSE_TIMES and named["count"] == 1:
        why = WhyForm.BECAUSE_CHILD
    of = asked.program.rows[row]
    if why is WhyForm.BECAUSE_CHILD and isinstance(of, TreeRow) and of.same_always:
        why = WhyForm.AS_ALWAYS
    if why is None:
        return None
    reason = reason_of(row, why, **told, **said.words)
    return with_margin(asked, row, said, reason) if form in SCORED else reason


def _child_meant(asked: AskedTick, row: Row, said: Reason) -> int | None:
    """Return the child a reason speaks of: by its number, else the one visited last."""
    number = said.named.get("number")
    if isinstance(number, int):
        child = row.children[number - 1]
        return child if child in asked.visits else None
    visited = [child for child in (*row.children, *_inside(asked, row)) if child in asked.visits]
    return max(visited, key=asked.order.__getitem__) if visited else None


def _of_itself(said: Reason | None) -> str:
    """Return what a node says of itself as part of a sentence."""
    if said is None or said.form not in _IN_WORDS:
        return _without_stop(sentence_of(said))
    return _without_stop(_IN_WORDS[said.form].format(**said.words))


def _line_error(asked: AskedTick, row: int, line: object) -> str:
    """Return what went wrong at a line of a row in this tick, "" for nothing."""
    message = next((_without_stop(error.message) for error in asked.errors if error.row == row), "")
    own = message.removeprefix(f"line {line}: ")
    return message if own == message else f"line {line} failed: {own}"


def _without_stop(said: str) -> str:
    return said.rstrip(".")


def _looking_back(asked: AskedTick, row: int, result: NodeOutcome, reason: WhyReason) -> WhyReason:
    """Let a leaf's reason be followed by when it last gave the other result."""
    other = _OPPOSITE.get(result)
    if other is None or asked.program.rows[row].children or reason.forms[0] is WhyForm.ENDED_ALWAYS:
        return reason
    last = asked.last_tick(row, frozenset({int(other), other | HALTED}))
    tails = (WhyForm.LAST_DID, WhyForm.NOT_SINCE, WhyForm.NEVER_DID)
    return asked.looking_back(reason, last, tails, did=_ENDS[other])


def _did(result: NodeOutcome) -> str:
    return "is running" if result is NodeOutcome.RUNNING else _ENDS[result]


def _decisive(asked: AskedTick, row: Row, result: NodeOutcome) -> tuple[int, ...]:
    """Return the children that decided a result: the last one visited, or all where all had to agree."""
    visited = sorted((child for child in row.children if child in asked.visits), key=asked.order.__getitem__)
    if row.walks and result is not NodeOutcome.SKIPPED:
        visited = [child for child in visited if _result(asked, child) is not NodeOutcome.SKIPPED] or visited
    if isinstance(row, MachineRow) and result is NodeOutcome.RUNNING:
        return tuple(state.index for state in row.child_states if asked.outcome(state.index) in ACTIVE)
    if row.family is not RowFamily.TREE_NODE or not visited:
        return (*_inside(asked, row), *visited[-1:])
    if result is NodeOutcome.RUNNING:
        running = [child for child in visited if _result(asked, child) is NodeOutcome.RUNNING]
        return tuple(running) or tuple(visited[-1:])
    same = [child for child in visited if _result(asked, child) is result]
    if row.decided_by == "first" and row.children[0] in visited:
        return row.children[:1]
    if row.decided_by == "all":
        return tuple(visited)
    if len(row.children) > 1 and len(same) == len(visited) and result is not NodeOutcome.SUCCESS:
        return tuple(same)
    return (visited[-1],)


def _inside(asked: AskedTick, row: Row) -> tuple[int, ...]:
    """Return what decided for a decision tree or a machine: the leaf it runs, or the last question asked."""
    for record in asked.decisions:
        if record.tree == row.index and record.steps:
            leaf = (record.leaf,) if record.leaf in asked.visits else ()
            return (*(step.row for step in record.steps[-1:]), *leaf)
    below = (index for index in range(row.index + 1, row.end) if index in asked.visits)
    inner = [index for index in below if asked.program.rows[index].parent == row.index]
    return tuple(inner[:1])


# -- what was not reached -----------------------------------------------------------------------------------


def _why_not_reached(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    node, name = asked.program.rows[row], asked.title(row)
    if asked.outcome(row) & HALTED:
        found.append(reason_of(row, WhyForm.HALTED, name=name))
    elif getattr(node, "disabled", False):
        found.append(reason_of(row, WhyForm.SWITCHED_OFF, name=name))
        return
    if node.parent < 0:
        return
    above = asked.program.rows[node.parent]
    question = question_before(asked, row)
    if isinstance(above, QuestionRow) and asked.outcome(node.parent):
        why_question(asked, node.parent, found)
        found[-1] = replace(found[-1], row=row)
    elif above.family is RowFamily.STATE:
        _not_in_state(asked, row, node.parent, found)
    elif question is not None:
        found.append(reason_of(row, WhyForm.NOT_CHOSEN, name=name, question=asked.title(question)))
        asked.add(question, found)
    elif node.parent in asked.visits:
        _passed_over(asked, row, above, found)
    else:
        parent, place = asked.title(node.parent), len(found)
        if parent != name:
            found.append(reason_of(row, WhyForm.NOT_REACHED, name=name, parent=parent))
        asked.add(node.parent, found)
        if parent == name:
            found[place:] = [replace(found[place], row=row), *found[place + 1 :]]


def _not_in_state(asked: AskedTick, row: int, state: int, found: list[WhyReason]) -> None:
    title = asked.title(state)
    parts: dict[str, object] = {"name": asked.title(row), "state": title}
    if title == parts["name"]:
        parts["state"] = "its state"
    outcome = asked.outcome(state)
    if outcome in ACTIVE:
        later = outcome in _ENTERED_NOW and not asked.outcome(row)
        found.append(reason_of(row, WhyForm.ACTIVITY_LATER if later else WhyForm.ACTIVITY_OVER, **parts))
        return
    found.append(reason_of(row, WhyForm.STATE_INACTIVE, **parts))
    asked.add(state, found)


def _passed_over(asked: AskedTick, row: int, above: Row, found: list[WhyReason]) -> None:
    """Say what a node whose parent was visited had before it, or what its parent went on with."""
    parts: dict[str, object] = {"name": asked.title(row), "over": asked.title(above.index)}
    visited = [child for child in above.children if child in asked.visits]
    latest = max(visited, key=asked.order.__getitem__) if visited else None
    earlier = [child for child in visited if child < row]
    stopper = max(earlier, key=asked.order.__getitem__) if earlier else None
    if above.at_once and (done := _finished(asked, row, above)) is not None:
        found.append(done)
        return
    weights = getattr(above, "weights", None) if above.picks_by == "draw" else None
    if weights is not None and not weights[above.children.index(row)]:
        found.append(reason_of(row, WhyForm.WEIGHT_0, **parts))
        return
    asks = above.picks_by == "question" and (latest in (above.children[0], None) or row == above.children[0])
    if above.picks_by and not asks:
        found.append(_not_picked(asked, row, above, latest, parts))
        if latest is not None:
            asked.add(latest, found)
        return
    if stopper is not None:
        did = _did(_result(asked, stopper))
        found.append(reason_of(row, WhyForm.STOPPED, **parts, other=asked.title(stopper), did=did))
        asked.add(stopper, found)
    elif latest is not None:
        found.append(reason_of(row, WhyForm.WENT_ON, **parts, other=asked.title(latest)))
    else:
        found.append(_kept_out(asked, row, above, parts))


def _not_picked(
    asked: AskedTick, row: int, above: Row, latest: int | None, parts: Mapping[str, object]
) -> WhyReason:
    """Say whom a parent picked instead that does not go from child to child, and by what."""
    said = asked.visits[above.index].reason
    told = {**parts, "other": asked.title(latest) if latest is not None else ""}
    if said is not None and said.form in SCORED:
        scores = said.named["scores"]
        assert isinstance(scores, tuple)
        own = scores[above.children.index(row)]
        if own is None:
            return reason_of(row, WhyForm.SCORE_FAILED, **told)
        if own == LEFT_OUT and asked.program.rows[row].is_added:
            return reason_of(row, WhyForm.GOAL_LEFT_OUT, **parts)
        is_best = said.form is ReasonForm.HIGHEST_SCORE
        form = WhyForm.SCORED_LESS if is_best else WhyForm.NOT_DRAWN_BY_SCORE
        return reason_of(row, form, **told, **{**said.words, "own": shown("score", own)})
    if above.picks_by == "score" and latest is not None and _result(asked, latest) is NodeOutcome.RUNNING:
        return not_compared(asked, row, above, _begun(asked, latest), told)
    if above.picks_by == "case" and (said is None or said.form in (*_OF_A_SWITCH, ReasonForm.OWN_WORDS)):
        seen = sentence_of(said)
        if said is not None and said.form in _OF_A_SWITCH:
            seen = ReasonForm.CASE_RUNS.format(**said.words)
        return reason_of(row, WhyForm.NO_CASE if latest is None else WhyForm.NOT_PICKED_AS, **told, seen=seen)
    if latest is None:
        return _kept_out(asked, row, above, parts)
    if above.picks_by == "question" and above.children[0] in asked.visits:
        asks = above.children[0]
        seen = f"{asked.title(asks)} {_did(_result(asked, asks))}"
        return reason_of(row, WhyForm.NOT_PICKED_AS, **told, seen=seen)
    return reason_of(row, WhyForm.NOT_PICKED, **told)


def _kept_out(asked: AskedTick, row: int, above: Row, parts: Mapping[str, object]) -> WhyReason:
    """Say what a parent gave that visited none of its children."""
    if above.is_added:
        return reason_of(row, WhyForm.GOAL_LEFT_OUT, **parts)
    visit = asked.visits[above.index]
    result = NodeOutcome(visit.outcome & RESULT_MASK)
    if result is NodeOutcome.RUNNING:
        begun = _begun(asked, above.index)
        since = asked.recording.first_tick if begun == NEVER else begun
        return reason_of(row, WhyForm.NOT_YET, since, **parts, tick=at(since))
    said = f"as {_of_itself(visit.reason)}"
    return reason_of(row, WhyForm.NOT_LET, **parts, did=_ENDS[result], reason=said)


def _finished(asked: AskedTick, row: int, above: Row) -> WhyReason | None:
    """Say that a child of a parallel ended before, since the parallel was entered."""
    last = asked.last_tick(row, frozenset(range(1, 256)))
    begun = _begun(asked, above.index)
    if last == NEVER or last < begun:
        return None
    result = NodeOutcome(
        int(row_history(asked.recording, asked.agent, row, asked.tick)[last - asked.recording.first_tick])
        & RESULT_MASK
    )
    if result not in _ENDS:
        return None
    parts: dict[str, object] = {"name": asked.title(row), "over": asked.title(above.index)}
    return reason_of(row, WhyForm.FINISHED, last, **parts, did=_ENDS[result], tick=at(last))


def _result(asked: AskedTick, row: int) -> NodeOutcome:
    return NodeOutcome(asked.visits[row].outcome & RESULT_MASK)


def _begun(asked: AskedTick, row: int) -> int:
    return begun_at(asked, row, asked.tick)


def begun_at(asked: AskedTick, row: int, tick: int) -> int:
    """Return the tick in which a node that runs was entered, as its bytes tell; `NEVER`: before they begin.

    Ticks in which the mind did not tick say nothing. A byte that says halted and running is a new beginning.
    """
    recording = asked.recording
    first, end = recording.first_tick, tick + 1
    history = row_history(recording, asked.agent, row, asked.tick)[: end - first]
    ticked = np.flatnonzero(codes_of(recording, asked.agent, first, end) != NOT_TICKED)
    bytes_ = history[ticked]
    others = np.flatnonzero(bytes_ != NodeOutcome.RUNNING)
    if not len(others):
        return int(ticked[0]) + first if first == 0 else NEVER
    place = int(others[-1])
    entered = place if bytes_[place] == NodeOutcome.RUNNING | HALTED else place + 1
    return int(ticked[min(entered, len(ticked) - 1)]) + first
