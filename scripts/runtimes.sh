#!/bin/sh
# Installs the languages that the examples and the documentation are tested in, where they are missing: on Debian, as root.
# Elsewhere it does nothing, and npm test names what is missing.
set -eu
missing=''
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need php php-cli
need python3 python3
need phpunit phpunit
need javac default-jdk-headless
need go golang-go
need ruby ruby
need nginx nginx-light
need perl perl
need openssl openssl
need curl curl
need jq jq
need ip iproute2
need bash bash
need redis-server redis-server
# The library of the Node 26 that npm brings.
ldconfig -p | grep -q 'libatomic\.so\.1' || missing="$missing libatomic1"
# An extension of PHP, not a command.
php -r 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);' >/dev/null 2>&1 || missing="$missing php-sqlite3"
# Modules of Ruby and Python, not commands.
ruby -e 'require "webrick"; require "sqlite3"' 2>/dev/null || missing="$missing ruby-sqlite3 ruby-webrick"
python3 -m pytest --version >/dev/null 2>&1 || missing="$missing python3-pytest"
for module in flask django; do
  python3 -c "import $module" 2>/dev/null || /usr/bin/python3 -c "import $module" 2>/dev/null || missing="$missing python3-$module"
done
# Classes of PHP.
php -r 'require "Symfony/Bundle/FrameworkBundle/autoload.php";' >/dev/null 2>&1 || missing="$missing php-symfony-framework-bundle"
if [ -z "$missing" ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then exit 0; fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # several packages
apt-get install -qq --yes --no-install-recommends $missing >/dev/null
