"""A supermarket that is too small for its goods: queues, expiries, empty places, all of it."""

from typing import Any

import polars as pl

from tests.retail import Shop, world
from tests.retail_play import whole_log

SKUS = [row.id for row in world().products]
SHORT_LIVED = [row.id for row in world().products if row.shelf_life < 10]


def crowd(**settings: Any) -> pl.DataFrame:
    """Play forty days of it and return the log."""
    shop = Shop(capacity=500, days=40, review_ratio=0.2, **settings)
    shop.call("set_shelf_skus", sku_ids=SKUS[:30])
    for day in range(40):
        if day == 20:
            shop.call("set_shelf_skus", sku_ids=SKUS[5:35])
        if day % 4 == 0:
            chosen = (SKUS + SKUS)[day : day + 6] + (SHORT_LIVED if day == 16 else [])
            items = [{"sku_id": sku, "quantity": 40 + 3 * day} for sku in dict.fromkeys(chosen)]
            # Two lots of one product, so that a day's sales are of both.
            items.insert(0, {"sku_id": items[0]["sku_id"], "quantity": 5})
            shop.call("place_order", items=items, supplier_id=f"supplier_{1 + day // 4 % 5}")
            shop.call("modify_sku_price", sku_id=SKUS[day], new_price=1.5 + day / 8)
        shop.nights(1)
    return whole_log(shop.tape.events)
