"""All metrics of the supermarket, by family. Formulas: docs/metrics.md."""

from typing import Final

from projections import (
    model_use,
    retail_attention,
    retail_decisions,
    retail_evidence,
    retail_followup,
    retail_table,
)
from projections.family import Family

RETAIL_FAMILIES: Final = (
    Family("Main table", retail_table.METRICS, retail_table.measure),
    Family("Use of a model", model_use.METRICS, model_use.measure),
    Family("Attention", retail_attention.METRICS, retail_attention.measure),
    Family("Evidence", retail_evidence.METRICS, retail_evidence.measure),
    Family("Decisions", retail_decisions.METRICS, retail_decisions.measure),
    Family("Follow-up", retail_followup.METRICS, retail_followup.measure),
)
