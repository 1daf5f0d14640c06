"""Run, callouts, finds, dimming: layers over the items."""
