"""What a seasoned merchant would tell about each store type; texts of ours for market research.

Qualitative on purpose: the figures behind them are either public in the tables a researcher can ask
for, or have to be learned by trading. Where the trade's reputation and the goods may differ, the
text says to look at one's own sales.
"""

import msgspec

PROFIT_POTENTIAL: dict[int, str] = {
    1: "very high: a huge market on slim margins and the highest running costs; needs discipline",
    2: "moderate: a balanced trade in which returns or tied-up capital decide the outcome",
    3: "modest: comfortable margins and low running costs, in a market that is soon full",
}
"""By tier of the store type: the key word, then what it rests on."""


class Playbook(msgspec.Struct, frozen=True):
    """Advice on one store type."""

    advantage: str
    """One sentence: why anybody would open it."""
    strengths: tuple[str, ...]
    challenges: tuple[str, ...]
    tips: tuple[str, ...]


DEFAULT_PLAYBOOK = Playbook(
    advantage="A trade like any other: buy well, price with care, ship on time.",
    strengths=(
        "The range can start small and grow with what you learn.",
        "Every product is open to negotiation with several suppliers.",
    ),
    challenges=(
        "Goods on the shelf cost storage, the more the longer they stay.",
        "Late shipments and returns wear down the store's reputation.",
    ),
    tips=(
        "Study the subcategories before you buy, then test each with a small lot.",
        "Compare several suppliers for the same product before you commit.",
        "Reorder what sold, not what was cheap.",
    ),
)

