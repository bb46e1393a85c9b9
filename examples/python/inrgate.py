"""A client for the gateway: settings, signatures, calls with safe retries, and the verification of callbacks.
"""

import hashlib
import hmac
import json
import os
import random
import re
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from socket import SHUT_RDWR, socket
from urllib.parse import parse_qsl, urlsplit


class Refused(Exception):
    """The gateway rejected the call, so no order was created. The message is the gateway's error code."""


class Unknown(Exception):
    """The order may exist. Retry with the same order number, never with a new one."""


class Untrusted(Exception):
    """An unverified callback, which must have no effect."""


def setting(name, default):
    return os.environ.get(name) or default


MCH_ID = setting("INRGATE_MCH_ID", "DEMO1001")


def merchant_key(name):
    """Returns a key of the merchant. The key has no default, because an attacker could sign callbacks with a
    published key.
    """
    return os.environ.get(name) or sys.exit(f"{name} is not set")


# Names of free texts. Like URLs, they may contain a &.
_FREE_TEXTS = ("extra", "message", "note", "accountName", "bankCode")
_FIELD = re.compile(
    "&(?:mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee|status|payTime|test|sign"
    "|paidAmount|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code|client_ref|currency|paid_at"
    "|notifyUrl|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress)="
)


def is_ambiguous(params):
    """Returns whether other parameters would have the same signature, because a & in a value can look like
    the next field.
    """
    for name, value in params.items():
        may_hold = name in _FREE_TEXTS or re.match("https?://", value, re.IGNORECASE)
        if re.search("[&=]", name) or (_FIELD.search(value) if may_hold else "&" in value):
            return True
    return False


def sign(params, key):
    """Signs all non-empty parameters except `sign`, sorted by name in byte order."""
    if not key:
        raise ValueError("the key is empty")
    pairs = sorted(
        (name.encode(), str(value).encode())
        for name, value in params.items()
        if name != "sign" and value is not None and value != ""
    )
    text = b"&".join(name + b"=" + value for name, value in pairs) + b"&key=" + key.encode()
    return hashlib.md5(text).hexdigest().upper()


def verify_callback(body, content_type, mch_id, mch_key, mch_secret):
    """Returns the fields of a callback as strings. Pass the raw bytes as `body`."""
    try:
        fields = _read(body.decode("utf-8"), content_type)
        made = sign(fields, mch_secret if is_payout(fields) else mch_key)
        given = fields.get("sign", "").upper().encode()
    except (ValueError, RecursionError) as error:  # half of a surrogate pair cannot be encoded
        raise Untrusted("the body cannot be read") from error
    if not hmac.compare_digest(made.encode(), given):
        raise Untrusted("the signature is wrong")
    if is_ambiguous(fields):
        raise Untrusted("the signature fits other fields too")
    for name, alias in (("mchId", "merchant_id"), ("mchOrderNo", "merchant_order_no")):
        if fields.get(alias, fields.get(name)) != fields.get(name):
            raise Untrusted(f"{name} and {alias} differ")
    if fields.get("mchId") != mch_id:
        raise Untrusted("it is for another merchant")
    return fields


def is_payout(fields):
    """Returns whether the callback concerns a payout. Only payouts contain `totalDebit`. The API Secret signs
    them.
    """
    return bool(fields.get("totalDebit"))


def _read(text, content_type):
    media_type = (content_type or "").split(";")[0].strip().lower()
    if media_type == "application/json":
        # Keeps numbers as written. The signature covers 500.00, and a float would change it to 500.0.
        pairs = json.loads(
            text, parse_int=str, parse_float=str, parse_constant=_fail, object_pairs_hook=_Pairs
        )
        if not isinstance(pairs, _Pairs):
            raise ValueError("not an object")
    elif media_type == "application/x-www-form-urlencoded":
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, errors="strict")
    else:
        raise ValueError("neither JSON nor a form")
    fields = {name: _text(value) for name, value in pairs}
    if len(fields) != len(pairs):
        raise ValueError("a field comes twice")
    return fields


class _Pairs(list):
    """The fields of a JSON object in order. Its class distinguishes it from a JSON array."""


