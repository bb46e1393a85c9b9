# What the programs of this folder have in common: settings, the signature, where the orders are. `. "$here/common.sh"`
base=${INRGATE_BASE_URL:-http://127.0.0.1:4300/v3}
merchant=${INRGATE_MCH_ID:-DEMO1001}
orders=${ORDERS:-orders}

# key INRGATE_MCH_KEY: a key of the merchant. It has no default: with a published one anybody could sign a callback.
key() {
  eval "key=\${$1:-}"
  [ -n "$key" ] || { echo "$1 is not set" >&2; return 1; }
  printf '%s' "$key"
}

# Orders are files: NUMBER.order has the amount, NUMBER.paid what was paid; of a withdrawal NUMBER.payout has the amount and the
# destination, NUMBER.settled how it ended.
file_of() { printf '%s/' "$orders"; printf '%s' "$1" | sed 's|%|%25|g; s|/|%2F|g; s|\.|%2E|g'; }

# sign KEY NAME=VALUE...: all but sign and what is empty, by name in byte order; a value is one line here.
sign() (
  key=$1
  shift
  [ -n "$key" ] || { echo 'the key is empty' >&2; return 1; }
  # The name alone is what is sorted by: as whole lines, param1=2 would come before param=1.
  text=$(printf '%s\n' "$@" | grep -v -e '^[^=]*=$' -e '^sign=' | LC_ALL=C sort -t= -k1,1 | paste -sd'&' -)
  printf '%s&key=%s' "$text" "$key" | openssl md5 -r | cut -c1-32 | tr a-f A-F
)

# A field in what looks like a value. fields.awk reads it too.
fields='mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee|status|payTime|test|sign|paidAmount'
fields="$fields|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code|client_ref|currency|paid_at|notifyUrl"
fields="$fields|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress"

# is_ambiguous NAME=VALUE...: whether others have the same signature. Nothing escapes a &, so a value can hold what looks like
# the next field; texts that people write may have a &, and so may addresses. A second line would be signed as a field, too.
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
