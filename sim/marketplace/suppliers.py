"""One exchange with one supplier, from the agent's message to the answer it is shown.

The order is fixed: the message is recorded, every negotiation decision is made, the supplier's
reply is worded, and only then does money move, order by order. Rules: docs/rules/marketplace.md
§19.
"""

from typing import Any, Final

import msgspec

from data.marketplace.tables import Supplier
from events.agent import ConsentRead, VoiceSpoke
from events.errors import RuleBroken
from events.money import FeePaid
from events.talks import (
    MessageReceived,
    MessageSent,
    OrderPlaced,
    OrderRefused,
    SupplierClosed,
)
from ledger.accounts import BANK
from ledger.money import round_div, to_yuan
from sim.marketplace import sessions
from sim.marketplace.blocks import Action, Parsed, parse
from sim.marketplace.kernel import ACCEPT, price_frame
from sim.marketplace.paragraphs import fee_confirmed, order_confirmed, order_not_placed
from sim.marketplace.procurement import pay_fee, place_order
from sim.marketplace.sessions import Reply
from sim.marketplace.state import SupplierFile
from sim.marketplace.templates import VIP_FEE
from sim.marketplace.voice import Brief, CatalogueRow, Decision, closure_notice
from sim.marketplace.world import Market

CONSENT: Final = "I pay the membership fee now"
FEE_WORDS: Final = ("membership", "vip", "premium", "program fee", "enrollment")
FEE_SKU: Final = "MEMBERSHIP_FEE"
HISTORY: Final = 4
"""How many earlier messages a voice is shown."""

Attempt = tuple[Action, Reply, OrderPlaced | str]
"""An accepted action, its reply, and the order it led to or why none was placed."""


def exchange(market: Market, address: str, content: str, history_count: int) -> dict[str, Any]:
    """Send a message to the supplier at an address and return the answer's fields."""
    supplier = market.addresses.get(address)
    if supplier is None:
        return {"error": "supplier_not_found", "current_time": market.stamp()}
    market.emit(MessageSent, supplier=supplier.name, text=content)
    file = market.state.suppliers[supplier.name]
    if file.closed:
        notice = closure_notice(supplier)
        market.emit(MessageReceived, supplier=supplier.name, text=notice)
        answer: dict[str, Any] = {"message": "supplier_bankrupt", "supplier_reply": notice}
    else:
        answer = _talk(market, supplier, file, content)
    if history_count > 0:
        answer["conversation_history"] = _history(market, supplier, file, history_count)
    answer["current_time"] = market.stamp()
    return answer


def _talk(market: Market, supplier: Supplier, file: SupplierFile, content: str) -> dict[str, Any]:
    parsed = parse(content)
    replies = [_decide(market, supplier, action) for action in parsed.actions]
    brief = _brief(market, supplier, file, parsed, replies)
    fee_agreed = _agrees_to_fee(market, file, parsed, brief)
    text = _say(market, msgspec.structs.replace(brief, fee_agreed=fee_agreed))
    fee: FeePaid | str | None = None
    if fee_agreed:
        fee = _try_fee(market, supplier)
        if isinstance(fee, FeePaid):
            text += fee_confirmed(to_yuan(fee.amount))
    attempts: list[Attempt] = []
    for action, reply in zip(parsed.actions, replies, strict=True):
        if reply.decision == ACCEPT:
            attempt = _try_order(market, supplier, action, reply)
            attempts.append(attempt)
            text += _status(attempt)
    placed = [order for _, _, order in attempts if isinstance(order, OrderPlaced)]
    deal = bool(placed) or isinstance(fee, FeePaid)
    market.emit(MessageReceived, supplier=supplier.name, text=text, deal=deal)
    if deal and file.deals >= supplier.closes_after:
        market.emit(SupplierClosed, supplier=supplier.name)
    answer: dict[str, Any] = {"message": "message_sent", "supplier_reply": text}
    if parsed.ignored:
        answer["ignored_blocks"] = list(parsed.ignored)
    if replies:
        answer["negotiation_responses"] = _responses(replies, attempts)
    return answer | _orders(market, fee, attempts)


def _say(market: Market, brief: Brief) -> str:
    said = market.voice.reply(brief)
    if isinstance(said, str):
        return said
    market.emit(VoiceSpoke, supplier=brief.supplier.name, **said._asdict())
    return said.text


def _decide(market: Market, supplier: Supplier, action: Action) -> Reply:
    if action.flaw:
        code = "invalid_number"
        return sessions.refuse(market, supplier, action.sku, code, action.flaw)
    if action.kind == "offer" and action.price is not None:
        return sessions.offer(market, supplier, action.sku, action.price)
    if action.kind == "accept":
        return sessions.accept(market, supplier, action.sku, action.price)
    return sessions.reject(market, supplier, action.sku)


def _agrees_to_fee(market: Market, file: SupplierFile, parsed: Parsed, brief: Brief) -> bool:
    """Return whether this message pays a fee that an earlier reply spoke of."""
    supplier = brief.supplier
    if supplier.fraud != VIP_FEE or file.fee_paid:
        return False
    said = (message.text.lower() for message in file.history if not message.from_agent)
    if not any(word in text for text in said for word in FEE_WORDS):
        return False
    if parsed.enrolls or CONSENT in parsed.text:
        return True
    reading = market.voice.consents(brief)
    if reading is None:
        return False
    market.emit(ConsentRead, supplier=supplier.name, **reading._asdict())
    return reading.agreed


