"""What a food and drink shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Snacks & Nuts": """
weight: 7
{flavour} {noun}, {size}, {pack}
noun: Roasted Cashews | Roasted Almonds | Pistachios | Macadamia Nuts | Peanuts | Sunflower Seeds
    | Pumpkin Seeds | Broad Beans
flavour: Lightly Salted | Honey-Glazed | Five-Spice | Unsalted | Chilli and Lime | Smoked Salt
size: 100 g | 150 g | 200 g | 250 g | 500 g
pack: Resealable Bag | Jar | Gift Tin | Twin Pack

- Shelled Walnuts | Pecans | Pine Nuts | Hazelnuts: Raw | Oven-Roasted | Creamy Milk; 150 g | 250 g
    | 500 g
- Mixed Nuts | Trail Mix: with Cranberries | with Raisins | Unsalted; 25 g x 7
    | 25 g x 30 | 400 g Jar
- Rice Crackers | Potato Crisps | Shrimp Chips | Popcorn: Sea Salt | Seaweed | Spicy Prawn | Cheese
    | Brown Sugar; 80 g | 150 g | 6 x 40 g
- Egg Rolls | Wafer Rolls | Butter Cookies: Original | Black Sesame | Matcha | Coconut; 180 g
    | Gift Tin 400 g | Box of 20
- Oat Biscuits | Soda Biscuits | Digestive Biscuits: Original | Spring Onion | Honey | Milk;
    300 g | 400 g
    | Box of 12
- Seaweed Rolls | Seaweed Snack Sheets: Original | Sesame | Lightly Spicy; 12-Pack | 24-Pack
- Soft Cakes | Mung Bean Cakes | Egg Yolk Pastries | Sponge Slices: Original | Red Bean | Taro
    | Salted Egg; Box of 6 | Box of 12 | 500 g
- Sesame Brittle | Peanut Brittle | Nougat: Original | Black Sesame | Cranberry; 120 g | 250 g
    | 500 g
- Pretzel Sticks | Breadsticks: Sea Salt | Sesame | Chocolate Dipped; 100 g | 250 g
- Dried Mango | Dried Apricots | Dried Plums | Raisins | Banana Chips: No Added Sugar
    | Individually Wrapped | Sun-Dried; 108 g | 200 g | 500 g
- Freeze-Dried Strawberries | Freeze-Dried Apple | Freeze-Dried Jackfruit: Whole Pieces
    | Small Cubes;
    40 g | 60 g | 100 g
- Hawthorn Rolls | Fruit Jellies | Fruit Leather: Original | Peach | Mixed Fruit; 160 g | 300 g
- Beef Jerky | Pork Jerky | Dried Tofu Bites | Duck Neck Slices: Five-Spice | Spicy
    | Black Pepper; 60 g
    | 100 g | 10 Small Bags
- Crispy Squid | Cuttlefish Strips | Crunchy Anchovies: Original | Chilli | Honey; 50 g | 80 g
- Milk Candy | Ginger Candy | Fruit Drops: 120 g | 250 g | 500 g; Individually Wrapped | Less Sugar
- Dark Chocolate Squares | Chocolate Almonds: 55 % Cocoa | 72 % Cocoa
    | Sea Salt; 100 g | 200 g
""",
    "Groceries & Staples": """
weight: 9
{detail} {noun}, {size}
{noun}, {detail}, {size}
noun: Jasmine Rice | Short-Grain Rice | Brown Rice | Red Rice | Millet | Rolled Oats | Mung Beans
    | Red Beans | Black Beans | Quinoa | Plain Flour | Bread Flour | Glutinous Rice
    | Buckwheat | Pearl Barley
detail: New Harvest | Stone-Milled | Vacuum Packed | Organic | Long Grain Select | Farm Direct
size: 500 g | 1 kg | 2.5 kg | 5 kg

weight: 5
{noun}, {detail}, {size}
noun: Light Soy Sauce | Dark Soy Sauce | Rice Vinegar | Black Vinegar | Oyster-Style Sauce
    | Mushroom Sauce | Cooking Wine
detail: Naturally Brewed | Reduced Salt | Slow Fermented | Glass Bottle | for Dipping
size: 250 ml | 500 ml | 800 ml | 1 L | 2 x 500 ml

weight: 4
{detail} {noun}, {size}
noun: Sesame Oil | Rapeseed Oil | Peanut Oil | Olive Oil | Sunflower Oil | Camellia Oil
detail: Cold-Pressed | First Press | Toasted | Small-Mill | Unrefined
size: 250 ml | 500 ml | 1 L | 1.8 L

- Chilli Oil | Chilli Crisp | Bean Paste | Black Bean Sauce | Tomato Paste: Mild | Hot | Extra Hot
    | Traditional Recipe; 200 g | 300 g | 500 g
- Wheat Noodles | Egg Noodles | Buckwheat Noodles | Rice Vermicelli: Thin | Wide
    | Hand-Pulled Style;
    400 g | 800 g | 1.5 kg
- Instant Noodles: Mushroom Broth | Spicy Sesame | Tomato; 5-Pack | 12-Pack | 24-Pack
- Dried Shiitake Mushrooms | Wood Ear Mushrooms | Tea Tree Mushrooms: Hand-Picked | Sun-Dried; 100 g
    | 200 g | 500 g
- Dried Seaweed | Dried Kelp | Lotus Seeds | Lily Bulbs: Ready to Soak | Selected Grade; 100 g
    | 250 g
