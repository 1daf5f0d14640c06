"""Edit worlds in the preview: open worlds and their files, tools of the map, commands, inspector rows."""
