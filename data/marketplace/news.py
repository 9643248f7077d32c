"""The articles that announce the ten events, in our own words: dates first, effects unnumbered."""

NEWS = {
    "Winter Storm": """\
Jan 15 to Jan 18: winter storm closes in, households stock up and lorries stand still

Snow and hard frost are forecast for most of the country from the morning of the 15th. Several \
provinces have closed mountain passes and asked people to stay at home unless they must travel. \
Supermarkets report long queues for staples and hot drinks, and heaters and thick quilts are \
leaving the shelves quickly.

Carriers say that parcels and factory shipments will take markedly longer everywhere until the \
roads are cleared. Clothing sellers expect a quiet stretch, since nobody tries on spring \
collections in a blizzard, and shops for outdoor gear foresee the weakest days of the season. \
Forecasters expect a thaw from the 19th.""",
    "Factory Fire in Guangdong": """\
Mar 1 to Mar 7: Guangdong factory fire halts supply of electronics and toys

A fire in an industrial estate in Guangdong has stopped production at a group of plants that mould \
housings and assemble circuit boards. Nobody was seriously hurt, but inspectors have sealed the \
site for a week while the cause is examined. Neighbouring workshops that share the power line are \
idle as well.

Wholesalers of appliances, digital goods, toys and games warn that new orders placed this week \
will arrive much later than usual. Other trades are not affected, and shoppers have shown no sign \
of buying more or less. Merchants with full shelves in these lines are in a comfortable place; the \
others will have to be patient.""",
    "Flu Outbreak": """\
Apr 10 to Apr 16: flu wave fills clinics, masks and cleaners sell fast

A late wave of influenza is moving through schools and offices. Health authorities advise washing \
hands, airing rooms and staying away from crowds for about a week. Pharmacies are short of \
thermometers, and disinfectants, tissues and everyday cleaning goods are in strong demand. \
Skin-care and personal-care counters also notice more custom from people who stay in.

Gyms and playgrounds are half empty, so sports gear and toys are selling poorly. Makers of daily \
and medical goods cannot keep pace, and fresh supplies of them are slower to arrive. Doctors \
expect the wave to pass its height before the 17th.""",
    "Logistics Hub Shutdown": """\
May 20 to May 24: central freight hub shut, deliveries late across all trades

The country's busiest freight interchange has been closed after faults were found in its sorting \
hall. Engineers are replacing the main conveyor, and the operator does not intend to open before \
the 25th. Until then goods are sent round by smaller depots that were never built for such \
volumes.

Every kind of merchandise is touched: wholesalers speak of the longest waits in years for orders \
placed during the closure. Demand in the shops is as it was before. Traders who ordered ahead will \
hardly notice, while those who live from hand to mouth may run out of stock. Orders that were on \
the road before the closure are still expected on time.""",
    "Summer Heatwave": """\
Jul 5 to Jul 11: heatwave grips cities, fans and cold drinks run short

A ridge of hot air has settled over the country, and night brings little relief. Power companies \
are preparing for record loads. Air conditioners, refrigerators and fans are being bought as fast \
as they can be unpacked, and cold drinks and light food sell almost as briskly.

People avoid effort in the open: sports and camping shops report very few visitors, and few \
families are in the mood to buy furniture or thick bedding. Appliance makers are working extra \
shifts, yet new consignments of appliances and digital goods take longer than usual to reach the \
warehouses. The weather service expects cooler air from the 12th.""",
    "Celebrity Product Recall": """\
Aug 20 to Aug 24: star's cosmetics and clothing line recalled, shoppers grow wary

A line of cosmetics and clothes carrying the name of a well-known singer has been recalled after \
tests found substances that do not belong on skin. The singer has apologised, and the maker is \
paying buyers back. Videos of emptied bathroom shelves are being shared widely.

The distrust spreads to brands that have nothing to do with the matter. Beauty shops see the \
sharpest fall in custom, and fashion shops are feeling it too. Other trades are untouched, and \
goods are delivered as usual. Retail analysts recall that such scares are loud but short, and they \
expect buyers to return after about five days.""",
    "Typhoon Warning": """\
Sep 15 to Sep 17: typhoon nears the coast, pantries fill and ports close

A typhoon is due to make landfall in the south-east and then turn inland. Schools along the coast \
are closed, ferries lie in harbour, and airports have cancelled most flights. Families are buying \
food and water for several days, together with batteries, cleaning goods and other daily needs.

Hardly anyone is thinking of new clothes, shoes or bags, and those shops expect very little trade \
until the wind drops. With ports and motorways shut, orders placed now in any trade will reach the \
warehouse a good deal later. Emergency services ask everyone to follow local instructions and \
expect the worst to be over by the 18th.""",
    "Economic Downturn News": """\
Oct 5 to Oct 11: gloomy figures make households save, big purchases put off

New figures show weaker exports and fewer vacancies, and the evening programmes speak of little \
else. Asked about their plans, many households say that they will wait before spending on anything \
large. Electronics and appliance shops feel it first, and shoes, bags and clothing are being put \
back on the rack as well.

Eating at home is in favour again: groceries and plain daily goods are selling better than in an \
ordinary week. Suppliers deliver normally. Economists disagree about the months ahead, though most \
take the present mood for a passing one and look to next week's figures for comfort.""",
    "Raw Material Shortage": """\
Nov 20 to Nov 26: metals, resins and timber scarce, makers fall behind

A strike at two ports and maintenance at a large smelter have coincided, and metals, plastic \
resins and timber are hard to find. Factories that turn them into appliances, electronics, \
furniture, household goods, car parts and tools are working through their last reserves and \
handing out what they have in turn.

Wholesale orders for appliance and digital shops, for home and living and for cars and hardware \
will take considerably longer than usual this week. Other trades are served as before, and \
customers are buying as they always do in November. Talks at the ports continue, and both sides \
hope for an end by the 27th.""",
    "Cold Wave": """\
Dec 20 to Dec 24: cold wave arrives, coats and quilts wanted, roads icy

Temperatures are dropping sharply from north to south, and the weather service has issued its \
highest frost warning. Heating is being turned up everywhere. Coats, knitwear, thick bedding and \
everything else that keeps a home warm are in strong demand, and shops are extending their hours.

Sports grounds are deserted, and people are putting off large food purchases rather than carry \
bags over ice, so those trades should expect a lean few days. Carriers drive slowly on frozen \
roads, and orders in all trades will come in later than planned. Milder air is expected to follow \
right after the 24th.""",
}
"""Event -> article, headline first."""
