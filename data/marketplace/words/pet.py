"""What a pet shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Pet Supplies": """
- Adult Dog Food | Puppy Food | Small-Breed Dog Food: {flavour}; 1.5 kg | 2.5 kg | 5 kg; Grain Free
    | Sensitive Stomach
- Adult Cat Food | Kitten Food | Indoor Cat Food: {flavour}; 1.5 kg | 2.5 kg; High Protein
    | Grain Free
- Freeze-Dried Cat Treats | Training Treats | Dog Chew Sticks: {flavour}; 60 g | 100 g | 250 g
- Wet Cat Food Pouches: {flavour}; 12 x 85 g | 24 x 85 g; in Jelly | in Broth
- Clumping Cat Litter | Tofu Cat Litter: 6 L | 2.5 kg | 4 x 2.5 kg; Low Dust | Unscented | Green Tea
- Puppy Training Pads: 45 x 60 cm | 60 x 90 cm; 20 Pieces | 50 Pieces
- Pet Shampoo: 300 ml | 500 ml; Oatmeal | Unscented | for Long Coats
- Orthopaedic Dog Bed | Plush Cat Bed: S | M | L; Washable Cover | Non-Slip Base; {colour}
- Cat Tree: 80 cm | 110 cm | 140 cm; Sisal Posts | Hammock; {colour}
- Retractable Lead: 3 m | 5 m; up to 15 kg | up to 30 kg; {colour}
- No-Pull Harness | Pet Raincoat: S | M | L | XL; Reflective Trim | Adjustable; {colour}
- Pet Carrier: Expandable | Airline Size | Backpack Style; {colour}
- Scratching Post | Window Cat Perch: Sisal | Corrugated Card | Foldable; {colour}
- Slow Feeder Bowl: Small | Large; Non-Slip Base; {colour}
- Pet Water Fountain {model}: 2 L | 3 L; Quiet Pump | Filter Included
- Automatic Feeder {model}: 3 L | 4 L; App Control | Voice Message
- Grooming Brush: Self-Cleaning | Soft Pins; Short Hair | Long Hair
- Feather Wand Toy | Rope Toy Set | Squeaky Ball: 2-Pack | 3-Pack | 5-Pack; for Cats and Dogs
    | Durable
- Aquarium Filter {model}: up to 60 L | up to 120 L; Quiet Motor
colour: Grey | Cream | Navy | Green | Orange
flavour: Chicken | Salmon | Duck and Pear | Beef | Tuna | Lamb and Rice
""",
}
