"""Goal: the book only ever holds balanced postings, in whole micro-yuan that fit 64 bits.

Method: good postings change exactly what they say; bad ones are refused and change nothing.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import Unbalanced
from ledger.accounts import ALL, ASSETS, BANK, CAPITAL, ESCROW, OPS, REVENUE, WALLET
from ledger.book import Book
from ledger.postings import transfer

INT64_MAX = 9_223_372_036_854_775_807
accounts = st.sampled_from(ALL)
amounts = st.integers(-(10**15), 10**15)


def opened(amount: int = 1_000) -> Book:
    book = Book()
    book.post(transfer(CAPITAL, BANK, amount))
    return book


def test_a_new_book_has_every_account_at_zero():
    book = Book()
    assert {account: book[account] for account in ALL} == dict.fromkeys(ALL, 0)
    assert book.assets == 0


def test_a_posting_changes_its_accounts_and_no_other():
    book = opened()
    book.post([(BANK, -30), (OPS, 10), (ESCROW, 25), (REVENUE, -5)])
    changed = {account: balance for account, balance in book.balances.items() if balance}
    assert changed == {CAPITAL: -1_000, BANK: 970, OPS: 10, ESCROW: 25, REVENUE: -5}


def test_legs_on_one_account_add_up():
    book = opened()
    book.post([(BANK, 7), (BANK, -2), (BANK, -5)])
    assert book == opened()


def test_the_assets_are_bank_wallet_and_escrow():
    book = Book()
    book.post([(BANK, 1), (WALLET, 20), (ESCROW, 300), (REVENUE, -321)])
    assert book.assets == 321


@given(st.lists(st.tuples(accounts, amounts), min_size=1, max_size=6))
def test_legs_that_do_not_cancel_are_refused_and_change_nothing(legs):
    rest = sum(amount for _, amount in legs)
    book, before = opened(), opened()
    if rest:
        with pytest.raises(Unbalanced, match=str(rest)):
            book.post(legs)
        assert book == before
    book.post([*legs, (REVENUE, -rest)])
    assert sum(book.balances.values()) == 0


@given(st.lists(st.tuples(accounts, accounts, amounts), max_size=30))
def test_after_any_transfers_the_accounts_sum_to_zero(transfers):
    book = Book()
    expected = dict.fromkeys(ALL, 0)
    for source, target, amount in transfers:
        book.post(transfer(source, target, amount))
        expected[source] -= amount
        expected[target] += amount
    assert book.balances == expected
    assert sum(book.balances.values()) == 0
    assert book.assets == sum(expected[account] for account in ASSETS)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_balance_may_reach_the_64_bit_range_but_not_leave_it(sign):
    book = Book()
    book.post(transfer(CAPITAL, BANK, sign * INT64_MAX))
    assert book[BANK] == sign * INT64_MAX
    with pytest.raises(Unbalanced, match=r"64|reach"):
        book.post(transfer(WALLET, BANK, sign))
    assert book[BANK] == sign * INT64_MAX


def test_a_posting_that_would_overflow_changes_nothing():
    book = opened(INT64_MAX)
    with pytest.raises(Unbalanced):
        book.post([(WALLET, -1), (BANK, 1)])
    assert book == opened(INT64_MAX)


def test_books_are_equal_by_their_balances():
    assert opened(5) == opened(5)
    assert opened(5) != opened(6)
    assert opened(5) != {CAPITAL: -5, BANK: 5}
