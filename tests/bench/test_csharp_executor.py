"""Measure the executor in C#: `pytest -s` prints the CPU that a tick of 200 agents takes in mono."""

from __future__ import annotations

import pytest

from tests.executors.csharp_runs import run_script
from tests.executors.test_javascript import program_of

MEASURED = """
    Mind mind = Mind.Parse(data);
    var minds = new Minds(1) { EntityField = (entity, field) =>
        field == "position" ? new Vector(3, 4) : field == "health" ? 50.0 : Value.Missing };
    foreach (Need each in mind.Program.Actions) minds.Actions.Add(each.Name, Ready.Steering);
    foreach (Need each in mind.Program.Conditions) minds.Conditions.Add(each.Name, (context, given) => false);
    for (int k = 0; k < 200; k++) minds.Add("agent " + k, mind);
    for (int k = 0; k < 300; k++) minds.Tick();
    var process = System.Diagnostics.Process.GetCurrentProcess();
    TimeSpan before = process.TotalProcessorTime;
    for (int k = 0; k < 500; k++) minds.Tick();
    process.Refresh();
    double spent = (process.TotalProcessorTime - before).TotalMilliseconds / 500;
    Console.WriteLine("[" + JsonText.OfNumber(spent) + "]");
"""


@pytest.mark.parametrize("sample", ["tank", "stealth_guard", "alarm_guard"])
def test_the_cpu_of_a_tick_of_200_agents(sample: str) -> None:
    (spent,) = run_script(MEASURED, program_of(sample))
    print(f"{sample}: {spent:.2f} ms of CPU for a tick of 200 agents")
    assert spent > 0
