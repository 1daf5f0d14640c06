"""Remember which overlays are drawn, and for whom: one frozen choice, and how it is kept between sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from editor.map.overlays.overlay_kind import OverlayKind, Section
from editor.map.picture.audience import Whom


@dataclass(frozen=True, slots=True)
class OverlayChoice:
    """Hold for whom each kind is drawn, where that differs from what the kind says, and hidden sections."""

    whom: Mapping[str, Whom] = field(default_factory=dict)
    hidden: frozenset[Section] = frozenset()

    def whom_of(self, kind: OverlayKind) -> Whom:
        """Return for whom a kind is chosen, whether or not its section is hidden."""
        return self.whom.get(kind.id, kind.whom)

    def shown_for(self, kind: OverlayKind) -> Whom:
        """Return for whom a kind is drawn now."""
        return Whom.NONE if kind.section in self.hidden else self.whom_of(kind)

    def shows(self, kind: OverlayKind, *, picked: bool = True) -> bool:
        """Tell whether a kind is drawn for the picked agent, or for another."""
        whom = self.shown_for(kind)
        return whom is Whom.ALL or (picked and whom is Whom.PICKED)

    def with_kind(self, kind: OverlayKind, whom: Whom) -> OverlayChoice:
        """Return the choice with a kind drawn for others; its section is shown when it is drawn at all.

        Raises ValueError for a choice the kind does not have.
        """
        if whom not in kind.choices:
            raise ValueError(f"{kind.title} cannot be drawn for {whom!r}; expected one of {kind.choices}.")
        kept = {name: chosen for name, chosen in self.whom.items() if name != kind.id}
        if whom is not kind.whom:
            kept[kind.id] = whom
        hidden = self.hidden - {kind.section} if whom is not Whom.NONE else self.hidden
        return replace(self, whom=kept, hidden=hidden)

    def with_section(self, section: Section, shown: bool) -> OverlayChoice:
        """Return the choice with a whole section shown or hidden; what is chosen in it stays."""
        hidden = self.hidden - {section} if shown else self.hidden | {section}
        return replace(self, hidden=hidden)

    def to_state(self) -> dict[str, list[str]]:
        """Return the choice as lists of texts, to be kept."""
        return {
            "whom": [f"{name}={whom}" for name, whom in sorted(self.whom.items())],
            "hidden": sorted(self.hidden),
        }

    @classmethod
    def from_state(cls, state: Mapping[str, list[object]], kinds: Iterable[OverlayKind]) -> OverlayChoice:
        """Return what `to_state` gave; what is unknown or damaged is passed over."""
        by_id = {kind.id: kind for kind in kinds}
        choice = cls()
        for entry in state.get("whom", []):
            name, _, whom = str(entry).partition("=")
            kind = by_id.get(name)
            if kind is not None and whom in set(kind.choices):
                choice = choice.with_kind(kind, Whom(whom))
        sections = {str(section) for section in Section}
        hidden = [str(entry) for entry in state.get("hidden", []) if str(entry) in sections]
        return replace(choice, hidden=frozenset(Section(entry) for entry in hidden))
