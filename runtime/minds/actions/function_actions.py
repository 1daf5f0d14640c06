"""Run plain functions as actions and conditions, and generator functions as trials (rule 3.12).

| a function that | is, each tick |
|---|---|
| returns a `Status` | that result; RUNNING calls it again next tick |
| returns True or False | SUCCESS or FAILURE |
| returns nothing | SUCCESS |
| yields | RUNNING; its end is its result, as above. On halt the generator is closed |
| raises | FAILURE, recorded with the traceback |

A generator keeps its place where no snapshot reaches, so a program that runs one is not resumable.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import cast

from graphs.kinds.declarations.parameter import Parameter
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.action import Action, ActionContext, FieldType
from runtime.minds.actions.action_context import BrainActionContext, RunningGenerator
from runtime.minds.actions.call_signature import CallSignature
from runtime.minds.actions.condition import ConditionContext

Function = Callable[..., object]


class FunctionAction(Action):
    """Call a plain function each tick."""

    def __init__(self, function: Function, signature: CallSignature, fields: Mapping[str, FieldType]) -> None:
        self.state_fields = dict(fields)
        self._function = function
        self._signature = signature

    @property
    def code_name(self) -> str:
        """Return the function's name."""
        return self._function.__name__

    def tick(self, context: ActionContext) -> Status:
        """Call the function and return what its result means."""
        return _status_of(self._call(context))

    def _call(self, context: ActionContext) -> object:
        arguments = self._signature.arguments(context.argument)
        if self._signature.takes_context:
            return self._function(context, **arguments)
        return self._function(**arguments)


class GeneratorAction(FunctionAction):
    """Run a generator function for quick trials: its arguments are those of its first tick.

    The context it was given shows the arguments of the present tick.
    """

    resumable = False

    def enter(self, context: ActionContext) -> None:
        """Start the generator; it runs up to its first `yield` in the tick that follows."""
        own = _own(context)
        generator = cast("Generator[object, None, object]", self._call(context))
        own.trial = RunningGenerator(generator, own)

    def tick(self, context: ActionContext) -> Status:
        """Run on to the next `yield`, which is RUNNING, or to the end."""
        own = _own(context)
        trial = own.trial
        if trial is None:
            raise RuntimeError("the generator is gone; it cannot be taken up again")
        trial.context.follow(own)
        running = False
        try:
            _check_yield(next(trial.generator))
            running = True
        except StopIteration as end:
            return _status_of(end.value)
        finally:
            if not running:
                own.trial = None
        return Status.RUNNING

    def halt(self, context: ActionContext) -> None:
        """Close the generator, so that its `finally` blocks run."""
        own = _own(context)
        trial, own.trial = own.trial, None
        if trial is not None:
            trial.context.follow(own)
            trial.generator.close()


class FunctionCondition:
    """Answer a condition by a plain function that returns True or False."""

    def __init__(self, function: Function, signature: CallSignature) -> None:
        self._function = function
        self._signature = signature
        self._names = [parameter.name for parameter in signature.parameters]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Return the parameters as declared."""
        return self._signature.parameters

    def __call__(self, context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
        """Call the function; raise TypeError for anything but True or False."""
        given = self._signature.arguments(dict(zip(self._names, arguments, strict=True)).__getitem__)
        if self._signature.takes_context:
            answer = self._function(context, **given)
        else:
            answer = self._function(**given)
        if not isinstance(answer, bool):
            raise TypeError(f"a condition gives True or False, not {answer!r}")
        return answer


def _status_of(result: object) -> Status:
    if result is None or result is True:
        return Status.SUCCESS
    if result is False:
        return Status.FAILURE
    if isinstance(result, Status):
        return result
    raise TypeError(f"an action gives a Status, True, False or nothing, not {result!r}")


def _check_yield(given: object) -> None:
    if given is not None and given is not Status.RUNNING:
        raise TypeError(f"a yield means RUNNING and gives nothing, not {given!r}; return the result instead")


def _own(context: ActionContext) -> BrainActionContext:
    if not isinstance(context, BrainActionContext):
        raise TypeError("a generator runs only as the action of a node")
    return context
