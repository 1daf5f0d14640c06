"""Find what is wrong in a document, and say where, why and what to do."""
