"""What a car and hardware shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Auto Accessories": """
- All-Weather Boot Tray | All-Weather Floor Mats: for {car}; Trimmable TPE
    | Raised Edge; 2-Piece | 4-Piece
- Seat Covers | Seat Cushions: for {car}; Woven Polyester | Perforated Leather; 2-Piece | 5-Piece
- Steering Wheel Cover: Perforated Leather | Suede Feel; 37 to 38 cm | 39 to 40 cm; {colour}
- Sun Shade | Windscreen Cover: for {car}; Foldable | Magnetic Edge
- Boot Organiser: Three Compartments | Folding; Oxford Cloth; {colour}
- Headrest Hooks | Seat Gap Fillers: 2-Pack | 4-Pack; Non-Slip; {colour}
- Dash Camera {model}: 2K, Night Vision | Front and Rear; 32 GB Card
- Portable Tyre Inflator {model} | Jump Starter {model}: Digital Display; LED Light | Carry Case
- Car Vacuum Cleaner {model}: 12 V | Cordless; Three Nozzles
- Wiper Blades: Pair, 24 and 16 Inch | Pair, 26 and 18 Inch; Frameless
car: Compact SUVs | Saloon Cars | Hatchbacks | Most Cars | Pickups
colour: Black | Beige | Grey
""",
    "Hardware & Tools": """
- Cordless Drill Driver {model} | Impact Driver {model}: 12 V | 18 V | 20 V; One Battery
    | Two Batteries;
    Bit Set | Carry Case | Brushless Motor
- Angle Grinder {model}: 100 mm | 115 mm | 125 mm; Variable Speed | Paddle Switch; Side Handle
- Orbital Sander {model} | Jigsaw {model}: Variable Speed | Dust Bag; Corded | 18 V
- Heat Gun {model}: 1600 W | 2000 W; Two Temperatures | Four Nozzles
- Rotary Tool {model}: 40 Accessories | 80 Accessories; Flexible Shaft | Cordless
- Electric Screwdriver {model}: 3.6 V | 4 V; 24 Bits | 36 Bits; USB-C Charging
- Hot Glue Gun: 20 W | 60 W; 20 Glue Sticks | Cordless
- Screwdriver Set | Precision Screwdriver Set: 6-Piece | 12-Piece | 24-Piece; S2 Steel
    | Chrome Vanadium
    Steel; Magnetic Tips | in Case
- Socket Set: 24-Piece | 46-Piece | 94-Piece; Chrome Vanadium Steel; Quick-Release Ratchet | in Case
- Hex Key Set | Spanner Set: 8-Piece | 9-Piece | 12-Piece; Metric; Long Arm | Colour Coded
    | Roll Pouch
- Drill Bit Set: 13-Piece | 19-Piece | 25-Piece; for Metal | for Wood | for Masonry; Titanium Coated
    | in Case
- Wood Chisel Set | File Set: 4-Piece | 6-Piece; Beech Handles | Soft Grip; Carbon Steel
- Wall Plug and Screw Kit | Assorted Screws: 100 Pieces | 200 Pieces | 400 Pieces; Zinc Plated
    | Stainless Steel
- F-Clamp | Quick Clamp | Corner Clamp: 100 mm | 150 mm | 300 mm; 2-Pack | 4-Pack
- Claw Hammer | Rubber Mallet: 250 g | 500 g | 750 g; Fibreglass Handle | Hickory Handle
- Adjustable Spanner | Pipe Wrench: 150 mm | 200 mm | 250 mm | 300 mm; Forged Steel | Soft Grip
- Combination Pliers | Long-Nose Pliers | Side Cutters: 160 mm | 180 mm | 200 mm; Hardened Jaws
    | Insulated Grip
- Spirit Level: 300 mm | 400 mm | 600 mm; Three Vials | Magnetic Edge
- Tape Measure: 3 m | 5 m | 7.5 m; Auto Lock | Magnetic Hook
- Utility Knife: 9 mm | 18 mm; 5 Blades | 10 Blades; Metal Body | Auto Load
- Hand Saw | Folding Pruning Saw: 180 mm | 300 mm | 450 mm; Hardened Teeth | Soft Grip
- Bolt Cutter | Tin Snips: 200 mm | 250 mm | 350 mm; Hardened Steel | Straight Cut
- Padlock: 30 mm | 40 mm | 50 mm; Brass | Combination | Weatherproof; Two Keys | Single
- Door Hinges | Shelf Brackets: 75 mm | 100 mm | 150 mm; 2-Pack | 4-Pack; Stainless Steel
    | Matte Black
