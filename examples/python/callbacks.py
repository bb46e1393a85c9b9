"""The callback endpoint: run python3 callbacks.py, then POST to /callbacks on port 3000."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from inrgate import setting
from orders import Orders
from receiver import LARGEST_BODY, handle

orders = Orders()


class Handler(BaseHTTPRequestHandler):
    timeout = 5  # maximum seconds of a read

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/callbacks":
            self._answer(404, "not found")
        elif not length.isdecimal() or int(length) > LARGEST_BODY:
            self._answer(413, "too large")
        else:
            # Pass the raw bytes, because the output of a parser has another signature.
            self._answer(*handle(self.rfile.read(int(length)), self.headers.get("Content-Type"), orders))

    def _answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Disables the log, because requests contain personal data."""


if __name__ == "__main__":
    port = int(setting("PORT", "3000"))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    except OSError as error:
        sys.exit(f"port {port}: {error.strerror}. Set PORT to another port")
    print(f"waiting for callbacks at http://127.0.0.1:{port}/callbacks", flush=True)
    server.serve_forever()
