"""What a daily goods and office shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Cleaning & Hygiene": """
- Laundry Detergent | Fabric Softener: {scent}; 1 L | 2 L | Refill 1.5 L
- Dish Soap | Hand Wash: {scent}; 300 ml | 500 ml | Refill 1 L
- Floor Cleaner | Toilet Cleaner | Glass Cleaner: {scent}; 500 ml | 750 ml | 2-Pack
- Disinfectant Spray: {scent}; 300 ml | 500 ml
- Laundry Pods: {scent}; 20 Pods | 50 Pods
scent: Citrus | Lavender | Unscented | Eucalyptus | Cotton Blossom
""",
    "Gifts & Party Supplies": """
- Balloon Garland Kit: {theme}; 60 Balloons | 100 Balloons; with Hand Pump
- Paper Plates and Cups: {theme}; for 8 Guests | for 16 Guests
- Birthday Banner | Party Hats | Cake Candles: {theme}; Set of 6 | Set of 10
- Gift Wrapping Paper: {theme}; 4 Sheets | 3 Rolls
- Gift Boxes: {theme}; Set of 3 | Set of 5; with Ribbon
- Greeting Cards: {theme}; 6 Cards | 12 Cards; Envelopes Included
- Paper Lanterns | Confetti Poppers: {theme}; 6-Pack | 10-Pack
- Satin Ribbon: {theme}; 25 mm x 20 m | 10 mm x 50 m
theme: Rainbow | Gold and White | Woodland | Pastel | Starry Night | Red and Gold
""",
    "Lifestyle Accessories": """
- Vacuum Flask | Travel Mug: 350 ml | 500 ml; Stainless Steel | Ceramic Lining; Moss | Sand | Ink
- Desk Clock: Walnut | Brushed Metal; Silent Movement | Temperature Display
- Travel Umbrella: Windproof | Auto Open; Navy | Olive | Black
- Picnic Blanket: 150 x 200 cm | 200 x 200 cm; Waterproof Back; Checked | Striped
- Neck Fan {model}: Three Speeds | 10-Hour Battery; White | Sage
""",
    "Stationery & Office Supplies": """
- Gel Pens | Ballpoint Pens | Rollerball Pens: 0.5 mm | 0.7 mm | 1.0 mm; Black Ink | Blue Ink
    | Assorted;
    3-Pack | 6-Pack | 12-Pack
- Fineliners | Brush Pens | Highlighters: Pastel Set | Bright Set | Earth Tones; 5-Pack
    | 10-Pack | 24-Pack
- Mechanical Pencils: 0.5 mm | 0.7 mm; Soft Grip | Metal Barrel; 2-Pack | 4-Pack
- Graphite Pencils: HB | 2B | Mixed Grades; 10-Pack | 12-Pack | 30-Pack
- Whiteboard Markers: Bullet Tip | Chisel Tip; 4 Colours | 8 Colours | Black; Low Odour
- Fountain Pen: Fine Nib | Medium Nib; with Converter | Gift Boxed; {colour}
- Coloured Pencils | Crayons | Felt-Tip Pens: 12 Colours | 24 Colours | 36 Colours; Tin Box
    | Break Resistant
- Hardcover Notebook | Softcover Notebook: {size}; Dotted | Ruled | Blank | Grid; {colour}
- Spiral Notebook: {size}; 80 Sheets | 120 Sheets; Ruled | Grid; {colour}
- Weekly Planner | Daily Planner: {size}; Undated | Academic Year; {colour}
- Sketchbook: {size}; 120 gsm | 160 gsm | 200 gsm; Spiral Bound | Lay-Flat Binding
- Ring Binder | Expanding File | Document Wallet: A4 | A5; 12 Pockets | Elastic Closure;
    {colour}
