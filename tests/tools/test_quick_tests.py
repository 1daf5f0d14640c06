"""The quick run takes the tests nearest to a change that fit, then a sample of the rest."""

from __future__ import annotations

import subprocess
from random import Random

from tools.quick_tests import (
    CHANGED_SECONDS,
    NEAR_SECONDS,
    REST_SECONDS,
    ROOT,
    changed_files,
    chosen,
    distances_from,
    import_graph,
    quick_tests,
)

FILES = {
    "graphs/a.py": "",
    "graphs/b.py": "from graphs.a import x\n",
    "graphs/c.py": "from graphs import (\n    b,\n)\n",
    "tests/test_a.py": "import graphs.a\n",
    "tests/test_c.py": "def test():\n    from graphs.c import y\n",
    "tests/test_else.py": "",
}


def written(folder):
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


def test_distance_counts_the_imports_between_a_test_and_a_change(tmp_path):
    graph = import_graph(written(tmp_path), FILES)
    assert distances_from({"graphs/a.py"}, graph) == {
        "graphs/a.py": 0,
        "graphs/b.py": 1,
        "tests/test_a.py": 1,
        "graphs/c.py": 2,
        "tests/test_c.py": 3,
    }


def test_the_nearest_come_first_as_far_as_they_fit_and_then_others_by_lot():
    distances = {
        "tests/test_own.py": 0,
        "tests/test_far.py": 3,
        "tests/test_near.py": 1,
        "tests/test_slow.py": 1,
    }
    seconds = {
        "tests/test_own.py": 999.0,
        "tests/test_slow.py": NEAR_SECONDS + 1,
        "tests/test_big.py": REST_SECONDS + 1,
    }
    tests = [*distances, "tests/test_other.py", "tests/test_big.py"]
    taken = chosen(tests, distances, seconds, Random(1))
    assert taken[:3] == ["tests/test_own.py", "tests/test_near.py", "tests/test_far.py"]
    assert taken[3:] == ["tests/test_other.py"]


def test_of_many_changed_tests_the_quickest_are_taken_until_the_time_is_used_up():
    seconds = {f"tests/test_{place}.py": CHANGED_SECONDS / 2 + place for place in range(5)}
    taken = chosen(seconds, dict.fromkeys(seconds, 0), seconds, Random(1))
    assert taken[:2] == ["tests/test_0.py", "tests/test_1.py"]
    assert all(seconds[name] <= REST_SECONDS for name in taken[2:])


def test_what_is_not_committed_counts_and_without_it_the_last_commit(tmp_path):
    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    written(tmp_path)
    git("init")
    git("add", "-A")
    git("commit", "-m", "all")
    assert changed_files(tmp_path) == set(FILES)
    (tmp_path / "graphs" / "a.py").write_text("x = 1\n")
    (tmp_path / "graphs" / "new.py").write_text("")
    assert changed_files(tmp_path) == {"graphs/a.py", "graphs/new.py"}


def test_here_it_finds_tests_that_exist():
    taken = quick_tests(seed=1)
    assert taken
    assert len(set(taken)) == len(taken)
    assert all((ROOT / name).is_file() for name in taken)
