#!/bin/sh
# Creates a payout and prints its state. To a UPI ID: sh payout.sh W-1 500.00 asha@okhdfcbank. To a bank account:
# sh payout.sh W-1 500.00 'HDFC Bank' 'Asha Rao' 001234567890 HDFC0001234
set -eu
here=$(dirname "$0")
case $# in
  3) set -- "$1" "$2" "upiId=$3" ;;
  6) set -- "$1" "$2" "bankCode=$3" "accountName=$4" "accountNumber=$5" "ifsc=$6" ;;
  *) echo 'usage: payout.sh NUMBER AMOUNT UPI_ID | BANK_CODE ACCOUNT_NAME ACCOUNT_NUMBER IFSC' >&2; exit 1 ;;
esac
number=$1
amount=$2
shift 2
. "$here/client.sh"
mch_secret=$(key INRGATE_MCH_SECRET)

# The order number belongs to this payout only. For another destination, the gateway would return the earlier payout.
take payout "$amount $(IFS='&'; printf '%s' "$*")"

make "$mch_secret" payout "$@"
