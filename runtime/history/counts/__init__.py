"""Count what happened in runs by element: visits, times taken, seconds active."""
