"""What a toy and entertainment shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Collectibles & Figures": """
weight: 6
{series} {noun}, {detail}, {size}
{noun} from {series}, {detail}
noun: Blind Box Figure | Articulated Figure | Resin Statue | Vinyl Figure | Desk Diorama
    | Acrylic Standee
series: Moon Harbour | Paper Fox | Iron Orchard | Sleepy Sprites | Tea House Cats | Skyline Riders
    | Deep Garden
detail: Limited Run | Series 1 | Series 2 | Display Base | Hand Finished
size: 6 cm | 10 cm | 15 cm | 22 cm

- Model Robot Kit: 1:144 | 1:100 | 1:60; Snap Fit | Metal Frame; {series}
- Trading Card Box: 10 Packs | 24 Packs; {series}
- Enamel Pin Set: 4 Pins | 8 Pins; {series}
- Plush Collectible: 12 cm | 20 cm; {series}
- Die-Cast Car: 1:64 | 1:32 | 1:18; Opening Doors | Display Case
- Miniature House Kit: Tea Room | Bookshop | Greenhouse; with Lights | Dust Cover
series: Moon Harbour | Paper Fox | Iron Orchard | Sleepy Sprites | Tea House Cats | Skyline Riders
""",
    "Gaming & Accessories": """
- Wireless Game Controller {model}: Hall-Effect Sticks | Rear Buttons; {colour}
- Gaming Headset {model}: 7.1 Surround | Detachable Microphone; Wired | 2.4 GHz; {colour}
- Handheld Retro Console {model}: 3.5-Inch Screen | 4-Inch Screen; 64 GB Card | 500 Built-In Games
- Gaming Mouse {model}: 12,000 dpi | 26,000 dpi; Seven Buttons | 59 g; {colour}
- RGB Gaming Keyboard {model}: 65 % Layout | 98 % Layout; Linear Switches
    | Tactile Switches; {colour}
- Controller Charging Dock: for Two Controllers | with Wall Mount; {colour}
- Racing Wheel {model}: Force Feedback | 900 Degrees; Three Pedals | Two Pedals
- Arcade Fight Stick {model}: Eight Buttons | Lever-Free; {colour}
- Extended Mouse Pad: 80 x 30 cm | 90 x 40 cm; Stitched Edges | RGB Edge; {colour}
- Capture Card {model}: 1080p 60 Hz | 4K Pass-Through; USB-C
- Console Travel Case: Hard Shell | with Stand; {colour}
- Mobile Game Grip {model}: USB-C | Bluetooth; Telescopic | Cooling Fan
- Streaming Microphone {model}: Cardioid | Two Patterns; Boom Arm | Desk Stand; {colour}
- Gaming Chair {model}: Lumbar Cushion | Footrest; {colour}
colour: Black | White | Neon Green | Purple | Red
""",
}
