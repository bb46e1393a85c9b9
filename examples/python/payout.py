"""
Creates a payout and prints its state. To a UPI ID: python3 payout.py W-1 500.00 asha@okhdfcbank; to a bank account:
python3 payout.py W-1 500.00 'HDFC Bank' 'Asha Rao' 001234567890 HDFC0001234
"""

import sys

from inrgate import MCH_ID, GatewayClient, Refused, Unknown, merchant_key, setting
from orders import Orders

DESTINATIONS = {1: ("upiId",), 4: ("bankCode", "accountName", "accountNumber", "ifsc")}


def main(mch_order_no=None, amount=None, *values):
    if len(values) not in DESTINATIONS:
        sys.exit("usage: payout.py NUMBER AMOUNT UPI_ID | BANK_CODE ACCOUNT_NAME ACCOUNT_NUMBER IFSC")
    destination = dict(zip(DESTINATIONS[len(values)], values))
    client = GatewayClient(
        setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3"),
        MCH_ID,
        mch_secret=merchant_key("INRGATE_MCH_SECRET"),
    )
    if not Orders().take_payout(mch_order_no, amount, destination):
        sys.exit(
            f"refused by the shop: {mch_order_no} is a payout with another amount or destination. Use a new number"
        )
    try:
        payout = client.create_payout(mch_order_no, amount, **destination)
    except Refused as error:
        sys.exit(f"refused: {error}")
    except Unknown as error:
        print(f"unknown: {error}; run this again with {mch_order_no}", file=sys.stderr)
        sys.exit(2)
    print(payout["status"])


if __name__ == "__main__":
    main(*sys.argv[1:])
