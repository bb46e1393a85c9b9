"""A correct shop in Python: python3 shop.py. The shop uses the files of examples/python."""

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

sys.path.append(str(Path(__file__).parents[2] / "python"))

from inrgate import MCH_ID, GatewayClient, Untrusted, merchant_key, setting, verify_callback  # noqa: E402
from orders import Orders  # noqa: E402

MCH_KEY = merchant_key("INRGATE_MCH_KEY")
orders = Orders(setting("SHOP_DATABASE", "shop.db"))
client = GatewayClient(setting("INRGATE_BASE_URL", ""), MCH_ID, mch_key=MCH_KEY)


def payin(mch_order_no, amount):
    """Returns the pay-in in its current state, because a repeated create returns the same pay-in."""
    return client.create_payin(mch_order_no, amount, notifyUrl=setting("INRGATE_CALLBACK_URL", ""))


def order(amount):
    """Store the order before the call of the gateway, so the order number is known even if the response is
    lost.
    """
    mch_order_no = f"PY-{secrets.token_hex(8)}"
    orders.take(mch_order_no, amount)
    return json.dumps({"mchOrderNo": mch_order_no, "payUrl": payin(mch_order_no, amount)["payUrl"]})


def receive(body, content_type):
    """Returns the status and the text of the response to a callback."""
    try:
        fields = verify_callback(body, content_type, MCH_ID, MCH_KEY, MCH_KEY)
    except Untrusted as error:
        return 401, str(error)
    if orders.find(fields["mchOrderNo"]) is None:
        return 500, "no such order"  # the gateway retries
    if fields["status"] == "success":
        orders.credit(fields["mchOrderNo"], fields["paidAmount"])
    return 200, "success"


def returned(mch_order_no):
    """Any visitor can open this page, so the shop queries the gateway."""
    found = orders.find(mch_order_no)
    if found is not None:
        current = payin(mch_order_no, found[0])
        if current["status"] == "success":
            orders.credit(mch_order_no, current["paidAmount"])
    return "Thank you. Your order is below."


def credited(mch_order_no):
    _, paid = orders.find(mch_order_no) or (None, None)
    return json.dumps({"count": 0 if paid is None else 1, "amount": paid or "0.00"})


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/orders":
            self._respond(200, order(json.loads(body)["amount"]))
        else:
            self._respond(*receive(body, self.headers["Content-Type"]))

    def do_GET(self):
        url = urlsplit(self.path)
        mch_order_no = parse_qs(url.query).get("mchOrderNo", [""])[0]
        self._respond(200, (returned if url.path == "/return" else credited)(mch_order_no))

    def _respond(self, status, text):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Disables the log, because requests contain personal data."""


ThreadingHTTPServer(("127.0.0.1", int(setting("PORT", "3000"))), Handler).serve_forever()
