"""What a mother and baby shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Children's Clothing": """
{who} {noun}, {fabric}, {pattern}, {age}
who: Boys' | Girls' | Kids'
noun: Long-Sleeve T-Shirt | Joggers | Pyjama Set | Shorts | Hooded Sweatshirt | Leggings
fabric: Soft Cotton | French Terry | Organic Cotton | Ribbed Cotton
pattern: Dinosaur Print | Striped | Forest Animals | Star Print | Plain | Rainbow Patch
age: 2-3 Years | 4-5 Years | 6-7 Years | 8-9 Years

{who} {noun}, {detail}, {colour}, {age}
who: Boys' | Girls' | Kids'
noun: Padded Coat | Fleece Jacket | Raincoat | Corduroy Dungarees | Knit Jumper | Quilted Gilet
detail: Warm Lining | Easy Fastening | Two Pockets | Reinforced Elbows
colour: Navy | Mustard | Moss | Berry | Oat
age: 2-3 Years | 4-5 Years | 6-7 Years | 8-9 Years
""",
    "Children's Shoes": """
{who} {noun}, {detail}, {colour}, {size}
who: Boys' | Girls' | Kids'
noun: Hook-and-Loop Trainers | School Shoes | Closed-Toe Sandals | Canvas Slip-Ons | Running Shoes
    | Light-Up Trainers | Water Shoes | Winter Boots | Rain Boots
detail: Flexible Sole | Non-Slip Sole | Soft Lining | Reinforced Toe | Wide Fit | Light Sole
colour: Navy | Yellow | Pink | Grey | Green | White
size: Size 22-27 | Size 26-31 | Size 30-35
""",
    "Baby Products": """
- Baby Carrier: Ergonomic | Breathable Mesh; from Birth | 3-24 Months; {colour}
- Lightweight Pushchair {model}: One-Hand Fold | Flat Recline; {colour}
- High Chair: Foldable | Adjustable Height; 6-36 Months; {colour}
- Baby Bath Tub: Foldable | Newborn Support; Temperature Plug | {colour}
- Play Mat: Foldable Foam | Reversible; 150 x 180 cm | 180 x 200 cm
- Bouncer Seat | Travel Cot: Foldable | Machine-Washable Cover; {colour}
- Cot Mobile: Felt Animals | Wooden Moons; Music Box | Silent
- Bottle Steriliser {model}: with Dryer | Six Bottles
- Baby Monitor {model}: 5-Inch Screen | Two-Way Talk; Night Vision
- Baby Gate: 75 to 82 cm | 82 to 104 cm; No Drilling | Auto Close
- Anti-Colic Bottle | Sippy Cup: 150 ml | 240 ml; Single | 2-Pack; Wide Neck | Soft Spout
- Silicone Bib | Teether | Silicone Feeding Set: BPA Free | Dishwasher-Safe; {colour}
- Muslin Squares | Swaddle Blanket: 3-Pack | 5-Pack; Organic Cotton | Bamboo Cotton
- Ultra-Soft Nappies | Training Nappies: Size 3 | Size 4 | Size 5; 36 Pieces | 60 Pieces
- Water Wipes: 6 x 60 | 12 x 60; Fragrance Free
- Hooded Bath Towel: Bear Ears | Plain; Cotton Terry | Bamboo; {colour}
colour: Grey | Oat | Sage | White | Blush
""",
    "Maternity Products": """
- Maternity Leggings | Maternity Jeans: Over-Bump | Under-Bump; Black | Denim Blue
- Nursing Bra: Wireless | Front Clips; Nude | Black | Grey
- Pregnancy Support Belt: Adjustable | Breathable; Beige | Black
- U-Shaped Pregnancy Pillow: Jersey Cover | Velvet Cover; Grey | Cream
- Nursing Cover: Breathable Muslin | Cotton Jersey; Oat | Sage
- Wearable Breast Pump {model}: Nine Levels | Quiet Motor
""",
    "Toys & Educational": """
weight: 8
{noun}, {pieces}, {detail}, {age}
{noun} with Storage Box, {pieces}, {age}
noun: Building Block Set | Magnetic Tile Set | Marble Run | Castle Construction Set
    | Jigsaw Puzzle | Wooden Block Set | Space Station Model | Fire Station Playset | Domino Set
    | Wooden Railway | Farm Construction Set
pieces: 48 Pieces | 60 Pieces | 100 Pieces | 150 Pieces | 260 Pieces | 500 Pieces
detail: Rounded Edges | Bright Colours | Pastel Colours | Picture Guide | Extra Parts
age: Ages 3+ | Ages 4+ | Ages 5+ | Ages 6+ | Ages 8+

- Remote Control Off-Road Car | Stunt Car: Two Batteries | Flashing Lights | 1:16 Scale; {age}
- Coding Robot | Walking Dinosaur | Talking Parrot: Rechargeable | Sound and Light; {age}
- Ride-On Scooter | Balance Bike | Tricycle: Adjustable Height | Large Wheels | Light-Up Wheels;
    Ages 2+ | Ages 3+ | Ages 5+
- Electronic Keyboard: 37 Keys | 49 Keys | 61 Keys; Microphone | Lesson Mode; {age}
- Talking Globe | Story Projector: Rechargeable | 30 Stories | Night Light; {age}
- Bubble Machine: 8 Wands | Two Bottles of Solution; Carry Handle | Automatic
- Toy Excavator | Toy Fire Engine | Tipper Truck: Friction Drive | Sound and Light; {age}
- Doll's House | Play Kitchen | Market Stall: 18 Accessories | 32 Accessories; Wooden | Foldable
- Karaoke Microphone: Bluetooth | Voice Effects; Pink | Blue | Silver
- Microscope Kit | Volcano Science Kit | Crystal Growing Kit | Weather Station Kit: 12 Experiments
    | Picture Guide | Classroom Size; Ages 6+ | Ages 8+ | Ages 10+
- Telescope: 50 mm Lens | 70 mm Lens; Tripod | Moon Filter; Ages 8+ | Ages 10+
- Letter Flash Cards | Number Flash Cards | Animal Flash Cards: 52 Cards | 100 Cards; Ages 2+
    | Ages 3+
- Counting Abacus | Busy Board | Shape Sorter | Stacking Rings: Natural Wood | Painted Wood
    | Montessori
    Style; Ages 1+ | Ages 2+ | Ages 3+
- Drawing Board: Magnetic | LCD 10-Inch | Double-Sided; {age}
- Finger Paint Set | Modelling Clay Set | Washable Crayons: 6 Colours | 12 Colours
    | 24 Colours; {age}
- Plush Rabbit | Plush Bear | Plush Fox | Plush Whale: 25 cm | 40 cm | 60 cm; Gift Boxed | Washable
    | Extra Soft
- Hand Puppet Set: 4 Puppets | 6 Puppets; Forest Animals | Family
- Memory Card Game | Family Board Game | Strategy Board Game: 2 to 4 Players | 2 to 6 Players; {age}
age: Ages 3+ | Ages 4+ | Ages 6+ | Ages 8+
""",
}
