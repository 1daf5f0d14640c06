"""Find the ways of lines and the places of labels. Nothing here knows Qt or documents."""
