"""The shop's orders and payouts, in SQLite."""

import json
import sqlite3
from contextlib import closing
from decimal import Decimal

from inrgate import setting


class Orders:
    """Opens the file for each call, so threads and processes share only the file."""

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
        """Writes the order before the call of the gateway, so the order number is stored even after a crash.
        Returns whether the order number belongs to this order. The shop later compares the paid amount
        with the stored amount.
        """
        with closing(self._open()) as database:
            database.execute(
                "INSERT INTO orders (mch_order_no, amount) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (mch_order_no, amount),
            )
        return self.find(mch_order_no)[0] == amount

    def credit(self, mch_order_no, paid_amount):
        """Credits an order once, because only one of several simultaneous statements finds it unpaid. Returns
        whether this call credited the order.
        """
        with closing(self._open()) as database:
            return 1 == database.execute(
                "UPDATE orders SET paid_amount = ? WHERE mch_order_no = ? AND paid_amount IS NULL",
                (paid_amount, mch_order_no),
            ).rowcount

    def find(self, mch_order_no):
        """Returns the amount and the paid amount, which is None for an unpaid order. Returns None if the
        order does not exist.
        """
        with closing(self._open()) as database:
            return database.execute(
                "SELECT amount, paid_amount FROM orders WHERE mch_order_no = ?", (mch_order_no,)
            ).fetchone()

    def is_paid(self, mch_order_no):
        """Compare the paid amount, not the requested amount."""
        amount, paid_amount = self.find(mch_order_no)
        return paid_amount is not None and Decimal(paid_amount) >= Decimal(amount)

    def take_payout(self, mch_order_no, amount, destination):
        """Writes the payout before the call of the gateway. Returns whether the order number belongs to this
        payout. For another destination, the gateway would return the earlier payout.
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
        """Stores the final state of a payout once. Returns whether this call stored the state."""
        with closing(self._open()) as database:
            return 1 == database.execute(
                "UPDATE payouts SET settled = ? WHERE mch_order_no = ? AND settled IS NULL", (status, mch_order_no)
            ).rowcount

    def _open(self):
        return sqlite3.connect(self._path, timeout=5, isolation_level=None)
