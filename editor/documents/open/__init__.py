"""Edit sessions of minds and worlds, shelves of them, project, trust."""
