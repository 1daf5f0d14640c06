"""Say what differs between two documents in terms of what they mean: by id, not by line."""

from graphs.difference.difference import Difference, Part, What
from graphs.difference.difference_text import difference_json, difference_text
from graphs.difference.document_difference import document_difference

__all__ = ["Difference", "Part", "What", "difference_json", "difference_text", "document_difference"]