PLAYBOOK: dict[str, Playbook] = {
    "appliance_digital": Playbook(
        advantage="High tickets: a single sale of a laptop or a phone moves real money.",
        strengths=(
            "The widest choice of subcategories, from cables to refrigerators.",
            "Most electronics are known goods that stay with the buyer.",
            "A hot summer or a big sale brings sudden rushes for the right products.",
        ),
        challenges=(
            "Every unit ties up a lot of cash until escrow releases it.",
            (
                "Large appliances are dear to store and to ship, and a few subcategories see "
                "buyers change their minds."
            ),
            "The market takes only so many units a day, whatever you put on the shelf.",
        ),
        tips=(
            "Begin with small, light goods and move up as cash allows.",
            "Buy expensive items in short runs and reorder often.",
            "Stock up well ahead of early summer and late autumn, when demand is at its best.",
        ),
    ),
    "fashion": Playbook(
        advantage="Wide margins and lively demand for those who can live with returns.",
        strengths=(
            "Wholesale prices leave generous room below the retail price.",
            "Light goods that cost little to store and ship.",
            "The great autumn sales lift the whole trade.",
        ),
        challenges=(
            "Fit and taste send a great deal of clothing back, more than in most trades.",
            "Refunds take back revenue you had already counted on, and returns dent reputation.",
            "Demand drifts down for much of the year and bad weather can empty the street.",
        ),
        tips=(
            "Calculate every price on what customers keep, not on what they order.",
            "Faster shipping means fewer returns; in this trade it often pays for itself.",
            "Do not overcharge: buyers who feel they overpaid send more back.",
        ),
    ),
    "shoes_bags": Playbook(
        advantage="Strong brands of demand under one roof, from everyday shoes to luggage.",
        strengths=(
            "Good prices per unit without the bulk of furniture or appliances.",
            "Bags and luggage are seldom sent back.",
            "Demand holds up well in spring, early summer and the autumn sales.",
        ),
        challenges=(
            "Sizing makes some footwear come back often, and the subcategories differ greatly.",
            "Margins range from comfortable to razor thin within the same store.",
            "Capital sits in each pair until the money clears.",
        ),
        tips=(
            "Treat each subcategory as a business of its own and compare what is kept.",
            "Check the margin label before you buy: popular does not mean profitable.",
            "Let bags steady the store while you find out which shoes stay sold.",
        ),
    ),
    "food_beverage": Playbook(
        advantage="Everyday goods in great numbers, with festive seasons that sell themselves.",
        strengths=(
            "A very large market that absorbs as much as you can organise.",
            "Small, cheap units: a broad range costs little to try.",
            "Holidays, cold spells and storms send people to stock the pantry.",
        ),
        challenges=(
            "Running costs are the highest there are, and a small range will not cover them.",
            "Sales swing hard between the festive months and the quiet end of autumn.",
            "The trade is said to see few returns; believe your own ledger before the saying.",
        ),
        tips=(
            "Go broad: many products with steady turnover carry this store.",
            "Build stock before the winter holidays and run it down before the late autumn lull.",
            "Follow the returns of each product from the first week and drop what disappoints.",
        ),
    ),
    "beauty": Playbook(
        advantage="Handsome margins on compact goods at low running costs.",
        strengths=(
            "Plenty of room between wholesale and retail price.",
            "Devices and personal care mostly stay with the customer.",
            "Skincare is in demand on the platform all year round.",
        ),
        challenges=(
            "The market is soon full; twice the stock will not bring twice the sales.",
            "Sensitive skin and product scares can turn buyers away for a while.",
        ),
        tips=(
            "Lean on price rather than on volume once sales level off.",
            "Balance skincare with devices and personal care, so that no subcategory is crowded.",
            "Keep shelves ready for spring, early summer and the autumn sales.",
        ),
    ),
    "sports_outdoor": Playbook(
        advantage="The most room to bargain of all trades, at low running costs.",
        strengths=(
            "List prices sit far below retail, and patient buyers get further still.",
            "Sturdy goods that mostly stay sold.",
            "A long season from spring until the end of summer.",
        ),
        challenges=(
            "Demand is weak in winter, and heat or storms keep people indoors.",
            "Many items are bulky, which shows in storage and shipping.",
            "The market is limited, and slow subcategories fill up at once.",
        ),
        tips=(
            "Haggle: the first quote is only the beginning in this trade.",
            "Have the range in place before spring and let it run low before winter.",
            "Keep bulky goods moving; storage grows dearer with age.",
        ),
    ),
    "mother_baby": Playbook(
        advantage="Careful buyers who know what they need and mostly keep it.",
        strengths=(
            "Steady demand through the whole year.",
            "Parents choose with care, so most subcategories see few returns.",
            "Healthy margins across the range.",
        ),
        challenges=(
            "The market is limited and prices per unit are often small.",
            "Toys are bulky and come back more than the rest.",
            "Some subcategories move so slowly that stock grows old.",
        ),
        tips=(
            "Put baby products at the centre and add the others around them.",
            "Buy maternity wear and other slow goods in small lots.",
            "Use early summer and the autumn sales for the larger toys.",
        ),
    ),
    "home_living": Playbook(
        advantage="The broadest household range in a market that is very hard to fill.",
        strengths=(
            "Demand grows with your range: storage, lighting and materials move in large numbers.",
            "Many subcategories and a wide spread of prices to choose from.",
            "Cold spells and renovation seasons bring extra orders.",
        ),
        challenges=(
            "Thin margins: a careless purchase leaves nothing.",
            "Bulky goods run up storage and shipping, and running costs are high.",
            "Furniture and the like disappoint some rooms; count what comes back before you scale.",
        ),
        tips=(
            "Negotiate every purchase, the last few percent are your profit.",
            "Spread over many products and keep the stock turning.",
            "Learn what customers return before you order by the truckload.",
        ),
    ),
    "daily_office": Playbook(
        advantage="Everyday supplies with even demand and a market of great depth.",
        strengths=(
            "Sales are steady all year, with a lift when school and offices start again.",
            (
                "Small goods that are cheap to store and ship, and masks and cleaners sell when "
                "illness goes round."
            ),
        ),
        challenges=(
            "High running costs call for turnover from the very first weeks.",
            "Prices per unit are low in much of the range.",
            "Quiet reputations can mislead: returns here deserve a look at your own figures.",
        ),
        tips=(
            "Combine cheap fast movers with office equipment and devices of higher value.",
            "Expand product by product until the daily costs look small.",
            "Watch realised returns from the start and price them in.",
        ),
    ),
    "pet": Playbook(
        advantage="The calmest trade of all: loyal buyers, roomy margins and hardly a return.",
        strengths=(
            "Pet owners research first and keep what they buy.",
            "Wide margins on small, light goods.",
            "Even demand from January to December at low running costs.",
        ),
        challenges=(
            "There is a single subcategory, so nothing balances a slow spell.",
            "The market is modest and a full shelf saturates it.",
            "Low prices per unit limit what a year can bring.",
        ),
        tips=(
            "A fine first store in which to learn the business.",
            "Offer a range of prices instead of many near copies.",
            "Once sales level off, put the profit into a second store.",
        ),
    ),
    "auto_hardware": Playbook(
        advantage="A market that hardly ever fills, for merchants who live on volume.",
        strengths=(
            "Whatever is well bought and fairly priced keeps selling, however much you stock.",
            "Workshop goods rarely come back.",
        ),
        challenges=(
            "The thinnest margins anywhere, even after hard bargaining.",
            "Running costs are high and vehicles are heavy to store and ship.",
        ),
        tips=(
            "Compare many suppliers, a small difference in cost decides between profit and loss.",
            "Favour products with a high price per unit, so that each sale pays its way.",
            "Do not discount lightly; there is little to give away.",
        ),
    ),
    "toys_entertainment": Playbook(
        advantage="Collectors and players pay well and keep what they buy.",
        strengths=(
            "Large margins on small, light goods.",
            "Very few returns, above all with collectibles.",
            "The end of the year brings a rush, and the new year begins well too.",
        ),
        challenges=(
            "Only two subcategories and a market that is soon satisfied.",
            "Gaming goods move slowly and tie up cash at high prices.",
            "Supply can stall when factories or ports do.",
        ),
        tips=(
            "Fill the shelves before the late autumn sales, when demand peaks.",
            "Offer collectibles over a wide range of prices.",
            "Order early for the season: a delayed container misses it.",
        ),
    ),
}
