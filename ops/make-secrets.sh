#!/bin/sh
# Makes the secrets of ops/compose.yaml: ops/.env and ops/secrets/, and a certificate for a first try. Usage:
# ops/make-secrets.sh https://ADDRESS [FOLDER]. What exists is kept; copy both to a safe place.
set -eu
url=${1:?usage: make-secrets.sh https://ADDRESS [FOLDER]}
to=${2:-$(dirname "$0")}
host=$(printf %s "$url" | sed -E 's#^https://([^/:]+).*#\1#')
umask 077
mkdir -p "$to/secrets"
random() { openssl rand -hex 24; }
if [ ! -e "$to/.env" ]; then
  {
    echo "PUBLIC_URL=$url"
    for name in SECRET POSTGRES_PASSWORD REPLICATION_PASSWORD S3_ACCESS_KEY S3_SECRET_KEY METRICS_TOKEN GRAFANA_PASSWORD; do
      echo "$name=$(random)"
    done
  } >"$to/.env"
fi
value() { sed -n "s/^$1=//p" "$to/.env"; }
# Containers read these as users of their own; nobody else looks into the folder from outside.
umask 022
certificate() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$2" -keyout "$1.key" -out "$1.csr" 2>/dev/null
  printf 'subjectAltName=DNS:%s' "$2" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -extfile "$1.ext" -out "$1.pem" 2>/dev/null
  rm "$1.csr" "$1.ext"
}
token=$(value METRICS_TOKEN) access=$(value S3_ACCESS_KEY) secret=$(value S3_SECRET_KEY)
cd "$to/secrets"
[ -e metrics_token ] || printf %s "$token" >metrics_token
[ -e bucket_keys.json ] || printf '{"identities":[{"name":"tasuki","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin"]}]}\n' \
  "$access" "$secret" >bucket_keys.json
[ -e ca.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=Tasuki's own" \
  -keyout ca.key -out ca.pem 2>/dev/null
chmod 600 ca.key
[ -e bucket.pem ] || certificate bucket bucket
# For visitors: put one of a public authority in its place.
[ -e tasuki.pem ] || { certificate site "$host" && cat site.pem site.key >tasuki.pem && rm site.pem site.key; }
