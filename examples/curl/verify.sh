#!/bin/sh
# Verifies a callback: sh verify.sh application/json < body. Exits with 0 if the callback is genuine, and prints the
# reason if not. Pass the raw bytes, because the output of a parser has another signature.
set -eu
here=$(dirname "$0")
. "$here/common.sh"
mch_key=$(key INRGATE_MCH_KEY)
mch_secret=$(key INRGATE_MCH_SECRET)
case $1 in
  application/json*) form=0 ;;
  application/x-www-form-urlencoded*) form=1 ;;
  *) echo 'it is neither JSON nor a form' >&2; exit 1 ;;
esac
# The first line contains the wanted values. The signed string can end with line breaks, so a point follows it.
parsed=$(LC_ALL=C awk -v "form=$form" -v flat=1 -v "fields=$fields" \
  -v 'want=totalDebit sign mchId merchant_id mchOrderNo merchant_order_no' -f "$here/fields.awk" && echo .) || exit 1
text=${parsed#*"$line_break"}
IFS=$between read -r total_debit sign mch_id merchant_id mch_order_no merchant_order_no << PARSED
$parsed
PARSED
# Only payouts contain totalDebit. The API Secret signs them.
if [ -n "$total_debit" ]; then key=$mch_secret; else key=$mch_key; fi
expected=$(printf '%s&key=%s' "${text%.}" "$key" | openssl md5 -r)
# A shell's comparison ends at the first difference, so its duration reveals the position. Compare every character.
printf '%s\n%s\n' "${expected%% *}" "$sign" | awk '
  NR == 1 { expected = $0 }
  NR == 2 { given = tolower($0) }
  END {
    wrong = length(given) != 32
    for (i = 1; i <= 32; i++) wrong += substr(given, i, 1) != substr(expected, i, 1)
    exit wrong > 0
  }' || { echo 'the signature is wrong' >&2; exit 1; }
[ "${merchant_id:-$mch_id}" = "$mch_id" ] || { echo 'mchId and merchant_id differ' >&2; exit 1; }
[ "${merchant_order_no:-$mch_order_no}" = "$mch_order_no" ] ||
  { echo 'mchOrderNo and merchant_order_no differ' >&2; exit 1; }
[ "$mch_id" = "$merchant" ] || { echo 'it is for another merchant' >&2; exit 1; }
