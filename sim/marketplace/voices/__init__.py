"""The lines the offline voice speaks: one module a group of characters, one for common questions.

Only text lives here; which line is spoken when is decided in `sim.marketplace.voice`.
"""
