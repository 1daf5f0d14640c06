"""What files of cases are called, apart from their model, which takes its time to build."""

from __future__ import annotations

CASE_SUFFIX = ".case.json"
"""What files of cases end in."""

CASE_FORMAT_NAME = "mindloom-case"
