"""What an appliance and digital shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Major Appliances": """
weight: 6
{size} {noun}, {feature}, {colour}
{noun} {model}, {size}, {feature}
noun: Front-Load Washing Machine | Washer-Dryer Combo | Top-Load Washing Machine
    | Slim Front-Load Washer | Twin-Tub Washing Machine
size: 6 kg | 7 kg | 8 kg | 9 kg | 10 kg | 12 kg
feature: Inverter Motor | Cold-Water Wash | 15-Minute Quick Cycle | Allergen Rinse
    | Child Lock and Delay Start | Self-Cleaning Drum | Low-Vibration Base
colour: White | Graphite | Silver Grey

weight: 6
{size} {noun}, {feature}, {colour}
{noun} {model}, {size}, {feature}
noun: Two-Door Refrigerator | Three-Door Refrigerator | Slim Refrigerator
size: 156 L | 186 L | 218 L | 251 L | 308 L
feature: Frost-Free Cooling | Quiet Inverter Compressor | Humidity-Control Crisper
    | Adjustable Glass Shelves | Quick-Freeze Drawer | Reversible Door | Dual Air Circuits
colour: White | Brushed Steel | Champagne | Matte Black | Pearl Grey

weight: 5
{size} {noun}, {feature}
{noun} {model}, {size}, {feature}
noun: 4K Smart TV | LED TV | Mini-LED Smart TV | Frameless 4K TV
size: 32-Inch | 43-Inch | 50-Inch | 55-Inch | 65-Inch | 75-Inch
feature: Voice Remote | 120 Hz Game Mode | Eye-Comfort Backlight | Built-In Stereo Speakers
    | Screen Mirroring | Wall Bracket Included | Wide Colour Panel | Three HDMI Ports

weight: 5
{size} {noun}, {feature}
{noun} {model}, {size}, {feature}
noun: Wall-Mounted Air Conditioner | Portable Air Conditioner | Floor-Standing Air Conditioner
    | Window Air Conditioner
size: 1 HP | 1.5 HP | 2 HP | 3 HP
feature: Heating and Cooling | Inverter Drive | Quiet Night Mode | Self-Cleaning Evaporator
    | Washable Dust Filter | App Control | Dry Mode for Humid Rooms

- Side-by-Side Refrigerator {model} | French-Door Refrigerator {model}: 402 L | 456 L | 520 L;
    Frost-Free Cooling | Dual Air Circuits | Ice Maker; {colour}
- Upright Freezer | Chest Freezer: 100 L | 146 L | 203 L; Frost-Free | Lockable Lid; {colour}
- Heat Pump Tumble Dryer {model}: 8 kg | 9 kg; Steam Refresh | Humidity Sensor; {colour}
- Built-In Dishwasher {model} | Freestanding Dishwasher {model}: 8 Place Settings
    | 13 Place Settings;
    Hot-Air Drying | Third Rack
- Range Hood {model}: Angled | Chimney | Slim; Gesture Control | Low-Noise Motor; {colour}
- Gas Hob {model}: Two Burners | Three Burners; Tempered Glass
    | Stainless Steel; Flame Failure Cut-Off
- Built-In Electric Oven {model}: 56 L | 72 L; Steam Assist | Rotisserie; {colour}
- Gas Water Heater {model}: 12 L/min | 16 L/min; Constant Temperature | Low-Noise Fan
- Storage Water Heater {model}: 50 L | 60 L | 80 L; Digital Display | Fast Heating
- Under-Sink Water Purifier {model}: 400 G | 600 G; Reverse Osmosis; Smart Tap
    | Quick-Change Filters
- Drinks Cabinet {model}: 28 Bottles | 46 Bottles; Two Zones | Glass Door
colour: White | Black | Silver
""",
    "Small Appliances": """
weight: 5
{size} {noun}, {feature}, {colour}
{noun} {model}, {size}, {feature}
noun: Rice Cooker | Slow Cooker | Electric Pressure Cooker | Soy Milk Maker | Multi Cooker
size: 1.5 L | 1.8 L | 3 L | 4 L | 5 L
feature: Non-Stick Inner Pot | Keep-Warm Function | 24-Hour Timer | Eight Preset Menus
    | Boil-Dry Protection
colour: White | Cream | Sage Green | Charcoal

