"""Find what is wrong in a document, and say where, why and what to do."""

from graphs.validation.check import check_document
from graphs.validation.fixes import apply_fix
from graphs.validation.places import json_path, place_text
from graphs.validation.problem import Fix, Place, Problem, Severity

__all__ = ["Fix", "Place", "Problem", "Severity", "apply_fix", "check_document", "json_path", "place_text"]
