"""The kinds of nodes of trees, machines and decision trees, one module a family."""
