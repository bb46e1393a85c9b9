#!/bin/sh
# Verifies a callback: sh verify.sh application/json < body. Exits with 0 if the callback is genuine, and prints the
# reason if not. Pass the raw bytes, because the output of a parser has another signature.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
mch_key=$(key INRGATE_MCH_KEY)
mch_secret=$(key INRGATE_MCH_SECRET)
body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body"
case $1 in
  application/json*) form=0 ;;
  application/x-www-form-urlencoded*) form=1 ;;
  *) echo 'it is neither JSON nor a form' >&2; exit 1 ;;
esac
field() { LC_ALL=C awk -v "form=$form" -v flat=1 -v "want=$1" -f "$here/fields.awk" < "$body"; }
# Only payouts contain totalDebit. The API Secret signs them.
if [ -n "$(field totalDebit)" ]; then key=$mch_secret; else key=$mch_key; fi
text=$(LC_ALL=C awk -v "form=$form" -v flat=1 -v "fields=$fields" -f "$here/fields.awk" < "$body"; echo .) || exit 1
expected=$(printf '%s&key=%s' "${text%.}" "$key" | openssl md5 -r | cut -c1-32)
given=$(field sign | tr A-F a-f)
# A shell's comparison ends at the first difference, so its duration reveals the position. Compare digests with a nonce
# instead, whose position reveals nothing.
nonce=$(openssl rand -hex 16)
digest() { printf '%s%s' "$nonce" "$1" | openssl sha256 -r; }
[ "$(digest "$expected")" = "$(digest "$given")" ] || { echo 'the signature is wrong' >&2; exit 1; }
for names in mchId:merchant_id mchOrderNo:merchant_order_no; do
  alias=$(field "${names#*:}")
  [ -z "$alias" ] || [ "$alias" = "$(field "${names%:*}")" ] || { echo "$names differ" >&2; exit 1; }
done
[ "$(field mchId)" = "$merchant" ] || { echo 'it is for another merchant' >&2; exit 1; }
