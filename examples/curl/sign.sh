#!/bin/sh
# Prints a signature: sh sign.sh KEY mchId=DEMO1001 amount=500.00
set -eu
here=$(dirname "$0")
. "$here/common.sh"
sign "$@"
