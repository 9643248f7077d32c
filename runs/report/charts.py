"""The charts over an episode's days; how they look, not what their data mean."""

from collections.abc import Mapping, Sequence

from runs.report.data import LANES, Goods, Mark
from runs.report.html import Safe, shown
from runs.report.sheet import (
    BLUE,
    DASHES,
    GREEN,
    ORANGE,
    PALETTE,
    PURPLE,
    SKY,
    UNIT_LABELS,
    VERMILION,
    YUAN_LABELS,
    Sheet,
    Spec,
    in_money,
    scaled,
    twice,
    zero_line,
)
from runs.report.svg import SOFT


def assets(
    title: str, rows: Sequence[dict[str, int]], final: int | None, found: Sequence[Mark]
) -> Safe:
    """Draw assets by day, with the opening balance and, in lanes below, what was on the calendar.

    Args:
        final: micro-yuan after the final settlement; None if there was none.
    """
    last = max([rows[-1]["day"], *(mark.day for mark in found)])
    points = [{"day": row["day"], "assets": in_money(row["assets"])} for row in rows]
    end = [] if final is None else [{"day": rows[-1]["day"], "assets": in_money(final)}]
    present = [lane for lane in LANES if any(mark.lane == lane for mark in found)]

    def make(sheet: Sheet) -> Spec:
        encoding = {"x": sheet.days(last), "y": sheet.amounts("assets", YUAN_LABELS)}
        opening = {
            "data": {"values": points[:1]},
            "mark": {"type": "rule", "color": SOFT, "strokeDash": [4, 3]},
            "encoding": {"y": encoding["y"]},
        }
        line = {"data": {"values": points}, "mark": {"type": "line", "color": BLUE}}
        dot = {"data": {"values": end}, "mark": {"type": "point", "filled": True, "color": BLUE}}
        layers = [opening, {**line, "encoding": encoding}, {**dot, "encoding": encoding}]
        plot = {
            "width": sheet.width,
            "height": 220 if sheet.is_narrow else 280,
            "layer": layers,
        }
        return {"vconcat": [plot, _lanes(sheet, last, found, present)]} if present else plot

    return twice("assets", title, make)


def _lanes(sheet: Sheet, last: int, found: Sequence[Mark], present: list[str]) -> Spec:
    colors = dict(zip(LANES, (VERMILION, ORANGE, GREEN, PURPLE), strict=True))
    shapes = dict(zip(LANES, ("triangle-down", "circle", "diamond", "square"), strict=True))
    legend = {"orient": "bottom", "columns": 2 if sheet.is_narrow else 4, "symbolSize": 70}
    lane = {"field": "lane", "type": "nominal", "legend": legend}
    days = sheet.days(last)
    return {
        "width": sheet.width,
        "height": 16 * len(present),
        "data": {"values": [{"day": mark.day, "lane": mark.lane} for mark in found]},
        "mark": {"type": "point", "filled": True, "size": 50, "opacity": 0.9},
        "encoding": {
            "x": {**days, "axis": None},
            "y": {"field": "lane", "type": "nominal", "axis": None, "sort": present},
            "color": scaled(lane, present, [colors[each] for each in present]),
            "shape": scaled(lane, present, [shapes[each] for each in present]),
        },
    }


def accounts(title: str, rows: Sequence[dict[str, int]]) -> Safe:
    """Draw bank, wallet and escrow by day: one on the other, or side by side if one is negative."""
    names = ("bank", "wallet", "escrow")
    points = [
        {"day": row["day"], "account": name, "amount": in_money(row[name])}
        for name in names
        for row in rows
    ]
    is_stacked = all(point["amount"] >= 0 for point in points)  # type: ignore[operator]
    account = {"field": "account", "type": "nominal", "legend": {}, "sort": list(names)}
    hues = (BLUE, ORANGE, GREEN)

    def make(sheet: Sheet) -> Spec:
        y = sheet.amounts("amount", YUAN_LABELS, stack="zero" if is_stacked else None)
        encoding: Spec = {"x": sheet.days(rows[-1]["day"]), "y": y}
        encoding["color"] = scaled(account, names, hues)
        mark: Spec = {"type": "area", "opacity": 0.8}
        if is_stacked:
            order = "indexof(['escrow', 'wallet', 'bank'], datum.account)"
            transform = [{"calculate": order, "as": "place"}]
            encoding["order"] = {"field": "place", "type": "quantitative"}
        else:
            mark, transform = {"type": "line"}, []
            encoding["strokeDash"] = scaled(account, names, DASHES[:3])
        series = {"data": {"values": points}, "transform": transform, "mark": mark}
        return {
            "width": sheet.width,
            "height": 220,
            "layer": [{**series, "encoding": encoding}, *([] if is_stacked else [zero_line()])],
        }

    return twice("accounts", title, make)


