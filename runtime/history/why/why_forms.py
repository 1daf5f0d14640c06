"""Hold every form of sentence that answers why, so that none is said that no test has read.

A form is filled in with `format`. Parts named in braces are titles between quotation marks, ticks in words,
numbers, or what a test saw ("distance is 6.2, 1.2 too high"). A reason is one main form, at times followed
by a tail that looks back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from runtime.history.recording.row_history import NEVER


class WhyForm(StrEnum):
    """Be one sentence that a reason can be, or one that can follow it."""

    # The mind as a whole.
    NO_TICK = "The mind of {agent} did not tick at {tick}. It last did at {last}."
    NO_TICK_YET = "The mind of {agent} did not tick at {tick}, and never before."
    MIND_ENDED = "The mind of {agent} ended at {tick}; nothing of it has run since."

    # A node that was visited.
    RUNS_FIRST = "{name} began to run in this tick."
    RUNS_FIRST_AS = "{name} began to run in this tick: {reason}."
    RUNS = "{name} has been running since {tick}."
    RUNS_AS = "{name} has been running since {tick}: {reason}."
    RUNS_BEFORE = "{name} has been running since before the recording begins at {tick}."
    ENDED = "{name} {did}: {reason}."
    ENDED_PLAINLY = "{name} {did}."
    ENDED_ALWAYS = "{name} {did}, as it always does."
    LINE_FAILED = "{name} succeeded, though {message}."
    DISABLED = "{name} was skipped: it is disabled."
    FORCED = "{name} {did}: that was forced from outside."
    REFUSED = "{name} {did} without being entered: its guard was false, {test}."
    HALTED_BY_GUARD = "{name} was halted and {did}: its guard was false, {test}."
    DECIDED_BEFORE = "{name} {did} without being entered: its precondition {order} {held}, {test}."
    HALTED_BY_PRECONDITION = (
        "{name} was halted and {did}: its precondition {order} does not hold any more, {test}."
    )
    BECAUSE_CHILD = "{name} {did} because {child} {child_did}."
    BECAUSE_TIMES = "{name} {did} because {child} {child_did} {count} times."
    BECAUSE_NONE = "{name} failed because none of its children succeeded."
    BECAUSE_ALL = "{name} succeeded because its {count} children are all done."
    BECAUSE_OTHERS = "{name} succeeded because its {count} children that were not skipped are all done."
    AS_ALWAYS = "{name} {did}, as it always does: {child} {child_did}."
    NO_ELSE = "{name} failed because {child} {child_did} and there is no else branch."
    NO_ATTEMPT = "{name} failed because {child} failed and no attempt is left."
    BY_CASE = "{name} {did} because {child}, chosen as {text} is {value}, {child_did}."
    BY_SCORE = "{name} {did} because {child}, with {score} the highest score of {scores}, {child_did}."
    RUNS_BY_SCORE = "{name} runs {child}, with {score} the highest score of {scores}."
    BY_DRAW = "{name} {did} because {child}, drawn by its score {score} of {scores}, {child_did}."
    RUNS_BY_DRAW = "{name} runs {child}, drawn by its score {score} of {scores}."
    GOAL_LEFT_OUT = "{name} was not pursued: its goal is not feasible, or set aside."
    GOAL_LOST = "{name} was halted: its goal is not feasible any more."

    # A node that was not visited.
    HALTED = "{name} was halted while it ran."
    SWITCHED_OFF = "{name} is disabled."
    NOT_CHOSEN = "{name} was not chosen by {question}."
    WENT_ON = "{name} was not reached: {over} went on with {other}."
    STOPPED = "{name} was not reached: {other}, asked before it by {over}, {did}."
    NOT_PICKED = "{name} was not reached: {over} picked {other}."
    NOT_PICKED_AS = "{name} was not reached: {over} picked {other}, as {seen}."
    NO_CASE = "{name} was not reached: {over} picked nobody, as {seen}."
    SCORED_LESS = "{name} was not picked: it scored {own}, and {other} scored highest with {score}."
    NOT_DRAWN_BY_SCORE = "{name} was not drawn: it scored {own}, and {other} was drawn with {score}."
    LOCKED = "{name} was not compared: {over} is locked to {other} for {seconds} s more."
    NOT_COMPARED = "{name} was not compared: {over} compares again once {other} has ended."
    SCORE_FAILED = "{name} was not picked: it has no score in this tick."
    FINISHED = "{name} was not visited: it {did} at {tick}, and {over} waits for the others."
    NOT_LET = "{name} was not reached: {over} {did} before it, {reason}."
    NOT_YET = "{name} was not reached yet: {over} has been waiting since {tick}."
    NOT_REACHED = "{name} was not reached because {parent} was not."
    STATE_INACTIVE = "{name} was not visited: {state} is not active."
    ACTIVITY_OVER = "{name} was not visited: it has ended, and does not begin again in this state."
    ACTIVITY_LATER = "{name} was not visited: {state} was entered too late in this tick for it to begin."

    # A state.
    ACTIVE_BY = "{name} has been active since {tick}, entered by {transition}: {causes}."
    ACTIVE_FIRST = "{name} has been active since {tick}, as the first state of {owner}."
    ACTIVE_REGION = "{name} has been active since {tick}, as a region of {owner}."
    ACTIVE_AGAIN = (
        "{name} has been active since {tick}, as {owner} last was, entered by {transition}: {causes}."
    )
    ACTIVE_DEFAULT = (
        "{name} has been active since {tick}, as the default of {history}, entered by {transition}: {causes}."
    )
    ACTIVE_ORDERED = "{name} has been active since {tick}: it was entered from outside."
    ACTIVE_ON_WAY = "{name} has been active since {tick}: {ordered} was entered from outside."
    ACTIVE_EDITED = "{name} has been active since {tick}, when an edit entered it."
    ACTIVE_BEFORE = "{name} has been active since before the recording begins at {tick}."
    NOT_ENTERED = "{name} has not been entered yet."
    NOT_ENTERED_SINCE = "{name} has not been entered since the recording begins at {tick}."
    LEFT_BY = "{name} was left at {tick} by {transition}: {causes}."
    LEFT_ORDERED = "{name} was left at {tick}: {ordered} was entered from outside."
    LEFT_EDITED = "{name} was left at {tick}, when an edit stopped it."
    LEFT_HALTED = "{name} was left at {tick}: {machine} was halted."
    LEFT_ENDED = "{name} was left at {tick}: {machine} ended."
    REMEMBERS = "{name} is never active itself: it leads to where {owner} last was."

    MOOD_ACTIVE = "{name} has been active since {tick}: {how}."
    MOOD_MIXED = "{name} has been active since {tick}: {how} when {transition} mixed the shares."
    MOOD_LEFT = "{name} was left at {tick}: the mood changed to {other}."

    # A transition.
    TAKEN = "{name} was taken: {causes}."
    PENDING = "{name} is waiting for its delay: {seconds} s to go."
    PENDING_LEFT = "{name} does not wait for its delay any more: {source} was left."
    LOST = "{name} could have been taken, but {other} came first."
    NOT_DRAWN = "{name} was not drawn, with weight {weight} of {total}: {other} was."
    WEIGHT_0 = "{name} could not be drawn: its weight is 0."
    ALREADY_THERE = "{name} was not taken: its target is active already."
    WAITS = "{name} was not taken: it has to wait {seconds} s more."
    COOLS = "{name} was not taken: it cools down for {seconds} s more."
    GUARD_FALSE = "{name} was not taken because `{guard}` was false: {test}."
    GUARD_ERROR = "{name} was not taken because `{guard}` could not be evaluated: {message}."
    CANCELED = "{name} does not wait for its delay any more because `{guard}` is false by now."
    OTHER_OUTCOME = "{name} was not taken: {source} decided for {outcome}."
    NO_OUTCOME = "{name} was not taken: {source} came to no decision."
    SOURCE_INACTIVE = "{name} was not asked: {source} is not active."
    NO_EVENT = "{name} was not asked: no {events} arrived in this tick."
    NOT_COMPLETED = "{name} was not asked: {source} did not {completion} in this tick."
    ONLY_ENTERED = "{name} was not asked: {source} was only entered in this tick."
    AFTER_TAKEN = "{name} was not asked: {other}, asked before it, was taken."
    AFTER_HELD = "{name} was not asked: {other}, asked before it, held."
    AFTER_LEFT = "{name} was not asked: {other} left {source} before that."
    ONE_WAITS = "{name} was not asked: {other} waits for its delay, and only one of a state can."
    SOURCE_LEFT = "{name} was not asked: {source} was left before that."
    SOURCE_NOT_TICKED = "{name} was not asked: {source} did not tick."
    NO_STEP = "{name} was not asked: {source} did not get to it in this tick."

    # A question or an answer of a decision tree.
    ANSWER = "{name} was the answer."
    NO_ANSWER = "{name} had no answer: {seen}."
    CHOSE = "{name} chose {other}: {seen}."
    CHOSE_BY_TEST = "{name} chose {other} because `{test}` was {truth}: {seen}."
    CHOSE_PLAINLY = "{name} led to {other}."
    OTHER_WAY = "{name} was not reached: {other} chose {chosen}."
    DECIDED = "{name} decided for {other}."
    CAME_TO_NOTHING = "{name} came to no decision."
    NOT_ASKED = "{name} was not asked: {tree} asked nothing in this tick."

    # Who wrote a variable.
    WROTE = "{variable} became {value} at {tick}: {name} wrote it."
    WROTE_OTHER = "{variable} became {value} at {tick}: {name} of {agent} wrote it."
    WROTE_AT_END = "{variable} became {value} at {tick}: the lines at the end of {name} wrote it."
    USED_UP = "{variable} became false at {tick}: {name} used it up."
    EXPIRED = "{variable} became false at {tick}: it expired, as nothing had used it up."
    BEGAN_ANEW = "{variable} became {value} at {tick}: it begins again when {name} does."
    GIVEN = "{variable} is {value}: {name} gives it that in every tick."
    GIVEN_AS = "{variable} is {value}: {name} gives it the value of `{text}` in every tick."
    TOLD = "{variable} is {value} after {tick}: the world tells it again in every tick, nothing writes it."
    WROTE_SENSOR = "{variable} became {value} at {tick}: the {sensor} sensor wrote it."
    WROTE_USER = "{variable} became {value} at {tick}: it was written from outside."
    WROTE_EDIT = "{variable} became {value} at {tick}: an edit made it again."
    GAVE_BACK_EDIT = "{variable} became {value} at {tick}: an edit ended a claim, whose place went back."
    NOT_WRITTEN = "{variable} has been {value} from the start: nothing has changed it."
    NOT_WRITTEN_SINCE = (
        "{variable} has been {value} since before the recording begins at {tick}: nothing has changed it."
    )

    # What can follow.
    LAST_DID = " It last {did} at {tick}."
    NEVER_DID = " It has never {did}."
    NOT_SINCE = " It has not {did} since the recording begins at {tick}."
    LAST_HELD = " It last held at {tick}."
    NEVER_HELD = " It has never held here."
    NOT_HELD_SINCE = " It has not held since the recording begins at {tick}."
    WON_BY = " It won by {margin} over {second}."
    LEAVES_LESS = " It leaves {left} in needs, {margin} less than {second}."
    NEED_WOULD_CHANGE = " {second} would catch up if {need} were {by} {way}."
    LAST_CAME = " It last came at {tick}."


class Cause(StrEnum):
    """Be one of the things that let a transition be taken."""

    EVENT = "{event} arrived"
    COMPLETED = "{source} {completed}"
    AFTER = "{source} had been active for {seconds} s"
    AFTER_DRAW = "its wait was over"
    DELAY = "its delay was over"
    OUTCOME = "{source} decided for {outcome}"
    ELSE = "nothing before it held"
    DRAWN = "it was drawn with weight {weight} of {total}"
    TEST = "{test}"
    NO_GUARD = "it has no guard"


@dataclass(frozen=True, slots=True)
class WhyReason:
    """Hold one reason: the row to show it at, the sentence, and another tick it speaks of (-1: none).

    `forms` are what the sentence is made of: the main one, and what follows it.
    """

    row: int
    sentence: str
    other_tick: int = NEVER
    forms: tuple[WhyForm | Cause, ...] = ()


def reason_of(row: int, form: WhyForm, other_tick: int = NEVER, /, **parts: object) -> WhyReason:
    """Fill in a form."""
    return WhyReason(row, form.format(**parts), other_tick, (form,))


def followed(reason: WhyReason, tail: WhyForm, other_tick: int = NEVER, /, **parts: object) -> WhyReason:
    """Let a reason be followed by a tail; a tick the tail speaks of replaces one of the reason."""
    looked = reason.other_tick if other_tick == NEVER else other_tick
    return WhyReason(reason.row, reason.sentence + tail.format(**parts), looked, (*reason.forms, tail))


def caused(
    row: int, form: WhyForm, causes: Sequence[tuple[Cause, str]], tick: int = NEVER, /, **parts: object
) -> WhyReason:
    """Fill in a form that names causes, each of them given with its words."""
    sentence = form.format(**parts, causes=", and ".join(words for _, words in causes))
    return WhyReason(row, sentence, tick, (form, *(cause for cause, _ in causes)))


def at(tick: int) -> str:
    """Return a tick in words."""
    return f"tick {tick:,}"
