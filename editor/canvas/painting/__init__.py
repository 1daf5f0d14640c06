"""Paint nodes, states, labels and edges from plain pictures, apart from items and documents."""
