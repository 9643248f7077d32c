"""Returned goods: how likely they are, and what happens when a parcel comes back.

Rules: docs/rules/marketplace.md §8 (rates, parcels) and §9 (refunds out of escrow).
"""

from itertools import pairwise
from typing import Final

from data.marketplace.parameters import (
    DEFECT_RETURN_MIN,
    RETURN_PRICE_KNEES,
    RETURN_RATE_MAX,
)
from events.marketplace import ReturnArrived
from sim.marketplace.world import Market


def blend_defects(natural: float, delivered: int, defective: int) -> float:
    """Return the rate after mixing in what was delivered defective so far."""
    if delivered <= 0 or defective <= 0:
        return natural
    share = min(1.0, defective / delivered)
    spoilt = min(RETURN_RATE_MAX, max(DEFECT_RETURN_MIN, 2 * natural))
    return natural * (1 - share) + spoilt * share


_SEGMENTS: Final = tuple(
    (x0, y0, x1 - x0, y1 - y0, x1) for (x0, y0), (x1, y1) in pairwise(RETURN_PRICE_KNEES)
)
_LOWEST, _HIGHEST = RETURN_PRICE_KNEES[0], RETURN_PRICE_KNEES[-1]


def price_multiplier(ratio: float) -> float:
    """Return the factor on the return rate of a price `ratio` times the reference price."""
    if ratio <= _LOWEST[0]:
        return _LOWEST[1]
    for x0, y0, width, rise, x1 in _SEGMENTS:
        if ratio <= x1:
            return y0 + ((ratio - x0) / width) * rise
    return _HIGHEST[1]


def take_back(market: Market, batch: int, *, restocked: bool = True) -> None:
    """Refund a parcel from its escrow batch; what escrow cannot bear is forgiven."""
    parcel = market.state.parcels[batch]
    refund = parcel.unit_refund * parcel.quantity
    taken = min(refund, market.state.escrow[batch].amount)
    market.emit(
        ReturnArrived,
        batch=batch,
        store=parcel.store,
        sku=parcel.sku,
        quantity=parcel.quantity,
        taken=taken,
        forgiven=refund - taken,
        restocked=restocked,
    )
    market.figures.returned += restocked


def take_back_due(market: Market, batches: list[int]) -> None:
    """Take back the parcels that arrive this morning, in the order they were sent."""
    for batch in batches:
        take_back(market, batch)
