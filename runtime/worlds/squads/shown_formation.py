"""Show how the squad of an agent stands: the places around its leader, and who has which."""

from __future__ import annotations

from runtime.records.world_records import FormationPlace, ShownFormation
from runtime.worlds.squads.formations import in_world
from runtime.worlds.squads.squads_part import SquadsPart


def shown_formation(part: SquadsPart, agent: str) -> ShownFormation | None:
    """Return the formation of an agent's squad as it stands now, None for who is in no squad."""
    squad = part.squads.of(agent)
    if squad is None or squad.leader is None:
        return None
    at, heading = part.pose_of(squad.leader)
    places = []
    for index, place in enumerate(squad.places):
        holder = squad.followers[index] if index < len(squad.followers) else ""
        holder_at = part.pose_of(holder)[0] if holder else None
        places.append(FormationPlace(in_world(place, at, heading), holder, holder_at))
    return ShownFormation(squad.squad_id, squad.leader, squad.formation.shape, tuple(places))
