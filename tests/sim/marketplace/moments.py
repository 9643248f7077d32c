"""Suppliers, decisions, price lists and moments for the tests of the voice."""

import itertools
import re

from data.marketplace.tables import Supplier
from sim.marketplace.voice import TEMPERAMENTS, Brief, CatalogueRow, Decision

HONEST = [(personality, "") for personality in TEMPERAMENTS]
SCAMS = [
    ("Adversarial", fraud)
    for fraud in ("vip_fee", "future_discount", "qty_bait", "quality_downgrade", "fake_urgency")
]
EVERYBODY = [*HONEST, *SCAMS]
MOODS = ("positive", "neutral", "negative")
MESSAGES = (
    "",
    "Hello, my name is Wang.",
    "Thank you, goodbye!",
    "Please send me your catalogue.",
    "Is there a minimum order or a volume discount?",
    "How long does delivery take?",
    "Can I pay by instalments, or on credit?",
    "What about quality, and can I return things?",
    "Do you send samples?",
    "Could we set up a recurring order every week?",
    "I would offer you 12 yuan for it.",
    "The moon is bright tonight.",
)
FEE_WORDS = re.compile(r"\b(membership|vip|premium|enrollment)\b|program fee", re.IGNORECASE)


def supplier(personality: str, fraud: str = "", name: str = "Harbor Link") -> Supplier:
    return Supplier(
        id="SUP-0001",
        name=name,
        email="harborlink.sup-0001@wholesale.com",
        honest=not fraud,
        personality=personality,
        fraud=fraud,
        categories=("Pet Supplies",),
        closes_after=12,
        urgency=None,
    )


def brief(
    who: Supplier,
    message: str = "",
    decisions: tuple[Decision, ...] = (),
    catalogue: tuple[CatalogueRow, ...] = (),
    exchanges: int = 0,
    deals: int = 0,
    fee_paid: bool = False,
    fee_agreed: bool = False,
) -> Brief:
    return Brief(who, message, decisions, catalogue, exchanges, deals, fee_paid, fee_agreed)


def decided(decision: str, mood: str = "neutral", sku: str = "b4af883459aa") -> Decision:
    price = 1234.5678 if decision in ("Offer", "Accept") else None
    error = "no talks about it are open" if decision == "Error" else ""
    return Decision(sku, "Cat tree with three platforms and a hammock in grey", decision, price,
                    mood, error)  # fmt: skip


def rows(count: int) -> tuple[CatalogueRow, ...]:
    return tuple(
        CatalogueRow(f"{n:012x}", f"Scratching post no. {n}", "Small", 10.0 + n, 6.1 + n)
        for n in range(count)
    )


def grid() -> list[Brief]:
    """Every character, decision, mood and stage of acquaintance, and every kind of question."""
    briefs = []
    for (personality, fraud), exchanges in itertools.product(EVERYBODY, range(6)):
        for name in ("Harbor Link", "Metro Mart", "Polar Source"):
            who = supplier(personality, fraud, name)
            for paid, agreed in ((False, False), (True, False), (False, True)):
                stage = (exchanges, exchanges // 3, paid, agreed)
                for decision, mood in itertools.product(
                    ("Offer", "Accept", "Reject", "Error"), MOODS
                ):
                    line = (decided(decision, mood),)
                    briefs.append(Brief(who, "Deal?", line, rows(3), *stage))
                briefs += [Brief(who, message, (), rows(3), *stage) for message in MESSAGES]
    return briefs
