"""What each tool is said to do, for the model that uses it.

Order is that of the tool list. Rules: docs/rules/supermarket.md §10; nothing here reveals what §11
keeps hidden.
"""

DESCRIPTIONS: dict[str, str] = {
    "place_order": (
        "Order products from one supplier at today's prices. The whole amount is paid at once; all "
        "lines arrive together, with the slowest of them. Arrivals enter the stock, or wait "
        "outside when it is full, and are not put on the shelf by themselves."
    ),
    "modify_sku_price": "Set a product's retail price. It holds from the next sales on.",
    "set_shelf_skus": (
        "Say which products are on the shelf; the list replaces the old one. Only products on the "
        "shelf are sold. Products that sell out keep their place."
    ),
    "add_note": "Keep a note for later days.",
    "remove_note": "Throw a note away.",
    "view_notes": "Read all notes.",
    "end_today": (
        "End the day: customers buy, goods past their last day vanish, the next day begins with "
        "its arrivals and its rent. Answers with the day's report."
    ),
    "execute_code": (
        "Run a piece of Python that calculates and may call the view tools by name; they answer "
        "with their structures. An expression's value, or the variable result or output, comes "
        "back. funds, current_date, rent and sku_ids are there by name. Acting is not possible."
    ),
    "view_funds_and_date": "See the funds and the date.",
    "view_inventory": "See stock, waiting goods and open orders of all products.",
    "view_shelf_status": "See which products are on the shelf, with prices and stock.",
    "view_sku_prices": "See retail prices.",
    "view_sku_inventory_cost": "See what the units in stock cost, and how old they are.",
    "view_sales_profit_history": (
        "See units sold, selling price and profit per day, for dates up to yesterday, months "
        "before the first day included; for all suppliers' goods or one's."
    ),
    "view_current_date_supplier_prices": (
        "See what every supplier asks for products today, and how long delivery takes."
    ),
    "view_supplier_price_history": "See what suppliers asked for a product on past days.",
    "view_sku_avg_ratings": "See the mean customer rating of products within dates.",
    "view_supplier_returns_avg_rate": (
        "See how much of a supplier's goods customers sent back within dates."
    ),
    "view_today_news": "See the headlines of today's paper.",
    "view_news_detail": "Read one news item, by its id or record id.",
    "view_news_history": "Read the papers of past days.",
}
"""By tool name."""
