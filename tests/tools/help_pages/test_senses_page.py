"""The help page of the senses is what the records and contracts say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from tools.help_pages.senses_page import senses_markdown

HELP = Path(__file__).parents[3] / "resources" / "help"


def test_the_stored_page_is_current():
    stored = (HELP / "senses.md").read_text(encoding="utf-8")
    assert stored == senses_markdown(), "run python -m tools.help_pages.senses_page"


@pytest.mark.parametrize("kind", SENSOR_KINDS.values(), ids=lambda kind: kind.id)
def test_every_sensor_is_described_whole(kind):
    section = senses_markdown().split(f"## {kind.title}\n")[1].split("\n## ")[0]
    names = [each.name for each in (*kind.parameters, *kind.outputs, *kind.events)]
    assert [name for name in names if f"`{name}`" not in section] == []
    assert kind.summary in section
    assert all(each.help for each in (*kind.parameters, *kind.outputs, *kind.events))


def test_every_emitter_is_described_and_every_link_leads_somewhere():
    text = senses_markdown()
    assert [kind.id for kind in EMITTER_KINDS.values() if f"`{kind.id}` · {kind.summary}" not in text] == []
    targets = re.findall(r"\]\(([\w./-]+\.md)\)", text)
    assert len(targets) > 10
    assert [target for target in targets if not (HELP / target).is_file()] == []
