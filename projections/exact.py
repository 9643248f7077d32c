"""Whole-number arithmetic for figures: no sum, mean or value depends on the order of its terms."""

import polars as pl


def product(left: str, right: str) -> pl.Expr:
    """Return the exact product of two whole columns, as Int128."""
    return pl.col(left).cast(pl.Int128) * pl.col(right).cast(pl.Int128)


def round_div(numerator: pl.Expr, divisor: pl.Expr) -> pl.Expr:
    """Return numerator / divisor as the nearest Int64, ties to even; null where divisor is not > 0.

    Both are whole and taken as Int128. The rule is that of `ledger.money.round_div`.
    """
    above, below = numerator.cast(pl.Int128), divisor.cast(pl.Int128)
    below = pl.when(below > 0).then(below)
    quotient = above // below
    twice = 2 * (above - quotient * below)
    is_odd = quotient - 2 * (quotient // 2) == 1
    up = (twice > below) | ((twice == below) & is_odd)
    return (quotient + up.cast(pl.Int128)).cast(pl.Int64)


def ratio(numerator: pl.Expr, divisor: pl.Expr) -> pl.Expr:
    """Return numerator / divisor as a double; null where the divisor is not above 0."""
    below = divisor.cast(pl.Float64)
    return numerator.cast(pl.Float64) / pl.when(below > 0).then(below)


def percent(numerator: pl.Expr, divisor: pl.Expr) -> pl.Expr:
    """Return 100 · numerator / divisor as a double; null where the divisor is not above 0."""
    return ratio(100 * numerator.cast(pl.Float64), divisor)
