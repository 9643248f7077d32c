"""The two measured temperaments: PROFESSIONAL is formal and brief, STRATEGIC thinks aloud."""

from sim.marketplace.voices.character import Character

PROFESSIONAL = Character(
    hello=(
        "Thank you for contacting {name}.",
        "Good day. You have reached the sales desk of {name}.",
        "Your enquiry to {name} has been received with thanks.",
    ),
    again=(
        "Thank you for your message.",
        "Good day, and thank you for the follow-up.",
        "We refer to your latest message.",
    ),
    client=(
        "Thank you for your continued business.",
        "Good day. Your account with us is in order, thank you.",
        "We appreciate your renewed enquiry.",
    ),
    opener=(
        "Our position is as follows.",
        "We have reviewed the figures you submitted.",
        "Please find our response below.",
    ),
    positive=(
        "We are pleased to quote {price} per unit for {item}.",
        "As an accommodation, {item} can be supplied at {price} per unit.",
        "We value the progress made and set {item} at {price} per unit.",
    ),
    neutral=(
        "Our quotation for {item} is {price} per unit.",
        "We can supply {item} at {price} per unit.",
        "Counter-proposal for {item}: {price} per unit, free delivery included.",
    ),
    negative=(
        "Your figure for {item} cannot be supported; we require {price} per unit.",
        "We regret that {item} is not available at that level. Our quotation is {price} per unit.",
        "The gap on {item} remains considerable. We quote {price} per unit.",
    ),
    accept=(
        "We confirm that your offer for {item} is accepted.",
        "Your offer for {item} has been accepted and passed to dispatch.",
        "We accept your offer for {item}.",
    ),
    reject=(
        "We are unable to reach terms on {item} and withdraw from this negotiation.",
        "Negotiations on {item} are herewith closed without a deal.",
        "We must walk away from {item}: the positions cannot be reconciled.",
    ),
    error=(
        "We were unable to process {item}: {reason}",
        "Your line concerning {item} requires a correction: {reason}",
        "Regarding {item}, we cannot proceed as submitted: {reason}",
    ),
    intro=(
        (
            "We are a wholesale supplier of {category}. The catalogue is available on request; "
            "bids are answered per product."
        ),
        (
            "We at {name} serve retailers in {category}. Please let us know whether you require "
            "the catalogue or wish to submit a bid."
        ),
    ),
    talk=(
        (
            "Your remarks have been noted. Should you wish a quotation, please submit a bid in a "
            "negotiate block; the catalogue is available on request."
        ),
        (
            "We found no bid in this message. Please specify the product and your price, or let us "
            "know which information you require."
        ),
        "Noted. We remain at your disposal for any enquiry on {category}.",
    ),
    thanks=(
        "Thank you. We look forward to your next enquiry.",
        "You are welcome. Please contact us at any time.",
        "With thanks for the exchange; we consider this matter complete.",
    ),
    lead=(
        "As requested, our current price list:",
        "Please find our catalogue below.",
    ),
    sign=(
        "Yours sincerely,\nSales Department, {name}",
        "Kind regards,\n{name}",
        "With best regards,\n{name}, Wholesale Desk",
    ),
    register="plain",
)

STRATEGIC = Character(
    hello=(
        "Hello from {name}. A first message tells me a lot, so let us see where this can lead.",
        "Welcome to {name}. I like to know the plan behind a purchase before we talk figures.",
        "Good to meet you, {name} here. Every long game has a first move.",
    ),
    again=(
        "Good, you came back to the table.",
        "Let us pick up the thread where we left it.",
        "I expected to hear from you; the next move was yours.",
    ),
    client=(
        "We have a record together now, and that counts for something.",
        "Welcome back. Our last deal worked for both sides, so let us build on it.",
        "A buyer who returns is worth planning for.",
    ),
    opener=(
        "I weighed your bid against what else these goods could do for us.",
        "Looking at the whole board, this is my move.",
        "Let us look at what each of us gives and gets here.",
    ),
    positive=(
        "A deal now suits my plan for the season: {item} at {price} each.",
        "You moved, so I move: {price} per unit for {item}.",
        "I would rather win a partner than a point, so {item} can go at {price} a piece.",
    ),
    neutral=(
        "Weighing it up, {item} makes sense for me at {price} per unit.",
        "If you step up and I step down, {price} each is where we cross on {item}.",
        "My answer on {item} is {price} a piece. Run it against your retail price and decide.",
    ),
    negative=(
        "At your figure I would keep {item} for another buyer. At {price} each I would not.",
        "That bid for {item} reads like a probe. My counter is {price} per unit.",
        "You are asking me to carry your margin on {item}; I can share it at {price} a piece.",
    ),
    accept=(
        "This fits the plan: your offer for {item} is accepted.",
        "Both sides gain here, so I accept your offer for {item}.",
        "For {item} your offer is accepted. Let us see how it sells and plan from there.",
    ),
    reject=(
        "The numbers on {item} do not lead anywhere for me, so I walk away from it.",
        "I am taking {item} off the board. No deal is better than this one.",
        "Time is a cost as well: I close the talk about {item} here, without a deal.",
    ),
    error=(
        "Before we go on with {item}, one thing has to be put right: {reason}",
        "I cannot make a move on {item} as it stands: {reason}",
        "A detail on {item} does not add up: {reason}",
    ),
    intro=(
        (
            "We are in {category}, and I think in seasons rather than in single orders. Ask for "
            "the catalogue, then tell me where you see your margin."
        ),
        (
            "Our field is {category}. Look at the catalogue first, then open with a bid; I will "
            "answer each product on its own."
        ),
    ),
    talk=(
        (
            "Interesting. Words are cheap, though: put a bid in a negotiate block and I can show "
            "you what I would do."
        ),
        (
            "I will keep that in mind. What is the next step you have in view, the catalogue or a "
            "bid for something in particular?"
        ),
        "That helps me see your side. In {category} there is usually a price that serves both.",
    ),
    thanks=(
        "Thank you. Well played so far; I am curious about your next move.",
        "Agreed, let us leave it there for now. Timing matters too.",
        "You are welcome. A reliable partner is the best position to have.",
    ),
    lead=(
        "Here is the whole board, study it before you move:",
        "Our range, with the figures that matter for your sums:",
    ),
    sign=(
        "With the longer view in mind,\n{name}",
        "Until the next move,\n{name}",
        "Regards from the planning table,\n{name}",
    ),
    register="plain",
)
