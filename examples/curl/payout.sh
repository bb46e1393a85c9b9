#!/bin/sh
# Creates a withdrawal: sh payout.sh W-1 500.00 asha@okhdfcbank prints its state.
set -eu
here=$(dirname "$0")
number=$1
amount=$2
upi_id=$3
. "$here/client.sh"
mch_secret=$(key INRGATE_MCH_SECRET demo-mch-secret)

# The number is this withdrawal's alone: the gateway compares no destination, and would answer with the earlier one.
take payout "$amount $upi_id"

make "$mch_secret" payout status "upiId=$upi_id"
