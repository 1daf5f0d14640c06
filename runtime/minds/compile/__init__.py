"""From a document to a program."""
