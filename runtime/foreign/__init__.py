"""Programs of others that run: BehaviorTree.CPP by Groot2's protocol, XState by its inspector's events."""