- Display Book: A4; 20 Pockets | 40 Pockets | 60 Pockets; {colour}
- Exercise Books: {size}; 5-Pack | 10-Pack; Ruled | Grid
- Copy Paper: A4 | A5; 70 gsm | 80 gsm; 500 Sheets | 2 x 500 Sheets
- Clipboard: A4 | A5; Hardboard | Aluminium | Storage Case
- Stapler: 20 Sheets | 40 Sheets | No-Staple; Refills Included | Half Strip; {colour}
- Two-Hole Punch: 10 Sheets | 30 Sheets; Paper Guide | Chip Tray; {colour}
- Correction Tape | Glue Sticks: 3-Pack | 6-Pack | 12-Pack; Refillable | Classroom Pack | Quick Dry
- Index Tabs: 15 mm | 20 mm | Mixed Sizes; Pastel | Bright; 100 Tabs | 200 Tabs
- Sticky Notes: 76 x 76 mm | Mixed Sizes | Transparent; Pastel | Bright | Kraft; 6 Pads
    | 12 Pads
- Desk Organiser: Five Compartments | Rotating | Mesh Metal; {colour}
- Scissors: 15 cm | 18 cm | 21 cm; Soft Grip | Titanium Coated; Single | 2-Pack
- Tape Dispenser: Weighted Base | Mini; {colour}
- Binder Clips | Paper Clips: 19 mm | 25 mm | 32 mm; 24 Pieces | 48 Pieces | 100 Pieces; {colour}
- Ruler Set | Geometry Set: 15 cm and 30 cm | 7-Piece; Clear | Aluminium
- Pencil Case: Canvas | Clear | Stand-Up; Large Capacity | Slim; {colour}
- Eraser Set | Pencil Sharpener: Dust Free | Two Holes | Fruit Shapes; 2-Pack | 4-Pack
- Rubber Stamp Set: Alphabet | Botanical | Daily Notes; Wooden Handles | Ink Pad Included
- Magnetic Whiteboard: 30 x 40 cm | 45 x 60 cm; Aluminium Frame | Frameless; Four Magnets
- Desk Calendar: Stand-Up | Tear-Off; Botanical | Minimal | Landscape
- Calculator {model}: 12 Digits | Scientific; Solar and Battery; {colour}
size: A4 | A5 | B5 | A6
colour: Kraft | Navy | Mint | Black | Coral | Grey | White
""",
    "Office Equipment": """
- Cross-Cut Paper Shredder {model}: 6 Sheets | 10 Sheets | 12 Sheets; 15 L Bin
    | 20 L Bin; Jam Release
- Thermal Label Printer {model} | Receipt Printer {model}: 58 mm | 80 mm; USB | USB and Bluetooth
- Laminator {model}: A4 | A3; 3-Minute Warm-Up | 20 Pouches Included
- Comb Binding Machine | Paper Trimmer: A4 | A3; 12 Sheets | Safety Guard
- Portable Document Scanner {model}: A4 | A3; Foldable | USB-C Powered
- Inkjet Printer {model}: Wireless | Scan and Copy; Refillable Tanks | Two-Sided Printing
- Electric Stapler {model}: 20 Sheets | 40 Sheets; Mains or Battery
- Time Recorder {model} | Banknote Counter {model}: Large Display | Internal Memory
- Mobile Whiteboard: 90 x 60 cm | 120 x 80 cm; Double-Sided | Height Adjustable
""",
    "Medical Devices": """
- Upper-Arm Blood Pressure Monitor {model}: Large Display | Memory for Two Users; Batteries Included
- Infrared Thermometer {model}: Forehead and Ear | No-Touch; Fever Alarm
- Fingertip Pulse Oximeter {model}: Colour Display | with Lanyard
- Compressor Nebuliser {model}: Child and Adult Masks | Quiet Motor
- Folding Walking Stick: Height Adjustable | LED Light; Cushioned Handle
- Wheelchair Cushion: Gel and Foam | Air Cell; Non-Slip Cover
""",
}
