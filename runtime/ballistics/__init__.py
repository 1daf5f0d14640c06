"""Compute where thrown things go: pure functions of plain numbers, for worlds and for games alike.

Positions are (x, y) in units, heights in units above the ground, which is 0. Gravity is a positive number in
units/s² that pulls down; 0 is flight without gravity. Nothing here remembers, draws or looks at a world.
"""
