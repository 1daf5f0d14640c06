"""Breakpoints as the user sees them: what stands in their list, and where a stop is shown."""
