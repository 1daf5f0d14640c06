"""The pictures of the gallery show everything there is."""

from __future__ import annotations

from editor.documents.sample_files import sample_paths
from editor.gallery import SHOTS


def test_every_sample_is_in_a_picture_and_no_two_pictures_share_a_name() -> None:
    assert {path.name for path in sample_paths()} <= {shot.sample for shot in SHOTS}
    names = [shot.name for shot in SHOTS]
    assert len(set(names)) == len(names)
