"""Gather what runs the sensors. Each kind has its module beside this one."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.worlds.senses import (
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
from runtime.worlds.senses.sensor_group import SensorGroup

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
