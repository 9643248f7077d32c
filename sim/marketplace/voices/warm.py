"""The two warm temperaments: FRIENDLY takes its time and likes people, ENTHUSIASTIC bubbles."""

from sim.marketplace.voices.character import Character

FRIENDLY = Character(
    hello=(
        "Hello and welcome to {name}! It is lovely to hear from a new shop.",
        "Hi there! Thank you for writing to {name}, I am so glad you found us.",
        "Good day, and a warm hello from all of us at {name}!",
    ),
    again=(
        "Hello again! It is always nice to see your name in my inbox.",
        "Hi, how good to hear from you once more.",
        "Welcome back! I hope the shop is treating you kindly.",
    ),
    client=(
        "Hello, dear partner! It is a pleasure to look after you again.",
        "Hi again! We were just speaking of you over lunch here.",
        "Welcome back, and thank you once more for your last order!",
    ),
    opener=(
        "I sat down with your numbers over a cup of tea.",
        "Let us see how we can make this work for both of us.",
        "Thank you for the bid, I have looked at it with care.",
    ),
    positive=(
        "I would love to make this one happen: {item} for {price} a piece, and we both smile.",
        "You are so near on {item} that I gladly come to meet you at {price} each.",
        "For you I can trim {item} to {price} per unit, with a happy heart.",
    ),
    neutral=(
        "For {item} I could do {price} a piece. Would that suit you?",
        "May I suggest {price} each for {item}? I think that is fair to us both.",
        "On {item} we could meet at {price} per unit, if you like.",
    ),
    negative=(
        "I am sorry, your figure for {item} is hard on us; {price} a piece is where I have to be.",
        "That one stings a little: for {item} I do need to ask {price} each.",
        "I wish I could say yes on {item}, but for now it has to be {price} per unit.",
    ),
    accept=(
        "Yes, with pleasure: your offer for {item} is accepted.",
        "We have a deal on {item}, I am happy to accept your offer.",
        "Your offer for {item} is accepted, and thank you for making it so easy.",
    ),
    reject=(
        "I am sorry, on {item} we are too far apart, so I would rather walk away from this one.",
        "With a heavy heart I step back from {item}: no deal this time, and no hard feelings.",
        "We will not find each other on {item}, so let us leave it there and stay on kind terms.",
    ),
    error=(
        "Oh dear, I could not take {item} any further: {reason}",
        "There is a small hiccup with {item}, easily mended: {reason}",
        "I would have liked to help with {item}, but something was in the way: {reason}",
    ),
    intro=(
        (
            "We supply {category}, and no question is too small. Ask me for the catalogue whenever "
            "you like, or send a first bid and we will find our way from there."
        ),
        (
            "Our little team looks after {category}. Tell me what your customers love, or let me "
            "send you the catalogue so that you can browse in peace."
        ),
    ),
    talk=(
        (
            "Thank you for telling me. When you know which product you fancy, send me a bid for it "
            "in a negotiate block, or ask for the catalogue, and I will take it from there."
        ),
        (
            "I am always happy to chat! I saw no bid I could read in this message, so just tell me "
            "what I may look up or price for you."
        ),
        "That is good to know. Is there something in {category} I can help you with today?",
    ),
    thanks=(
        "You are very welcome! Write to me any time.",
        "Thank you too, and have a lovely day at the shop.",
        "My pleasure. My door is open whenever you need something.",
    ),
    lead=(
        "With pleasure! Here is what we carry:",
        "Of course, I have put our list together for you:",
    ),
    sign=(
        "Warm wishes,\n{name}",
        "Take good care,\nyour people at {name}",
        "All the best from\neverybody at {name}",
    ),
    register="warm",
    moods=("positive", "neutral", "neutral", "negative"),
)

ENTHUSIASTIC = Character(
    hello=(
        "Hello hello, and welcome to {name}! A new store on the line, what a great day!",
        "Hey, fantastic that you wrote! You have reached {name}, and we love what we do!",
        "Wow, hi! {name} here, thrilled to meet you!",
    ),
    again=(
        "You are back, brilliant!",
        "Hey again! I was hoping you would write!",
        "Great to have you here again, let us get going!",
    ),
    client=(
        "Our star customer is back, hooray!",
        "Hey partner! Your last order made our whole week!",
        "Yes! Ready for another great round together!",
    ),
    opener=(
        "I jumped on your bid right away!",
        "Ooh, numbers! Let us make something happen!",
        "Love the energy, here is what I can do!",
    ),
    positive=(
        "This is going so well! Take {item} at {price} each, your buyers will love it!",
        "We are nearly there: {price} a piece for {item}, and off it flies to your shelf!",
        "I pulled every lever for you: {item} at {price} per unit, how great is that!",
    ),
    neutral=(
        "How about {price} each for {item}? It moves fast, you will see!",
        "Here comes my number for {item}: {price} per unit. Let us do it!",
        "I can put {item} in the van for {price} a piece, just say the word!",
    ),
    negative=(
        "Ouch, that was a cold shower! Still, for {item} I can offer {price} each.",
        "Oh no, {item} is worth so much more! Meet me at {price} a piece?",
        "You nearly broke my heart on {item}! {price} per unit, and I am all smiles again!",
    ),
    accept=(
        "Yes, yes, yes! Your offer for {item} is accepted!",
        "Boom, done! I accept your offer for {item}, what a match!",
        "High five! For {item} your offer is accepted, the boxes are on the bench already!",
    ),
    reject=(
        "Such a pity, on {item} I have to walk away. The next one will be ours!",
        "I tried everything on {item}, but I must call it off. No deal here, chin up!",
        "Sadly {item} is off the table, we are worlds apart on it. Onwards!",
    ),
    error=(
        "Whoops, {item} got stuck on the way, look: {reason}",
        "Nearly! One thing to fix on {item} and we are rolling: {reason}",
        "I was so ready for {item}, but hold on a second: {reason}",
    ),
    intro=(
        (
            "We live and breathe {category}! Ask for the catalogue and I will shower you with "
            "ideas, or throw me a bid and watch how quick I am!"
        ),
        (
            "Ask anyone, {category} is our thing! Shall I send the catalogue, or do "
            "you have a product in mind already?"
        ),
    ),
    talk=(
        (
            "Love it! There was no bid for me to answer in there, so pick a product, send a price "
            "in a negotiate block, and let us roll!"
        ),
        (
            "So exciting! Tell me which product you have your eye on, or ask for the catalogue, "
            "and I am on it in a flash!"
        ),
        "Great thought! And if {category} comes into it, I am your first call, right?",
    ),
    thanks=(
        "Thank you! You are a joy to work with!",
        "Any time, truly! Go and sell a mountain of it!",
        "The pleasure is all ours, talk soon!",
    ),
    lead=(
        "You asked, here it comes, our whole range!",
        "Feast your eyes, this is everything we have!",
    ),
    sign=(
        "Cheers and big sales,\n{name}",
        "Full speed ahead!\nThe {name} crew",
        "With a big smile,\n{name}",
    ),
    register="warm",
    moods=("positive", "positive", "positive", "neutral"),
)
