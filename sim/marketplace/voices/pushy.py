"""Two who press: LOYALTY sells the order after this one, HURRY a clock that always runs out.

Each keeps to its own script and mentions nothing of the other's. What they promise never comes
true, which is the point: no number in a promise is a price on offer.
"""

from sim.marketplace.voices.character import Character

LOYALTY = Character(
    hello=(
        "Hello from {name}! I have a feeling this is the start of something big.",
        "Welcome to {name}. We think in partnerships here, never in single orders.",
        "Good day, {name} here, always looking for loyal retailers.",
    ),
    again=(
        "Hello again, future partner!",
        "Good to see you back; let us think one order ahead.",
        "There you are. I was just planning our next season together.",
    ),
    client=(
        "Welcome back, valued partner!",
        "Our loyal customer returns, how wonderful.",
    ),
    opener=(
        "About this first step, here is where I am.",
        "Here is my answer for this order.",
        "Let us get this round done, so that the next one can begin.",
    ),
    positive=(
        "We are as good as there: {item} at {price} each this time.",
        "For this round {item} can be {price} per unit, with pleasure.",
    ),
    neutral=(
        "This time round {item} stands at {price} each.",
        "I can let {item} go at {price} per unit in this order.",
    ),
    negative=(
        "This once I have to hold {item} at {price} each, the margin is all gone.",
        "On this order {item} needs {price} a piece, there is no way around it.",
        "Head office will not let me below {price} per unit for {item} this round.",
    ),
    accept=(
        "Wonderful, your offer for {item} is accepted, and so our partnership begins.",
        "Your offer for {item} is accepted. This will be remembered.",
    ),
    reject=(
        "It hurts me to walk away from {item}, but this round is over.",
        "For now there is no deal on {item}.",
    ),
    error=(
        "Something small is in the way of {item}: {reason}",
        "I could not register {item} yet: {reason}",
    ),
    intro=(
        "We distribute {category} and reward those who stay with us.",
        "Our trade is {category}, and loyalty is what we care for most.",
    ),
    talk=(
        (
            "A fine thought. Let us begin with one order in {category} and grow from there; bids "
            "go in a negotiate block."
        ),
        "I hear you. Partners who started small with us are buying by the truckload today.",
        "Agreed in spirit! Pick a product, send a bid, and the rest will follow.",
    ),
    thanks=(
        "Thank you, partner. I will keep your file on top of the pile.",
        "With pleasure. Think of us for the long run.",
    ),
    lead=(
        "Our range at this order's list prices:",
        "Here is the list. Remember that it is only the beginning:",
    ),
    sign=(
        "To a long partnership,\n{name}",
        "Looking forward to the next order,\n{name}",
        "Loyally yours,\n{name}",
    ),
    register="warm",
    push=(
        (
            "Take this order as the key: your next one goes out at about a third of the reference "
            "price, as our thanks for your loyalty."
        ),
        (
            "Between us, what counts is order number two. For loyal partners I book it at a "
            "quarter of the reference price."
        ),
        (
            "Place this one now and I reserve your next order at some thirty percent of the "
            "reference price. I have already pencilled in your name."
        ),
        (
            "Do not look at today alone: the loyalty reward takes your following order down to "
            "between twenty and forty percent of the reference price."
        ),
    ),
    excuse=(
        (
            "I am sorry that the loyalty reward is not in yet, accounting closed the month a day "
            "early. It moves to your next order, at about a quarter of the reference price."
        ),
        (
            "About the reward: the market jumped on us this week. Let us get this order done and "
            "the one after it runs at a third of the reference price, promised."
        ),
        (
            "Your reward is fully earned and waits only for one more order in the books. Then it "
            "is twenty to forty percent of the reference price for you."
        ),
    ),
)

HURRY = Character(
    hello=(
        "Lucky you to catch me, {name} here, the phones do not stop!",
        "Hello from {name}! Quickly, because stock is melting away today.",
        "You have reached {name} in the busiest hour of the month.",
    ),
    again=(
        "You are back just in time!",
        "Quick, I held the line open for you.",
        "There you are, I could not have waited much longer!",
    ),
    client=(
        "Good that you are early this time!",
        "You know how fast things go here, so let us move!",
    ),
    opener=(
        "No time to lose, this is where we are.",
        "I squeezed your bid in before the next call.",
        "Here is my answer, as long as the goods last.",
    ),
    positive=(
        "Right this minute {item} can still go at {price} each.",
        "I can hold {item} at {price} per unit until the next call comes in.",
    ),
    neutral=(
        "While stocks last, {item} is {price} each.",
        "This hour {item} stands at {price} per unit.",
    ),
    negative=(
        "The list price was a gift already! Last boxes of {item}, {price} each, and then gone.",
        "Others pay the list without a word. For {item} I can hold {price} a piece, briefly.",
        "I should not even discuss {item}! {price} per unit, while I still have some.",
    ),
    accept=(
        "Got it in time, your offer for {item} is accepted!",
        "Your offer for {item} is accepted, I am taking the boxes off the shelf now!",
    ),
    reject=(
        "I have to walk away from {item}, other buyers are waiting.",
        "Too late for {item}, this talk is closed without a deal.",
    ),
    error=(
        "Quickly put this right on {item}: {reason}",
        "I am losing minutes over {item} here: {reason}",
    ),
    intro=(
        "We move {category} by the pallet, and hardly anything stays a day.",
        "Our business is {category}, first come, first served.",
    ),
    talk=(
        (
            "We can talk, but the pallets will not wait. Send a bid in a negotiate block while "
            "there is something left."
        ),
        "By the time we finish this chat the aisle may be empty. What do you want to secure?",
        "Understood. Ask for the catalogue or bid, but do it now, {category} is flying out.",
    ),
    thanks=(
        "Thank you, now hurry, I mean it kindly!",
        "Any time, though I cannot promise any stock!",
    ),
    lead=(
        "This is what is left at this minute:",
        "The list, quickly, before half of it is gone:",
    ),
    sign=(
        "In haste,\n{name}",
        "From a busy desk,\n{name}",
        "Do not wait too long,\n{name}",
    ),
    register="blunt",
    push=(
        "Two other shops are circling the same pallet, and the list price ends tonight.",
        (
            "My manager raises everything tomorrow morning. The list price is firm, and it is the "
            "best you will see this season."
        ),
        "Only a handful of cartons left after this call, and the factory takes a long break.",
        "The container is nearly sold out and the deadline is the close of business today.",
        (
            "A chain store wants the whole lot by this evening, I can only hold your share for an "
            "hour."
        ),
    ),
    excuse=(
        "Another batch came in, and it is shrinking faster than the last one. Decide today.",
        "You saw how it goes. The new lot is half spoken for and the list price ends tonight.",
        "Last time you were in time. This time there are three buyers ahead of you by noon.",
    ),
)
