"""Hold the data the product ships: icons, themes, key map, help pages, samples and schemas.

The folder is a package without code, so that its files are found wherever Mindloom is installed::

    from importlib.resources import files

    text = files("resources").joinpath("samples", "enemy_tank.mind.json").read_text(encoding="utf-8")
"""
