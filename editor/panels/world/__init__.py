"""The inspector's rows for worlds."""
