"""The callback endpoint: python3 callbacks.py, then POST /callbacks on port 3000."""

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from inrgate import MCH_ID, Untrusted, is_payout, merchant_key, setting, verify_callback
from orders import Orders

MCH_KEY = merchant_key("INRGATE_MCH_KEY")
MCH_SECRET = merchant_key("INRGATE_MCH_SECRET")
LARGEST_BODY = 64 * 1024
orders = Orders()


def handle(body, content_type):
    """Returns the status and the text of the response."""
    try:
        fields = verify_callback(body, content_type, MCH_ID, MCH_KEY, MCH_SECRET)
    except Untrusted as error:
        return 401, str(error)
    # The merchant dashboard's test has no order.
    if fields.get("test") not in (None, "", "false"):
        return 200, "success"
    return settle(fields) if is_payout(fields) else credit(fields)


def credit(fields):
    # A failed pay-in can still be paid, so cancel nothing.
    if fields.get("status") != "success":
        return 200, "success"
    mch_order_no, paid_amount = fields.get("mchOrderNo", ""), fields.get("paidAmount", "")
    if orders.find(mch_order_no) is None or not re.fullmatch(r"[0-9]+\.[0-9]{2}", paid_amount):
        return 500, "no order, or no amount"  # the gateway retries, and the order may exist by then
    if orders.credit(mch_order_no, paid_amount):
        state = "paid" if orders.is_paid(mch_order_no) else "too little"
        print(f"{mch_order_no}: {paid_amount} INR, {state}", flush=True)
    return 200, "success"


def settle(fields):
    mch_order_no, status = fields.get("mchOrderNo", ""), fields.get("status")
    # A callback with another status may follow, and changes nothing.
    if status not in ("success", "failed"):
        return 200, "success"
    if not orders.has_payout(mch_order_no, fields.get("amount", "")):
        return 500, "no such payout"
    if orders.settle_payout(mch_order_no, status):
        print(f"{mch_order_no}: payout {status}", flush=True)
    return 200, "success"


class Handler(BaseHTTPRequestHandler):
    timeout = 5  # seconds that a read may take

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/callbacks":
            self._answer(404, "not found")
        elif not length.isdecimal() or int(length) > LARGEST_BODY:
            self._answer(413, "too large")
        else:
            # The raw bytes, because the output of a parser has another signature.
            self._answer(*handle(self.rfile.read(int(length)), self.headers.get("Content-Type")))

    def _answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Logs nothing of a request."""


if __name__ == "__main__":
    port = int(setting("PORT", "3000"))
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"waiting for callbacks at http://127.0.0.1:{port}/callbacks", flush=True)
    server.serve_forever()
