"""Take pictures of the window at telling moments: `python -m tools.gallery FOLDER`.

A scene (`scene.Scene`) opens a sample, plays it up to a moment and does something. It is opened once and
pictured in every theme, by switching the theme of the window that is open, as a user would: what does not
follow the switch is a fault of the window and seen in the picture. The pictures are `<scene>-<theme>.png`.

A scene declares what it is a picture of in its field `shows`, a tuple of subjects:

- `panel:<id>`: a panel, by its id in the layout (`panel:problems`);
- `dialog:<class>`: a window of its own, by the name of its class (`dialog:KeyEditorWindow`);
- `graph:<kind>`: a kind of graph on the canvas, by its name in documents (`graph:state_machine`);
- `mode:<name>`: a mode of the window: `welcome`, `world_editing`, `past`;
- `menu:<title>`, `popup:<name>`, `banner:<name>`, `question:<name>`: what comes up for a moment;
- `empty`: said beside the others when they have nothing in them. Without it the scene is a full one.

So `shows=("panel:problems", "empty")` is the list of problems without a problem, or without a document.
Each panel, window, kind of graph and menu needs at least one full and one empty scene; a test asks the
program which there are, so that a new one without pictures fails.

The scenes are in the modules `<family>_scenes`, gathered in `scenes.all_scenes`; a new family is added there.
"""
