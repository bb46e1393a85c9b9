#!/bin/sh
# Creates a pay-in: sh pay.sh ORDER-1 500.00 prints where the customer pays.
set -eu
here=$(dirname "$0")
number=$1
amount=$2
. "$here/client.sh"
mch_key=$(key INRGATE_MCH_KEY)

# The number is this order's alone: what was paid is compared with the amount that stands here.
take order "$amount"

make "$mch_key" payin pay_url "notifyUrl=${NOTIFY_URL:-http://127.0.0.1:3000/callbacks}"
