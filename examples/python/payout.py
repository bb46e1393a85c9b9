"""Creates a withdrawal: python3 payout.py W-1 500.00 asha@okhdfcbank prints its state."""

import sys

from inrgate import MCH_ID, GatewayClient, Refused, Unknown, merchant_key, setting
from orders import Orders


def main(mch_order_no, amount, upi_id):
    client = GatewayClient(
        setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3"),
        MCH_ID,
        mch_secret=merchant_key("INRGATE_MCH_SECRET", "demo-mch-secret"),
    )
    try:
        if not Orders().take_payout(mch_order_no, amount, upi_id):
            raise Refused("duplicate_order")
        payout = client.create_payout(mch_order_no, amount, upiId=upi_id)
    except Refused as error:
        sys.exit(f"refused: {error}")
    except Unknown as error:
        print(f"unknown: {error}; run this again with {mch_order_no}", file=sys.stderr)
        sys.exit(2)
    print(payout["status"])


if __name__ == "__main__":
    main(*sys.argv[1:])
