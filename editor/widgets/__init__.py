"""Controls that know no document: rows, lists, banner, toast, questions."""
