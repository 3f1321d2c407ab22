#!/bin/sh
# Run once by PostgreSQL's image, at the first start of the primary: memoryd's role and database, and who may follow it.
set -eu
export SECRETS="${SECRETS:-/run/secrets}"
psql --set ON_ERROR_STOP=1 --quiet --username postgres --dbname postgres <<'SQL'
\set service `cat "$SECRETS/database-password"`
\set standby `cat "$SECRETS/replication-password"`
CREATE ROLE memoryd LOGIN PASSWORD :'service';
-- How far the standby is, for the alerts.
GRANT pg_read_all_stats TO memoryd;
CREATE DATABASE memory OWNER memoryd ENCODING 'UTF8' TEMPLATE template0;
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'standby';
-- From the next start on: a 200 means that the standby's disk has it too.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL
echo "host replication standby all scram-sha-256" >> "$PGDATA/pg_hba.conf"
