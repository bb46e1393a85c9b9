"""Fixtures for pytest: a gateway, a merchant for each test, and the shop of that merchant."""

import os
import subprocess
import sys
from pathlib import Path
from socket import create_server

import pytest

from inrgate_testing import Gateway
from orders import Orders


@pytest.fixture(scope="session")
def gateway():
    return Gateway()


@pytest.fixture
def port():
    with create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def merchant(gateway, port):
    """A merchant for this test only, so no other test affects it."""
    return gateway.create_merchant(callbackUrl=f"http://127.0.0.1:{port}/callbacks")


@pytest.fixture
def shop(merchant, port, tmp_path):
    """The orders of a shop whose callback endpoint runs until the end of the test."""
    orders = tmp_path / "orders.db"
    settings = {
        "INRGATE_MCH_ID": merchant["mchId"],
        "INRGATE_MCH_KEY": merchant["mchKey"],
        "INRGATE_MCH_SECRET": merchant["mchSecret"],
        "ORDERS": str(orders),
        "PORT": str(port),
    }
    endpoint = Path(__file__).with_name("callbacks.py")
    command = [sys.executable, "-u", endpoint]
    with subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True) as server:
        assert "waiting for callbacks" in server.stdout.readline()
        yield Orders(str(orders))
        server.kill()
