"""The graph that is shown, the camera, the line edit; what commands and gestures may ask of a canvas."""
