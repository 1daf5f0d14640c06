"""Show and edit what is selected: fields made from the records of the kinds, one undo step an edit."""
