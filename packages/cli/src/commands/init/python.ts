/** `callbacks.py`: a callback endpoint with Python's standard library. */
export const python = `"""Callback endpoint: python3 callbacks.py, then POST /callbacks on port 3000."""

import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl

if os.path.exists(".env"):
    with open(".env") as env:
        for line in env:
            name, is_set, value = line.strip().partition("=")
            if is_set and not name.startswith("#"):
                os.environ.setdefault(name, value)
MCH_ID, MCH_KEY, MCH_SECRET = (os.environ.get("INRGATE_MCH_" + name) for name in ("ID", "KEY", "SECRET"))
if not (MCH_ID and MCH_KEY and MCH_SECRET):
    raise SystemExit("INRGATE_MCH_ID, INRGATE_MCH_KEY and INRGATE_MCH_SECRET must be set")


def database():
    connection = sqlite3.connect("callbacks.db", timeout=5)
    connection.execute("CREATE TABLE IF NOT EXISTS credits (mchOrderNo TEXT PRIMARY KEY, amount TEXT NOT NULL)")
    return connection


def sign(fields, key):
    """Signature of every non-empty field except "sign"."""
    pairs = sorted((name.encode(), value.encode()) for name, value in fields.items() if name != "sign" and value)
    text = b"&".join([name + b"=" + value for name, value in pairs] + [b"key=" + key.encode()])
    return hashlib.md5(text).hexdigest().upper()


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError("not a plain value")
    return value


def verified(body, content_type):
    """Fields of a callback as strings; None when it is not genuine."""
    try:
        text = body.decode()
        if content_type.startswith("application/json"):
            # The signature covers numbers as they are written: 500.00 stays 500.00.
            pairs = json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=list)
        else:
            pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True)
        fields = {name: text_of(value) for name, value in pairs}
        # Only payouts have totalDebit.
        made = sign(fields, MCH_SECRET if fields.get("totalDebit") else MCH_KEY).encode()
        if len(fields) != len(pairs) or not hmac.compare_digest(made, fields.get("sign", "").upper().encode()):
            return None
    except (ValueError, TypeError, RecursionError):
        return None
    for name, value in fields.items():
        # A "&" can move text from one field to another, so only free text may have one.
        if "&" in name or "=" in name or ("&" in value and name not in ("extra", "message")):
            return None
    if re.search(r"&[A-Za-z_]+=", fields.get("extra", "")):
        return None
    for name, alias in (("mchId", "merchant_id"), ("mchOrderNo", "merchant_order_no")):
        if fields.get(alias, fields.get(name)) != fields.get(name):
            return None
    return fields if fields.get("mchId") == MCH_ID else None


def receive(body, content_type):
    """Status and body of the response."""
    fields = verified(body, content_type)
    if fields is None:
        return 401, "not verified"
    # A test credits nothing. A payout is not credited. A failed pay-in can still be paid later.
    if fields.get("test") or fields.get("totalDebit") or fields.get("status") != "success":
        return 200, "success"
    # Respond with an error if the amount is missing, so the gateway sends the callback again.
    if not re.fullmatch(r"\\d+\\.\\d\\d", fields.get("paidAmount", "")):
        return 500, "no paidAmount"
    # TODO: load your order, and compare its amount with paidAmount.
    connection = database()
    with connection:
        connection.execute(
            "INSERT INTO credits VALUES (?, ?) ON CONFLICT DO NOTHING", (fields["mchOrderNo"], fields["paidAmount"])
        )
    connection.close()
    return 200, "success"


class Handler(BaseHTTPRequestHandler):
    timeout = 5  # seconds that a read may take

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/callbacks":
            self.reply(404, "not found")
        elif not length.isdecimal() or int(length) > 65536:
            self.reply(413, "too large")
        else:
            self.reply(*receive(self.rfile.read(int(length)), self.headers.get("Content-Type", "")))

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path != "/credited":
            return self.reply(405 if path == "/callbacks" else 404, "use POST /callbacks")
        number = parse_qs(query).get("mchOrderNo", [""])[0]
        connection = database()
        row = connection.execute("SELECT amount FROM credits WHERE mchOrderNo = ?", (number,)).fetchone()
        connection.close()
        self.reply(200, json.dumps({"count": 1 if row else 0, "amount": row[0] if row else "0.00"}))

    def reply(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Callbacks contain personal data, so the server logs nothing."""


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "3000"))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    except OSError as error:
        sys.exit(f"port {port}: {error.strerror}. Set PORT to another port")
    print(f"http://127.0.0.1:{port}/callbacks", flush=True)
    server.serve_forever()
`;
