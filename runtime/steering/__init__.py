"""Steering behaviors: pure functions from bodies and targets to accelerations."""
