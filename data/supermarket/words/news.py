"""Sentences of the papers: town life that moves nothing, and trade news that does.

`{what}` names the goods. A piece about trade is a headline, a first sentence that says what happens
and which way it goes, and a second that says how much.
"""

from typing import Final


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


EVERYTHING: Final = "groceries and household goods"
HEADLINES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("need", "increase"): _lines("""
        Shoppers turn to {what}
        More baskets with {what}
        A good word for {what}
        Families ask for {what}"""),
    ("need", "decrease"): _lines("""
        Shoppers pass over {what}
        Fewer baskets with {what}
        Second thoughts about {what}
        Families cut down on {what}"""),
    ("supply", "increase"): _lines("""
        Makers have plenty of {what}
        Wholesalers lower their lists for {what}
        Full depots: {what}
        Carriers and makers ease the cost of {what}"""),
    ("supply", "decrease"): _lines("""
        Makers run short of {what}
        Wholesalers raise their lists for {what}
        Empty depots: {what}
        Carriers and makers pass on the cost of {what}"""),
}
EVENTS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("need", "increase"): _lines("""
        A cooking programme seen across the region spoke warmly of {what} this week.
        Schools and clubs are asking parents to bring {what} for the season.
        A readers' panel put {what} at the head of its list.
        Several employers paid out bonuses, and stores notice it with {what}.
        Coupons in the weekend paper send readers looking for {what}."""),
    ("need", "decrease"): _lines("""
        A consumer column questioned whether people need {what} at all.
        Short hours at two plants make households careful with {what}.
        A change of season leaves {what} on the shelf.
        A rumour, since denied, put some buyers off {what}.
        Households stocked up earlier in the year and now have {what} to spare."""),
    ("supply", "increase"): _lines("""
        A new line went into service, and makers of {what} now produce more than they ship.
        Cheaper raw materials have reached the makers of {what}.
        A settled freight dispute brings down what it costs to move {what}.
        Two rival wholesalers are outbidding each other with offers of {what}.
        Packaging has become cheaper, which helps those who make {what}."""),
    ("supply", "decrease"): _lines("""
        A fire in a depot destroyed stocks of {what}.
        Raw materials for {what} have become dearer on all exchanges.
        A strike of drivers holds up lorries with {what}.
        A breakdown has stopped the biggest plant that makes {what}.
        Higher fuel bills are being added to invoices for {what}."""),
}
DEGREES: Final[dict[str, tuple[str, ...]]] = {
    "need": (
        "Store managers call the effect small, though it can be felt at the till.",
        "Store managers speak of a clear effect on what leaves the shelves.",
        "Store managers say they have seldom seen customers react so strongly.",
    ),
    "supply": (
        "Buyers expect the change in their invoices to be slight.",
        "Buyers reckon with a clear change in what they are asked to pay.",
        "Buyers speak of the sharpest change in quotations for a long time.",
    ),
}
"""From weak to strong."""
PLACES: Final = _lines("""
    the library on Garden Street
    the old ferry landing
    the north side school
    the town hall
    the swimming baths
    the railway museum
    the farmers' hall
    the parish garden
    the riverside park
    the fire station
    the music school
    the bus depot""")
TOWN: Final[tuple[tuple[str, str], ...]] = (
    (
        "New hours at {place}",
        (
            "From next week the doors of {place} open an hour earlier. A notice at the gate"
            " has the list."
        ),
    ),
    (
        "Painters at work: {place}",
        "Scaffolding went up around {place} on Monday. The work should be over before the frost.",
    ),
    (
        "Brass band to play at {place}",
        (
            "The band gives its yearly concert at {place}. Bring a chair; coffee is served "
            "by volunteers."
        ),
    ),
    (
        "Lost dog found near {place}",
        (
            "A brown terrier that had been missing for days was found asleep near {place}, "
            "in good health."
        ),
    ),
    (
        "Council talks about {place}",
        "The council spent an evening on the future of {place} and will return to it next month.",
    ),
    (
        "Photographs wanted of {place}",
        (
            "A pensioner collects pictures of {place} from before the war and asks readers "
            "to look in attics."
        ),
    ),
    (
        "Clock stands still at {place}",
        "The clock at {place} has stopped again. The clockmaker blames the pigeons.",
    ),
    (
        "Chess evening at {place}",
        "Forty players met at {place}. The youngest, aged nine, drew with last year's winner.",
    ),
    (
        "A tree for {place}",
        (
            "Pupils planted a lime tree beside {place}. The mayor held the spade and made a"
            " short speech."
        ),
    ),
    (
        "Road past {place} to be mended",
        "Drivers are asked to use the side streets while the road past {place} gets a new surface.",
    ),
    (
        "Flower show fills {place}",
        "Dahlias won the day at the show in {place}, where visitors voted with wooden tokens.",
    ),
    (
        "Volunteers sweep {place}",
        "Thirty volunteers with brooms met at {place} on Saturday and filled a cart by noon.",
    ),
    (
        "Evening course at {place}",
        "A course in bookbinding begins at {place}. Places are few; the teacher brings the glue.",
    ),
    (
        "Model railway shown at {place}",
        "A local club shows its winter's work at {place}: a valley, two tunnels and eleven trains.",
    ),
    (
        "Storm takes a roof tile from {place}",
        "The wind lifted one tile from {place} and nothing else, says the caretaker.",
    ),
    (
        "Visitors from abroad at {place}",
        "A choir from overseas was shown around {place} and sang a song on the steps in thanks.",
    ),
    (
        "Ghost story about {place} printed again",
        "The tale of the lamp in {place} is back in print, with drawings by a retired teacher.",
    ),
    (
        "Bell of {place} to be recast",
        "The crack has grown too long. The bell of {place} goes to the foundry for the winter.",
    ),
    (
        "Anglers meet behind {place}",
        (
            "The largest catch behind {place} weighed less than the prize, and everyone "
            "went home content."
        ),
    ),
    (
        "Keys handed over at {place}",
        "After thirty-one years the caretaker of {place} has handed his keys to his niece.",
    ),
    (
        "Winter coats given out at {place}",
        "The coat exchange at {place} was busy all afternoon; what is left goes to the next town.",
    ),
    (
        "Pond drained at {place}",
        "Workmen drained the pond at {place} and found eleven bicycles and a sword made of tin.",
    ),
)
"""Headline and text of pieces that concern no shop."""
