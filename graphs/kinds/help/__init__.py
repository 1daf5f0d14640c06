"""The help page of every kind, made from its declaration."""
