"""Tell which numbers the sets of a fuzzy axis mean, and in which order they lie (rules 10.5, 10.6)."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.curves.curve_tables import Table, curve_problems, curve_table, is_too_large, table_value
from graphs.model.curves import Curve
from graphs.model.document import Document
from graphs.model.fuzzy_sheets import FEWEST_SAMPLES, MOST_SAMPLES, FuzzyAxis, FuzzyOutput, set_name


def representative(axis: FuzzyAxis, curve: Curve) -> float:
    """Return the middle of where a set is highest, on its axis: what the average of maxima counts with."""
    places, values = curve_table(curve)
    inside = [(min(max(x, axis.low), axis.high), y) for x, y in zip(places, values, strict=True)]
    inside += [(x, table_value((places, values), x)) for x in (float(axis.low), float(axis.high))]
    highest = max(y for _, y in inside)
    at = [x for x, y in inside if y == highest]
    return (min(at) + max(at)) / 2.0


def is_sound_axis(axis: FuzzyAxis) -> bool:
    """Tell whether the ends of an axis, and the samples of an output, can be reckoned with."""
    samples = axis.samples if isinstance(axis, FuzzyOutput) else FEWEST_SAMPLES
    ends = not is_too_large(axis.low) and not is_too_large(axis.high) and axis.low < axis.high
    return ends and FEWEST_SAMPLES <= samples <= MOST_SAMPLES


def ordered_sets(axis: FuzzyAxis) -> list[str]:
    """Return the sets of an axis from low to high, of equals by their names; none of a damaged axis."""
    if not is_sound_axis(axis):
        return []
    known = {
        name: representative(axis, curve) for name, curve in axis.sets.items() if not curve_problems(curve)
    }
    return sorted(known, key=lambda name: (known[name], name))


def sample_places(output: FuzzyOutput) -> list[float]:
    """Return the places of the axis that a centroid looks at: equal steps, the last at the high end."""
    step = (output.high - output.low) / output.samples
    return [output.low + step * number for number in range(1, output.samples + 1)]


def clipped_tables(output: FuzzyOutput, curve: Curve) -> tuple[Table, Table]:
    """Return two tables of a set by its degree: the sum over all samples of what is left of the set below
    the degree, each times its place, and the sum without. A centroid divides one by the other.
    """
    table = curve_table(curve)
    heights = [(place, table_value(table, place)) for place in sample_places(output)]
    degrees = tuple(sorted({0.0, 1.0, *(min(max(y, 0.0), 1.0) for _, y in heights)}))
    moments = tuple(sum(place * min(degree, y) for place, y in heights) for degree in degrees)
    areas = tuple(sum(min(degree, y) for _, y in heights) for degree in degrees)
    return (degrees, moments), (degrees, areas)


MOMENT, AREA = "~moment", "~area"
"""Behind the name of an output's set: its tables for the centroid."""


def document_tables(document: Document) -> dict[str, Table]:
    """Return the tables of all undamaged curves of a document by name, those of sets by `set_name`."""
    return dict(_tables(document))


def _tables(document: Document) -> Iterator[tuple[str, Table]]:
    for name, curve in document.curves.items():
        if not curve_problems(curve):
            yield name, curve_table(curve)
    for sheet in document.sheets.values():
        axes: list[tuple[str, FuzzyAxis]] = [*sheet.inputs.items(), *sheet.outputs.items()]
        for axis_name, axis in axes:
            for name, curve in axis.sets.items():
                if curve_problems(curve):
                    continue
                full = set_name(axis_name, name)
                yield full, curve_table(curve)
                if isinstance(axis, FuzzyOutput) and axis.number == "centroid" and is_sound_axis(axis):
                    moments, areas = clipped_tables(axis, curve)
                    yield f"{full}{MOMENT}", moments
                    yield f"{full}{AREA}", areas
