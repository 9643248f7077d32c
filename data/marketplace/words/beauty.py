"""What a beauty shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Skincare & Beauty": """
weight: 12
{active} {noun}, {size}, {detail}
{noun} with {active}, {detail}, {size}
noun: Face Serum | Day Cream | Night Cream | Facial Essence | Gel Moisturiser | Face Lotion
    | Sleeping Mask
active: Hyaluronic Acid | Niacinamide | Ceramide | Vitamin C | Centella | Green Tea | Squalane
    | Peptide
    | Rice Ferment
size: 30 ml | 40 ml | 50 ml | 80 ml
detail: Fragrance Free | for Dry Skin | for Oily Skin | for Sensitive Skin | Light Texture
    | Rich Texture

- Eye Cream: Caffeine | Peptide | Retinal; 15 ml | 20 ml
- Toner | Micellar Water | Cleansing Foam: Gentle Formula | for Oily Skin | Unscented; 150 ml
    | 200 ml
    | 400 ml
- Sheet Masks: Aloe | Centella | Rice | Hyaluronic Acid; 5-Pack | 10-Pack | 30-Pack
- Clay Mask | Cleansing Balm: Green Tea | Kaolin | Oat; 75 ml | 100 ml
- Mineral Sunscreen SPF 50 | Sun Stick SPF 50: No White Cast | Water Resistant | for Sensitive Skin;
    20 g | 50 ml
- Hand Cream: Rose | Shea | Fig | Unscented; 30 ml | 75 ml | Set of 3
- Body Lotion | Body Scrub: Coconut | Oat Milk | Lavender; 200 ml | 400 ml
- Lip Balm: Honey | Mint | Tinted Rose; 4 g | 2-Pack
- Pimple Patches: 36 Patches | 72 Patches; Invisible | Night Use
- Argan Hair Oil | Scalp Serum: 50 ml | 100 ml; Light | for Dry Ends
- Liquid Foundation | Cushion Compact | Concealer: Porcelain | Ivory | Honey | Sand; Matte | Dewy
    | Natural Finish
- Velvet Lip Tint | Satin Lipstick | Lip Gloss: Brick Rose | Peach Tea | Plum | Berry | Nude Beige;
    Long Wear | Sheer
- Powder Blush | Highlighter Stick: Apricot | Dusty Rose | Champagne; Buildable | Silky Finish
- Eyeshadow Palette: Autumn Browns | Soft Mauve | Desert Rose; 9 Shades | 12 Shades
- Brow Pencil | Liquid Eyeliner | Lengthening Mascara: Black | Soft Brown; Smudge Proof | Fine Tip
- Loose Setting Powder: Translucent | Banana; 10 g | 20 g
- Eau de Parfum | Eau de Toilette: {notes}; 10 ml | 30 ml | 50 ml | 100 ml
- Body Mist | Solid Perfume: {notes}; Travel Size | Gift Box
notes: Fig and Cedar | White Tea | Orange Blossom | Osmanthus | Amber and Vanilla
    | Sea Salt and Sage
""",
    "Beauty Devices": """
- LED Face Mask {model}: Three Light Modes | Seven Light Modes; Cordless | Remote Control
- Microcurrent Facial Device {model}: Five Levels | Charging Stand; Pearl White | Rose
- IPL Hair Remover {model}: Ice Cooling | Five Levels; with Shaver | with Travel Case
- Sonic Cleansing Brush {model}: Silicone Head | Two Heads; Rose | Mint | Pearl White
- Radio-Frequency Lifting Wand {model}: Three Levels | Skin Sensor; Champagne | White
""",
    "Personal Care & Massage": """
- Sonic Toothbrush {model}: Three Modes | Five Modes; 60-Day Battery | Travel Case; {colour}
- Water Flosser {model}: 200 ml Tank | 300 ml Tank; Four Nozzles | Three Pressures; {colour}
- Three-Blade Rotary Shaver | Foil Shaver: Wet and Dry | Pop-Up Trimmer; USB-C Charging | {colour}
- Ionic Hair Dryer {model}: 1600 W | 1800 W; Folding Handle | Diffuser Included; {colour}
- Hair Straightener | Hair Curling Wand: Ceramic Plates | Six Heat Settings; {colour}
- Cordless Hair Clipper: Eight Combs | Quiet Motor; {colour}
- Nose Trimmer: Waterproof Body | Dual Blade; {colour}
- Deep Tissue Massage Gun {model}: Four Heads | Six Heads; Three Speeds | Carry Case
- Shiatsu Neck Massager | Heated Back Massager: Heat Function | Two Directions; Car Adapter
    | {colour}
- Foot Spa Bath | Foot Massager: Heat Function | Folding | Three Intensities; {colour}
- Eye Massager {model}: Warm Compress | Bluetooth Music; Foldable
colour: White | Grey | Mint | Black | Blush
""",
}