- Castor Wheels: 40 mm | 50 mm | 75 mm; 4-Pack; with Brakes | Rubber Tread
- Drawer Runners: 300 mm | 350 mm | 400 mm; Soft Close | Full Extension; Pair
- Tool Box: 14-Inch | 17-Inch | 19-Inch; Steel | Removable Tray | Stackable
- Work Gloves: M | L | XL; Nitrile Palm | Cut Resistant; 2 Pairs | 5 Pairs
""",
    "Electrical Supplies": """
- Wall Socket: Double | with USB-C | with Switch; White | Graphite; Single | 5-Pack
- Light Switch: One Gang | Two Gang | Three Gang; Two-Way; White | Graphite
- Extension Lead: 1.8 m | 3 m | 5 m; Four Sockets | Six Sockets | Surge Protected
- LED Bulb: 5 W | 9 W | 12 W; Warm White | Daylight; 2-Pack | 4-Pack | 6-Pack
- Circuit Breaker: 16 A | 20 A | 32 A; Single Pole | Double Pole
- Lever Cable Connectors: 2-Way | 3-Way | 5-Way; 20 Pieces | 50 Pieces
- Junction Box: 80 x 80 mm | 100 x 100 mm; Weatherproof | Flush Fit; Single | 5-Pack
- Insulating Tape | Cable Ties: Black | Assorted; Flame Retardant; 5-Pack | 10-Pack
- Timer Plug: Mechanical | Digital; Single | 2-Pack
- Wireless Doorbell: 36 Chimes | Battery Free; White | Black
- Twin-Core Cable: 0.75 mm2 | 1.5 mm2; 10 m | 25 m
""",
    "Electronic Components": """
weight: 5
{value} {noun}, {detail}, {pack}
{noun} {value}, {pack}, {detail}
noun: Metal Film Resistor | Carbon Film Resistor
value: 100 Ohm | 220 Ohm | 1 kOhm | 4.7 kOhm | 10 kOhm | 47 kOhm | 100 kOhm
detail: 1/4 W, 1 % | 1/2 W, 1 % | 1/4 W, 5 % | 1 W, 5 %
pack: 50-Pack | 100-Pack | 200-Pack

- Electrolytic Capacitor: 10 uF | 47 uF | 100 uF | 470 uF | 1000 uF; 16 V | 25 V | 50 V; 10-Pack
    | 25-Pack | 50-Pack
- Ceramic Capacitor | Film Capacitor: 1 nF | 10 nF | 100 nF | 220 nF; 50 V | 100 V; 50-Pack
    | 100-Pack
- Relay Module: 1 Channel | 2 Channels | 4 Channels; 5 V | 12 V; Single | 2-Pack
- Step-Down Converter Board: 3 A | 5 A; Adjustable Output | Fixed 5 V; 2-Pack | 5-Pack
- Temperature Sensor Module | Humidity Sensor Module | Pressure Sensor Module: I2C
    | Analogue Output;
    3.3 V | 5 V; Single | 3-Pack
- Microcontroller Board {model}: 16 MHz | Wi-Fi and Bluetooth; USB-C | with Pin Headers
- Stepper Motor Driver: 2 A | 4 A; with Heat Sink; 2-Pack | 5-Pack
- Ultrasonic Sensor | Motion Sensor | Light Sensor: 3.3 V | 5 V; Single | 3-Pack | 5-Pack
- LCD Display Module: 16 x 2 | 20 x 4; Blue Backlight | Green Backlight; I2C
- OLED Display Module: 0.96-Inch | 1.3-Inch; White | Blue; I2C | SPI
- Real-Time Clock Module | Rotary Encoder: with Battery Holder | Push Button; Single | 2-Pack
    | 5-Pack
- Lithium Charger Board: USB-C, 1 A | with Protection; 5-Pack | 10-Pack
- Audio Amplifier Board: 2 x 3 W | 2 x 15 W | 50 W; with Volume Knob | Bluetooth
- Servo Motor: 9 g | 25 g; Plastic Gears | Metal Gears; Single | 4-Pack
- Jumper Wires: Plug to Socket | Both Ends Plugs | Mixed; 10 cm | 20 cm | 30 cm; 40-Pack | 120-Pack
- Breadboard: 400 Points | 830 Points; Single | 3-Pack
- LED Assortment: 3 mm | 5 mm | Mixed Sizes; 100 Pieces | 200 Pieces | 300 Pieces
- Pin Header Strips: Straight | Right-Angle; 2.54 mm; 10-Pack | 20-Pack
- Toggle Switches | Push Buttons | Slide Switches: 3 A | 6 A; Panel Mount
    | Through-Hole; 5-Pack | 10-Pack
