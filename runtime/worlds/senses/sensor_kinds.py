"""Gather what runs the sensors. Each kind has its module beside this one."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.worlds.senses.awareness import AwarenessSensors
from runtime.worlds.senses.distance import DistanceSensors
from runtime.worlds.senses.fact import FactSensors
from runtime.worlds.senses.graded_vision import GradedVisionSensors
from runtime.worlds.senses.health import HealthSensors
from runtime.worlds.senses.hearing import HearingSensors
from runtime.worlds.senses.projectile import ProjectileSensors
from runtime.worlds.senses.proximity import ProximitySensors
from runtime.worlds.senses.sight import SightSensors
from runtime.worlds.senses.smell import SmellSensors
from runtime.worlds.senses.touch import TouchSensors
from runtime.worlds.senses.visor import VisorSensors
from runtime.worlds.senses.waypoint import WaypointSensors
from runtime.worlds.senses.zone import ZoneSensors
from runtime.worlds.senses.sensor_group import SensorGroup

SENSOR_GROUPS: Mapping[str, type[SensorGroup]] = {
    group.kind: group
    for group in (
        SightSensors,
        GradedVisionSensors,
        VisorSensors,
        HearingSensors,
        SmellSensors,
        TouchSensors,
        ProximitySensors,
        AwarenessSensors,
        ProjectileSensors,
        HealthSensors,
        ZoneSensors,
        DistanceSensors,
        FactSensors,
        WaypointSensors,
    )
}
"""What runs the sensors of each kind, by id."""
