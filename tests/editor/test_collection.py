"""Objects of Qt are destroyed in the window's thread, whichever threads collect; a piece of the soak."""

from __future__ import annotations

from tests.soak.collection import soak


def test_pictures_and_windows_are_destroyed_in_the_windows_thread_while_others_collect(qapp):
    watched = soak(pictures=24, windows=2)
    assert watched.made >= 26
    assert watched.collections
    assert watched.elsewhere == 0
    assert watched.destroyed == watched.made
