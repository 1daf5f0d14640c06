"""The editor of the keys: every command with its keys, what clashes, and a field that takes a key."""
