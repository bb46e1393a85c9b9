"""Handles a callback in any web framework. The framework only passes the raw body and the content type."""

import re
import sys

from inrgate import MCH_ID, Untrusted, is_payout, merchant_key, verify_callback

MCH_KEY = merchant_key("INRGATE_MCH_KEY")
MCH_SECRET = merchant_key("INRGATE_MCH_SECRET")
LARGEST_BODY = 64 * 1024


def handle(body, content_type, orders):
    """Returns the status and the plain text of the response. `orders` is the shop's database, for example
    `Orders` of `orders.py`.
    """
    if len(body) > LARGEST_BODY:
        return 413, "too large"
    try:
        fields = verify_callback(body, content_type, MCH_ID, MCH_KEY, MCH_SECRET)
    except Untrusted as error:
        return 401, str(error)
    # A test callback from the merchant dashboard belongs to no order.
    if fields.get("test") not in (None, "", "false"):
        return 200, "success"
    return settle(fields, orders) if is_payout(fields) else credit(fields, orders)


def credit(fields, orders):
    # A failed pay-in can still be paid, so cancel nothing.
    if fields.get("status") != "success":
        return 200, "success"
    mch_order_no, paid_amount = fields.get("mchOrderNo", ""), fields.get("paidAmount", "")
    if orders.find(mch_order_no) is None or not re.fullmatch(r"[0-9]+\.[0-9]{2}", paid_amount):
        return 500, "no order, or no amount"  # the gateway retries, and by then the order may exist
    if orders.credit(mch_order_no, paid_amount):
        state = "paid" if orders.is_paid(mch_order_no) else "too little"
        tell(f"{mch_order_no}: {paid_amount} INR, {state}")
    return 200, "success"


def settle(fields, orders):
    mch_order_no, status = fields.get("mchOrderNo", ""), fields.get("status")
    # Acknowledge a callback with another status, which changes nothing.
    if status not in ("success", "failed"):
        return 200, "success"
    if not orders.has_payout(mch_order_no, fields.get("amount", "")):
        return 500, "no such payout"
    if orders.settle_payout(mch_order_no, status):
        tell(f"{mch_order_no}: payout {status}")
    return 200, "success"


def tell(line):
    """Prints a line with one write. `print` writes the line and its end one after the other, so two threads mix them."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
