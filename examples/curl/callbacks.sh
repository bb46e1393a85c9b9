#!/bin/sh
# The callback endpoint, as a CGI program: for Apache, lighttpd and whatever else runs such.
set -eu
here=$(dirname "$0")
orders=${ORDERS:-orders}
body=$(mktemp)
trap 'rm -f "$body"' EXIT
answer() {
  printf 'Status: %s\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s' "$1" "$2"
  exit 0
}
[ "$REQUEST_METHOD" = POST ] || answer 405 'callbacks are sent by POST'
[ "${CONTENT_LENGTH:-65537}" -le 65536 ] || answer 413 'too large'
head -c "$CONTENT_LENGTH" > "$body"
why=$(sh "$here/verify.sh" "${CONTENT_TYPE:-}" < "$body" 2>&1) || answer 401 "$why"
case $CONTENT_TYPE in application/json*) form=0 ;; *) form=1 ;; esac
field() { LC_ALL=C awk -v "form=$form" -v "want=$1" -f "$here/fields.awk" < "$body"; }
# The panel's test credits nothing. A pay-in that failed can still be paid, so nothing is cancelled.
case $(field test) in '' | false) ;; *) answer 200 success ;; esac
[ "$(field status)" = success ] || answer 200 success
number=$(field mchOrderNo)
paid=$(field paidAmount)
# Orders are files: NUMBER.order has the amount, NUMBER.paid what was paid.
file=$orders/$(printf '%s' "$number" | sed 's|%|%25|g; s|/|%2F|g; s|\.|%2E|g')
printf '%s\n' "$paid" | grep -Eqx '[0-9]{1,12}\.[0-9]{2}' && [ -f "$file.order" ] ||
  answer 500 'no order, or no amount' # it comes again, and the order may be there by then
aside=$(mktemp "$orders/new-XXXXXX")
printf '%s' "$paid" > "$aside"
sync "$aside"
# The name can be given once: of all that try, one credits.
if ln "$aside" "$file.paid" 2> /dev/null; then
  echo "$number: $paid INR" >&2
elif [ ! -f "$file.paid" ]; then
  rm "$aside"
  answer 500 'not credited'
fi
rm "$aside"
answer 200 success
