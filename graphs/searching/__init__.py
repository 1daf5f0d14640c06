"""Finding text in documents: what can be found, what is asked, and the walk that finds it."""
