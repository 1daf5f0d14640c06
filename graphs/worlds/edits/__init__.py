"""Pure edits of worlds, with refusal and remedy."""
