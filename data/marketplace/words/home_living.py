"""What a home shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Furniture": """
{material} {noun}, {size}, {colour}
{noun}, {material}, {detail}, {colour}
noun: Coffee Table | Side Table | Bedside Table | Writing Desk | Console Table | Dining Table
    | Standing Desk | Folding Table
material: Solid Oak | Bamboo | Walnut Veneer | Rubberwood | Steel Frame | Sintered Stone Top | Pine
size: 60 cm | 80 cm | 100 cm | 120 cm | 140 cm
detail: Rounded Corners | One Drawer | Two Drawers | Cable Hole | Easy Assembly | Lower Shelf
colour: Natural | White | Walnut | Black

{noun}, {material}, {detail}
{colour} {noun}, {material}, {detail}
noun: Office Chair | Dining Chair Pair | Armchair | Rocking Chair | Bar Stool Pair | Two-Seater Sofa
    | Sofa Bed | Floor Recliner | Storage Ottoman | Bean Bag | Entryway Bench
material: Mesh Back | Boucle | Linen Fabric | Faux Leather | Velvet | Rattan | Corduroy
detail: Lumbar Support | Padded Seat | Removable Cover | Folding Frame | Metal Legs | Wooden Legs
    | Adjustable Height
colour: Grey | Cream | Forest Green | Rust | Black | Camel

{noun}, {material}, {detail}, {colour}
{detail} {noun}, {material}, {colour}
noun: Bookcase | Shoe Cabinet | TV Stand | Wardrobe | Chest of Drawers | Wall Shelf Unit
    | Bed Frame, Single | Bed Frame, Double | Kitchen Cabinet | Coat Stand | Dressing Table
    | Display Cabinet
material: Engineered Wood | Pine | Bamboo | Metal and Wood | Rubberwood
detail: Five-Tier | Slim | Corner | Open-Shelf | Sliding-Door | Low-Profile | Modular
colour: White | Oak | Walnut | Grey | Natural
""",
    "Bedding": """
weight: 8
{noun}, {fabric}, {pattern}, {size}
{fabric} {noun}, {size}, {pattern}
noun: Duvet Cover Set | Fitted Sheet | Four-Piece Bedding Set | Bedspread | Flat Sheet
fabric: Washed Cotton | Bamboo Lyocell | Brushed Cotton | Linen Blend | Sateen Cotton
    | Cotton Jersey
    | Long-Staple Cotton
pattern: Plain Ivory | Fine Stripe | Small Checks | Leaf Print | Sage Green | Dusty Blue | Charcoal
    | Embroidered Edge
size: Single | Double | King | 1.5 m Bed | 1.8 m Bed

weight: 3
{noun}, {fill}, {size}, {detail}
noun: Winter Duvet | Summer Duvet | All-Season Duvet
fill: Goose Down | Mulberry Silk Blend | Wool Fill | Soy Fibre | Recycled Microfibre
size: 150 x 200 cm | 180 x 220 cm | 200 x 230 cm | 220 x 240 cm
detail: Machine Washable | Corner Loops | Cotton Shell | Box Stitched

- Mattress Topper: Memory Foam | Latex | Quilted Cotton; {bed}; Elastic Straps | Non-Slip Base
- Mattress Protector: Waterproof | Bamboo Terry; {bed}; Deep Pocket | Noiseless
- Quilted Throw | Fleece Blanket | Waffle Blanket: {colour}; 130 x 170 cm | 150 x 200 cm
- Weighted Blanket: 5 kg | 7 kg | 9 kg; Glass Beads | Cooling Cover; {colour}
- Heated Blanket: Single | Double; Nine Heat Levels | Auto Shut-Off
- Memory Foam Pillow | Latex Pillow | Cervical Pillow: Soft | Medium Firm | Firm; Bamboo Cover
    | Cooling Cover
