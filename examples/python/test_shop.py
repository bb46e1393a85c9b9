"""Tests of the shop with pytest, against a running gateway: python3 -m pytest"""

import pytest

from inrgate import GatewayClient


@pytest.fixture
def client(gateway, merchant):
    return GatewayClient(gateway.base_url, merchant["mchId"], merchant["mchKey"], merchant["mchSecret"])


@pytest.fixture
def order(shop, client):
    """Creates an open order of 500.00 rupees, and its pay-in at the gateway."""
    shop.take("ORDER-1", "500.00")
    return client.create_payin("ORDER-1", "500.00")["orderNo"]


def test_a_payment_is_credited_once(gateway, shop, order):
    gateway.pay(order)
    assert gateway.settle()
    assert shop.find("ORDER-1") == ("500.00", "500.00")
    gateway.call("POST", f"/payins/{order}/resend", {})
    assert gateway.settle()
    assert shop.find("ORDER-1") == ("500.00", "500.00")


def test_a_payment_that_is_short_does_not_pay_the_order(gateway, shop, order):
    gateway.pay(order, paidAmount="400.00")
    assert gateway.settle()
    assert not shop.is_paid("ORDER-1")


def test_a_payment_after_half_an_hour_is_credited_too(gateway, shop, order):
    gateway.advance("31m")
    assert gateway.call("GET", f"/payins/{order}")["status"] == "expired"
    gateway.pay(order)
    assert gateway.settle()
    assert shop.is_paid("ORDER-1")


def test_a_refused_move_fails_with_the_message_of_the_gateway(gateway):
    with pytest.raises(AssertionError, match="not_found"):
        gateway.fail("NO-SUCH-ORDER")
