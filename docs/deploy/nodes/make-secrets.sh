#!/bin/sh
# Makes what the nodes and their database share, in the folder "secrets" or the one that is named. What is there stays.
# Run it as root, so that each file belongs to who reads it in its container: memoryd (65532), and postgres (999 in the
# official image of Debian).
set -eu
umask 077
memoryd=${MEMORYD:-docker run --rm --network none memoryd:0.1.0}
mkdir -p "${1:-secrets}"
cd "${1:-secrets}"

make() {
  file=$1 owner=$2
  shift 2
  [ -s "$file" ] || { "$@" > "$file.new" && mv "$file.new" "$file"; }
  if [ "$(id -u)" = 0 ]; then chown "$owner" "$file"; fi
}

database_url() {
  echo "postgres://memoryd:$(cat database-password)@${PRIMARY:-primary:5432}/memory?sslmode=disable"
}

make audit.key 65532 openssl genpkey -algorithm ed25519
# Two words of a command, or more.
# shellcheck disable=SC2086
make admin.key 65532 $memoryd keys generate
make database-password "${POSTGRES_UID:-999}" openssl rand -hex 24
make replication-password "${POSTGRES_UID:-999}" openssl rand -hex 24
make superuser-password "${POSTGRES_UID:-999}" openssl rand -hex 24
make database-url 65532 database_url