- Sichuan Peppercorns | White Pepper | Star Anise | Cumin Seeds | Bay Leaves: Whole | Ground; 50 g
    | 100 g | 200 g
- Rock Sugar | Brown Sugar Blocks | Coarse Sea Salt: 300 g | 500 g | 1 kg; Resealable Bag | Jar
- Hotpot Base: Mild | Spicy | Extra Hot | Tomato; 200 g | 400 g | 3-Pack
- Canned Sweetcorn | Canned Tuna | Canned Chickpeas: 3-Pack | 6-Pack; Easy-Open | Reduced Salt
- Wild Honey | Acacia Honey | Peanut Butter | Sesame Paste: 250 g | 500 g | 1 kg; Glass Jar
    | Squeeze Bottle
""",
    "Coffee & Beverages": """
- Whole Bean Coffee | Ground Coffee: Light Roast | Medium Roast | Dark Roast; 250 g | 500 g | 1 kg
- Drip Bag Coffee: Medium Roast | Dark Roast; 10 Bags | 20 Bags
- Cold Brew Sachets: Black | Vanilla; 10 Sachets | 24 Sachets
- Green Tea | Oolong Tea | White Tea | Black Tea: Spring Harvest | Single Garden; 50 g | 100 g
    | 250 g
- Jasmine Tea | Chrysanthemum Tea | Lemon Ginger Tea | Barley Tea: 20 Bags | 40 Bags; No Added Sugar
    | Gift Tin
- Oat Drink | Coconut Water | Plum Juice: 250 ml x 12 | 1 L x 4; No Added Sugar | Lightly Sweet
- Cocoa Powder: 200 g | 400 g; Unsweetened | Rich and Dark
""",
    "Fresh Food & Meat": """
- Navel Oranges | Crisp Red Apples | Kiwi Fruit | Dragon Fruit: Orchard Picked | Hand Selected;
    2.5 kg Box | 4 kg Box
- Free-Range Eggs: 20 Eggs | 30 Eggs; Laid This Week | Foam Packed
- Beef Shank | Lamb Slices | Pork Ribs | Chicken Thighs: Chilled | Frozen; 500 g | 1 kg | 2 kg
- Peeled Prawns | Salmon Portions: Frozen at Sea | Chilled; 400 g | 800 g
- Baby Potatoes | Purple Sweet Potatoes | Sweetcorn Cobs: Farm Direct | Washed; 2.5 kg | 5 kg
""",
    "Alcoholic Beverages": """
- Dry Red Wine | Chardonnay | Rose Wine: Estate Bottled | Oak Aged | Light and Crisp; 750 ml
    | 750 ml x 2
    | 750 ml x 6
- Sparkling Wine: Brut | Off-Dry; 750 ml | 750 ml x 2
- Grain Spirit | Aged Brandy | Blended Whisky: Cellar Reserve | Gift Boxed | Small Batch; 500 ml
    | 700 ml
- Plum Wine | Rice Wine | Osmanthus Wine: Semi-Sweet | Three Years Old | Stoneware Jar; 500 ml
    | 500 ml x 2
- Wheat Beer | Dark Lager | Pale Ale | Pear Cider: 330 ml x 6 | 500 ml x 12; Cans | Bottles
- Dry Gin: Citrus and Juniper | Garden Herbs; 500 ml | 700 ml
""",
    "Health Supplements": """
weight: 8
{noun} {form}, {count}, {detail}
{noun}, {count} {form}, {detail}
noun: Vitamin C | Vitamin D3 | Calcium and Magnesium | Zinc | Multivitamin for Women
    | Multivitamin for Men | Lutein | Coenzyme Q10 | Iron and Folate | Vitamin B Complex
    | Glucosamine | Milk Thistle | Cranberry Extract | Biotin | Vitamin K2
form: Tablets | Capsules
count: 30 Count | 60 Count | 90 Count | 120 Count | 180 Count
detail: One a Day | Sugar Free | Travel Bottle | Easy to Swallow | Family Bottle

weight: 2
{noun} Softgels, {count}, {detail}
noun: Fish Oil | Krill Oil | Evening Primrose Oil | Flaxseed Oil | Garlic Oil | Vitamin E
count: 60 Count | 90 Count | 120 Count
detail: High Strength | Lemon Coated | Two a Day | Mini Size

weight: 2
{noun} Gummies, {flavour}, {count}
noun: Multivitamin | Vitamin C | Elderberry | Biotin | Fibre | Calcium and Vitamin D
flavour: Orange | Strawberry | Mixed Berries | Apple
count: 45 Count | 60 Count | 90 Count

- Whey Protein Powder | Plant Protein Powder: Vanilla | Cocoa | Unflavoured; 500 g | 900 g | 2 kg
- Collagen Peptides: Unflavoured | Citrus; 300 g | 30 Sachets | 14 Sachets
- Probiotic Powder: 14 Sachets | 30 Sachets; for Adults | for Children
- Dietary Fibre: 30 Sachets | 300 g; Unflavoured | Apple
- Ginseng Slices | Goji Berry Concentrate: 50 g | 100 g | 10 Small Bottles; Gift Box
    | No Added Sugar
- Propolis Spray | Elderberry Syrup: 30 ml | 100 ml; Honey | Sugar Free
- Electrolyte Drink Mix: Lemon | Grapefruit | Berry; 14 Sachets | 30 Sachets
- Spirulina Powder | Wheatgrass Powder: 150 g | 300 g; Organic | Finely Milled
""",
}
