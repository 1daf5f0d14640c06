"""Write trees as generated Python: the fast form for agents that are not watched."""
