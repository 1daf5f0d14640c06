"""Gather the kinds of sensors. Each is declared in the module of its sense, in `runtime/worlds/sensing/`."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.worlds.sensing import (
    awareness,
    distance,
    graded_vision,
    health,
    hearing,
    projectile,
    sight,
    smell,
    touch,
    waypoint,
    zone,
)
from runtime.worlds.sensing.sensor_group import SensorGroup
from runtime.worlds.sensing.sensor_kind import SensorEvent as SensorEvent
from runtime.worlds.sensing.sensor_kind import SensorKind as SensorKind
from runtime.worlds.sensing.sensor_kind import SensorOutput as SensorOutput

SENSOR_KINDS: Mapping[str, SensorKind] = {
    kind.id: kind
    for kind in (
        sight.KIND,
        graded_vision.KIND,
        hearing.KIND,
        smell.KIND,
        touch.KIND,
        awareness.KIND,
        projectile.KIND,
        health.KIND,
        zone.KIND,
        distance.KIND,
        waypoint.KIND,
    )
}
"""All kinds of sensors by id, in the order in which they are offered."""

SENSOR_GROUPS: Mapping[str, type[SensorGroup]] = {
    group.kind: group
    for group in (
        sight.SightSensors,
        graded_vision.GradedVisionSensors,
        hearing.HearingSensors,
        smell.SmellSensors,
        touch.TouchSensors,
        awareness.AwarenessSensors,
        projectile.ProjectileSensors,
        health.HealthSensors,
        zone.ZoneSensors,
        distance.DistanceSensors,
        waypoint.WaypointSensors,
    )
}
"""What runs the sensors of each kind, by id."""
