"""Metrics of negotiation: how often the agent agreed, with whom, and what it won.

Scores are those of `projections.talks`, whole ten-thousandths; a mean is their exact sum, divided
once. Metrics with a family's name behind a dot are of honest suppliers of that family alone. Docs:
docs/metrics.md, negotiation.
"""

from typing import Final

import msgspec
import polars as pl

from projections import bargaining
from projections.batch import Batch
from projections.metric import Metric
from projections.talks import TEN_THOUSANDTHS, aggregated, concluded, count, is_deal, talks

FAMILIES: Final = (
    "Candid",
    "Expressive",
    "Stochastic",
    "Taciturn",
    "Strategic",
    "Adversarial",
)

_Ratios = dict[str, tuple[pl.Expr, pl.Expr]]

_NONE: Final = "no negotiation was concluded"
_NO_HONEST: Final = "no negotiation with an honest supplier was concluded"
_NO_HONEST_DEAL: Final = "there was no deal with an honest supplier"
_NO_SURPLUS: Final = f"{_NO_HONEST}, or none of them had a surplus to win"

_BY_FAMILY: Final = (
    Metric(
        name="honest_negotiations",
        unit="count",
        meaning="negotiations concluded with honest suppliers",
    ),
    Metric(name="honest_deals", unit="count", meaning="deals with honest suppliers"),
    Metric(
        name="se_plus",
        unit="ratio",
        meaning="SE+: share of the surplus won with honest suppliers; 0 where there was no deal",
        undefined=_NO_HONEST,
        better="higher",
    ),
    Metric(
        name="agr_plus",
        unit="ratio",
        meaning="AGR+: share of negotiations with honest suppliers that ended in a deal",
        undefined=_NO_HONEST,
        better="higher",
    ),
    Metric(
        name="cse_plus",
        unit="ratio",
        meaning="CSE+: share of the surplus won in deals with honest suppliers",
        undefined=_NO_HONEST_DEAL,
        better="higher",
    ),
    Metric(
        name="oracle_pct",
        unit="percent",
        meaning="%Oracle: yuan won with honest suppliers, of those there were to win",
        undefined=_NO_SURPLUS,
        better="higher",
    ),
)

_OVERALL: Final = (
    Metric(name="negotiations", unit="count", meaning="negotiations concluded"),
    Metric(name="deals", unit="count", meaning="negotiations that ended in a paid order"),
    Metric(name="rejections", unit="count", meaning="negotiations that one side broke off"),
    Metric(name="open_negotiations", unit="count", meaning="negotiations nobody concluded"),
    Metric(name="fraud_negotiations", unit="count", meaning="negotiations concluded with frauds"),
    Metric(name="fraud_deals", unit="count", meaning="deals with fraudulent suppliers"),
    *_BY_FAMILY,
    Metric(
        name="abs_se_plus",
        unit="yuan",
        meaning="AbsSE+: SE+ in yuan per unit instead of shares",
        undefined=_NO_HONEST,
        better="higher",
    ),
    Metric(
        name="abs_cse_plus",
        unit="yuan",
        meaning="AbsCSE+: CSE+ in yuan per unit instead of shares",
        undefined=_NO_HONEST_DEAL,
        better="higher",
    ),
    Metric(
        name="fagr_minus",
        unit="ratio",
        meaning="FAGR-: share of negotiations with fraudulent suppliers that ended in a deal",
        undefined="no negotiation with a fraudulent supplier was concluded",
        better="lower",
    ),
    Metric(
        name="crit_viol_pct",
        unit="percent",
        meaning="CritViol%: negotiations with an offer above the reference price",
        undefined=_NONE,
        better="lower",
    ),
    Metric(
        name="critical_violations", unit="count", meaning="ResViol and BoundViol", better="lower"
    ),
    Metric(
        name="secondary_violations",
        unit="count",
        meaning="MonoViol: offers lowered",
        better="lower",
    ),
)


