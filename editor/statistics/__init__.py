"""What a run comes to in numbers: the counts, the table, the heat on the canvas."""
