"""Actions: what leaves and activities do, registered by id."""
