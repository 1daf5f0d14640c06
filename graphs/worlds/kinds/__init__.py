"""Sensors and sources of signals as declarations."""
