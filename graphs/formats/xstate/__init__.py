"""XState 5: the configurations of its machines, read and written."""
