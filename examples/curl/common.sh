# Settings, signature and orders for the programs in this folder. Load this file with `. "$here/common.sh"`.
base=${INRGATE_BASE_URL:-http://127.0.0.1:4300/v3}
merchant=${INRGATE_MCH_ID:-DEMO1001}
orders=${ORDERS:-orders}
# The character between the fields that fields.awk prints. read keeps empty fields, because it is not a space.
between=$(printf '\037')
line_break='
'

# key INRGATE_MCH_KEY: a key of the merchant. It has no default, because an attacker could sign with a published key.
key() {
  eval "key=\${$1:-}"
  [ -n "$key" ] || { echo "$1 is not set" >&2; return 1; }
  printf '%s' "$key"
}

# Orders are files. NUMBER.order contains the amount, and NUMBER.paid the paid amount. NUMBER.payout contains the amount
# and the destination of a payout, and NUMBER.settled its final state.
file_of() { printf '%s/' "$orders"; printf '%s' "$1" | sed 's|%|%25|g; s|/|%2F|g; s|\.|%2E|g'; }

# sign KEY NAME=VALUE...: signs all non-empty parameters except sign, by name in byte order. A value is one line.
sign() (
  key=$1
  shift
  [ -n "$key" ] || { echo 'the key is empty' >&2; return 1; }
  # Sort by the name only. If whole lines were sorted, param1=2 would precede param=1.
  text=$(printf '%s\n' "$@" | grep -v -e '^[^=]*=$' -e '^sign=' | LC_ALL=C sort -t= -k1,1 | paste -sd'&' -)
  printf '%s&key=%s' "$text" "$key" | openssl md5 -r | cut -c1-32 | tr a-f A-F
)

# Matches a value that contains a field of the API. fields.awk uses this pattern too.
fields='mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee|status|payTime|test|sign|paidAmount'
fields="$fields|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code|client_ref|currency|paid_at|notifyUrl"
fields="$fields|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress"

# is_ambiguous NAME=VALUE...: tells whether other parameters would have the same signature. The signed string has no
# escaping, so a & in a value can look like the next field. Free texts and URLs may contain a &. A second line would
# also look like a field.
is_ambiguous() {
  for param in "$@"; do
    case $param in
      *'
'*) return 0 ;;
      extra=* | message=* | note=* | accountName=* | bankCode=* | *=http://* | *=https://*) pattern="&($fields)=" ;;
      *) pattern='&' ;;
    esac
    ! printf '%s' "$param" | grep -Eq "$pattern" || return 0
  done
  return 1
}