- Electric Kettle: 1 L | 1.5 L | 1.7 L; Boil-Dry Protection | Double Wall | Gooseneck Spout
- Air Fryer {model}: 3 L | 4 L | 5.5 L; Dishwasher-Safe Basket | Viewing Window
- Electric Steamer: Two Tiers | Three Tiers; 60-Minute Timer | Glass Lid
- Bread Maker | Countertop Blender | Hand Mixer: {colour}; Five Speeds | Quiet Motor | Auto Shut-Off
- Toaster: Two Slices | Four Slices; Removable Crumb Tray | Reheat Button; {colour}
- Espresso Machine {model}: 15 bar | 20 bar; Milk Frother | Detachable Water Tank
- Cordless Stick Vacuum {model}: 40-Minute Battery | Wall Dock; HEPA Filter | Two Brushes
- Tower Fan | Desk Fan | Pedestal Fan: Quiet Night Mode | Three Speeds; Remote Control | {colour}
- Ultrasonic Humidifier: 2 L | 4 L | 6 L; Top Fill | Night Light | Auto Shut-Off
- Garment Steamer | Steam Iron: 1600 W | 2000 W; Ceramic Plate | Fast Heat-Up; {colour}
- Oil-Filled Radiator | Ceramic Fan Heater: Tip-Over Protection | Thermostat; {colour}
- Egg Boiler | Waffle Maker | Sandwich Maker: Non-Stick Plates | Indicator Light; {colour}
colour: White | Cream | Sage Green | Charcoal | Sky Blue
""",
    "Audio & Video Electronics": """
- Bookshelf Speakers, Pair: 40 W | 80 W; Walnut Cabinet | Bluetooth and Aux | Silk Dome Tweeter
- Bluetooth Soundbar {model}: 80 W | 120 W | 2.1 Channel; Optical and HDMI Inputs | Wall Mountable
- Wireless Party Speaker: 15-Hour Battery | 100 W; Light Show | Two Microphone Inputs
    | Trolley Handle
- Subwoofer {model}: 8-Inch | 10-Inch; Deep-Bass Driver | Matte Black
- Turntable: Belt Drive | Direct Drive; Built-In Preamp | Walnut Plinth | Dust Cover
- Over-Ear Studio Headphones | Noise-Cancelling Headphones: Black | Sand | Silver | Navy;
    Detachable Cable
    | 30-Hour Battery
- Portable Bluetooth Speaker {model}: IPX6 Splash Proof | 20-Hour Battery; {colour}
- Karaoke Machine with Two Microphones: Rechargeable | with Stand; {colour}
- Stereo Amplifier {model}: 2 x 50 W | 2 x 100 W; Optical Input | Tone Controls
- Shortwave Radio: Hand Crank and Solar | Digital Tuning; Headphone Jack | Carry Strap
- Home Theatre Projector {model} | Mini Projector {model}: 1080p Native Resolution | Auto Keystone
    | Built-In Speaker
- 4K Media Player {model}: Dual-Band Wi-Fi | Voice Remote
- Action Camera {model}: 4K Recording | 5K Recording; Two Batteries | Waterproof Case
- Video Doorbell Camera: Two-Way Audio | Night Vision; Battery Powered | Chime Included
- Mirrorless Camera Kit {model}: 24 MP, Kit Lens | 20 MP, Two Lenses
- Camcorder {model}: 4K Recording | 20x Optical Zoom; Flip Screen | Image Stabilisation
colour: Black | Silver | Navy | Sand
""",
    "Smartphones": """
{noun} {model}, {screen}, {memory}, {colour}
{noun} {model}, {memory}, {feature}, {colour}
noun: 5G Smartphone | Slim 5G Smartphone | Folding Smartphone
    | Rugged Smartphone | Compact Smartphone
memory: 6 GB + 128 GB | 8 GB + 128 GB | 8 GB + 256 GB | 12 GB + 256 GB | 12 GB + 512 GB
feature: 50 MP Camera | 5000 mAh Battery | 67 W Fast Charging | Dual SIM | IP68 Sealed
screen: 6.1-Inch AMOLED | 6.5-Inch 90 Hz | 6.7-Inch 120 Hz
colour: Midnight | Glacier Blue | Moss Green | Sand
""",
    "Laptops": """
{screen} {noun}, {memory}, {feature}, {colour}
{noun} {model}, {screen}, {memory}
noun: Ultralight Laptop | Gaming Laptop | Business Notebook | Student Laptop | 2-in-1 Touch Laptop
screen: 13.3-Inch | 14-Inch | 15.6-Inch | 16-Inch
memory: 8 GB RAM, 256 GB SSD | 16 GB RAM, 512 GB SSD | 32 GB RAM, 1 TB SSD
feature: Backlit Keyboard | Fingerprint Reader | Metal Lid | 165 Hz Display | 14-Hour Battery
colour: Silver | Slate Grey | Ink Blue
""",
    "Computer Hardware & Peripherals": """
- Mechanical Keyboard {model}: 75 % Layout | Full Size; Hot-Swap Switches | Quiet Switches; {colour}
- Wireless Ergonomic Mouse | Vertical Mouse: USB-C Charging | Six Buttons; {colour}
- Keyboard and Mouse Set: 2.4 GHz and Bluetooth | Low-Profile Keys; {colour}
- Webcam {model}: 1080p | 2K; Privacy Shutter | Dual Microphones
- USB-C Docking Station: 8-in-1 | 11-in-1; Dual HDMI | 100 W Pass-Through
- Laptop Cooling Stand: Two Fans | Six Fans; Adjustable Height | up to 17 Inches
- Drawing Tablet {model}: 10 x 6 Inch | 13-Inch Display; Battery-Free Stylus | Eight Shortcut Keys
- IPS Office Monitor {model} | Curved Monitor {model}: 24-Inch | 27-Inch | 32-Inch; 75 Hz | 165 Hz
    | Low Blue Light | Height-Adjustable Stand
