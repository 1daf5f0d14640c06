"""The document: node kinds, edits, rules, validation and files."""
