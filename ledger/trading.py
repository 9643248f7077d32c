"""The supermarket's day as data: what happens between closing one day and opening the next.

A day of sales is settled in two halves, both ordered by phase like the marketplace's morning
(`ledger.settlement`). At 18:00 the store closes on the day's customers; at 08:00 the next day opens
with what has arrived. Steps marked * are SimPy processes of their own, which wake when something
falls due. The rules behind each step: docs/rules/supermarket.md §4.

    time   phase  step        what it does                                     events
    -----  -----  ----------  -----------------------------------------------  ----------------
    18:00      0  admit       goods that wait outside fill free room           goods.admitted
               1  demand      how attractive each product is to the day        demand.sampled
               2  sales       customers buy, send back and review              goods.sold
               3  expiry*     goods past their last day vanish                 goods.expired
               4  readmit     goods that wait fill the room that came free     goods.admitted
               5  lapse*      news whose time is up is no longer shown         news.lapsed
               6  news        the next day's news is drawn                     news.drawn
               7  takings     sales less refunds reach the bank                takings.booked
    08:00      0  open        the next day begins                              day.opened
               1  arrivals*   orders that are due are unloaded                 goods.delivered
               2  rent        the day's rent                                   rent.paid
               3  quotes*     what each supplier asks today                    quotes.published
               4  solvency    an overdrawn bank counts towards bankruptcy      solvency.tested
               5  close       the report of the day that is over               day.reported
               6  finalise    only at the end                                  episode.finalised
"""

from typing import Final

from ledger.settlement import CLOSING_MIN, DAY_MIN, Step

EVENING_MIN: Final = CLOSING_MIN - DAY_MIN
"""18:00 of the evening before, counted from 00:00 of the day that follows."""

EVENING: Final = (
    ADMIT := Step(0, "admit", EVENING_MIN),
    DEMAND := Step(1, "demand", EVENING_MIN),
    SALES := Step(2, "sales", EVENING_MIN),
    EXPIRY := Step(3, "expiry", EVENING_MIN),
    READMIT := Step(4, "readmit", EVENING_MIN),
    LAPSE := Step(5, "lapse", EVENING_MIN),
    NEWS := Step(6, "news", EVENING_MIN),
    TAKINGS := Step(7, "takings", EVENING_MIN),
)
MORNING: Final = (
    OPEN := Step(0, "open"),
    ARRIVALS := Step(1, "arrivals"),
    RENT := Step(2, "rent"),
    QUOTES := Step(3, "quotes"),
    SOLVENCY := Step(4, "solvency"),
    CLOSE := Step(5, "close"),
)
FINALISE: Final = Step(6, "finalise")
STEPS: Final = (*EVENING, *MORNING)
