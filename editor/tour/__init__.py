"""A tour through the window: a patrol is built in eight steps, each shown where it is done and checked."""
