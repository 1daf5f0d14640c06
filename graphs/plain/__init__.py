"""The plain tree: a document nested as it is thought, by names, for people and other programs."""
