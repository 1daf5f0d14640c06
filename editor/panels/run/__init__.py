"""Values, why, log, agents, breakpoints, plots, senses, tests."""
