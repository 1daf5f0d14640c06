"""Run exported minds in a game of your own, without the editor and without a world of Mindloom.

    mind = Mind.load("guard.runtime.json", [walk_to, shoot, can_shoot])
    minds = GameMinds(entity_field=game.field, seed=7)
    guard = minds.add("guard 1", mind)

    while game.runs:                      # sixty times a second, or what the export says
        guard.set("distance", game.distance(guard.agent, "player"))
        minds.tick()

The help page on embedding goes through it step by step, and lists all that is here.
"""

from runtime.basics.context import EvaluationError as EvaluationError
from runtime.basics.status import Status as Status
from runtime.basics.values import Vector as Vector
from runtime.embedding.agent_mind import AgentMind as AgentMind
from runtime.embedding.agent_mind import FinalState as FinalState
from runtime.embedding.agent_mind import Visited as Visited
from runtime.embedding.agent_mind import Waiting as Waiting
from runtime.embedding.game_minds import GameMinds as GameMinds
from runtime.embedding.mind import EmbeddingError as EmbeddingError
from runtime.embedding.mind import Mind as Mind
from runtime.embedding.upgrade_table import upgrade_table as upgrade_table
from runtime.export.export_problem import ExportProblem as ExportProblem
from runtime.formulas.ballistics import Landing as Landing
from runtime.formulas.ballistics import LeadingThrow as LeadingThrow
from runtime.formulas.ballistics import Meeting as Meeting
from runtime.formulas.ballistics import Throw as Throw
from runtime.formulas.ballistics import aim_throw as aim_throw
from runtime.formulas.ballistics import furthest_throw as furthest_throw
from runtime.formulas.ballistics import height_after as height_after
from runtime.formulas.ballistics import landing as landing
from runtime.formulas.ballistics import lead as lead
from runtime.formulas.ballistics import lead_throw as lead_throw
from runtime.formulas.ballistics import least_speed as least_speed
from runtime.formulas.ballistics import seconds_until_height as seconds_until_height
from runtime.minds.actions.action import Action as Action
from runtime.minds.actions.action import ActionContext as ActionContext
from runtime.minds.actions.call_signature import typed_arguments as typed_arguments
from runtime.minds.actions.condition import ConditionContext as ConditionContext
from runtime.minds.actions.memory_check import MemoryOutsideState as MemoryOutsideState
from runtime.minds.actions.memory_check import checked_library as checked_library
from runtime.minds.actions.parameter_types import EntityId as EntityId
from runtime.minds.actions.parameter_types import PathName as PathName
from runtime.minds.actions.parameter_types import Point as Point
from runtime.minds.actions.parameter_types import Range as Range
from runtime.minds.actions.parameter_types import Seconds as Seconds
from runtime.minds.actions.parameter_types import VariableName as VariableName
from runtime.minds.actions.registration import action as action
from runtime.minds.actions.registration import condition as condition
