"""Everything a user can do as commands with ids, shared by menus, keys, tool bar, palette and tests."""
