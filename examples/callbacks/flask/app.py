"""The callback endpoint on Flask: run `flask run`, then POST to /callbacks. Put `examples/python` on the
PYTHONPATH.
"""

from flask import Flask, request

from orders import Orders
from receiver import LARGEST_BODY, handle

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
orders = Orders()


@app.post("/callbacks")
def callbacks():
    # Pass the raw bytes, because the signature covers them. Do not use request.form or request.json.
    status, text = handle(request.get_data(), request.headers.get("Content-Type"), orders)
    return text, status, {"Content-Type": "text/plain; charset=utf-8"}
