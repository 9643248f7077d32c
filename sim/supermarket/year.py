"""How a supermarket episode begins."""

import msgspec

from data.supermarket.parameters import Preset
from data.supermarket.tables import Supermarket
from events.errors import WorldError
from events.supermarket import Priced, PricesDrawn
from ledger.settlement import ACTING
from ledger.trading import QUOTES
from sim.supermarket.news import draw_paper
from sim.supermarket.reviews import mean_rating, polynomial
from sim.supermarket.sandbox import Sandbox
from sim.supermarket.settlement import NIGHT
from sim.supermarket.suppliers import quote_daily
from sim.supermarket.world import Settings, Store
from sim.tape import Tape


def begin(
    tables: Supermarket, settings: Settings, tape: Tape, sandbox: Sandbox | None = None
) -> Store:
    """Start an episode at 08:00 of its first day and commit its first events.

    Raises:
        WorldError: a product has no rating before the first day.
    """
    store = Store(tables, settings, tape, sandbox)
    _rate_first(store)
    store.start(tables.digest, options=options_of(settings.preset))
    drawn = [
        Priced(
            row.id,
            store.draws.price(row.id, row.price_min, row.price_max),
            row.category,
            row.shelf_life,
        )
        for row in tables.products
    ]
    store.emit(PricesDrawn, prices=tuple(drawn))
    draw_paper(store, 0)
    store.go_to(QUOTES)
    quote_daily(store, [])
    store.start_mornings(NIGHT)
    store.go_to(ACTING)
    tape.commit()
    return store


def options_of(preset: Preset) -> str:
    """Return a preset as it is written into the first event: canonical JSON."""
    return msgspec.json.encode(preset, order="sorted").decode()


def preset_of(options: str) -> Preset:
    """Return the preset that the first event names.

    Raises:
        ValueError: it is none.
    """
    try:
        return msgspec.json.decode(options, type=Preset)
    except msgspec.MsgspecError as error:
        raise ValueError(f"options must be a preset: {error}") from None


def _rate_first(store: Store) -> None:
    if store.preset.review_ratio is None:
        return
    for row in store.tables.products:
        mean = mean_rating(store, row.id, 0)
        if mean is None:
            raise WorldError(
                "review_records", None, "upc", row.id, "has no rating before the first day"
            )
        store.first_appeal[row.id] = polynomial(store.curves[row.category], mean)
