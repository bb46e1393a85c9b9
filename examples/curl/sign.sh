#!/bin/sh
# Prints a signature: sh sign.sh KEY mchId=DEMO1001 amount=500.00
# All but sign and what is empty, by name in byte order; a value is one line here.
set -eu
key=$1
shift
# The name alone is what is sorted by: as whole lines, param1=2 would come before param=1.
text=$(printf '%s\n' "$@" | grep -v -e '^[^=]*=$' -e '^sign=' | LC_ALL=C sort -t= -k1,1 | paste -sd'&' -)
printf '%s&key=%s' "$text" "$key" | openssl md5 -r | cut -c1-32 | tr a-f A-F
