#!/bin/sh
# Starts a streaming replica of the server PRIMARY; copies it first where there is none.
set -eu
export PGPASSWORD="$REPLICATION_PASSWORD"
# In the image it starts as root.
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown -R postgres "$PGDATA" /var/run/postgresql
  exec gosu postgres "$0"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # -R writes where to stream from, the password included, into the cluster.
  pg_basebackup -h "$PRIMARY" -p "${PRIMARY_PORT:-5432}" -U replica -D "$PGDATA" -S replica -X stream -R --checkpoint=fast
  chmod 700 "$PGDATA"
fi
# A long read of a page must not be cancelled at once by what the primary removes.
exec postgres -c hot_standby=on -c max_standby_streaming_delay=30s -c hot_standby_feedback=on \
  -c max_connections=200 -c "port=${PORT:-5432}" -c "unix_socket_directories=${SOCKETS:-/var/run/postgresql}"
