"""Decision trees: questions that lead to one leaf, and the runner that keeps the chosen leaf running."""
