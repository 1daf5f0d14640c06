"""The map with its camera, tools, legend and panel."""
