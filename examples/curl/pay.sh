#!/bin/sh
# Creates a pay-in: sh pay.sh ORDER-1 500.00 prints the URL of the checkout.
set -eu
here=$(dirname "$0")
number=$1
amount=$2
. "$here/client.sh"
mch_key=$(key INRGATE_MCH_KEY)

# The order number belongs to this order only. callbacks.sh compares the paid amount with the amount that this line
# stores.
take order "$amount"

make "$mch_key" payin "notifyUrl=${NOTIFY_URL:-http://127.0.0.1:3000/callbacks}"
