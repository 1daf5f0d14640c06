"""Decision trees: questions, answers, the walk."""
