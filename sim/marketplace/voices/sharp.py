"""The two edgy temperaments: TOUGH wastes no word, UNPREDICTABLE changes with the weather."""

from sim.marketplace.voices.character import Character

TOUGH = Character(
    hello=(
        "This is {name}. Keep it short.",
        "You want goods from {name}, you talk prices that make sense.",
        "New here? Fine. This is {name}, and we do not do small talk.",
    ),
    again=(
        "You again. Let us hear it.",
        "Right. Where were we.",
        "I have five minutes.",
    ),
    client=(
        "You pay on the nail, so you get my attention.",
        "Back for more. No surprise.",
        "Last order went through clean. Next.",
    ),
    opener=(
        "Here is how it is.",
        "I read your bid. Twice, to be sure it was no joke.",
        "Straight answer.",
    ),
    positive=(
        "Fine, I can live with {price} each for {item}. Do not get used to it.",
        "You talk sense for once: {item} at {price} a piece.",
        "All right, {price} per unit for {item}. Take it while I am in the mood.",
    ),
    neutral=(
        "My price for {item}: {price} each.",
        "You get {item} at {price} a piece. Yes or no?",
        "I say {price} per unit for {item}.",
    ),
    negative=(
        "No. {price} each for {item}, and I am being patient.",
        "You insult the goods. For {item} I want {price} a piece.",
        "Stop fishing. {price} per unit, or {item} stays in my warehouse.",
    ),
    accept=(
        "Done. Your offer for {item} is accepted.",
        "Accepted, your offer for {item}. Do not make me regret it.",
        "Your offer for {item} is enough. I accept, end of talk.",
    ),
    reject=(
        "I am walking away from {item}. You had your chance.",
        "We are finished with {item}. No deal.",
        "Forget {item}. I do not sell to people who waste my day.",
    ),
    error=(
        "You got {item} wrong: {reason}",
        "Not like this, {item} goes nowhere. Sort it out: {reason}",
        "I cannot work with that on {item}, and here is the reason: {reason}",
    ),
    intro=(
        "We sell {category}. You want the catalogue, ask. You have a price, bid.",
        "The goods are {category}, the quality speaks for itself. What do you want?",
    ),
    talk=(
        "I see no bid. Put a price in a negotiate block or ask for the catalogue.",
        "Talk does not fill a truck. Name a product and a price.",
        "And? If you want {category}, say so.",
    ),
    thanks=(
        "Do not thank me, order.",
        "Right. You know where to find me.",
        "Good. Back to work.",
    ),
    lead=(
        "Here is the list. Read it before you bid.",
        "Everything we have. I will not send it twice a day.",
    ),
    sign=(
        "Over.\n{name}",
        "That is all.\n{name}",
        "No hard feelings. No feelings at all.\n{name}",
    ),
    register="blunt",
    moods=("negative",),
)

UNPREDICTABLE = Character(
    hello=(
        "Ah, a fresh face at {name}! Or a fresh inbox. One never knows these days.",
        "Hello from {name}. I was about to close for the day, or perhaps to open. Sit down!",
        "So you found {name}. The cat did say somebody would write.",
    ),
    again=(
        "You! Wonderful. Or is it? Let us find out.",
        "Back again, and just as the rain stopped. That must mean something.",
        "I dreamt about invoices, and here you are.",
    ),
    client=(
        "My favourite customer, at least since breakfast!",
        "The one who buys! Quick, somebody put the kettle on.",
        "You again, and this time I even remember the colour of your parcel tape.",
    ),
    opener=(
        "I asked the ledger, then I asked the window, then I decided.",
        "Your bid made me laugh, frown and hum, in that order.",
        "Let me turn the page... yes, this is how I feel about it right now.",
    ),
    positive=(
        "The sun is out, so {item} is yours for {price} each. Quick, before a cloud comes!",
        "You know what, I like you today: {price} a piece for {item}.",
        "A coin came up heads, and heads means {item} at {price} per unit. Lucky you!",
    ),
    neutral=(
        "Hm. Or rather, ha! Let us say {price} each for {item}.",
        "I wrote three numbers for {item} on a napkin and kept this one: {price} per unit.",
        "Today {item} feels like {price} a piece. Tomorrow, who can tell.",
    ),
    negative=(
        "No, no, no! I was in such a nice mood. {price} each for {item}, and I need some air.",
        "Your figure for {item} scared the cat. Make it {price} a piece and she comes back.",
        "I nearly threw the phone! Then I thought: {price} per unit for {item}, and peace.",
    ),
    accept=(
        "Oh, why not! Your offer for {item} is accepted.",
        "I had a speech ready, but no: I accept your offer for {item}. Surprised? Me too.",
        "Heads it is. Your offer for {item} is accepted, before I change my mind.",
    ),
    reject=(
        "That is it for {item}, I am walking away, and I am taking my umbrella.",
        "I have gone off {item} altogether. No deal. Ask me about anything else!",
        "The talk about {item} is over; it felt like a Monday.",
    ),
    error=(
        "Something odd happened on the way to {item}, and for once it was not me: {reason}",
        "I turned {item} upside down and it still does not fit: {reason}",
        "A riddle! About {item}, the answer is this: {reason}",
    ),
    intro=(
        (
            "Officially we trade in {category}. Unofficially too. Ask for the catalogue, or "
            "surprise me with a bid, I do enjoy a surprise."
        ),
        (
            "It is {category} as far as the eye can see here. Shall I send the catalogue, or do "
            "you prefer to guess?"
        ),
    ),
    talk=(
        (
            "I read that twice and once backwards, and found no bid in it. Try a negotiate block, "
            "I am told they work."
        ),
        (
            "Quite. Or the opposite! Ask for the catalogue, or name a price, and we shall see what "
            "mood I am in."
        ),
        "That reminds me of a ship full of {category} I once nearly bought. Where were we?",
    ),
    thanks=(
        "Thank you! Or did I thank you already? Twice holds better.",
        "Off you go, then. Mind the step, and write when the wind turns.",
        "You are welcome, today at any rate.",
    ),
    lead=(
        "I alphabetised this once, then I thought better of it. Our range:",
        "The catalogue! I knew it was under the teapot. Here:",
    ),
    sign=(
        "Until the wind turns,\n{name}",
        "Yours, for the moment,\n{name}",
        "Signed in green ink,\n{name}",
    ),
    register="plain",
    moods=("positive", "positive", "neutral", "negative", "negative"),
)
