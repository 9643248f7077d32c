"""What each tool is said to do, for the model that uses it: purpose, minutes, parameters, traps.

Order is that of the tool list. Rules: docs/rules/marketplace.md §20; nothing here reveals what §22
keeps hidden.
"""

DESCRIPTIONS: dict[str, str] = {
    "open_store": (
        "Open an online store of one type (60 minutes, ¥500 setup fee from the bank). "
        "`store_type` is a type id as market_search lists them, `store_name` is up to you. "
        "At most four stores can be open, each of another type, and every one is charged its "
        "daily operating cost each morning. From the eighth morning on, a morning without any "
        "open store costs an idle fee of ¥1,000, so do not plan for too long. A type that was "
        "closed can be opened again for a new fee, with its reputation starting over."
    ),
    "close_store": (
        "Close the store `store_id` for good (30 minutes, no fee). By default its stock goes back "
        "to your warehouse, keeps its age and keeps costing storage. With `liquidate` set to true "
        "the stock is sold off at once for a tenth of what it cost you. Sold goods that wait for "
        "shipping, returns on their way and money in escrow stay with you."
    ),
    "check_store_status": (
        "See one store in detail, or all stores in brief if `store_id` is left out (10 minutes). "
        "The detail has the reputation, the joined promotion, the shelf with prices, and "
        "yesterday's sales and returns by product. Yesterday's net leaves the commission of 2% "
        "out, and money of a sale reaches your wallet only nine days after you ship it. Long "
        "lists come in pages; ask for the next one with `page`."
    ),
    "list_products": (
        "List the products that exist on the market, with id, category, size and reference retail "
        "price (10 minutes). Filter by `store_type`, `category` or both; the match is exact, upper "
        "and lower case included, and an unknown value gives an empty list rather than an error. "
        "The catalogue is large and comes in pages (`page`, from 1), so filter first. To buy a "
        "product, find suppliers of its category with supplier_search."
    ),
    "publish_to_store": (
        "Put products from your warehouse on the shelf of the store `store_id` (20 minutes). Each "
        "entry of `plan` has `product_id`, `quantity` and `retail_price`; entries stand or fall "
        "one by one, so read the result of each. The product's category must be allowed in this "
        "store type. The price applies to all units of the product in the store, those already "
        "there as well. Goods on a shelf go on costing storage until they are sold."
    ),
    "set_prices": (
        "Change retail prices in the store `store_id` (10 minutes). Each entry of `prices` has "
        "`product_id` and `price`, and is judged on its own; the product needs a place on the "
        "shelf, sold out is fine. Sales of a day are worked out the next morning with the prices "
        "that hold then, so a change counts for the whole day."
    ),
    "return_to_warehouse": (
        "Take products off the shelf of the store `store_id`, back to your warehouse, for example "
        "to list them in another store (15 minutes). Each entry of `items` has `product_id` and "
        "`quantity`, not more than the shelf holds. Taking the last unit removes the product and "
        "its price from the store. It saves no storage: goods cost the same wherever they are."
    ),
    "join_promotion": (
        "Enter the store `store_id` for a sales event (10 minutes, no fee). `event_name` is the "
        "exact name from the news, `discount_rate` the price cut from 0.05 to 0.50; the event must "
        "be running or begin within 30 days. A deeper cut draws more buyers but leaves less per "
        "unit, and it acts only on the days of the event. A store has room for one promotion: "
        "joining another, or the same again, replaces it, and there is no way to leave. Each event "
        "is announced once, about a week ahead and without its dates."
    ),
    "check_balance": (
        "See your money (10 minutes): the bank, which pays every cost, the platform wallet, and "
        "the escrow that holds revenue until nine days after shipping. Refunds of returned goods "
        "come out of escrow before it settles. Sales that still wait for shipping are shown apart "
        "and belong to no total: unshipped, they are worth nothing. The wallet does not refill the "
        "bank by itself, use withdraw; ten mornings in a row with a negative bank are bankruptcy."
    ),
    "check_warehouse": (
        "See the goods in your warehouse that are on no shelf, with quantity and average purchase "
        "price (10 minutes). Units listed in a store are not counted here, though they cost "
        "storage too, more with size and with every few weeks of age. Deliveries on their way do "
        "not show; the morning's news tells of arrivals. Long lists come in pages (`page`)."
    ),
    "withdraw": (
        "Move money from the platform wallet to the bank, free of charge (10 minutes). Leave "
        "`amount` out, or give 0, to take everything. Operating costs, storage, shipping and "
        "purchases are paid from the bank only, so withdraw before you order. More than the wallet "
        "holds is refused."
    ),
    "wait_for_next_day": (
        "End the day: the clock goes to 08:00 of the next morning and the night is settled (costs, "
        "sales, lapsed shipments, returns, escrow, deliveries, news). However the calls of a turn "
        "are ordered, waiting always runs last and only once. If another call of the turn already "
        "ran past 18:00 into the next morning, it does nothing more. A working day has 600 "
        "minutes, from 08:00 to 18:00; minutes left over are lost. `current_day` is optional and "
        "not used."
    ),
    "chatbox": (
        "Write `content` to the supplier with the e-mail address `uid`, or the same text to "
        "several with `uids`; the answer comes at once (30 minutes a call, however many "
        "recipients), and `history_count` adds that many past messages. Talk freely; bargaining "
        "counts only inside fenced blocks, which hold one JSON object, an array, or one object a "
        "line:\n"
        "```negotiate\n"
        '{"action": "offer", "sku_id": "0123456789ab", "price": 41.50, "quantity": 20}\n'
        '{"action": "accept", "sku_id": "0123456789ac", "price": 57.80, "quantity": 30}\n'
        '{"action": "reject", "sku_id": "0123456789ad"}\n'
        '{"action": "enroll"}\n'
        "```\n"
        "Offer bids a unit price: the supplier accepts it, names a counter price or walks away, "
        "and an accepted offer is an order, bought and paid from the bank at once. Accept takes "
        "the supplier's standing quote and must repeat that price; state the quantity every time, "
        "it is not remembered and is 1 if missing; reject ends the talks about a product. Enroll "
        "agrees to a one-time membership fee that this supplier has asked for in an earlier "
        "message, ¥1,000, and pays it at once. Goods go to your warehouse by themselves. A "
        "supplier sends its catalogue when asked in a message without bids, long ones in pages "
        '("catalogue page 2").'
    ),
    "operate_memory": (
        "Keep notes that survive when old messages are cleared from your context (10 minutes). "
        "`action` is add, update, delete, get or list; add and update need `title` and `content`, "
        "delete needs `title`, and get without a title lists everything. There is room for 20 "
        "notes, and a title can be added only once: use update to change it."
    ),
    "market_search": (
        "Research the market at three levels (30 minutes). Without arguments: all store types with "
        "tier, daily cost, strengths, challenges and seasons. With `store_type`: that type and "
        "its subcategories with price ranges. With `category`: one subcategory in depth, with a "
        "remark on returns, a margin label, platform-wide sales, unit costs and season. Names must "
        "match exactly, and `category` wins over `store_type`. Purchase prices are not here: they "
        "come out of bargaining, and remarks on returns are opinions to check against your sales."
    ),
    "supplier_search": (
        "Find wholesale suppliers and their e-mail addresses for chatbox (10 minutes). Narrow down "
        "with `product_name` (part of a title), `category` or `store_type`; given together, all "
        "must hold. The order is shuffled anew by each search and says nothing about quality, so "
        "compare several. Suppliers that went out of business no longer appear. Long results come "
        "in pages (`page`), which keep the order of the search before them."
    ),
    "ship_orders": (
        'Ship what was sold, or see what waits with `action` "list" (20 minutes either way); '
        "nothing ships by itself. `shipment_ids` picks shipments, without it all are shipped; "
        "`speed` is standard, fast (double cost, fewer returns) or slow (half the cost, more "
        "returns). Shipping is paid from the bank now, even below zero, and the net revenue enters "
        "escrow, which settles nine days after shipping. A sale must be shipped within two days "
        "after its date; later it is cancelled, the goods come back and reputation suffers. Since "
        "time passes before the tool acts, a call that runs past 18:00 finds the last day's "
        "orders cancelled already."
    ),
    "trace_return_sources": (
        "Compare a product's returns with what is natural for it, and see which suppliers its "
        "stock came from (10 minutes). Give a `product_id`, or leave it out to scan all products "
        "that were delivered or returned, the most suspect first, in pages (`page`). Stock of one "
        "product is pooled, so a single return cannot be laid at one supplier's door; compare "
        "shares. Delivered counts what really arrived, which is worth holding against your orders."
    ),
}
"""By tool name."""