- Crocodile Clip Leads: 30 cm | 50 cm; 10-Pack | 20-Pack; Five Colours
- Heat Shrink Tubing Kit: 127 Pieces | 328 Pieces | 560 Pieces; 2:1 | 3:1; Black | Coloured
- Glass Fuse Assortment: 5 x 20 mm | 6 x 30 mm; 72 Pieces | 120 Pieces
- Rectifier Diodes | Schottky Diodes | Zener Diodes: 1 A | 3 A | Mixed Values; 25-Pack
    | 50-Pack | 100-Pack
- NPN Transistors | PNP Transistors | MOSFETs: TO-92 | TO-220; 10-Pack | 25-Pack | 50-Pack
- Potentiometers: 1 kOhm | 10 kOhm | 100 kOhm; Linear | Logarithmic; 5-Pack | 10-Pack
- Screw Terminal Blocks: 2-Pin | 3-Pin; 5.08 mm | 2.54 mm; 10-Pack | 20-Pack
""",
    "E-Vehicles & Parts": """
- Folding Electric Scooter {model}: 36 V | 48 V; 25 km Range | 40 km Range; 8.5-Inch Tyres
    | 10-Inch Tyres
- Electric Scooter for Teens {model}: 15 km Range; Two Speed Modes | Foldable
- Self-Balancing Board {model}: 6.5-Inch | 8-Inch; LED Wheels | Bluetooth Speaker
- E-Bike Battery Pack {model}: 36 V 10 Ah | 48 V 15 Ah | 60 V 20 Ah; Lockable Case | Frame Mounted
- Hub Motor Kit {model}: 250 W | 350 W | 500 W; Front Wheel | Rear Wheel; 26-Inch | 28-Inch
- Tubeless E-Bike Tyre: 14 x 2.125 | 16 x 2.5 | 10 x 3.0; Puncture Resistant; Single | Pair
- E-Bike Controller {model} | E-Bike Display Unit {model}: 36 V | 48 V; Waterproof Connectors
- Fast Charger for E-Bikes {model}: 36 V 4 A | 48 V 5 A | 60 V 5 A; Auto Cut-Off
- Hydraulic Disc Brake Kit: Front | Front and Rear; 160 mm Rotors | 180 mm Rotors
- Rear Cargo Rack | Delivery Box for E-Bikes: 25 kg Load | 45 L; Quick Fit | Reflective Strips
""",
    "Agricultural Supplies": """
- Shade Net | Bird Netting: 2 x 10 m | 4 x 6 m | 4 x 10 m; UV Stabilised | Reinforced Edges
- Drip Irrigation Kit: 15 m | 30 m | 50 m; for Vegetable Plots | with Timer
- Seedling Trays: 32 Cells | 72 Cells | 128 Cells; 10-Pack | 20-Pack
- Greenhouse Film | Mulch Film: 2 x 25 m | 3 x 20 m; UV Stabilised | Black and Silver
- Knapsack Sprayer: 12 L | 16 L | 20 L; Manual Pump | Battery Powered
- Organic Fertiliser | Soil Conditioner: 5 kg | 10 kg | 25 kg; for Vegetables | for Orchards
    | Slow Release
- Poultry Drinker | Poultry Feeder: 5 L | 10 L; 2-Pack | with Legs
- Long-Handled Weeder | Garden Hoe: Forged Steel | Ash Handle; 140 cm | 150 cm
- Garden Hose: 15 m | 20 m | 30 m; Reinforced; with Spray Gun
""",
    "Industrial & Lab Supplies": """
- Nitrile Gloves: S | M | L; Powder Free; 100 Pieces | 200 Pieces
- Safety Goggles: Anti-Fog | Over-Glasses; Single | 5-Pack
- Borosilicate Beaker Set | Measuring Cylinder Set: 3-Piece | 5-Piece; Graduated
- Magnetic Stirrer {model}: 1 L | 2 L; Heated Plate | Variable Speed
- Digital Calliper {model}: 150 mm | 200 mm; Stainless Steel | Storage Case
- Ball Bearings: 608 Size | 6202 Size | 6204 Size; 4-Pack | 10-Pack
- Pneumatic Fittings: 6 mm | 8 mm | 10 mm; Straight | Elbow; 10-Pack
- Filter Paper: 9 cm | 11 cm; Medium Speed | Fast; 100 Sheets
- Warehouse Labels: 50 x 30 mm | 100 x 60 mm; 500 Labels | 1000 Labels
- Cut-Resistant Gloves: M | L; Level 5; 2 Pairs | 5 Pairs
- Half-Mask Respirator: Twin Filters | Dust and Vapour; M | L
""",
}
