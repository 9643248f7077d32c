"""What was before the first day, ready to be looked up; days are negative there.

It never changes and belongs to the world's tables, not to the state.
"""

import datetime as dt

from data.supermarket.tables import Batch, History, PastReturns, PastSale
from sim.supermarket.state import Ratings


class Past:
    """A world's history by product and day."""

    def __init__(self, history: History, start_date: str) -> None:
        start = dt.date.fromisoformat(start_date).toordinal()
        days: dict[str, int] = {}

        def day(date: str) -> int:
            if date not in days:
                days[date] = dt.date.fromisoformat(date).toordinal() - start
            return days[date]

        self.first_day = day(history.first_date)
        self.sales: dict[tuple[str, int], list[PastSale]] = {}
        for sale in history.sales:
            self.sales.setdefault((sale.sku, day(sale.date)), []).append(sale)
        self.batches: dict[tuple[str, int], list[Batch]] = {}
        """By day of sale, in order of order date and unit."""
        self.ordered: dict[str, list[tuple[int, str, int]]] = {}
        """(day, supplier, units) of each product's past orders."""
        for batch in history.batches:
            self.batches.setdefault((batch.sku, day(batch.sold_date)), []).append(batch)
            ordered = day(batch.order_date), batch.supplier, batch.units
            self.ordered.setdefault(batch.sku, []).append(ordered)
        for batches in self.batches.values():
            batches.sort(key=lambda batch: batch.order_date)
        self.returns: dict[tuple[str, int], list[PastReturns]] = {}
        for returned in history.returns:
            self.returns.setdefault((returned.sku, day(returned.date)), []).append(returned)
        self.ratings: dict[str, Ratings] = {}
        for review in sorted(history.reviews, key=lambda review: review.date):
            ratings = self.ratings.setdefault(review.sku, Ratings())
            ratings.add(day(review.date), review.stars, 1)
