"""Behavior tests: what a mind must do, tick by tick, written in a file (DESIGN section 3)."""
