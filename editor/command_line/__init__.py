"""The command `mindloom`: open the editor, check, run and format files. Only the editor needs Qt."""

from editor.command_line.main import main

__all__ = ["main"]
