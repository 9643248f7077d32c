"""Episodes for tests of reports, and a reader of their pages."""

from html.parser import HTMLParser
from pathlib import Path

import msgspec
from logs import at, morning
from msgspec.structs import replace

from data.supermarket.parameters import Preset
from events.agent import AgentConfigured
from events.base import Event
from events.episode import Call, EpisodeStarted, ToolAnswered, TurnTaken
from events.log import EpisodeLog
from events.manifest import Manifest, World, versions
from events.marketplace import (
    NewsPublished,
    PriceSet,
    PromotionJoined,
    Rating,
    ReputationUpdated,
    StoreOpened,
)
from events.money import DayClosed, FeePaid
from events.supermarket import (
    Attraction,
    DayReported,
    DemandSampled,
    GoodsOrdered,
    GoodsSold,
    LotSold,
    NewsDrawn,
    NewsShown,
    OrderLine,
    Priced,
    PricesDrawn,
    Quoted,
    QuotesPublished,
    Review,
    Sale,
    ShelfSet,
)
from events.talks import OfferAnswered, OrderPlaced, SessionOpened
from runs.archive import run
from runs.conform import conform_file
from sim.marketplace.world import Settings
from sim.supermarket import world as store_world
from sim.supermarket.year import options_of

GOLDEN = Path(__file__).parent / "golden"
SECTIONS = (
    *("verdict", "assets", "accounts", "sales", "talks", "fraud", "calls", "stores"),
    *("failures", "metrics", "ledger", "verification"),
)
STORE_SECTIONS = (
    *("verdict", "worth", "sales", "stock", "buying", "products", "attention", "stages"),
    *("reviews", "news", "metrics", "ledger", "verification"),
)
EVIL = (
    "<script>alert(1)</script>\"onload='x' & https://evil.example/"
    "\x1b[31mred\u202egnp.exe\u2028\x00\ufdd0"
)


def traced(name: str, folder: Path) -> Path:
    """Archive a recorded trace's episode."""
    conform_file(GOLDEN / "traces" / f"{name}.jsonl.gz", GOLDEN / "world", out=folder)
    return folder


def interrupted(folder: Path, day: int = 12) -> Path:
    """Archive the days of a steward's episode before this one."""

    def watch(market) -> None:
        if market.day == day:
            raise KeyboardInterrupt

    run(folder, Settings(agent="steward", days=60), sync="off", watch=watch)
    return folder


def hostile(folder: Path, text: str = EVIL) -> Path:
    """Archive events whose every text is hostile."""
    started = EpisodeStarted(
        *(0, at(0), 1, text, text, text, text, 1, 30, "2026-01-01", 10**11, text, text)
    )
    events: list[Event] = [
        started,
        AgentConfigured(0, at(0), text, "tools", "1", text, text, "", text, 1, 1, 1, 1),
        NewsPublished(0, at(0), "event", text, text),
        StoreOpened(0, at(0), text, text, text, 10**9, 10**8),
        PromotionJoined(0, at(0), text, text, 0.2),
        SessionOpened(0, at(0), *(text, text), 0, False, *(text, text, text), 9, 5, 8, 8.5),
        OfferAnswered(0, at(0), text, text, 1, 5.5, "Offer", 7.5, text, text),
        OrderPlaced(
            *(0, at(0), 1, text, text, 10, 7.5, 7_500_000, 75_000_000, text, False, text, text),
            *(8, False, 99, 3),
        ),
        FeePaid(0, at(0), 2, text, 10**9, "vip_fee"),
        ReputationUpdated(0, morning(1, 10), (Rating(text, 0.5),)),
        DayClosed(0, morning(1, 12), 1, 0, 0, 0, 0, 0, 0, 0, 0, 97_925_000_000, 0, 0, 0),
    ]
    return archived(folder, events, text)


def shop(folder: Path, agent: str, days: int, stop: int = 0) -> Path:
    """Archive a merchant's episode in the embedded supermarket, broken off before day `stop`."""

    def watch(store) -> None:
        if stop and store.today == stop:
            raise KeyboardInterrupt

    run(folder, store_world.Settings(agent=agent, days=days), sync="off", watch=watch)
    return folder


def hostile_store(folder: Path, text: str = EVIL) -> Path:
    """Archive a day of a supermarket whose every text is hostile."""
    rules = f"supermarket/{text}"
    line = OrderLine(1, text, 5, 2.0, 10_000_000, 1, 9, 2.0)
    quoted = Quoted(text, (2.0, 1.0), (2.0, 5.0), 0.1)
    sale = Sale(text, 4.0, 9, 5, 1, 20_000_000, 4_000_000, 10_000_000, (LotSold(1, 5, 1),),
                (Review(1, 1, text, 0),))  # fmt: skip
    events: list[Event] = [
        EpisodeStarted(
            *(0, at(0), 1, "supermarket", text, rules, text, 1, 30, "2026-01-01", 10**10, text, ""),
            options=options_of(Preset(name=text)),
        ),
        PricesDrawn(0, at(0), (Priced(text, 4.0, text, 9),)),
        NewsDrawn(0, at(0), 0, (NewsShown(text, 4),)),
        QuotesPublished(0, at(0), (text, "other"), (quoted,)),
        TurnTaken(0, at(0), 1, (Call(text, text), Call("view_sku_prices", text))),
        ShelfSet(0, at(0), (text,)),
        GoodsOrdered(0, at(0), 1, text, 10_000_000, 1, (line,)),
        PriceSet(0, at(0), text, text, 4.0),
        ToolAnswered(0, at(0), 1, 0, text, 0, msgspec.Raw(b"{}")),
        ToolAnswered(0, at(0), 1, 1, "view_sku_prices", 0, msgspec.Raw(b"{}")),
        DemandSampled(0, at(0, 18 * 60), 9, (Attraction(text, 0.5, 0.1, 0.1),)),
        GoodsSold(0, at(0, 18 * 60), (sale,)),
        DayReported(0, morning(1, 5), 0, 5, 1, 0, 20, 4, 10, 10**10, 10**10, 0, 0, (text,), 1),
    ]
    return archived(folder, events, text)


def archived(folder: Path, events: list[Event], text: str) -> Path:
    """Archive these events, numbered in their order, under a manifest full of a text."""
    manifest = Manifest(
        episode=text,
        scenario=text,
        world=World("w", text),
        rules={},
        seed=1,
        days=30,
        opening_balance=10**11,
        agent=text,
        versions=versions(),
        created="",
    )
    log = EpisodeLog.create(folder, manifest, sync="off")
    log.commit([replace(event, seq=seq) for seq, event in enumerate(events, 1)])
    log.close()
    return folder


class Page(HTMLParser):
    """What is in a page: elements, attributes, identities and the text people see."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.style = ""
        self._open: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in ("meta", "br"):
            self._open.append(tag)
        for name, value in attrs:
            self.attributes.append((tag, name, value))
            if name == "id":
                self.ids.append(value)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag, f"</{tag}> closes another element"

    def handle_data(self, data):
        if "style" in self._open:
            self.style += data
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """All text outside the style sheet."""
        return " ".join(self.texts)
