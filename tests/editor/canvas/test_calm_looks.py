"""No node on the canvas flashes more than three times a second, and no change is shown late."""

from __future__ import annotations

from itertools import pairwise

import pytest

from editor.canvas.items.pictures import NOT_RUN, RunLook
from editor.canvas.overlays.calm_looks import HOLD_FRAMES, CalmLights, CalmLooks
from editor.theme.tokens import StatusLook

A_SECOND = 60
ACTIVE = RunLook(StatusLook.RUNNING)
LEFT = RunLook(last=StatusLook.RUNNING)
SUCCESS, FAILURE = RunLook(StatusLook.SUCCESS), RunLook(StatusLook.FAILURE)


def shown(looks: list[RunLook]) -> list[RunLook]:
    """Return what is shown of one element that has these looks, frame by frame."""
    calm, found = CalmLooks(), []
    for look in looks:
        calm.begin_frame()
        found.append(calm.shown("a", look))
    return found


def most_flashes(looks: list[RunLook]) -> int:
    """Return the most pairs of opposed changes within a second."""
    changes = [frame for frame in range(1, len(looks)) if looks[frame] != looks[frame - 1]]
    return max((sum(0 <= other - frame < A_SECOND for other in changes) // 2 for frame in changes), default=0)


@pytest.mark.parametrize("pair", [(ACTIVE, LEFT), (SUCCESS, FAILURE), (SUCCESS, NOT_RUN), (FAILURE, ACTIVE)])
@pytest.mark.parametrize("on", [1, 2, 3, 7, 15, 20, 22, 40])
@pytest.mark.parametrize("off", [1, 2, 5, 19, 21, 30])
def test_what_alternates_does_not_flash_more_than_three_times_a_second(pair, on, off):
    period = [pair[0]] * on + [pair[1]] * off
    assert most_flashes(shown(period * 40)) <= 3


def test_two_states_that_alternate_each_tick_both_stay_as_active():
    first = shown([ACTIVE, LEFT] * 60)
    second = shown([LEFT, ACTIVE] * 60)
    assert first[4:] == [ACTIVE] * 116
    assert second[4:] == [ACTIVE] * 116


def test_a_question_that_takes_one_branch_and_then_the_other_keeps_one():
    left, right = RunLook(StatusLook.SUCCESS, branch=0), RunLook(StatusLook.SUCCESS, branch=1)
    assert len(set(shown([left, right] * 60)[4:])) == 1


def test_a_change_that_does_not_alternate_is_shown_at_once_in_both_directions():
    looks = [LEFT] * 5 + [ACTIVE] * 3 + [LEFT] * 40 + [ACTIVE] * 2 + [LEFT] * 5
    assert shown(looks) == looks


def test_what_is_stronger_is_never_late():
    looks = [ACTIVE, LEFT] * 10 + [RunLook(StatusLook.ERROR)]
    assert shown(looks)[-1] == RunLook(StatusLook.ERROR)


def test_what_alternated_is_left_a_third_of_a_second_after_and_then_told_at_once_again():
    found = shown([ACTIVE, LEFT] * 10 + [LEFT] * 60)
    assert found[19 + HOLD_FRAMES - 2] == ACTIVE
    assert found[19 + HOLD_FRAMES] == LEFT
    calm_again = [ACTIVE, LEFT] * 10 + [ACTIVE] * 60 + [LEFT]
    assert shown(calm_again)[-1] == LEFT


def test_dwell_times_go_on_while_a_state_is_active():
    looks = [RunLook(StatusLook.RUNNING, dwell=f"{frame} s") for frame in range(5)]
    assert shown(looks) == looks


def test_held_elements_are_to_be_looked_at_again_and_forgotten_ones_are_not():
    calm = CalmLooks()
    for look in [ACTIVE, LEFT] * 4:
        calm.begin_frame()
        calm.shown("a", look)
    assert calm.holds("a")
    assert not calm.holds("b")
    calm.clear()
    assert not calm.holds("a")
    assert calm.shown("a", LEFT) == LEFT


def lit(lights: list[float]) -> list[float]:
    """Return how bright a light is shown, frame by frame."""
    calm, found = CalmLights(), []
    for light in lights:
        calm.begin_frame()
        found.append(calm.shown("a", light))
    return found


def most_rises(lights: list[float]) -> int:
    """Return the most times within a second that a light gets brighter: each makes one flash."""
    rises = [frame for frame in range(1, len(lights)) if lights[frame] > lights[frame - 1] + 1e-9]
    return max((sum(0 <= other - frame < A_SECOND for other in rises) for frame in rises), default=0)


@pytest.mark.parametrize("every", [1, 2, 3, 5, 8, 13, 20, 21, 22, 34, 55])
@pytest.mark.parametrize("lasts", [1, 3, 10, 60])
def test_what_is_put_on_again_and_again_does_not_flash_more_than_three_times_a_second(every, lasts):
    lights = [max(0.0, 1.0 - (frame % every) / lasts) for frame in range(600)]
    assert most_rises(lit(lights)) <= 3


def test_a_light_goes_on_at_once_and_fades_as_it_does_at_normal_speed():
    lights = [0.0, *(1.0 - frame / A_SECOND for frame in range(A_SECOND + 1)), 0.0]
    assert lit(lights) == lights


def test_a_light_that_is_over_in_one_frame_can_still_be_seen():
    shown = lit([1.0, *[0.0] * 30])
    assert all(before > now for before, now in pairwise(shown[: HOLD_FRAMES + 1]))
    assert shown[HOLD_FRAMES + 1] == 0.0