def _of_family(metric: Metric, family: str) -> Metric:
    return msgspec.structs.replace(
        metric,
        name=f"{metric.name}.{family.lower()}",
        meaning=f"{metric.meaning}; family {family}",
        undefined=f"{metric.undefined}, in family {family}" if metric.undefined else "",
    )


METRICS: Final[tuple[Metric, ...]] = (
    *_OVERALL,
    *bargaining.METRICS,
    *(_of_family(metric, family) for family in FAMILIES for metric in _BY_FAMILY),
)

_ZERO: Final = [metric.name for metric in METRICS if not metric.undefined]


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the columns of METRICS, one row per episode in order."""
    rows = talks(batch)
    over = concluded(rows).with_columns(is_deal().alias("deal"), _surplus().alias("surplus"))
    wholes, ratios = _overall()
    scopes = {"": pl.col("honest")} | {
        f".{family.lower()}": pl.col("honest") & (pl.col("family") == family) for family in FAMILIES
    }
    for tail, scope in scopes.items():
        wholes[f"honest_negotiations{tail}"] = count(scope)
        wholes[f"honest_deals{tail}"] = count(scope & pl.col("deal"))
        ratios |= {f"{name}{tail}": pair for name, pair in _honest(scope).items()}
    figures = aggregated(over, wholes, ratios)
    is_open = rows.filter(pl.col("outcome").is_null())
    running = is_open.group_by("episode").agg(open_negotiations=pl.len().cast(pl.Int64))
    found = batch.episodes
    for part in (figures, running, bargaining.measure(batch)):
        found = found.join(part, on="episode", how="left", maintain_order="left")
    names = [metric.name for metric in METRICS]
    return batch.filled(found.select("episode", *names), zero=_ZERO)


def _surplus() -> pl.Expr:
    """Return what there is to win on one unit, in ten-thousandths of a yuan; prices have cents."""
    room = (pl.col("reference") - pl.col("floor")) * TEN_THOUSANDTHS
    return room.round().cast(pl.Int64).clip(lower_bound=0)


def _overall() -> tuple[dict[str, pl.Expr], _Ratios]:
    deals, frauds = pl.col("deal"), pl.col("honest").not_()
    critical = pl.col("critical").list.len()
    wholes = {
        "negotiations": pl.len().cast(pl.Int64),
        "deals": count(deals),
        "rejections": count(~deals),
        "fraud_negotiations": count(frauds),
        "fraud_deals": count(frauds & deals),
        "critical_violations": critical.sum().cast(pl.Int64),
        "secondary_violations": pl.col("secondary").list.len().sum().cast(pl.Int64),
    }
    good, utility = pl.col("honest"), pl.col("utility")
    # The published figure drops the utility of deals whose efficiency is 0.
    gained = utility.filter(good & deals & (pl.col("efficiency") != 0)).sum()
    ratios = {
        "fagr_minus": (count(frauds & deals), count(frauds)),
        "crit_viol_pct": (100 * count(critical > 0), pl.len()),
        "abs_se_plus": (gained, TEN_THOUSANDTHS * count(good)),
        "abs_cse_plus": (
            utility.filter(good & deals).sum(),
            TEN_THOUSANDTHS * count(good & deals),
        ),
    }
    return wholes, ratios


def _honest(scope: pl.Expr) -> _Ratios:
    """Return the ratios of `_BY_FAMILY` for the negotiations in scope."""
    deals = scope & pl.col("deal")
    won = pl.col("efficiency").filter(deals).sum()
    utility = pl.col("utility").filter(deals).sum()
    return {
        "se_plus": (won, TEN_THOUSANDTHS * count(scope)),
        "agr_plus": (count(deals), count(scope)),
        "cse_plus": (won, TEN_THOUSANDTHS * count(deals)),
        "oracle_pct": (100 * utility, pl.col("surplus").filter(scope).sum()),
    }
