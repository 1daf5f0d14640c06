"""Modules of users import what they imported before the house was built again."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from runtime import embedding
from runtime.basics.former_paths import FORMER_PATHS
from runtime.basics.status import Status

USER_MODULE = """
from runtime.actions.action import Action, ActionContext
from runtime.actions.registration import action, condition
from runtime.actions.parameter_types import Seconds
from runtime.ballistics.throwing import aim_throw
from runtime.status import Status
import runtime.ballistics.leading
from runtime import embedding
assert Status is embedding.Status and action is embedding.action and Action is embedding.Action
assert runtime.ballistics.leading.lead is embedding.lead
"""


def test_a_module_written_for_the_former_paths_gets_the_same_classes() -> None:
    done = subprocess.run([sys.executable, "-c", USER_MODULE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("former", FORMER_PATHS)
def test_each_former_path_is_the_module_of_today(former: str) -> None:
    module = importlib.import_module(former)
    assert module is importlib.import_module(FORMER_PATHS[former])
    assert module.__spec__ is not None
    assert module.__spec__.name == FORMER_PATHS[former]


def test_the_public_door_offers_what_the_former_paths_offered() -> None:
    offered = set(vars(embedding))
    assert {"Action", "ActionContext", "action", "condition", "typed_arguments", "Status"} <= offered
    assert embedding.Status is Status


def test_a_path_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'runtime\.actions\.nothing'"):
        importlib.import_module("runtime.actions.nothing")
