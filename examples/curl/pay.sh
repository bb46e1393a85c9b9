#!/bin/sh
# Creates a pay-in: sh pay.sh ORDER-1 500.00 prints where the customer pays. It ends with 1 when the gateway refused, and with
# 2 when the order may exist: run it again with the same number then, never with a new one.
set -eu
here=$(dirname "$0")
number=$1
amount=$2
base=${INRGATE_BASE_URL:-http://127.0.0.1:4300/v3}
merchant=${INRGATE_MCH_ID:-DEMO1001}
notify=${NOTIFY_URL:-http://127.0.0.1:3000/callbacks}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Sends a call, whose repeats have the same bytes: the order number makes that safe. curl repeats 429, 5xx and what broke, after
# as long as Retry-After says, and at most for 30 seconds.
call() {
  endpoint=$1
  shift
  set -- "mchId=$merchant" "$@"
  set -- "$@" "sign=$(sh "$here/sign.sh" "${INRGATE_MCH_KEY:-demo-mch-key}" "$@")"
  for param in "$@"; do
    shift
    set -- "$@" --data-urlencode "$param"
  done
  status=$(curl --silent --output "$answer" --write-out '%{http_code}' --max-time 10 --retry 3 --retry-delay 1 \
    --retry-all-errors --retry-max-time 30 "$@" "$base/$endpoint") || status=0
}

field() { LC_ALL=C awk -v "want=$1" -f "$here/fields.awk" < "$answer" 2> /dev/null || true; }

# Prints where the customer pays, when that is what was answered.
finish() {
  [ "$status" = 200 ] && [ "$(field data.mchOrderNo)" = "$number" ] && [ "$(field data.amount)" = "$amount" ] || return 1
  field data.pay_url
  echo
  exit 0
}

# Written before the gateway hears of it: whatever happens then, the number is known.
orders=${ORDERS:-orders}
mkdir -p "$orders"
file=$orders/$(printf '%s' "$number" | sed 's|%|%25|g; s|/|%2F|g; s|\.|%2E|g').order
[ -f "$file" ] || printf '%s' "$amount" > "$file"

call payin "mchOrderNo=$number" "amount=$amount" "notifyUrl=$notify"
finish || true
case $status in 4??) refused=$(field error) ;; *) refused= ;; esac
# curl does not tell what its earlier attempts met, and one of them may have made the order: a refusal is believed when there
# is none.
call check-order-status "mchOrderNo=$number"
finish || true
case $refused:$(field error) in
  ?*:order_not_found | ?*:invalid_mch_order_no)
    echo "refused: $refused" >&2
    exit 1
    ;;
esac
echo "unknown: status $status; run this again with $number" >&2
exit 2