- Buckwheat Pillow: Adjustable Filling | Low Profile; Cotton Cover | Linen Cover
- Feather Pillow Pair | Pillowcase Pair: 48 x 74 cm | 50 x 75 cm; {colour}
- Body Pillow | Wedge Cushion: Washable Cover | Velvet Cover; {colour}
- Mosquito Net: {bed}; Three Doors | Folding Frame
bed: 1.2 m Bed | 1.5 m Bed | 1.8 m Bed
colour: Ivory | Grey | Sage | Dusty Blue | Caramel
""",
    "Household Essentials": """
- Toilet Paper Rolls | Kitchen Towels: 3-Ply | 4-Ply | Plant Fibre; 6-Pack | 10-Pack | 24-Pack
- Facial Tissues | Paper Napkins: Soft 3-Ply | Unscented | Pocket Size; 6-Pack | 12-Pack | 18-Pack
- Bin Liners: 15 L | 30 L | 50 L; Drawstring | Extra Strong; 60 Bags | 100 Bags
- Food Storage Bags: Small | Medium | Large; Zip Seal | Double Seal; 30 Bags | 60 Bags
- Cling Film | Baking Paper | Aluminium Foil: 10 m | 20 m | 30 m; Slide Cutter | 2-Pack
- Disposable Gloves: S | M | L; 50 Pieces | 100 Pieces; Powder Free
- Vacuum Storage Bags: 4-Pack | 8-Pack; with Pump | Double Zip
- Wet Wipes: 3 x 80 | 10 x 20; Unscented | Aloe
- Clothes Hangers: 10-Pack | 20-Pack | 30-Pack; Velvet | Non-Slip | Wide Shoulder; {colour}
- Clothes Pegs: 12-Pack | 24-Pack; Windproof Grip | Bamboo | Stainless Steel
- Laundry Basket: Foldable | Woven | Tall; {colour}
- Washing-Up Bowl: Foldable | with Drain Plug; {colour}
- Toothbrush Holder | Soap Dish: Self-Draining | No Drilling | Stoneware; {colour}
- Shower Curtain: 180 x 180 cm | 180 x 200 cm; Mould Resistant | Leaf Pattern
    | Plain; 12 Rings Included
- Bath Mat: 40 x 60 cm | 50 x 80 cm; Quick-Drying | Soft Pile | Diatomite; {colour}
- Toilet Brush: Silicone Head | Wall Mounted | Long Handle; {colour}
- Pedal Bin: 3 L | 5 L | 8 L; Soft Close | Removable Bucket; {colour}
- Ironing Board Cover: 120 x 40 cm | 135 x 45 cm; Heat Reflecting | Thick Felt
- Sewing Kit: 48 Pieces | 98 Pieces; Travel Case | Tin Box
- Folding Umbrella: Eight Ribs | Ten Ribs; Windproof | UV Coated; {colour}
- Door Draught Stopper: 80 cm | 95 cm; Double-Sided | Cut to Fit; {colour}
- Adhesive Wall Hooks: 6-Pack | 10-Pack | 20-Pack; Transparent | Stainless Steel | up to 5 kg
- Rug Grippers | Furniture Felt Pads: 8-Pack | 16-Pack | 48-Pack; Self-Adhesive | Reusable
- Shoe Horn | Fly Swatter: Long Handle | Bamboo | Stainless Steel; 1 Piece | 2-Pack
- Lint Roller: 60 Sheets | 90 Sheets; Three Refills | Extra Sticky
- Hot Water Bottle: 0.5 L | 1 L | 2 L; Knit Cover | Fleece Cover; {colour}
- Air Freshener Gel | Drawer Sachets: {scent}; 2-Pack | 3-Pack | 6-Pack
- Reed Diffuser: {scent}; 50 ml | 100 ml; Six Reeds
- Candle Jar: {scent}; 150 g | 200 g; Soy Wax | Wooden Lid
- Mothballs: Camphor Wood | Cedar | Lavender; 150 g | 300 g; Hanging Bags | Tin
- Dehumidifier Bags: 5-Pack | 10-Pack; Hanging | for Wardrobes
- Mosquito Repellent Liquid: 2 Refills | 45 Nights; Unscented | Lemongrass
- Shower Caps | Earplugs | Sleep Mask: Travel Case | Soft Touch | Reusable; 1 Set | 2-Pack | 4-Pack
scent: Lavender | Lemon | Fresh Linen | Jasmine | Sandalwood | Green Tea | White Musk
colour: White | Grey | Blue | Beige | Green | Black
""",
    "Storage & Organization": """
