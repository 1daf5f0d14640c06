"""Merge two documents that come from one, by id and field; the result always loads."""

from graphs.merging.conflict import Conflict, MergeResult
from graphs.merging.document_merge import merge_documents

__all__ = ["Conflict", "MergeResult", "merge_documents"]
