#!/bin/sh
# Creates a withdrawal: sh payout.sh W-1 500.00 asha@okhdfcbank prints its state.
set -eu
here=$(dirname "$0")
number=$1
amount=$2
upi_id=$3
. "$here/client.sh"
mch_secret=$(key INRGATE_MCH_SECRET demo-mch-secret)

# Written before the gateway hears of it. The number is this withdrawal's alone: the gateway compares no destination, and would
# answer with the earlier one.
mkdir -p "$orders"
file=$(file_of "$number").payout
aside=$(mktemp "$orders/new-XXXXXX")
printf '%s %s' "$amount" "$upi_id" > "$aside"
sync "$aside"
ln "$aside" "$file" 2> /dev/null || true
rm "$aside"
[ "$(cat "$file")" = "$amount $upi_id" ] || { echo 'refused: duplicate_order' >&2; exit 1; }

make "$mch_secret" payout status "upiId=$upi_id"
