"""How a marketplace episode begins."""

from data.marketplace.tables import Marketplace
from ledger.settlement import ACTING, NEWS
from sim.marketplace.promotions import publish_news
from sim.marketplace.settlement import MORNING, settle_pending
from sim.marketplace.voice import TemplateVoice, Voice
from sim.marketplace.world import Market, Settings
from sim.tape import Tape


def begin(
    tables: Marketplace, settings: Settings, tape: Tape, voice: Voice | None = None
) -> Market:
    """Start an episode at 08:00 of its first day and commit its first events."""
    market = Market(tables, settings, tape, voice or TemplateVoice())
    market.start(tables.digest, voice=market.voice.name)
    market.go_to(NEWS)
    publish_news(market)
    market.start_mornings(MORNING, settle_pending)
    market.go_to(ACTING)
    tape.commit()
    return market
