#!/bin/sh
# Runs once, when the primary's cluster is made: a role that may stream and nothing else, and its slot.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replica login replication password :'password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replica samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