- Storage Box: Clear Plastic | Fabric | Felt; 10 L | 25 L | 45 L; with Lid | Stackable | Folding
- Drawer Organiser: Bamboo | Felt | Clear Plastic; Set of 4 | Set of 6 | Adjustable
- Under-Bed Storage Bag: 60 L | 90 L; Clear Window | Two Handles | 2-Pack
- Shelf Basket: Woven Rope | Seagrass | Steel Wire; Small | Medium | Large
- Hanging Organiser | Over-Door Rack: 4 Shelves | 12 Pockets | 24 Pockets; Grey | Beige
- Spice Rack | Shoe Rack | Bathroom Shelf: Bamboo | Steel | Adjustable; 2-Tier | 3-Tier | 4-Tier
- Cosmetic Organiser: Clear Acrylic | Rotating; Two Drawers | Three Drawers
- Cable Box: Small | Large; White | Wood-Effect Lid
""",
    "Lighting": """
- LED Desk Lamp {model}: Dimmable | USB Charging Port; Folding Arm | Clamp Base; {colour}
- Arc Floor Lamp | Tripod Floor Lamp: Linen Shade | Opal Glass; {colour}
- Pendant Light: Rattan | Opal Glass | Concrete; Single | Cluster of 3
- Ceiling Light: 30 cm | 40 cm | 50 cm; Three Colour Temperatures | Remote Control; {colour}
- Table Lamp | Bedside Lamp: Touch Switch | Ceramic Base | Linen Shade; {colour}
- Wall Sconce: Up and Down | Swing Arm | Plug-In; {colour}
- Motion Sensor Night Light: 2-Pack | 4-Pack; Rechargeable | Battery Powered
- LED Strip: 3 m | 5 m | 10 m; Warm White | Colour Changing; Remote Control
- Solar Garden Lights: 4-Pack | 6-Pack | 8-Pack; Stake | Lantern Style
- Track Spotlight Set: 3 Spots | 4 Spots; {colour}
colour: Brass | Black | White | Oak
""",
    "Home Building Materials": """
- Vinyl Floor Planks: Oak Effect | Stone Effect; Click Fit | Self-Adhesive; 2 m2 | 5 m2
- Kitchen Mixer Tap | Basin Mixer Tap: Brushed Nickel | Matte Black | Chrome; Pull-Out Spray
    | Swivel Spout
- Shower Head Set: Three Spray Modes | Five Spray Modes; Matte Black | Chrome
- Ceramic Wall Tiles: 10 x 10 cm | 7.5 x 30 cm; Gloss White | Sage | Terracotta; Box of 1 m2
- Interior Door Lock: Magnetic Latch | Silent Latch; Black | Brushed Nickel
- Wash Basin: 40 cm | 50 cm; Countertop | Wall Hung; White Ceramic
- Peel-and-Stick Wallpaper: Linen Texture | Leaf Pattern | Brick Effect; 3 m Roll | 10 m Roll
- Extractor Fan {model}: 100 mm | 150 mm; Timer | Back-Draught Flap
- Toilet Seat: Soft Close | Quick Release; D-Shape | Oval; White
- Slatted Wall Panel: Walnut | Oak | Grey; 240 x 60 cm | 120 x 60 cm
""",
    "Basic Construction Materials": """
- Tile Adhesive | Tile Grout: White | Grey; Flexible | Waterproof; 2 kg | 5 kg
- Ready-Mixed Plaster | Wall Filler: Interior | Fast Drying; 1 kg | 2.5 kg | 5 kg
- Waterproof Coating: Roof | Bathroom; Grey | Clear; 1 kg | 5 kg
- Silicone Sealant: Clear | White | Grey; Mould Resistant; 300 ml | 300 ml x 4
- Quick-Set Cement | Fine Sand: Washed and Dried | Fine Grade; 5 kg | 10 kg
- Expanding Foam: 500 ml | 750 ml; Hand Held | Gun Grade
- PVC Conduit: 20 mm | 25 mm; 10 x 1 m | 20 x 1 m
- Insulation Board: 20 mm | 40 mm; 5 Sheets | 10 Sheets
""",
    "Cleaning Tools": """
