"""Gather the forms of all rows, by op and by class."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.export.decision_row_forms import DECISION_FORMS
from runtime.export.machine_row_forms import MACHINE_FORMS
from runtime.export.row_forms import RowForm
from runtime.export.tree_row_forms import TREE_FORMS
from runtime.minds.program.rows import Row

_ALL = (*TREE_FORMS, *MACHINE_FORMS, *DECISION_FORMS)

ROW_FORMS: Mapping[str, RowForm] = {one.op: one for one in _ALL}
"""All forms by op."""

FORM_OF: Mapping[type[Row], RowForm] = {one.made: one for one in ROW_FORMS.values()}
"""All forms by the class of their rows."""
