"""Agents of a run beside each other: finding them, pinning them, comparing them."""
