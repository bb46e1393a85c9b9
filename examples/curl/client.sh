# Calls of the gateway that are safe to retry. Load this file with `. "$here/client.sh"`, then use make.
. "$here/common.sh"
answer=$(mktemp)
headers=$(mktemp)
trap 'rm -f "$answer" "$headers"' EXIT

# read_answer: sets the error code and the fields of the order, or empty values for a response of another server.
read_answer() {
  values=$(LC_ALL=C awk -v 'want=error data.mchOrderNo data.amount data.status data.pay_url' -f "$here/fields.awk" \
    < "$answer" 2> /dev/null) || values=
  IFS=$between read -r error made_number made_amount made_status pay_url << VALUES
$values
VALUES
}

# take KIND TEXT: writes NUMBER.KIND before the call of the gateway, so the order number is stored even after a crash.
# Returns 1 if the order number belongs to another order.
take() {
  mkdir -p "$orders"
  file=$(file_of "$number").$1
  aside=$(mktemp "$orders/new-XXXXXX")
  printf '%s' "$2" > "$aside"
  sync "$aside"
  ln "$aside" "$file" 2> /dev/null || true
  rm "$aside"
  [ "$(cat "$file")" = "$2" ] || { echo 'refused: duplicate_order' >&2; exit 1; }
}

# call KEY ENDPOINT NAME=VALUE...: up to four attempts with the same bytes. Sets $outcome to made, refused or unknown.
call() {
  key=$1 endpoint=$2
  shift 2
  set -- "mchId=$merchant" "$@"
  outcome=refused error=ambiguous_value
  ! is_ambiguous "$@" || return 0
  set -- "$@" "sign=$(sign "$key" "$@")"
  for param in "$@"; do
    shift
    set -- "$@" --data-urlencode "$param"
  done
  for wait in 1 1 2 none; do
    # Follow no redirects, so only the gateway receives the signed request.
    status=$(curl --silent --no-location --max-time 10 --output "$answer" --dump-header "$headers" \
      --write-out '%{http_code}' "$@" "$base/$endpoint") || status=0
    read_answer
    case $status:$error in
      200:*) if is_asked_for; then outcome=made; return 0; fi; outcome=unknown ;;
      429:rate_limited) ;;
      # A rejection does not undo an order that an earlier attempt may have created.
      4??:?*) return 0 ;;
      *) outcome=unknown ;;
    esac
    pause=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]\{1,9\}\).*/\1/p' "$headers")
    pause=${pause:-$wait}
    [ "$wait" != none ] && [ "$pause" -le 30 ] || return 0
    sleep "$pause"
  done
}

is_asked_for() {
  [ "$made_number" = "$number" ] || return 1
  [ "$endpoint" = check-order-status ] || [ "$made_amount" = "$amount" ]
}

# make KEY ENDPOINT NAME=VALUE...: creates the order $number of $amount, and prints the URL of the checkout of a pay-in or
# the state of a payout. Exits with 1 if the gateway rejected the order, and with 2 if the order may exist. After exit
# code 2, run it again with the same order number, never with a new one.
make() {
  made_by=$1 created=$2
  shift 2
  call "$made_by" "$created" "mchOrderNo=$number" "amount=$amount" "$@"
  if [ "$outcome" = unknown ]; then
    call "$made_by" check-order-status "mchOrderNo=$number"
    # An earlier attempt can still be in progress, so "not found" is not final.
    [ "$outcome" = made ] || outcome=unknown
    [ "$outcome" = unknown ] || [ "$made_amount" = "$amount" ] || { outcome=refused error=duplicate_order; }
  fi
  case $outcome in
    made) if [ "$created" = payin ]; then printf '%s\n' "$pay_url"; else printf '%s\n' "$made_status"; fi ;;
    refused) echo "refused: $error" >&2; exit 1 ;;
    unknown) echo "unknown: status $status $error; run this again with $number" >&2; exit 2 ;;
  esac
}
