"""Gather the kinds of sensors. Each is declared in the module of its sense, in `runtime/worlds/sensing/`."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.worlds.sensing import distance, sight, waypoint
from runtime.worlds.sensing.sensor_group import SensorGroup
from runtime.worlds.sensing.sensor_kind import SensorEvent as SensorEvent
from runtime.worlds.sensing.sensor_kind import SensorKind as SensorKind
from runtime.worlds.sensing.sensor_kind import SensorOutput as SensorOutput

SENSOR_KINDS: Mapping[str, SensorKind] = {
    kind.id: kind for kind in (sight.KIND, distance.KIND, waypoint.KIND)
}
"""All kinds of sensors by id."""

SENSOR_GROUPS: Mapping[str, type[SensorGroup]] = {
    group.kind: group
    for group in (sight.SightSensors, distance.DistanceSensors, waypoint.WaypointSensors)
}
"""What runs the sensors of each kind, by id."""
