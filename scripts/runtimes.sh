#!/bin/sh
# Installs the missing languages that the tests of the examples and the documentation need, on Debian as root. On other
# systems, this script does nothing, and npm test lists the missing programs.
set -eu
missing=''
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need php php-cli
need python3 python3
need phpunit phpunit
need javac default-jdk-headless
need go golang-go
need nginx nginx-light
need openssl openssl
need curl curl
need jq jq
need ip iproute2
need bash bash
need redis-server redis-server
# An extension of PHP has no command, so test it with PHP.
php -r 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);' >/dev/null 2>&1 || missing="$missing php-sqlite3"
# Modules of Python have no command, so import them.
python3 -m pytest --version >/dev/null 2>&1 || missing="$missing python3-pytest"
for module in flask django; do
  python3 -c "import $module" 2>/dev/null || /usr/bin/python3 -c "import $module" 2>/dev/null || missing="$missing python3-$module"
done
# Symfony's classes have no command, so load them with PHP.
php -r 'require "Symfony/Bundle/FrameworkBundle/autoload.php";' >/dev/null 2>&1 || missing="$missing php-symfony-framework-bundle"
if [ -z "$missing" ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then exit 0; fi
echo "Installing$missing …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # several packages
apt-get install -qq --yes --no-install-recommends $missing >/dev/null
