"""Creates a pay-in: python3 pay.py ORDER-1 500.00 prints the URL of the checkout."""

import sys

from inrgate import MCH_ID, GatewayClient, Refused, Unknown, merchant_key, setting
from orders import Orders


def main(mch_order_no, amount):
    client = GatewayClient(
        setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3"),
        MCH_ID,
        mch_key=merchant_key("INRGATE_MCH_KEY"),
    )
    notify_url = setting("INRGATE_CALLBACK_URL", "http://127.0.0.1:3000/callbacks")
    if not Orders().take(mch_order_no, amount):
        sys.exit(f"refused by the shop: {mch_order_no} is an order with another amount. Use a new number")
    try:
        payin = client.create_payin(mch_order_no, amount, notifyUrl=notify_url)
    except Refused as error:
        sys.exit(f"refused: {error}")
    except Unknown as error:
        print(f"unknown: {error}; run this again with {mch_order_no}", file=sys.stderr)
        sys.exit(2)
    print(payin["pay_url"])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: pay.py NUMBER AMOUNT")
    main(*sys.argv[1:])
