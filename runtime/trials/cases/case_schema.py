"""Publish the JSON Schema of cases, made from the models that read them.

A case has no unknown fields; the mind that is in one keeps what it does not know, as any document does.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonObject
from graphs.files.field_descriptions import DEFINITION_TITLES, FIELD_DESCRIPTIONS
from graphs.files.schema import model_schema
from runtime.trials.cases.case_file import CASE_FORMAT

CASE_TITLES: Mapping[str, str] = {
    "CaseFile": "Mindloom case",
    "CaseStart": "Start",
    "CaseTick": "Tick",
    "ConditionAnswer": "Answer",
    "ExpectedCounts": "Counts",
    "ExpectedDecision": "Decision",
    "ExpectedEffect": "Effect",
    "ExpectedEvent": "Sent event",
    "ExpectedRequest": "Steering request",
    "LeafScript": "Script",
    "StartDelayed": "Delayed event at the start",
    "StartGraph": "Graph at the start",
    "StartPending": "Pending transition at the start",
    "StartLatch": "Latched trigger at the start",
    "StartNode": "Node at the start",
    "StartRequest": "Steering request at the start",
}

_CONDITIONS = (
    "What conditions answer, by name: true, false, error (the expression that asks fails), or a list by "
    "arguments."
)
_ENTITIES = "Fields of entities by id, a vector as [x, y]; null takes the entity away."
_ARGUMENTS = "Arguments by name; those left out may be anything."

CASE_DESCRIPTIONS: Mapping[str, Mapping[str, str]] = {
    "CaseFile": {
        "$schema": "The schema that a text editor checks the file with; Mindloom does not read it.",
        "format": "What the file is.",
        "version": "The version of the format.",
        "title": "What the case shows, in a sentence.",
        "note": "A note for people.",
        "document": "The mind: a document, relative to this file.",
        "mind": "The mind, written here as a whole document.",
        "graph": "The id of the graph that is run; left out, the document's root.",
        "rate": "Ticks in a second.",
        "seed": "The seed of all random draws.",
        "agent": "The id of the agent, which its draws depend on.",
        "curves": "Curves in place of those of the mind, and sets of fuzzy inputs as input.set, as agents of "
        "a world have them.",
        "start": "Where the run begins.",
        "leaves": "What action leaves give, by node: a letter for each tick, R running, S success, F "
        "failure, X an exception; the last letter goes on for ever.",
        "conditions": _CONDITIONS,
        "entities": _ENTITIES,
        "ticks": "What happens and what must hold, tick by tick.",
        "refused": "Texts from the reasons for which the mind must be refused.",
    },
    "CaseStart": {
        "tick": "The world's tick at the start.",
        "variables": "Values of variables in place of their defaults.",
        "nodes": "What nodes, states and transitions remember, by the path of ids through calls.",
        "graphs": "Graph variables and parameters, by the path of the call; the root graph has the path of "
        "no letters.",
        "latches": "Until when armed triggers are latched that are so for a time, by name.",
        "events": "Events that wait for the first tick.",
        "delayed": "Events that wait for their tick.",
        "pending": "Transitions that wait for their delay.",
        "requests": "Steering requests that are in force.",
        "quiet_ticks": "Ticks since the mind last asked for steering.",
        "ended": "The mind has ended: a machine in a final state.",
    },
    "StartDelayed": {
        "event": "The name of the event.",
        "due": "The tick it comes on.",
        "payload": "What it carries, by name.",
        "machine": "The path of the machine that takes it; no letters for the root machine, null for none.",
        "state": "The path of the state with whose exit it dies; null for none.",
        "id": "The id it can be canceled by.",
    },
    "StartPending": {
        "transition": "The path of the transition.",
        "since": "The tick it was enabled on.",
        "due": "The tick from which on it can be taken.",
        "event": "The event it was enabled by; no letters for a poll.",
        "payload": "What that event carries, by name.",
        "armed": "Triggers that its guard read armed.",
    },
    "StartGraph": {
        "variables": "Values of its own variables.",
        "parameters": "Values that its parameters are bound to.",
    },
    "StartLatch": {
        "until": "The tick on which it is not latched any more.",
        "had_tick": "It has been armed for a whole tick of the mind, which every trigger is.",
    },
    "StartNode": {
        "kind": "The kind it had; a node of another kind by now starts idle.",
        "status": "Its stored status; a state that is active is running.",
        "memory": "What it remembers, by name.",
        "draws": "How often it has drawn a random number.",
    },
    "StartRequest": {
        "node": "The path of the node that asks.",
        "behavior": "The steering behavior.",
        "arguments": "Its arguments by name.",
        "weight": "Its weight.",
        "priority": "Its priority.",
    },
    "CaseTick": {
        "note": "A note for people.",
        "repeat": "How many equal ticks this stands for.",
        "skip": "Steps of the world that pass first without a tick of the brain.",
        "reconsider": "Asks every decision tree that runs for an evaluation in this tick.",
        "set": "Variables that are written before the tick, as a sensor would.",
        "post": "Events that are posted before the tick, in order.",
        "force": "Nodes that end with a result at their next visit, unticked; free takes that back.",
        "enter": "States that are entered in the tick, each as by a transition without guard from the root.",
        "conditions": f"{_CONDITIONS} From this tick on.",
        "entities": f"{_ENTITIES} From this tick on.",
        "expect": "What must hold after the tick.",
    },
    "ConditionAnswer": {
        "arguments": "The arguments it is asked with.",
        "answer": "The answer; error fails the expression that asks.",
    },
    "Expectation": {
        "result": "The result of the whole mind.",
        "outcomes": "What happened in this tick to nodes, states and transitions.",
        "decisions": "What decision trees came to, by the node, state or graph that asks; null for one "
        "that was not evaluated in this tick.",
        "counts": "How often nodes and states were entered, exited and halted since the case began.",
        "passages": "Everything that was entered, exited and halted in this tick, in order, as in enter n1.",
        "active": "All active states in document order, by name.",
        "transitions": "All transitions taken in this tick, in order.",
        "pending": "All transitions that wait for their delay after the tick, by their sources in document "
        "order; a weighted group by its first member.",
        "candidates": "A text from what the log says of a transition considered in this tick.",
        "waiting": "All delayed events that wait after the tick, by name, the next to come first.",
        "unhandled": "All events posted, raised or due in this tick that nothing took, in order.",
        "variables": "Values of variables; numbers may be off by 1e-9, a vector is [x, y].",
        "triggers": "How triggers stand after the tick: armed; consumed or expired in this tick; idle.",
        "reason": "A text from the reason of a node's last visit in this tick.",
        "errors": "A text from each error of this tick; left out, there must be none; any for whatever there "
        "is.",
        "requests": "All steering requests in force after the tick, in order.",
        "effects": "All one-shot effects asked for in this tick, in order.",
        "sent": "All events sent in this tick, in order.",
        "asked": "How often conditions were asked in this tick.",
    },
    "ExpectedCounts": {
        "enter": "How often it was entered.",
        "exit": "How often it ended with a result, or was left.",
        "halt": "How often it was halted.",
    },
    "ExpectedDecision": {
        "path": "The questions from the root down, then the leaf; none in its place for no answer.",
        "values": "What the questions asked about, by its text.",
        "margins": "How far the nearest compared number may move before another branch is taken, by "
        "question; null where no number was compared.",
        "reasons": "A text from the reason of a question.",
    },
    "ExpectedEffect": {"name": "The name of the effect.", "arguments": _ARGUMENTS},
    "ExpectedEvent": {
        "event": "The name of the event.",
        "to": "The receiver: an entity, team or all.",
        "payload": "What it carries by name; fields left out may be anything.",
    },
    "ExpectedRequest": {
        "node": "The node that asks.",
        "behavior": "The steering behavior.",
        "arguments": _ARGUMENTS,
        "weight": "Its weight.",
        "priority": "Its priority.",
    },
    "LeafScript": {
        "results": "A letter for each tick.",
        "per_entry": "It starts afresh each time the leaf is entered.",
    },
    "PostedEvent": {"event": "The name of the event.", "payload": "What it carries, by name."},
}


def case_schema() -> JsonObject:
    """Return the JSON Schema of `*.case.json`."""
    return model_schema(
        CASE_FORMAT.model,
        f"urn:mindloom:case:{CASE_FORMAT.version}",
        {**DEFINITION_TITLES, **CASE_TITLES},
        {**FIELD_DESCRIPTIONS, **CASE_DESCRIPTIONS},
        version=CASE_FORMAT.version,
    )
