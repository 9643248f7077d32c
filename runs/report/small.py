"""Bars, and the small charts that stand side by side: negotiations, and episodes of a folder."""

from collections.abc import Sequence

from runs.report.data import Talk
from runs.report.html import Safe, shown
from runs.report.sheet import (
    BLACK,
    BLUE,
    NARROW,
    VERMILION,
    YUAN_LABELS,
    Sheet,
    Spec,
    in_money,
    scaled,
    twice,
)
from runs.report.svg import INK, SOFT, picture


def bars(name: str, title: str, rows: Sequence[tuple[str, float, str]], color: str) -> Safe:
    """Draw a bar per name, with a label that tells its value, in the order given."""
    values = [{"name": shown(each[0], 40), "value": each[1], "told": each[2]} for each in rows]
    most = max((each[1] for each in rows), default=1) or 1
    order = [str(value["name"]) for value in values]
    y = {
        "field": "name",
        "type": "nominal",
        "sort": order,
        "axis": {"title": None, "ticks": False, "domain": False, "labelColor": INK,
                 "labelPadding": 8, "minExtent": 120},
    }  # fmt: skip

    def make(sheet: Sheet) -> Spec:
        width = sheet.width - 60
        # Room for the label of the longest bar.
        domain = [0, most * width / (width - (125 if sheet.is_narrow else 160))]
        x = {"field": "value", "type": "quantitative", "axis": None, "scale": {"domain": domain}}
        text = {"type": "text", "align": "left", "dx": 6, "fontSize": 12, "color": INK}
        return {
            "width": width,
            "height": {"step": 24},
            "data": {"values": values},
            "encoding": {"y": y, "x": x},
            "layer": [
                {"mark": {"type": "bar", "color": color, "height": 14}},
                {"mark": text, "encoding": {"text": {"field": "told"}}},
            ],
        }

    return twice(name, title, make)


def talk(name: str, title: str, found: Talk) -> Safe:
    """Draw one negotiation: both sides' prices by round between the honest floor and reference."""
    row = found.row
    prices = [
        {"round": number, "price": round(price, 4), "side": side}
        for side, first in (("quotes", 0), ("offers", 1))
        for number, price in enumerate(row[side], first)
    ]
    rounds = max(1, len(row["offers"]))
    rules = [
        {"price": row["reference"], "what": "reference"},
        {"price": row["floor"], "what": "floor"},
    ]
    final = row["final_price"]
    end = [] if final is None else [{"round": rounds, "price": round(final, 4)}]
    sides = ("quotes", "offers")
    side = {"field": "side", "type": "nominal", "legend": None}
    ticks = list(range(0, rounds + 1, -(-rounds // 10)))
    x = {
        "field": "round",
        "type": "quantitative",
        "scale": {"domain": [0, rounds], "nice": False, "padding": 6},
        "axis": {"title": "round", "values": ticks, "format": "d", "grid": False},
    }
    y = NARROW.amounts("price", YUAN_LABELS, scale={"zero": False, "padding": 8})
    y["axis"] |= {"minExtent": 44, "tickCount": 4}
    both_rules = scaled({"field": "what", "type": "nominal", "legend": None},
                         ("reference", "floor"), ([6, 3], [2, 2]))  # fmt: skip
    path = {
        "x": x,
        "y": y,
        "color": scaled(side, sides, (VERMILION, BLUE)),
        "shape": scaled(side, sides, ("circle", "square")),
    }
    line = {"type": "line", "point": {"size": 36, "filled": True}, "strokeWidth": 1.5}
    diamond = {"type": "point", "shape": "diamond", "size": 130, "color": BLACK, "strokeWidth": 1.5}
    layers = [
        {
            "data": {"values": rules},
            "mark": {"type": "rule", "color": SOFT, "strokeWidth": 1.25},
            "encoding": {"y": y, "strokeDash": both_rules},
        },
        {"data": {"values": prices}, "mark": line, "encoding": path},
        {"data": {"values": end}, "mark": diamond, "encoding": {"x": x, "y": y}},
    ]
    return picture(name, title, {"width": 260, "height": 130, "layer": layers})


def curve(
    name: str,
    title: str,
    points: Sequence[tuple[int, int]],
    rule: Sequence[tuple[int, int]],
    labels: str,
) -> Safe:
    """Draw what one episode was worth by day, small.

    Args:
        rule: the dashed line beside it, as (day, amount).
        labels: how the upright axis tells its values.
    """
    y = NARROW.amounts("assets", labels)
    y["axis"] |= {"tickCount": 3}
    values = [{"day": day, "assets": in_money(amount)} for day, amount in points]
    x = NARROW.days(points[-1][0])
    beside = {
        "data": {"values": [{"day": day, "assets": in_money(amount)} for day, amount in rule]},
        "mark": {"type": "line", "color": SOFT, "strokeDash": [4, 3], "strokeWidth": 1},
        "encoding": {"x": x, "y": y},
    }
    line = {
        "data": {"values": values},
        "mark": {"type": "line", "color": BLUE, "strokeWidth": 1.5},
        "encoding": {"x": x, "y": y},
    }
    return picture(name, title, {"width": 250, "height": 96, "layer": [beside, line]})
