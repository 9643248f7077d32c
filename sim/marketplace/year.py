"""The frame of a marketplace episode: how it begins, and how it is closed before its time."""

from data.marketplace.tables import Marketplace
from events.episode import EpisodeStarted
from events.union import FORMAT
from ledger.settlement import ACTING, NEWS
from sim.marketplace.promotions import publish_news
from sim.marketplace.settlement import MORNING, finalise
from sim.marketplace.voice import TemplateVoice, Voice
from sim.marketplace.world import RULES, Market, Settings
from sim.tape import Tape


def begin(
    tables: Marketplace, settings: Settings, tape: Tape, voice: Voice | None = None
) -> Market:
    """Start an episode at 08:00 of its first day and commit its first events."""
    market = Market(tables, settings, tape, voice or TemplateVoice())
    market.emit(
        EpisodeStarted,
        format=FORMAT,
        scenario="marketplace",
        world=tables.digest,
        rules=RULES,
        draws=settings.draws,
        seed=settings.seed,
        days=settings.days,
        start_date=settings.start_date,
        opening_balance=settings.opening_balance,
        agent=settings.agent,
        voice=market.voice.name,
    )
    market.go_to(NEWS)
    publish_news(market)
    market.start_mornings(MORNING)
    market.go_to(ACTING)
    tape.commit()
    return market


def close(market: Market, reason: str) -> None:
    """End a running episode now: settle everything pending and write the last event."""
    market.catch_up()
    if not market.is_over:
        finalise(market, reason)
    if not market.state.ended:
        market.end()
    market.tape.commit()
