#!/bin/sh
# The standby's program: at its first start a copy of the primary, which it follows from then on.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat "${SECRETS:-/run/secrets}/replication-password")
  export PGPASSWORD
  mkdir -p -m 700 "$PGDATA"
  until pg_basebackup --pgdata "$PGDATA" --write-recovery-conf --wal-method stream --checkpoint fast \
    --dbname "host=${PRIMARY_HOST:-primary} port=${PRIMARY_PORT:-5432} user=standby application_name=standby"; do
    sleep 1
    # Of a copy that was broken off.
    find "$PGDATA" -mindepth 1 -delete
  done
fi
unset PGPASSWORD
exec postgres "$@"
