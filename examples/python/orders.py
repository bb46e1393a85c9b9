"""The shop's orders and withdrawals, in SQLite."""

import json
import sqlite3
from contextlib import closing
from decimal import Decimal

from inrgate import setting


class Orders:
    """Opens the file for each call, so that threads and processes share nothing but it."""

    def __init__(self, path=None):
        self._path = path or setting("ORDERS", "orders.db")
        with closing(self._open()) as database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS orders"
                " (mch_order_no TEXT PRIMARY KEY, amount TEXT NOT NULL, paid_amount TEXT)"
            )
            database.execute(
                "CREATE TABLE IF NOT EXISTS payouts"
                " (mch_order_no TEXT PRIMARY KEY, amount TEXT NOT NULL, destination TEXT NOT NULL, settled TEXT)"
            )

    def take(self, mch_order_no, amount):
        """
        Written before the gateway hears of it: whatever happens then, the number is known. Returns whether the number is
        this order's: what was paid is compared with the amount that stands here.
        """
        with closing(self._open()) as database:
            database.execute(
                "INSERT INTO orders (mch_order_no, amount) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (mch_order_no, amount),
            )
        return self.find(mch_order_no)[0] == amount

    def credit(self, mch_order_no, paid_amount):
        """Credits an order once: of all statements that try, one finds it unpaid. Returns whether this did."""
        with closing(self._open()) as database:
            return 1 == database.execute(
                "UPDATE orders SET paid_amount = ? WHERE mch_order_no = ? AND paid_amount IS NULL",
                (paid_amount, mch_order_no),
            ).rowcount

    def find(self, mch_order_no):
        """Returns the amount and what was paid, None until then; None when there is no such order."""
        with closing(self._open()) as database:
            return database.execute(
                "SELECT amount, paid_amount FROM orders WHERE mch_order_no = ?", (mch_order_no,)
            ).fetchone()

    def is_paid(self, mch_order_no):
        """The amount that was paid counts, not the one that was asked for."""
        amount, paid_amount = self.find(mch_order_no)
        return paid_amount is not None and Decimal(paid_amount) >= Decimal(amount)

    def take_payout(self, mch_order_no, amount, destination):
        """
        Written before the gateway hears of it. Returns whether the number is this withdrawal's: the gateway compares no
        destination, and would answer with the earlier one.
        """
        values = (mch_order_no, amount, json.dumps(destination, sort_keys=True))
        with closing(self._open()) as database:
            database.execute(
                "INSERT INTO payouts (mch_order_no, amount, destination) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", values
            )
            same = "SELECT 1 FROM payouts WHERE mch_order_no = ? AND amount = ? AND destination = ?"
            return database.execute(same, values).fetchone() is not None

    def has_payout(self, mch_order_no, amount):
        with closing(self._open()) as database:
            same = "SELECT 1 FROM payouts WHERE mch_order_no = ? AND amount = ?"
            return database.execute(same, (mch_order_no, amount)).fetchone() is not None

    def settle_payout(self, mch_order_no, status):
        """Notes once how a withdrawal ended; both ends are final. Returns whether this did."""
        with closing(self._open()) as database:
            return 1 == database.execute(
                "UPDATE payouts SET settled = ? WHERE mch_order_no = ? AND settled IS NULL", (status, mch_order_no)
            ).rowcount

    def _open(self):
        return sqlite3.connect(self._path, timeout=5, isolation_level=None)
