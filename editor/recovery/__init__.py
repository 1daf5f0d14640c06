"""Keep unsaved changes in the user's state folder, and offer them again after the program was killed."""
