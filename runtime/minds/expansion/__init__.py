"""Write goals, strategies and moods as the nodes, states and lines that they stand for, before compiling."""
