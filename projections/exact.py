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
    """Return numerator / divisor as the nearest double; null where the divisor is not above 0.

    For columns, not inside an aggregation. The division is Python's: Polars multiplies by the
    reciprocal where it holds a divisor as a scalar, and whether it does depends on the batch.
    """
    both = pl.struct(above=numerator, below=divisor)
    return both.map_batches(_divided, return_dtype=pl.Float64, is_elementwise=True)


def _divided(both: pl.Series) -> pl.Series:
    pairs = zip(both.struct.field("above"), both.struct.field("below"), strict=True)
    values = [
        None if above is None or below is None or below <= 0 else above / below
        for above, below in pairs
    ]
    return pl.Series(both.name, values, pl.Float64)


def percent(numerator: pl.Expr, divisor: pl.Expr) -> pl.Expr:
    """Return 100 · numerator / divisor as a double; null where the divisor is not above 0."""
    return ratio(100 * numerator, divisor)
