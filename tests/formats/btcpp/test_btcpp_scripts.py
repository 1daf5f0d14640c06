"""Scripts say in the expression language what they say in the library, or are refused in words."""

from __future__ import annotations

import pytest

from graphs.formats.btcpp.script_syntax import ScriptError, parse_script
from graphs.formats.btcpp.script_translation import EPSILON, ScriptScope, Unsayable, said_lines, said_test
from graphs.formats.btcpp.script_writing import KeyScope, lines_script, script_of

NAMES = {name: name for name in ("n", "x", "ok", "s")}
SCOPE = ScriptScope(NAMES | {"@k": "k"}, {"n": "int", "x": "float", "ok": "bool", "s": "string", "@k": "int"})
KEYS = KeyScope(NAMES | {"k": "@k"})

TESTS = [
    ("n > 1 && ok || !ok", "n > 1 and ok or not ok"),
    ("n", "n != 0"),
    ("!(n == 1)", "not n == 1"),
    ("n + 2 * 3 - (4 - 1) >= 0x10", "n + 2 * 3 - (4 - 1) >= 16"),
    ("ok == true", "ok == true"),
    ("ok == 1", "(1 if ok else 0) == 1"),
    ("ok + 1 > 1", "(1 if ok else 0) + 1 > 1"),
    ("x == 0.1", f"abs(x - 0.1) <= {EPSILON}"),
    ("x != n", f"abs(x - n) > {EPSILON}"),
    ("0 < n < 3", "0 < n and n < 3"),
    ("s == 'red'", 's == "red"'),
    ("s ? ok : false", 'ok if s != "" else false'),
    ("-n < 1e3", "-n < 1000.0"),
    ("@k == 2", "k == 2"),
    ("(ok ? n : x) > 1", "(n if ok else x) > 1"),
]


@pytest.mark.parametrize(("script", "said"), TESTS)
def test_a_test_is_said_with_its_conversions_written_out(script: str, said: str) -> None:
    assert said_test(script, SCOPE) == said


@pytest.mark.parametrize(("script", "said"), [each for each in TESTS if "0x" not in each[0]])
def test_a_test_that_is_written_as_a_script_says_the_same_again(script: str, said: str) -> None:
    assert said_test(script_of(said, KEYS), SCOPE).replace("(", "").replace(")", "") == said.replace(
        "(", ""
    ).replace(")", "")


def test_lines_are_assignments() -> None:
    lines = said_lines("n := 1; n += 2 ;; x = n / 2; ok := n > 1; s := 'a\\b'; 5", SCOPE)
    assert lines == ("n = 1", "n = n + 2", "x = n / 2", "ok = n > 1", 's = "a\\\\b"')
    assert said_lines(lines_script(lines, KEYS), SCOPE) == lines


@pytest.mark.parametrize(
    "script",
    [
        *("s + 'b' == 'c'", "s .. 'b' == 'c'", "n & 1", "~n > 0", "s < 'b'", "s == 1", "unknown > 1", "s"),
        *("n > 1; ok", "(n := 1) > 0", "", "n >", "'open", "3foo", "n ? 1", "(n", "$", "s && ok", "-s < 1"),
    ],
)
def test_what_expressions_do_not_have_is_refused_in_words(script: str) -> None:
    with pytest.raises(Unsayable) as error:
        said_test(script, SCOPE)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize("script", ["n := 1.5", "n := x", "s := 1", "n := 's'", "1 := 2", "color := RED"])
def test_a_value_of_another_type_than_the_entry_is_refused(script: str) -> None:
    with pytest.raises(Unsayable):
        said_lines(script, SCOPE)


@pytest.mark.parametrize(
    "script", ["(" * 500 + "n", "-" * 500 + "n", "n " * 3000, "!" * 90 + "n", "n" + " + n" * 980]
)
def test_a_script_that_is_too_long_or_too_deep_is_no_script(script: str) -> None:
    with pytest.raises(ScriptError):
        parse_script(script)


@pytest.mark.parametrize("said", ['s == "it\'s"', "time > 1", "distance(s, s) > 1", "n % 2 == 0", "s ="])
def test_what_scripts_do_not_have_is_refused_in_words(said: str) -> None:
    with pytest.raises(Unsayable):
        script_of(said, KEYS)
