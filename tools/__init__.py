"""Make the pictures and the generated pages of the help: used by `dev.py`, not part of the wheel.

`gallery` takes pictures of the window and of all marks, `tutorial` follows the tutorial in a window, and
`help_pages` writes the generated pages and takes the pictures of the help. The tools may import everything;
nothing imports them. `compare_checkouts` says what two versions make of the samples differently.
"""
