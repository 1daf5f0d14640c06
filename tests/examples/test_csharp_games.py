"""The small games in C#: in mono, and in a stand-in for Unity, short, and with the guard's mind inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.basics.resource_files import resource_path
from tests.executors.csharp_runs import MINDLOOM, run_csharp

EXAMPLES = resource_path() / "examples"
GAME = EXAMPLES / "night_guard_csharp"
MIND = EXAMPLES / "night_guard"

UNITY = """
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;

namespace UnityEngine {
    public struct Vector3 {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static float Distance(Vector3 p, Vector3 q) {
            return (float)Math.Sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)
                + (p.z - q.z) * (p.z - q.z));
        }
        public static Vector3 MoveTowards(Vector3 from, Vector3 to, float step) {
            float left = Distance(from, to), part = left <= step ? 1 : step / left;
            return new Vector3(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part,
                from.z + (to.z - from.z) * part);
        }
    }
    public class Transform {
        public Vector3 position;
        public void Rotate(float x, float y, float z) { }
    }
    public class TextAsset { public string text; }
    public class MonoBehaviour { public readonly Transform transform = new Transform(); }
    public static class Time { public static float deltaTime; }
    public static class Debug {
        public static void Log(object message) { Console.WriteLine(message); }
        public static void LogWarning(object message) { Console.WriteLine("warning: " + message); }
    }
}

public static class Engine {
    static UnityEngine.Transform At(float x, float z) {
        return new UnityEngine.Transform { position = new UnityEngine.Vector3(x, 0, z) };
    }
    static void Call(NightGuard guard, string method) {
        typeof(NightGuard).GetMethod(method, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(guard,
            null);
    }
    static void Main(string[] folder) {
        Func<string, UnityEngine.TextAsset> load = name => new UnityEngine.TextAsset {
            text = File.ReadAllText(Path.Combine(folder[0], "night_guard." + name + ".json")),
        };
        var guard = new NightGuard {
            program = load("runtime"), names = load("names"), thief = At(40, 40), posts = new[] { At(3, 3),
                At(8, 3) },
        };
        guard.transform.position = new UnityEngine.Vector3(3, 0, 3);
        UnityEngine.Time.deltaTime = 0.03f;
        Call(guard, "Start");
        for (int frame = 0; frame < 60; frame++) Call(guard, "Update");
        Console.WriteLine("guard walked " + (guard.transform.position.x > 3.1f));
        guard.thief.position = new UnityEngine.Vector3(guard.transform.position.x + 1, 0, 3);
        for (int frame = 0; frame < 20; frame++) Call(guard, "Update");
    }
}
"""


def test_the_guard_in_mono_sees_a_thief_and_loses_him():
    told = run_csharp([MINDLOOM, GAME / "Program.cs"], ["12", str(MIND)]).splitlines()
    words = [line.split(" s ")[-1].strip() for line in told]
    assert words[:4] == ["Patrol", "“Stop there!”", "Chase", "Search"]
    assert words[-1] == "Patrol"


def test_the_guard_in_unity_walks_and_calls_out(tmp_path):
    (tmp_path / "Unity.cs").write_text(UNITY, "utf-8")
    told = run_csharp([MINDLOOM, GAME / "NightGuard.cs", tmp_path / "Unity.cs"], [str(MIND)]).splitlines()
    assert told == ["guard walked True", "Stop there!"]


@pytest.mark.parametrize("name", ["Program.cs", "NightGuard.cs"])
def test_a_game_is_short(name):
    lines = Path(GAME / name).read_text("utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 120
