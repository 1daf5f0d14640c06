"""Executing documents: programs, brains, agents, steering, senses and worlds."""

from runtime.basics.former_paths import keep_former_paths

keep_former_paths()
