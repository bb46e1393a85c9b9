"""Prints the credit of an order: inrgate check webhook … --probe-command 'python3 credited.py'"""

import json
import os

from orders import Orders

_, paid_amount = Orders().find(os.environ["INRGATE_CHECK_ORDER"]) or (None, None)
print(json.dumps({"count": 0 if paid_amount is None else 1, "amount": paid_amount or "0.00"}))
