"""What a sports and outdoor shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Sports & Fitness": """
weight: 4
{noun}, {size}, {detail}, {colour}
{detail} {noun}, {size}, {colour}
noun: Yoga Mat | Exercise Mat | Pilates Mat
size: 4 mm | 6 mm | 8 mm | 10 mm | 15 mm
detail: Non-Slip TPE | Natural Rubber | Alignment-Line | High-Density
colour: Teal | Plum | Charcoal | Sand | Sky Blue

weight: 2
{weight_kg} {noun}, {detail}
noun: Kettlebell | Hex Dumbbell Pair | Barbell Plate Pair | Round Dumbbell Pair
weight_kg: 2 kg | 4 kg | 5 kg | 6 kg | 8 kg | 10 kg | 12 kg | 16 kg | 20 kg
detail: Rubber Coated | Cast Iron | Textured Grip | Neoprene Coated

- Adjustable Dumbbell: 10 kg | 20 kg | 25 kg; Quick Dial | Screw Collars
- Weighted Vest | Medicine Ball | Sandbag: 3 kg | 5 kg | 8 kg | 10 kg; {colour}
- Resistance Band Set | Loop Band Set: 3 Bands | 5 Bands; with Bag | Fabric | Latex Free
- Skipping Rope: Steel Core | Beaded | Weighted Handles; Adjustable, 3 m | Digital Counter; {colour}
- Foam Roller: 30 cm | 45 cm | 60 cm; Smooth | Textured; {colour}
- Pull-Up Bar | Push-Up Stands | Ab Wheel: No Drilling | Foam Grips | Folding; {colour}
- Balance Board | Step Platform: Non-Slip Surface | Adjustable Height; {colour}
- Grip Trainer: 5 to 60 kg | 10 to 100 kg; Counter | Pair
- Yoga Block Pair | Pilates Ring | Yoga Strap: Soft Edges | Extra Firm | Non-Slip; {colour}
- Gym Gloves | Cycling Gloves: Half Finger | Wrist Wrap; S to M | L to XL; {colour}
- Knee Support | Ankle Support | Wrist Support: Single | Pair; Breathable Knit | Adjustable Straps
- Suspension Trainer: Door Anchor | with Guide; {colour}
- Badminton Racket Pair | Badminton Racket: Carbon Frame | Aluminium Frame; with Cover
    | 3 Shuttlecocks; {colour}
- Table Tennis Bat Set: 2 Bats, 3 Balls | 4 Bats, 6 Balls; Beginner | Club
- Tennis Racket: Graphite | Aluminium; Strung | Junior 25-Inch; {colour}
- Basketball: Size 5 | Size 6 | Size 7; Indoor | Outdoor | Soft Touch
- Football: Size 3 | Size 4 | Size 5; Training | Match | Machine Stitched
- Volleyball: Beach | Indoor | Soft Touch; {colour}
- Shuttlecocks | Tennis Balls | Table Tennis Balls: 3-Pack | 6-Pack | 12-Pack; Training | Match
- Swim Goggles: Anti-Fog | Mirrored | Wide View; Adult | Youth; {colour}
- Silicone Swim Cap | Kickboard: Adult | Youth; {colour}
- Shin Guards | Boxing Gloves: Club | Training; S | M | L; {colour}
- Cycling Helmet: Rear Light | Magnetic Visor; 54 to 58 cm | 58 to 62 cm; {colour}
- Bike Pump: Pressure Gauge | Frame Mounted; Two Valve Types | Folding Foot
- Inline Skates: Adjustable | Fixed Size; Light-Up Wheels | ABEC Bearings; {colour}
- Longboard | Skateboard: Maple Deck | Bamboo Deck; {colour}
colour: Black | Grey | Green | Orange | Purple | Navy
""",
    "Sports Bags & Accessories": """
- Gym Duffel: 20 L | 30 L | 45 L; Shoe Tunnel | Wet Pocket; {colour}
- Racket Bag: 3 Rackets | 6 Rackets; Padded Back | Thermal Lining; {colour}
- Swim Backpack: 18 L | 25 L; Wet Pocket | Mesh Base; {colour}
- Running Vest Pack: 5 L | 8 L | 12 L; Two Soft Flasks | Reflective Trim; {colour}
- Ball Bag: Single Ball | Six Balls; Mesh | Water-Repellent
- Cycling Pannier: 15 L | 25 L; Roll-Top | Quick-Release Hooks; {colour}
- Yoga Mat Bag: Wide Opening | Cotton Canvas; {colour}
- Hydration Pack: 2 L Bladder | 3 L Bladder; Chest Strap | Insulated Tube; {colour}
colour: Black | Slate | Cobalt | Lime | Red
""",
    "Outdoor & Camping": """
- Dome Tent | Tunnel Tent: for 2 | for 4; Ultralight | Quick Set-Up | Four-Season; {colour}
- Pop-Up Beach Shelter | Tarp Shelter: UV Coated | Wind Resistant; {colour}
- Down Sleeping Bag | Synthetic Sleeping Bag: 0 C | -10 C; Mummy Shape | Two-Way Zip; {colour}
- Inflatable Sleeping Pad: 5 cm | 9 cm; Built-In Pump | Insulated; {colour}
- Folding Camp Chair | Camping Hammock: 120 kg Load | 150 kg Load; {colour}
- Roll-Top Camp Table: Aluminium | Beech Wood; for 2 | for 4
- Trekking Poles, Pair: Carbon | Aluminium; Cork Grips | Folding
- Camp Lantern | Headlamp: Rechargeable | Three Brightness Levels; {colour}
- Gas Camp Stove: Piezo Ignition | Windshield; Folding
- Cooler Box: 20 L | 35 L; Wheels | Bottle Opener; {colour}
- Dry Bag: 10 L | 20 L | 30 L; Shoulder Strap; {colour}
- Cookset: for 2 | for 4; Hard-Anodised | Stainless Steel
- Folding Wagon: 80 kg Load | Wide Wheels; {colour}
colour: Moss | Sand | Slate | Rust | Navy
""",
}
