"""Keep what happened in a run, so that any tick can be looked at, made exact again and branched from."""
