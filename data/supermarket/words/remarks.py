"""Phrases of customers' remarks: by what they are about and by stars, and by category.

`{it}` is the category's word for the goods, `{good}` and `{bad}` are what is good or bad about
goods of that kind.
"""

from typing import Final


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


THINGS: Final[dict[str, tuple[str, str, str]]] = {
    "Bathroom Tissues": ("tissue", "soft and tears cleanly", "thin and full of dust"),
    "Beer": ("beer", "fresh with a clean finish", "flat and stale"),
    "Bottled Juices": ("juice", "full of fruit", "watery and too sweet"),
    "Canned Soup": ("soup", "thick and well seasoned", "thin and salty"),
    "Canned Tuna": ("tuna", "firm, in proper pieces", "mushy and mostly water"),
    "Cereals": ("cereal", "crisp to the last spoon", "soggy at once and broken into dust"),
    "Cheeses": ("cheese", "creamy and fresh", "rubbery and close to its date"),
    "Cigarettes": ("pack", "evenly rolled and fresh", "dry and loosely rolled"),
    "Cookies": ("bag of cookies", "crunchy and generous with the filling", "broken and stale"),
    "Crackers": ("box of crackers", "crisp and lightly baked", "soft and half crumbs"),
    "Dish Detergent": ("detergent", "strong on grease", "all foam and no cleaning"),
    "Fabric Softeners": ("softener", "gentle with a light scent", "sticky with a heavy scent"),
    "Front end candies": ("candy", "fresh and full of flavour", "hard and faded in colour"),
    "Frozen Entrees": ("frozen meal", "filling and evenly heated", "icy in the middle and bland"),
    "Frozen Juices": ("concentrate", "bright and easy to mix", "bitter and lumpy"),
    "Oatmeal": ("oatmeal", "creamy and wholesome", "gluey and full of husks"),
    "Paper Towels": ("roll of towels", "strong when wet", "falling apart when wet"),
    "Snack Crackers": ("box of snacks", "crunchy and well spiced", "greasy and tasteless"),
    "Soft Drinks": ("soda", "fizzy to the last glass", "flat the moment it is opened"),
    "Toothpastes": ("toothpaste", "fresh for hours", "chalky and hard to squeeze out"),
}
ABOUT: Final[dict[str, dict[int, tuple[tuple[str, ...], tuple[str, ...]]]]] = {
    "quality": {
        1: (
            _lines("""
            This {it} is {bad}.
            Threw it away: {bad}.
            Opened it at home and it was {bad}.
            Third time running that this {it} is {bad}."""),
            _lines("""
            I took it straight back.
            Nobody in the house will touch it.
            Something went wrong before it reached the shelf.
            I will not buy it again."""),
        ),
        2: (
            _lines("""
            Rather poor: {bad} more often than not.
            Part of this {it} was {bad}.
            Not what it was; a bit {bad} this time.
            I hoped for better than {bad}."""),
            _lines("""
            We used it up, without joy.
            Perhaps a bad delivery.
            I would think twice next week.
            The one I bought last summer was better."""),
        ),
        3: (
            _lines("""
            An ordinary {it}, no more.
            Sometimes {good}, sometimes {bad}.
            It does the job.
            Neither here nor there."""),
            _lines("""
            It depends on the week.
            I buy it when the other brand is out.
            The family has no opinion.
            Fine for every day."""),
        ),
        4: (
            _lines("""
            A sound {it}: {good}.
            Nearly always {good}.
            Pleasantly surprised; {good}.
            Reliable, and {good}."""),
            _lines("""
            Only the wrapping could be better.
            I would buy it again.
            A small step below the best.
            We go through one a week."""),
        ),
        5: (
            _lines("""
            Exactly as it should be: {good}.
            The best {it} on this shelf, {good}.
            Always {good}, week after week.
            My mother asked where I get this {it}: {good}."""),
            _lines("""
            I have stopped trying others.
            Please keep it in stock.
            I take two every time.
            Nothing to complain about."""),
        ),
    },
    "price": {
        1: (
            _lines("""
            This {it} is far too dear.
            Who pays that much for this {it}?
            The price tag must be a mistake.
            Every time I look, this {it} costs more."""),
            _lines("""
            The shop down the road asks a good deal less.
            I left it at the till.
            It is not worth half of it.
            I feel cheated."""),
        ),
        2: (
            _lines("""
            Too expensive for what it is.
            For this money I want better.
            It has gone up again.
            Costs more than it gives."""),
            _lines("""
            I wait until it is marked down.
            A smaller pack would help.
            For guests only.
            Next time I shall compare first."""),
        ),
        3: (
            _lines("""
            The price is about what one expects.
            You get the {it} you pay for.
            Neither cheap nor dear.
            A fair price in some weeks, not in others."""),
            _lines("""
            I check the tag before I take it.
            It would sell better a few cents lower.
            No reason to switch.
            It evens out over the month."""),
        ),
        4: (
            _lines("""
            Good value, this {it}.
            A reasonable price, considering.
            Cheaper than I thought.
            The price suits our purse."""),
            _lines("""
            I stock up when it is marked down.
            Hard to beat nearby.
            Worth it most weeks.
            It could only be bettered by an offer."""),
        ),
        5: (
            _lines("""
            This {it} is a bargain: {good}.
            I would pay more for it.
            The best value in the store.
            Few things are still this cheap."""),
            _lines("""
            I filled half the trolley.
            Please leave the price as it is.
            My neighbours came for it too.
            It saves us a little every week."""),
        ),
    },
    "other": {
        1: (
            _lines("""
            Bought this {it} and the packet was torn.
            The date on this {it} had passed.
            I could not get this {it} open without a knife.
            Wrong goods in the right wrapping."""),
            _lines("""
            Nobody at the desk wanted to know.
            It leaked all over the bag.
            I wasted an afternoon on it.
            One star is one too many."""),
        ),
        2: (
            _lines("""
            The {it} was dented.
            The new packet is a nuisance.
            Hard to find, and then nearly out of date.
            The label says less than it used to."""),
            _lines("""
            I had to ask twice.
            Someone should look at that shelf.
            It cost me my patience.
            Not again soon."""),
        ),
        3: (
            _lines("""
            Picked up this {it} in passing.
            There is not much to say about this {it}.
            The packet has changed, the rest has not.
            Bought it because the usual one was gone."""),
            _lines("""
            It was all right.
            I may or may not buy it again.
            The children did not notice.
            Time will tell."""),
        ),
        4: (
            _lines("""
            Handy packet, easy to store.
            This {it} was where I looked for it.
            A nice size for a small household.
            The new label is easier to read."""),
            _lines("""
            Small things count.
            I was in and out in minutes.
            The boy at the till was kind, too.
            It keeps well in the cupboard."""),
        ),
        5: (
            _lines("""
            I come here for this {it}.
            Always there when I need it.
            This {it} has been on our list for years.
            Well packed and easy to carry."""),
            _lines("""
            Thank you for keeping it.
            It makes the week simpler.
            My whole street buys it.
            I wish everything were as easy."""),
        ),
    },
}
"""By subject and stars: how a remark may begin, and how it may end."""