def goods(title: str, rows: Sequence[Goods], span: int, last: int, lost: str) -> Safe:
    """Draw units sold upwards, and those returned or lost downwards; `lost` says how."""
    kinds = ("sold", "returned", lost)
    bars = []
    for row in rows:
        edges = (0, -row.returned, -row.returned - row.lost)
        spans = zip(kinds, (row.sold, *edges[1:]), (0, *edges[:2]), strict=True)
        bars += [
            {"day": row.day, "end": row.day + 0.86 * span, "kind": kind, "units": top, "base": base}
            for kind, top, base in spans
            if top != base
        ]
    kind = {"field": "kind", "type": "nominal", "legend": {"symbolType": "square"}}
    end = max(last, rows[-1].day + span)

    def make(sheet: Sheet) -> Spec:
        encoding = {
            "x": sheet.days(end),
            "x2": {"field": "end"},
            "y": sheet.amounts("units", UNIT_LABELS, "units"),
            "y2": {"field": "base"},
            "color": scaled(kind, kinds, (BLUE, VERMILION, ORANGE)),
        }
        series = {"data": {"values": bars}, "mark": "rect", "encoding": encoding}
        return {"width": sheet.width, "height": 220, "layer": [series, zero_line()]}

    return twice("goods", title, make)


def stock(title: str, rows: Sequence[tuple[int, int]]) -> Safe:
    """Draw the units in store by day."""
    points = [{"day": day, "units": units} for day, units in rows]

    def make(sheet: Sheet) -> Spec:
        return {
            "width": sheet.width,
            "height": 150,
            "data": {"values": points},
            "mark": {"type": "area", "color": SKY, "opacity": 0.6, "line": {"color": BLUE},
                     "interpolate": "step-after"},
            "encoding": {
                "x": sheet.days(rows[-1][0]),
                "y": sheet.amounts("units", UNIT_LABELS, "units"),
            },
        }  # fmt: skip

    return twice("stock", title, make)


def reputations(title: str, lines: dict[str, list[tuple[int, float]]], last: int) -> Safe:
    """Draw the reputation of at most `STORES_MAX` stores by day."""
    named = {shown(name, 40): line for name, line in lines.items()}
    points = [
        {"day": day, "store": name, "reputation": round(value, 4)}
        for name, line in named.items()
        for day, value in line
    ]
    count = len(named)

    def make(sheet: Sheet) -> Spec:
        legend = {"columns": 1 if sheet.is_narrow else 4, "symbolType": "stroke", "symbolSize": 300}
        store = {"field": "store", "type": "nominal", "legend": legend}
        y = sheet.amounts("reputation", "format(datum.value, '.1f')", scale={"domain": [0, 1]})
        encoding = {
            "x": sheet.days(last),
            "y": y,
            "color": scaled(store, list(named), PALETTE[:count]),
            "strokeDash": scaled(store, list(named), DASHES[:count]),
        }
        data = {"values": points}
        return {
            "width": sheet.width,
            "height": 170,
            "data": data,
            "mark": "line",
            "encoding": encoding,
        }

    return twice("reputation", title, make)


def lines(
    name: str,
    title: str,
    series: Mapping[str, Sequence[tuple[int, float]]],
    labels: str,
    height: int = 200,
) -> Safe:
    """Draw figures by day, a line for each name; at most as many as there are colours.

    Args:
        series: a legend's text -> (day, value) in order.
        labels: how the upright axis tells its values, as `MONEY_LABELS`.
    """
    names = list(series)
    points = [
        {"day": day, "name": each, "value": round(value, 4)}
        for each, line in series.items()
        for day, value in line
    ]
    last = max((day for line in series.values() for day, _ in line), default=0)
    # Left to itself, Vega-Lite puts a line that is 0 all the time into the middle.
    flat: Spec = {} if any(point["value"] for point in points) else {"scale": {"domain": [0, 1]}}

    def make(sheet: Sheet) -> Spec:
        legend = {"columns": 2 if sheet.is_narrow else 5, "symbolType": "stroke", "symbolSize": 300}
        which = {"field": "name", "type": "nominal", "legend": legend}
        encoding = {
            "x": sheet.days(last),
            "y": sheet.amounts("value", labels, **flat),
            "color": scaled(which, names, PALETTE[: len(names)]),
            "strokeDash": scaled(which, names, DASHES[: len(names)]),
        }
        drawn = {"data": {"values": points}, "mark": "line", "encoding": encoding}
        is_crossed = any(value < 0 for line in series.values() for _, value in line)
        layers = [drawn, *([zero_line()] if is_crossed else [])]
        return {"width": sheet.width, "height": height, "layer": layers}

    return twice(name, title, make)
