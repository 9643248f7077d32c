"""What became of the money, told in paragraphs that are put after a supplier's reply.

The reply is worded before anything is ordered, so these lines, not the supplier's, say whether a
deal was carried out. Each begins with a rule of its own and stands alone. Rules:
docs/rules/marketplace.md §19.5.
"""

from sim.marketplace.voices.answers import plain

RULE = "\n\n---\n"


def order_confirmed(sku: str, quantity: int, unit_price: float, total: float) -> str:
    """Tell that an order was placed and paid."""
    return (
        f"{RULE}ORDER CONFIRMED: {quantity} x {plain(sku)} at ¥{unit_price:.2f} each, "
        f"¥{total:,.2f} in all, paid from your bank account. Please wait for the delivery: its "
        "arrival will be in the morning news, and there is nothing further to send."
    )


def order_not_placed(sku: str, quantity: int, agreed_price: float, reason: str) -> str:
    """Tell that a deal could not be carried out, and what stands in its way."""
    text = plain(reason).strip().rstrip(".") or "the order could not be processed"
    return (
        f"{RULE}ORDER NOT PLACED: {quantity} x {plain(sku)} at the agreed ¥{agreed_price:.2f} "
        f"each. Reason: {text}. Nothing was charged. Once the reason is out of the way you may "
        "send accept with that price again."
    )


def fee_confirmed(amount: float) -> str:
    """Tell that the membership fee was paid."""
    return (
        f"{RULE}VIP ENROLLMENT CONFIRMED: the one-time membership fee of ¥{amount:,.2f} was paid "
        "from your bank account. You are registered as a member with this supplier."
    )