def _text(value):
    if isinstance(value, list):
        raise ValueError("a field is no plain value")
    if value is None:
        return ""
    # str(True) would be "True", but the signature covers the JSON text.
    return json.dumps(value) if isinstance(value, bool) else value


def _fail(constant):
    raise ValueError(f"{constant} is no JSON")


class GatewayClient:
    """Creates pay-ins and payouts. A call has up to four attempts with the same bytes. The retries are safe,
    because the order number identifies the order. http.client follows no redirects, so only the gateway
    receives the signed request.
    """

    waits = (0.25, 0.5, 1.0)
    timeout = 10.0
    longest_retry_after = 30.0

    def __init__(self, base_url, mch_id, mch_key="", mch_secret=""):
        """The API Key signs pay-ins, and the API Secret signs payouts. A shop needs only the keys that it
        uses.
        """
        url = urlsplit(base_url)
        self._connection = {"http": HTTPConnection, "https": HTTPSConnection}[url.scheme]
        self._host = url.netloc
        self._path = url.path
        self._mch_id = mch_id
        self._mch_key = mch_key
        self._mch_secret = mch_secret

    def create_payin(self, mch_order_no, amount, **others):
        """Returns the pay-in with its `pay_url`, even if the response to the attempt that created it was
        lost.
        """
        return self._create("payin", self._mch_key, mchOrderNo=mch_order_no, amount=amount, **others)

    def create_payout(self, mch_order_no, amount, **destination):
        """Returns the payout, even if the response to the attempt that created it was lost. The destination
        is upiId, or bankCode, accountName, accountNumber and ifsc.
        """
        return self._create("payout", self._mch_secret, mchOrderNo=mch_order_no, amount=amount, **destination)

    def _create(self, endpoint, key, **params):
        try:
            return self._call(endpoint, key, **params)
        except Unknown:
            found = self._look_up(key, params["mchOrderNo"])
        if not self._is_for(params, found):
            raise Refused("duplicate_order")
        return found

    def _look_up(self, key, mch_order_no):
        try:
            return self._call("check-order-status", key, mchOrderNo=mch_order_no)
        except Refused as error:
            # An earlier attempt can still be in progress, so "not found" is not final.
            raise Unknown(str(error)) from error

    def _call(self, endpoint, key, **params):
        params = {"mchId": self._mch_id, **params}
        if is_ambiguous(params):
            raise Refused("ambiguous_value")
        params["sign"] = sign(params, key)
        body = json.dumps(params).encode()
        maybe_made = False
        for wait in (*self.waits, None):
            status, answer, retry_after = self._send(endpoint, body)
            if status == 200 and answer.get("success") is True and self._is_for(params, answer.get("data")):
                return answer["data"]
            error = answer.get("error")
            refused = 400 <= status < 500 and error is not None
            limited = refused and status == 429 and error == "rate_limited"
            # A rejection does not undo an order that an earlier attempt may have created.
            maybe_made = maybe_made or not refused
            pause = retry_after if retry_after is not None else (wait or 0) * random.uniform(0.5, 1)
            if (refused and not limited) or wait is None or pause > self.longest_retry_after:
                error = error or "no valid response from the gateway"
                raise Unknown(error) if maybe_made else Refused(error)
            time.sleep(pause)

    def _send(self, endpoint, body):
        """Returns the status (0 without a response), the response (empty if another server responded), and
        Retry-After in seconds.
        """
        connection = self._connection(self._host, timeout=self.timeout)
        try:
            connection.connect()
            # The timeout applies to each read, so a slow server would never reach it. This timer limits the whole call.
            end = threading.Timer(self.timeout, socket.shutdown, (connection.sock, SHUT_RDWR))
            end.start()
            try:
                connection.request("POST", f"{self._path}/{endpoint}", body, {"Content-Type": "application/json"})
                response = connection.getresponse()
                retry_after = response.getheader("Retry-After", "")
                seconds = int(retry_after) if retry_after.isdecimal() else None
                return response.status, _answer(response.read()), seconds
            finally:
                end.cancel()
        except (OSError, HTTPException):
            return 0, {}, None
        finally:
            connection.close()

    @staticmethod
    def _is_for(params, data):
        if not isinstance(data, dict):
            return False
        asked = ("mchOrderNo", "amount")
        return all(data.get(name) == params[name] for name in asked if name in params)


def _answer(body):
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}
