"""What a graph is made of: parents, order, references, places of expressions, what may be connected."""
