"""Values of variables over the ticks of a run, drawn over each other."""
