"""Say of a mind that it is that of an earlier tick: a link has no time to run all that do much."""

from __future__ import annotations

from editor.running.run_agents import RunAgents


def not_run_words(run: RunAgents, agent: str | None) -> str:
    """Return from when what is known of an agent is, and until when, "" where it is of the tick shown."""
    tick = run.session.not_run.get(agent or "") if run.session is not None else None
    if tick is None:
        return ""
    return f"As of tick {tick:,}: there was no time to run this mind. It runs again from its next save on."
