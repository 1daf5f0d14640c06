"""The help window: its contents, its search, its pages."""
