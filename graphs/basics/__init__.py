"""Ids, strict and canonical JSON, the frozen base of all documents, quick comparing of mappings and lists."""
