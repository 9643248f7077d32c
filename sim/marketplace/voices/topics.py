"""What every supplier is asked, how it is recognised, and the house rules in three registers.

Words are plain substrings of the lower-case message; a miss costs the agent a second message, so
they lean towards answering. The message is searched with a space put before it: a leading space in
a word means that it must start there. The rules are the same for all: no least quantity and no
volume price, free delivery in 3 to 7 days, payment in full with the order, all sales final, no
samples, no standing orders.
"""

import msgspec

from sim.marketplace.voices.character import Register


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A common question: the words that give it away and its answers, by register."""

    words: tuple[str, ...]
    answers: dict[Register, tuple[str, ...]]


CATALOGUE_WORDS = (
    "catalog",
    "price list",
    "pricelist",
    "product list",
    "list of products",
    "assortment",
    "product range",
    "product line",
    "your range",
    "do you sell",
    "what you sell",
    "do you carry",
    "what do you have",
    "what do you offer",
    "what do you supply",
    "which products",
    "what products",
    "interested in your products",
    "see your products",
    "list your products",
    "show me your products",
    "available products",
)
GREETING_WORDS = (
    " hello",
    " hi ",
    " hi,",
    " hi!",
    " hey",
    " dear ",
    "good morning",
    "good day",
    "good afternoon",
    "greetings",
    "nice to meet",
    "my name is",
    "introduc",
    "i am opening",
    "i run ",
    "we run ",
)
THANKS_WORDS = (" thank", " thx", "goodbye", " bye", "farewell", "see you", "talk soon")

HOUSE_RULES = (
    Topic(
        words=("minimum", "moq", "volume", "bulk", "wholesale quantit", "large order", "tiered"),
        answers={
            "warm": (
                (
                    "There is no minimum order with us, even a single piece is welcome. The price "
                    "is per unit whatever the quantity, so a bid is the way to a better one."
                ),
                (
                    "Order as few or as many as you like! Quantity does not change the unit price, "
                    "a nice bid might."
                ),
            ),
            "plain": (
                (
                    "There is no minimum order. Prices are per unit and do not depend on the "
                    "quantity; they are settled by bid, product by product."
                ),
                (
                    "Any quantity from one unit is supplied. We have no volume scale: each product "
                    "is negotiated per unit."
                ),
            ),
            "blunt": (
                "No minimum. No volume discount either. Price is per unit.",
                "One piece or a truckload, same price a unit. You bid, I answer.",
            ),
        },
    ),
    Topic(
        words=("deliver", "lead time", "shipping", "how fast", "how soon", "arrive", "dispatch"),
        answers={
            "warm": (
                "Delivery usually takes 3 to 7 days and is on us, straight to your warehouse.",
                "We send everything free of charge; count on 3 to 7 days as a rule.",
            ),
            "plain": (
                "Delivery is free of charge and usually takes 3 to 7 days.",
                "The usual lead time is 3 to 7 days, carriage paid, if the roads are clear.",
            ),
            "blunt": (
                "Delivery is 3 to 7 days as a rule. Free.",
                "You get it in 3 to 7 days, no charge, unless the roads are blocked.",
            ),
        },
    ),
    Topic(
        words=(
            "payment",
            "credit",
            "instalment",
            "installment",
            "pay later",
            "loan",
            "financ",
            "net 30",
            "net-30",
            "leasing",
            "deposit",
            "consignment",
        ),
        answers={
            "warm": (
                (
                    "I am afraid we cannot offer credit or instalments: the full amount is due "
                    "with the order, and then everything is settled and simple."
                ),
                (
                    "I would help if I could, but payment is in full when you order; no credit, "
                    "loans or instalments here."
                ),
            ),
            "plain": (
                (
                    "Payment is due in full with the order. Credit, instalments, loans and leasing "
                    "are not available."
                ),
                "We grant no payment terms: each order is charged in full when it is placed.",
            ),
            "blunt": (
                "You pay in full when you order. No credit, no instalments.",
                "I am no bank. Money with the order, all of it.",
            ),
        },
    ),
    Topic(
        words=(
            "quality",
            "return polic",
            "returns",
            "warrant",
            "guarantee",
            "defect",
            "repair",
            "refund",
            "damage",
            "certif",
        ),
        answers={
            "warm": (
                (
                    "Our goods come as the catalogue describes them. Please understand that sales "
                    "are final, we cannot take goods back or repair them."
                ),
                (
                    "You will find everything as described! We do not run a repair or return "
                    "service, so a small first order is a fine way to get to know us."
                ),
            ),
            "plain": (
                (
                    "The goods correspond to the catalogue. All sales are final; returns and "
                    "repairs are not part of our service."
                ),
                (
                    "We supply as described in the catalogue. A confirmed order cannot be "
                    "reversed, and we offer no repair service."
                ),
            ),
            "blunt": (
                "You get what the catalogue says. No returns, no repairs.",
                "Sold is sold. If you worry, start small.",
            ),
        },
    ),
    Topic(
        words=("sample", "trial piece", "test piece", "free unit"),
        answers={
            "warm": (
                "We have no free samples, but you are welcome to order just one piece and try it.",
                "Samples are not something we do, sorry. A single unit is a lovely start, though!",
            ),
            "plain": (
                "Samples are not provided. Single units may be ordered instead.",
                "We do not issue samples; an order of one unit serves the same purpose.",
            ),
            "blunt": (
                "No samples. Buy one and see.",
                "Samples cost me money. Order a piece.",
            ),
        },
    ),
    Topic(
        words=(
            "recurring",
            "standing order",
            "subscription",
            "every week",
            "each week",
            "every month",
            "each month",
            "automatic",
            "regular order",
            "long-term contract",
        ),
        answers={
            "warm": (
                (
                    "We cannot set up standing orders, sadly; just write to me each time and I "
                    "will be quick about it."
                ),
                (
                    "Automatic orders are not possible here, but a short message whenever you run "
                    "low does the job just as well!"
                ),
            ),
            "plain": (
                "Recurring or automatic orders are not accepted. Each order is agreed separately.",
                "We do not keep standing orders; please submit every order by message.",
            ),
            "blunt": (
                "No standing orders. You want more, you write again.",
                "Nothing automatic here. Order by order.",
            ),
        },
    ),
)

HAGGLING = Topic(
    words=(
        "discount",
        "best price",
        "better price",
        "lower price",
        "lowest price",
        "cheaper",
        "negotiat",
        "offer",
        " bid",
        "yuan",
        "rmb",
        "¥",
        "per unit",
    ),
    answers={
        "warm": (
            (
                "For a price, put your bid for the product in a negotiate block and I will answer "
                "every line of it."
            ),
            (
                "Let us talk numbers! One bid per product in a negotiate block, and you have my "
                "answer at once."
            ),
        ),
        "plain": (
            (
                "Prices are negotiated by bid only: please state product, price and quantity in a "
                "negotiate block."
            ),
            (
                "A binding answer requires a bid in a negotiate block; figures in running text "
                "cannot be considered."
            ),
        ),
        "blunt": (
            "Numbers in a negotiate block. Anything else is chatter.",
            "You want a price, you bid for it in a negotiate block.",
        ),
    },
)
