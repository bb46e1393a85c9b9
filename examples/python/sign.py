"""Prints a signature: python3 sign.py KEY mchId=DEMO1001 amount=500.00"""

import sys

from inrgate import sign

key, *params = sys.argv[1:]
print(sign(dict(param.split("=", 1) for param in params), key))
