"""What a shoe and bag shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Women's Shoes": """
Women's {noun}, {material}, {detail}, {colour}
{material} {noun} for Women, {detail}, {colour}
noun: Ballet Flats | Loafers | Court Shoes | Block-Heel Pumps | Mary Janes | Slingbacks | Mules
    | Kitten Heels | Moccasins | Espadrilles | Brogues
material: Soft Leather | Faux Suede | Patent | Satin | Woven | Nubuck | Velvet
detail: Pointed Toe | Square Toe | Cushioned Insole | 5 cm Heel | 7 cm Heel | Bow Detail
    | Elastic Back | Non-Slip Sole | Wide Fit
colour: Black | Nude | Tan | Burgundy | Cream | Silver | Navy

Women's {noun}, {material}, {detail}
{colour} {noun} for Women, {material}, {detail}
noun: Ankle Boots | Chelsea Boots | Knee-High Boots | Lace-Up Boots | Snow Boots | Rain Boots
    | Western Boots
material: Leather | Faux Suede | Fleece-Lined | Waterproof Rubber | Stretch Knit
detail: Side Zip | Chunky Sole | Block Heel | Low Heel | Buckle Strap | Rounded Toe
colour: Black | Chestnut | Taupe | Olive | Chocolate

Women's {noun}, {material}, {detail}
{colour} {noun} for Women, {material}, {detail}
noun: Strappy Sandals | Platform Sandals | Slide Sandals | Wedge Sandals | Fisherman Sandals
    | Gladiator Sandals | House Slippers | Thong Sandals
material: Cork Footbed | Woven Raffia | Vegan Leather | Cotton Lining | Soft EVA
detail: Adjustable Buckle | Ankle Strap | 4 cm Platform | Cross Straps | Arch Support | Open Toe
colour: White | Gold | Brown | Pistachio | Beige | Black
""",
    "Men's Shoes": """
Men's {noun}, {material}, {detail}, {colour}
{material} {noun} for Men, {detail}, {colour}
noun: Derby Shoes | Oxford Shoes | Penny Loafers | Desert Boots | Chelsea Boots | Boat Shoes
    | Monk-Strap Shoes | Work Boots | Driving Shoes | Leather Sandals | Slip-On Shoes | Hiking Shoes
material: Full-Grain Leather | Suede | Waxed Leather | Canvas | Nubuck | Oiled Leather
detail: Cap Toe | Rubber Sole | Padded Collar | Elastic Gussets | Hand-Stitched | Breathable Lining
    | Wide Fit
colour: Black | Cognac | Dark Brown | Navy | Sand
""",
    "Sneakers": """
{who} {noun}, {upper}, {sole}, {colour}
{noun} {model}, {upper}, {colour}
{colour} {noun} for {whom}, {upper}, {sole}
who: Women's | Men's | Unisex
whom: Women | Men
noun: Running Shoes | Retro Runners | Court Sneakers | Chunky Sneakers
    | Trail Running Shoes | Walking Shoes | Skate Shoes | High-Top Sneakers | Training Shoes
    | Slip-On Sneakers | Basketball Shoes
upper: Knit Upper | Mesh Upper | Suede Panels | Leather Upper | Canvas Upper | Reflective Details
sole: Foam Cushioning | Gum Sole | Air Pocket Heel | Wide Toe Box | Carbon Plate
    | Lightweight EVA Sole
colour: White and Green | All Black | Off-White | Grey and Orange | Navy | Cream and Brown
    | Silver and Blue | Pink
""",
    "Bags & Luggage": """
weight: 2
{material} {noun}, {detail}, {colour}
Women's {noun}, {material}, {detail}, {colour}
noun: Tote Bag | Crossbody Bag | Shoulder Bag | Bucket Bag | Hobo Bag | Saddle Bag | Clutch
    | Top-Handle Bag | Camera Bag | Chain-Strap Bag | Half-Moon Bag | Mini Backpack
material: Pebbled Leather | Canvas | Vegan Leather | Suede | Nylon | Woven Straw | Quilted Leather
detail: Adjustable Strap | Magnetic Closure | Zip Pocket | Fits a Tablet | Detachable Pouch
    | Gold-Tone Hardware | Two Compartments
colour: Black | Caramel | Cream | Olive | Burgundy | Dusty Pink | Taupe | Navy

weight: 2
{size} {noun}, {material}, {detail}, {colour}
{noun} {model}, {size}, {material}, {colour}
noun: Carry-On Suitcase | Trolley Case | Spinner Suitcase | Expandable Suitcase
    | Front-Open Suitcase
    | Aluminium-Frame Suitcase | Cabin Case | Ride-Along Suitcase
size: 18-Inch | 20-Inch | 22-Inch | 24-Inch | 26-Inch | 28-Inch
material: Polycarbonate Shell | ABS Shell | Ballistic Nylon | Matte Hard Shell
detail: Combination Lock | Silent Double Wheels | Compression Straps | Cup Holder | USB Port
    | Telescopic Handle
colour: Silver | Ice Blue | Black | Sage | Champagne | Cherry Red | Graphite

{noun}, {size}, {detail}, {colour}
{colour} {noun}, {detail}, {size}
noun: Laptop Backpack | School Backpack | Rolltop Backpack | Travel Backpack | Anti-Theft Backpack
    | Weekender Bag | Garment Bag | Duffel Bag | Messenger Bag
size: 15 L | 20 L | 25 L | 32 L | 40 L
detail: Water-Repellent | Luggage Sleeve | Shoe Compartment | Padded Straps | Hidden Pocket
    | Wide Opening
colour: Black | Charcoal | Navy | Khaki | Grey

{noun}, {material}, {detail}
noun: Bifold Wallet | Card Holder | Long Zip Wallet | Coin Purse | Passport Holder | Belt Bag
    | Cosmetic Pouch | Briefcase | Tablet Folio
material: Top-Grain Leather | Vegan Leather | Waxed Canvas | Nylon
detail: RFID Blocking | Gift Boxed | Slim Profile | Eight Card Slots | Embossed | Zip-Around
""",
}
