"""The pictures of the gallery show everything there is."""

from __future__ import annotations

from editor.documents.sample_files import sample_paths
from editor.gallery.scenes import all_scenes


def test_every_sample_is_in_a_picture_and_no_two_pictures_share_a_name() -> None:
    assert {path.name for path in sample_paths()} <= {scene.sample for scene in all_scenes()}
    names = [scene.name for scene in all_scenes()]
    assert len(set(names)) == len(names)
