"""Gather the kinds of sensors. Each is declared in the module of its sense, in `runtime/worlds/sensing/`."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from runtime.worlds.sensing import (
    awareness,
    distance,
    fact,
    graded_vision,
    health,
    hearing,
    projectile,
    proximity,
    sight,
    smell,
    touch,
    visor,
    waypoint,
    zone,
)
from runtime.worlds.sensing.sensor_group import SensorGroup
from runtime.worlds.sensing.sensor_kind import SensorEvent as SensorEvent
from runtime.worlds.sensing.sensor_kind import SensorKind as SensorKind
from runtime.worlds.sensing.sensor_kind import SensorOutput as SensorOutput

_MODULES: tuple[ModuleType, ...] = (
    sight,
    graded_vision,
    visor,
    hearing,
    smell,
    touch,
    proximity,
    awareness,
    projectile,
    health,
    zone,
    distance,
    fact,
    waypoint,
)

SENSOR_KINDS: Mapping[str, SensorKind] = {module.KIND.id: module.KIND for module in _MODULES}
"""All kinds of sensors by id, in the order in which they are offered."""

SENSOR_MODULES: Mapping[str, ModuleType] = {module.KIND.id: module for module in _MODULES}
"""The module of each sense by the id of its kind; its docstring is the contract."""

SENSOR_GROUPS: Mapping[str, type[SensorGroup]] = {
    group.kind: group
    for group in (
        sight.SightSensors,
        graded_vision.GradedVisionSensors,
        visor.VisorSensors,
        hearing.HearingSensors,
        smell.SmellSensors,
        touch.TouchSensors,
        proximity.ProximitySensors,
        awareness.AwarenessSensors,
        projectile.ProjectileSensors,
        health.HealthSensors,
        zone.ZoneSensors,
        distance.DistanceSensors,
        fact.FactSensors,
        waypoint.WaypointSensors,
    )
}
"""What runs the sensors of each kind, by id."""
