"""List every lint: its code, how serious it is unless a project says otherwise, and why it matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.checks.rules.graph_check import SEVERITIES
from graphs.checks.rules.problem import Severity


@dataclass(frozen=True, slots=True)
class Lint:
    """Describe one lint: `name` is what settings show, `why` the sentence every report carries."""

    code: str
    name: str
    why: str

    @property
    def severity(self) -> Severity:
        """Return how serious it is unless a project says otherwise."""
        return SEVERITIES[self.code[0]]


_LINTS = (
    Lint("W204", "No way out that can be taken", "A machine that gets there stays there."),
    Lint(
        "W207",
        "Dead zone between guards",
        "The machine stays where it is, though a little more or a little less would move it on.",
    ),
    Lint("W212", "Never taken", "What is asked first wins, so this one is never reached."),
    Lint("W213", "Never true", "No value that the variables can have makes it true."),
    Lint("W214", "Flip-flop without hysteresis", "A value that wavers there changes the state every tick."),
    Lint(
        "W215",
        "Leaves its region",
        "Leaving a region for another one exits all regions and enters them again.",
    ),
    Lint(
        "W216",
        "Random draw every tick",
        "Chances are per tick then: after a second, nearly anything has happened.",
    ),
    Lint("W217", "Read, but never written", "It always has the value it begins with."),
    Lint("W218", "Waited for, but never raised", "What waits for it never happens."),
    Lint(
        "W219", "Changing places every tick", "As long as both guards are true, the machine goes to and fro."
    ),
    Lint("W220", "Never reached", "It takes up space and is never run."),
    Lint("W221", "Never asked again", "An earlier child takes over only if it is asked."),
    Lint(
        "W222",
        "Acts while it is asked",
        "Asking should change nothing; a reactive question is asked every tick.",
    ),
    Lint(
        "W223",
        "Done again every tick",
        "Started over each tick, it runs every child before the running one again.",
    ),
    Lint(
        "W224",
        "Halted by an earlier child",
        "Started over each tick, it runs every child before the running one again.",
    ),
    Lint("W225", "Endless loop in one tick", "The visit budget ends the tick with an error."),
    Lint("W226", "Result never given", "Who calls the graph reads what it held before."),
    Lint("W228", "Given back at once", "A place goes back when the node ends that goes on after the claim."),
    Lint("W229", "Runs as a stand-in", "It does something else in the program that it comes from."),
    Lint("W230", "Gap between sets", "A value there is in no set: no rule about it fires."),
    Lint("W231", "Never fires", "It changes no output."),
    Lint("W232", "Set that no rule gives", "Its degree is always 0."),
    Lint("W233", "Need that nothing lowers", "It weighs on all children alike and only grows."),
    Lint("W234", "Shares that are not kept", "Each time it is used, the sum of all shares grows or shrinks."),
    Lint("W235", "Need that never changes", "It always weighs the same."),
    Lint("I301", "Only order decides", "Moving one of them in the list changes what happens."),
    Lint("I304", "Always true", "A question with one answer only hides what happens."),
    Lint("I305", "Unused variable", "Who reads the list of variables looks for its use."),
    Lint("I306", "Written, but never read", "Writing it changes nothing here."),
    Lint("I307", "Unused event", "Who reads the list of events looks for its use."),
    Lint("I308", "Raised, but never handled", "An event that nothing takes changes nothing."),
    Lint("I309", "Unused parameter", "Callers give a value that changes nothing."),
    Lint("I310", "Acts before the check", "It acts even when the check then refuses."),
    Lint("I311", "Decorator without effect", "The tree does the same without it."),
    Lint("I312", "Composite with one child", "The tree does the same without it."),
    Lint(
        "I313",
        "Started again every tick",
        "Started over each tick, it enters an action that has ended again while a later child runs.",
    ),
    Lint("I314", "Lines that never run", "The node never comes to the end that they are for."),
    Lint("I315", "Unused curve", "Who reads the list of curves looks for its use."),
    Lint("I316", "Unused sheet", "Who reads the list of sheets looks for its use."),
)

LINTS: Mapping[str, Lint] = {lint.code: lint for lint in _LINTS}
"""All lints by code; W are warnings and I notes by default."""
