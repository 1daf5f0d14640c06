"""Trees of BehaviorTree.CPP and Groot: XML of version 4 in and out, version 3 too, and projects of Groot2."""