- Spin Mop with Bucket: Two Pads | Four Pads; Grey | Teal
- Window Squeegee: 25 cm | 35 cm; Extending Handle | Silicone Blade
- Microfibre Cloths | Sponge Scourers: 6-Pack | 12-Pack | 20-Pack; Mixed Colours | Grey
- Broom and Dustpan Set | Extendable Duster: Long Handle | Soft Bristles; Grey | Blue
- Grout Brush: Angled Head | V-Shaped; 2-Pack | Single
""",
    "Kitchenware": """
weight: 10
{material} {noun}, {size}, {detail}
{noun}, {material}, {size}, {detail}
noun: Frying Pan | Wok | Saucepan | Griddle Pan | Casserole | Saute Pan
material: Cast Iron | Stainless Steel | Non-Stick Aluminium | Carbon Steel | Ceramic-Coated
size: 18 cm | 20 cm | 24 cm | 28 cm | 30 cm | 32 cm
detail: Induction Ready | with Glass Lid | Wooden Handle | Pouring Lip | Oven Safe

weight: 8
{material} {noun}, {pattern}, {pack}
noun: Dinner Plates | Soup Bowls | Rice Bowls | Mugs | Tea Cups | Serving Platter | Dessert Plates
material: Stoneware | Bone China | Porcelain
pattern: Reactive Glaze | Plain White | Blue Rim | Speckled | Ribbed | Hand-Painted Style
pack: Set of 2 | Set of 4 | Set of 6

- Chef's Knife | Cleaver | Paring Knife | Bread Knife: High-Carbon Steel
    | Stainless Steel; Rosewood Handle
    | Non-Slip Handle; with Sheath | Gift Boxed
- Kitchen Scissors | Vegetable Peeler | Garlic Press | Tin Opener: Stainless Steel; Easy Grip
    | Dishwasher-Safe; 1 Piece | 2-Pack
- Chopping Board: Bamboo | Acacia Wood | Wheat Straw; 30 x 20 cm | 38 x 28 cm; Juice Groove
    | Hanging Hole
- Rolling Pin | Salad Servers | Spatula Set: Beech Wood | Acacia Wood | Silicone; Standard Size
    | Large
- Colander | Mixing Bowl Set: Stainless Steel | Enamelled; 3-Piece | 24 cm; Non-Slip Base | Handles
- Whisk | Box Grater | Ladle: Stainless Steel | Heat Resistant; Compact | Large
- Knife Block: Bamboo | Acacia Wood; 6 Slots | Magnetic
- Salad Spinner: 3 L | 5 L; Pull Cord | Press Button
- Chopsticks: Ironwood | Fibreglass | Bamboo; 5 Pairs | 10 Pairs; Dishwasher-Safe
- Cutlery Set: 16-Piece | 24-Piece; Matte Black | Polished Steel | Brushed Gold-Tone
- Lunch Box: Two Compartments | Three Compartments; Stainless Steel | Heat-Resistant Glass; 1 L
    | 1.5 L
- Teapot: 600 ml | 900 ml | 1.2 L; Borosilicate Glass | Stoneware; with Infuser
- Tumbler Glasses | Wine Glasses: Set of 2 | Set of 4 | Set of 6; Ribbed | Clear | Smoky Grey
- Food Containers: Set of 3 | Set of 5 | Set of 8; Glass | Airtight Lids
- Stock Pot | Steamer Pot: 22 cm | 26 cm | 30 cm; Stainless Steel; with Glass Lid | Two Tiers
- Baking Tray | Cake Tin | Loaf Tin: 20 cm | 24 cm | 28 cm; Non-Stick | Loose Base
""",
}
