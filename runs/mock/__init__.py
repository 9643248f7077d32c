"""A language model's server that says what a script tells it to say, over real HTTP.

server      the endpoints, conversations and recorded requests
script      what is answered: steps from a file, a merchant, or any function
wire        from a step to the bytes of a response, whole or broken
protocol    what a strict provider refuses
corpus      hostile answers, and what a loop has to make of each
"""
