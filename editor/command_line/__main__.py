"""Run `mindloom` as `python -m editor.command_line`."""

import sys

from editor.command_line import main

if __name__ == "__main__":
    sys.exit(main())