def _brief(
    market: Market,
    supplier: Supplier,
    file: SupplierFile,
    parsed: Parsed,
    replies: list[Reply],
) -> Brief:
    return Brief(
        supplier=supplier,
        message=parsed.text,
        decisions=tuple(
            Decision(
                sku=reply.sku,
                title=market.products[reply.sku].title if reply.sku in market.products else "",
                decision=reply.decision,
                price=reply.price,
                sentiment=reply.sentiment,
                error=reply.error,
            )
            for reply in replies
        ),
        catalogue=catalogue(market, supplier),
        exchanges=sum(message.from_agent for message in file.history) - 1,
        deals=file.deals,
        fee_paid=file.fee_paid,
        fee_agreed=False,
        history=tuple((said.from_agent, said.text) for said in file.history[-HISTORY - 1 : -1]),
    )


def catalogue(market: Market, supplier: Supplier) -> tuple[CatalogueRow, ...]:
    """Return everything a supplier sells, in file order, at reference and list price."""
    found = market.catalogues.get(supplier.categories)
    if found is None:
        found = market.catalogues[supplier.categories] = tuple(
            CatalogueRow(
                sku=row.id,
                title=row.title,
                size=row.size,
                reference_price=row.reference_price,
                list_price=price_frame(row, market.categories[row.category], "").list_price,
            )
            for row in market.tables.products
            if row.category in supplier.categories
        )
    return found


def _try_fee(market: Market, supplier: Supplier) -> FeePaid | str:
    try:
        return pay_fee(market, supplier)
    except RuleBroken as broken:
        return str(broken)


def _try_order(market: Market, supplier: Supplier, action: Action, reply: Reply) -> Attempt:
    agreed = reply.price or 0.0
    try:
        order = place_order(market, supplier, reply.sku, action.quantity, agreed)
    except RuleBroken as broken:
        market.emit(
            OrderRefused,
            supplier=supplier.name,
            sku=reply.sku,
            quantity=action.quantity,
            agreed=agreed,
            reason=str(broken),
        )
        return action, reply, str(broken)
    return action, reply, order


def _status(attempt: Attempt) -> str:
    action, reply, order = attempt
    if isinstance(order, str):
        return order_not_placed(reply.sku, action.quantity, reply.price or 0.0, order)
    unit = round_div(order.amount, order.quantity)
    return order_confirmed(reply.sku, order.quantity, to_yuan(unit), to_yuan(order.amount))


def _responses(replies: list[Reply], attempts: list[Attempt]) -> list[dict[str, Any]]:
    outcome = {reply.sku: order for _, reply, order in attempts}
    rows = []
    for reply in replies:
        row: dict[str, Any] = {
            "sku_id": reply.sku,
            "decision": reply.decision,
            "price": reply.price,
            "round": reply.round,
        }
        if reply.error:
            row |= {"error": reply.error, "error_code": reply.code}
        if reply.decision == ACCEPT:
            row["agreed_price"] = reply.price
            order = outcome[reply.sku]
            if isinstance(order, str):
                row |= {"order_placed": False, "order_error": order}
            else:
                row["order_placed"] = True
                row["charged_per_unit"] = to_yuan(round_div(order.amount, order.quantity))
                row["charged_total"] = to_yuan(order.amount)
        rows.append(row)
    return rows


def _orders(market: Market, fee: FeePaid | str | None, attempts: list[Attempt]) -> dict[str, Any]:
    placed: list[dict[str, Any]] = []
    failed: list[dict[str, Any]] = []
    charged = 0
    if isinstance(fee, FeePaid):
        charged += fee.amount
        placed.append({"sku_id": FEE_SKU, "quantity": 1, "charged": to_yuan(fee.amount)})
    elif fee is not None:
        failed.append({"sku_id": FEE_SKU, "error": fee})
    for action, reply, order in attempts:
        row = {"sku_id": reply.sku, "quantity": action.quantity, "agreed_price": reply.price}
        if isinstance(order, str):
            failed.append(row | {"error": order})
        else:
            charged += order.amount
            placed.append(row | {"charged": to_yuan(order.amount)})
    answer: dict[str, Any] = {}
    if placed:
        answer["order_confirmed"] = True
        answer["total_charged"] = to_yuan(charged)
        answer["remaining_balance"] = to_yuan(market.balance(BANK))
        answer["orders_placed"] = placed
    if failed:
        answer["order_failed"] = True
        answer["failed_orders"] = failed
        if len(failed) == 1:
            answer["error"] = failed[0]["error"]
    return answer


def _history(
    market: Market, supplier: Supplier, file: SupplierFile, count: int
) -> list[dict[str, str]]:
    return [
        {
            "from": "You" if message.from_agent else supplier.name,
            "timestamp": market.calendar.stamp(message.minute),
            "content": message.text,
        }
        for message in file.history[-count:]
    ]