- Portable Monitor {model}: 14-Inch | 15.6-Inch; USB-C Input | Folding Cover
- ATX Mid-Tower Case: Tempered Glass Side | Mesh Front; Dust Filters | Three Fans
- Modular Power Supply: 650 W | 750 W | 850 W; Quiet Fan
- CPU Tower Cooler | Case Fan 3-Pack: ARGB Lighting | Quiet Bearings
- DDR5 Memory Kit: 16 GB | 32 GB; Aluminium Heat Spreader
colour: Black | White | Lavender | Grey
""",
    "3C Digital Accessories": """
weight: 6
{noun} for {phone}, {feature}, {colour}
{colour} {noun}, {feature}, for {phone}
noun: Shockproof Phone Case | Magnetic Phone Case | Leather-Grain Flip Case
    | Silicone Phone Case | Phone Case with Card Slot
phone: 6.1-Inch Phones | 6.5-Inch Phones | 6.7-Inch Phones | Folding Phones
feature: Raised Camera Lip | Matte Grip | Lanyard Loop | Slim Fit | Four-Corner Air Cushion
    | Kickstand
colour: Smoke Black | Dusty Pink | Forest Green | Lilac | Navy | Cream | Terracotta

- USB-C to USB-C Cable | USB-C to USB-A Cable: {length}; 60 W | 100 W | 240 W; Nylon Braid | 2-Pack
- 3-in-1 Charging Cable | Coiled Car Cable: {length}; Nylon Braid | Flexible Rubber; {colour}
- USB-C to HDMI Cable: {length}; 4K 60 Hz | 8K Ready
- Power Bank {model}: 10000 mAh | 20000 mAh; 20 W Output | 33 W Output
    | 65 W Output; Digital Display
    | Built-In Cable | {colour}
- Magnetic Power Bank: 5000 mAh | 10000 mAh; Folding Stand | Slim; {colour}
- GaN Wall Charger {model}: 33 W | 45 W | 65 W | 100 W; Two Ports | Four Ports; Foldable Plug
    | {colour}
- Wireless Charging Pad | Charging Stand: 10 W | 15 W; Soft Surface | Night Light; {colour}
- Car Charger: 30 W | 45 W | 66 W; Two Ports | Retractable Cables
- Tempered Glass Screen Protector: for 6.1-Inch Phones | for 6.5-Inch Phones | for 6.7-Inch Phones;
    2-Pack | 3-Pack; Easy Fit Frame | Privacy Tint | Matte
- Phone Stand | Tablet Stand: Foldable | Height Adjustable; Aluminium | Weighted Base; {colour}
- Selfie Stick Tripod: 1 m | 1.6 m; Bluetooth Remote | Fill Light; {colour}
- Ring Light with Clip: 6-Inch | 10-Inch; Three Light Colours | Phone Holder
- Laptop Sleeve | Tablet Sleeve: 11-Inch | 13-Inch | 14-Inch | 16-Inch; Soft Lining
    | Front Pocket; {colour}
- Smartwatch Strap: 20 mm | 22 mm; Silicone | Woven Nylon | Steel Mesh; {colour}
- Bluetooth Tracker Tag: Single | 2-Pack | 4-Pack; Replaceable Battery | Key Ring
- Wired Earphones: USB-C Plug | 3.5 mm Plug; In-Line Microphone; {colour}
- True Wireless Earbuds {model}: Noise Cancelling | 30-Hour Battery | IPX5; {colour}
- Earbud Case Cover: Silicone | Hard Shell; Carabiner; {colour}
- Dashboard Phone Mount: Suction Cup | Magnetic | Vent Clip; Adjustable Arm | One-Hand Release
- Stylus Pen for Tablets: Palm Rejection | Tilt Shading; USB-C Charging; {colour}
length: 0.5 m | 1 m | 1.5 m | 2 m | 3 m
colour: Black | White | Grey | Rose | Olive | Blue
""",
    "Storage Devices": """
{noun} {size}, {feature}
noun: Portable SSD | USB-C Flash Drive | NVMe Solid State Drive | microSD Card | External Hard Drive
size: 128 GB | 256 GB | 512 GB | 1 TB
feature: Aluminium Shell | Shock Resistant | With Adapter | High-Speed Transfer
""",
    "Networking Equipment": """
- Dual-Band Wi-Fi 6 Router {model}: Four Antennas | Guest Network | App Setup
- Mesh Wi-Fi System {model}: 2-Pack | 3-Pack; for Homes up to 150 m2 | for Homes up to 300 m2
- Gigabit Switch {model}: 5 Ports | 8 Ports | 16 Ports; Metal Housing | Wall Mountable
- Wi-Fi Range Extender {model}: Dual-Band | Plug-In; One-Button Pairing | Ethernet Port
- 4G LTE Router {model}: SIM Slot, Two Antennas | SIM Slot, Battery Backup
""",
}
