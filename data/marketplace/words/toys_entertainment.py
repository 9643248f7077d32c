"""What a toy and entertainment shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Collectibles & Figures": """
{series} {noun}, {detail}, {size}
{noun} from {series}, {detail}
noun: Blind Box Figure | Articulated Figure | Resin Statue | Vinyl Figure | Model Robot Kit
    | Desk Diorama | Acrylic Standee | Enamel Pin Set | Die-Cast Car | Plush Collectible
    | Trading Card Box | Miniature House Kit
series: Moon Harbour | Paper Fox | Iron Orchard | Sleepy Sprites | Tea House Cats | Skyline Riders
    | Deep Garden
detail: Limited Run | Series 1 | Series 2 | Display Base | Hand Finished | Boxed
size: 6 cm | 10 cm | 15 cm | 22 cm
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
