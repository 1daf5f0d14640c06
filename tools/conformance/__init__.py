"""Make the cases that tell whether an executor of exported minds is right, by Mindloom's own engine.

`python -m tools.conformance` writes them all, `python -m tools.conformance.engine_runner` answers them as any
executor does. What a case is tells the help page on conformance.
"""
