"""Test helper: the control API of the mock gateway. Copy this file and conftest.py into your tests."""

import json
import os
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin
from urllib.request import Request, urlopen

# Timeout of a call. The timeout is long, because a call returns only when the deliveries that it started have ended.
LONGEST_CALL_SECONDS = 120


class Gateway:
    """The gateway that `inrgate serve` starts, or the gateway of INRGATE_BASE_URL. INRGATE_CONTROL_URL and
    INRGATE_CONTROL_TOKEN select another control API.
    """

    def __init__(self, control_url=None, token=None):
        base_url = os.environ.get("INRGATE_BASE_URL") or "http://127.0.0.1:4300/v3"
        self.control_url = control_url or os.environ.get("INRGATE_CONTROL_URL") or urljoin(base_url, "/_mock")
        self.base_url = self.control_url[: -len("/_mock")] + "/v3"
        self._token = token or os.environ.get("INRGATE_CONTROL_TOKEN")

    def create_merchant(self, **fields):
        """Creates a merchant for one test. The gateway generates every missing field, including the keys."""
        return self.call("POST", "/merchants", fields)

    def pay(self, order, **payment):
        """Pays an order as the customer. Example: pay("ORDER-1", paidAmount="400.00")."""
        return self.call("POST", f"/payins/{quote(order, safe='')}/pay", payment)

    def fail(self, order):
        """Makes the customer's payment fail."""
        return self.call("POST", f"/payins/{quote(order, safe='')}/fail", {})

    def advance(self, by):
        """Moves the clock, for example by "31m", and runs every expiry and retry that falls due."""
        return self.call("POST", "/clock/advance", {"by": by})

    def settle(self):
        """Waits until no delivery of a callback is running."""
        return self.call("POST", "/callbacks/settle", {})["settled"]

    def call(self, method, path, body=None):
        """Calls any method of the control API. Raises an AssertionError with the gateway's message if the
        gateway rejects the call.
        """
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.control_url + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=LONGEST_CALL_SECONDS) as response:
                return json.load(response)
        except HTTPError as refused:
            raise AssertionError(f"{method} {path}: {refused.read().decode()}") from None
        except URLError as error:
            start = "Run inrgate serve, or set INRGATE_BASE_URL"
            raise AssertionError(f"no gateway at {self.control_url} ({error.reason}). {start}") from None
