"""What a fashion shop sells, in the text form that `grammar` reads."""

CATEGORIES = {
    "Women's Fashion": """
weight: 5
Women's {pattern} {noun}, {neck}, {fabric}, {season}
{fabric} {noun} for Women, {neck}, {colour}
Women's {fit} {noun} in {colour}, {neck}
noun: Shirt Dress | Midi Dress | A-Line Dress | Tea Dress | Maxi Dress | Mini Dress
    | Swing Dress | Pinafore Dress | Tiered Dress | Smock Dress
pattern: Floral | Gingham | Polka Dot | Striped | Plain | Botanical Print | Paisley | Checked
neck: V-Neck | Square Neck | Round Neck | Boat Neck | Mandarin Collar | Puff Sleeves
    | Short Sleeves | Three-Quarter Sleeves | Tie Waist
fabric: Linen Blend | Cotton Poplin | Viscose | Chiffon | Crepe | Ribbed Knit | Corduroy | Satin
fit: Loose | Fitted | Petite | Relaxed | Flared
season: Spring | Summer | Autumn | All-Season
colour: Ivory | Sage | Terracotta | Navy | Burgundy | Dusty Blue | Mustard | Black | Rose

weight: 3
Women's {fit} {noun}, {detail}, {colour}
{fabric} {noun} for Women, {detail}, {fit} Fit
Women's {fabric} {noun} with {detail}, {colour}
noun: Blouse | Shirt | Tunic | Peplum Top | Popover Top | Wrap Blouse
fabric: Cotton | Silk-Feel | Linen | Modal | Chiffon | Poplin | Double Gauze
fit: Oversized | Relaxed | Slim | Boxy | Long-Line
detail: Pearl Buttons | Lace Trim | Bell Sleeves | Pintuck Front | Contrast Collar | Ruffled Yoke
    | Embroidered Cuffs | Tie Front | Side Slits
colour: Cream | Pale Blue | Charcoal | Lilac | Moss | Cobalt | Blush | White | Rust

weight: 3
Women's {fit} {noun}, {detail}, {colour}
{fabric} {noun} for Women, {detail}, {colour}
noun: Cardigan | Pullover | Turtleneck | Knit Vest | Crew-Neck Jumper | Cropped Jumper | Twin Set
fabric: Merino Blend | Cashmere Feel | Waffle Knit | Mohair Blend | Pointelle | Cotton Knit
    | Chunky Knit
fit: Oversized | Relaxed | Slim | Boxy | Fine-Knit
detail: Cable Pattern | Ribbed Cuffs | Horn Buttons | Raglan Sleeves | Scalloped Hem | Drop Shoulder
    | Contrast Trim
colour: Oatmeal | Cream | Charcoal | Camel | Lilac | Forest | Cherry | Powder Blue

weight: 2
Women's {fit} {noun}, {detail}, {colour}
noun: T-Shirt | Sweatshirt | Camisole | Tank Top | Long-Sleeve Top | Ribbed Top
fit: Oversized | Relaxed | Slim | Cropped | Organic Cotton | Stretch Cotton
detail: Round Neck | V-Neck | Side Slits | Small Embroidery | Twisted Hem | Scoop Back
colour: White | Black | Grey Marl | Sage | Blush | Navy | Butter Yellow

weight: 2
Women's {rise} {noun}, {fabric}, {colour}
{fabric} {noun} for Women, {rise}, {detail}
noun: Wide-Leg Trousers | Culottes | Tapered Trousers | Palazzo Trousers | Cargo Trousers
    | Cigarette Trousers | Bermuda Shorts
rise: High-Waisted | Mid-Rise | Elastic-Waist | Belted
fabric: Twill | Linen Blend | Corduroy | Drapey Crepe | Wool Blend | Stretch Cotton
detail: Side Pockets | Front Pleats | Pressed Crease | Turned-Up Hem
colour: Stone | Black | Olive | Chocolate | Ecru | Slate | Navy

Women's {rise} {noun}, {detail}, {colour}
noun: Straight Jeans | Bootcut Jeans | Barrel-Leg Jeans | Slim Jeans | Wide-Leg Jeans | Denim Shorts
rise: High-Waisted | Mid-Rise | Curvy-Fit | Petite
detail: Raw Hem | Button Fly | Ankle Length | Full Length | Stretch Denim | Rigid Denim
colour: Indigo | Light Wash | Washed Black | Ecru | Mid Blue

Women's {fabric} {noun}, {detail}, {colour}
noun: Pleated Skirt | Midi Skirt | Pencil Skirt | A-Line Skirt | Wrap Skirt | Tiered Skirt
fabric: Satin | Denim | Plaid | Linen Blend | Faux Suede | Chiffon | Wool Blend
detail: Elastic Waist | High Waist | Side Zip | Lined | with Pockets
colour: Black | Camel | Olive | Navy | Mauve | Sand

weight: 3
Women's {length} {noun}, {fabric}, {colour}
{fabric} {noun} for Women, {detail}, {colour}
noun: Trench Coat | Blazer | Wool Coat | Duffle Coat | Car Coat | Swing Coat | Utility Jacket
    | Collarless Jacket
length: Cropped | Hip-Length | Knee-Length | Long | Oversized
fabric: Cotton Twill | Wool Blend | Boucle | Faux Suede | Herringbone | Crepe | Tweed
detail: Double-Breasted | Single-Breasted | Belted Waist | Patch Pockets | Stand Collar
    | Full Lining
colour: Camel | Black | Khaki | Navy | Oat | Plum | Pine Green | Dove Grey

Women's {length} {noun}, {detail}, {colour}
noun: Quilted Jacket | Puffer Jacket | Rain Jacket | Bomber Jacket | Teddy Coat | Padded Gilet
length: Cropped | Hip-Length | Long | Lightweight
detail: Detachable Hood | Storm Flap | Stand Collar | Zip Pockets | Drawcord Hem | Packable
colour: Black | Olive | Cream | Navy | Mocha | Lilac
""",
    "Men's Clothing": """
weight: 3
Men's {fit} {noun}, {fabric}, {colour}
{fabric} {noun} for Men, {detail}, {colour}
noun: Oxford Shirt | Casual Shirt | Dress Shirt | Short-Sleeve Shirt | Overshirt | Grandad Shirt
fit: Slim-Fit | Regular-Fit | Relaxed | Tailored | Boxy
fabric: Brushed Cotton | Linen Blend | Seersucker | Poplin | Chambray | Fine Corduroy | Flannel
detail: Button-Down Collar | Chest Pocket | Non-Iron Finish | Hidden Placket | Curved Hem
colour: White | Navy | Burgundy | Olive | Sky Blue | Charcoal | Sand | Black | Navy Check

weight: 3
Men's {fit} {noun}, {fabric}, {colour}
{fabric} {noun} for Men, {detail}, {colour}
noun: T-Shirt | Polo Shirt | Henley | Long-Sleeve T-Shirt | Sweatshirt | Hooded Sweatshirt
fit: Slim-Fit | Regular-Fit | Relaxed | Boxy
fabric: Pique Cotton | Heavyweight Jersey | Waffle Cotton | Mercerised Cotton | Bamboo Blend
detail: Contrast Tipping | Ribbed Cuffs | Small Chest Logo | Dropped Shoulder | Raglan Sleeves
colour: White | Black | Navy | Bottle Green | Grey Marl | Brick | Cream

weight: 2
{fabric} {noun} for Men, {detail}, {colour}
noun: Crew-Neck Jumper | Half-Zip Jumper | Cardigan | Roll-Neck Jumper | Knitted Vest
fabric: Lambswool Blend | Merino Blend | Cotton Knit | Cable-Knit | Fine-Gauge
detail: Ribbed Cuffs | Saddle Shoulder | Elbow Patches | Regular Fit | Textured Stitch
colour: Oatmeal | Charcoal | Navy | Bottle Green | Wine | Camel

weight: 3
Men's {fit} {noun}, {fabric}, {colour}
{fabric} {noun} for Men, {fit} Fit, {detail}
noun: Chinos | Cargo Trousers | Dress Trousers | Shorts | Pleated Trousers | Drawstring Trousers
fit: Slim | Straight | Tapered | Loose
fabric: Cotton Twill | Wool Blend | Linen Blend | Ripstop Cotton | Corduroy | Stretch Cotton
detail: Hidden Elastic Waist | Side Zip Pocket | Cropped Length | Crease Resistant
colour: Sand | Black | Stone Grey | Dark Olive | Chocolate | Navy

Men's {fit} Jeans, {detail}, {colour}
fit: Slim | Straight | Tapered | Loose | Relaxed
detail: Stretch Denim | Rigid Denim | Five Pockets | Light Fading | Fleece-Lined
colour: Indigo | Washed Black | Faded Blue | Grey | Raw Blue

weight: 3
Men's {noun}, {fabric}, {detail}, {colour}
noun: Bomber Jacket | Field Jacket | Trucker Jacket | Parka | Windbreaker | Down Jacket
    | Quilted Gilet | Harrington Jacket
fabric: Waxed Cotton | Nylon | Corduroy | Soft Shell | Washed Canvas | Recycled Polyester
detail: Zip Pockets | Stand Collar | Quilted Lining | Hidden Hood | Ribbed Hem
colour: Black | Navy | Khaki | Slate | Rust | Forest

Men's {noun}, {fabric}, {detail}, {colour}
noun: Pea Coat | Overcoat | Unstructured Blazer | Two-Piece Suit | Waistcoat
fabric: Wool Blend | Herringbone | Linen Blend | Stretch Twill
detail: Two Buttons | Notch Lapels | Slim Fit | Regular Fit | Full Lining
colour: Navy | Charcoal | Camel | Mid Grey | Black
""",
    "Underwear & Loungewear": """
{noun}, {fabric}, {detail}, {pack}
{fabric} {noun}, {pack}, {detail}
noun: Women's Briefs | Women's Hipsters | Seamless Briefs | High-Waist Briefs | Men's Boxer Briefs
    | Men's Trunks | Loose Boxers | Boys' Boxers | Girls' Briefs
fabric: Modal | Organic Cotton | Bamboo Viscose | Micro-Mesh | Rib Cotton | Ice Silk
detail: Tag-Free | Soft Waistband | Breathable Gusset | Lace Edge | Mid Rise | No Ride-Up
pack: 2-Pack | 3-Pack | 4-Pack | 5-Pack | 7-Pack

{noun}, {fabric}, {detail}, {colour}
{colour} {noun}, {detail}, {fabric}
noun: Wireless T-Shirt Bra | Nursing-Friendly Bralette | Strapless Bra | Sports Bra | Balconette Bra
    | Lace Bralette | Shaping Bodysuit | Slip Shorts | Thermal Vest
fabric: Soft Jersey | Mesh | Lace | Seamless Knit | Modal
detail: Removable Pads | Front Closure | Wide Straps | Light Support | Deep V | Smooth Edges
colour: Nude | Black | Ivory | Dusty Rose | Mocha | Slate Blue

weight: 2
{who} {noun}, {fabric}, {pattern}
{fabric} {noun} for {whom}, {pattern}, {season}
who: Women's | Men's | Couples'
whom: Women | Men | Teens
noun: Pyjama Set | Dressing Gown | Lounge Trousers | Long-Sleeve Pyjamas
    | Short Pyjamas | Hooded Bathrobe | Lounge Set | Kimono Robe
fabric: Cotton | Coral Fleece | Satin | Double Gauze | Modal | Flannel | Waffle Cotton
pattern: Striped | Plain | Cloud Print | Plaid | Small Florals | Star Print | Piped Edges
season: Spring | Summer | Autumn | Winter

Women's {fabric} Nightdress, {pattern}, {season}
fabric: Cotton | Satin | Modal | Double Gauze | Flannel
pattern: Plain | Lace Yoke | Small Florals | Piped Edges | Striped
season: Short Sleeves | Long Sleeves | Thin Straps

{noun}, {detail}, {pack}
noun: Ankle Socks | Crew Socks | Invisible Liner Socks | Fluffy Bed Socks | Opaque Tights 60 Denier
    | Thermal Tights | Knee Socks | Compression Socks
detail: Combed Cotton | Non-Slip Heel | Deodorising Yarn | Seamless Toe | Fine Rib | Thick Terry
pack: 1 Pair | 2 Pairs | 3 Pairs | 5 Pairs | 6 Pairs | 10 Pairs
""",
    "Fashion Accessories": """
weight: 4
{material} {noun}, {detail}
{noun}, {material}, {detail}
noun: Hoop Earrings | Stud Earrings | Pendant Necklace | Charm Bracelet | Layered Necklace
    | Stacking Rings | Cuff Bangle | Drop Earrings | Brooch | Anklet
material: Sterling Silver | Gold-Tone | Freshwater Pearl | Stainless Steel | Rose Gold-Tone | Enamel
detail: Leaf Motif | Moon and Star | Adjustable Length | Gift Box | Hypoallergenic Posts
    | Twist Design
    | Set of 3 | Minimal Style

weight: 4
{noun}, {material}, {colour}
{colour} {noun}, {material}, {detail}
noun: Square Scarf | Fringed Shawl | Knit Beanie | Bucket Hat | Baseball Cap | Beret | Sun Hat
    | Touchscreen Gloves | Fedora | Snood
material: Wool Blend | Cotton | Raffia | Cashmere Feel | Corduroy | Fleece-Lined | Silk-Feel
detail: Packable | Foldable Brim | One Size | Unisex | Extra Soft | Windproof
colour: Camel | Black | Grey | Ivory | Wine | Denim Blue | Olive | Pink

- Leather Belt | Reversible Belt | Braided Belt: 28 mm | 35 mm; Pin Buckle | Automatic Buckle;
    {colour}
- Polarised Sunglasses | Round Sunglasses | Cat-Eye Sunglasses: Metal Frame | Acetate Frame;
    Hard Case
    | Soft Pouch; {colour}
- Slim Quartz Watch {model} | Chronograph Watch {model}: Leather Strap | Mesh Strap
    | Steel Bracelet;
    {colour}
- Silk-Feel Tie | Bow Tie: Fine Stripe | Small Dots | Plain | Paisley; Navy | Burgundy | Grey
    | Green
- Hair Claw Clips | Velvet Scrunchies | Hair Slides: 3-Pack | 4-Pack | 6-Pack; Matte | Pastel
    | Earth Tones
- Blue-Light Glasses: Round | Square | Rimless; with Case; {colour}
- Padded Headband | Knotted Headband: Velvet | Satin | Corduroy; {colour}
colour: Black | Tan | Tortoiseshell | Silver | Brown | Champagne
""",
    "Sportswear & Casual": """
{who} {noun}, {fabric}, {detail}, {colour}
{fabric} {noun} for {whom}, {detail}, {colour}
who: Women's | Men's | Unisex
whom: Women | Men
noun: Training T-Shirt | Track Jacket | Zip Hoodie | Tank Top | Base Layer Top | Windproof Jacket
    | Running Top
fabric: Quick-Dry | Breathable Mesh | Cotton Terry | Recycled Knit | Brushed Fleece
detail: Reflective Strips | Flatlock Seams | Thumbholes | Zip Pocket | Raglan Sleeves
colour: Black | Heather Grey | Royal Blue | Teal | Coral | Stone | Forest

{who} {noun}, {fabric}, {detail}, {colour}
{fabric} {noun} for {whom}, {detail}, {colour}
who: Women's | Men's | Unisex
whom: Women | Men
noun: Running Shorts | Joggers | Training Tights | Yoga Trousers | Sweat Shorts | Track Trousers
fabric: Quick-Dry | Four-Way Stretch | Cotton Terry | Light Woven | Brushed Fleece
detail: Side Pockets | Drawcord Waist | High Waist | Tapered Leg | Zip Pockets
colour: Black | Charcoal | Navy | Olive | Plum | Sand
""",
}
