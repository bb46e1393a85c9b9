#!/bin/sh
# The callback endpoint, as a CGI program for Apache, lighttpd and other web servers.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
answer() {
  printf 'Status: %s\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s' "$1" "$2"
  exit 0
}
key INRGATE_MCH_KEY > /dev/null && key INRGATE_MCH_SECRET > /dev/null || answer 500 'not set up'
[ "$REQUEST_METHOD" = POST ] || answer 405 'the method must be POST'
[ "${CONTENT_LENGTH:-65537}" -le 65536 ] || answer 413 'too large'
head -c "$CONTENT_LENGTH" > "$body"
why=$(sh "$here/verify.sh" "${CONTENT_TYPE:-}" < "$body" 2>&1) || answer 401 "$why"
case $CONTENT_TYPE in application/json*) form=0 ;; *) form=1 ;; esac
values=$(LC_ALL=C awk -v "form=$form" -v 'want=test mchOrderNo status totalDebit amount paidAmount' \
  -f "$here/fields.awk" < "$body") || answer 401 'the body cannot be read'
IFS=$between read -r test number status total_debit amount paid << VALUES
$values
VALUES

# note KIND TEXT: writes NUMBER.KIND once. Only one process can create the name.
note() {
  aside=$(mktemp "$orders/new-XXXXXX")
  printf '%s' "$2" > "$aside"
  sync "$aside"
  if ln "$aside" "$file.$1" 2> /dev/null; then is_first=1; else is_first=0; fi
  rm "$aside"
  [ -f "$file.$1" ] || answer 500 'not noted'
  [ "$is_first" = 1 ]
}

# A test callback from the merchant dashboard belongs to no order.
case $test in '' | false) ;; *) answer 200 success ;; esac
file=$(file_of "$number")
if [ -n "$total_debit" ]; then
  # Acknowledge a callback with another status, which changes nothing.
  case $status in success | failed) ;; *) answer 200 success ;; esac
  [ -f "$file.payout" ] && [ "$(cut -d' ' -f1 "$file.payout")" = "$amount" ] || answer 500 'no such payout'
  ! note settled "$status" || echo "$number: payout $status" >&2
  answer 200 success
fi
# A failed pay-in can still be paid, so cancel nothing.
[ "$status" = success ] || answer 200 success
printf '%s\n' "$paid" | grep -Eqx '[0-9]{1,12}\.[0-9]{2}' && [ -f "$file.order" ] ||
  answer 500 'no order, or no amount' # the gateway retries, and by then the order may exist
! note paid "$paid" || echo "$number: $paid INR" >&2
answer 200 success
