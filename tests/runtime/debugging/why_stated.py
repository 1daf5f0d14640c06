"""What why says, in full: by run, then by tick and node, edge or graph, all its sentences in order."""

from __future__ import annotations

STATED: dict[str, dict[tuple[int, str], tuple[str, ...]]] = {
    "slow": {
        (0, "root"): ("The mind of a did not tick at tick 0, and never before.",),
        (6, "root"): ("The mind of a did not tick at tick 6. It last did at tick 5.",),
    },
    "claims": {
        (3, "root"): (
            "'Top' failed because 'Get' failed.",
            "'Get' failed: no place of tokens is free: held by Bert and Carl. It has never succeeded.",
        ),
        (7, "c2"): ("'Get' succeeded: it took a place of tokens. It last failed at tick 3.",),
    },
    "chase": {
        (6, "near"): ("'Near' failed: distance is 6.2, 1.2 too high. It last succeeded at tick 5.",),
    },
    "chase from 3": {
        (3, "near"): (
            "'Near' succeeded: distance is 3, 2 below 5. It has not failed since the recording begins"
            " at tick 3.",
        ),
        (3, "run"): ("'Run' has been running since before the recording begins at tick 3.",),
    },
    "guard": {
        (4, "c1"): (
            "'In 1' was halted and failed: its guard was false, distance is 6.2, 1.2 too high. It has"
            " never succeeded.",
        ),
        (5, "c1"): ("'In 1' was not reached: 'Top' went on with 'In 2'.",),
    },
    "precondition": {
        (4, "c1"): (
            "'In 1' was halted and was skipped: its precondition 1 does not hold any more, distance is 6.2,"
            " 1.2 too high.",
        ),
        (4, "c2"): (
            "'In 2' failed without being entered: its precondition 1 holds, distance is 6.2, 0.2 above 6."
            " It has never succeeded.",
        ),
        (5, "c1"): (
            "'In 1' was skipped without being entered: its precondition 1 does not hold, distance is 6.2,"
            " 1.2 too high.",
        ),
    },
    "precondition fails": {
        (0, "c1"): ("'In 1' was skipped: its precondition 1 could not be evaluated: Division by zero.",),
    },
    "off above": {
        (0, "in"): ("'In' is disabled.",),
        (0, "root"): ("'Top' was skipped: it is disabled.",),
    },
    "forced": {
        (2, "root"): (
            "'Top' failed because 'In 1' failed.",
            "'In 1' failed: that was forced from outside. It has never succeeded.",
        ),
    },
    "force": {
        (0, "root"): (
            "'Top' succeeded, as it always does: 'In' failed.",
            "'In' failed, as it always does.",
        ),
    },
    "repeat": {
        (2, "root"): (
            "'Top' succeeded because 'In' succeeded 3 times.",
            "'In' succeeded, as it always does.",
        ),
    },
    "until": {
        (1, "root"): ("'Top' has been running since tick 0: distance is 3, 2 too low.",),
    },
    "services": {
        (2, "c"): ("'Enough' failed: n is 2, not above 2. It has never succeeded.",),
        (7, "root"): (
            "'Top' succeeded because 'Enough' succeeded.",
            "'Enough' succeeded: n is 7, 5 above 2. It last failed at tick 2.",
        ),
    },
    "sequence": {
        (0, "root"): (
            "'Top' succeeded because its 2 children are all done.",
            "'In 2' succeeded, as it always does.",
        ),
    },
    "selector": {
        (0, "root"): (
            "'Top' failed because none of its children succeeded.",
            "'In 1' failed, as it always does.",
            "'In 2' failed, as it always does.",
        ),
    },
    "one weight": {
        (0, "root"): ("'Top' failed because 'In 1' failed.", "'In 1' failed, as it always does."),
        (0, "c2"): ("'In 2' could not be drawn: its weight is 0.",),
    },
    "no weight": {
        (0, "root"): ("'Top' failed: all weights are 0.",),
        (0, "c1"): ("'In 1' could not be drawn: its weight is 0.",),
    },
    "one skipped": {
        (0, "root"): (
            "'Top' succeeded because its 2 children that were not skipped are all done.",
            "'In 3' succeeded, as it always does.",
        ),
    },
    "all but one skipped": {
        (0, "root"): ("'Top' failed because 'In 2' failed.", "'In 2' failed, as it always does."),
    },
    "kept place": {
        (0, "root"): (
            "'Top' succeeded: every child that was not skipped gave SUCCESS.",
            "'In 2' succeeded, as it always does.",
        ),
    },
    "recover": {
        (1, "c2"): (
            "'In 2' was not reached: 'In 1', asked before it by 'Top', failed.",
            "'In 1' failed, as it always does.",
        ),
        (1, "root"): (
            "'Top' failed because 'In 1' failed and no attempt is left.",
            "'In 1' failed, as it always does.",
        ),
    },
    "both": {
        (1, "c1"): ("'In 1' was not visited: it succeeded at tick 0, and 'Top' waits for the others.",),
    },
    "chance": {
        (0, "in"): ("'In' was not reached: 'Top' failed before it, as its draw missed.",),
    },
    "delay": {
        (0, "in"): ("'In' was not reached yet: 'Top' has been waiting since tick 0.",),
    },
    "log": {
        (0, "root"): ("'Top' succeeded. It has never failed.",),
    },
    "utility": {
        (0, "c2"): (
            "'In 2' was not picked: it scored 0.15, and 'In 1' scored highest with 0.3.",
            "'In 1' failed, as it always does.",
        ),
        (0, "root"): (
            "'Top' failed because 'In 1', with 0.3 the highest score of 0.3, 0.15, failed. "
            "It won by 0.15 over 'In 2'.",
            "'In 1' failed, as it always does.",
        ),
    },
    "switch": {
        (0, "c2"): (
            "'In 2' was not reached: 'Top' picked 'In 1', as n is 1.",
            "'In 1' failed, as it always does.",
        ),
        (0, "root"): (
            "'Top' failed because 'In 1', chosen as n is 1, failed.",
            "'In 1' failed, as it always does.",
        ),
        (2, "root"): (
            "'Top' began to run in this tick: n is 2.",
            "'In 2' began to run in this tick.",
        ),
        (4, "c2"): (
            "'In 2' was halted while it ran.",
            "'In 2' was not reached: 'Top' picked nobody, as n is 7.",
        ),
    },
    "if without else": {
        (0, "root"): (
            "'Top' failed because 'In 1' failed and there is no else branch.",
            "'In 1' failed: distance is 3, 2 too low. It has never succeeded.",
        ),
    },
    "block": {
        (0, "root"): ("'Top' succeeded, though line 1 failed: Division by zero. It has never failed.",),
    },
    "random": {
        (0, "c2"): (
            "'In 2' was not reached: 'Top' picked 'In 1'.",
            "'In 1' began to run in this tick.",
        ),
    },
    "decision": {
        (6, "run"): (
            "'Run' was not chosen by 'Deeper'.",
            "'Deeper' was not reached: 'How far' chose 'Stay'.",
            "'How far' chose 'Stay': distance is 7, 2 above 5.",
        ),
    },
    "scoreless": {
        (0, "c1"): (
            "'In 1' was not picked: it has no score in this tick.",
            "'In 2' began to run in this tick.",
        ),
        (0, "root"): (
            "'Top' runs 'In 2', with 3 the highest score of none, 3.",
            "'In 2' began to run in this tick.",
        ),
    },
    "two from 4": {
        (4, "a"): (
            "'A' has not been entered since the recording begins at tick 4.",
            "'B → A' was not asked: no back arrived in this tick.",
        ),
        (4, "b"): ("'B' has been active since before the recording begins at tick 4.",),
        (9, "near"): (
            "'A → B (distance < 2)' was not taken because `distance < 2` was false: distance is 7, 5 "
            "too high. It has not held since the recording begins at tick 4.",
        ),
    },
    "timed": {
        (0, "after"): ("'A → B' was not asked: 'A' was only entered in this tick.",),
        (1, "after"): ("'A → B' was not taken: it has to wait 0.03 s more.",),
        (3, "after"): ("'A → B' was taken: 'A' had been active for 0.05 s.",),
        (8, "free"): ("'B → A (cooldown 0.1 s)' was not taken: it cools down for 0.03 s more.",),
        (10, "slow"): (
            "'B → A (distance < 5, delay 0.1 s)' does not wait for its delay any more: 'B' was left.",
        ),
    },
    "delayed": {
        (2, "slow"): ("'A → B (go, distance < 5)' is waiting for its delay: 0.05 s to go.",),
        (2, "slower"): (
            "'A → B (go, distance < 9)' was not asked: 'A → B (go, distance < 5)' waits for its "
            "delay, and only one of a state can.",
        ),
        (5, "b"): (
            "'B' has been active since tick 5, entered by 'A → B (go, distance < 5)': go arrived, and"
            " its delay was over.",
        ),
    },
    "canceled": {
        (3, "slow"): (
            "'A → B (go, distance < 5)' does not wait for its delay any more because `distance < 5` "
            "is false by now.",
        ),
    },
    "drawn": {
        (3, "leave"): (
            "'A → B (after 0.05 s, weight 3)' was not drawn, with weight 3 of 4: 'A → no other state' was.",
            "'A → no other state' was taken: its wait was over, and it was drawn with weight 1 of 4.",
        ),
        (3, "never"): ("'A → B (after 0.05 s, weight 0)' could not be drawn: its weight is 0.",),
    },
    "dying": {
        (0, "a1"): ("'A1' has been active since tick 0, as the first state of 'A'.",),
        (5, "die"): ("'any state → D' was not taken: its target is active already.",),
        (8, "die"): (
            "'any state → D' was not taken because `distance > 5` was false: distance is -1, 6 too "
            "low. It last held at tick 7.",
        ),
    },
    "remembered": {
        (0, "h"): ("'H' is never active itself: it leads to where 'P' last was.",),
        (6, "p2"): ("'P2' has been active since tick 6, as 'P' last was, entered by 'Q → H': back arrived.",),
    },
    "deep": {
        (7, "y"): ("'Y' has been active since tick 6, as 'P' last was, entered by 'Q → H': back arrived.",),
        (7, "p1"): ("'P1' has been active since tick 6, as 'P' last was, entered by 'Q → H': back arrived.",),
        (7, "p"): ("'P' has been active since tick 6, entered by 'Q → H': back arrived.",),
        (7, "p2"): ("'P2' has not been entered yet.", "'Q → H' was not asked: 'Q' is not active."),
    },
    "deep from 5": {
        (7, "y"): ("'Y' has been active since tick 6, as 'P' last was, entered by 'Q → H': back arrived.",),
    },
    "by default": {
        (3, "p1"): (
            "'P1' has been active since tick 2, as the default of 'H', entered by 'Q → H': back arrived.",
        ),
        (3, "x"): ("'X' has been active since tick 2, entered by 'Q → H': back arrived.",),
        (9, "p1"): ("'P1' has been active since tick 8, as 'P' last was, entered by 'Q → H': back arrived.",),
        (9, "x"): ("'X' has been active since tick 8, entered by 'Q → H': back arrived.",),
    },
    "choosing": {
        (2, "else"): ("'C → D' was taken: nothing before it held.",),
    },
    "deciding": {
        (3, "f"): (
            "'Away' was the answer.",
            "'Far' chose 'Away' because `distance > 5` was true: distance is 7, 2 above 5.",
        ),
        (3, "fight"): (
            "'C → E' was not asked: 'C → B', asked before it, was taken.",
            "'C → B' was taken: 'C' decided for flee.",
        ),
        (5, "far"): (
            "'Far' was not asked: 'Decide' asked nothing in this tick.",
            "'Decide' was not visited: 'C' is not active.",
            "'C' was left at tick 3 by 'C → B': 'C' decided for flee.",
            "'A → C' was not asked: no go arrived in this tick. It last came at tick 3.",
        ),
        (7, "d"): (
            "'Decide' came to no decision.",
            "'Far' chose 'Deep' because `distance > 5` was false: distance is 4.5, 0.5 too low.",
            "'Deep' had no answer: no condition is true (distance is 4.5, 0.5 too high).",
        ),
        (7, "flee"): ("'C → B' was not taken: 'C' came to no decision.",),
        (9, "b"): (
            "'B' was left at tick 5 by 'B → A': back arrived.",
            "'C → B' was not taken: 'C' decided for fight.",
        ),
        (9, "d"): (
            "'Decide' decided for 'At it'.",
            "'Far' chose 'Deep' because `distance > 5` was false: distance is 3.5, 1.5 too low.",
            "'Deep' chose 'At it': distance is 3.5, 0.5 below 4.",
        ),
    },
    "working": {
        (3, "w"): ("'Work' was not visited: it has ended, and does not begin again in this state.",),
    },
    "ending": {
        (3, "g"): ("The mind of a ended at tick 2; nothing of it has run since.",),
    },
    "halted": {
        (4, "n"): (
            "'M1 → M2' was not asked: 'M1' was left before that.",
            "'M1' was left at tick 4: 'Inner' was halted.",
        ),
        (5, "run"): (
            "'Run it' failed without being entered: its guard was false, distance is 6.2, 1.2 too high.",
        ),
    },
    "broken": {
        (1, "t"): (
            "'A → B' was not taken because `1 / (distance - 3) > 0` could not be evaluated: Division "
            "by zero.",
        ),
    },
    "ordered": {
        (2, "g"): (
            "'Mind' has been running since tick 0.",
            "'A' has been active since tick 2: 'A2' was entered from outside.",
        ),
        (4, "a"): (
            "'A' was left at tick 4: 'D' was entered from outside.",
            "'D → A' was not taken because `distance < 0` was false: distance is 3, 3 too high. It "
            "has never held here.",
        ),
        (4, "d"): ("'D' has been active since tick 4: it was entered from outside.",),
    },
    "born parallel": {
        (0, "r1"): ("'R1' has been active since tick 0, as a region of 'P'.",),
    },
    "left by event": {
        (2, "zu"): (
            "'Z → U' was not asked: 'X → S (go)' left 'Z' before that.",
            "'X → S (go)' was taken: go arrived.",
        ),
    },
    "lost": {
        (1, "u"): (
            "'U' has not been entered yet.",
            "'Z → U' could have been taken, but 'X → S (distance > 5)' came first.",
            "'X → S (distance > 5)' was taken: distance is 6, 1 above 5.",
        ),
        (1, "zs"): ("'Z → S' was not asked: 'Z → U', asked before it, held.",),
    },
    "finishing": {
        (0, "done"): ("'A → B' was not asked: 'A' did not complete in this tick.",),
        (2, "v"): ("'Rest' was not visited: 'B' was entered too late in this tick for it to begin.",),
        (3, "f"): (
            "'F' was left at tick 2: 'Inner' ended.",
            "'any state → F' was not asked: 'Inner' did not tick.",
            "'Inner' was not reached because 'Run it' was not.",
            "'Run it' was not visited: 'A' is not active.",
            "'A' was left at tick 2 by 'A → B': 'A' completed.",
            "'M1 → F' was not asked: 'M1' is not active.",
        ),
    },
    "asking": {
        (0, "q"): ("'Ask' led to 'Wander'.",),
    },
    "restless": {
        (2, "yy"): ("'Y → Y' was taken: it has no guard.",),
        (2, "zs"): ("'Z → S' was not asked: 'Z' did not get to it in this tick.",),
    },
    "taken away": {
        (2, "b"): ("'B' has been active since tick 2, when an edit entered it.",),
        (4, "a"): ("'A' was left at tick 2, when an edit stopped it.",),
    },
}
