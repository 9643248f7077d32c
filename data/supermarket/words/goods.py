"""What the store sells, by name: made-up brands, and goods described in our own words."""

from typing import Final


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in " ".join(text.split()).split("|"))


BRANDS: Final = _listed("""
Hollowbrook | Fernmoor Lane | Tansley Row | Quillford | Brackenby | Oakum & Niece | Pellwright
| Larkstead Hill | Sunmarrow | Wickerlea | Dovecombe | Emberthwaite | Furrowgate | Gillenby
| Harrowmere | Inglestone | Juniper Wharf | Kestlebrook | Lintwhistle | Marchpane & Moss
| Netherfold | Ottermead | Pippinstow | Quernby | Rushwater Bay | Saltersgate Farm | Thistlemoor
| Umberleigh Stores | Vinegrove Hall | Willowmarch | Yarrowend | Alderscote | Briarpond
| Cindermill | Drovers Ford | Elmsworthy | Foxglade & Co | Greenholt | Heatherlow | Ivystead
| Jackdaw Corner | Kilnbarton | Loamfield | Mallowby | Nutkin Vale | Orchardby | Plumtree Halt
| Ravelstoke | Sedgewater
""")
GOODS: Final[dict[str, tuple[str, ...]]] = {
    "Bathroom Tissues": _listed("""
        Two-ply bath tissue, plain white, 4 rolls | Quilted bath tissue, 4 rolls
        | Single-ply bath tissue, long rolls, 2 rolls | Recycled bath tissue, 4 rolls
        | Soft bath tissue, peach, 4 rolls | Bath tissue with aloe, 6 rolls
        | Embossed bath tissue, 4 rolls"""),
    "Beer": _listed("""
        Pale lager, 6 bottles of 12 oz | Amber ale, 6 bottles of 12 oz | Light lager, 12 cans
        of 12 oz | Dark porter, 6 bottles of 12 oz | Wheat beer, 6 bottles of 12 oz"""),
    "Bottled Juices": _listed("""
        Apple juice from pressed apples, 32 oz | Cranberry drink, 32 oz | White grape juice, 24 oz
        | Vegetable juice, lightly salted, 46 oz | Prune juice with pulp, 32 oz
        | Pear and apple juice, 32 oz | Tomato juice, 46 oz"""),
    "Canned Soup": _listed("""
        Cream of celery soup, 10 oz | Tomato and basil soup, 10 oz | Chicken broth with rice, 10 oz
        | Split pea soup, 11 oz | Minestrone with beans, 10 oz | Beef and barley soup, 10 oz
        | Potato and leek soup, 10 oz"""),
    "Canned Tuna": _listed("""
        Chunk light tuna in water, 6 oz | Solid white tuna in water, 6 oz | Chunk tuna in
        sunflower oil, 6 oz | Tuna flakes, low in salt, 6 oz | Tuna steak in brine, 7 oz
        | Tuna with lemon, 6 oz"""),
    "Cereals": _listed("""
        Toasted corn flakes, 18 oz | Honeyed oat rings, 15 oz | Bran flakes with raisins, 20 oz
        | Puffed rice, 12 oz | Shredded wheat biscuits, 16 oz | Cocoa crunch squares, 14 oz
        | Granola with almonds, 16 oz"""),
    "Cheeses": _listed("""
        Mild cheddar slices, 8 oz | Grated hard cheese, 3 oz | Cream cheese, plain, 8 oz
        | Processed cheese slices, 12 slices | String cheese sticks, 6 sticks
        | Swiss-style cheese slices, 6 oz | Cottage cheese, small curd, 16 oz"""),
    "Cigarettes": _listed("""
        Filter cigarettes, soft pack of 20 | Menthol cigarettes, pack of 20 | Light cigarettes,
        box of 20 | Long cigarettes, pack of 20 | Plain cigarettes without filter, pack of 20
        | Slim cigarettes, box of 20"""),
    "Cookies": _listed("""
        Chocolate chip cookies, 12 oz | Ginger snaps, 10 oz | Vanilla sandwich cookies, 16 oz
        | Oat and raisin cookies, 12 oz | Shortbread fingers, 8 oz | Lemon wafers, 9 oz
        | Peanut butter cookies, 12 oz"""),
    "Crackers": _listed("""
        Saltine crackers, 16 oz | Water crackers, 8 oz | Rye crispbread, 9 oz | Buttery round
        crackers, 12 oz | Graham crackers with honey, 16 oz | Oyster crackers for soup, 10 oz"""),
    "Dish Detergent": _listed("""
        Lemon washing-up liquid, 22 oz | Mild washing-up liquid for hands, 22 oz | Dishwasher
        powder, 50 oz | Dishwasher gel, 40 oz | Washing-up liquid, apple, 32 oz
        | Washing-up concentrate, 12 oz"""),
    "Fabric Softeners": _listed("""
        Liquid softener, spring meadow, 33 oz | Dryer sheets, unscented, 40 sheets | Softener
        concentrate, 20 oz | Dryer sheets, fresh linen, 60 sheets | Liquid softener for wool, 33 oz
        | Softener refill, lavender, 21 oz"""),
    "Front end candies": _listed("""
        Peppermint roll, 14 pieces | Milk chocolate bar with nuts, 2 oz | Fruit chews, 1 pack
        | Caramel and wafer bar, 2 oz | Spearmint gum, 15 sticks | Toffee drops, 1 bag of 2 oz
        | Liquorice twists, 2 oz"""),
    "Frozen Entrees": _listed("""
        Macaroni with cheese sauce, 9 oz | Beef pot pie, 7 oz | Lasagne for one, 10 oz | Chicken
        and noodles, 9 oz | Turkey with gravy, 9 oz | Vegetable curry with rice, 10 oz"""),
    "Frozen Juices": _listed("""
        Orange juice concentrate, 12 oz | Grape juice concentrate, 12 oz | Lemonade concentrate,
        12 oz | Apple juice concentrate, 12 oz | Grapefruit juice concentrate, 6 oz
        | Tropical fruit concentrate, 12 oz"""),
    "Oatmeal": _listed("""
        Rolled oats, 42 oz drum | Quick oats, 18 oz | Instant oatmeal, maple, 10 sachets | Instant
        oatmeal, apple and cinnamon, 10 sachets | Steel-cut oats, 24 oz | Oat bran, hot
        cereal, 16 oz"""),
    "Paper Towels": _listed("""
        Kitchen towels, white, 1 roll | Kitchen towels, printed, 1 roll | Extra absorbent towels,
        2 rolls | Recycled kitchen towels, 1 roll | Half-sheet kitchen towels, 1 roll
        | Kitchen towels, large roll"""),
    "Snack Crackers": _listed("""
        Cheese squares, 10 oz | Onion-flavoured thins, 8 oz | Bacon-flavoured crackers, 9 oz
        | Sesame sticks, 8 oz | Vegetable-flavoured crackers, 9 oz | Wheat thins with herbs, 10 oz
        | Mini pretzel crackers, 8 oz"""),
    "Soft Drinks": _listed("""
        Cola, 2 litres | Diet cola, 2 litres | Lemon and lime soda, 2 litres | Root beer, 6 cans of
        12 oz | Orange soda, 2 litres | Ginger ale, 1 litre | Cream soda, 2 litres"""),
    "Toothpastes": _listed("""
        Mint toothpaste with fluoride, 6 oz | Tartar control paste, 5 oz | Gel toothpaste,
        cinnamon, 6 oz | Toothpaste for sensitive teeth, 4 oz | Children's toothpaste,
        strawberry, 4 oz"""),
}
"""By category, more than it sells."""
