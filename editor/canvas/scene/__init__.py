"""The graph that is shown, the camera, the line that edits in place."""
