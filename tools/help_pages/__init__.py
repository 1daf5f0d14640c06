"""Write the help pages that are made from records, and take the pictures of the others."""
