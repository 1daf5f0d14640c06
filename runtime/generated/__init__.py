"""A faster back end: behavior trees as generated Python source, equal to the interpreter byte by byte."""
